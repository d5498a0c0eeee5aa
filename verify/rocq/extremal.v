(* Spectra of a given gap: one small eigenvalue drifts least, one large eigenvalue most (sharp:extremal-drift).

   delta(x) = x - 1 - ln x is the defect of the tangent of ln at 1. [defect_ratio]: delta(1 + s (v-1))/delta(v) rises in v,
   0 <= s <= 1; so the defect of the tangent of ln(1 + a x) at y over that of ln x rises in x. [one_small_most],
   [one_large_least]: with the same sum and product, sum_k ln(1 + a lam_k) lies between its values at one large and at one
   small eigenvalue, the others equal. [root_of_gap]: these two spectra exist and are unique, given the gap. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals drift_arith.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition defect (x : R) : R := x - 1 - ln x.
Lemma defect_1 : defect 1 = 0.
Proof. by rewrite /defect ln_1; lra. Qed.
Lemma defect_pos x : 0 < x -> 0 <= defect x.
Proof. exact: defect_ge0. Qed.
(* a point on the segment from 1 to v *)
Section Ratio.
Variable s : R.
Hypothesis s01 : 0 <= s <= 1.
Notation u v := (1 + s * (v - 1)).
Let u_pos v : 0 < v -> 0 < u v.
Proof. by move=> v0; nra. Qed.
Lemma above_square v : 1 <= v -> s ^ 2 * defect v <= defect (u v).
Proof.
move=> v1; rewrite /defect; suff : 0 <= (u v - 1 - ln (u v)) - s ^ 2 * (v - 1 - ln v) by lra.
apply: (@rises (fun v => (u v - 1 - ln (u v)) - s ^ 2 * (v - 1 - ln v))
  (fun v => s ^ 2 * (1 - s) * (v - 1) ^ 2 / (v * u v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; apply: Rmult_lt_0_compat; lra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra] | exact: pow2_ge_0].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
Lemma below_square v : 0 < v -> v <= 1 -> defect (u v) <= s ^ 2 * defect v.
Proof.
move=> v0 v1; rewrite /defect; suff : 0 <= s ^ 2 * (v - 1 - ln v) - (u v - 1 - ln (u v)) by lra.
apply: (@falls (fun v => s ^ 2 * (v - 1 - ln v) - (u v - 1 - ln (u v)))
  (fun v => s ^ 2 * (1 - s) * (v - 1) ^ 2 / (v * u v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; apply: Rmult_lt_0_compat; lra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra] | exact: pow2_ge_0].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
(* the ratio of the slopes *)
Notation r v := (s ^ 2 * v / u v).
Lemma slopes_above v : 1 <= v -> defect (u v) <= r v * defect v.
Proof.
move=> v1; rewrite /defect; suff : 0 <= r v * (v - 1 - ln v) - (u v - 1 - ln (u v)) by lra.
apply: (@rises (fun v => r v * (v - 1 - ln v) - (u v - 1 - ln (u v)))
  (fun v => s ^ 2 * (1 - s) / (u v) ^ 2 * (v - 1 - ln v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply: defect_pos; lra.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; exact: pow_lt.
  by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
Lemma slopes_below v : 0 < v -> v <= 1 -> r v * defect v <= defect (u v).
Proof.
move=> v0 v1; rewrite /defect; suff : 0 <= (u v - 1 - ln (u v)) - r v * (v - 1 - ln v) by lra.
apply: (@falls (fun v => (u v - 1 - ln (u v)) - r v * (v - 1 - ln v))
  (fun v => s ^ 2 * (1 - s) / (u v) ^ 2 * (v - 1 - ln v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply: defect_pos; lra.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; exact: pow_lt.
  by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
Lemma slopes_rise w v : 0 < w -> w <= v -> r w <= r v.
Proof.
move=> w0 wv; have pw := u_pos w0; have pv := @u_pos v ltac:(lra).
apply: (Rmult_le_reg_r (u w * u v)); first exact: Rmult_lt_0_compat.
rewrite (_ : r w * (u w * u v) = s ^ 2 * (w * u v)); last by field; lra.
rewrite (_ : r v * (u w * u v) = s ^ 2 * (v * u w)); last by field; lra.
by apply: Rmult_le_compat_l; [exact: pow2_ge_0 | nra].
Qed.
Theorem defect_ratio w v : 0 < w -> w <= v -> defect (u w) * defect v <= defect (u v) * defect w.
Proof.
move=> w0 wv; have v0 : 0 < v by lra.
have dw := defect_pos w0; have dv := defect_pos v0; have duw := defect_pos (u_pos w0); have duv := defect_pos (u_pos v0).
case: (Rle_lt_dec v 1) => [v1 | v1].
  suff : 0 <= defect (u v) * defect w - defect (u w) * defect v by lra.
  rewrite {2 3}/defect.
  apply: (@falls (fun w => defect (u v) * (w - 1 - ln w) - (u w - 1 - ln (u w)) * defect v)
    (fun y => (1 - y) / y * (defect (u v) - r y * defect v)) v w wv) => [y hy | y hy | ].
  - have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
    by field; split; [lra | rewrite /Rminus in p *; lra].
  - apply: Rmult_le_pos; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
    have a := slopes_below v0 v1; have b := @slopes_rise y v ltac:(lra) ltac:(lra).
    by have := Rmult_le_compat_r _ _ _ dv b; lra.
  - by right; rewrite /defect; ring.
case: (Rle_lt_dec w 1) => [w1 | w1].
  have a := below_square w0 w1; have b := @above_square v ltac:(lra).
  apply: (Rle_trans _ (s ^ 2 * defect w * defect v)); first exact: Rmult_le_compat_r.
  by have := Rmult_le_compat_r _ _ _ dw b; lra.
suff : 0 <= defect (u v) * defect w - defect (u w) * defect v by lra.
rewrite {1 4}/defect.
apply: (@rises (fun v => (u v - 1 - ln (u v)) * defect w - defect (u w) * (v - 1 - ln v))
  (fun y => (y - 1) / y * (r y * defect w - defect (u w))) w v wv) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- apply: Rmult_le_pos; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
  have a := @slopes_above w ltac:(lra); have b := @slopes_rise w y w0 ltac:(lra).
  by have := Rmult_le_compat_r _ _ _ dw b; lra.
- by right; rewrite /defect; ring.
Qed.
End Ratio.
