(* sharp:theorem-1-large-batch, sharp:theorem-5-large-batch.

   X_0 X_0^T = U diag(lam) U^T with lam > 0, so that X_0 = B Q with B = U diag(sqrt lam), square and of full rank, and
   Q = diag(1/sqrt lam) U^T X_0, of orthonormal rows. A row of B Q is as long as that of B; hence BN(W B Q) = BN(W B) Q, and the chain
   from X_0 is that from B, times Q. The gap of X_l^T is that of B_l, as X_l X_l^T = B_l B_l^T and det(B B^T) = det(B^T B): sharp:theorem-1
   for B is theorem-1-large-batch. A loss F of X_l is the loss A -> F(A Q) of B_l; its gradient P = dF Q^T has ||P||^2 = <dF, P Q>
   <= ||dF|| ||P||, so it is K-Lipschitz too, and its gradient in W_l is that of F: sharp:theorem-5 for B is theorem-5-large-batch. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry large_batches.
From Lemmata.verify.sharp.isometry Require theorem_1.
From Lemmata.verify.sharp.gradients Require theorem_5.
From Lemmata.statements.sharp Require batches.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem theorem_1_large_batch : statements.sharp.batches.theorem_1_large_batch.
Proof.
move=> d l n L X0 d0 n0 H p0 d2 f; have [B [Q [e rows full]]] := right_factor f.
have gap : (fun W => phi (rotated X0 W l)^T%ring) = (fun W => phi (rotated B W l)).
  by apply: funext => W; rewrite e rotated_mulr // phi_mulr.
have start : phi X0^T%ring = phi B by rewrite e phi_mulr.
rewrite gap start; apply: Lemmata.verify.sharp.isometry.theorem_1.theorem_1 => //; by rewrite -start.
Qed.

Theorem theorem_5_large_batch : statements.sharp.batches.theorem_5_large_batch.
Proof.
move=> d l m n F K L X0 d0 n0 sm H p0 s K0 lip p i d2 f; have [B [Q [e rows full]]] := right_factor f.
have start : phi X0^T%ring = phi B by rewrite e phi_mulr.
have same : weight_gradient F X0 = weight_gradient (fun A : 'M[R]_d => F (A *m Q)%ring) B.
  by apply: funext => W; apply: funext => k; apply: funext => j; rewrite e weight_gradient_mulr.
move: p i; rewrite same start => p i.
apply: Lemmata.verify.sharp.gradients.theorem_5.theorem_5 => //.
- by move=> A; exact: differentiable_mulr.
- by rewrite -start.
- by rewrite -s e frobsq_mulr.
- by move=> A; apply: Rle_trans (lip (A *m Q)%ring); exact: frobenius_gradient_mulr.
Qed.
