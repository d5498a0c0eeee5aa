(* The isometry gap of the next layer of daneshmand2021 is on average at least (n-1)/(2d) above that of the mean of its Gram matrix
   (sharp:isometry-after-a-layer).

   With probability 1 det W is not 0 and no row of W H is 0 ([degenerate_null]); then det H'^T H' > 0 if det H^T H > 0 ([next_full]), and
   phi(H') = -ln n - (1/n) ln det H'^T H'. By Jensen its mean is at least -ln n - (1/n) ln E det H'^T H', which mean_volume.v knows, and
   -ln (1 - k/d) >= k/d. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains spectra normal gram_map blocks normed_chain layer_variance layer_gaps almost_surely mean_volume.
From Lemmata.verify.rocq Require new_direction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* a product that is not 0 has no factor 0 *)
Lemma prod_nonzero n (f : 'I_n -> R) : (\prod_(k < n) f k)%ring <> 0 -> forall k, f k <> 0.
Proof. by move=> h k e; apply: h; rewrite (bigD1 k) //= e mul0r. Qed.

Lemma total_indices n : \S_(k < n) INR k = INR n * (INR n - 1) / 2.
Proof.
elim: n => [|n IH]; first by rewrite /total big_ord0 zeroE /=; field.
by rewrite total_recr IH S_INR /=; field.
Qed.

(* the samples stay independent *)
Lemma gram_injective d n (B : 'M[R]_(d, n)) : (forall x : 'cV[R]_n, B *m x = 0 -> x = 0)%ring -> 0 < (\det (B^T *m B))%ring.
Proof.
move=> inj; have [lam sp] := gram_spectrum B; have l0 := gram_spectrum_ge0 sp.
have nz : (\det (B^T *m B))%ring <> 0.
  move=> z; have /det0P [v v0 e] : (\det (B^T *m B) == 0)%ring by apply/eqP.
  case/negP: v0; apply/eqP; apply: trmx_inj; rewrite trmx0; apply: inj; apply: frobsq_zero.
  have h : ((B *m v^T)^T *m (B *m v^T) = 0)%ring by rewrite trmx_mul trmxK -mulmxA (mulmxA B^T) mulmxA e mul0mx.
  by rewrite frobsq_trace h mxtrace0.
have := spectrum_det sp => e; rewrite e in nz *.
apply: prod_pos => k; have := @prod_nonzero n lam nz k; have := l0 k; lra.
Qed.
Lemma next_full d n (W : 'M[R]_d) (H : 'M[R]_(d, n)) : (0 < d)%N -> (\det W)%ring <> 0 -> 0 < (\det (H^T *m H))%ring ->
  0 < (\det ((layer W H)^T *m layer W H))%ring.
Proof.
move=> d0 w full; have D : 0 < INR d by apply: lt_0_INR; apply/ltP.
apply: gram_injective => x e.
have WHx : (W *m (H *m x) = 0)%ring.
  apply/matrixP => j k; have z := congr1 (fun M : 'cV[R]_d => M j k) e; rewrite /= [RHS]mxE mulmxE in z; rewrite mulmxA mulmxE [RHS]mxE.
  have [r | r] := rowsq_pos_or (W *m H)%ring j; last first.
    transitivity (\S_(l < n) 0); last by rewrite total_const; exact: Rmult_0_r.
    by apply: total_ext => l; rewrite (rowsq_zero r); ring.
  have s := sqrt_lt_R0 _ r; have t := sqrt_lt_R0 _ D.
  have eq : \S_(l < n) ((W *m H)%ring j l * x l k) = (sqrt (INR d) * sqrt (rowsq (W *m H)%ring j)) * \S_(l < n) (layer W H j l * x l k).
    rewrite -total_scal; apply: total_ext => l.
    have -> : layer W H j l = / sqrt (INR d) * ((W *m H)%ring j l / sqrt (rowsq (W *m H)%ring j)) by rewrite /layer [LHS]mxE [X in _ * X]mxE.
    by field; lra.
  by rewrite eq z; exact: Rmult_0_r.
have u : W \in unitmx by rewrite unitmxE unitfE; apply/eqP.
have Hx : (H *m x = 0)%ring by rewrite -(mulKmx u (H *m x)) WHx mulmx0.
have v : (H^T *m H)%ring \in unitmx by rewrite unitmxE unitfE; apply/eqP; exact: Rgt_not_eq.
by rewrite -(mulKmx v x) -mulmxA Hx !mulmx0.
Qed.

Section Layer.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)) (q : 'I_n -> R).
Hypothesis normal : standard_normal N.
Hypotheses (d0 : (0 < d)%N) (n0 : (0 < n)%N).
Hypothesis sp : spectrum (H^T *m H) q.
Hypothesis q1 : \S_(k < n) q k = 1.
Hypothesis full : 0 < (\det (H^T *m H))%ring.
Notation G := (gaussian N d d).
Notation p := (gram_map N q).
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let M : 0 < INR n. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let entries : measurable_entries G := gaussian_entries normal (d := d) (n := d).
Let volume W := (\det ((layer W H)^T *m layer W H))%ring : R.
(* where this is 0 nothing is degenerate *)
Let degenerate (W : 'M[R]_d) : R := zero (\det W)%ring + bad (layer W H).
Let det_mean : mean G (fun W => zero (\det W)%ring) = 0.
Proof.
transitivity (fine (new_direction.expected d N (fun g => zero (\det (new_direction.corner d d g))%ring))); last first.
  by rewrite (new_direction.corner_null normal (leqnn d)).
rewrite /mean /new_direction.expected /rotation.joint; congr fine; apply: eq_integral => w _; congr EFin.
have -> : draw (l := G) w = scaled (/ sqrt (INR d)) (new_direction.corner d d (drawn 0 w)).
  by apply/matrixP => i j; rewrite !mxE /= /Rdiv Rmult_comm.
have s := Rinv_0_lt_compat _ (sqrt_lt_R0 _ D); have P := pow_lt _ d s.
rewrite det_scaled; have [z | z] := Req_dec (\det (new_direction.corner d d (drawn 0 w)))%ring 0.
  by rewrite z Rmult_0_r.
by rewrite !zero_of //; apply: Rmult_integral_contrapositive_currified => //; lra.
Qed.
Let zi : integrable G (fun W => zero (\det W)%ring).
Proof. by apply: integrable_zero; exact: measurable_det. Qed.
Let bi : integrable G (fun W => bad (layer W H)) := bad_integrable H normal.
Let degenerate_mean : mean G degenerate = 0.
Proof. by rewrite /degenerate mean_add // det_mean (bad_mean normal d0 sp q1); lra. Qed.
Let degenerate_integrable : integrable G degenerate.
Proof. exact: integrable_add. Qed.
Let degenerate_ge0 W : 0 <= degenerate W.
Proof. by rewrite /degenerate; have := zero_range (\det W)%ring; have := bad_range (layer W H); lra. Qed.
Let null f : integrable G f -> (forall W, 0 <= f W) -> mean G f = 0 -> almost_surely G (fun W => f W = 0).
Proof. by move=> i f0 z; apply: almost_zero => //; [exact: integrable_measurable | rewrite (integral_meanE i) z]. Qed.
Let regular W : degenerate W = 0 -> frobsq (layer W H) = 1 /\ 0 < volume W.
Proof.
move=> z; have [a b] : zero (\det W)%ring = 0 /\ bad (layer W H) = 0.
  by move: z; rewrite /degenerate; have := zero_range (\det W)%ring; have := bad_range (layer W H); lra.
split; first by have [// | ne] := Req_dec (frobsq (layer W H)) 1; move: b; rewrite (bad_at ne); lra.
by apply: next_full => // w; move: a; rewrite zero_at //; lra.
Qed.
Let volume_ge0 W : 0 <= volume W.
Proof.
have [lam s] := gram_spectrum (layer W H); rewrite /volume (spectrum_det s).
have l0 := gram_spectrum_ge0 s; apply: (big_ind (fun x => 0 <= x)); [rewrite oneE; lra | | by move=> k _; exact: l0].
by move=> x y hx hy; rewrite mulE; exact: Rmult_le_pos.
Qed.
Let c := (\prod_(k < n) (1 - 1 * INR k / INR d)%R)%ring * (\prod_i p i)%ring.
Let volume_mean : integrable G volume /\ mean G volume = c.
Proof. by have [U [oU HU]] := sp; exact: (mean_volume.volume normal d0 oU HU). Qed.
Let c0 : 0 < c.
Proof.
have [iv ev] := volume_mean; have : 0 <= c by rewrite -ev; exact: mean_ge0.
case=> // z; exfalso; have vanishes := null iv volume_ge0 (eq_trans ev (esym z)).
have := mean_le_almost (integrable_const G 1) degenerate_integrable vanishes; rewrite mean_const degenerate_mean => h.
suff : 1 <= 0 by lra.
apply: h => w v; have [d1 | d1] := Req_dec (degenerate (draw w)) 0; first by have [_] := regular d1; rewrite v; lra.
have := d1; rewrite /degenerate; have [x | x] := Req_dec (\det (draw w))%ring 0.
  by rewrite (zero_at x); have := bad_range (layer (draw w) H); lra.
rewrite (zero_of x); have [y | y] := Req_dec (frobsq (layer (draw w) H)) 1; last by rewrite (bad_at y); lra.
by have := next_full d0 x full; rewrite -/(volume (draw w)) v; lra.
Qed.
Lemma gram_pos k : 0 < p k.
Proof.
have pN : (\prod_i p i)%ring <> 0 by move=> z; have := c0; rewrite /c z Rmult_0_r; lra.
by have := @prod_nonzero n _ pN k; have [] := gram_range normal (gram_spectrum_ge0 sp) k; lra.
Qed.
Theorem gap_after : integrable G (fun W => phi (layer W H)) ->
  (INR n - 1) / (2 * INR d) - (\S_(k < n) ln (INR n * p k)) / INR n <= mean G (fun W => phi (layer W H)).
Proof.
move=> i; have [iv ev] := volume_mean.
pose f W := - ln (INR n) - (ln c + (volume W - c) / c) / INR n.
have it : integrable G (fun W => (volume W - c) / c) by apply: integrable_div; apply: integrable_sub => //; exact: integrable_const.
have iS : integrable G (fun W => ln c + (volume W - c) / c) by apply: integrable_add => //; exact: integrable_const.
have fi : integrable G f by apply: integrable_sub; [exact: integrable_const | exact: integrable_div].
have e : mean G f = - ln (INR n) - ln c / INR n.
  rewrite /f mean_sub ?mean_const ?mean_div ?mean_add ?mean_const ?mean_div ?mean_sub ?mean_const ?ev //;
    try exact: integrable_const; try exact: integrable_div; last by apply: integrable_sub => //; exact: integrable_const.
  by field; lra.
have le : mean G f <= mean G (fun W => phi (layer W H)).
  apply: (mean_le_almost fi i (null degenerate_integrable degenerate_ge0 degenerate_mean)) => w z.
  have [f1 v0] := regular z; rewrite /f phiE // f1 -/(volume (draw w)).
  have -> : ln (1 / INR n) = - ln (INR n) by rewrite /Rdiv Rmult_1_l ln_Rinv.
  have t := ln_le_tangent v0 c0; have iM := Rinv_0_lt_compat _ M.
  have : ln (volume (draw w)) / INR n <= (ln c + (volume (draw w) - c) / c) / INR n by apply: Rmult_le_compat_r; lra.
  lra.
apply: Rle_trans le; rewrite e.
have nz : c <> 0 by lra.
have aN : (\prod_(k < n) (1 - 1 * INR k / INR d)%R)%ring <> 0 by move=> z; apply: nz; rewrite /c z Rmult_0_l.
have nd : (n <= d)%N.
  rewrite leqNgt; apply/negP => dn; apply: (@prod_nonzero n _ aN (Ordinal dn)) => /=; field; lra.
have a0 (k : 'I_n) : 0 < 1 - 1 * INR k / INR d.
  have kd : INR k < INR d by apply: lt_INR; apply/ltP; exact: leq_trans (ltn_ord k) nd.
  have -> : 1 - 1 * INR k / INR d = (INR d - INR k) / INR d by field; lra.
  by apply: Rdiv_lt_0_compat; lra.
have p0 := gram_pos.
have -> : ln c = \S_(k < n) ln (1 - 1 * INR k / INR d) + \S_(k < n) ln (p k).
  by rewrite /c ln_mult ?ln_prod //; exact: prod_pos.
have -> : \S_(k < n) ln (INR n * p k) = INR n * ln (INR n) + \S_(k < n) ln (p k).
  by rewrite -total_const -total_add; apply: total_ext => k; rewrite ln_mult.
have less : \S_(k < n) ln (1 - 1 * INR k / INR d) <= - (INR n * (INR n - 1) / 2 / INR d).
  rewrite -total_indices -total_div -total_opp; apply: total_le => k; have := ln_below (a0 k); rewrite /Rdiv; lra.
set A := \S_(k < n) _ in less *; set B := \S_(k < n) _.
have h : A / INR n <= - (INR n * (INR n - 1) / 2 / INR d) / INR n by apply: Rmult_le_compat_r => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
have e1 : - (INR n * (INR n - 1) / 2 / INR d) / INR n = - ((INR n - 1) / (2 * INR d)) by field; lra.
have e2 : (INR n * ln (INR n) + B) / INR n = ln (INR n) + B / INR n by field; lra.
have e3 : (A + B) / INR n = A / INR n + B / INR n by field; lra.
by rewrite e2 e3; rewrite e1 in h; lra.
Qed.
End Layer.
