(* sharp:stationary-gap-above, sharp:stationary-gap-below. Let g = n/(n+2), K = 1 - 1/n, c = K/(1 - g^2), V(H_0) = 0.

   One layer of norm 1, with p the Gram map of the eigenvalues q of H^T H: E V'^2 = (1 - 1/d) (sum p^2 - 1/n) + K/d
   (sharp:gram-variance), E V'^4 <= beta^2 + 8 beta/d + 15/d^2, beta = sum p^2 - 1/n (sharp:gram-fourth-moment).
   stationary-gap-above: beta <= g^2 (1 + 2V)^2 V^2 (sharp:majorisation). So min(16 n^4 V^4, 1) >= V^4 rises by at most
   96 n^4 (n+2)/d^2 a layer in the mean, and x = E V^2 obeys x' <= g^2 ((1 + delta/n) x + (4n/delta + 4) E V^4) + K/d; unrolled.
   stationary-gap-below: with u uniform on the sphere, y = sum q_k u_k^2 and z = sum q_k^2 u_k^2, sum p_k q_k = E z/y, z >= y^2 and
   1/y >= 2n - n^2 y. The moments of u to order four give sum p_k (q_k - 1/n) >= g ((1 - e) V^2 - 3 V^4/(2e)), hence
   beta >= g^2 ((1 - 2e) V^2 - 3 V^4/e) for every e > 0, and x' is at least g^2 ((1 - 2e - 1/d) x - 3 E V^4/e) + K/d; unrolled with
   e = 24 n^2 sqrt(l/d). Where 30 n^3 sqrt(l/d) >= 1 there is nothing to prove. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means stationary stationary_below.
From Lemmata.statements.sharp Require orthogonality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem stationary_gap_above : statements.sharp.orthogonality.stationary_gap_above.
Proof.
move=> d l n H0 N d0 n0 normal l1 n2 h0 start wide; split; first exact: square_integrable.
by have := square_above normal d0 n2 h0 start l1 wide; rewrite S_INR; lra.
Qed.

Theorem stationary_gap_below : statements.sharp.orthogonality.stationary_gap_below.
Proof.
move=> d l n H0 N d0 n0 normal l1 n2 h0 start; split; first exact: square_integrable.
by rewrite [INR n.+1]S_INR; exact: square_below.
Qed.
