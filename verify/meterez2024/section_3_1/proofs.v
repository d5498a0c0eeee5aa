(* meterez2024, section 3.1.

   lemma-2: lemma A.1 for W X in place of X; a rotation keeps X^T X, and so det and trace: I(W X) = I(X). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.statements.meterez2024 Require section_3_1.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem lemma_2 : section_3_1.lemma_2.
Proof.
move=> d W X d0 f w; rewrite -(isometry_rotated X w).
by apply: isometry_BN_spread => //; exact: full_rotated.
Qed.
