(* The rows of BN(X) have length 1, and there are d of them: frobsq_BN of the library. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import isometry.
From Lemmata.statements.own Require mine.

Theorem unit_rows : mine.unit_rows.
Proof. by move=> d n X d0 n0 pos; exact: frobsq_BN. Qed.
