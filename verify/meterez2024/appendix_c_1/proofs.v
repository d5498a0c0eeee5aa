(* meterez2024, appendix C.1.

   lemma-C.7: BN divides every row by its norm, so that J_BN(X) is one block a row, (I - u u^T)/||X_j|| with u = X_j/||X_j||
   (lemma C.9). A block takes a row D_j to one of norm at most ||D_j||/||X_j||. The least eigenvalue of X^T X, which is that of
   X X^T, is at most the diagonal entry ||X_j||^2. Hence ||J_BN(X) D||_F^2 <= ||D||_F^2/lambda_min.

   lemma-C.8: let the eigenvalues l_k of X X^T have the mean 1, so that d phi = - sum ln l_k = sum (l_k - 1 - ln l_k),
   where no term is negative. One term is at most the sum: l - 1 - ln l <= d phi. As l > 0, - ln l <= d phi + 1, the
   first bound. The second is (1 - l)^2 <= 2 (l - 1 - ln l) for 0 < l <= 1: ln l <= (l - 1) - (l - 1)^2/2 there.

   lemma-C.9: along the line x + t e_j the squared norm has the derivative 2 x_j at t = 0, so its root r has x_j/r, and
   x_i/r has (delta_ij - x_i x_j/r^2)/r.

   corollary-C.10: let u = x/||x|| and H the reflection that takes the first basis vector to u. The first row of H is u, and
   H H^T = I gives sum_(k > 0) H_ik H_jk = delta_ij - u_i u_j: the Jacobian is H diag(0, 1/||x||, ..., 1/||x||) H^T.

   lemma-C.11: ||X_j||^2 is the entry (j, j) of X X^T, the value of its form at a unit vector, and so at least its
   least eigenvalue. X X^T and X^T X have the same characteristic polynomial. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra drift_arith.
From Lemmata.verify.rocq Require jacobians gradients.
From Lemmata.statements.meterez2024 Require appendix_c_1.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem lemma_C_7 : appendix_c_1.lemma_C_7.
Proof. exact: gradients.jacobian_norm_lambda_min. Qed.

Theorem lemma_C_8 : appendix_c_1.lemma_C_8.
Proof.
move=> d X j lam d0 sp _ f t; have p := gram_l_pos f sp.
have m : \S_(k < d) lam k = INR d by rewrite -(gram_l_frobsq sp).
have e := phi_l_mean_one_terms d0 f sp t; split; last by have [] := eigenvalue_from_gap p m j e; lra.
by have -> : - INR d * phi X = - (INR d * phi X) by [ring]; rewrite e; exact: eigenvalue_above_exp.
Qed.

Theorem lemma_C_9 : appendix_c_1.lemma_C_9.
Proof.
move=> n i j x n0; have -> : \S_(k < n) (x 0%ring k * x 0%ring k) = rowsq x 0%ring by apply: total_ext => k; ring.
by move=> p; split; [exact: jacobians.jacobian_BN | eexists; exact: jacobians.derivable_BN_vector].
Qed.

Theorem corollary_C_10 : appendix_c_1.corollary_C_10.
Proof.
move=> n x n0; have -> : \S_(k < n) (x 0%ring k * x 0%ring k) = rowsq x 0%ring by apply: total_ext => k; ring.
exact: jacobians.spectrum_jacobian_BN.
Qed.

Theorem lemma_C_11 : appendix_c_1.lemma_C_11.
Proof. by move=> d X j; exact: gram_lambda_min_row. Qed.
