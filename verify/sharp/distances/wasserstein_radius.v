(* sharp:wasserstein-radius.

   wasserstein-radius: given H_(l+1) of norm 1 the squared distance is at most f(V^2), f(x) = 2 - 2/sqrt(1 + n x), and at most
   2 - 2/sqrt(n), as V^2 <= 1 - 1/n (sharp:wasserstein-from-gap). f is concave with f(0) = 0: below its tangent at x = E[V^2; A], A =
   A1(alpha, l), its mean over A is at most f(x), and f increases, x being at most the bound of sharp:gap-in-depth at depth l. Elsewhere the
   distance is at most 2 - 2/sqrt(n), and A1(alpha, l+1) implies A. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means wasserstein_chain wasserstein_event.
From Lemmata.verify.rocq Require decay.
From Lemmata.verify.sharp.orthogonality Require gap_in_depth.
From Lemmata.statements.sharp Require distances.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem wasserstein_radius : statements.sharp.distances.wasserstein_radius.
Proof.
move=> d l n H0 N alpha d0 n0 normal a0 a1 h0 _ _; split; first exact: chain_pairs.
split; first exact: one_integrable.
have M := INR_pos n0; have [_ b] := proj1 Lemmata.verify.sharp.orthogonality.gap_in_depth.gap_in_depth d l n H0 N alpha d0 n0 normal a0 a1 h0.
set B := (1 - 1 / INR n) * _ in b *; have c := distance_square_where alpha normal d0 n0 h0 l.+1 l.
have x0 : 0 <= mean_where (weights (gaussian N d d) l.+1) (A1 H0 alpha l) (fun W => V (hidden H0 W l.+1) ^ 2).
  by apply: mean_ge0 => W; apply: decay.where_ge0 => W'; exact: pow2_ge_0.
rewrite -from_gapE //; last lra.
have m := from_gap_mono M x0 b; have q := @probability_before N d n H0 alpha normal l.+1 l.
have [k0 _] := kappa_range n0; have := Rmult_le_compat_l _ _ _ k0 q.
lra.
Qed.
