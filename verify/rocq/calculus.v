(* Derivatives, by Coquelicot: those that the normal law and the Gram map need. No mathcomp here, whose notations clash. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Lemma derive_root_1 : derivable_pt_lim (fun t => / sqrt (1 + 2 * t) ^ 1) 0 (-1).
Proof.
apply is_derive_Reals; auto_derive; rewrite Rmult_0_r, Rplus_0_r, sqrt_1; [repeat split; lra | field].
Qed.
Lemma derive_root_3 : derivable_pt_lim (fun t => / sqrt (1 + 2 * t) ^ 3) 0 (-3).
Proof.
apply is_derive_Reals; auto_derive; rewrite Rmult_0_r, Rplus_0_r, sqrt_1; [repeat split; lra | field].
Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [l | ->]; [left; now apply exp_increasing | right; reflexivity]. Qed.
Lemma ln_le x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros p [l | ->]; [left; now apply ln_increasing | right; reflexivity]. Qed.
Lemma nfloor_ex x : 0 <= x -> exists n : nat, INR n <= x < INR n + 1.
Proof. intro h; destruct (Rcomplements.nfloor_ex x h) as [n e]; now exists n. Qed.
Lemma Rabs_small x : (forall e, 0 < e -> Rabs x <= e) -> x = 0.
Proof.
intro h; destruct (Req_dec x 0) as [e | n]; trivial; exfalso.
assert (p := Rabs_pos_lt x n); assert (q := h (Rabs x / 2) ltac:(lra)); lra.
Qed.

(* ---------- what tends to 0 ---------- *)
Lemma exp_vanishes (u : nat -> R) k : (forall M, exists N, forall n, (N <= n)%nat -> M <= u n) ->
  Un_cv (fun n => k * exp (- u n)) 0.
Proof.
intros h e p.
destruct (h ((Rabs k + 1) / e)) as [N hN]; exists N; intros n l; unfold R_dist; rewrite Rminus_0_r, Rabs_mult.
assert (b := hN n ltac:(lia)); assert (a := Rabs_pos k).
assert (y : 0 < u n) by (apply Rlt_le_trans with (2 := b); apply Rdiv_lt_0_compat; lra).
rewrite (Rabs_pos_eq (exp (- u n))) by (left; apply exp_pos).
rewrite exp_Ropp; apply Rmult_lt_reg_r with (exp (u n)); [apply exp_pos | ].
rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, exp_pos).
assert (g := exp_ineq1_le (u n)).
apply Rlt_le_trans with (e * u n).
- apply Rlt_le_trans with (Rabs k + 1); [lra | ].
  replace (Rabs k + 1) with (e * ((Rabs k + 1) / e)) by (field; lra); apply Rmult_le_compat_l; lra.
- apply Rmult_le_compat_l; lra.
Qed.
Lemma linear_grows a : 0 < a -> forall M, exists N, forall n, (N <= n)%nat -> M <= a * INR n.
Proof.
intros p M; destruct (nfloor_ex (Rabs (M / a)) (Rabs_pos _)) as [N [_ h]]; exists (S N); intros n l.
apply le_INR in l; rewrite S_INR in l; assert (g := Rle_abs (M / a)).
replace M with (a * (M / a)) by (field; lra); apply Rmult_le_compat_l; lra.
Qed.
Lemma log_grows a c : 0 < a -> 0 < c -> forall M, exists N, forall n, (N <= n)%nat -> M <= c * ln (1 + a * INR n).
Proof.
intros p q M; destruct (linear_grows a p (exp (M / c))) as [N h]; exists N; intros n l.
assert (g := h n l); assert (e := exp_pos (M / c)).
replace M with (c * ln (exp (M / c))) by (rewrite ln_exp; field; lra).
apply Rmult_le_compat_l; [lra | apply Rlt_le, ln_increasing; lra].
Qed.
Lemma derive_exp_line x t : 0 < x -> derivable_pt_lim (fun t => - / x * exp (- (x * t))) t (exp (- (x * t))).
Proof. intro p; apply is_derive_Reals; auto_derive; trivial; field; lra. Qed.
Lemma derive_power_line a b t : 0 < a -> 0 < b -> 0 <= t ->
  derivable_pt_lim (fun t => - / (a * b) * exp (- (b * ln (1 + a * t)))) t (exp (- ((b + 1) * ln (1 + a * t)))).
