(* sharp:gram-fourth-moment. H^T H = U diag(q) U^T, p the Gram map of q, beta = sum p_k^2 - 1/n.

   The rows of BN(W H) U are independent and of the law of u = x/|x|, x_k = sqrt(q_k) g_k, as the normal law does not change under
   rotations: E u_i u_k = p_i if i = k, else 0. So with C = U^T H'^T H' U, D = C - diag(p) is the mean of d independent
   X_r = u u^T - diag(p) of mean 0, with ||X_r||^2 <= 2 and E ||X_r||^2 = v = 1 - sum p_k^2 <= 1.
   Adding one X_r after the other and dropping what has the mean 0, E ||sum X_r||^4 <= d E ||X||^4 + 3 d (d-1) v^2 <= 5 d^2, by
   <S, X>^2 <= ||S||^2 ||X||^2. So z = ||D||^2 has E z = v/d <= 1/d and E z^2 <= 5/d^2.
   With probability 1 no row of W H is 0, and V(H')^2 = ||C - I/n||^2 = beta + 2 x + z, x = <D, diag(p) - I/n>, E x = 0, x^2 <= beta z.
   So V^4 <= beta^2 + 4 beta x + 8 beta z + 3 z^2, as 2 x <= beta + z. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require moments.
From Lemmata.statements.sharp Require layers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem gram_fourth_moment : statements.sharp.layers.gram_fourth_moment.
Proof.
move=> d n H N q d0 n0 normal [U [oU HH]] q1 _.
exact: (moments.fourth_moment normal d0 n0 oU HH q1).
Qed.
