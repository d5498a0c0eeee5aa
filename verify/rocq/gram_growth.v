(* How much an eigenvalue may grow in the Gram map: p_i <= q_i/(1 - 2 s) for s = sum_j q_j^2 < 1/2 (sharp:isometry-lost).

   In the integral of lemma-9 the factor 1/(1 + 2 t q_i) is at most 1. The rest is exp (- 1/2 sum_j ln (1 + 2 t q_j)), and
   sum_j ln (1 + 2 t q_j) - ln (1 + 2 t s)/s is 0 at t = 0 and rises, as the mean of 1/(1 + 2 t q_j) by the weights q_j is at least
   1/(1 + 2 t s) ([spread_logs]). So p_i/q_i is at most the integral of (1 + 2 t s)^(-1/(2s)), which is 1/(1 - 2 s). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means normal half_line gram_map jacobians.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma derive_ln_line a t : 0 < 1 + a * t -> derivable_pt_lim (fun t => ln (1 + a * t)) t (a / (1 + a * t)).
Proof.
move=> p; have h := derivable_pt_lim_plus _ _ t _ _ (derivable_pt_lim_const 1 t) (derivable_scal a (derivable_pt_lim_id t)).
apply: derivable_eq (derivable_pt_lim_comp _ ln _ _ _ h (derivable_pt_lim_ln _ p)).
by rewrite /plus_fct /fct_cte /id; field; lra.
Qed.
(* 1/y lies above its tangent at m *)
Lemma inv_tangent y m : 0 < y -> 0 < m -> (2 * m - y) / m ^ 2 <= / y.
Proof.
move=> y0 m0; have -> : / y = (2 * m - y) / m ^ 2 + (y - m) ^ 2 / (y * m ^ 2) by field; lra.
have : 0 <= (y - m) ^ 2 / (y * m ^ 2); last by lra.
apply: Rmult_le_pos; first exact: pow2_ge_0.
by apply: Rlt_le; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat => //; exact: pow_lt.
Qed.

Section Spread.
Variables (n : nat) (q : 'I_n -> R).
Hypothesis q0 : forall k, 0 <= q k.
Hypothesis q1 : \S_(k < n) q k = 1.
Notation s := (\S_(k < n) q k ^ 2).

Lemma spread_pos : 0 < s.
Proof.
have := @total_ge0 n (fun k => q k ^ 2) (fun k => pow2_ge_0 (q k)); case=> // z; exfalso.
have v := @total_zero n (fun k => q k ^ 2) (fun k => pow2_ge_0 (q k)) (esym z).
have : \S_(k < n) q k = \S_(k < n) 0 by apply: total_ext => k; have := v k; nra.
by rewrite q1 total_const; lra.
Qed.
Lemma spread_rate t : 0 <= t -> 1 / (1 + 2 * s * t) <= \S_(k < n) (q k / (1 + 2 * q k * t)).
Proof.
move=> t0; have S := spread_pos; have m0 : 0 < 1 + 2 * s * t by nra.
have le k : q k * ((2 * (1 + 2 * s * t) - (1 + 2 * q k * t)) / (1 + 2 * s * t) ^ 2) <= q k / (1 + 2 * q k * t).
  by apply: Rmult_le_compat_l => //; apply: inv_tangent => //; have := q0 k; nra.
apply: Rle_trans (total_le le).
set m := 1 + 2 * s * t in m0 *.
rewrite (@total_ext n _ (fun k => (q k * (2 * m - 1) - 2 * t * q k ^ 2) / m ^ 2)); last by move=> k; field; lra.
by rewrite total_div total_sub total_scal_r total_scal q1; apply: Req_le; rewrite (_ : 2 * t * s = m - 1); [field; lra | rewrite /m; ring].
Qed.
Lemma spread_logs t : 0 <= t -> ln (1 + 2 * s * t) / s <= \S_(k < n) ln (1 + 2 * q k * t).
Proof.
move=> t0; have S := spread_pos.
pose D u := \S_(k < n) ln (1 + 2 * q k * u) - / s * ln (1 + 2 * s * u).
pose D' u := \S_(k < n) (2 * q k / (1 + 2 * q k * u)) - / s * (2 * s / (1 + 2 * s * u)).
have d u : 0 <= u -> derivable_pt_lim D u (D' u).
  move=> u0; apply: derivable_pt_lim_minus; last first.
    by apply: derivable_scal; apply: derive_ln_line; nra.
  by apply: derivable_total => k; apply: derive_ln_line; have := q0 k; nra.
have z : D 0 = 0.
  rewrite /D Rmult_0_r Rplus_0_r ln_1 (total_ext (g := fun _ => 0)); first by rewrite total_const; ring.
  by move=> k; rewrite Rmult_0_r Rplus_0_r ln_1.
have [t1 | <-] := t0; last by move: z; rewrite /D; lra.
have [c [e [c0 _]]] : exists c, D t - D 0 = D' c * (t - 0) /\ 0 < c < t.
  by apply: MVT_cor2 => // c [c0 _]; apply: d; lra.
have r := spread_rate (Rlt_le _ _ c0).
have : 0 <= D' c.
  rewrite /D' (total_ext (g := fun k => 2 * (q k / (1 + 2 * q k * c)))); last by move=> k; rewrite /Rdiv; ring.
  rewrite total_scal; have -> : / s * (2 * s / (1 + 2 * s * c)) = 2 * (1 / (1 + 2 * s * c)) by field; nra.
  by lra.
by move: e; rewrite z /D /Rdiv; nra.
Qed.

Variable N : law R.
Hypothesis normal : standard_normal N.

Lemma gram_growth i : s < 1 / 2 -> gram_map N q i <= q i / (1 - 2 * s).
Proof.
move=> half; have S := spread_pos.
have b0 : 0 < / (2 * s) - 1.
  have : / 1 < / (2 * s) by apply: Rinv_lt_contravar; lra.
  by rewrite Rinv_1; lra.
have [j e] := positive_finite (@power_line_borel (2 * s) (/ (2 * s) - 1)) (fun t _ => Rlt_le _ _ (exp_pos _))
  (half_line_power (a := 2 * s) (b := / (2 * s) - 1) ltac:(lra) b0).
have [k v] := over_positive_linear (q i) 0 j j; rewrite e in v.
rewrite (sawa normal q0) -[X in _ <= X](_ : q i * / (2 * s * (/ (2 * s) - 1)) + 0 * / (2 * s * (/ (2 * s) - 1)) = _); last by field; lra.
rewrite -v; apply: (over_positive_le (sawa_term_integrable normal q0 i) k).
move=> t t0; rewrite Rmult_0_l Rplus_0_r /sawa_term /power_line.
have L : 1 <= 1 + 2 * t * q i by have := q0 i; nra.
apply: Rmult_le_compat; [| exact: Rlt_le (exp_pos _) | |].
- by apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
- rewrite -[X in _ <= X]Rmult_1_r /Rdiv; apply: Rmult_le_compat_l => //; rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
- apply: calculus.exp_le; have := spread_logs (Rlt_le _ _ t0).
  have -> : \S_(k < n) ln (1 + 2 * q k * t) = \S_(k < n) ln (1 + 2 * t * q k).
    by apply: total_ext => l; congr (ln (1 + _)); ring.
  by rewrite (_ : (/ (2 * s) - 1 + 1) * ln (1 + 2 * s * t) = ln (1 + 2 * s * t) / s / 2); [lra | field; lra].
Qed.
End Spread.
