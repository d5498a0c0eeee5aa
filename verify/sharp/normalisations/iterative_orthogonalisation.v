(* sharp:iterative-orthogonalisation.

   H = U diag(s) Q, and the layer makes it P diag(s^(1/2)) Q, whose product with its transpose is P diag(s) P^T. So with
   p_k = sum s_i^k its squared gap is the sum of the squares of the shares s_i/p_1, less 1/n: p_2/p_1^2 - 1/n; and that
   of H is p_4/p_2^2 - 1/n, the n - r zeros included. By sharp:power-sums p_2^3 <= p_1^2 p_4, with equality where, and
   only where, all s_i are equal. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import orthogonality.
From Lemmata.statements.sharp Require normalisations.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem iterative_orthogonalisation : statements.sharp.normalisations.iterative_orthogonalisation.
Proof.
split=> [n r P Q d U s r0 oP oQ _ oU p n0 | ]; first exact: V_iterative.
split=> [n r P Q d U s r0 oP oQ _ oU p n0 | ]; first exact: V_iterative_equal.
split=> [n r P Q d U s r0 oP oQ _ oU p n0 | d n r Q U s _ r0 oQ oU p n0]; first exact: V_iterative_only.
exact: V_singular.
Qed.
