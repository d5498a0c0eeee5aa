(* Theorem 1 with the best absolute constant (sharp:absolute-constant): in every state of width d >= 2,
   E phi(BN(W X)) <= phi(X) exp(-4 ln 2/(d^2 (1 + d phi(X)))) ([layer_half_rate]).

   d >= 3: by the cubic of small_drift.v. d = 2: the least drift is ln(2/(1 + exp(-phi))) exactly, since the Gram map of two
   samples is elementary; the inequality is then one of one variable, with equality of slopes at phi = 0. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar normal gram_map pairs drift_arith
  drift drift_integral mean_gap extremal least_drift small_drift concave_drift.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- d = 2 ---------- *)
Section Two.
Variables (L : law 'M[R]_2) (j k0 : 'I_2).
Hypothesis H : haar L.
Let D2 : 2 <= INR 2. Proof. by rewrite /=; lra. Qed.
Lemma share_mean_two kap : 0 < kap -> kap <= 1 -> share_mean L j k0 kap = / (sqrt kap * (1 + sqrt kap)).
Proof.
move=> kp [k1 | ->]; last first.
  rewrite /share_mean (mean_ext L (g := fun W => W j k0 ^ 2)); last by move=> W; field; lra.
  by rewrite (mean_entry_sq H) sqrt_1 /=; field.
have [N normal] := standard_normal_exists.
have rp := sqrt_lt_R0 _ kp; have rr : sqrt kap * sqrt kap = kap by apply: sqrt_sqrt; lra.
set r := sqrt kap in rp rr *; have r1 : r < 1 by nra.
have ir := Rinv_0_lt_compat _ rp.
have := @share_value 2 L j k0 H N normal kap r kp erefl; set q := one_out k0 r (/ r) => e.
have q0 k : 0 <= q k by rewrite /q /one_out; case: eqP => _; lra.
have [i ne] := other_index k0 D2.
have e0 : q k0 = r by rewrite /q /one_out eqxx.
have e1 : q i = / r by rewrite /q /one_out (negbTE ne).
have i1 : 1 < / r by rewrite -Rinv_1; apply: Rinv_lt_contravar; lra.
have := @gram_pair_unequal N q normal q0 k0 i; rewrite eq_sym => /(_ ne); rewrite e0 e1 => /(_ rp ltac:(lra)).
rewrite e sqrt_inv => w; have s := sqrt_lt_R0 _ rp; have ss : sqrt r * sqrt r = r by apply: sqrt_sqrt; lra.
apply: (Rmult_eq_reg_l kap); last lra.
rewrite w -{1}rr.
have -> : sqrt r / (sqrt r + / sqrt r) = r / (r + 1).
  by move: (sqrt r) s ss => x x0 <-; field; split; nra.
by field; lra.
Qed.
Lemma drift_two kap : 0 < kap -> kap <= 1 ->
  drift_of L j k0 kap = ln 2 + ln (1 + kap) - 2 * ln (1 + sqrt kap).
Proof.
move=> kp k1; pose F y := drift_of L j k0 y - (ln 2 + ln (1 + y) - 2 * ln (1 + sqrt y)).
have dF y : kap <= y <= 1 -> is_derive F y 0.
  move=> hy; have y0 : 0 < y by lra.
  have ry := sqrt_lt_R0 _ y0.
  have a := derive_drift_of j k0 D2 H y0; rewrite share_mean_two // in a; try lra.
  have c : is_derive (fun y => ln 2 + ln (1 + y) - 2 * ln (1 + sqrt y)) y (/ (INR 2 - 1 + y) - / (sqrt y * (1 + sqrt y))).
    by rewrite [INR 2]/=; auto_derive; [repeat split; lra | field; repeat split; lra].
  by have := is_derive_minus _ _ _ _ _ a c; rewrite /minus /plus /opp /= Rplus_opp_r.
have F1 : F 1 = 0.
  rewrite /F (drift_of_1 L j k0 D2) sqrt_1 (_ : 1 + 1 = 2); last by ring.
  by ring.
have up : 0 <= F kap.
  by apply: (@falls F (fun=> 0) 1 kap k1) => [y hy | y hy | ]; [rewrite Ropp_0; exact: dF | lra | rewrite F1; lra].
have down : 0 <= - F kap.
  apply: (@falls (fun y => - F y) (fun=> 0) 1 kap k1) => [y hy | y hy | ]; [ | lra | rewrite F1; lra].
  exact: (is_derive_opp F y 0 (dF y hy)).
have : F kap = 0 by lra.
by rewrite /F; lra.
Qed.
End Two.

