(* meterez2024, section 3.3.

   theorem-5: dL/dW_l = G X_l^T with G = J_BN(W_l X_l)^T applied to the gradient at layer l + 1, so its norm is at most
   ||X_l||_F ||J_BN(W_l X_l)|| times that of layer l + 1, and by lemma C.12
   log ||dL/dW_l|| <= log ||X_l||_F + sum_(k >= l) log ||J_BN(W_k X_k)|| + log K. X_l has the squared norm d. In the mean, the
   sum is bounded as in lemma C.3, whose bound d^5 (phi_0^3 + 1) has room for 4 d^2 more, and (1/2) log d <= 4 d^2. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require gradients mean_gap.
From Lemmata.statements.meterez2024 Require section_3_3.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem theorem_5 : section_3_3.theorem_5.
Proof.
move=> d l m F K L X0 d0 sm H _ d2 s K0 lip p i f; split=> //.
apply: gradients.mean_log_weight_gradient => // X fX sX; exact: mean_gap.layer_gap.
Qed.
