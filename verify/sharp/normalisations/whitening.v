(* sharp:whitening.

   M M^T = U diag(l) U^T. With 1/sqrt(l_k) where l_k > 0 and 0 elsewhere on the diagonal, the whitened matrix H has
   H H^T = U diag(e) U^T, e_k = 1 where l_k > 0 and 0 elsewhere: a projection E with E M = M (its complement times M
   has the norm 0), so that E and M have the same rank r, which is the trace of E. The squares of the shares of its
   eigenvalues sum to r (1/r)^2, hence V^2 = 1/r - 1/n. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import orthogonality.
From Lemmata.statements.sharp Require normalisations.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem whitening : statements.sharp.normalisations.whitening.
Proof. by move=> d n M lam U _ n0 o e r; exact: V_whitened. Qed.
