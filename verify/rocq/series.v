(* Sums over layers: the arithmetic of lemmas C.3, C.5, C.6 and theorem 5 of meterez2024.

   D is the width, g0 the gap of the input, rate D g = 1/(D^2 (1 + D g)) the share of the gap g that a layer
   takes at least, below D g = 1 where 16 D g <= 1 and 0 elsewhere. Pointwise lemmas say what one layer does
   to g, sqrt (D g) and below D g; a prover takes means of them. The others are about the sequences of these
   means: they telescope. *)
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
Definition below (D g : R) : R := if Rle_dec (16 * D * g) 1 then 1 else 0.

Lemma below_range D g : 0 <= below D g <= 1.
Proof. by rewrite /below; case: Rle_dec => h; rewrite /is_left; lra. Qed.
Lemma if_below D g (x : R) : (if Rle_dec (16 * D * g) 1 then x else 0) = below D g * x.
Proof. by rewrite /below; case: Rle_dec => h; rewrite /is_left; lra. Qed.
Lemma if_above D g (x : R) : (if Rle_dec (16 * D * g) 1 then 0 else x) = (1 - below D g) * x.
Proof. by rewrite /below; case: Rle_dec => h; rewrite /is_left; lra. Qed.
Lemma below_one D g : 16 * D * g <= 1 -> below D g = 1.
Proof. by rewrite /below; case: Rle_dec. Qed.
Lemma below_zero D g : 1 < 16 * D * g -> below D g = 0.
Proof. by rewrite /below; case: Rle_dec => // h; lra. Qed.
Lemma below_falls D x y : 0 <= D -> y <= x -> below D x <= below D y.
Proof.
move=> hD h; case: (Rle_lt_dec (16 * D * x) 1) => hx; last by rewrite (below_zero hx); have := below_range D y; lra.
by rewrite (below_one hx) below_one //; nra.
Qed.

Lemma rate_pos D g : 1 <= D -> 0 <= g -> 0 < rate D g <= 1.
Proof. exact: rate_range. Qed.
Lemma rate_falls D x y : 1 <= D -> 0 <= y -> y <= x -> rate D x <= rate D y.
Proof.
move=> hD hy h; apply: Rinv_le_contravar; last by apply: Rmult_le_compat_l; nra.
by apply: Rmult_lt_0_compat; nra.
Qed.
(* below the threshold the rate is at least that of the threshold *)
Lemma rate_below D g : 1 <= D -> 0 <= g -> 16 * D * g <= 1 -> 16 / (17 * D ^ 2) <= rate D g.
Proof.
move=> hD hg h; have -> : 16 / (17 * D ^ 2) = / (D ^ 2 * (17 / 16)) by field; lra.
by apply: Rinv_le_contravar; [apply: Rmult_lt_0_compat; nra | apply: Rmult_le_compat_l; nra].
Qed.
(* above it so is the drift *)
Lemma drift_above D g : 1 <= D -> 1 < 16 * D * g -> / (17 * D ^ 3) <= g * rate D g.
Proof.
move=> hD h; have g0 : 0 < g by nra.
have D3 : 0 < D ^ 3 by apply: pow_lt; lra.
have q : 0 < 1 + D * g by nra.
have -> : g * rate D g = (D * g / (1 + D * g)) * / D ^ 3 by rewrite /rate; field; lra.
rewrite Rinv_mult; apply: Rmult_le_compat_r; first exact/Rlt_le/Rinv_0_lt_compat.
apply: (Rmult_le_reg_r (1 + D * g)) => //.
by have -> : D * g / (1 + D * g) * (1 + D * g) = D * g; [field; lra | lra].
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

(* ---------- lemma C.6: layers above the threshold ---------- *)
(* x before the layer, m the mean after it *)
Lemma paid_above D x m : 1 <= D -> 0 <= x -> m <= x - x * rate D x ->
  (1 - below D x) * m <= (1 - below D x) * x - / (17 * D ^ 3) * (1 - below D x).
Proof.
move=> hD hx h; case: (Rle_lt_dec (16 * D * x) 1) => t; first by rewrite (below_one t); lra.
by rewrite (below_zero t); have := drift_above hD t; lra.
Qed.
Lemma not_back_above D x y : 0 <= D -> 0 <= y -> y <= x -> (1 - below D y) * y <= (1 - below D x) * y.
Proof. by move=> hD hy h; have := below_falls hD h; nra. Qed.
(* n_k = E (1 - b_k), a_k = E (1 - b_k) phi_k *)
Lemma layers_above (a n : nat -> R) D g0 : 1 <= D -> a 0%N <= g0 -> (forall l, 0 <= a l) ->
  (forall l, a l.+1 <= a l - / (17 * D ^ 3) * n l) -> forall l, \S_(k < l) n k <= 17 * D ^ 3 * g0.
