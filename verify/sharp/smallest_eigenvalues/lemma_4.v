(* sharp:lemma-4.

   Let q_k be the eigenvalues of H^T H, of sum 1, and e_k = q_k - 1/n: they sum to 0, and e_k >= -v with v = Vhat(H).
   The numbers e_k + v >= 0 have the sum n v, and a sum of squares of such numbers is at most the square of their sum:
   sum e_k^2 + n v^2 <= n^2 v^2, which is V^2 <= n (n-1) v^2. Where all but one of the q_k are the least one, all but
   one of the e_k + v are 0, and both sides are equal. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import orthogonality.
From Lemmata.statements.sharp Require smallest_eigenvalues.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem lemma_4 : statements.sharp.smallest_eigenvalues.lemma_4.
Proof.
split=> [d n H d0 n0 f _ | d n H q d0 n0 sp f _ [m b]]; first exact: V_le.
exact: V_attained sp b.
Qed.
