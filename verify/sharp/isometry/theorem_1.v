(* sharp:theorem-1.

   By sharp:extremal-drift one layer takes at least g(phi) from a gap phi. With kappa the ratio of the small eigenvalue to the
   others, g = ln((d-1+kappa)/d) - E ln(1 - (1-kappa) u^2), u an entry of W, and d phi = -ln kappa + d ln((d-1+kappa)/d).
   By Sawa's formula dg = R d(d phi), R = int 2t (1+2rt)^(-3/2) (1+2t/r)^(-(d+1)/2) dt, r = sqrt kappa; the integrand rises
   with r <= 1 for every t, since r + 1/r and 1/r fall. So g(phi)/phi falls, and as phi_l <= phi_0 a layer takes at least the
   share g(phi_0)/phi_0 of the gap. The tower property multiplies the layers; a multiple of X_0 has the same chain. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means haar tower mean_gap least_drift concave_drift.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Delimit Scope ring_scope with ring. Local Open Scope R_scope.

Theorem theorem_1 : statements.sharp.isometry.theorem_1.
Proof.
move=> d l L X0 d0 h g d2 f.
have D2 : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP.
have T0 : 0 < INR d * phi X0 by apply: Rmult_lt_0_compat; lra.
have i : integrable_over_positive (small_kernel (INR d) (exp (- small_root (INR d) (INR d * phi X0)))).
  by have [z [z0 z1 _ ->]] := @small_rootE (INR d) (INR d * phi X0) D2 ltac:(lra); exact: (small_integrable d2 h).
split; first exact: weights_phi_integrable.
split; first exact: i.
suff key : mean (weights L l) (fun W => phi (rotated X0 W l)) <= phi X0 * (1 - least_drift d (INR d * phi X0) / phi X0) ^ l by exact: key.
set q := least_drift d _ / phi X0.
have step (X : 'M[R]_d) : 0 < (\det (X^T *m X))%ring -> frobsq X = INR d -> phi X <= phi X0 ->
    mean L (fun W => phi (BN (W *m X)%ring)) <= (1 - q) * phi X.
  move=> fX n le; have [a _] := drift_bounds d2 h fX n; have p := phi_ge0 d0 fX.
  have r := @least_drift_ratio d L d2 h (INR d * phi X) (INR d * phi X0) ltac:(nra) ltac:(nra).
  have : q * phi X <= least_drift d (INR d * phi X).
    apply: (Rmult_le_reg_r (INR d * phi X0)) => //.
    by apply: Rle_trans r; right; rewrite /q; field; lra.
  lra.
apply: (mean_gap_geometric d0 h f) => //.
have [a a0 n] := unit_norm d0 f; have e := phi_scaled d0 a0 f; have fX := full_scaled a0 f.
have := step (scaled a X0) fX n ltac:(lra); rewrite e.
have : 0 <= mean L (fun W => phi (BN (W *m scaled a X0)%ring)).
  by apply: mean_ge0_drawn => w; have [] := drift.layer_phi_range d0 (haar_orthogonal h w) fX.
by nra.
Qed.
