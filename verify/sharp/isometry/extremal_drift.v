(* sharp:extremal-drift.

   By sharp:drift |drift| = int (prod (1 + 2 t lam_k)^(-1/2) - (1+2t)^(-d/2)) dt/t. Let z < y = ... = y have the sum and the
   product of lam, and let delta(v) = v - 1 - ln v. No lam_k lies below z: by Jensen the others have at least the delta of their mean,
   and delta falls on (0, 1]. By how much the tangent at y exceeds ln(1 + 2 t x), over the same for ln x, rises in x: with v = x/y and
   s = 2 t y/(1 + 2 t y) this is delta(1 + s (v-1))/delta(v), whose slopes have the ratio s^2 v/(1 + s (v-1)), which rises; so it is
   least at z.
   Summed over lam_k: sum ln(1 + 2 t lam_k) is at most its value at z, y, ..., y, for every t: this spectrum drifts least.
   One large eigenvalue, in the same way, drifts most. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means haar mean_gap least_drift.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem extremal_drift : statements.sharp.isometry.extremal_drift.
Proof.
move=> d L X d0 h g d2 f n.
have D2 : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP.
have T0 : 0 <= INR d * phi X by apply: Rmult_le_pos; lra.
have [a b] := drift_bounds d2 h f n.
have i : integrable_over_positive (small_kernel (INR d) (exp (- small_root (INR d) (INR d * phi X)))).
  by have [z [z0 z1 _ ->]] := small_rootE D2 T0; exact: (small_integrable d2 h).
have j : integrable_over_positive (large_kernel (INR d) (exp (- large_root (INR d) (INR d * phi X)))).
  by have [z [z0 z1 _ ->]] := large_rootE D2 T0; exact: (large_integrable d2 h).
split; first exact: state_phi_integrable.
split; first exact: i.
split; first exact: j.
split; first exact: a.
by move: b; rewrite /largest_drift; set p := over_positive _; set q := mean _ _; rewrite -/p; lra.
Qed.