Proof.
intros p q h; assert (0 < 1 + a * t) by nra.
apply is_derive_Reals; auto_derive; trivial.
replace (- ((b + 1) * ln (1 + a * t))) with (- (b * ln (1 + a * t)) + - ln (1 + a * t)) by ring.
rewrite exp_plus, (exp_Ropp (ln _)), exp_ln by trivial; field; repeat split; lra.
Qed.

(* ---------- the Gram map of two eigenvalues a and b ---------- *)
Lemma exp_half_logs x y : 0 < x -> 0 < y -> exp (- (ln x + ln y) / 2) = / (sqrt x * sqrt y).
Proof.
intros p q.
replace (- (ln x + ln y) / 2) with (- (/ 2 * ln x + / 2 * ln y)) by field.
rewrite exp_Ropp, exp_plus; f_equal; f_equal; [rewrite <- (Rpower_sqrt x p) | rewrite <- (Rpower_sqrt y q)]; reflexivity.
Qed.
Lemma derive_pair a b t : 0 < a -> 0 <= b -> a <> b -> 0 <= t ->
  derivable_pt_lim (fun t => a / (b - a) * (sqrt (1 + 2 * t * b) / sqrt (1 + 2 * t * a))) t
    (a / (1 + 2 * t * a) * exp (- (ln (1 + 2 * t * a) + ln (1 + 2 * t * b)) / 2)).
Proof.
intros p q ne h; assert (A : 0 < 1 + 2 * t * a) by nra; assert (B : 0 < 1 + 2 * t * b) by nra.
rewrite exp_half_logs by trivial.
assert (u := sqrt_lt_R0 _ A); assert (v := sqrt_lt_R0 _ B).
assert (u2 := sqrt_sqrt _ (Rlt_le _ _ A)); assert (v2 := sqrt_sqrt _ (Rlt_le _ _ B)).
apply is_derive_Reals; auto_derive; [repeat split; try lra | ].
set (U := sqrt (1 + 2 * t * a)) in *; set (W := sqrt (1 + 2 * t * b)) in *.
rewrite <- u2.
assert (e : b * (U * U) - a * (W * W) = b - a) by (rewrite u2, v2; ring).
transitivity (a / (b - a) * ((b * (U * U) - a * (W * W)) / (W * (U * (U * U))))); [field; repeat split; lra | ].
rewrite e; field; repeat split; lra.
Qed.
Lemma limit_pair a b k : 0 < a -> 0 <= b ->
  Un_cv (fun n => k * (sqrt (1 + 2 * INR n * b) / sqrt (1 + 2 * INR n * a))) (k * (sqrt b / sqrt a)).
Proof.
intros p q.
assert (pos : forall n, 0 < 1 + 2 * a * INR n) by (intro n; assert (h := pos_INR n); nra).
assert (c0 : Un_cv (fun n => (a - b) / a * exp (- (1 * ln (1 + 2 * a * INR n)))) 0).
{ apply exp_vanishes, log_grows; lra. }
assert (c1 : Un_cv (fun n => b / a + (a - b) / a * exp (- (1 * ln (1 + 2 * a * INR n)))) (b / a)).
{ assert (z := CV_plus (fun _ => b / a) _ (b / a) 0 (fun e e0 => ex_intro _ 0%nat (fun n _ => eq_ind_r (fun x => x < e) e0 (R_dist_eq (b / a)))) c0).
  rewrite Rplus_0_r in z; exact z. }
assert (r : 0 <= b / a) by (apply Rmult_le_pos; [trivial | apply Rlt_le, Rinv_0_lt_compat; trivial]).
assert (c2 := continuity_seq sqrt _ _ (continuity_pt_sqrt _ r) c1).
rewrite sqrt_div in c2 by trivial.
intros e e0.
assert (c3 : Un_cv (fun _ : nat => k) k).
{ intros f f0; exists 0%nat; intros n _; unfold R_dist; rewrite Rminus_eq_0, Rabs_R0; trivial. }
destruct (CV_mult _ _ _ _ c3 c2 e e0) as [N h]; exists N; intros n l; specialize (h n l); simpl in h.
replace (sqrt (1 + 2 * INR n * b) / sqrt (1 + 2 * INR n * a))
  with (sqrt (b / a + (a - b) / a * exp (- (1 * ln (1 + 2 * a * INR n))))); trivial.
rewrite Rmult_1_l, exp_Ropp, exp_ln by trivial.
assert (g := pos n); assert (z := pos_INR n).
rewrite <- sqrt_div by nra; f_equal; field; split; lra.
Qed.
