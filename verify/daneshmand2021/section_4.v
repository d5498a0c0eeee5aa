(* daneshmand2021, section 4.

   lemma-2: sharp:wasserstein-from-gap bounds the squared distance by f(E V^2), f(x) = 2 - 2/sqrt(1 + n x) <= n x (its tangent
   at 0). As 0 <= V <= 1, n E V^2 <= n E V <= 2 n E V. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means wasserstein_chain.
From Lemmata.statements.daneshmand2021 Require section_4.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem lemma_2 : section_4.lemma_2.
Proof.
move=> d l n H0 N d0 n0 normal h0 v0; split; first exact: chain_pairs.
split; first exact: chain_V_integrable.
have M := INR_pos n0; have a := distance_from_gap normal d0 n0 h0 l.
have b := from_gap_linear M (@square_ge0 N d n H0 l).
have c := Rmult_le_compat_l (INR n) _ _ (Rlt_le _ _ M) (@square_le_gap N d n H0 normal n0 l).
by have e := Rmult_le_pos _ _ (Rlt_le _ _ M) v0; lra.
Qed.
