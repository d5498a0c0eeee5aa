(* What the generated lemmas use: each general rule of the kernel, proved once. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.

(* Arithmetic: a certificate. *)
Lemma below (l r s : R) : r - l = s -> 0 <= s -> l <= r.
Proof. lra. Qed.
Lemma strictly_below (l r s : R) : r - l = s -> 0 < s -> l < r.
Proof. lra. Qed.
Lemma no_difference (l r s : R) : r - l = s -> s = 0 -> l = r.
Proof. lra. Qed.
Lemma multiple_of_zero (m l r : R) : l = r -> m * (r - l) = 0.
Proof. intros ->; ring. Qed.
Lemma multiple (m l r : R) : 0 <= m -> l <= r -> 0 <= m * (r - l).
Proof. intros; apply Rmult_le_pos; lra. Qed.
Lemma positive_multiple (m l r : R) : 0 < m -> l < r -> 0 < m * (r - l).
Proof. intros; apply Rmult_lt_0_compat; lra. Qed.

(* Monotone functions. *)
Lemma exp_monotone (l r : R) : l <= r -> exp l <= exp r.
Proof. intros [h | ->]; [left; now apply exp_increasing | right; reflexivity]. Qed.
Lemma log_monotone (l r : R) : 0 < l -> l <= r -> ln l <= ln r.
Proof. intros p [h | ->]; [left; now apply ln_increasing | right; reflexivity]. Qed.
Lemma sqrt_monotone (l r : R) : 0 <= l -> l <= r -> sqrt l <= sqrt r.
Proof. intros; now apply sqrt_le_1_alt. Qed.
Lemma sqrt_strictly_monotone (l r : R) : 0 <= l -> l < r -> sqrt l < sqrt r.
Proof. intros; apply sqrt_lt_1_alt; lra. Qed.

(* Elementary laws. *)
Lemma root_of_a_square (x : R) : 0 <= x -> sqrt x ^ 2 = x.
Proof. intros; now apply pow2_sqrt. Qed.
Lemma square_of_a_root (x : R) : 0 <= x -> sqrt (x ^ 2) = x.
Proof. intros; now apply sqrt_pow2. Qed.
Lemma root_of_a_product (x y : R) : 0 <= x -> 0 <= y -> sqrt (x * y) = sqrt x * sqrt y.
Proof. intros; now apply sqrt_mult. Qed.
Lemma exp_of_a_sum (x y : R) : exp (x + y) = exp x * exp y.
Proof. apply exp_plus. Qed.
Lemma exp_of_a_log (x : R) : 0 < x -> exp (ln x) = x.
Proof. apply exp_ln. Qed.
Lemma log_of_an_exp (x : R) : ln (exp x) = x.
Proof. apply ln_exp. Qed.
Lemma log_of_a_product (x y : R) : 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Proof. apply ln_mult. Qed.
Lemma log_of_a_power (x y : R) : 0 < x -> ln (Rpower x y) = y * ln x.
Proof. intros; unfold Rpower; apply ln_exp. Qed.
Lemma power_as_exp (x y : R) : 0 < x -> Rpower x y = exp (y * ln x).
Proof. reflexivity. Qed.
Lemma whole_power (x : R) (n : nat) : 0 < x -> x ^ n = exp (INR n * ln x).
Proof. intros; now rewrite <- Rpower_pow by assumption. Qed.
Lemma zeroth_power (x : R) : x ^ 0 = 1.
Proof. reflexivity. Qed.
Lemma absolute_value_above (x : R) : x <= Rabs x.
Proof. apply Rle_abs. Qed.
Lemma absolute_value_below (x : R) : - x <= Rabs x.
Proof. rewrite <- Rabs_Ropp; apply Rle_abs. Qed.
Lemma absolute_value_of_a_square (x : R) : Rabs x ^ 2 = x ^ 2.
Proof. rewrite RPow_abs; apply Rabs_pos_eq, pow2_ge_0. Qed.
Lemma at_least_1_by_steps (x : R) : (exists n : Z, x = IZR n) -> 0 < x -> 1 <= x.
Proof. intros [n ->] p; apply IZR_le; apply lt_IZR in p; lia. Qed.
Lemma at_least_2_by_steps (x : R) : (exists n : Z, x = IZR n) -> 1 < x -> 2 <= x.
Proof. intros [n ->] p; apply IZR_le; apply lt_IZR in p; lia. Qed.

(* The sign of a function from its derivative and a base value: the mean value theorem. *)
Lemma rises (f g : R -> R) (a x : R) : a <= x ->
  (forall y, a <= y <= x -> is_derive f y (g y)) -> (forall y, a <= y <= x -> 0 <= g y) ->
  0 <= f a -> 0 <= f x.
Proof.
intros [ax | <-] df pos base; [ | exact base].
destruct (MVT_gen f a x g) as [c [Hc E]].
- intros y Hy; rewrite Rmin_left, Rmax_right in Hy by lra; apply df; lra.
- intros y Hy; rewrite Rmin_left, Rmax_right in Hy by lra.
  apply continuity_pt_filterlim, (ex_derive_continuous f y); exists (g y); apply df; lra.
- rewrite Rmin_left, Rmax_right in Hc by lra.
  assert (0 <= g c * (x - a)) by (apply Rmult_le_pos; [apply pos | ]; lra); lra.
Qed.
Lemma falls (f g : R -> R) (a x : R) : x <= a ->
  (forall y, x <= y <= a -> is_derive f y (- g y)) -> (forall y, x <= y <= a -> 0 <= g y) ->
  0 <= f a -> 0 <= f x.
Proof.
intros [xa | ->] df pos base; [ | exact base].
destruct (MVT_gen f x a (fun y => - g y)) as [c [Hc E]].
- intros y Hy; rewrite Rmin_left, Rmax_right in Hy by lra; apply df; lra.
- intros y Hy; rewrite Rmin_left, Rmax_right in Hy by lra.
  apply continuity_pt_filterlim, (ex_derive_continuous f y); exists (- g y); apply df; lra.
- rewrite Rmin_left, Rmax_right in Hc by lra.
  assert (0 <= g c * (a - x)) by (apply Rmult_le_pos; [apply pos | ]; lra); lra.
Qed.

(* Signs that are read off: sums, products, powers and quotients of what has a sign. *)
Lemma inverse_not_negative (x : R) : 0 <= x -> 0 <= / x.
Proof.
intros [p | <-]; [left; now apply Rinv_0_lt_compat | ].
rewrite Rinv_0; right; reflexivity.
Qed.
Lemma sum_positive (x y : R) : 0 < x -> 0 <= y -> 0 < x + y.
Proof. lra. Qed.
Lemma even_power (x : R) (n : nat) : 0 <= x ^ (2 * n).
Proof. rewrite pow_mult; apply pow_le, pow2_ge_0. Qed.
Ltac even_power := match goal with |- 0 <= _ ^ ?n => let m := eval compute in (Nat.div2 n) in
  change n with (2 * m)%nat; apply even_power end.
Ltac positive := match goal with
  | |- 0 < _ => first [assumption | lra | apply exp_pos
      | apply Rmult_lt_0_compat; positive | apply sum_positive; [positive | not_negative]
      | apply pow_lt; positive | apply Rinv_0_lt_compat; positive
      | apply sqrt_lt_R0; positive] end
with not_negative := match goal with
  | |- 0 <= _ => first [assumption | lra | apply pow2_ge_0 | apply sqrt_pos | apply Rabs_pos
      | apply Rmult_le_pos; not_negative | apply Rplus_le_le_0_compat; not_negative
      | apply pow_le; not_negative | apply inverse_not_negative; not_negative
      | even_power | left; apply exp_pos] end.
Ltac not_zero := repeat split; first [assumption | lra
  | apply Rgt_not_eq; red; positive | apply Rlt_not_eq; apply Ropp_0_gt_lt_contravar; positive
  | nra | let z := fresh in intro z; match goal with
      | n : ?b <> 0 |- _ => apply n; rewrite <- z; ring
      | n : ?b <> 0 |- _ => apply n; nra end].
Ltac identity := first [ring | field; not_zero | field_simplify_eq; [ring | not_zero]].
Ltac values := repeat match goal with
  | |- context [ln ?e] => replace e with 1 by identity; rewrite ln_1
  | |- context [exp ?e] => replace e with 0 by identity; rewrite exp_0
  | |- context [sqrt ?e] => replace e with 1 by identity; rewrite sqrt_1
  | |- context [sqrt ?e] => replace e with 0 by identity; rewrite sqrt_0 end.

(* A sign on a box: in the interval library; a condition is decided first. *)
Ltac on_a_box plain sharp := repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b) end; first [plain | sharp | lra].
Ltac by_interval := first [lra | apply Rgt_not_eq; red; interval | apply Rlt_not_eq; interval
  | interval].

