(* sharp:absolute-constant.

   In every state one layer takes the gap to at most phi exp(-q) in the mean, q = 4 ln 2/(d^2 (1 + d phi)).
   By sharp:extremal-drift it suffices to look at one small eigenvalue 1 - e. d >= 3: ln x <= (x-1) - (x-1)^2/2 + (x-1)^3/3 and
   the moments of a Haar entry to order six bound the drift by a cubic in e from below; T = d phi is at most
   e^2/(2 (1-e)) + e^2/(2 (d-1)), and 1 - q <= exp(-q). d = 2: the drift is ln(2/(1 + exp(-phi))) exactly; for phi <= 1 use
   ln cosh(phi/2) <= phi^2/8, for phi > 1 that it exceeds ln(2)/2. As phi_l <= phi_0, q is at least its value at phi_0, and the
   tower property multiplies the layers.

   No smaller C: at d = 2 a layer takes a small gap to about a half of it (sharp:local-rate), where exp(-1/(4 C)) < 1/2; diagonal
   matrices have every gap. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means haar tower mean_gap half_rate best_constant.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem absolute_constant : statements.sharp.isometry.absolute_constant.
Proof.
split=> [d l L X0 d0 h p0 d2 f | C L h C0 C1]; last first.
  have l2 := ln_lt_2; have c : 4 * ln 2 < 1 / C.
    apply: (Rmult_lt_reg_r C) => //; rewrite (_ : 1 / C * C = 1); last by field; lra.
    have := Rmult_lt_compat_r (4 * ln 2) _ _ ltac:(lra) C1.
    by rewrite (_ : 1 / (4 * ln 2) * (4 * ln 2) = 1); [lra | field; lra].
  have [X0 [f lt]] := best_constant h c; exists X0; split=> //.
split; first exact: weights_phi_integrable.
have D2 : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP.
pose rate p := 4 * ln 2 / (INR d ^ 2 * (1 + INR d * p)).
have -> : exp (- (4 * ln 2) * INR l / (INR d ^ 2 * (1 + INR d * phi X0))) = exp (- rate (phi X0)) ^ l.
  have T0 : 0 <= INR d * phi X0 by nra.
  elim: l => [|l IH]; first by rewrite Rmult_0_r /Rdiv Rmult_0_l exp_0.
  by rewrite [RHS]/= -IH -exp_plus S_INR /rate; congr exp; field; split; lra.
apply: (mean_gap_geometric d0 h f); first exact/Rlt_le/exp_pos.
move=> X fX n le; apply: Rle_trans (layer_half_rate d2 h fX n) _.
have p := phi_ge0 d0 fX; apply: Rmult_le_compat_r => //; apply: exp_le; apply: Ropp_le_contravar.
have c := ln_lt_2; apply: Rmult_le_compat_l; first lra.
have D : 0 < INR d ^ 2 by apply: pow_lt; lra.
by apply: Rinv_le_contravar; [apply: Rmult_lt_0_compat => //; nra | apply: Rmult_le_compat_l; nra].
Qed.
