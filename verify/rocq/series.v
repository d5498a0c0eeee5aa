(* Sums over layers: the arithmetic of lemma C.3 and theorem 5 of meterez2024 (hitting.v has that of lemmas C.5 and C.6).

   D is the width, g0 the gap of the input, rate D g = 1/(D^2 (1 + D g)) the share of the gap g that a layer takes at least.
   Pointwise lemmas say what one layer does to g and sqrt (D g); a prover takes means of them. The others are about the
   sequences of these means: they telescope. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals drift_arith.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- sums of sequences ---------- *)
Lemma total_recr (f : nat -> R) l : \S_(k < l.+1) f k = \S_(k < l) f k + f l.
Proof. by rewrite /total big_ord_recr. Qed.
Lemma total_empty (f : 'I_0 -> R) : total f = 0.
Proof. by rewrite /total big_ord0. Qed.
(* a_l pays c n_l for layer l *)
Lemma telescope (a n : nat -> R) c b : a 0%N <= b -> (forall l, a l.+1 + c * n l <= a l) ->
  forall l, c * (\S_(k < l) n k) + a l <= b.
Proof.
move=> h0 h; elim=> [|l IH]; first by rewrite total_empty; lra.
by rewrite total_recr; have := h l; lra.
Qed.
(* layers l, ..., l+m-1 are some of the layers 0, ..., l+m-1 *)
Lemma total_shift_le (f : nat -> R) l m : (forall k, 0 <= f k) ->
  \S_(k < m) f (l + k)%N <= \S_(k < l + m) f k.
Proof.
move=> h; elim: m => [|m IH]; first by rewrite total_empty; apply: total_ge0.
by rewrite addnS !(total_recr _ _) (total_recr (fun k => f (l + k)%N)); lra.
Qed.

(* ---------- one layer ---------- *)
Definition rate (D g : R) : R := / (D ^ 2 * (1 + D * g)).
Lemma rate_pos D g : 1 <= D -> 0 <= g -> 0 < rate D g <= 1.
Proof. exact: rate_range. Qed.
Lemma rate_falls D x y : 1 <= D -> 0 <= y -> y <= x -> rate D x <= rate D y.
Proof.
move=> hD hy h; apply: Rinv_le_contravar; last by apply: Rmult_le_compat_l; nra.
by apply: Rmult_lt_0_compat; nra.
Qed.
(* the root: its tangent at m, in the mean y' <= (1 - r) m *)
Lemma root_below_tangent y m : 0 <= y -> 0 < m -> sqrt y <= (y + m) / (2 * sqrt m).
Proof.
move=> hy hm; have p := sqrt_lt_R0 m hm; have a := sqrt_sqrt y hy; have b := sqrt_sqrt m (Rlt_le _ _ hm).
apply: (Rmult_le_reg_r (2 * sqrt m)); first lra.
have -> : (y + m) / (2 * sqrt m) * (2 * sqrt m) = y + m by field; lra.
by have := pow2_ge_0 (sqrt y - sqrt m); nra.
Qed.
(* m = D g > 0, y the mean of D g', s the mean of sqrt (D g') *)
Lemma root_of_a_layer m y s r : 0 < m -> y <= m * (1 - r) -> s <= (y + m) / (2 * sqrt m) ->
  s <= sqrt m * (1 - r / 2).
Proof.
move=> hm hy hs; have p := sqrt_lt_R0 m hm; have b := sqrt_sqrt m (Rlt_le _ _ hm).
apply: (Rle_trans _ _ _ hs); apply: (Rmult_le_reg_r (2 * sqrt m)); first lra.
have -> : (y + m) / (2 * sqrt m) * (2 * sqrt m) = y + m by field; lra.
have -> : sqrt m * (1 - r / 2) * (2 * sqrt m) = (sqrt m * sqrt m) * (2 - r) by field.
by rewrite b; lra.
Qed.

(* with g <= g0 the rate is at least that of g0 *)
Lemma root_layer_from_start D g g0 : 1 <= D -> 0 <= g -> g <= g0 ->
  sqrt (D * g) * (1 - rate D g / 2) <= (1 - rate D g0 / 2) * sqrt (D * g).
Proof. by move=> hD hg h; have := rate_falls hD hg h; have := sqrt_pos (D * g); nra. Qed.

(* ---------- lemma C.6 as the paper has it ---------- *)
Lemma hitting_time_bound D g0 t : 1 <= D -> 0 <= g0 -> t <= 17 * D ^ 3 * g0 -> t <= 17 * D ^ 3 * g0 * (1 + D * g0).
Proof.
move=> hD hg h; have D3 : 0 < D ^ 3 by apply: pow_lt; lra.
by have : 0 <= 17 * D ^ 3 * g0 * (D * g0); [repeat apply: Rmult_le_pos; lra | lra].
Qed.

(* ---------- lemma C.3 and theorem 5: all layers ---------- *)
Lemma decreasing_sum (a : nat -> R) r b : 0 < r -> a 0%N <= b -> (forall l, 0 <= a l) ->
  (forall l, a l.+1 <= (1 - r) * a l) -> forall l, \S_(k < l) a k <= b / r.
Proof.
move=> hr h0 ha h l; have := @telescope a a r b h0 (fun l => ltac:(have := h l; lra)) l => t.
apply: (Rmult_le_reg_l r) => //; have -> : r * (b / r) = b by field; lra.
by have := ha l; lra.
Qed.
Lemma cubic_in_the_root y : 0 <= y -> (1 + y ^ 2) * (y ^ 2 + 3 * y) / 2 + 4 <= y ^ 6 + 8.
Proof.
(* every power of y lies below a line in y^6, its tangent near 1.15 *)
move=> hy; set t := y ^ 2; have t0 : 0 <= t by exact: pow2_ge_0.
have p1 : 0 <= (y - 23 / 20) ^ 2 by exact: pow2_ge_0.
have p2 : 0 <= (t - 4 / 3) ^ 2 * (t + 8 / 3) by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
have p3 : 0 <= (y ^ 3 - 3 / 2) ^ 2 by exact: pow2_ge_0.
have p4 : 0 <= (t - 4 / 3) ^ 2 * (2 * t + 4 / 3) by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
have y6 : 0 <= y ^ 6 by exact: pow_le.
have e1 : (y - 23 / 20) ^ 2 = t - 23 / 10 * y + 529 / 400 by rewrite /t; field.
have e2 : (t - 4 / 3) ^ 2 * (t + 8 / 3) = y ^ 6 - 16 / 3 * t + 128 / 27 by rewrite /t; field.
have e3 : (y ^ 3 - 3 / 2) ^ 2 = y ^ 6 - 3 * y ^ 3 + 9 / 4 by field.
have e4 : (t - 4 / 3) ^ 2 * (2 * t + 4 / 3) = 2 * y ^ 6 - 4 * y ^ 4 + 64 / 27 by rewrite /t; field.
have -> : (1 + t) * (t + 3 * y) / 2 = (t + 3 * y + y ^ 4 + 3 * y ^ 3) / 2 by rewrite /t; field.
lra.
Qed.
(* g_k = E d phi_k and s_k = E sqrt(d phi_k): the bounds (g_k + sqrt 2 s_k)/2 of E log ||J|| of the layers *)
Lemma sum_of_log_bounds (g s : nat -> R) D g0 : 2 <= D -> 0 <= g0 ->
  g 0%N <= D * g0 -> s 0%N <= sqrt (D * g0) -> (forall l, 0 <= g l) -> (forall l, 0 <= s l) ->
  (forall l, g l.+1 <= (1 - rate D g0) * g l) -> (forall l, s l.+1 <= (1 - rate D g0 / 2) * s l) ->
  forall l, \S_(k < l) ((g k + sqrt 2 * s k) / 2) + 4 * D ^ 2 <= D ^ 5 * (g0 ^ 3 + 1).
Proof.
move=> hD hg g1 s1 gp sp hgs hss l; have r := @rate_pos D g0 ltac:(lra) hg.
have a := @decreasing_sum g (rate D g0) _ ltac:(lra) g1 gp hgs l.
have b := @decreasing_sum s (rate D g0 / 2) _ ltac:(lra) s1 sp hss l.
have w : sqrt 2 <= 3 / 2 by rewrite -(sqrt_pow2 (3 / 2)); [apply: sqrt_le_1_alt; lra | lra].
set y := sqrt (D * g0) in b *; have y0 : 0 <= y by exact: sqrt_pos.
have yy : D * g0 = y ^ 2 by rewrite /y pow2_sqrt //; nra.
have D2 : 0 < D ^ 2 by nra.
have ri : / rate D g0 = D ^ 2 * (1 + y ^ 2) by rewrite /rate Rinv_inv yy.
rewrite total_div total_add total_scal.
have a' : \S_(k < l) g k <= y ^ 2 * (D ^ 2 * (1 + y ^ 2)) by rewrite -ri -yy.
have b' : \S_(k < l) s k <= 2 * y * (D ^ 2 * (1 + y ^ 2)).
  by rewrite -ri; have -> : 2 * y * / rate D g0 = y / (rate D g0 / 2); [field; lra | exact: b].
have S0 : 0 <= \S_(k < l) s k by apply: total_ge0 => k; exact: sp.
have c := cubic_in_the_root y0.
have e : D ^ 5 * (g0 ^ 3 + 1) = D ^ 2 * (y ^ 6 + D ^ 3).
  by have -> : y ^ 6 = (D * g0) ^ 3; [rewrite yy; ring | ring].
have D3 : 8 <= D ^ 3 by have : 0 <= (D - 2) * (D ^ 2 + 2 * D + 4); [apply: Rmult_le_pos; nra | lra].
have f : ((\S_(k < l) g k) + sqrt 2 * \S_(k < l) s k) / 2 <= D ^ 2 * ((1 + y ^ 2) * (y ^ 2 + 3 * y) / 2).
  have : sqrt 2 * (\S_(k < l) s k) <= 3 / 2 * (2 * y * (D ^ 2 * (1 + y ^ 2))).
    by apply: Rmult_le_compat => //; exact: sqrt_pos.
  lra.
have u : D ^ 2 * ((1 + y ^ 2) * (y ^ 2 + 3 * y) / 2 + 4) <= D ^ 2 * (y ^ 6 + D ^ 3).
  by apply: Rmult_le_compat_l; lra.
by rewrite e; lra.
Qed.
(* what theorem 5 adds *)
Lemma ln_sqrt_width D : 1 <= D -> ln (sqrt D) <= 4 * D ^ 2.
Proof.
move=> h; have p := sqrt_lt_R0 D ltac:(lra); have := ln_below p.
by have : sqrt D <= D; [rewrite -{2}(sqrt_pow2 D); [apply: sqrt_le_1_alt; nra | lra] | nra].
Qed.
(* the log of a Jacobian from the defect of the least eigenvalue x: log ||J|| <= - ln x / 2 *)
Lemma log_jacobian_bound x T j : 0 < x -> x - 1 - ln x <= T -> j <= - ln x / 2 -> j <= (T + sqrt 2 * sqrt T) / 2.
Proof.
move=> p h hj; have T0 : 0 <= T by have := defect_ge0 p; lra.
by have := log_from_defect_root p h; rewrite sqrt_mult //; lra.
Qed.
Lemma log_jacobian_two_regimes x T j : 0 < x -> x - 1 - ln x <= T -> j <= - ln x / 2 ->
  j <= (if Rle_dec (T * 16) 1 then 19 / 25 * sqrt T else (T + 1) / 2).
Proof.
move=> p h hj; case: Rle_dec => t; rewrite /is_left; last by have := log_from_defect p h; lra.
by have := @log_from_small_defect x T p h ltac:(lra); lra.
Qed.
(* sharp:theorem-5: exp lies above its tangent at -h, so that - ln x is bounded by a line in T *)
Lemma log_by_tangent x T h : 0 < x -> x - 1 - ln x <= T -> 0 <= h ->
  (1 - exp (- h)) * (- ln x) <= T + 1 - exp (- h) * (1 + h).
Proof.
move=> p q hh; have e := exp_ineq1_le (ln x + h); have ep := exp_pos (- h).
have : exp (- h) * (1 + (ln x + h)) <= x.
  apply: (Rle_trans _ (exp (- h) * exp (ln x + h))); first by apply: Rmult_le_compat_l; lra.
  by rewrite -exp_plus (_ : - h + (ln x + h) = ln x) ?exp_ln //; [lra | ring].
lra.
Qed.
(* h + exp(-h) - 1 = s: in the mean, j the mean log Jacobian, t the mean of d phi *)
Lemma mean_log_by_root j t s h : 0 < h -> h + exp (- h) - 1 = s -> t <= s ->
  2 * (1 - exp (- h)) * j <= t + 1 - exp (- h) * (1 + h) -> j <= h / 2.
Proof.
move=> hh e ts b; have : exp (- h) < exp 0 by apply: exp_increasing; lra.
by rewrite exp_0 => q; nra.
Qed.
