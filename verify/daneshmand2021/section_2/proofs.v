(* daneshmand2021, section 2.

   eq-1-frobenius: BN makes every one of the d rows a unit vector, so ||BN(M)||_F^2 = d; divide by sqrt(d). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.statements.daneshmand2021 Require section_2.

Theorem eq_1_frobenius : section_2.eq_1_frobenius.
Proof. move=> d n M d0 _; exact: frobenius_layer. Qed.
