(* sharp:isometry-after-a-layer.

   isometry-after-a-layer: with probability 1 det W is not 0 and no row of W H is 0 (a linear combination of independent normals is 0 with
   probability 0, and a determinant is linear in its last entry). Then ||H'||_F = 1, and H' has independent columns as H has: H' x = 0
   makes W H x = 0, so H x = 0. So phi(H') = -ln n - (1/n) ln det H'^T H' with probability 1. ln lies below its tangent at the mean c of the
   determinant, hence E phi(H') >= -ln n - (1/n) ln c. By sharp:volume-in-a-layer c = prod (1 - k/d) prod p_i, which is not 0 as the
   determinant is positive with probability 1, and ln (1 - k/d) <= -k/d. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import mean_gap_below.
From Lemmata.statements.sharp Require volumes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem isometry_after_a_layer : statements.sharp.volumes.isometry_after_a_layer.
Proof. by move=> d n H N q d0 n0 normal sp q1 _ full i; split=> //; exact: (gap_after normal d0 n0 sp q1 full i). Qed.
