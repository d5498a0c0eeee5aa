(* The kernel's rules from one to many, proved once by hand: verify/kernel/many.py.

   The mean is any positive linear functional with E 1 = 1 on a space L of functions, as there. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Section Mean.
Variable Omega : Type.
Variable L : (Omega -> R) -> Prop.
Variable E : (Omega -> R) -> R.
Hypothesis L_affine : forall f a b, L f -> L (fun w => a + b * f w).
Hypothesis E_affine : forall f a b, L f -> E (fun w => a + b * f w) = a + b * E f.
Hypothesis E_monotone : forall f g, L f -> L g -> (forall w, f w <= g w) -> E f <= E g.

(* Jensen: a function that lies below its tangent at the mean. *)
Lemma below_a_tangent (f : R -> R) (X : Omega -> R) (slope : R) :
  L X -> L (fun w => f (X w)) ->
  (forall w, f (X w) <= f (E X) + slope * (X w - E X)) -> E (fun w => f (X w)) <= f (E X).
Proof.
intros LX LfX tangent.
set (a := f (E X) - slope * E X).
apply Rle_trans with (E (fun w => a + slope * X w)).
- apply E_monotone; [exact LfX | now apply L_affine | ].
  intro w; specialize (tangent w); unfold a; lra.
- rewrite E_affine by exact LX; unfold a; lra.
Qed.

(* The tangent of the logarithm at m: by 1 + y <= exp y. *)
Lemma log_below_its_tangent (x m : R) : 0 < x -> 0 < m -> ln x <= ln m + / m * (x - m).
Proof.
intros px pm.
assert (t : 1 + ln (x / m) <= x / m).
{ rewrite <- (exp_ln (x / m)) at 2 by (apply Rdiv_lt_0_compat; assumption).
  destruct (Req_dec (ln (x / m)) 0) as [z | z].
  - rewrite z, exp_0; lra.
  - left; now apply exp_ineq1. }
rewrite ln_div in t by assumption.
replace (/ m * (x - m)) with (x / m - 1) by (field; lra); lra.
Qed.

Theorem jensen_for_log (X : Omega -> R) : L X -> L (fun w => ln (X w)) ->
  (forall w, 0 < X w) -> 0 < E X -> E (fun w => ln (X w)) <= ln (E X).
Proof.
intros LX LlnX pos mean.
apply (below_a_tangent ln X (/ E X)); try assumption.
intro w; now apply log_below_its_tangent.
Qed.
End Mean.

(* Sums over k = 1..n. *)
Fixpoint total (x : nat -> R) (n : nat) : R :=
  match n with O => 0 | S m => total x m + x (S m) end.

Theorem sum_over_an_index (l r : nat -> R) (n : nat) :
  (forall k, (1 <= k <= n)%nat -> l k <= r k) -> total l n <= total r n.
Proof.
induction n as [ | n IH]; intro h; simpl; [lra | ].
apply Rplus_le_compat; [apply IH; intros k Hk; apply h; lia | apply h; lia].
Qed.

Lemma total_not_negative (x : nat -> R) (n : nat) :
  (forall k, (1 <= k <= n)%nat -> 0 <= x k) -> 0 <= total x n.
Proof.
induction n as [ | n IH]; intro h; simpl; [lra | ].
apply Rplus_le_le_0_compat; [apply IH; intros k Hk; apply h; lia | apply h; lia].
Qed.

Theorem one_term_of_a_sum (x : nat -> R) (n k : nat) :
  (forall i, (1 <= i <= n)%nat -> 0 <= x i) -> (1 <= k <= n)%nat -> x k <= total x n.
Proof.
induction n as [ | n IH]; intros h Hk; [lia | simpl].
destruct (Nat.eq_dec k (S n)) as [-> | other].
- assert (0 <= total x n) by (apply total_not_negative; intros i Hi; apply h; lia); lra.
- assert (x k <= total x n) by (apply IH; [intros i Hi; apply h; lia | lia]).
  assert (0 <= x (S n)) by (apply h; lia); lra.
Qed.

(* Sums are linear, as the normal form of terms takes them to be. *)
Lemma total_linear (a b : R) (x y : nat -> R) (n : nat) :
  total (fun k => a * x k + b * y k) n = a * total x n + b * total y n.
Proof. induction n as [ | n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma total_of_a_constant (c : R) (n : nat) : total (fun _ => c) n = INR n * c.
Proof. induction n as [ | n IH]; [simpl; ring | rewrite S_INR; simpl; rewrite IH; ring]. Qed.

(* Induction over layers, from any start on. *)
Theorem induction_over_layers (P : nat -> Prop) (start : nat) :
  P start -> (forall l, (start <= l)%nat -> P l -> P (S l)) -> forall l, (start <= l)%nat -> P l.
Proof. intros base step l h; induction h as [ | l h IH]; [exact base | now apply step]. Qed.

(* One contraction after another, and the geometric series. *)
Theorem geometric_decay (a : nat -> R) (q : R) : 0 <= q ->
  (forall l, a (S l) <= q * a l) -> forall l, a l <= q ^ l * a O.
Proof.
intros pq step l; induction l as [ | l IH]; [simpl; lra | ].
apply Rle_trans with (q * a l); [apply step | ].
replace (q ^ S l * a O) with (q * (q ^ l * a O)) by (simpl; ring).
now apply Rmult_le_compat_l.
Qed.

Theorem geometric_sum (q : R) (n : nat) : total (fun k => q ^ (k - 1)) n * (1 - q) = 1 - q ^ n.
Proof.
induction n as [ | n IH]; simpl; [ring | ].
replace (n - 0)%nat with n by lia.
rewrite Rmult_plus_distr_r, IH; ring.
Qed.

Theorem geometric_series (q : R) (n : nat) : 0 <= q < 1 ->
  total (fun k => q ^ (k - 1)) n <= / (1 - q).
Proof.
intros [p s]; apply Rmult_le_reg_r with (1 - q); [lra | ].
rewrite geometric_sum, Rinv_l by lra.
assert (0 <= q ^ n) by (now apply pow_le); lra.
Qed.

(* Sums up to every N that stay below a bound: the infinite sum does. *)
Theorem monotone_limit (x : nat -> R) (B : R) : (forall k, 0 <= x k) ->
  (forall n, sum_n x n <= B) -> ex_series x /\ Series x <= B.
Proof.
intros pos bound.
assert (limit : ex_finite_lim_seq (sum_n x)).
{ apply ex_finite_lim_seq_incr with B; [ | exact bound].
  intro n; rewrite sum_Sn; specialize (pos (S n)); unfold plus; simpl; lra. }
split.
- destruct limit as [l Hl]; exists l; exact Hl.
- destruct limit as [l Hl]; unfold Series; rewrite (is_lim_seq_unique _ _ Hl); simpl.
  change (Rbar_le (Finite l) (Finite B)).
  apply (is_lim_seq_le (sum_n x) (fun _ => B)); [exact bound | exact Hl | apply is_lim_seq_const].
Qed.
