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

(* along the coordinate j of z *)
Let line j t : 'rV[R]_n := (z + scaled t (basis 0 j))%ring.
Let coordinate j k : derivable_pt_lim (fun t => line j t 0%ring k) 0 (if k == j then 1 else 0).
Proof. by apply: derivable_eq (moves_line z (basis 0%ring j) 0%ring k); rewrite basisE eqxx. Qed.
Let start j : line j 0 = z. Proof. exact: line_at_0. Qed.

Lemma gradient_cross_entropy i j : gradient cross_entropy z i j = softmax j - one_hot j.
Proof.
rewrite mxE (ord1 i); apply: derive_value; rewrite [one_hot j](_ : _ = if y == j then 1 else 0); last by rewrite eq_sym.
apply: derivable_sub (coordinate j y); rewrite -/(line j).
have e k : derivable_pt_lim (fun t => exp (line j t 0%ring k)) 0 (if k == j then exp (z 0%ring k) else 0).
  apply: derivable_eq (derivable_pt_lim_comp _ _ _ _ _ (coordinate j k) (derivable_pt_lim_exp _)); rewrite start.
  by case: eqP => _; ring.
have s := derivable_total e; rewrite total_delta in s.
have p : 0 < \S_(k < n) exp (line j 0 0%ring k) by rewrite start.
have := derivable_pt_lim_comp _ _ _ _ _ s (derivable_pt_lim_ln _ p); rewrite start => h.
by apply: derivable_eq h; rewrite /softmax /Rdiv; ring.
Qed.
Lemma gradient_squared_error i j : gradient squared_error z i j = 2 * (z 0%ring j - one_hot j).
Proof.
rewrite mxE (ord1 i); apply: derive_value; rewrite -/(line j).
have e k : derivable_pt_lim (fun t => (line j t 0%ring k - one_hot k) ^ 2) 0 (if k == j then 2 * (z 0%ring k - one_hot k) else 0).
  have c := derivable_sub (coordinate j k) (derivable_pt_lim_const (one_hot k) 0).
  by apply: derivable_eq (derivable_sq c); rewrite start /fct_cte; case: eqP => _; case: eqP => _; ring.
by have := derivable_total e; rewrite total_delta.
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
