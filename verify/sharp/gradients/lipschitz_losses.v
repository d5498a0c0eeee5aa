(* sharp:lipschitz-losses.

   lipschitz-losses: with p the softmax of z and e the one-hot vector of the class, the gradient of cross entropy in the
   logits is p - e; along every curve the chain rule gives the derivative, for both losses. As 0 <= p_k <= 1,
   (p_k - e_k)^2 <= p_k + e_k, and the sum of the right sides is 2. The gradient of the squared error is 2 (z - e), of
   squared norm 4 (||z||^2 - 2 z_y + 1) <= 4 (||z|| + 1)^2. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import losses.
From Lemmata.statements.sharp Require gradients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem lipschitz_losses : statements.sharp.gradients.lipschitz_losses.
Proof.
split=> [n y z _ | n B y z _ _ h]; split.
- exact: cross_entropy_lipschitz.
- exact: cross_entropy_differentiable.
- exact: squared_error_lipschitz.
- exact: squared_error_differentiable.
Qed.
