(* sharp:exponent-below.

   exponent-below: m = n - 1, r = d - m. Rotated, a layer draws rows r_j = T^T z_j of the others, T T^T = diag(q) with the eigenvalues q of
   K = H^T H, and independent normals w_j for the direction u. With D = diag(1/|r_j|) and Q the projector on what is orthogonal to the columns
   of X = D R, Y = |Q D w|^2/d. 1. Given R, E exp(-t |Q D w|^2) = prod (1 + 2 t kappa_i)^(-1/2) over the r eigenvalues kappa_i of D Q D that
   are not 0. ln (1 + e^y) is convex, so that this is at most the transform of their geometric mean times a chi-square variable of r
   degrees of freedom; what has the smaller transform has the larger mean logarithm, by Frullani's integral: E ln |Q D w|^2 >=
   L_r + E (1/r) sum ln kappa_i, L_k = E ln chi^2_k. 2. By complementary minors prod kappa_i = det(D)^2 det(R^T R)/det(X^T X), and
   det(R^T R) = det(Z^T Z) prod q. By 1. for D = 1, E ln det(Z^T Z) >= L_(d-m+1) + ... + L_d. 3. E ln |r_j|^2 <= L_m - ln m, as sum q = 1:
   the transform is least at equal q. 4. L_(k+2) = L_k + 2/k and Jensen's inequality give ln (k - 1) <= L_k <= ln k - 1/k. So, for d >= n^2,
   E ln Y >= 1/m - n/r + (m/r) (E phi(H') - phi(H)) from every H. 5. The same bounds show that the means of |ln Y| and phi(H') are at most
   affine in phi(H), so that all means exist; with probability 1 H' has independent columns and norm 1, and Y > 0. 6. Over the layers
   the gaps telescope, and phi(H_l) >= 0. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require lost_chain.
From Lemmata.statements.sharp Require widths.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem exponent_below : statements.sharp.widths.exponent_below.
Proof.
move=> d l m H0 N u0 u _ normal away unit start next n2 wide l1 _ full norm.
have m0 : (0 < m)%N by rewrite -ltnS.
have wide' : (m.+1 ^ 2 <= d)%N by apply/leP/INR_le; rewrite expnS expn1 mult_INR; move: wide; rewrite /= Rmult_1_r.
have away' W : (H0^T *m u 0%N W = 0)%ring by rewrite start.
have unit' W : ((u 0%N W)^T *m u 0%N W = 1%:M)%ring by rewrite start.
have fixed W W' : u 0%N W = u 0%N W' by rewrite !start.
have [i le] := @lost_chain.mean_log_factors N d m H0 u normal m0 wide' full norm away' unit' fixed next l l1.
split; first exact: i.
apply: Rle_trans le; apply: Req_le; rewrite /lost_chain.rate S_INR.
have -> : INR d - (INR m + 1) + 1 = INR d - INR m by ring.
by have -> : (INR m + 1) ^ 2 = (INR m + 1) * (INR m + 1) by ring.
Qed.
