(* The least drift of a gap contracts every smaller gap at least as much (sharp:theorem-1).

   least_drift of the gap phi is the function gain of gap_series.v at s = 1 - z/y, z the small eigenvalue and y the d - 1 equal
   ones: a row of W X has the squared norm y (1 - s w^2), w an entry of a Haar matrix. As gain over gap falls, so does
   least_drift over phi, and the chain contracts from phi_0 in every layer by 1 - least_drift(phi_0)/phi_0 at least. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains tower haar half_line frullani drift mean_gap drift_integral
  extremal least_drift.
From Lemmata.verify.rocq Require gap_series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section LeastDrift.
Variables (d : nat) (L : law 'M[R]_d).
Hypotheses (d2 : (2 <= d)%N) (H : haar L).
Notation D := (INR d).
Let d0 : (0 < d)%N. Proof. exact: ltnW. Qed.
Let D2 : 2 <= D. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Let k0 : 'I_d := Ordinal d0.
Notation gain := (gap_series.gain L k0 k0).
Notation gap := (gap_series.gap_of d).
Section Level.
Variable z : R.
Hypotheses (z0 : 0 < z) (z1 : z <= 1).
Let y := 1 + / (D - 1) * (1 - z).
Definition spread_of : R := 1 - z / y.
Let y1 : 1 <= y.
Proof. by have : 0 < / (D - 1) by [apply: Rinv_0_lt_compat; lra]; rewrite /y; nra. Qed.
Let total_y : z + (D - 1) * y = D. Proof. by rewrite /y; field; lra. Qed.
Lemma spread_of_range : 0 <= spread_of < 1.
Proof.
rewrite /spread_of; have q : 0 < z / y by apply: Rdiv_lt_0_compat; lra.
have : z / y <= 1; last lra.
apply: (Rmult_le_reg_r y); first lra.
by have -> : z / y * y = z by [field; lra]; lra.
Qed.
Let log_y : ln (1 - spread_of / D) = - ln y.
Proof.
rewrite -ln_Rinv; last lra.
congr ln; rewrite /spread_of; apply: (Rmult_eq_reg_r (D * y)); last by nra.
have -> : (1 - (1 - z / y) / D) * (D * y) = z + (D - 1) * y by field; lra.
by rewrite total_y; field; lra.
Qed.
Lemma gap_level : D * gap spread_of = small_gap D z.
Proof.
have := small_logs k0 D2 z; rewrite (total_one_out k0 ln) -/y => e.
rewrite /gap_series.gap_of log_y (_ : 1 - spread_of = z / y); last by rewrite /spread_of; ring.
rewrite ln_div //; last lra.
have -> : D * (- ln y - (ln z - ln y) / D) = - (ln z + (D - 1) * ln y) by field; lra.
by rewrite e; ring.
Qed.
(* the squared norm of a row *)
Let row W : orthogonal W -> weighted (small k0 z) W k0 = y * (1 - spread_of * W k0 k0 ^ 2).
Proof.
move=> o; rewrite /weighted (total_ext (g := fun k => y * W k0 k ^ 2 + (if k == k0 then (z - y) * W k0 k ^ 2 else 0))).
  rewrite total_add total_scal unit_row // (total_delta (fun k => (z - y) * W k0 k ^ 2)) /spread_of.
  by field; lra.
by move=> k; rewrite /small /one_out -/y; case: eqP => _; ring.
Qed.
Lemma gain_level : - over_positive (small_kernel D z) = gain spread_of.
Proof.
rewrite (_ : small_kernel D z = log_kernel (fun=> 1) (small k0 z)); last by apply/funext => t; exact: small_kernelE.
have [_ ->] := haar_log d0 (small_pos k0 D2 z0 z1) H k0.
have [s0 s1] := spread_of_range; have t := gap_series.tame_log k0 k0 (conj s0 s1).
rewrite (@mean_ext_drawn _ L _ (fun W => ln y + ln (1 - spread_of * W k0 k0 ^ 2))); last first.
  move=> w; have o := haar_orthogonal H w; rewrite row // ln_mult //; first lra.
  have := entry_bounded k0 k0 o; have := Rle_abs (draw w k0 k0); have := Rle_abs (- draw w k0 k0); rewrite Rabs_Ropp.
  by move=> *; have : draw w k0 k0 ^ 2 <= 1; nra.
rewrite mean_add; [|exact: integrable_const|exact: (tame_integrable H)].
by rewrite mean_const /gap_series.gain log_y; ring.
Qed.
End Level.
Lemma spread_falls z z' : 0 < z -> z <= z' -> z' <= 1 -> spread_of z' <= spread_of z.
Proof.
move=> z0 zz z1; rewrite /spread_of; have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
set y := 1 + / (D - 1) * (1 - z); set y' := 1 + / (D - 1) * (1 - z').
have y0 : 1 <= y' by rewrite /y'; nra.
have yy : y' <= y by rewrite /y /y'; nra.
suff : z / y <= z' / y' by lra.
apply: (Rmult_le_reg_r (y * y')); first nra.
have -> : z / y * (y * y') = z * y' by field; lra.
have -> : z' / y' * (y * y') = z' * y by field; lra.
nra.
Qed.
(* least_drift over the gap falls *)
Theorem least_drift_ratio T T' : 0 <= T <= T' -> least_drift d T' * T <= least_drift d T * T'.
Proof.
move=> [T0 TT]; rewrite /least_drift.
have [z [z0 z1 e ->]] := small_rootE D2 T0; have [z' [z0' z1' e' ->]] := small_rootE D2 (Rle_trans _ _ _ T0 TT).
rewrite (gain_level z0 z1) (gain_level z0' z1') -e -e' -(gap_level z0 z1) -(gap_level z0' z1').
have zz : z' <= z.
  have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
  by apply: (gap_reflects (A := 1) (B := D - 1) (C := / (D - 1))) => //; rewrite ?e ?e'; lra.
have [s0 s1] := spread_of_range z0 z1; have [t0 t1] := spread_of_range z0' z1'.
have h := gap_series.gain_ratio (k0) (k0) H d2 (conj s0 (spread_falls z0' zz z1)) t1.
by have := Rmult_le_compat_l D _ _ ltac:(lra) h; lra.
Qed.
End LeastDrift.

Section Chain.
Variables (d : nat) (L : law 'M[R]_d) (X0 : 'M[R]_d).
Hypotheses (d2 : (2 <= d)%N) (H : haar L) (full : 0 < (\det (X0^T *m X0))%ring).
Notation D := (INR d).
Notation phi0 := (phi X0).
Notation gap l := (mean (weights L l) (fun W => phi (rotated X0 W l))).
Hypothesis phi0_pos : 0 < phi0.
Let d0 : (0 < d)%N. Proof. exact: ltnW. Qed.
Let D2 : 2 <= D. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
(* X_0 with ||X_0||_F^2 = d: the same chain, the same gap *)
Lemma normed_start : exists X : 'M[R]_d, [/\ 0 < (\det (X^T *m X))%ring, frobsq X = D, phi X = phi0 &
  forall W : 'M[R]_d, BN (W *m X)%ring = BN (W *m X0)%ring].
Proof.
have f := full_frobsq d0 full; have q : 0 < D / frobsq X0 by apply: Rdiv_lt_0_compat; lra.
have r := sqrt_lt_R0 _ q; exists (scaled (sqrt (D / frobsq X0)) X0); split; first exact: full_scaled.
- by rewrite frobsq_scaled pow2_sqrt; [field; lra | lra].
- exact: phi_scaled.
- by move=> W; rewrite mulmx_scaled; exact: BN_scaled.
Qed.
(* a bound of one layer multiplies, from X_0 on *)
Theorem mean_gap_power c l : (forall X : 'M[R]_d, 0 < (\det (X^T *m X))%ring -> frobsq X = D -> phi X <= phi0 ->
    mean L (fun W => phi (BN (W *m X)%ring)) <= c * phi X) -> gap l <= phi0 * c ^ l.
Proof.
move=> h; have [X [fX nX pX bX]] := normed_start.
have first : mean L (fun W => phi (BN (W *m X0)%ring)) <= c * phi0.
  rewrite -pX (mean_ext L (g := fun W => phi (BN (W *m X)%ring))); last by move=> W; rewrite bX.
  by apply: h => //; rewrite pX; lra.
have c0 : 0 <= c.
  have : 0 <= mean L (fun W => phi (BN (W *m X0)%ring)).
    apply: mean_ge0_drawn => w; apply: phi_ge0 => //; apply: full_BN; apply: full_rotated => //; exact: haar_orthogonal.
  by move=> p; case: (Rle_lt_dec 0 c) => // n; nra.
case: l => [|l]; first by rewrite /= mean_const; lra.
elim: l => [|l IH].
  have -> : phi0 * c ^ 1 = mean (weights L 0) (fun=> c * phi0) by rewrite mean_const; ring.
  have i := weights_phi_integrable H 1 1 d0 full.
  apply: (@weights_tower_le _ L 0 (fun W => phi (rotated X0 W 1)) (fun=> c * phi0) i (integrable_const _ _)) => w.
  by rewrite (mean_ext L (fun v => congr1 (@phi d d) (rotated_put X0 0 v (draw w)))).
have n := @mean_gap_next d L X0 d0 H full c l h.
by have := Rmult_le_compat_l _ _ _ c0 IH; rewrite -[c ^ l.+2]/(c * c ^ l.+1); lra.
Qed.
Theorem mean_gap_least_drift l : gap l <= phi0 * (1 - least_drift d (D * phi0) / phi0) ^ l.
Proof.
apply: mean_gap_power => X f n le.
have [a _] := drift_bounds d2 H f n; have p := phi_ge0 d0 f.
have T : 0 <= D * phi X <= D * phi0 by split; nra.
have r := least_drift_ratio d2 H T.
have : least_drift d (D * phi0) * phi X / phi0 <= least_drift d (D * phi X).
  apply: (Rmult_le_reg_r (D * phi0)); first nra.
  by have -> : least_drift d (D * phi0) * phi X / phi0 * (D * phi0) = least_drift d (D * phi0) * (D * phi X) by field; lra.
have -> : (1 - least_drift d (D * phi0) / phi0) * phi X = phi X - least_drift d (D * phi0) * phi X / phi0 by field; lra.
lra.
Qed.
End Chain.
