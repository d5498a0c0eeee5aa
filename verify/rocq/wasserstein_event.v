(* The Wasserstein distance where A1 may fail (sharp:wasserstein-decay, sharp:wasserstein-radius). Let A = A1(alpha, l), and f as in
   wasserstein_chain.v. Given H_(l+1) the squared distance is at most f(V^2) <= sqrt(n) V, and at most 2 - 2/sqrt(n). So it is at most
   sqrt(n) E[V; A] + 2 P(not A) ([distance_where]), and, f being concave with f(0) = 0, at most
   f(E[V^2; A]) + (2 - 2/sqrt(n)) P(not A) ([distance_square_where]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normal normed_chain wasserstein wasserstein_chain.
From Lemmata.verify.rocq Require decay.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Event.
Variables (N : law R) (d n : nat) (H0 : 'M[R]_(d, n)) (alpha : R).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n0 : (0 < n)%N) (h0 : frobsq H0 = 1).
Notation G := (gaussian N d d).
Notation distance l := (W2sq (image (fun W => W l *m hidden H0 W l)%ring (weights G l.+1))
  (image (scaled (/ sqrt (INR n))) (gaussian N d n))).
Let M : 0 < INR n := INR_pos n0.
Let kappa : R := 2 - 2 / sqrt (INR n).
Lemma root_ge1 : 1 <= sqrt (INR n).
Proof. by rewrite -sqrt_1; apply: sqrt_le_1_alt; apply: (le_INR 1); apply/leP. Qed.
Lemma kappa_range : 0 <= kappa <= 2.
Proof.
have r := root_ge1; have i0 : 0 < / sqrt (INR n) by apply: Rinv_0_lt_compat; lra.
have i1 : / sqrt (INR n) <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
by rewrite /kappa /Rdiv; lra.
Qed.
Lemma distance_largest l : distance l <= kappa.
Proof.
apply: Rle_trans (chain_distance normal d0 n0 h0 l) _; rewrite -(mean_const (weights G l) kappa).
apply: (chain_bures_le normal d0 n0 h0 (C := 0)); first exact: integrable_const.
  by move=> W; have := kappa_range; lra.
by move=> W f; exact: bures_largest.
Qed.
Notation one k := (only_where (A1 H0 alpha k) (fun _ : nat -> 'M[R]_d => 1)).
Lemma one_range k W : 0 <= one k W <= 1.
Proof. by rewrite /only_where; case: asboolP => _; lra. Qed.
Lemma one_integrable m k : integrable (weights G m) (one k).
Proof. by apply: decay.where_integrable; [exact: decay.event_measurable | exact: integrable_const]. Qed.
Lemma probability_before m k : probability (weights G m) (A1 H0 alpha k.+1) <= probability (weights G m) (A1 H0 alpha k).
Proof.
apply: mean_le => [||W]; try exact: one_integrable.
have [a|a] := pselect (A1 H0 alpha k.+1 W); last by rewrite decay.where_out //; have [] := one_range k W.
by rewrite !decay.where_in //; [lra | exact: decay.event_before a].
Qed.
Lemma probability_none m k : 1 / INR n < alpha ^ 2 -> (0 < k)%N -> probability (weights G m) (A1 H0 alpha k) = 0.
Proof.
move=> h k0; rewrite /probability /mean_where (mean_ext _ (g := fun=> 0)) ?mean_const // => W.
apply: decay.where_out => a; have := a 1%N; rewrite k0 => /(_ isT) le.
have := gram_lambda_min_mean (hidden H0 W 1) n0; have f := hidden_le1 h0 W 1.
have : frobsq (hidden H0 W 1) / INR n <= 1 / INR n by apply: Rmult_le_compat_r => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
lra.
Qed.
Notation event := (A1 H0 alpha).
Lemma where_one k f W : only_where (event k) f W = f W * one k W.
Proof. by rewrite /only_where; case: asboolP => _; lra. Qed.
Lemma not_event m k c : integrable (weights G m) (fun W => c * (1 - one k W)) /\
  mean (weights G m) (fun W => c * (1 - one k W)) = c * (1 - probability (weights G m) (event k)).
Proof.
have i := integrable_sub (integrable_const (weights G m) 1) (one_integrable m k).
by split; [exact: integrable_scal | rewrite mean_scal // mean_sub ?mean_const //; [exact: integrable_const | exact: one_integrable]].
Qed.
Lemma distance_where l k : distance l <= sqrt (INR n) * mean_where (weights G l) (event k) (fun W => V (hidden H0 W l))
  + 2 * (1 - probability (weights G l) (event k)).
Proof.
have [i2 <-] := not_event l k 2; have r := root_ge1; have [k0 k2] := kappa_range.
have i1 : integrable (weights G l) (only_where (event k) (fun W => V (hidden H0 W l))).
  by apply: decay.where_integrable; [exact: decay.event_measurable | exact: chain_V_integrable].
rewrite /mean_where -mean_scal // -mean_add //; last exact: integrable_scal.
apply: Rle_trans (chain_distance normal d0 n0 h0 l) _; apply: (chain_bures_le normal d0 n0 h0 (C := 0)).
- by apply: integrable_add => //; exact: integrable_scal.
- move=> W; rewrite where_one; have [a b] := one_range k W; have [v _] := V_le1 n0 (hidden H0 W l).
  have : 0 <= sqrt (INR n) * (V (hidden H0 W l) * one k W) by apply: Rmult_le_pos; [lra | exact: Rmult_le_pos].
  lra.
- move=> W f; have [a|a] := pselect (event k W).
    rewrite !decay.where_in // (_ : 1 - 1 = 0) ?Rmult_0_r ?Rplus_0_r; [|ring]; apply: Rle_trans (bures_from_gap n0 f) _.
    by apply: from_gap_root => //; have [] := V_le1 n0 (hidden H0 W l).
  by rewrite !decay.where_out //; have := bures_largest n0 f; rewrite -/kappa; lra.
Qed.
Lemma distance_square_where l k :
  distance l <= from_gap (INR n) (mean_where (weights G l) (event k) (fun W => V (hidden H0 W l) ^ 2))
  + kappa * (1 - probability (weights G l) (event k)).
Proof.
have [i2 <-] := not_event l k kappa; have [k0 k2] := kappa_range.
have i1 : integrable (weights G l) (only_where (event k) (fun W => V (hidden H0 W l) ^ 2)).
  by apply: decay.where_integrable; [exact: decay.event_measurable | exact: chain_V2_integrable].
set x := mean_where _ _ _; have v0 W : 0 <= only_where (event k) (fun W => V (hidden H0 W l) ^ 2) W.
  by rewrite /only_where; case: asboolP => _; [exact: pow2_ge_0 | lra].
have x0 : 0 <= x by apply: mean_ge0.
have [w1 _] := gap_root M x0; set c := INR n / sqrt (1 + INR n * x) ^ 3.
have c0 : 0 <= c by apply: Rlt_le; apply: Rdiv_lt_0_compat => //; apply: pow_lt; lra.
pose t W := from_gap (INR n) x + c * (only_where (event k) (fun W => V (hidden H0 W l) ^ 2) W - x).
have it' : integrable (weights G l) (fun W => only_where (event k) (fun W => V (hidden H0 W l) ^ 2) W - x).
  by apply: integrable_sub => //; exact: integrable_const.
have it : integrable (weights G l) t by apply: integrable_add; [exact: integrable_const | exact: integrable_scal].
have e : from_gap (INR n) x = mean (weights G l) t.
  rewrite mean_add; [|exact: integrable_const|exact: integrable_scal].
  rewrite mean_const mean_scal // mean_sub ?mean_const //; last exact: integrable_const.
  by rewrite -/(mean_where (weights G l) (event k) (fun W => V (hidden H0 W l) ^ 2)) -/x; ring.
rewrite e -mean_add //; apply: Rle_trans (chain_distance normal d0 n0 h0 l) _.
have t0 W : 0 <= t W.
  have := from_gap_tangent M (Rle_refl 0) x0; rewrite from_gap_0 -/c.
  by have := Rmult_le_pos _ _ c0 (v0 W); rewrite /t; lra.
apply: (chain_bures_le normal d0 n0 h0 (C := 0)); first exact: integrable_add.
  move=> W; have [a b] := one_range k W; have : 0 <= kappa * (1 - one k W) by apply: Rmult_le_pos; lra.
  by have := t0 W; lra.
move=> W f; have [a|a] := pselect (event k W).
  rewrite /t !decay.where_in // (_ : 1 - 1 = 0) ?Rmult_0_r ?Rplus_0_r; [|ring]; apply: Rle_trans (bures_from_gap n0 f) _.
  by apply: from_gap_tangent => //; exact: pow2_ge_0.
by rewrite [only_where _ (fun=> 1) W]decay.where_out //; have := bures_largest n0 f; rewrite -/kappa; have := t0 W; lra.
Qed.
End Event.
