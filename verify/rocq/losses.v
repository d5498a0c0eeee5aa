(* Two losses of the logits z of one sample, y its class: cross entropy ln(sum_k exp z_k) - z_y has the gradient p - e_y, p the
   softmax of z, of norm at most sqrt 2; the squared error ||z - e_y||^2 has the gradient 2 (z - e_y), of norm at most 2 (||z|| + 1). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry jacobians.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma derivable_sub f g x a b : derivable_pt_lim f x a -> derivable_pt_lim g x b -> derivable_pt_lim (fun t => f t - g t) x (a - b).
Proof. exact: derivable_pt_lim_minus. Qed.
Section Loss.
Variables (n : nat) (y : 'I_n) (z : 'rV[R]_n).
Notation one_hot k := (if k == y then 1 else 0).
Definition cross_entropy (z : 'rV[R]_n) : R := ln (\S_(k < n) exp (z 0%ring k)) - z 0%ring y.
Definition squared_error (z : 'rV[R]_n) : R := \S_(k < n) (z 0%ring k - one_hot k) ^ 2.
Definition softmax (k : 'I_n) : R := exp (z 0%ring k) / \S_(i < n) exp (z 0%ring i).

Let mass : 0 < \S_(i < n) exp (z 0%ring i).
Proof. by apply: (@total_pos _ (fun i => exp (z 0%ring i)) y) => [k|]; [left; exact: exp_pos | exact: exp_pos]. Qed.
Lemma softmax_ge0 k : 0 <= softmax k.
Proof. by apply: Rlt_le; apply: Rdiv_lt_0_compat => //; exact: exp_pos. Qed.
Lemma softmax_total : \S_(k < n) softmax k = 1.
Proof. by rewrite total_div; field; lra. Qed.
Lemma softmax_le1 k : softmax k <= 1.
Proof. by rewrite -softmax_total; apply: total_one_term => i; exact: softmax_ge0. Qed.

(* along a curve c through z with c'(0) = D *)
Section Curve.
Variables (c : R -> 'rV[R]_n) (D : 'rV[R]_n).
Hypotheses (start : c 0 = z) (tangent : moves c D).
Let at_k k := tangent 0%ring k.
Lemma cross_entropy_along :
  derivable_pt_lim (fun t => cross_entropy (c t)) 0 (\S_(k < n) ((softmax k - one_hot k) * D 0%ring k)).
Proof.
have e k : derivable_pt_lim (fun t => exp (c t 0%ring k)) 0 (exp (z 0%ring k) * D 0%ring k).
  by apply: derivable_eq (derivable_pt_lim_comp _ _ _ _ _ (at_k k) (derivable_pt_lim_exp _)); rewrite start.
have p : 0 < \S_(k < n) exp (c 0 0%ring k) by rewrite start.
have := derivable_pt_lim_comp _ _ _ _ _ (derivable_total e) (derivable_pt_lim_ln _ p); rewrite start => h.
apply: derivable_eq (derivable_sub h (at_k y)).
transitivity (\S_(k < n) (exp (z 0%ring k) * D 0%ring k * / (\S_(i < n) exp (z 0%ring i)) - (if k == y then D 0%ring k else 0))).
  by rewrite total_sub total_scal_r total_delta; ring.
by apply: total_ext => k; rewrite /softmax /Rdiv; case: eqP => _; ring.
Qed.
Lemma squared_error_along :
  derivable_pt_lim (fun t => squared_error (c t)) 0 (\S_(k < n) (2 * (z 0%ring k - one_hot k) * D 0%ring k)).
Proof.
apply: derivable_total => k; have d := derivable_sub (at_k k) (derivable_pt_lim_const (one_hot k) 0).
by apply: derivable_eq (derivable_sq d); rewrite start /fct_cte; case: eqP => _; ring.
Qed.
End Curve.
Lemma basis_total (f : 'I_n -> R) j : \S_(k < n) (f k * basis (0%ring : 'I_1) j 0%ring k) = f j.
Proof.
rewrite (total_ext (g := fun k => if k == j then f k else 0)); first exact: total_delta.
by move=> k; rewrite basisE eqxx /=; case: eqP => _; ring.
Qed.
Lemma gradient_cross_entropy i j : gradient cross_entropy z i j = softmax j - one_hot j.
Proof.
rewrite mxE (ord1 i); apply: derive_value.
by apply: derivable_eq (cross_entropy_along (line_at_0 z _) (moves_line z _)); rewrite (basis_total (fun k => softmax k - one_hot k)).
Qed.
Lemma gradient_squared_error i j : gradient squared_error z i j = 2 * (z 0%ring j - one_hot j).
Proof.
rewrite mxE (ord1 i); apply: derive_value.
by apply: derivable_eq (squared_error_along (line_at_0 z _) (moves_line z _)); rewrite (basis_total (fun k => 2 * (z 0%ring k - one_hot k))).
Qed.
Lemma inner_row (A D : 'rV[R]_n) : inner A D = \S_(k < n) (A 0%ring k * D 0%ring k).
Proof. by rewrite /inner {1}/total big_ord1. Qed.
Lemma cross_entropy_differentiable : differentiable cross_entropy z.
Proof.
move=> c D start tangent; apply: derivable_eq (cross_entropy_along start tangent).
by rewrite inner_row; apply: total_ext => k; rewrite gradient_cross_entropy.
Qed.
Lemma squared_error_differentiable : differentiable squared_error z.
Proof.
move=> c D start tangent; apply: derivable_eq (squared_error_along start tangent).
by rewrite inner_row; apply: total_ext => k; rewrite gradient_squared_error.
Qed.

Lemma one_hot_total : \S_(k < n) one_hot k = 1.
Proof. exact: (total_delta (fun=> 1)). Qed.
Theorem cross_entropy_lipschitz : frobenius (gradient cross_entropy z) <= sqrt 2.
Proof.
apply: sqrt_le_1_alt; rewrite /frobsq {1}/total big_ord1.
apply: Rle_trans (total_le (g := fun k => softmax k + one_hot k) _) _; last by rewrite total_add softmax_total one_hot_total; lra.
by move=> k; rewrite gradient_cross_entropy; have := softmax_ge0 k; have := softmax_le1 k; case: eqP => _; nra.
Qed.
Theorem squared_error_lipschitz B : frobenius z <= B -> frobenius (gradient squared_error z) <= 2 * (B + 1).
Proof.
move=> h; have f0 := frobenius_ge0 z; have e : frobsq z = rowsq z 0%ring by rewrite /frobsq {1}/total big_ord1.
rewrite -[2 * _]sqrt_pow2; last lra.
apply: sqrt_le_1_alt; rewrite {1}/frobsq {1}/total big_ord1.
rewrite (_ : rowsq _ _ = 4 * (rowsq z 0%ring - 2 * z 0%ring y + 1)); last first.
  have -> : 1 = \S_(k < n) (if k == y then 1 else 0) by rewrite one_hot_total.
  rewrite -(total_delta (z 0%ring) y) -(total_scal 2) -total_sub -total_add -total_scal.
  by apply: total_ext => k; rewrite gradient_squared_error; case: eqP => _; ring.
have s : frobenius z ^ 2 = rowsq z 0%ring by rewrite frobenius_sq.
have t : z 0%ring y ^ 2 <= frobenius z ^ 2.
  by rewrite s; apply: (total_one_term (f := fun k => z 0%ring k ^ 2)) => k; exact: pow2_ge_0.
rewrite -s; have : - frobenius z <= z 0%ring y by nra.
nra.
Qed.
End Loss.
