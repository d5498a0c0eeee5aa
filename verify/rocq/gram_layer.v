(* One layer of daneshmand2021 at a finite width.

   H H^T = P diag(a) P^T, H^T H = U diag(q) U^T, Y = P^T H U: then Y^T Y = diag(q), Y Y^T = diag(a), so a_m = q_k where Y_mk is not 0.
   With x a row of W P, independent normals as W is, the same row of BN(W H) U is u_k(x) = \S x_m Y_mk/sqrt(\S a_m x_m^2) ([unit_row]).
   E u_i u_k = p_i if i = k, else 0 ([pair_mean]); the rows are independent; \S u_k^2 = 1 with probability 1. So the next
   Gram matrix in the basis U has the mean diag(p) ([gram_mean]), and E ||C - diag(p)||_F^2 = (1 - \S p_k^2)/d ([gram_variance]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry frames spectra normal gram_map blocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the variance of an average ---------- *)
Section Average.
Variables (T : Type) (L : law T) (d : nat) (z : 'I_d -> T -> R) (c m s : R).
Hypothesis d0 : (0 < d)%N.
Hypothesis zm : forall j, measurable_on L (z j).
Hypothesis zb : forall j x, Rabs (z j x) <= c.
Hypothesis z1 : forall j, mean L (z j) = m.
Hypothesis z2 : forall j, mean L (fun x => z j x ^ 2) = s.
Hypothesis z3 : forall i j, i != j -> mean L (fun x => z i x * z j x) = m ^ 2.
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let zi j : integrable L (z j). Proof. by apply: (integrable_bounded (c := c)) => // w; exact: zb. Qed.
Let zzi i j : integrable L (fun x => z i x * z j x).
Proof. by apply: (integrable_mul_bounded (c := c)) => // w; exact: zb. Qed.
Lemma average_mean : integrable L (fun x => (\S_(j < d) z j x) / INR d) /\ mean L (fun x => (\S_(j < d) z j x) / INR d) = m.
Proof.
have i := integrable_total zi; split; first exact: integrable_div.
rewrite mean_div // mean_total // (total_ext z1) total_const; field; lra.
Qed.
Lemma average_variance : integrable L (fun x => ((\S_(j < d) z j x) / INR d - m) ^ 2) /\
  mean L (fun x => ((\S_(j < d) z j x) / INR d - m) ^ 2) = (s - m ^ 2) / INR d.
Proof.
pose f x := \S_(i < d) \S_(j < d) (z i x * z j x).
have fi : integrable L f by apply: integrable_total => i; apply: integrable_total => j.
have gi := integrable_total zi.
have e x : ((\S_(j < d) z j x) / INR d - m) ^ 2 = / INR d ^ 2 * f x + - (2 * m / INR d) * (\S_(j < d) z j x) + m ^ 2.
  have -> : f x = (\S_(j < d) z j x) * (\S_(j < d) z j x).
    by rewrite /f -total_scal_r; apply: total_ext => i; rewrite total_scal.
  by field; lra.
have I : integrable L (fun x => / INR d ^ 2 * f x + - (2 * m / INR d) * (\S_(j < d) z j x) + m ^ 2).
  by apply: integrable_add; [exact: integrable_linear | exact: integrable_const].
split; first by apply: integrable_ext I => x; rewrite e.
rewrite (mean_ext L e) mean_add ?mean_const ?mean_linear //; [|exact: integrable_linear|exact: integrable_const].
have fE : mean L f = INR d * (s + (INR d - 1) * m ^ 2).
  rewrite mean_total => [|i]; last by apply: integrable_total.
  rewrite (total_ext (g := fun=> s + (INR d - 1) * m ^ 2)) ?total_const // => i /=.
  rewrite mean_total // (total_split _ i) (mean_ext L (g := fun x => z i x ^ 2)) ?z2; last by move=> x /=; ring.
  congr (_ + _); rewrite (total_ext (g := fun j => m ^ 2 - (if j == i then m ^ 2 else 0))); last first.
    by move=> j /=; case: eqP => [_ | /eqP ji]; [ring | rewrite z3 1?eq_sym //; ring].
  by rewrite total_sub total_const (total_delta (fun=> m ^ 2)); ring.
rewrite fE mean_total // (total_ext z1) total_const; field; lra.
Qed.
End Average.

(* ---------- a row in the singular basis ---------- *)
Section Row.
Variables (d n : nat) (a : 'I_d -> R) (q : 'I_n -> R) (Y : 'M[R]_(d, n)).
Hypothesis a0 : forall m, 0 <= a m.
Hypothesis q0 : forall k, 0 <= q k.
Hypothesis Yq : forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0.
Hypothesis Ya : forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0.

Lemma same_eigenvalue m k : a m * Y m k = q k * Y m k.
Proof.
have e1 : \S_(l < d) \S_(j < n) (Y m j * Y l j * Y l k) = a m * Y m k.
  rewrite (total_ext (g := fun l => if l == m then a m * Y m k else 0)) ?(total_delta (fun=> a m * Y m k)) // => l /=.
  by rewrite total_scal_r Ya eq_sym; case: eqP => [-> //|_]; ring.
have e2 : \S_(l < d) \S_(j < n) (Y m j * Y l j * Y l k) = q k * Y m k.
  rewrite total_exchange (total_ext (g := fun j => if j == k then q k * Y m k else 0)) ?(total_delta (fun=> q k * Y m k)) // => j /=.
  rewrite (total_ext (g := fun l => Y m j * (Y l j * Y l k))); last by move=> l /=; ring.
  by rewrite total_scal Yq; case: eqP => [->|_]; ring.
by rewrite -e1.
Qed.
Lemma eigenvalue_of m k : Y m k <> 0 -> a m = q k.
Proof. by move=> nz; apply: (Rmult_eq_reg_r (Y m k)) => //; exact: same_eigenvalue. Qed.
Lemma zero_row m k : a m = 0 -> Y m k = 0.
Proof.
move=> z; have := Ya m m; rewrite eqxx z => h.
have s0 j : 0 <= Y m j * Y m j by nra.
by have := total_zero s0 h k; nra.
Qed.
Lemma zero_column m k : q k = 0 -> Y m k = 0.
Proof.
move=> z; have := Yq k k; rewrite eqxx z => h.
have s0 j : 0 <= Y j k * Y j k by nra.
by have := total_zero s0 h m; nra.
Qed.
(* a and q are the same but for zeros *)
Lemma eigenvalues_total (h : R -> R) : \S_(m < d) (a m * h (a m)) = \S_(k < n) (q k * h (q k)).
Proof.
transitivity (\S_(m < d) \S_(k < n) (Y m k * Y m k * h (q k))).
  apply: total_ext => m; have e := Ya m m; rewrite eqxx in e; rewrite -{1}e -total_scal_r; apply: total_ext => k.
  have [-> | nz] := Req_dec (Y m k) 0; first by ring.
  by rewrite (eigenvalue_of nz).
rewrite total_exchange; apply: total_ext => k; rewrite total_scal_r Yq eqxx; exact: erefl.
Qed.
Lemma eigenvalues_ln t : \S_(m < d) ln (1 + 2 * t * a m) = \S_(k < n) ln (1 + 2 * t * q k).
Proof.
have e x : ln (1 + 2 * t * x) = x * (ln (1 + 2 * t * x) / x).
  have [-> | nz] := Req_dec x 0; first by rewrite Rmult_0_r Rplus_0_r ln_1; ring.
  by field.
rewrite (total_ext (g := fun m => a m * (ln (1 + 2 * t * a m) / a m))); last by move=> m; exact: e.
rewrite (eigenvalues_total (fun x => ln (1 + 2 * t * x) / x)); apply: total_ext => k; exact/esym/e.
Qed.

Definition length x := \S_(m < d) (a m * x m ^ 2).
Definition unit k (x : 'I_d -> R) : R := (\S_(m < d) (x m * Y m k)) / sqrt (length x).
Lemma length_ge0 x : 0 <= length x.
Proof. by apply: total_ge0 => m; apply: Rmult_le_pos => //; exact: pow2_ge_0. Qed.
Lemma row_length x : \S_(k < n) (\S_(m < d) (x m * Y m k)) ^ 2 = length x.
Proof.
transitivity (\S_(k < n) \S_(m < d) \S_(l < d) (x m * x l * (Y m k * Y l k))).
  apply: total_ext => k; rewrite /= Rmult_1_r -total_scal_r; apply: total_ext => m; rewrite -total_scal.
  by apply: total_ext => l; ring.
rewrite total_exchange; apply: total_ext => m; rewrite total_exchange.
rewrite (total_ext (g := fun l => if l == m then a m * x m ^ 2 else 0)) ?(total_delta (fun=> a m * x m ^ 2)) // => l /=.
by rewrite total_scal Ya eq_sym; case: eqP => [->|_]; ring.
Qed.
Lemma unit_square i k x : unit i x * unit k x = (\S_(m < d) (x m * Y m i)) * (\S_(m < d) (x m * Y m k)) / length x.
Proof.
have l0 := length_ge0 x; rewrite /unit /Rdiv -{3}(sqrt_sqrt _ l0) Rinv_mult; ring.
Qed.
Lemma unit_total x : \S_(k < n) unit k x ^ 2 = length x / length x.
Proof.
rewrite (total_ext (g := fun k => (\S_(m < d) (x m * Y m k)) ^ 2 / length x)).
  by rewrite total_div row_length.
by move=> k /=; rewrite !Rmult_1_r unit_square.
Qed.
Lemma whole_le1 y : y / y <= 1.
Proof. by have [-> | nz] := Req_dec y 0; rewrite /Rdiv; [rewrite Rmult_0_l; lra | rewrite Rinv_r //; lra]. Qed.
Lemma whole_square y : (y / y) ^ 2 = y / y.
Proof. by have [-> | nz] := Req_dec y 0; rewrite /Rdiv; [ring | rewrite Rinv_r //; ring]. Qed.
Lemma unit_le1 k x : Rabs (unit k x) <= 1.
Proof.
have := total_one_term k (fun k => pow2_ge_0 (unit k x)); rewrite unit_total => h.
have := whole_le1 (length x); rewrite -(pow2_abs (unit k x)) in h; have := Rabs_pos (unit k x); nra.
Qed.
Definition pair i k x := unit i x * unit k x.
Lemma pair_le1 i k x : Rabs (pair i k x) <= 1.
Proof. by rewrite /pair Rabs_mult; have := unit_le1 i x; have := unit_le1 k x; have := Rabs_pos (unit i x); have := Rabs_pos (unit k x); nra. Qed.
Lemma unit_scale c k x : 0 < c -> unit k (fun m => c * x m) = unit k x.
Proof.
move=> c0; rewrite /unit /length (total_ext (g := fun m => c * (x m * Y m k))); last by move=> m /=; ring.
rewrite total_scal (total_ext (f := fun m => a m * (c * x m) ^ 2) (g := fun m => c ^ 2 * (a m * x m ^ 2))); last by move=> m /=; ring.
rewrite total_scal sqrt_mult_alt; last exact: pow2_ge_0.
rewrite sqrt_pow2; last lra.
rewrite /Rdiv Rinv_mult; set A := \S_(m < d) (x m * Y m k); set s := / sqrt _.
have -> : c * A * (/ c * s) = (c * / c) * (A * s) by ring.
by rewrite Rinv_r; lra.
Qed.
Lemma unit_measurable T (L : law T) (x : T -> 'I_d -> R) k : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => unit k (x t)).
Proof.
move=> mx; apply: measurable_div.
  by apply: measurable_total => m; apply: measurable_mul => //; exact: measurable_const.
by apply: measurable_sqrt; apply: measurable_total => m; apply: measurable_scal; exact: measurable_pow.
Qed.
Lemma pair_measurable T (L : law T) (x : T -> 'I_d -> R) i k : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => pair i k (x t)).
Proof. by move=> mx; apply: measurable_mul; exact: unit_measurable. Qed.
End Row.
