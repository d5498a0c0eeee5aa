(* The least drift is not 0 (sharp:theorem-5, where a geometric series needs a rate below 1): an integral over t > 0 of what is
   negative is negative; one eigenvalue z < 1 and d - 1 equal ones above 1, of mean 1, have
   ln(1 + 2 t z) + (d - 1) ln(1 + 2 t y) < d ln(1 + 2 t), as the logarithm lies strictly below its tangents. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval finmap.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density half_line roots eigenvalues_from_gap.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma over_positive_gt0 (f : R -> R) : integrable_over_positive f -> (forall t, 0 < t -> 0 < f t) -> 0 < over_positive f.
Proof.
move=> fi p; have [// | n] := Rle_lt_or_eq_dec 0 (over_positive f) (over_positive_ge0 (fun t h => Rlt_le _ _ (p t h))).
exfalso; have mP := positive_measurable.
have z : (\int[lebesgue_measure]_(t in positive) `|(f t : RR)%:E| = 0)%E.
  rewrite (eq_integral (fun t : line => (f t : RR)%:E)); last first.
    by move=> t; rewrite inE => h; rewrite gee0_abs // lee_fin; apply/RleP; exact: Rlt_le (p t h).
  have := integral_fune_fin_num mP fi; move: n; rewrite /over_positive.
  by case: (integral _ _ _) => [r| |] //= <-.
have [N [mN N0 sN]] := (ae_eq_integral_abs (lebesgue_measure : {measure set line -> \bar RR}) mP (proj1 fi)).1 z.
have sT : strip 0 1 `<=` N.
  move=> t [t0 _]; apply: sN => /= e; have := e t0; rewrite /= => -[] e0.
  by have := p t t0; rewrite e0 zeroE; lra.
have : (leb (strip 0 1) <= leb N)%E by apply: le_measure => //; rewrite inE //; exact: strip_measurable.
rewrite leb_strip; last lra.
by have -> : leb N = 0%E by [exact: N0]; rewrite lee_fin => /RleP; toR; lra.
Qed.

Lemma ln_below_strict x : 0 < x -> x <> 1 -> ln x < x - 1.
Proof.
move=> p n; have l0 : ln x <> 0 by move=> e; apply: n; rewrite -(exp_ln x) // e exp_0.
by have := exp_ineq1 (ln x) l0; rewrite exp_ln //; lra.
Qed.
(* z + b y = 1 + b *)
Lemma two_levels_strict z y b t : 0 < z -> 0 < y -> 0 < b -> 0 < t -> z <> 1 -> z + b * y = 1 + b ->
  ln (1 + z * t) + ln (1 + y * t) * b < (1 + b) * ln (1 + t).
Proof.
move=> z0 y0 b0 t0 z1 e; have q : 0 < 1 + t by lra.
have pz : 0 < 1 + z * t by nra. have py : 0 < 1 + y * t by nra.
have hz : ln ((1 + z * t) / (1 + t)) < (1 + z * t) / (1 + t) - 1.
  apply: ln_below_strict; first exact: Rdiv_lt_0_compat.
  move=> h; apply: z1; have : 1 + z * t = 1 + t by rewrite -[LHS](_ : (1 + z * t) / (1 + t) * (1 + t) = _); [rewrite h; ring | field; lra].
  by move=> k; have : (z - 1) * t = 0 by [lra]; move/Rmult_integral; lra.
have hy : ln ((1 + y * t) / (1 + t)) <= (1 + y * t) / (1 + t) - 1 by apply: ln_below; exact: Rdiv_lt_0_compat.
rewrite ln_div // in hz; rewrite ln_div // in hy.
have := Rmult_le_compat_l b _ _ (Rlt_le _ _ b0) hy.
have : (1 + z * t) / (1 + t) - 1 + b * ((1 + y * t) / (1 + t) - 1) = 0; last by lra.
have -> : y = (1 + b - z) / b by have -> : 1 + b - z = b * y; [lra | field; lra].
by field; lra.
Qed.

Section LeastDrift.
Variables (D c : R).
Hypotheses (D1 : 1 < D) (c0 : 0 < c).
(* the root of sharp:extremal-drift as its statement has it *)
Local Notation h := (definitions.root (fun h => exp (- h) - 1 - - h + (D - 1) * (- (exp (- h) - 1) / (D - 1) - ln (1 + - (exp (- h) - 1) / (D - 1))) - c)).
Lemma one_small_root : 0 < h.
Proof.
have e : h = definitions.root (fun h => levels 1 (D - 1) h - c).
  apply: root_ext => x _; rewrite /levels; have -> : 1 * (1 - exp (- x)) / (D - 1) = - (exp (- x) - 1) / (D - 1) by field; lra.
  ring.
have [p q] := levels_root (a := 1) (b := D - 1) ltac:(lra) ltac:(lra) (Rlt_le _ _ c0).
rewrite e; case: p => // z; exfalso; move: q; rewrite -z levels_0; lra.
Qed.
Definition drift_integrand (r t : R) : R :=
  (exp (- (1 + (D - 1)) * ln (1 + 2 * t) / 2)
   - exp (- (ln (1 + (1 + (exp (- r) - 1)) * (2 * t)) + ln (1 + (1 + - (exp (- r) - 1) / (D - 1)) * (2 * t)) * (D - 1)) / 2)) / t.
Lemma drift_integrand_neg r t : 0 < r -> 0 < t -> drift_integrand r t < 0.
Proof.
move=> r0 t0; have ex : 0 < exp (- r) < 1 by split; [exact: exp_pos | rewrite -exp_0; apply: exp_increasing; lra].
have y0 : 0 < 1 + - (exp (- r) - 1) / (D - 1).
  by have : 0 < - (exp (- r) - 1) / (D - 1) by [apply: Rdiv_lt_0_compat; lra]; lra.
have := @two_levels_strict (1 + (exp (- r) - 1)) (1 + - (exp (- r) - 1) / (D - 1)) (D - 1) (2 * t) ltac:(lra) y0 ltac:(lra) ltac:(lra) ltac:(lra).
move=> k; have {}k := k ltac:(field; lra); rewrite /drift_integrand.
set a := ln _ + _ in k *; set b := ln (1 + 2 * t) in k *.
have x : exp (- (1 + (D - 1)) * b / 2) < exp (- a / 2) by apply: exp_increasing; lra.
have : 0 < (exp (- a / 2) - exp (- (1 + (D - 1)) * b / 2)) / t by apply: Rdiv_lt_0_compat; lra.
by rewrite /Rdiv; lra.
Qed.
Lemma least_drift_neg : integrable_over_positive (drift_integrand h) -> over_positive (drift_integrand h) < 0.
Proof.
move=> i; have [j e] := over_positive_linear (-1) 0 i i.
suff : 0 < -1 * over_positive (drift_integrand h) + 0 * over_positive (drift_integrand h) by lra.
by rewrite -e; apply: over_positive_gt0 => // t t0; have := drift_integrand_neg one_small_root t0; lra.
Qed.
End LeastDrift.
