(* meterez2024, appendix A.

   lemma-A.1: let r_j be the row norms of X. BN divides det(X^T X) by prod r_j^2 and makes the trace d, so
   I(BN X)/I(X) = mean(r^2)/(prod r^2)^(1/d). The inequality of the arithmetic and the geometric mean gives
   (prod r)^(1/d) <= mean(r), and mean(r^2)/mean(r)^2 = 1 + Var(r)/mean(r)^2.

   corollary-A.3: U^T X = S V^T has orthogonal rows, of the norms |s_j| > 0 as X has full rank. BN makes them unit
   vectors, so BN(U^T X) is an orthogonal matrix: its Gram matrix is the identity, of determinant 1 and trace d.

   weingarten-moments: the moments are those of W U for any orthogonal U. A permutation of the columns makes
   E w_ik^2 w_jk^2 = a, E w_ik^2 w_jl^2 = b and E w_ik w_il w_jk w_jl = c the same for all k and l != k; a reflection in
   the plane of the columns k and l, with a change of sign, gives 2 c = a - b. In one row c = b, so b = a/3, and the row
   has norm 1: a + (d-1) b = 1/d. In two rows a + (d-1) b = 1/d and, the rows being orthogonal, a + (d-1) c = 0.

   rows-of-WX: let X X^T = U diag(lam) U^T. W U is again Haar, so the squared row norms of W X have the law of
   a_j = sum_k lam_k w_jk^2. The moments of order 2 and 4 above and sum lam = d give their means and mean products. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar.
From Lemmata.statements.meterez2024 Require appendix_a.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Theorem lemma_A_1 : appendix_a.lemma_A_1.
Proof. move=> d X d0 f; exact: isometry_BN_spread. Qed.

Theorem corollary_A_3 : appendix_a.corollary_A_3.
Proof.
move=> d Q U X s d0 oQ oU e f; apply: isometry_orthogonal => //.
apply: BN_orthogonal_rows => [i j ne | j]; last by apply: full_rowsq; rewrite gram_rotated //; exact: orthogonal_tr.
rewrite e !mulmxA orthogonal_tr_mul // mul1mx diag_orthogonal_gram // mxE (negbTE ne); exact: erefl.
Qed.

Local Open Scope R_scope.

Theorem weingarten_moments : appendix_a.weingarten_moments.
Proof.
move=> d L i j k l d0 h d2 ij kl; have D : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/leP.
have [sc other] := other_row_moments h k ij.
have lk : l != k by rewrite eq_sym.
have [tc mx] := other l lk.
do 5![split; first by apply: (tame_integrable h); tame].
split.
  rewrite (mean_ext L (g := fun W => W i k ^ 2 * W i k ^ 2)); last by move=> W; real_eq; ring.
  by rewrite -/(two_columns L i i k k) (same_row_moment h) delta_same; field; lra.
split; first by rewrite -/(two_columns L i i k l) (same_row_moment h) delta_other //; field; lra.
split; first exact: sc.
split; first by rewrite S_INR; exact: tc.
by rewrite -mx; apply: mean_ext => W; real_eq; ring.
Qed.

Theorem rows_of_WX : appendix_a.rows_of_WX.
Proof.
move=> d L X i j lam d0 h s _ d2 f ij; have D : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/leP.
have m : \S_(k < d) lam k = INR d by rewrite -(gram_l_frobsq s).
have [i1 e1] := mean_row h s m i; have [i2 e2] := mean_row_sq h s m i; have [i3 e3] := mean_two_rows h s m ij.
by do 3![split=> //]; rewrite e1 e2 e3; split; [|split]; field; lra.
Qed.
