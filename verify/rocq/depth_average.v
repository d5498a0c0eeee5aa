(* The average of Vhat (1/n - Vhat) over the layers (appendix C of daneshmand2021, sharp:average-in-depth), from the drift of one
   layer, E Vhat(H') <= (1 - 2n/(n+2) (1/n - Vhat(H))) Vhat(H) + s for H of norm 1: with c = (n+2)/(2n), Vhat (1/n - Vhat) is at
   most c (Vhat - E Vhat' + s), which telescopes over the layers. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normal gram_map wide normed_chain.
From Lemmata.verify.rocq Require series spectra_measurable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* the layers 1, ..., l *)
Lemma depth_sum (v a : nat -> R) c s : 0 < c -> 0 <= a 0%N -> (forall k, 0 <= v k) ->
  (forall k, c * v k.+1 + a k <= c * (v k + s)) -> forall l, \S_(k < l) a k.+1 <= c * (v 0%N + s * INR l.+1).
Proof.
move=> c0 a0 v0 h l; suff : \S_(k < l) a k.+1 + c * v l.+1 <= c * (v 0%N + s * INR l.+1).
  by have := Rmult_le_pos _ _ (Rlt_le _ _ c0) (v0 l.+1); lra.
elim: l => [|l IH]; first by rewrite series.total_empty [INR 1]/=; have := h 0%N; lra.
by rewrite (series.total_recr (fun k => a k.+1)) [INR l.+2]S_INR; have := h l.+1; lra.
Qed.

Section Average.
Variables (d n : nat) (N : law R) (s : R).
Hypotheses (d0 : (0 < d)%N) (n0 : (0 < n)%N) (normal : standard_normal N) (s0 : 0 <= s).
Notation G := (gaussian N d d).
Let M : 0 < INR n := INR_pos n0.
Notation c := ((INR n + 2) / (2 * INR n)).
Fact c_pos : 0 < c. Proof. by apply: Rdiv_lt_0_compat; lra. Qed.
(* what is averaged *)
Definition spread (x : R) : R := x * (1 / INR n - x).
Lemma vhat_range (H : 'M[R]_(d, n)) : frobsq H <= 1 -> 0 <= Vhat H <= 1 / INR n.
Proof.
move=> f; have a := gram_lambda_min_ge0 H n0; have b := gram_lambda_min_mean H n0; rewrite /Vhat; split; last lra.
suff : frobsq H / INR n <= 1 / INR n by lra.
by apply: Rmult_le_compat_r => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
Qed.
Lemma spread_range x : 0 <= x <= 1 / INR n -> 0 <= spread x <= 1 / INR n * (1 / INR n).
Proof. by move=> [a b]; rewrite /spread; split; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat; lra]. Qed.
Lemma vhat_borel : borel_fun (@Vhat d n).
Proof. by apply: (spectra_measurable.measurable_Vhat (X := fun A => A)) => i k; exact: borel_entry. Qed.
Lemma vhat_spread_borel : borel_fun (fun H : 'M[R]_(d, n) => spread (Vhat H)).
Proof.
apply: measurable_mul; first exact: vhat_borel.
by apply: measurable_sub; [exact: measurable_const | exact: vhat_borel].
Qed.
Variable H0 : 'M[R]_(d, n).
Hypothesis h0 : frobsq H0 = 1.
Hypothesis drift : forall H : 'M[R]_(d, n), frobsq H = 1 ->
  mean G (fun W => Vhat (layer W H)) <= (1 - 2 * (1 - INR n * Vhat H) / (INR n + 2)) * Vhat H + s.
Lemma hidden_norm_le W k : frobsq (hidden H0 W k) <= 1.
Proof. by case: k => [|k] /=; [rewrite h0; lra | exact: layer_norm_le]. Qed.
Lemma chain_vhat_integrable l k : integrable (weights G l) (fun W => Vhat (hidden H0 W k)).
Proof.
apply: (integrable_between (a := 0) (b := 1 / INR n)) => [|w]; last by apply: vhat_range; exact: hidden_norm_le.
exact: borel_of_measurable (@hidden_matrix N normal d n H0 l k) vhat_borel.
Qed.
Lemma chain_spread_integrable l k : integrable (weights G l) (fun W => spread (Vhat (hidden H0 W k))).
Proof.
apply: (integrable_between (a := 0) (b := 1 / INR n * (1 / INR n))) => [|w].
  exact: borel_of_measurable (@hidden_matrix N normal d n H0 l k) vhat_spread_borel.
by apply: spread_range; apply: vhat_range; exact: hidden_norm_le.
Qed.
Let v k := mean (weights G k) (fun W => Vhat (hidden H0 W k)).
Let a k := mean (weights G k) (fun W => spread (Vhat (hidden H0 W k))).
Lemma average_step k : c * v k.+1 + a k <= c * (v k + s).
Proof.
pose E (H : 'M[R]_(d, n)) := Vhat H - / c * spread (Vhat H) + s.
have cp := c_pos; have ci : 0 < / c by exact: Rinv_0_lt_compat.
have bE : borel_fun E.
  apply: measurable_add; last exact: measurable_const.
  by apply: measurable_sub; [exact: vhat_borel | apply: measurable_scal; exact: vhat_spread_borel].
have st : v k.+1 <= mean (weights G k) (fun W => E (hidden H0 W k)).
  apply: (chain_step normal d0 h0 (B := 1 / INR n) (C := 1 / INR n + / c * (1 / INR n * (1 / INR n)) + s) k vhat_borel bE).
  - by move=> H f; have := vhat_range f; rewrite /Rabs; case: Rcase_abs; lra.
  - move=> H f; have r := vhat_range f; have [p q] := spread_range r.
    have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ ci) q; have := Rmult_le_pos _ _ (Rlt_le _ _ ci) p.
    by rewrite /E /Rabs; case: Rcase_abs; lra.
  - move=> H f; apply: Rle_trans (drift f) _; apply: Req_le; rewrite /E /spread; field; lra.
have e : mean (weights G k) (fun W => E (hidden H0 W k)) = v k - / c * a k + s.
  rewrite mean_add; last 2 first.
  - by apply: integrable_sub; [exact: chain_vhat_integrable | apply: integrable_scal; exact: chain_spread_integrable].
  - exact: integrable_const.
  rewrite mean_const mean_sub ?mean_scal //; try exact: chain_spread_integrable; try exact: chain_vhat_integrable.
  by apply: integrable_scal; exact: chain_spread_integrable.
rewrite e in st; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ cp) st.
have -> : c * (v k - / c * a k + s) = c * (v k + s) - a k by field; lra.
lra.
Qed.
Lemma depth_average l : (0 < l)%N ->
  integrable (weights G l) (fun W => (\S_(k < l) spread (Vhat (hidden H0 W k.+1))) / INR l) /\
  mean (weights G l) (fun W => (\S_(k < l) spread (Vhat (hidden H0 W k.+1))) / INR l) <= c * (Vhat H0 + s * INR l.+1) / INR l.
Proof.
move=> l0; have L0 : 0 < INR l by apply: lt_0_INR; apply/ltP.
have i (k : 'I_l) : integrable (weights G l) (fun W => spread (Vhat (hidden H0 W k.+1))) by exact: chain_spread_integrable.
have I := integrable_total i; split; first exact: integrable_div.
rewrite mean_div // mean_total //.
rewrite (total_ext (g := fun k : 'I_l => a k.+1)) => [|k]; last first.
  have dep := @depends_comp _ _ _ (fun H => spread (Vhat H)) k.+1 _ (@hidden_depends d n H0 k.+1).
  exact: (@draws_mean_later _ 1%:M%ring G k.+1 l _ (ltn_ord k) dep (chain_spread_integrable k.+1 k.+1)).
apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
have e : Vhat H0 = v 0%N by rewrite /v (mean_ext _ (g := fun=> Vhat H0)) ?mean_const.
rewrite e; apply: (@depth_sum v a c s c_pos) => [|k|k]; last exact: average_step.
- by apply: mean_ge0 => W; have [] := spread_range (vhat_range (hidden_norm_le W 0)).
- by apply: mean_ge0 => W; have [] := vhat_range (hidden_norm_le W k).
Qed.
End Average.

(* ---------- infinite width ---------- *)
Section Wide.
Variables (n : nat) (N : law R) (q : 'I_n -> R).
Hypotheses (n0 : (0 < n)%N) (normal : standard_normal N) (q0 : forall k, 0 <= q k) (q1 : \S_(k < n) q k = 1).
Let M : 0 < INR n := INR_pos n0.
Notation c := ((INR n + 2) / (2 * INR n)).
Lemma wide_average l : (0 < l)%N ->
  (\S_(k < l) spread n (1 / INR n - least (wide N q k.+1))) / INR l <= c * (1 / INR n - least q) / INR l.
Proof.
move=> l0; have L0 : 0 < INR l by apply: lt_0_INR; apply/ltP.
apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
pose v k := 1 / INR n - least (wide N q k); pose a k := spread n (v k).
have sh k := wide_shares normal q0 q1 k.
have v0 k : 0 <= v k <= 1 / INR n.
  have [x y] := sh k; have := least_below n0 y; have [m e _] := least_attained (wide N q k) n0.
  by rewrite /v; have := x m; rewrite -e; lra.
have -> : c * (1 / INR n - least q) = c * (v 0%N + 0 * INR l.+1) by rewrite /v (_ : wide N q 0 = q) //; ring.
apply: (@depth_sum v a c 0) => [||k|k]; first by apply: Rdiv_lt_0_compat; lra.
- by have [] := spread_range (v0 0%N).
- by have [] := v0 k.
- have [x y] := sh k; have := least_contracts normal n0 x y; rewrite -wideS -/(v k) -/(v k.+1) => h.
  have e : c * ((1 - 2 * INR n / (INR n + 2) * least (wide N q k)) * v k) = c * v k - a k.
    by rewrite /a /spread /v; field; lra.
  have cc : 0 <= c by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
  by have z := Rmult_le_compat_l c _ _ cc h; rewrite e in z; lra.
Qed.
End Wide.
