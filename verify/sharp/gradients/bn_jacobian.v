(* sharp:bn-jacobian.

   bn-jacobian: J_BN(X) is one block (I - u u^T)/||X_j|| a row, u = X_j/||X_j|| (lemma C.9 of meterez2024): the row D_j of a
   direction goes to one of squared norm (||D_j||^2 - <u, D_j>^2)/||X_j||^2, so that ||J_BN(X) D||_F <= ||D||_F/min_j ||X_j||.
   As n >= 2 there is a vector v, not 0 and orthogonal to the shortest row; the direction with v in that row and 0 elsewhere
   attains the bound. As no row is 0, BN has a derivative along every line. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry jacobians wide.
From Lemmata.statements.sharp Require gradients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem bn_jacobian : statements.sharp.gradients.bn_jacobian.
Proof.
move=> d n X d0 _ n2 p; split=> [|D i j]; last first.
  by eexists; exact: (moves_BN (line_at_0 X D) p (moves_line X D) i j).
have [j -> h] := least_attained (fun j => sqrt (rowsq X j)) d0.
have s i : sqrt (rowsq X i) ^ 2 = rowsq X i by rewrite pow2_sqrt //; exact: rowsq_ge0.
have r : 0 < sqrt (rowsq X j) by exact: sqrt_lt_R0.
rewrite (@jacobian_norm_value _ _ X (sqrt (rowsq X j)) j n2 r _ (esym (s j))); first by field; lra.
by move=> i; rewrite -(s i); apply: pow_incr; split; [lra | exact: h].
Qed.
