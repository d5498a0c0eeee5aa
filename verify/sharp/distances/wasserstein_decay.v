(* sharp:wasserstein-decay.

   wasserstein-decay: given H_(l+1) the squared distance is at most sqrt(n) V (sharp:wasserstein-from-gap: f(V^2) <= sqrt(n) V), and at
   most 2. So it is at most sqrt(n) E[V(H_(l+1)); A1(alpha, l)] + 2 P(not A1(alpha, l)), and sharp:orthogonality-decay bounds the mean by
   2 r^l + 3n/(alpha^2 sqrt(d)), r = 1 - 2/3 alpha^2. If alpha^2 > 1/n then A1 never holds, and 2 is the bound; if n = 1 the distance
   is 0; else r >= 2/3, so that 2 sqrt(n) <= 4 n r and 3 n sqrt(n) <= 6 n^2. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means wasserstein_chain wasserstein_event.
From Lemmata.verify.sharp.orthogonality Require orthogonality_decay.
From Lemmata.statements.sharp Require distances.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem wasserstein_decay : statements.sharp.distances.wasserstein_decay.
Proof.
move=> d l n H0 N alpha d0 n0 normal a0 a1 h0 f0 _; split; first exact: chain_pairs.
split; first exact: one_integrable.
have D := INR_pos d0; have sD := sqrt_lt_R0 _ D; have M := INR_pos n0; have r1 := root_ge1 n0.
have rr := sqrt_sqrt (INR n) (Rlt_le _ _ M); set a := alpha * alpha; have ap : 0 < a <= 1 by rewrite /a; nra.
set r := 1 - 2 * a / 3; have r0 : 0 < r by rewrite /r; lra.
have p0 : 0 <= 4 * INR n * r ^ l.+1 by apply: Rmult_le_pos; [lra | apply: pow_le; lra].
have p1 : 0 <= 6 * INR n ^ 2 / sqrt (INR d) / a.
  apply: Rmult_le_pos; last by apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
  by apply: Rmult_le_pos; [have := pow2_ge_0 (INR n); lra | apply: Rlt_le; exact: Rinv_0_lt_compat].
have [_ k2] := kappa_range n0; have big := distance_largest normal d0 n0 h0 l.+1.
have [h | h] := Rlt_le_dec (1 / INR n) (alpha ^ 2).
  by rewrite (@probability_none N d n H0 alpha n0 h0 l.+1 l.+1 h isT); lra.
have [n1 | n2] := leqP n 1.
  have e : n = 1%N by apply/eqP; rewrite eqn_leq n1 n0.
  have z : 2 - 2 / sqrt (INR n) = 0 by rewrite e [INR 1]/= sqrt_1; field.
  by have := kappa_range n0; lra.
have N2 : 2 <= INR n by apply: (le_INR 2); apply/leP.
have aN : a <= 1 / 2.
  have -> : a = alpha ^ 2 by rewrite /a; ring.
  apply: Rle_trans h _; rewrite /Rdiv !Rmult_1_l; apply: Rinv_le_contravar; lra.
have b := distance_where alpha normal d0 n0 h0 l.+1 l.
have [_ o] := proj1 Lemmata.verify.sharp.orthogonality.orthogonality_decay.orthogonality_decay d l n H0 N alpha d0 n0 normal a0 a1 h0.
have q := @probability_before N d n H0 alpha normal l.+1 l.
have r2 : 2 / 3 <= r by rewrite /r; lra.
have := Rmult_le_compat_l (sqrt (INR n)) _ _ ltac:(lra) o; rewrite -/a -/r Rmult_plus_distr_l => c.
have c1 : sqrt (INR n) * (2 * r ^ l) <= 4 * INR n * r ^ l.+1.
  have s0 : 0 <= r ^ l by apply: pow_le; lra.
  have -> : sqrt (INR n) * (2 * r ^ l) = 2 * sqrt (INR n) * r ^ l by ring.
  have -> : 4 * INR n * r ^ l.+1 = 4 * INR n * r * r ^ l by rewrite /=; ring.
  apply: Rmult_le_compat_r => //.
  have : INR n * (2 / 3) <= INR n * r by apply: Rmult_le_compat_l; lra.
  nra.
have c2 : sqrt (INR n) * (3 * INR n / sqrt (INR d) / a) <= 6 * INR n ^ 2 / sqrt (INR d) / a.
  have -> : sqrt (INR n) * (3 * INR n / sqrt (INR d) / a) = sqrt (INR n) * (3 * INR n) / sqrt (INR d) / a by field; lra.
  apply: Rmult_le_compat_r; first by apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
  apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
  have : sqrt (INR n) <= INR n by nra.
  nra.
lra.
Qed.
