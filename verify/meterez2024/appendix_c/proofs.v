(* meterez2024, appendix C.

   lemma-C.3: let phi_k be the gap of layer k. By lemma C.4's argument log ||J_BN(W_k X_k)|| <= (d phi_k + sqrt(2 d phi_k))/2. The
   drift of theorem 1 gives E phi_(k+1) <= (1 - r) E phi_k with r = 1/(d^2 (1 + d phi_0)), as phi_k <= phi_0; and, sqrt being below
   its tangents, E sqrt(d phi_(k+1)) <= (1 - r/2) E sqrt(d phi_k). Two geometric series: with y = sqrt(d phi_0) the sum is at
   most d^2 (1 + y^2)(y^2 + 2 sqrt(2) y)/2, which is below d^5 (phi_0^3 + 1), as d >= 2.

   lemma-C.4: ||J_BN(X)|| = 1/min_j ||X_j||, attained by a direction orthogonal to the shortest row. The squared norms a_j of
   the rows have the mean 1, and phi(BN(X)) = phi(X) + (1/d) sum_j ln a_j >= 0: so sum_j (a_j - 1 - ln a_j) <= d phi, and each
   term is. From a - 1 - ln a <= T follows - ln a <= T + 1, as a > 0, and - ln a <= 1.52 sqrt(T) for T <= 1/16.

   lemma-C.5, lemma-C.6: one layer has E phi(BN(W X)) <= phi(X) (1 - 1/(d^2 (1 + d phi(X)))) (corollary 4 and lemma B.1,
   verify/rocq/mean_gap.v), and phi never rises, so that a chain below the threshold 1/(16 d) stays there.
   lemma-C.6: above the threshold 17 d^3 phi falls by at least 1 a layer in the mean. Its sum over the layers
   telescopes, so that the mean number of layers above the threshold is at most 17 d^3 phi_0.
   lemma-C.5: below it d phi is at most 1/16 and falls by the factor 1 - 16/(17 d^2) at least, hence (Jensen)
   sqrt(d phi) by 1 - 8/(17 d^2): (17/8) d^2 sqrt(d phi) pays for sqrt(d phi) in every layer, and is at most
   (17/32) d^2 where the chain enters.

   lemma-C.12: the chain rule. The gradient at layer k is W_k^T J_BN(W_k X_k)^T applied to that at layer k + 1; W_k keeps the
   norm, and the Jacobian multiplies it by at most its own. As the gradient at layer l is not 0, no factor is 0: take logs. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means mean_gap hitting series.
From Lemmata.verify.rocq Require gradients.
From Lemmata.statements.meterez2024 Require appendix_c.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem lemma_C_3 : appendix_c.lemma_C_3.
Proof.
move=> d l L X0 d0 H _ d2 s f; apply: gradients.sum_of_log_jacobians => // X fX sX; exact: mean_gap.layer_gap.
Qed.

Theorem lemma_C_4 : appendix_c.lemma_C_4.
Proof. by move=> d X _ _ d2 f s; exact: gradients.ln_jacobian_two_regimes. Qed.

Theorem lemma_C_5 : appendix_c.lemma_C_5.
Proof. move=> d l L X0 d0 H s f; exact: (hitting.roots_below d0 H f s (fun X => layer_gap d0 H (X := X)) l). Qed.

Theorem lemma_C_6 : appendix_c.lemma_C_6.
Proof.
move=> d l L X0 d0 H p s f; have [i h] := hitting.layers_above d0 H f s (fun X => layer_gap d0 H (X := X)) l.
split=> //; apply: Rle_trans h _; have e : 16 * INR d * phi X0 = INR d * phi X0 * 16 by ring.
rewrite e; case: Rle_dec => t; rewrite /is_left; first lra.
by apply: hitting_time_bound => //; [apply: (le_INR 1); apply/leP | lra].
Qed.

Theorem lemma_C_12 : appendix_c.lemma_C_12.
Proof. by move=> d l m F W X0 _ sm o f p; exact: gradients.ln_state_gradient. Qed.
