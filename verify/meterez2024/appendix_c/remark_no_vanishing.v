(* meterez2024, the remark before the proof of theorem 5.

   remark-no-vanishing: as in the proof of sharp:no-vanishing, with lam_i/lam_j <= kappa^2 for any two eigenvalues of X_l^T X_l: the torque
   X^T G - G^T X has a squared norm of at most 4 kappa^2 ||dL/dW_l||^2, and every layer keeps it. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra torque.
From Lemmata.verify.rocq Require jacobians.
From Lemmata.statements.meterez2024 Require appendix_c.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem remark_no_vanishing : statements.meterez2024.appendix_c.remark_no_vanishing.
Proof.
move=> d l m F W X0 d0 sm o _ k0 f; have full := chain_full o f l.
have [lam sp] := gram_spectrum (rotated X0 W l); have p := gram_spectrum_pos full sp.
set b := lambda_max _ in k0 *; set a := lambda_min _ in k0 *.
have a0 : 0 < a by exact: gram_lambda_min_pos.
have b0 i : lam i <= b by exact: lambda_max_ge.
have below i : a <= lam i by exact: lambda_min_le.
have one i j : lam i / lam j <= b / a.
  have pi := p i; have pj := p j; apply: Rle_trans (_ : b / lam j <= _).
    by apply: Rmult_le_compat_r; [left; exact: Rinv_0_lt_compat | exact: b0].
  apply: Rmult_le_compat_l; [by have := b0 i; lra | exact: Rinv_le_contravar].
have ratio i j : lam i / lam j + lam j / lam i <= 2 * (b / a) by have := one i j; have := one j i; lra.
have := torque_weight_gradient m sm o f sp ratio; rewrite /torque.
set t := (_ - _)%ring; set k := sqrt _ in k0 * => h.
have kk : k ^ 2 = b / a.
  by rewrite /k pow2_sqrt //; have pi := p (Ordinal d0); have := b0 (Ordinal d0); have := one (Ordinal d0) (Ordinal d0); rewrite /Rdiv Rinv_r; lra.
have up : frobenius t <= 2 * k * frobenius (weight_gradient F X0 W l m).
  by apply: jacobians.frobenius_le; [lra | rewrite Rpow_mult_distr kk; lra].
apply: (Rmult_le_reg_r (2 * k)); first lra.
rewrite (_ : _ / _ * _ = frobenius t); [lra | field; lra].
Qed.