(* ---------- one variable ---------- *)
Lemma log_cosh p : 0 <= p -> ln ((1 + exp (- p)) / 2) + p / 2 <= p ^ 2 / 8.
Proof.
move=> p0; have pos y : 0 < 1 + exp (- y) by have := exp_pos (- y); lra.
have slope y : 0 <= y -> 0 <= y / 4 - / 2 + exp (- y) / (1 + exp (- y)).
  move=> y0; apply: (@rises (fun y => y / 4 - / 2 + exp (- y) / (1 + exp (- y))) (fun y => / 4 - exp (- y) / (1 + exp (- y)) ^ 2) 0 y y0) => [z hz | z hz | ].
  - by have := pos z => q; auto_derive; [lra | field; lra].
  - have q := pos z; suff : exp (- z) / (1 + exp (- z)) ^ 2 <= / 4 by lra.
    apply: (Rmult_le_reg_r ((1 + exp (- z)) ^ 2)); first exact: pow_lt.
    rewrite (_ : exp (- z) / _ * _ = exp (- z)); last by field; lra.
    by have := pow2_ge_0 (1 - exp (- z)); lra.
  - by rewrite Ropp_0 exp_0; lra.
suff : 0 <= p ^ 2 / 8 - p / 2 - ln ((1 + exp (- p)) / 2) by lra.
apply: (@rises (fun p => p ^ 2 / 8 - p / 2 - ln ((1 + exp (- p)) / 2)) (fun y => y / 4 - / 2 + exp (- y) / (1 + exp (- y))) 0 p p0) => [z hz | z hz | ].
- by have := pos z => q; auto_derive; [lra | field; lra].
- by apply: slope; lra.
- by rewrite Ropp_0 exp_0 (_ : (1 + 1) / 2 = 1) ?ln_1; lra.
Qed.
Lemma half_rate_two p : 0 <= p -> p - ln (2 / (1 + exp (- p))) <= p * exp (- (ln 2 / (1 + 2 * p))).
Proof.
move=> p0; have x0 := exp_pos (- p); have c := ln_lt_2; rewrite ln_div; [|lra|lra].
case: (Rle_lt_dec p 1) => h.
  have e : exp (- (ln 2 / (1 + 2 * p))) = / 2 * exp (ln 2 * (2 * p / (1 + 2 * p))).
    have h2 : / 2 = exp (- ln 2) by rewrite exp_Ropp exp_ln //; lra.
    by rewrite h2 -exp_plus; congr exp; field; lra.
  have a := exp_ineq1_le (ln 2 * (2 * p / (1 + 2 * p))).
  have b := log_cosh p0; rewrite ln_div in b; [|lra|lra].
  have m : p ^ 2 / 8 <= p * (/ 2 * (ln 2 * (2 * p / (1 + 2 * p)))).
    have -> : p * (/ 2 * (ln 2 * (2 * p / (1 + 2 * p)))) = p ^ 2 * (ln 2 / (1 + 2 * p)) by field; lra.
    rewrite /Rdiv; apply: Rmult_le_compat_l; first exact: pow2_ge_0.
    by apply: (Rmult_le_reg_r (1 + 2 * p)); first lra; rewrite Rmult_assoc Rinv_l; lra.
  have := Rmult_le_compat_l p _ _ p0 (Rmult_le_compat_l (/ 2) _ _ ltac:(lra) a); rewrite -e; lra.
