(* meterez2024, section 3.2.

   remark-rank: BN(W X) = D W X with a diagonal matrix D, and a product has at most the rank of each factor. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.statements.meterez2024 Require section_3_2.

Theorem remark_rank : section_3_2.remark_rank.
Proof. move=> d n W X _ _ _; apply: le_INR; apply/leP; exact: rank_rotated. Qed.
