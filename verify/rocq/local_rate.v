(* Near isometry the mean gap contracts by d/(d+2) a layer (sharp:local-rate), with a rate.

   If all eigenvalues lie in [1-r, 1+r], r < 1, so do the row norms a_j, and x - 1 - ln x is (x-1)^2/2 up to a factor
   between 1-r and 1/(1-r) there. Summed over the eigenvalues it is d phi, in the mean over W the drift: so 1 - E phi'/phi is
   2/(d+2) up to a factor (1-r)^2. For d phi <= 1/16 one may take r = 1.65 sqrt(d phi) ([local_rate_bounds]). [local_rate] is
   the limit, for every X of full rank. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar drift_arith drift mean_gap.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma defect_near r x : 0 <= r < 1 -> 1 - r <= x <= 1 + r ->
  (1 - r) * ((x - 1) ^ 2 / 2) <= x - 1 - ln x /\ (1 - r) * (x - 1 - ln x) <= (x - 1) ^ 2 / 2.
Proof.
move=> hr [a b]; have x0 : 0 < x by lra.
have t := defect_ge0 x0; have p := defect_pade x0; have s := pow2_ge_0 (x - 1); split.
  have q : 3 * (x - 1) ^ 2 <= (6 + 4 * r) * (x - 1 - ln x) by apply: Rle_trans p _; apply: Rmult_le_compat_r; lra.
  have u : (1 - r) * (6 + 4 * r) <= 6 by nra.
  have := Rmult_le_compat_l (1 - r) _ _ ltac:(lra) q; have := Rmult_le_compat_r _ _ _ t u; lra.
have q := @defect_le r x x0 hr a.
have u : 6 * (1 - r) <= cubic_part r.
  rewrite /cubic_part; have : r ^ 2 <= r by nra.
  have : r ^ 3 <= r by have : r ^ 3 = r * r ^ 2 by [ring]; nra.
  lra.
by have := Rmult_le_compat_r _ _ _ t u; lra.
Qed.

Section Near.
Variables (d : nat) (L : law 'M[R]_d) (X : 'M[R]_d) (lam : 'I_d -> R) (r : R).
Hypotheses (d0 : (0 < d)%N) (H : haar L) (S : spectrum (X *m X^T)%ring lam).
Hypotheses (mean_one : \S_(k < d) lam k = INR d) (pos : forall k, 0 < lam k).
Hypotheses (hr : 0 <= r < 1) (near : forall k, 1 - r <= lam k <= 1 + r).
Notation E := (mean L).
Notation D := (INR d).
Notation spread := (\S_(k < d) (lam k - 1) ^ 2).
Let D1 : 1 <= D. Proof. exact: INR_ge1. Qed.
Lemma row_near j : (1 - r) * (spread / (D * (D + 2))) <= - E (fun W => ln (weighted lam W j)) /\
  (1 - r) * (- E (fun W => ln (weighted lam W j))) <= spread / (D * (D + 2)).
Proof.
have t := tame_weighted lam j; have i0 := tame_integrable H (tame_sub t (tame_const d 1)).
have i2 := tame_integrable H (tame_pow 2 (tame_sub t (tame_const d 1))).
have il := tame_integrable H (tame_ln_weighted d0 pos j).
have e1 : E (fun W => weighted lam W j - 1) = 0.
  rewrite mean_sub; [|exact: (tame_integrable H)|exact: integrable_const].
  by rewrite mean_const (mean_weighted lam H) mean_one; field; lra.
have e2 : E (fun W => (weighted lam W j - 1) ^ 2 / 2) = spread / (D * (D + 2)).
  rewrite mean_div //; have [_ e] := mean_row_deviation H S mean_one j.
  have [_] := row_norms_tame H S (F := fun a => (a j - 1) ^ 2) (tame_pow 2 (tame_sub t (tame_const d 1))).
  by rewrite e => <-; field; lra.
have ed : E (fun W => weighted lam W j - 1 - ln (weighted lam W j)) = - E (fun W => ln (weighted lam W j)).
  by rewrite mean_sub // e1; ring.
have id : integrable L (fun W => weighted lam W j - 1 - ln (weighted lam W j)) by exact: integrable_sub.
have ih := integrable_div 2 i2.
have h (w : space L) := @defect_near r (weighted lam (draw w) j) hr
  (conj (weighted_ge j (haar_orthogonal H w) (fun k => proj1 (near k))) (weighted_le j (haar_orthogonal H w) (fun k => proj2 (near k)))).
rewrite -ed -e2; split.
  rewrite -mean_scal //; apply: mean_le_drawn => // [|w]; first exact: integrable_scal.
  by case: (h w).
rewrite -mean_scal //; apply: mean_le_drawn => // [|w]; first exact: integrable_scal.
by case: (h w).
Qed.
Lemma drift_near : (1 - r) * (spread / (D * (D + 2))) <= phi X - E (fun W => phi (BN (W *m X)%ring)) /\
  (1 - r) * (phi X - E (fun W => phi (BN (W *m X)%ring))) <= spread / (D * (D + 2)).
Proof.
have -> : phi X - E (fun W => phi (BN (W *m X)%ring)) = (\S_(j < d) - E (fun W => ln (weighted lam W j))) / D.
  by have := drift_rows d0 H S mean_one pos; rewrite total_opp /Rdiv => e; lra.
have a := total_le (fun j => proj1 (row_near j)); have b := total_le (fun j => proj2 (row_near j)).
rewrite total_const in a; rewrite total_const total_scal in b; set s := total (fun j : 'I_d => - E (fun W => ln (weighted lam W j))) in a b *.
split; apply: (Rmult_le_reg_r D); try lra.
- by rewrite (_ : s / D * D = s); [lra | field; lra].
- by rewrite (_ : (1 - r) * (s / D) * D = (1 - r) * s); [lra | field; lra].
Qed.
Lemma gap_near : (1 - r) * (spread / 2) <= \S_(k < d) (lam k - 1 - ln (lam k)) /\
  (1 - r) * (\S_(k < d) (lam k - 1 - ln (lam k))) <= spread / 2.
Proof.
rewrite -total_div -!total_scal; split; apply: total_le => k; case: (defect_near hr (near k)) => u v.
- exact: u.
- exact: v.
Qed.
Lemma ratio_near p : D * p = \S_(k < d) (lam k - 1 - ln (lam k)) ->
  (1 - r) ^ 2 * (2 / (D + 2) * p) <= phi X - E (fun W => phi (BN (W *m X)%ring)) /\
  (1 - r) ^ 2 * (phi X - E (fun W => phi (BN (W *m X)%ring))) <= 2 / (D + 2) * p.
Proof.
move=> e; have [a b] := drift_near; have [g h] := gap_near; rewrite -e in g h.
have q : 0 < 2 / (D * (D + 2)) by apply: Rdiv_lt_0_compat; nra.
have e2 : 2 / (D + 2) * p = 2 / (D * (D + 2)) * (D * p) by field; lra.
have e3 : spread / (D * (D + 2)) = 2 / (D * (D + 2)) * (spread / 2) by field; lra.
rewrite e2; rewrite e3 in a b; split.
  have := Rmult_le_compat_l (1 - r) _ _ ltac:(lra) (Rmult_le_compat_l _ _ _ (Rlt_le _ _ q) h).
  lra.
have := Rmult_le_compat_l (1 - r) _ _ ltac:(lra) b; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ q) g; lra.
Qed.
End Near.

Section State.
Variables (d : nat) (L : law 'M[R]_d).
Hypotheses (d0 : (0 < d)%N) (H : haar L).
Notation D := (INR d).
Notation next X := (mean L (fun W => phi (BN (W *m X)%ring))).
Let D1 : 1 <= D. Proof. exact: INR_ge1. Qed.
Theorem local_rate_bounds (X : 'M[R]_d) : 0 < (\det (X^T *m X))%ring -> D * phi X <= 1 / 16 ->
  let r := 1.65 * sqrt (D * phi X) in
  (1 - r) ^ 2 * (2 / (D + 2) * phi X) <= phi X - next X /\ (1 - r) ^ 2 * (phi X - next X) <= 2 / (D + 2) * phi X.
Proof.
move=> f small r; have [c c0 n] := unit_norm d0 f; have fc := full_scaled c0 f.
have e := phi_scaled d0 c0 f; have [lam [s m p g]] := state_spectrum d0 fc n.
have en : next X = next (scaled c X) by apply: mean_ext => W; rewrite layer_scaled.
have p0 := phi_ge0 d0 f; have T0 : 0 <= D * phi X by nra.
have q := sqrt_pos (D * phi X).
have q4 : sqrt (D * phi X) <= 1 / 4.
  rewrite -(sqrt_pow2 (1 / 4)); last lra.
  by apply: sqrt_le_1_alt; lra.
have hr : 0 <= r < 1 by rewrite /r; lra.
have near k : 1 - r <= lam k <= 1 + r.
  have sm : \S_(k < d) (lam k - 1 - ln (lam k)) <= 1 / 16 by rewrite -g e.
  have := eigenvalue_above p k; have := eigenvalue_below p k sm; rewrite -g e => a b.
  have : sqrt (2 * (D * phi X)) <= 1.65 * sqrt (D * phi X).
    by apply: square_le_root; [lra | rewrite pow2_sqrt; lra].
  by rewrite /r; lra.
have := ratio_near d0 H s m p hr near g.
by rewrite en -e.
Qed.
Theorem local_rate eps : 0 < eps -> exists2 delta, 0 < delta & forall X : 'M[R]_d,
  0 < (\det (X^T *m X))%ring -> 0 < phi X < delta -> Rabs (next X / phi X - D / (D + 2)) <= eps.
Proof.
move=> e0; pose t := Rmin (1 / 8) (eps / 8).
have t0 : 0 < t by apply: Rmin_pos; lra.
have t1 : t <= 1 / 8 by exact: Rmin_l.
have t2 : t <= eps / 8 by exact: Rmin_r.
exists (t ^ 2 / (4 * D)); first by apply: Rdiv_lt_0_compat; [exact: pow_lt | lra].
move=> X f [p0 pd].
have Tt : D * phi X <= (t / 2) ^ 2.
  apply: Rlt_le; have := Rmult_lt_compat_l D _ _ ltac:(lra) pd.
  by rewrite (_ : D * (t ^ 2 / (4 * D)) = (t / 2) ^ 2); [ | field; lra].
have small : D * phi X <= 1 / 16 by nra.
have [a b] := local_rate_bounds f small; set r := 1.65 * _ in a b.
have r0 : 0 <= r by rewrite /r; have := sqrt_pos (D * phi X); lra.
have rt : r <= t.
  have : sqrt (D * phi X) <= t / 2 by rewrite -(sqrt_pow2 (t / 2)); [exact: sqrt_le_1_alt | lra].
  by rewrite /r; lra.
set c := 2 / (D + 2) in a b *; have c0 : 0 < c by apply: Rdiv_lt_0_compat; lra.
have c1 : c <= 1 by apply: (Rmult_le_reg_r (D + 2)); first lra; rewrite /c /Rdiv Rmult_assoc Rinv_l; lra.
set x := (phi X - next X) / phi X.
have ex : x * phi X = phi X - next X by rewrite /x; field; lra.
have -> : next X / phi X - D / (D + 2) = c - x by rewrite /x /c; field; lra.
have a' : (1 - r) ^ 2 * c <= x by apply: (Rmult_le_reg_r (phi X)) => //; rewrite ex; lra.
have b' : (1 - r) ^ 2 * x <= c by apply: (Rmult_le_reg_r (phi X)) => //; rewrite Rmult_assoc ex; lra.
have l : 1 - 2 * r <= (1 - r) ^ 2 by nra.
have x0 : 0 <= x by apply: Rle_trans a'; apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
have u : (1 - 2 * r) * x <= c by apply: Rle_trans b'; apply: Rmult_le_compat_r.
have v : (1 - 2 * r) * c <= x by apply: Rle_trans a'; apply: Rmult_le_compat_r => //; lra.
have x2 : x <= 2 by nra.
by apply: Rabs_le; nra.
Qed.
End State.