have a := exp_ineq1_le (- (ln 2 / (1 + 2 * p))).
have s : p * (ln 2 / (1 + 2 * p)) <= ln 2 / 2.
  have -> : p * (ln 2 / (1 + 2 * p)) = ln 2 * (p / (1 + 2 * p)) by field; lra.
  rewrite {2}/Rdiv; apply: Rmult_le_compat_l; first lra.
  by apply: (Rmult_le_reg_r (1 + 2 * p)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have small : exp (- p) <= 0.41.
  have q : 2.44 <= exp p.
    have := exp_ineq1_le (/ 4) => w; have : exp p = exp (p - 1) * exp (/ 4) ^ 4.
      by rewrite /= Rmult_1_r -!exp_plus; congr exp; field.
    move=> ->; have u : 1 <= exp (p - 1) by have := exp_ineq1_le (p - 1); lra.
    have v : 2.44 <= exp (/ 4) ^ 4.
      have : (1 + / 4) ^ 4 <= exp (/ 4) ^ 4 by apply: pow_incr; lra.
      by lra.
    by nra.
  rewrite exp_Ropp; apply: (Rmult_le_reg_r (exp p)); first exact: exp_pos.
  by rewrite Rinv_l; lra.
have l : 2 * ln (1 + exp (- p)) <= ln 2.
  have -> : 2 * ln (1 + exp (- p)) = ln ((1 + exp (- p)) ^ 2) by rewrite ln_pow /=; lra.
  by apply: calculus.ln_le; [apply: pow_lt; lra | nra].
have := Rmult_le_compat_l p _ _ p0 a; lra.
Qed.

(* ---------- every state ---------- *)
Section State.
Variables (d : nat) (L : law 'M[R]_d).
Hypotheses (d2 : (2 <= d)%N) (H : haar L).
Notation D := (INR d).
Let d0 : (0 < d)%N. Proof. exact: ltnW. Qed.
Let D2 : 2 <= D. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Lemma least_drift_wide T : (3 <= d)%N -> 0 <= T -> 4 * ln 2 * T / (D ^ 3 * (1 + T)) <= least_drift d T.
Proof.
move=> d3 T0; have [z [z0 z1 e r]] := small_rootE D2 T0.
have := cubic_enough d3 z0 z1; rewrite /= e => c; apply: Rle_trans c _.
pose k0 := Ordinal d0; apply: Rle_trans (small_drift_cubic k0 k0 D2 H z0 z1) _.
rewrite /least_drift r (_ : small_kernel D z = frullani.log_kernel (fun=> 1) (small k0 z)); last first.
  by apply/funext => t; exact: small_kernelE.
by have [_ ->] := haar_log d0 (small_pos k0 D2 z0 z1) H k0; exact: Rle_refl.
Qed.
End State.
Lemma least_drift_two (L : law 'M[R]_2) T : haar L -> 0 <= T -> least_drift 2 T = ln (2 / (1 + exp (- (T / 2)))).
Proof.
move=> H T0; have [kap [kp k1 e -> _]] := small_at (d := 2) (leqnn 2) H T0.
rewrite (drift_two _ _ H kp k1).
have rp := sqrt_lt_R0 _ kp; have rr : sqrt kap * sqrt kap = kap by apply: sqrt_sqrt; lra.
move: e; rewrite /gap_at [INR 2]/= (_ : 1 + 1 - 1 + kap = 1 + kap); last ring.
rewrite (_ : (1 + kap) / (1 + 1) = (1 + kap) / 2) // => e.
have -> : exp (- (T / 2)) = sqrt kap * 2 / (1 + kap).
  rewrite -e -(exp_ln (sqrt kap * 2 / (1 + kap))); last by apply: Rdiv_lt_0_compat; lra.
  congr exp; rewrite ln_div; [|lra|lra]; rewrite ln_div; [|lra|lra]; rewrite ln_mult; [|lra|lra]; rewrite ln_sqrt //; lra.
have -> : 2 / (1 + sqrt kap * 2 / (1 + kap)) = 2 * (1 + kap) / (1 + sqrt kap) ^ 2.
  by move: (sqrt kap) rp rr => x x0 <-; field; split; nra.
have s2 : 0 < (1 + sqrt kap) ^ 2 by apply: pow_lt; lra.
have sp : 0 < 1 + sqrt kap by lra.
by rewrite ln_div; [|lra|exact: s2]; rewrite ln_mult; [|lra|lra]; rewrite ln_pow // [INR 2]/=; lra.
Qed.
Theorem layer_half_rate d (L : law 'M[R]_d) (X : 'M[R]_d) : (2 <= d)%N -> haar L ->
  0 < (\det (X^T *m X))%ring -> frobsq X = INR d ->
  mean L (fun W => phi (BN (W *m X)%ring)) <= exp (- (4 * ln 2 / (INR d ^ 2 * (1 + INR d * phi X)))) * phi X.
Proof.
move=> d2 H f n; have d0 : (0 < d)%N by exact: ltnW.
have D2 : 2 <= INR d by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP.
have p := phi_ge0 d0 f; have T0 : 0 <= INR d * phi X by nra.
have [a _] := drift_bounds d2 H f n.
have [d3 | d3] := ltnP 2 d.
  have := least_drift_wide d2 H d3 T0; set th := 4 * ln 2 / (INR d ^ 2 * (1 + INR d * phi X)).
  have -> : 4 * ln 2 * (INR d * phi X) / (INR d ^ 3 * (1 + INR d * phi X)) = th * phi X by rewrite /th; field; lra.
  by have := Rmult_le_compat_r _ _ _ p (exp_ineq1_le (- th)); lra.
have e : d = 2%N by apply/eqP; rewrite eqn_leq d3.
subst d; rewrite (least_drift_two H T0) in a.
have e2 : INR 2 = 2 by rewrite /=; ring.
rewrite !e2 in a *; rewrite (_ : 2 * phi X / 2 = phi X) in a; last by field.
rewrite (_ : 4 * ln 2 / (2 ^ 2 * (1 + 2 * phi X)) = ln 2 / (1 + 2 * phi X)); last by field; lra.
by have := half_rate_two p; lra.
Qed.
