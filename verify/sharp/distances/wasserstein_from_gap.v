(* sharp:wasserstein-from-gap.

   wasserstein-from-gap: given H_l with eigenvalues q of H_l^T H_l, of sum 1, the pair (Z K^(1/2), Z/sqrt(n)) of sharp:wasserstein has the
   mean squared distance 2 - (2/sqrt(n)) \S sqrt(q_k); for a random H_l its mean. With S = \S q_k^2 = V^2 + 1/n and r = sqrt(q_k/S),
   r - (3 r^2 - r^4)/2 = r (r-1)^2 (r+2)/2 >= 0 sums up to \S sqrt(q_k) >= 1/sqrt(S), so that this is at most f(V^2),
   f(x) = 2 - 2/sqrt(1 + n x). f lies below its tangent at E V^2 (concave), hence E f(V^2) <= f(E V^2). That ||H_l||_F = 1 fails
   with probability 0. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means wasserstein_chain.
From Lemmata.statements.sharp Require distances.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem wasserstein_from_gap : statements.sharp.distances.wasserstein_from_gap.
Proof.
move=> d l n H0 N d0 n0 normal h0 _ _; split; first exact: chain_pairs.
split; first exact: chain_V2_integrable.
rewrite -from_gapE; [exact: distance_from_gap | exact: INR_pos | exact: square_ge0].
Qed.
