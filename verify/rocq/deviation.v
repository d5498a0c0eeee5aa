(* Lemma 10 of daneshmand2021: the integrand of lemma 9 is convex in the deviation x.

   g = a^(-3/2) b^(-(n-1)/2), where a and b are linear in x: g' = g s and g'' = g (s^2 + s'), where
   s = 3t/a - t/b has s' = 6t^2/a^2 + 2t^2/((n-1) b^2) > 0. No mathcomp here, whose notations clash with Coquelicot's. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Section Deviation.
Variables t n : R.
Hypothesis t0 : 0 < t.
Hypothesis n1 : 1 < n.
Definition falling x := 1 + 2 * t * (1 - n * x) / n.
Definition rising x := 1 + 2 * t * (n - 1 + n * x) / (n * (n - 1)).
Definition deviation_term x := exp (-3 * ln (falling x) / 2 + - (n - 1) * ln (rising x) / 2).
Definition deviation_slope x := 3 * t / falling x - t / rising x.
Definition deviation_second x :=
  deviation_term x * (deviation_slope x ^ 2 + 6 * t ^ 2 / falling x ^ 2 + 2 * t ^ 2 / ((n - 1) * rising x ^ 2)).

Lemma derive_falling x : is_derive falling x (- 2 * t).
Proof. unfold falling; auto_derive; trivial; field; lra. Qed.
Lemma derive_rising x : is_derive rising x (2 * t / (n - 1)).
Proof. unfold rising; auto_derive; trivial; field; lra. Qed.
Lemma slope_falling x : Derive (fun x => falling x) x = - 2 * t.
Proof. apply is_derive_unique, derive_falling. Qed.
Lemma slope_rising x : Derive (fun x => rising x) x = 2 * t / (n - 1).
Proof. apply is_derive_unique, derive_rising. Qed.
Lemma derive_deviation x : 0 < falling x -> 0 < rising x -> is_derive deviation_term x (deviation_term x * deviation_slope x).
Proof.
intros a b; unfold deviation_term.
auto_derive.
- repeat split; trivial; eexists; [apply derive_falling | apply derive_rising].
- rewrite slope_falling, slope_rising.
  unfold deviation_slope; unfold Rdiv; field; repeat split; lra.
Qed.
Lemma derive_deviation_twice x : 0 < falling x -> 0 < rising x ->
  is_derive (fun x => deviation_term x * deviation_slope x) x (deviation_second x).
Proof.
intros a b; unfold deviation_slope.
auto_derive.
- repeat split; try lra; eexists; [apply derive_deviation | apply derive_falling | apply derive_rising]; trivial.
- rewrite slope_falling, slope_rising.
  replace (Derive (fun x => deviation_term x) x) with (deviation_term x * deviation_slope x)
    by (symmetry; apply is_derive_unique; now apply derive_deviation).
  unfold deviation_second, deviation_slope; field; repeat split; lra.
Qed.
Lemma deviation_second_ge0 x : 0 < falling x -> 0 < rising x -> 0 <= deviation_second x.
Proof.
intros a b; apply Rmult_le_pos; [apply Rlt_le, exp_pos | ].
assert (h := pow2_ge_0 (deviation_slope x)).
assert (p : 0 < t ^ 2) by (apply pow_lt; lra).
assert (u : 0 < falling x ^ 2) by (apply pow_lt; lra).
assert (v : 0 < (n - 1) * rising x ^ 2) by (apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
assert (0 < 6 * t ^ 2 / falling x ^ 2) by (apply Rdiv_lt_0_compat; lra).
assert (0 < 2 * t ^ 2 / ((n - 1) * rising x ^ 2)) by (apply Rdiv_lt_0_compat; lra).
lra.
Qed.
(* both lines are positive around every x of [0, 1/n] *)
Lemma falling_pos x : 0 <= x <= 1 / n -> 0 < falling x.
Proof.
intros [h1 h2]; unfold falling.
assert (n * x <= 1).
{ replace 1 with (n * (1 / n)) by (field; lra); apply Rmult_le_compat_l; lra. }
assert (0 <= 2 * t * (1 - n * x) / n); [ | lra].
apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply Rlt_le, Rinv_0_lt_compat; lra].
Qed.
Lemma rising_pos x : 0 <= x -> 0 < rising x.
Proof.
intro h; unfold rising.
assert (0 <= n * x) by (apply Rmult_le_pos; lra).
assert (0 < n * (n - 1)) by (apply Rmult_lt_0_compat; lra).
assert (0 <= 2 * t * (n - 1 + n * x) / (n * (n - 1))); [ | lra].
apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply Rlt_le, Rinv_0_lt_compat; lra].
Qed.
Lemma near_positive (f : R -> R) x l : is_derive f x l -> 0 < f x -> locally x (fun y => 0 < f y).
Proof.
intros d p; apply (@ex_derive_continuous R_AbsRing R_NormedModule f x (ex_intro _ l d) (fun y => 0 < y)).
exact (open_gt 0 (f x) p).
Qed.
Lemma derive_deviation_near x : 0 <= x <= 1 / n ->
  locally x (fun y => is_derive deviation_term y (deviation_term y * deviation_slope y)).
Proof.
intro h; assert (a := falling_pos x h); assert (b := rising_pos x (proj1 h)).
generalize (filter_and _ _ (near_positive _ _ _ (derive_falling x) a) (near_positive _ _ _ (derive_rising x) b)).
apply filter_imp; intros y [u v]; now apply derive_deviation.
Qed.
(* lemma 10: g'' exists and is not negative *)
Theorem deviation_convex (g : R -> R) x : (forall y, g y = deviation_term y) -> 0 <= x <= 1 / n ->
  ex_derive g x /\ ex_derive (Derive g) x /\ 0 <= Derive (Derive g) x.
Proof.
intros e h; assert (a := falling_pos x h); assert (b := rising_pos x (proj1 h)).
assert (d : is_derive (Derive g) x (deviation_second x)).
{ apply (is_derive_ext_loc (fun y => deviation_term y * deviation_slope y)); [ | now apply derive_deviation_twice].
  generalize (derive_deviation_near x h); apply filter_imp; intros y dy; symmetry; apply is_derive_unique.
  apply (is_derive_ext deviation_term); [intro z; symmetry; apply e | exact dy]. }
split; [ | split].
- exists (deviation_term x * deviation_slope x).
  apply (is_derive_ext deviation_term); [intro z; symmetry; apply e | now apply derive_deviation].
- now exists (deviation_second x).
- rewrite (is_derive_unique _ _ _ d); now apply deviation_second_ge0.
Qed.
End Deviation.
