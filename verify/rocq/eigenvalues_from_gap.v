(* The extreme eigenvalues that a gap allows (sharp:eigenvalue-from-gap), and lambda_min from the gap.

   Let lam_0, ..., lam_(d-1) > 0 have the sum d, and T = sum (lam_k - 1 - ln lam_k) = d phi. Given one
   of them, x, the others have the mean y = (d - x)/(d - 1), and ln is concave: the defect of x and
   d - 1 times that of y are at most T. In h = - ln x for x <= 1, and in h = - ln y for x >= 1, the left
   side rises, so that h is at most the root; without the d - 1 others the same with Lambert's functions. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Coquelicot Require Import Coquelicot.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra drift_arith roots.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the least eigenvalue of a matrix from its gap ---------- *)
Section LambdaMin.
Variables (d : nat) (X : 'M[R]_d).
Hypotheses (d0 : (0 < d)%N) (full : 0 < (\det (X^T *m X))%ring) (norm : frobsq X = INR d).
(* what bounds every eigenvalue bounds the least *)
Lemma every_eigenvalue c : (forall lam : 'I_d -> R, (forall k, 0 < lam k) -> \S_(k < d) lam k = INR d ->
    INR d * phi X = \S_(k < d) (lam k - 1 - ln (lam k)) -> forall k, c <= lam k) ->
  c <= lambda_min (X^T *m X)%ring.
Proof.
move=> h; have [lam sp] := gram_spectrum X; rewrite (lambda_min_ge sp d0); apply: h.
- exact: gram_spectrum_pos full sp.
- by rewrite -(gram_frobsq sp).
- exact: phi_mean_one_terms d0 full sp norm.
Qed.
Lemma lambda_min_above : 1 - sqrt (2 * (INR d * phi X)) <= lambda_min (X^T *m X)%ring.
Proof. by apply: every_eigenvalue => lam p m -> k; exact: eigenvalue_above. Qed.
Lemma lambda_min_above_exp : exp (- (INR d * phi X) - 1) <= lambda_min (X^T *m X)%ring.
Proof. by apply: every_eigenvalue => lam p m -> k; exact: eigenvalue_above_exp. Qed.
Lemma log_lambda_min : - ln (lambda_min (X^T *m X)%ring) <= INR d * phi X + 1.
Proof.
have h := lambda_min_above_exp; have := ln_le _ _ (exp_pos _) h; rewrite ln_exp; lra.
Qed.
Lemma log_lambda_min_small : INR d * phi X <= 1 / 16 ->
  - ln (lambda_min (X^T *m X)%ring) <= 1.52 * sqrt (INR d * phi X).
Proof.
have [lam sp] := gram_spectrum X; have p := gram_spectrum_pos full sp.
have m : \S_(k < d) lam k = INR d by rewrite -(gram_frobsq sp).
have -> := phi_mean_one_terms d0 full sp norm; have [i [-> _]] := lambda_minE sp d0.
exact: log_eigenvalue_small.
Qed.
Lemma log_lambda_min_root :
  - ln (lambda_min (X^T *m X)%ring) <= INR d * phi X + sqrt (2 * (INR d * phi X)).
Proof.
have [lam sp] := gram_spectrum X; have p := gram_spectrum_pos full sp.
have m : \S_(k < d) lam k = INR d by rewrite -(gram_frobsq sp).
have -> := phi_mean_one_terms d0 full sp norm; have [i [-> _]] := lambda_minE sp d0.
exact: log_eigenvalue_root.
Qed.
End LambdaMin.

(* ---------- one eigenvalue and the mean of the others ---------- *)
Section TwoLevels.
Variables (d : nat) (lam : 'I_d -> R).
Hypotheses (d2 : (2 <= d)%N) (pos : forall k, 0 < lam k) (mean_one : \S_(k < d) lam k = INR d).
Local Notation D := (INR d).
Local Notation T := (\S_(k < d) (lam k - 1 - ln (lam k))).
Lemma width_ge2 : 2 <= D.
Proof. by rewrite (_ : 2 = INR 2) //; apply/le_INR/leP. Qed.
Lemma others_positive j : 0 < D - lam j.
Proof.
have [i ne] : exists i, i != j.
  case: (eqVneq (Ordinal (ltnW d2)) j) => [<- | ne]; last by exists (Ordinal (ltnW d2)).
  by exists (Ordinal d2).
rewrite -mean_one (total_split lam j).
have : 0 < \S_(k < d) (if k == j then 0 else lam k); last lra.
apply: (@total_pos _ _ i) => [k|]; last by rewrite (negbTE ne).
by case: eqP => _; [lra | exact: Rlt_le].
Qed.
Lemma two_levels j : let y := (D - lam j) / (D - 1) in
  (lam j - 1 - ln (lam j)) + (D - 1) * (y - 1 - ln y) <= T.
Proof.
move=> y; have D2 := width_ge2; have o := others_positive j.
have y0 : 0 < y by apply: Rdiv_lt_0_compat; lra.
rewrite (total_defect mean_one) (total_split (fun k => ln (lam k)) j).
have h : \S_(k < d) (if k == j then 0 else ln (lam k)) <= (D - 1) * ln y; last first.
  have e : (D - 1) * y = D - lam j by rewrite /y; field; lra.
  have -> : (D - 1) * (y - 1 - ln y) = (D - 1) * y - (D - 1) - (D - 1) * ln y by ring.
  rewrite e; lra.
have t : \S_(k < d) (if k == j then 0 else ln (lam k))
       <= \S_(k < d) (if k == j then 0 else ln y + (lam k - y) / y).
  by apply: total_le => k; case: eqP => _; [lra | exact: ln_le_tangent].
apply: Rle_trans t _.
have s := total_split (fun k => ln y + (lam k - y) / y) j.
move: s; rewrite total_add total_const total_div total_sub total_const mean_one => s.
have -> : \S_(k < d) (if k == j then 0 else ln y + (lam k - y) / y)
  = D * ln y + (D - D * y) / y - (ln y + (lam j - y) / y) by lra.
have -> : D * ln y + (D - D * y) / y - (ln y + (lam j - y) / y)
  = (D - 1) * ln y + (D - lam j - (D - 1) * y) / y by field; lra.
have -> : D - lam j - (D - 1) * y = 0 by rewrite /y; field; lra.
by rewrite /Rdiv Rmult_0_l; lra.
Qed.
End TwoLevels.

(* ---------- the four bounds ---------- *)
Section Bounds.
Variables (d : nat) (lam : 'I_d -> R).
Hypotheses (d2 : (2 <= d)%N) (pos : forall k, 0 < lam k) (mean_one : \S_(k < d) lam k = INR d).
Local Notation D := (INR d).
Local Notation T := (\S_(k < d) (lam k - 1 - ln (lam k))).
Let T0 : 0 <= T. Proof. exact: total_defect_ge0. Qed.
Let D2 : 2 <= D. Proof. exact: width_ge2. Qed.

(* one small eigenvalue exp(-h) and d - 1 of 1 + (1 - exp(-h))/(d - 1); d - 1 small ones and a large one *)
Definition levels (a b h : R) : R :=
  a * (exp (- h) - 1 + h) + b * (a * (1 - exp (- h)) / b - ln (1 + a * (1 - exp (- h)) / b)).
Lemma levels_rises a b : 0 < a -> 0 < b -> rising (levels a b).
Proof.
move=> a0 b0 x y x0 xy; have := rising_exp_minus x0 xy => /= h1.
have p : exp (- y) < exp (- x) by apply: exp_increasing; lra.
have [_ q] := exp_minus_range x0.
have s : 0 < a / b by exact: Rdiv_lt_0_compat.
have e t : a * (1 - exp (- t)) / b = a / b * (1 - exp (- t)) by rewrite /Rdiv; ring.
have := @rising_log_defect (a * (1 - exp (- x)) / b) (a * (1 - exp (- y)) / b).
rewrite /levels !e => h2; have := h2 ltac:(nra) ltac:(nra).
nra.
Qed.
Lemma levels_below a b c : 0 < a -> 0 < b -> 0 <= c -> c <= levels a b ((c + a) / a).
Proof.
move=> a0 b0 c0; set h := (c + a) / a.
have h0 : 0 <= h by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
have [p q] := exp_minus_range h0.
have s : 0 <= a * (1 - exp (- h)) / b by apply: Rmult_le_pos; [nra | exact/Rlt_le/Rinv_0_lt_compat].
have := @ln_below (1 + a * (1 - exp (- h)) / b) ltac:(lra) => l.
have e : a * h = c + a by rewrite /h; field; lra.
rewrite /levels; nra.
Qed.
Lemma levels_continuous a b c : 0 < a -> 0 < b -> forall h, 0 <= h -> continuity_pt (fun t => levels a b t - c) h.
Proof.
move=> a0 b0 h h0; apply: derivable_continuous_pt; apply: ex_derive_Reals_0.
have [p q] := exp_minus_range h0.
have s : 0 <= a * (1 - exp (- h)) / b by apply: Rmult_le_pos; [nra | exact/Rlt_le/Rinv_0_lt_compat].
rewrite /levels; auto_derive; rewrite /Rdiv in s; lra.
Qed.
Lemma levels_0 a b : levels a b 0 = 0.
Proof.
rewrite /levels Ropp_0 exp_0; have -> : a * (1 - 1) / b = 0 by rewrite /Rdiv; ring.
by rewrite !Rplus_0_r ln_1; ring.
Qed.
(* h is at most the root where levels h <= c, and the root is not negative *)
Section LevelsRoot.
Variables a b c : R.
Hypotheses (a0 : 0 < a) (b0 : 0 < b) (c0 : 0 <= c).
Local Notation r := (definitions.root (fun h => levels a b h - c)).
Let up : rising (fun h => levels a b h - c).
Proof. by move=> x y x0 xy; have := levels_rises a0 b0 x0 xy; lra. Qed.
Let far : 0 <= (c + a) / a. Proof. by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra. Qed.
Let start : levels a b 0 - c <= 0. Proof. by rewrite levels_0; lra. Qed.
Let reached : 0 <= levels a b ((c + a) / a) - c.
Proof. by have := levels_below a0 b0 c0; lra. Qed.
Lemma levels_root : 0 <= r /\ levels a b r = c.
Proof.
have [h e] := root_spec up (fun h => levels_continuous c a0 b0 (h := h)) start far reached.
by split=> //; lra.
Qed.
Lemma levels_root_above h : levels a b h <= c -> h <= r.
Proof.
move=> l; apply: (root_above up (fun h => levels_continuous c a0 b0 (h := h)) start far reached); lra.
Qed.
End LevelsRoot.

(* the least eigenvalue is at least that of one small eigenvalue and d - 1 equal ones *)
Lemma one_small_below j : exp (- definitions.root (fun h => levels 1 (D - 1) h - T)) <= lam j.
Proof.
have [r0 _] := levels_root (a := 1) (b := D - 1) ltac:(lra) ltac:(lra) T0.
case: (Rle_lt_dec (lam j) 1) => l; last by have := exp_minus_range r0; lra.
rewrite -(exp_ln (lam j)) //; apply: exp_le.
suff : - ln (lam j) <= definitions.root (fun h => levels 1 (D - 1) h - T) by lra.
apply: levels_root_above; [lra | lra | exact: T0 |].
rewrite /levels Ropp_involutive exp_ln //.
have := two_levels d2 pos mean_one j => /=.
have -> : 1 + 1 * (1 - lam j) / (D - 1) = (D - lam j) / (D - 1) by field; lra.
have -> : 1 * (1 - lam j) / (D - 1) = (D - lam j) / (D - 1) - 1 by field; lra.
lra.
Qed.
(* the largest is at most that of one large eigenvalue and d - 1 equal ones *)
Lemma one_large_above j :
  lam j <= 1 + (D - 1) * (1 - exp (- definitions.root (fun h => levels (D - 1) 1 h - T))).
Proof.
have [r0 _] := levels_root (a := D - 1) (b := 1) ltac:(lra) ltac:(lra) T0.
set r := definitions.root _ in r0 *.
case: (Rle_lt_dec (lam j) 1) => l.
  by have [_ q] := exp_minus_range r0; have := Rmult_le_pos (D - 1) (1 - exp (- r)); lra.
have o := others_positive d2 pos mean_one j; set y := (D - lam j) / (D - 1).
have y0 : 0 < y by apply: Rdiv_lt_0_compat; lra.
have e : (D - 1) * y = D - lam j by rewrite /y; field; lra.
suff h : - ln y <= r.
  have : exp (- r) <= y by rewrite -(exp_ln y) //; apply: exp_le; lra.
  nra.
apply: levels_root_above; [lra | lra | exact: T0 |].
rewrite /levels Ropp_involutive exp_ln //.
have := two_levels d2 pos mean_one j; rewrite /= -/y.
have -> : 1 + (D - 1) * (1 - y) / 1 = lam j by rewrite Rdiv_1; lra.
have -> : (D - 1) * (1 - y) / 1 = lam j - 1 by rewrite Rdiv_1; lra.
lra.
Qed.
(* Lambert's functions: the d - 1 others forgotten *)
Lemma lambert_below j : exp (- definitions.root (fun h => exp (- h) - 1 + h - T)) <= lam j.
Proof.
have up : rising (fun h => exp (- h) - 1 + h - T) by move=> x y x0 xy; have := rising_exp_minus x0 xy; lra.
have c h : 0 <= h -> continuity_pt (fun h => exp (- h) - 1 + h - T) h.
  by move=> _; apply: derivable_continuous_pt; apply: ex_derive_Reals_0; auto_derive.
have s : exp (- 0) - 1 + 0 - T <= 0 by rewrite Ropp_0 exp_0; lra.
have b : 0 <= T + 1 by lra.
have f : 0 <= exp (- (T + 1)) - 1 + (T + 1) - T by have := exp_pos (- (T + 1)); lra.
have [r0 _] := root_spec up c s b f; set r := definitions.root _ in r0 *.
case: (Rle_lt_dec (lam j) 1) => l; last by have := exp_minus_range r0; lra.
rewrite -(exp_ln (lam j)) //; apply: exp_le.
suff : - ln (lam j) <= r by lra.
apply: (root_above up c s b f); rewrite Ropp_involutive exp_ln //.
by have := one_defect pos j; lra.
Qed.
Lemma lambert_above j : lam j <= exp (definitions.root (fun h => exp h - 1 - h - T)).
Proof.
have up : rising (fun h => exp h - 1 - h - T) by move=> x y x0 xy; have := rising_exp_plus x0 xy; lra.
have c h : 0 <= h -> continuity_pt (fun h => exp h - 1 - h - T) h.
  by move=> _; apply: derivable_continuous_pt; apply: ex_derive_Reals_0; auto_derive.
have s : exp 0 - 1 - 0 - T <= 0 by rewrite exp_0; lra.
have b : 0 <= T + 2 by lra.
have f : 0 <= exp (T + 2) - 1 - (T + 2) - T.
  have -> : T + 2 = (T + 2) / 2 + (T + 2) / 2 by field.
  rewrite exp_plus; have := exp_ineq1_le ((T + 2) / 2); nra.
have [r0 _] := root_spec up c s b f; set r := definitions.root _ in r0 *.
case: (Rle_lt_dec (lam j) 1) => l; first by have := exp_le r0; rewrite exp_0; lra.
rewrite -(exp_ln (lam j)) //; apply: exp_le.
apply: (root_above up c s b f); rewrite exp_ln //.
by have := one_defect pos j; lra.
Qed.
End Bounds.
