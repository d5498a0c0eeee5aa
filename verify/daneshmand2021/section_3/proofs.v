(* remark-whitening. With M M^T = U diag(lam) U^T the whitened matrix H = (M M^T)^(-1/2) M has
   H H^T = U diag(1 or 0) U^T, a projection onto the span of the columns of M, in which those of H
   lie. So H^T H is a projection too, and of rank n it is the identity. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import orthogonality.
From Lemmata.statements.daneshmand2021 Require section_3.

Theorem remark_whitening : section_3.remark_whitening.
Proof. by move=> d n M lam U d0 n0 o e _ full; exact: whitened_orthogonal. Qed.
