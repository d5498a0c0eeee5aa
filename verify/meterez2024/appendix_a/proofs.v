(* meterez2024, appendix A.

   lemma-A.1: let r_j be the row norms of X. BN divides det(X^T X) by prod r_j^2 and makes the trace d, so
   I(BN X)/I(X) = mean(r^2)/(prod r^2)^(1/d). The inequality of the arithmetic and the geometric mean gives
   (prod r)^(1/d) <= mean(r), and mean(r^2)/mean(r)^2 = 1 + Var(r)/mean(r)^2. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.statements.meterez2024 Require appendix_a.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem lemma_A_1 : appendix_a.lemma_A_1.
Proof. move=> d X d0 f; exact: isometry_BN_spread. Qed.