(* A law at terms that arithmetic has simplified; powers whose exponent is a whole number. *)
Ltac by_law law := let l := fresh in pose proof law as l;
  repeat specialize (l ltac:(assumption)); first [exact l | lra | match type of l with ?s = ?t =>
    transitivity s; [first [reflexivity | identity | f_equal; identity]
    | transitivity t; [exact l | first [reflexivity | identity | f_equal; identity]]] end].
Ltac power_as_exp_when_whole := rewrite whole_power by assumption; rewrite <- ?exp_Ropp;
  f_equal; simpl INR; ring.
Ltac log_of_a_power_when_whole := rewrite ?whole_power by assumption;
  rewrite <- ?exp_Ropp, ?ln_exp; rewrite ?ln_Rinv by assumption; simpl INR; ring.
Ltac zeroth_power_when_whole := reflexivity.

(* A theorem at terms that arithmetic has simplified on the way. *)
Ltac merged f := repeat match goal with |- context [f ?x] => match goal with |- context [f ?y] =>
  lazymatch x with y => fail | _ => replace (f y) with (f x) by (f_equal; identity) end end end.
Ltac same_value := first [reflexivity | identity
  | merged ln; merged exp; merged sqrt; merged Rabs; identity | f_equal; same_value].
Ltac as_written h := cbv beta in h; first [exact h | lra | match type of h with
  | ?a <= ?b => match goal with |- ?c <= ?d =>
      replace c with a by same_value; replace d with b by same_value; exact h end
  | ?a < ?b => match goal with |- ?c < ?d =>
      replace c with a by same_value; replace d with b by same_value; exact h end
  | ?a = ?b => match goal with |- ?c = ?d =>
      replace c with a by same_value; replace d with b by same_value; exact h end end].
Ltac as_known := match goal with g : _ |- _ => as_written g end.
