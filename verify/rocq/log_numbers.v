(* Inequalities of logarithms of numbers: the trapezium above, the midpoint below, and the constant of sharp:exponent-below. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

Lemma slope_ge0 (f f' : R -> R) a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (f' x)) -> (forall x, a <= x <= b -> 0 <= f' x) -> f a <= f b.
Proof.
intros ab d p; destruct (Req_dec a b) as [<- | ne]; [lra |].
destruct (MVT_cor2 f f' a b) as [c [e [ac cb]]]; [lra | intros x h; apply is_derive_Reals; apply d; exact h |].
assert (0 <= f' c) by (apply p; lra). nra.
Qed.
Lemma ln_trapezoid_unit z : 0 <= z -> ln (1 + z) <= (1 + z - / (1 + z)) / 2.
Proof.
intro z0; pose (f := fun z => (1 + z - / (1 + z)) / 2 - ln (1 + z)).
assert (h : f 0 <= f z).
  apply (slope_ge0 f (fun z => (1 + / (1 + z) ^ 2) / 2 - / (1 + z)) 0 z z0); intros x [x0 _].
    unfold f; auto_derive; [split; [lra | split; [lra | trivial]] |]; field; lra.
  replace ((1 + / (1 + x) ^ 2) / 2 - / (1 + x)) with ((1 - / (1 + x)) ^ 2 / 2) by (field; lra).
  assert (g := pow2_ge_0 (1 - / (1 + x))); lra.
unfold f in h; replace (1 + 0) with 1 in h by ring; rewrite ln_1, Rinv_1 in h; lra.
Qed.
Lemma ln_midpoint_unit z : 0 <= z < 1 -> 2 * z <= ln (1 + z) - ln (1 - z).
Proof.
intros [z0 z1]; pose (f := fun z => ln (1 + z) - ln (1 - z) - 2 * z).
assert (h : f 0 <= f z).
  apply (slope_ge0 f (fun z => / (1 + z) + / (1 - z) - 2) 0 z z0); intros x [x0 xz].
    unfold f; auto_derive; [split; [lra | split; [lra | trivial]] |]; field; lra.
  replace (/ (1 + x) + / (1 - x) - 2) with (2 * x ^ 2 * / ((1 + x) * (1 - x))) by (field; lra).
  apply Rmult_le_pos; [assert (g := pow2_ge_0 x); lra |].
  apply Rlt_le, Rinv_0_lt_compat; nra.
unfold f in h; replace (1 + 0) with 1 in h by ring; replace (1 - 0) with 1 in h by ring; rewrite ln_1 in h; lra.
Qed.
Lemma ln_trapezoid x : 0 < x -> ln (x + 2) - ln x <= / x + / (x + 2).
Proof.
intro x0; assert (z0 : 0 <= 2 / x) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
assert (h := ln_trapezoid_unit _ z0).
replace (1 + 2 / x) with ((x + 2) / x) in h by (field; lra).
unfold Rdiv at 1 in h; rewrite ln_mult, ln_Rinv in h; try lra; [| apply Rinv_0_lt_compat; lra].
replace (((x + 2) / x - / ((x + 2) / x)) / 2) with (/ x + / (x + 2)) in h by (field; lra); lra.
Qed.
Lemma ln_midpoint x : 1 < x -> 2 / x <= ln (x + 1) - ln (x - 1).
Proof.
intro x1; assert (i : 0 < / x < 1).
  split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1; apply Rinv_lt_contravar; lra.
assert (h := ln_midpoint_unit (/ x) ltac:(lra)).
replace (1 + / x) with ((x + 1) * / x) in h by (field; lra).
replace (1 - / x) with ((x - 1) * / x) in h by (field; lra).
rewrite !ln_mult in h; try lra; unfold Rdiv; lra.
Qed.
(* the least rate: r = d - m >= m^2 + m + 1 *)
Lemma ln_ratio_below x y : 0 < x -> x <= y -> - ((y - x) / x) <= ln x - ln y.
Proof.
intros x0 xy; assert (h := exp_ineq1_le (ln y - ln x)).
unfold Rminus in h; rewrite exp_plus, exp_Ropp, !exp_ln in h; try lra.
assert (y * / x = (y - x) / x + 1) by (field; lra). lra.
Qed.
