(* sharp:theorem-5.

   theorem-5: ||J_BN(W_k X_k)|| is the inverse of the shortest row of W_k X_k, whose squared norm a has a - 1 - ln a <= d phi_k (see
   meterez2024's lemma C.4). As exp lies above its tangent at -h, (1 - exp(-h)) (- ln a) <= d phi_k + 1 - exp(-h) (1 + h) for every
   h >= 0; in the mean, with E d phi_k <= d phi_0 r^k = s (sharp:theorem-1), and h the root of h + exp(-h) - 1 = s, this says
   E ln ||J_BN(W_k X_k)|| <= h(s)/2. The gradient in W_l is at most K ||X_l||_F times the product of the Jacobian norms from
   layer l on (lemma C.12), and ||X_l||_F = sqrt d. The series converges: h(s) <= s + sqrt(2 s), and r < 1, as the integral that is
   the least drift has a negative integrand: the logarithm lies strictly below its tangents. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains gradients strict_drift.
From Lemmata.verify.sharp.isometry Require theorem_1.
From Lemmata.statements.sharp Require gradients.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem theorem_5 : statements.sharp.gradients.theorem_5.
Proof.
move=> d l m F K L X0 d0 sm H p0 d2 s K0 lip p i f.
have D2 : 2 <= INR d by apply: (le_INR 2); apply/leP.
have c0 : 0 < INR d * phi X0 by apply: Rmult_lt_0_compat; lra.
have decay k := @Lemmata.verify.sharp.isometry.theorem_1.theorem_1 d k L X0 d0 H p0 d2 f.
have [_ [io _]] := decay 0%N; have neg := @least_drift_neg (INR d) (INR d * phi X0) ltac:(lra) c0 io.
split=> //; split=> //.
set o := over_positive _; have {}neg : o < 0 by exact: neg.
set r := 1 - - o / phi X0.
have r1 : r < 1 by have : 0 < - o / phi X0; [apply: Rdiv_lt_0_compat; lra | rewrite /r; lra].
have {}decay k : mean (weights L k) (fun W => phi (rotated X0 W k)) <= phi X0 * r ^ k by have [_ [_]] := decay k.
have r0 : 0 <= r.
  have : 0 <= phi X0 * r ^ 1.
    apply: Rle_trans (decay 1%N); apply: mean_ge0_drawn => w; apply: phi_ge0 => //.
    by apply: chain_full => // k; exact: weights_orthogonal.
  by rewrite pow_1 => q; apply: (Rmult_le_reg_l _ _ _ p0); lra.
exact: (@mean_log_weight_gradient_series d L X0 r d2 H f s (conj r0 r1) decay F K sm K0 lip l m p i).
Qed.
