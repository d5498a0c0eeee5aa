(* daneshmand2021, appendix C.

   appendix-C: sharp:average-in-depth with the drift condition's noise s = (1 - 1/n)/sqrt(d) has the average at most
   c (Vhat_0 + (l + 1) s)/l, c = (n+2)/(2n). From n = 1 on c <= 3/2, and c (1 - 1/n) <= 9/16 <= 3/4, so that
   c (l + 1) s <= (3/4) (2 l)/sqrt(d). At infinite width there is no noise. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means depth_average.
From Lemmata.verify.sharp.smallest_eigenvalues Require lemma_7.
From Lemmata.statements.daneshmand2021 Require appendix_c.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Lemma constant_le n : (0 < n)%N -> (INR n + 2) / (2 * INR n) <= 3 / 2.
Proof.
move=> n0; have M : 1 <= INR n by apply: (le_INR 1); apply/leP.
apply: (Rmult_le_reg_r (2 * INR n)); first lra.
by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Lemma constant_noise_le n : (0 < n)%N -> (INR n + 2) / (2 * INR n) * (1 - 1 / INR n) <= 3 / 4.
Proof.
move=> n0; have M : 1 <= INR n by apply: (le_INR 1); apply/leP.
have -> : (INR n + 2) / (2 * INR n) * (1 - 1 / INR n) = (INR n + 2) * (INR n - 1) / (2 * INR n ^ 2) by field; lra.
have P : 0 < 2 * INR n ^ 2 by nra.
by apply: (Rmult_le_reg_r _ _ _ P); rewrite /Rdiv Rmult_assoc Rinv_l; nra.
Qed.

Theorem appendix_C : appendix_c.appendix_C.
Proof.
split=> [d l n H0 N d0 n0 normal l0 h0 _ | d l n H0 N q d0 n0 normal sp l0 h0 v]; last first.
  have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
  apply: Rle_trans (wide_average n0 normal q0 q1 l0) _; have L0 := INR_pos l0; have M := INR_pos n0.
  have -> : 3 * (1 / INR n - least q) / (2 * INR l) = 3 / 2 * (1 / INR n - least q) / INR l by field; lra.
  apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
  by apply: Rmult_le_compat_r => //; exact: constant_le.
have D := INR_pos d0; have L0 := INR_pos l0; have L1 : 1 <= INR l by apply: (le_INR 1); apply/leP.
have D' := sqrt_lt_R0 _ D; have M : 1 <= INR n by apply: (le_INR 1); apply/leP.
have i1 : 1 / INR n <= 1 by rewrite /Rdiv Rmult_1_l -Rinv_1; apply: Rinv_le_contravar; lra.
have s0 : 0 <= (1 - 1 / INR n) / sqrt (INR d) by apply: Rmult_le_pos; [lra | apply: Rlt_le; exact: Rinv_0_lt_compat].
have v0 : 0 <= Vhat H0 by have [] := Vhat_range n0 h0.
have dr (H : 'M[R]_(d, n)) : frobsq H = 1 -> mean (gaussian N d d) (fun W => Vhat (layer W H))
  <= (1 - 2 * (1 - INR n * Vhat H) / (INR n + 2)) * Vhat H + (1 - 1 / INR n) / sqrt (INR d).
  move=> h; have v : 0 <= Vhat H by have [] := Vhat_range n0 h.
  by have [] := proj1 Lemmata.verify.sharp.smallest_eigenvalues.lemma_7.drift_condition d n H N d0 n0 normal h v.
have [i b] := depth_average d0 n0 normal s0 h0 dr l0; split; first exact: i.
apply: Rle_trans b _.
have -> : 3 * Vhat H0 / (2 * INR l) + 3 / (2 * sqrt (INR d)) = (3 / 2 * Vhat H0 + 3 / 4 * (2 * INR l) / sqrt (INR d)) / INR l by field; lra.
apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
rewrite Rmult_plus_distr_l; apply: Rplus_le_compat; first by apply: Rmult_le_compat_r => //; exact: constant_le.
rewrite S_INR; set c := (INR n + 2) / _.
have -> : c * ((1 - 1 / INR n) / sqrt (INR d) * (INR l + 1)) = c * (1 - 1 / INR n) * (INR l + 1) / sqrt (INR d) by field; lra.
apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
by have := constant_noise_le n0; rewrite -/c => k; apply: Rmult_le_compat => //; try lra; apply: Rmult_le_pos; [apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra] | lra].
Qed.
