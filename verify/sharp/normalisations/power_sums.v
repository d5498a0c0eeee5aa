(* sharp:power-sums.

   Let p_k = sum s_i^k, s_i > 0. Cauchy and Schwarz give p_2^2 <= p_1 p_3 (of s^(1/2) and s^(3/2)) and p_3^2 <= p_2 p_4
   (of s and s^2), so p_2^4 <= p_1^2 p_3^2 <= p_1^2 p_2 p_4; divide by p_2 > 0. Where p_2^3 = p_1^2 p_4, also
   p_3^2 = p_2 p_4: sum (s_i^2 - t s_i)^2 = p_4 - p_3^2/p_2 = 0 with t = p_3/p_2, hence s_i = t for every i. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import orthogonality.
From Lemmata.statements.sharp Require normalisations.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem power_sums : statements.sharp.normalisations.power_sums.
Proof.
split=> [r s r0 p | ]; first exact: power_sums_le.
by split=> r s r0 p; [exact: power_sums_equal | exact: power_sums_only].
Qed.
