(* sharp:two-samples-at-rest. Let q be the eigenvalues of H^T H, of sum 1, and p their Gram map. sqrt(2) V(H) = |q_0 - q_1|, and as
   p_0 + p_1 = 1, sharp:gram-variance reads E V(H')^2 = (1 - 1/d) (p_0 - p_1)^2/2 + 1/(2d). By sharp:two-samples
   p_i = sqrt(q_i)/(sqrt(q_0) + sqrt(q_1)), so p_0 - p_1 = (q_0 - q_1)/(sqrt(q_0) + sqrt(q_1))^2, where the square is at most 2. Hence
   E V(H')^2 >= r V(H)^2 + 1/(2d), r = (1 - 1/d)/4: for H of norm 1, so for every H that is not 0, as neither side sees the norm, and
   for H = 0, where both gaps are 1/2. Over l layers the terms 1/(2d) add up to (1 - r^l)/(2d (1 - r)), and
   1 - r = (3d + 1)/(4d). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra chains gram_map wide pairs normed_chain layer_gaps.
From Lemmata.statements.sharp Require two_samples.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma V_scaled d n c (K : 'M[R]_(d, n)) : 0 < c -> V (scaled c K) = V K.
Proof.
move=> c0; rewrite /V; congr frobenius; apply/matrixP => i j.
rewrite [LHS]mxE [RHS]mxE; congr (_ - _); rewrite frobsq_scaled !mulmxE.
rewrite (total_ext (g := fun k => c ^ 2 * (K^T i k * K k j)%ring)); last by move=> k; rewrite !mxE; toR; ring.
rewrite total_scal /Rdiv Rinv_mult; have p : 0 < c ^ 2 by exact: pow_lt.
set s := total _; set f := / frobsq K; have -> : c ^ 2 * s * (/ c ^ 2 * f) = (c ^ 2 * / c ^ 2) * (s * f) by ring.
by rewrite Rinv_r; lra.
Qed.
Lemma layer_scaled d n c (W : 'M[R]_d) (K : 'M[R]_(d, n)) : 0 < c -> layer W (scaled c K) = layer W K.
Proof. by move=> c0; rewrite /layer !(scaledE c) -scalemxAr -scaledE BN_scaled. Qed.

Section Pair.
Variables (N : law R) (d : nat).
Hypothesis normal : standard_normal N.
Hypothesis d0 : (0 < d)%N.
Notation G := (gaussian N d d).
Notation r := ((1 - 1 / INR d) / 4).
Let D := count_ge1 d0.
Let d1 : 0 < 1 / INR d <= 1.
Proof. by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra]. Qed.
Lemma pair_step_one (H : 'M[R]_(d, 2)) : frobsq H = 1 -> r * V H ^ 2 + / (2 * INR d) <= mean G (fun W => V (layer W H) ^ 2).
Proof.
move=> f; have [q sp] := spectral_theorem (gram_sym_r H); have q0 := gram_spectrum_ge0 sp.
have q1 : \S_(k < 2) q k = 1 by rewrite -(gram_frobsq sp).
have [U [oU HU]] := sp; have [_ ->] := layer_V_square normal d0 (ltn0Sn 1) sp q1 oU HU.
rewrite (V_norm_one f sp); have pt := gram_total normal q0 q1; rewrite !total_two in pt q1 *.
have g := gram_pair_gap normal q0 q1.
have i2 : INR 2 = 2 by []; rewrite i2.
move: (gram_map N q 0%ring) (gram_map N q 1%ring) (q 0%ring) (q 1%ring) pt q1 g => a b x y ab xy g.
have -> : b = 1 - a by lra.
have -> : y = 1 - x by lra.
have {}g : (2 * x - 1) ^ 2 <= 4 * (2 * a - 1) ^ 2 by move: g; have -> : b = 1 - a by [lra]; have -> : y = 1 - x by [lra]; lra.
have -> : / (2 * INR d) = 1 / INR d / 2 by field; lra.
have e z : z / INR d = z * (1 / INR d) by field; lra.
rewrite (e (1 - _)); move: (1 / INR d) d1 => u [u0 u1].
have := Rmult_le_compat_l (1 - u) _ _ ltac:(lra) g; lra.
Qed.
Lemma V_zero : V (0%ring : 'M[R]_(d, 2)) ^ 2 = 1 / 2.
Proof.
have [q sp] := spectral_theorem (gram_sym_r (0%ring : 'M[R]_(d, 2))).
have f : frobsq (0%ring : 'M[R]_(d, 2)) = 0.
  rewrite /frobsq (total_ext (g := fun=> 0)) ?total_const; first by ring.
  move=> j; rewrite /rowsq (total_ext (g := fun=> 0)) ?total_const; first by ring.
  by move=> k; rewrite mxE; toR; ring.
have z := total_zero (gram_spectrum_ge0 sp) (esym (etrans (esym f) (gram_frobsq sp))).
rewrite (V_spectrum sp) total_two !z; have -> : INR 2 = 2 by [].
by rewrite /Rdiv !Rmult_0_l; field.
Qed.
Lemma pair_step (H : 'M[R]_(d, 2)) : r * V H ^ 2 + / (2 * INR d) <= mean G (fun W => V (layer W H) ^ 2).
Proof.
case: (Rle_lt_or_eq_dec _ _ (frobsq_ge0 H)) => [f | z].
  have s := sqrt_lt_R0 _ f; have si := Rinv_0_lt_compat _ s.
  have one : frobsq (scaled (/ sqrt (frobsq H)) H) = 1.
    by rewrite frobsq_scaled pow_inv pow2_sqrt; [field; lra | lra].
  have := pair_step_one one; rewrite (V_scaled H si) => h; apply: Rle_trans h _; apply: Req_le.
  by apply: mean_ext => W; rewrite (layer_scaled W H si).
have -> : H = 0%ring by apply: frobsq_zero.
rewrite (mean_ext G (g := fun=> 1 / 2)) ?mean_const => [|W]; last first.
  rewrite -V_zero; congr (V _ ^ 2); rewrite /layer mulmx0; apply/matrixP => i j.
  rewrite [LHS]mxE [BN _ _ _]mxE ![(0%ring : 'M[R]_(d, 2)) i j]mxE; toR.
  by rewrite /Rdiv Rmult_0_l Rmult_0_r.
rewrite V_zero; have -> : / (2 * INR d) = 1 / INR d / 2 by field; lra.
lra.
Qed.
Variable H0 : 'M[R]_(d, 2).
Lemma pair_integrable l : integrable (weights G l) (fun W => V (hidden H0 W l) ^ 2).
Proof.
apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: V_square_range.
by apply: measurable_pow; apply: hidden_V_measurable; exact: gaussian_entries.
Qed.
Lemma pair_chain l : (1 - r ^ l) * (2 / (3 * INR d + 1)) <= mean (weights G l) (fun W => V (hidden H0 W l) ^ 2).
Proof.
elim: l => [|l IH]; first by rewrite /= Rminus_eq_0 Rmult_0_l; apply: mean_ge0 => W; exact: pow2_ge_0.
have [i ->] := @hidden_mean_next d 2 H0 1%:M%ring G (fun K => V K ^ 2) l (pair_integrable l.+1).
have J := integrable_scal r (pair_integrable l); have K := integrable_const (weights G l) (/ (2 * INR d)).
apply: Rle_trans (mean_le (integrable_add J K) i (fun W => pair_step (hidden H0 W l))).
rewrite mean_add // mean_const mean_scal; last exact: pair_integrable.
apply: (Rle_trans _ (r * ((1 - r ^ l) * (2 / (3 * INR d + 1))) + / (2 * INR d))); last first.
  by apply: Rplus_le_compat_r; apply: Rmult_le_compat_l => //; lra.
apply: Req_le; have -> : r ^ l.+1 = r * r ^ l by [].
by move: (r ^ l) => t; field; lra.
Qed.
End Pair.

Theorem two_samples_at_rest : statements.sharp.two_samples.two_samples_at_rest.
Proof.
move=> d l H0 N d0 normal; split; first exact: pair_integrable.
apply: Rle_trans (pair_chain normal d0 H0 l); apply: Req_le; have D := positive_count d0.
by move: (_ ^ l) => t; field; lra.
Qed.
