(* Series of roots (sharp:theorem-5). [lower s] is the h >= 0 with h + exp(-h) - 1 = s. It is at most s + sqrt(2 s), so that
   the sum of lower(s r^k) over k converges for 0 <= r < 1, and no partial sum is above it. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Coquelicot Require Series Hierarchy.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals roots drift_arith series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition lower (s : R) : R := definitions.root (fun h => exp (- h) - 1 - - h - s).
Section Lower.
Variable s : R.
Hypothesis s0 : 0 <= s.
Let f h := exp (- h) - 1 - - h - s.
Let up : rising f.
Proof. by move=> x y x0 xy; have := rising_exp_minus x0 xy; rewrite /f /=; lra. Qed.
Let continuous x : 0 <= x -> continuity_pt f x.
Proof. by move=> _; apply: derivable_continuous_pt; rewrite /f; reg. Qed.
Lemma lower_spec : 0 <= lower s /\ lower s + exp (- lower s) - 1 = s.
Proof.
have b : 0 <= f (s + 1) by rewrite /f; have := exp_pos (- (s + 1)); lra.
have a : f 0 <= 0 by rewrite /f Ropp_0 exp_0; lra.
have [p q] := root_spec up continuous a (Rplus_le_le_0_compat _ _ s0 Rle_0_1) b.
by split=> //; move: q; rewrite /f -/(lower s); lra.
Qed.
Lemma lower_le : lower s <= s + sqrt (2 * s).
Proof.
have [p q] := lower_spec; have := @log_from_defect_root (exp (- lower s)) s (exp_pos _).
by rewrite ln_exp => h; have := h ltac:(lra); lra.
Qed.
(* what lies below every line that [mean_log_by_root] gives *)
Lemma below_lower j t : t <= s -> (forall h, 0 <= h -> 2 * (1 - exp (- h)) * j <= t + 1 - exp (- h) * (1 + h)) -> j <= lower s / 2.
Proof.
move=> ts b; have [p q] := lower_spec; apply: Rnot_lt_le => n.
pose h := lower s + (j - lower s / 2); have h0 : 0 < h by rewrite /h; lra.
have r := @rising_exp_minus (lower s) h p ltac:(rewrite /h; lra).
have := @mean_log_by_root j t (h + exp (- h) - 1) h h0 erefl ltac:(simpl in r; lra) (b h (Rlt_le _ _ h0)).
by rewrite /h; lra.
Qed.
End Lower.

(* ---------- series ---------- *)
Notation summable := (Series.ex_series (V := Hierarchy.R_NormedModule)).
Lemma total_recl (f : nat -> R) l : \S_(k < l.+1) f k = f 0%N + \S_(k < l) f k.+1.
Proof. by rewrite /total big_ord_recl. Qed.
Lemma series_ge0 (a : nat -> R) : (forall k, 0 <= a k) -> summable a -> 0 <= Series.Series a.
Proof.
move=> p c; have -> : 0 = Series.Series (fun k => 0 * a k) by rewrite Series.Series_scal_l; ring.
by apply: Series.Series_le => // k; have := p k; lra.
Qed.
Lemma partial_sum_le (a : nat -> R) l : (forall k, 0 <= a k) -> summable a -> \S_(k < l) a k <= Series.Series a.
Proof.
elim: l a => [|l ih] a p c; first by rewrite total_empty; exact: series_ge0.
rewrite total_recl Series.Series_incr_1 //; apply: Rplus_le_compat_l; apply: (ih (fun k => a k.+1)) => [k|]; first exact: p.
by move: c; rewrite Series.ex_series_incr_1.
Qed.
Lemma summable_le (a b : nat -> R) : (forall k, 0 <= a k <= b k) -> summable b -> summable a.
Proof.
move=> h c; apply: (@Series.ex_series_le _ Hierarchy.R_CompleteNormedModule a b) c => k; have [p q] := h k.
by rewrite /Hierarchy.norm /= /Hierarchy.abs /= Rabs_pos_eq.
Qed.
Lemma summable_geometric c q : 0 <= q < 1 -> summable (fun k => c * q ^ k).
Proof. by move=> [p h]; apply: (@Series.ex_series_scal_l _ Hierarchy.R_NormedModule); apply: Series.ex_series_geom; rewrite Rabs_pos_eq. Qed.
Lemma summable_lower s r : 0 <= s -> 0 <= r < 1 -> summable (fun k => lower (s * r ^ k)).
Proof.
move=> s0 [r0 r1]; have q k : 0 <= s * r ^ k by apply: Rmult_le_pos => //; exact: pow_le.
apply: (@summable_le _ (fun k => s * r ^ k + sqrt (2 * s) * sqrt r ^ k)).
  move=> k; split; first by case: (lower_spec (q k)).
  apply: Rle_trans (lower_le (q k)) _; apply: Req_le; congr (_ + _).
  have -> : 2 * (s * r ^ k) = 2 * s * (sqrt r ^ k) ^ 2 by rewrite -pow_mult Nat.mul_comm pow_mult pow2_sqrt //; ring.
  rewrite sqrt_mult ?sqrt_pow2 //; [exact/pow_le/sqrt_pos | lra | exact: pow2_ge_0].
apply: (@Series.ex_series_plus _ Hierarchy.R_NormedModule); apply: summable_geometric; first by [].
by split; [exact: sqrt_pos | rewrite -sqrt_1; apply: sqrt_lt_1_alt].
Qed.
