(* sharp:conserved-torque.

   conserved-torque: let H be the gradient of the loss at BN(M), M = W X, and G = W^T J_BN(M) H that at X. A row of J_BN(M) H is
   (H_i - u_i <u_i, H_i>)/||M_i||, with u_i = M_i/||M_i||. So M^T J_BN(M) H is BN(M)^T H less the sum of <u_i, H_i> u_i^T u_i,
   which is symmetric and leaves X^T G - G^T X as it is; and X^T (W^T H) = (W X)^T H for every W. The chain rule carries this
   through all layers. As ||A - A^T||_F <= 2 ||A||_F, and the rows g of G^T have ||g X||^2 = g X X^T g^T <= s_1^2 ||g||^2, the
   invariant is at most 2 s_1 ||G||_F. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals torque.
From Lemmata.statements.sharp Require gradients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem conserved_torque : statements.sharp.gradients.conserved_torque.
Proof.
move=> d l m n F W X0 d0 _ sm _ s0 pos; have e := @torque_conserved d n X0 W l m F sm pos.
split; last exact: e.
rewrite -/(torque _ _) -e; set s := sqrt _ in s0 *.
apply: (Rmult_le_reg_r (2 * s)); first lra.
rewrite (_ : _ / (2 * s) * (2 * s) = frobenius (torque (rotated X0 W l) (state_gradient F X0 W l m))); last by field; lra.
by apply: Rle_trans (torque_le _ _ d0) _; rewrite -/s; lra.
Qed.
