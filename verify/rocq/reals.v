(* Real numbers: the bridge between mathcomp's ring operations and Coq's, finite sums, and the
   inequalities of every day. Goals about sums are closed by lra once [toR] has been run; a sum [\S_(k < n) f k] is an atom of type R for lra and ring. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the bridge: both sides are convertible ---------- *)
Lemma addE (x y : R) : (x + y)%ring = x + y. Proof. by []. Qed.
Lemma mulE (x y : R) : (x * y)%ring = x * y. Proof. by []. Qed.
Lemma oppE (x : R) : (- x)%ring = - x. Proof. by []. Qed.
Lemma subE (x y : R) : (x - y)%ring = x - y. Proof. by []. Qed.
Lemma zeroE : (0%ring : R) = 0. Proof. by []. Qed.
Lemma oneE : (1%ring : R) = 1. Proof. by []. Qed.
Lemma expE (x : R) k : (x ^+ k)%ring = x ^ k. Proof. by rewrite RpowE. Qed.
Lemma natE k : (k%:R%ring : R) = INR k. Proof. by rewrite INRE. Qed.
Ltac toR := rewrite ?(addE, mulE, subE, oppE, expE, natE, zeroE, oneE).
Ltac toR_in h := rewrite ?(addE, mulE, subE, oppE, expE, natE, zeroE, oneE) in h.

