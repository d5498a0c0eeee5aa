(* sharp:no-vanishing.

   no-vanishing: the norm of dL/dW_l is that of G X^T, G the gradient at X = X_l = P S Q, W_l being a rotation. With N = P^T G X^T P the
   torque X^T G - G^T X, which every layer keeps (sharp:conserved-torque), has the entries s_i N_ij/s_j - s_j N_ji/s_i in the basis Q, at
   most (s_i^2/s_j^2 + s_j^2/s_i^2)(N_ij^2 + N_ji^2) when squared. Replacing two eigenvalues s_i^2 and s_j^2 of X^T X by their mean a keeps
   the sum, so that by the inequality of the means d ln(mean) is at least sum_k ln s_k^2 + 2 ln a - ln s_i^2 - ln s_j^2: a^2 is at most
   exp(d phi) s_i^2 s_j^2, and s_i^2/s_j^2 + s_j^2/s_i^2 = 4 a^2/(s_i s_j)^2 - 2. The gap of X_l is at most that of X_0. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry torque.
From Lemmata.verify.rocq Require jacobians.
From Lemmata.statements.sharp Require gradients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem no_vanishing : statements.sharp.gradients.no_vanishing.
Proof.
move=> d l m F W X0 d0 sm o f _ _; have [lam sp] := gram_spectrum (rotated X0 W l).
have ratio i j : lam i / lam j + lam j / lam i <= 4 * exp (INR d * phi X0) - 2.
  apply: Rle_trans (pair_gap _ _ d0 (chain_full o f l) sp) _.
  have le : INR d * phi (rotated X0 W l) <= INR d * phi X0.
    by apply: Rmult_le_compat_l; [exact: pos_INR | exact: chain_phi_le].
  by have := exp_le le; lra.
have := torque_weight_gradient m sm o f sp ratio; rewrite /torque.
set t := (_ - _)%ring; set e := exp _ => h.
have e1 : 1 <= e.
  rewrite -exp_0; apply: exp_le; apply: Rmult_le_pos; [exact: pos_INR | exact: phi_ge0].
have r0 : 0 < sqrt (2 * e - 1) by apply: sqrt_lt_R0; lra.
have up : frobenius t <= 2 * sqrt (2 * e - 1) * frobenius (weight_gradient F X0 W l m).
  apply: jacobians.frobenius_le; first lra.
  by rewrite Rpow_mult_distr pow2_sqrt; lra.
apply: (Rmult_le_reg_r (2 * sqrt (2 * e - 1))); first lra.
rewrite (_ : _ / _ * _ = frobenius t); [lra | field; lra].
Qed.
