(* sharp:isometry-lost.

   isometry-lost: by sharp:isometry-after-a-layer E phi(H') is at least (n-1)/(2d) - (1/n) sum_i ln (n p_i), p the Gram map of q. In the
   integral of lemma-9 the factor 1/(1 + 2 t q_i) is at most 1, so that p_i/q_i is at most the integral of exp (- 1/2 sum_j ln (1 + 2 t q_j)).
   With s = sum_j q_j^2 the difference sum_j ln (1 + 2 t q_j) - ln (1 + 2 t s)/s is 0 at t = 0, and its slope is not negative: the mean of
   1/(1 + 2 t q_j) by the weights q_j is at least 1/(1 + 2 t s), as 1/y is convex. Hence p_i/q_i is at most the integral of
   (1 + 2 t s)^(-1/(2s)), which is 1/(1 - 2 s), and ln (n p_i) <= ln (n q_i) - ln (1 - 2 s). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra gram_map gram_growth mean_gap_below.
From Lemmata.verify.rocq Require calculus.
From Lemmata.statements.sharp Require volumes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem isometry_lost : statements.sharp.volumes.isometry_lost.
Proof.
move=> d n H N q d0 n0 normal sp q1 q0 half full i; split=> //.
have M : 0 < INR n by apply: lt_0_INR; apply/ltP.
apply: Rle_trans (gap_after normal d0 n0 sp q1 full i); set s := \S_(k < n) q k ^ 2 in half *.
have qp k : 0 < q k.
  have nz : (\prod_(k < n) q k)%ring <> 0 by move=> z; move: full; rewrite (spectrum_det sp) z /=; lra.
  by have := @prod_nonzero n q nz k; have := q0 k; lra.
have pp := gram_pos normal d0 sp q1 full.
have le k : ln (INR n * gram_map N q k) <= ln (INR n * q k) - ln (1 - 2 * s).
  rewrite !ln_mult //; have g := gram_growth q0 q1 normal k half; rewrite -/s in g.
  have := calculus.ln_le _ _ (pp k) g; rewrite ln_div //; lra.
have := total_le le; rewrite total_sub total_const => t.
have : (\S_(k < n) ln (INR n * gram_map N q k)) / INR n <= (\S_(k < n) ln (INR n * q k)) / INR n - ln (1 - 2 * s).
  by rewrite (_ : _ - _ = (\S_(k < n) ln (INR n * q k) - INR n * ln (1 - 2 * s)) / INR n); [apply: Rmult_le_compat_r; [apply: Rlt_le; exact: Rinv_0_lt_compat | exact: t] | field; lra].
by rewrite /Rdiv; lra.
Qed.
