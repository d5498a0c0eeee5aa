(* sharp:average-in-depth.

   average-in-depth: with c = (n+2)/(2n), the drift condition (sharp:lemma-7) says that Vhat (1/n - Vhat) is at most
   c (Vhat - E Vhat' + (1 - 1/n)/sqrt(d)) for every H of norm 1, which every layer has with probability 1. Its mean over the
   layers 1, ..., l telescopes to c (E Vhat_1 + l (1 - 1/n)/sqrt(d)), and E Vhat_1 <= Vhat_0 + (1 - 1/n)/sqrt(d). At last
   1 - 1/n <= sqrt(1 - 1/n). At infinite width the same without the noise (lemma 8 of daneshmand2021). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means depth_average.
From Lemmata.verify.sharp.smallest_eigenvalues Require lemma_7.
From Lemmata.statements.sharp Require orthogonality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Lemma noise_root n d : (0 < n)%N -> (0 < d)%N ->
  (1 - 1 / INR n) / sqrt (INR d) <= sqrt ((INR n - 1) / (INR n * INR d)).
Proof.
move=> n0 d0; have D := INR_pos d0; have M : 1 <= INR n by apply: (le_INR 1); apply/leP.
have i1 : / INR n <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have i0 : 0 < / INR n by apply: Rinv_0_lt_compat; lra.
have e : (INR n - 1) / (INR n * INR d) = (1 - 1 / INR n) * / INR d by field; lra.
rewrite e sqrt_mult; [|rewrite /Rdiv; lra|apply: Rlt_le; exact: Rinv_0_lt_compat].
rewrite -inv_sqrt //; apply: Rmult_le_compat_r; first by apply: Rlt_le; apply: Rinv_0_lt_compat; exact: sqrt_lt_R0.
rewrite -{1}(sqrt_pow2 (1 - 1 / INR n)); last by rewrite /Rdiv; lra.
by apply: sqrt_le_1_alt; rewrite /Rdiv Rmult_1_l; nra.
Qed.

Theorem average_in_depth : statements.sharp.orthogonality.average_in_depth.
Proof.
split=> [d l n H0 N d0 n0 normal l0 h0 _ | d l n H0 N q d0 n0 normal sp l0 h0 _]; last first.
  have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
  exact: wide_average.
have s0 : 0 <= sqrt ((INR n - 1) / (INR n * INR d)) by exact: sqrt_pos.
apply: (depth_average d0 n0 normal s0 h0) => // H h.
have v : 0 <= Vhat H by have [] := Vhat_range n0 h.
have [_ b] := proj1 Lemmata.verify.sharp.smallest_eigenvalues.lemma_7.drift_condition d n H N d0 n0 normal h v.
by apply: Rle_trans b _; have := noise_root n0 d0; lra.
Qed.
