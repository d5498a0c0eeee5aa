(* sharp:eigenvalue-from-gap.

   Let the eigenvalues l_k of X X^T have the mean 1: d phi = sum (l_k - 1 - ln l_k), where no term is negative. Given one
   of them, x, the d - 1 others have the mean y = (d - x)/(d - 1), and as ln is concave
   (x - 1 - ln x) + (d - 1) (y - 1 - ln y) <= d phi. For x <= 1 put h = - ln x: the left side rises in h >= 0, so that h
   is at most the h at which it is d phi. For x >= 1 the same with h = - ln y. Without the second term, with h = - ln x
   and h = ln x, this gives the two bounds by Lambert's functions. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra roots eigenvalues_from_gap.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem eigenvalue_from_gap : statements.sharp.isometry.eigenvalue_from_gap.
Proof.
move=> d X j lam d0 sp _ d2 f t; have p := gram_l_pos f sp.
have m : \S_(k < d) lam k = INR d by rewrite -(gram_l_frobsq sp).
have D2 := width_ge2 d2; rewrite (phi_l_mean_one_terms d0 f sp t).
have T0 := drift_arith.total_defect_ge0 p; split; last split; last split.
- have := one_small_below d2 p m j; congr (exp (- _) <= _); apply: root_ext => h _.
  rewrite /levels; have -> : 1 * (1 - exp (- h)) / (INR d - 1) = - (exp (- h) - 1) / (INR d - 1) by field; lra.
  by ring.
- rewrite (@root_ext _ (fun h => levels (INR d - 1) 1 h - \S_(k < d) (lam k - 1 - ln (lam k)))); last first.
    move=> h _; rewrite /levels; have -> : (INR d - 1) * (1 - exp (- h)) / 1 = (INR d - 1) * (- (exp (- h) - 1)) by field.
    by ring.
  have [r0 _] := levels_root (a := INR d - 1) (b := 1) ltac:(lra) ltac:(lra) T0.
  have := one_large_above d2 p m j; set r := root _ in r0 *.
  have [_ q] := exp_minus_range r0; have := Rmult_le_pos (INR d - 1) (1 - exp (- r)) => q'.
  by rewrite exp_ln; lra.
- have := lambert_below p j; congr (exp (- _) <= _); apply: root_ext => h _; by ring.
- by have := lambert_above p j; lra.
Qed.
