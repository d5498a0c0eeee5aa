(* sharp:theorem-1.

   By sharp:extremal-drift E phi(X_(l+1)) <= phi - g(phi) in a state of gap phi, g the drift of the spectrum z < y = ... = y of
   that gap. A row of W X then has the squared norm y (1 - s w^2), s = 1 - z/y, w an entry of a Haar matrix, and y = 1/(1 - s/d):
   g = ln(1 - s/d) - E ln(1 - s w^2) and phi = ln(1 - s/d) - ln(1 - s)/d. With m_k = E w^(2k) these are the power series
   sum s^k (m_k - d^(-k))/k and sum s^k (1/d - d^(-k))/k. Invariance gives (d + 2k) m_(k+1) = (2k + 1) m_k, and from it by
   induction that the ratio of the coefficients falls with k; so g/phi falls with s (compare the products of two series term by
   term), and with phi. As phi(X_l) <= phi_0, g(phi(X_l)) >= phi(X_l) g(phi_0)/phi_0: every layer multiplies the mean gap by
   1 - g(phi_0)/phi_0 at most, the first one after X_0 was scaled to the norm sqrt(d), which changes neither chain nor gap. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry tower haar least_drift gap_contraction.
From Lemmata.statements.sharp Require theorem_1.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem theorem_1 : theorem_1.theorem_1.
Proof.
move=> d l L X0 d0 h p d2 f.
have D2 : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP.
have T0 : 0 <= INR d * phi X0 by apply: Rmult_le_pos; lra.
have i : integrable_over_positive (small_kernel (INR d) (exp (- small_root (INR d) (INR d * phi X0)))).
  by have [z [z0 z1 _ ->]] := small_rootE D2 T0; exact: (small_integrable d2 h).
split; first exact: weights_phi_integrable.
split; first exact: i.
exact: (mean_gap_least_drift d2 h f p l).
Qed.