(* ---------- sums over 0, ..., n-1 ---------- *)
Section Sums.
Variable n : nat.
Implicit Types (f g x y : 'I_n -> R) (c : R).
Lemma total_add f g : \S_(k < n) (f k + g k) = \S_(k < n) f k + \S_(k < n) g k.
Proof. exact: big_split. Qed.
Lemma total_sub f g : \S_(k < n) (f k - g k) = \S_(k < n) f k - \S_(k < n) g k.
Proof. exact: GRing.sumrB. Qed.
Lemma total_scal c f : \S_(k < n) (c * f k) = c * \S_(k < n) f k.
Proof. by rewrite /total -mulE GRing.mulr_sumr. Qed.
Lemma total_scal_r c f : \S_(k < n) (f k * c) = (\S_(k < n) f k) * c.
Proof. by rewrite /total -mulE GRing.mulr_suml. Qed.
Lemma total_div c f : \S_(k < n) (f k / c) = (\S_(k < n) f k) / c.
Proof. exact: total_scal_r. Qed.
Lemma total_opp f : \S_(k < n) (- f k) = - \S_(k < n) f k.
Proof. exact: GRing.sumrN. Qed.
Lemma total_const c : \S_(k < n) c = INR n * c.
Proof. by rewrite /total GRing.sumr_const card_ord -GRing.mulr_natl natE. Qed.
Lemma total_ext f g : (forall k, f k = g k) -> \S_(k < n) f k = \S_(k < n) g k.
Proof. by move=> h; apply: eq_bigr => k _; exact: h. Qed.
Lemma total_le f g : (forall k, f k <= g k) -> \S_(k < n) f k <= \S_(k < n) g k.
Proof. by move=> h; rewrite /total; elim/big_ind2: _ => //; [lra | move=> *; toR; lra]. Qed.
Lemma total_ge0 f : (forall k, 0 <= f k) -> 0 <= \S_(k < n) f k.
Proof. by move=> h; rewrite /total; elim/big_ind: _ => //; [toR; lra | move=> *; toR; lra]. Qed.
Lemma total_split f i : \S_(k < n) f k = f i + \S_(k < n) (if k == i then 0 else f k).
Proof.
rewrite /total (bigD1 i) //= addE; congr (_ + _); rewrite big_mkcond /=.
by apply: eq_bigr => k _; case: eqP.
Qed.
Lemma total_one_term f i : (forall k, 0 <= f k) -> f i <= \S_(k < n) f k.
Proof.
move=> h; rewrite (total_split f i).
have : 0 <= \S_(k < n) (if k == i then 0 else f k) by apply: total_ge0 => k; case: eqP => _ //; lra.
lra.
Qed.
Lemma total_zero f : (forall k, 0 <= f k) -> \S_(k < n) f k = 0 -> forall k, f k = 0.
Proof. by move=> h z k; have := total_one_term k h; rewrite z; have := h k; lra. Qed.
Lemma total_pos f i : (forall k, 0 <= f k) -> 0 < f i -> 0 < \S_(k < n) f k.
Proof. by move=> h p; have := total_one_term i h; lra. Qed.
Lemma total_delta f i : \S_(k < n) (if k == i then f k else 0) = f i.
Proof. by rewrite /total -big_mkcond /= big_pred1_eq. Qed.
(* Cauchy and Schwarz *)
Lemma cauchy_schwarz x y :
  (\S_(k < n) (x k * y k)) ^ 2 <= (\S_(k < n) x k ^ 2) * \S_(k < n) y k ^ 2.
Proof.
set b := \S_(k < n) (x k * y k); set a := \S_(k < n) x k ^ 2; set c := \S_(k < n) y k ^ 2.
have h t : 0 <= a * t ^ 2 - 2 * b * t + c.
  have : 0 <= \S_(k < n) (x k * t - y k) ^ 2 by apply: total_ge0 => k; exact: pow2_ge_0.
  rewrite (total_ext (g := fun k => x k ^ 2 * t ^ 2 - x k * y k * (2 * t) + y k ^ 2)); last by move=> k /=; ring.
  rewrite total_add total_sub !total_scal_r -/a -/b -/c; lra.
have a0 : 0 <= a by apply: total_ge0 => k; exact: pow2_ge_0.
have c0 : 0 <= c by apply: total_ge0 => k; exact: pow2_ge_0.
case: (Rle_lt_or_eq_dec _ _ a0) => [ap | z].
  have := h (b / a); have -> : a * (b / a) ^ 2 - 2 * b * (b / a) + c = (a * c - b ^ 2) / a by field; lra.
  move=> q; have : 0 <= (a * c - b ^ 2) / a * a by apply: Rmult_le_pos => //; lra.
  have -> : (a * c - b ^ 2) / a * a = a * c - b ^ 2 by field; lra.
  lra.
rewrite -z; have b0 : b = 0.
  have [// | nb] := Req_dec b 0; exfalso.
  have := h ((c + 1) / (2 * b)); rewrite -z.
  have -> : 0 * ((c + 1) / (2 * b)) ^ 2 - 2 * b * ((c + 1) / (2 * b)) + c = -1 by field.
  lra.
rewrite b0; lra.
Qed.
End Sums.
Lemma total_exchange m n (f : 'I_m -> 'I_n -> R) :
  \S_(i < m) \S_(j < n) f i j = \S_(j < n) \S_(i < m) f i j.
Proof. exact: exchange_big. Qed.
Lemma mulmxE m n p (A : 'M[R]_(m, n)) (B : 'M[R]_(n, p)) i j :
  (A *m B) i j = \S_(k < n) (A i k * B k j).
Proof. by rewrite mxE. Qed.

(* ---------- logarithms ---------- *)
Lemma ln_below x : 0 < x -> ln x <= x - 1.
Proof.
move=> p; have e := exp_ineq1_le (ln x); rewrite exp_ln // in e; lra.
Qed.
Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. by move=> px py; rewrite /Rdiv ln_mult ?ln_Rinv //; exact: Rinv_0_lt_compat. Qed.
Lemma ln_le_tangent x a : 0 < x -> 0 < a -> ln x <= ln a + (x - a) / a.
Proof.
move=> px pa; have h := @ln_below (x / a) (Rdiv_lt_0_compat _ _ px pa).
rewrite ln_div // in h; have : x / a - 1 = (x - a) / a by field; lra.
lra.
Qed.
(* Jensen for the logarithm, and so the inequality of the arithmetic and the geometric mean *)
Lemma mean_ln n (x : 'I_n -> R) : (0 < n)%N -> (forall k, 0 < x k) ->
  \S_(k < n) ln (x k) <= INR n * ln ((\S_(k < n) x k) / INR n).
Proof.
move=> n0 p; have N : 0 < INR n by apply: lt_0_INR; apply/ltP.
have s0 : 0 < \S_(k < n) x k by apply: (@total_pos n x (Ordinal n0)) => // k; exact: Rlt_le.
set a := (\S_(k < n) x k) / INR n; have a0 : 0 < a by exact: Rdiv_lt_0_compat.
apply: Rle_trans (total_le (fun k => ln_le_tangent (p k) a0)) _.
rewrite total_add total_const total_div total_sub total_const.
have -> : \S_(k < n) x k = INR n * a by rewrite /a; field; lra.
have -> : (INR n * a - INR n * a) / a = 0 by field; lra.
lra.
Qed.