Proof.
move=> hD h0 ha h l; have D3 : 0 < D ^ 3 by apply: pow_lt; lra.
have := @telescope a n (/ (17 * D ^ 3)) g0 h0 (fun l => ltac:(have := h l; lra)) l => t.
have k : / (17 * D ^ 3) * (\S_(k < l) n k) <= g0 by have := ha l; lra.
apply: (Rmult_le_reg_l (/ (17 * D ^ 3))); first by apply: Rinv_0_lt_compat; lra.
by have -> : / (17 * D ^ 3) * (17 * D ^ 3 * g0) = g0 by field; lra.
Qed.
(* as lemma C.6 has it *)
Lemma hitting_time_bound D g0 t : 1 <= D -> 0 <= g0 -> t <= 17 * D ^ 3 * g0 -> t <= 17 * D ^ 3 * g0 * (1 + D * g0).
Proof.
move=> hD hg h; have D3 : 0 < D ^ 3 by apply: pow_lt; lra.
by have : 0 <= 17 * D ^ 3 * g0 * (D * g0); [repeat apply: Rmult_le_pos; lra | lra].
Qed.

(* ---------- lemma C.5: roots below the threshold ---------- *)
Lemma root_le_quarter D x : 16 * D * x <= 1 -> sqrt (D * x) <= / 4.
Proof.
by move=> h; rewrite -(sqrt_pow2 (/ 4)); [apply: sqrt_le_1_alt; lra | lra].
Qed.
(* s the mean of the root after the layer *)
Lemma paid_below D x s : 1 <= D -> 0 <= x -> s <= sqrt (D * x) * (1 - rate D x / 2) ->
  below D x * s <= below D x * sqrt (D * x) - 8 / (17 * D ^ 2) * (below D x * sqrt (D * x)).
Proof.
move=> hD hx h; case: (Rle_lt_dec (16 * D * x) 1) => t; last by rewrite (below_zero t); lra.
rewrite (below_one t); have r := rate_below hD hx t; have p := sqrt_pos (D * x).
have e : 8 / (17 * D ^ 2) = 16 / (17 * D ^ 2) / 2 by field; lra.
by rewrite e; nra.
Qed.
Lemma enters_below D x y : 0 <= D -> 0 <= y -> y <= x ->
  below D y * sqrt (D * y) <= below D x * sqrt (D * y) + (below D y - below D x) / 4.
Proof.
move=> hD hy h; case: (Rle_lt_dec (16 * D * y) 1) => t.
  by rewrite (below_one t); have := root_le_quarter t; have := below_range D x; nra.
have tx : 1 < 16 * D * x by nra.
by rewrite (below_zero t) (below_zero tx); lra.
Qed.
(* c_k = E b_k sqrt (D phi_k), p_k = E b_k *)
Lemma roots_below (c p : nat -> R) D : 1 <= D -> c 0%N <= p 0%N / 4 -> (forall l, 0 <= c l) -> (forall l, p l <= 1) ->
  (forall l, c l.+1 <= c l - 8 / (17 * D ^ 2) * c l + (p l.+1 - p l) / 4) ->
  forall l, \S_(k < l) c k <= 17 / 32 * D ^ 2.
Proof.
move=> hD h0 hc hp h l.
have t := @telescope (fun l => c l - p l / 4) c (8 / (17 * D ^ 2)) 0 ltac:(cbv beta; lra) (fun l => ltac:(cbv beta; have := h l; lra)) l.
have D2 : 0 < D ^ 2 by nra.
apply: (Rmult_le_reg_l (8 / (17 * D ^ 2))); first by apply: Rdiv_lt_0_compat; lra.
have -> : 8 / (17 * D ^ 2) * (17 / 32 * D ^ 2) = / 4 by field; lra.
by cbv beta in t; have := hc l; have := hp l; lra.
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
move=> hy; have a : y ^ 6 = (y ^ 3) ^ 2 by ring.
have e : y ^ 6 + 8 - ((1 + y ^ 2) * (y ^ 2 + 3 * y) / 2 + 4) = (y ^ 3 - y - 1) ^ 2 + (3 / 2 * y ^ 4 + / 2 * y ^ 3 - 3 / 2 * y ^ 2 - 7 / 2 * y + 3) by field.
have q : 0 <= 3 / 2 * y ^ 4 + / 2 * y ^ 3 - 3 / 2 * y ^ 2 - 7 / 2 * y + 3.
  have -> : 3 / 2 * y ^ 4 + / 2 * y ^ 3 - 3 / 2 * y ^ 2 - 7 / 2 * y + 3 =
    3 / 2 * (y ^ 2 - 1) ^ 2 + / 2 * y * (y - 1) ^ 2 + (5 / 2 * y ^ 2 - 4 * y + 3 / 2) by field.
  have s1 := pow2_ge_0 (y ^ 2 - 1).
  have s2 : 0 <= y * (y - 1) ^ 2 by apply: Rmult_le_pos => //; exact: pow2_ge_0.
  nra.
by have := pow2_ge_0 (y ^ 3 - y - 1); lra.
Qed.
