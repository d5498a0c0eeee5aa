(* sharp:drift-from-spread.

   The row norms a_j of W X have sum d, so phi(BN(W X)) - phi(X) = mean_j ln a_j. Every a_j lies in (0, L], L the largest
   eigenvalue of X X^T, where ln x <= (x-1) - (x-1)^2/(2 L): the difference vanishes at 1 and its slope is
   (x-1)(L-x)/(x L). By the moments of a Haar matrix E a_j = 1 and E (a_j - 1)^2 = 2 S/(d (d+2)). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar drift.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem drift_from_spread : statements.sharp.isometry.drift_from_spread.
Proof.
move=> d L X lam d0 h s m p; split; first exact: (layer_phi_integrable d0 h s p).
have [i [-> top]] := lambda_maxE s d0.
by have := drift_le d0 h s m p top; rewrite /Rdiv Ropp_mult_distr_l.
Qed.
