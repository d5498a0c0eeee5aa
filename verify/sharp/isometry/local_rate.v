(* sharp:local-rate.

   A multiple of X has the same gap and the same next layer, so let the eigenvalues of X X^T have the mean 1. If they lie in
   [1-r, 1+r], r < 1, so do the squared row norms a_j of W X, and x - 1 - ln x is (x-1)^2/2 there, up to a factor between 1-r and
   1/(1-r). Summed over the eigenvalues, x - 1 - ln x is d phi, so d phi is S/2, S = sum (lam_k - 1)^2; its mean over W at a_j is
   -E ln a_j, as E a_j = 1, so the drift is -E (a_j - 1)^2/2 = -S/(d (d+2)), both up to such a factor. Hence 1 - E phi'/phi is
   2/(d+2) up to a factor (1-r)^2, and r = 1.65 sqrt(d phi) will do as soon as d phi <= 1/16 (lemma B.1 of meterez2024). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means mean_gap.
From Lemmata.verify.rocq Require local_rate.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem local_rate : statements.sharp.isometry.local_rate.
Proof.
move=> d L d0 h d2; split=> [X f | eps e0]; last exact: rocq.local_rate.local_rate.
have [c c0 n] := unit_norm d0 f; have fc := full_scaled c0 f.
by apply: integrable_ext (state_phi_integrable d0 h fc n) => W; rewrite layer_scaled.
Qed.
