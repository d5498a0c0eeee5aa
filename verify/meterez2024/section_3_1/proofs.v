(* meterez2024, section 3.1.

   lemma-2: lemma A.1 for W X in place of X; a rotation keeps X^T X, and so det and trace: I(W X) = I(X).

   corollary-4: the row norms r_j^2 = a_j of W X have sum d, so phi(BN(W X)) = phi(X) + mean_j ln a_j. All eigenvalues of
   X X^T are at most d, so 0 < a_j <= d, where ln x <= (x-1) - (x-1)^2/(2 d). By the moments of a Haar matrix E a_j = 1 and
   E (a_j - 1)^2 = 2 S/(d (d+2)), S = sum (lam_k - 1)^2: the drift is at most -2 x, x = S/(2 d^2 (d+2)) <= 1/6, and
   -2 x <= ln(1 - x).

   theorem-3: I = exp(-phi), so by Jensen E I(BN(W X)) >= exp(-E phi(BN(W X))) >= exp(-phi(X))/(1 - x) by corollary 4.
   If X is orthogonal, then X X^T = I has S = 0, and W X is orthogonal with unit rows: both sides are 1.

   theorem-1: a state X of full rank with ||X||_F^2 = d loses at least phi/(d^2 (1 + d phi)) in one layer: the drift is at
   most -S/(d (d+2) L), L the largest eigenvalue, and S/L is least, given phi, as in drift_arith.v. BN never raises phi, so
   this is at least a share 1/(d^2 (1 + d phi_0)) of phi. The weights are independent: by Fubini the mean over one layer more
   is the mean of that over the last, so shares multiply, from X_1 on; 1 - q <= exp(-q). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar tower drift mean_gap.
From Lemmata.statements.meterez2024 Require section_3_1.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem lemma_2 : section_3_1.lemma_2.
Proof.
move=> d W X d0 f w; rewrite -(isometry_rotated X w).
by apply: isometry_BN_spread => //; exact: full_rotated.
Qed.

Theorem corollary_4 : section_3_1.corollary_4.
Proof.
move=> d L X lam d0 h s m p; split; [exact: layer_phi_integrable s p | exact: drift_le_ln].
Qed.

Theorem theorem_3 : section_3_1.theorem_3.
Proof.
split=> d L X lam d0 h s m p.
  by split; [exact: layer_isometry_integrable s p | exact: isometry_mean_ge].
move=> o; have one := isometry_orthogonal d0 o.
rewrite (spread_orthogonal s m o) (_ : phi X = 0); last by rewrite /phi one ln_1 Ropp_0.
rewrite Ropp_0 exp_0 (mean_ext_drawn (g := fun=> 1)) ?mean_const; first by field; have := INR_ge1 d0; lra.
by move=> w; apply: isometry_BN_orthogonal => //; apply: orthogonal_mul => //; exact: haar_orthogonal.
Qed.

Theorem theorem_1 : section_3_1.theorem_1.
Proof.
by move=> d l L X d0 h _ f; split; [exact: weights_phi_integrable | exact: mean_gap_exp].
Qed.
