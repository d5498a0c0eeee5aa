(* sharp:orthogonality-decay. Let r = 1 - 2/3 alpha^2.

   Theorem 5 of daneshmand2021: for H of norm 1, E Vhat(H') <= (1 - 2/3 lambda) Vhat(H) + 1/sqrt(d), lambda = 1/n - Vhat(H) the least eigenvalue
   of H^T H, which is at least alpha^2 where A1 holds. A1(alpha, k) is decided by the weights below layer k and implies
   A1(alpha, k-1), Vhat lies in [0, 1/n], and the norm is 1 with probability 1: so by induction over the layers
   E[Vhat(H_(l+1)); A1(alpha, l)] <= r^l/n + (1 + r + ... + r^(l-1))/sqrt(d), the sum being at most 1/(1-r) = 3/(2 alpha^2).
   V <= 2 n Vhat (lemma 4) gives the claim. Infinite width: 1/n - min p <= (1 - 2/3 min q)(1/n - min q) by lemma 8, the
   start is at most 1/n, and sum (q_k - 1/n)^2 <= n (n-1) (1/n - min q)^2. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra wide decay.
From Lemmata.verify.rocq Require orthogonality spectra_measurable layer_gaps.
From Lemmata.verify.daneshmand2021.appendix_b Require proofs.
From Lemmata.statements.sharp Require orthogonality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* 2n/(n+2) >= 2/3 *)
Lemma rate_third n a x : (0 < n)%N -> 0 <= a -> a ^ 2 <= x -> 1 - 2 * INR n / (INR n + 2) * x <= 1 - 2 * (a * a) / 3.
Proof.
move=> n0 a0 ax; have M := count_ge1 n0; have x0 : 0 <= x by have := pow2_ge_0 a; lra.
suff : 2 / 3 <= 2 * INR n / (INR n + 2) by move=> h; have := Rmult_le_compat_r _ _ _ x0 h; lra.
apply: (Rmult_le_reg_r (INR n + 2)); first lra.
by rewrite [X in _ <= X](_ : _ = 2 * INR n); [lra | field; lra].
Qed.

Theorem orthogonality_decay : statements.sharp.orthogonality.orthogonality_decay.
Proof.
split=> [d l n H0 N a d0 n0 normal a0 a1 h0 | d l n H0 N a q d0 n0 normal sp a0 a1 h0 h].
  have M := count_ge1 n0; have D := positive_count d0; have sD := sqrt_lt_R0 _ D.
  have n1 : 0 < 1 / INR n by apply: Rdiv_lt_0_compat; lra.
  have aa : 0 < a * a <= 1 by nra.
  set r := 1 - 2 * (a * a) / 3; have r0 : 0 <= r < 1 by rewrite /r; lra.
  have s0 : 0 < 1 / sqrt (INR d) by apply: Rdiv_lt_0_compat; lra.
  have range (H : 'M[R]_(d, n)) : frobsq H <= 1 -> 0 <= Vhat H <= 1 / INR n.
    move=> f; have := gram_lambda_min_ge0 H n0; have := gram_lambda_min_mean H n0.
    have : frobsq H / INR n <= 1 / INR n by apply: Rmult_le_compat_r => //; apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
    by rewrite /Vhat; lra.
  have step (H : 'M[R]_(d, n)) : frobsq H = 1 -> a ^ 2 <= lambda_min (H^T *m H)%ring ->
      mean (gaussian N d d) (fun W => Vhat (layer W H)) <= r * Vhat H + 1 / sqrt (INR d).
    move=> f le; have [v0 _] := range H ltac:(lra).
    have [_ m] := proj1 proofs.theorem_5 d n H N d0 n0 normal f v0; apply: Rle_trans m _.
    apply: Rplus_le_compat_r; apply: Rmult_le_compat_r => //.
    have -> : 2 * (1 - INR n * Vhat H) / (3 * INR n) = 2 / 3 * (1 / INR n - Vhat H) by field; lra.
    by rewrite /r /Vhat; lra.
  have bV : borel_fun (@Vhat d n) by apply: spectra_measurable.measurable_Vhat => i k; exact: borel_entry.
  have bK : borel_fun (@V d n) by apply: spectra_measurable.measurable_V => i k; exact: borel_entry.
  have V1 (H : 'M[R]_(d, n)) : 0 <= V H <= 1.
    have v0 := V_ge0 H; split=> //; have [_ v2] := layer_gaps.V_square_range H n0.
    by apply: Rnot_lt_le => lt; nra.
  have [i m] := @decay_below N d n H0 a normal d0 h0 (@Vhat d n) (1 / INR n) r (1 / sqrt (INR d)) bV
    (fun H f => proj1 (range H f)) (fun H f => proj2 (range H f)) (proj1 r0) (Rlt_le _ _ s0) step (@V d n) (2 * INR n) 1 l bK
    V1 ltac:(lra)
    (fun H f => orthogonality.V_le_2n n0 f).
  split; first exact: i.
  apply: Rle_trans m _; have g := geometric_le l r0.
  have e : 1 / (1 - r) = 3 / 2 / (a * a) by rewrite /r; field; lra.
  rewrite e in g; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ s0) g.
  have -> : 3 * INR n / sqrt (INR d) / (a * a) = 2 * INR n * (1 / sqrt (INR d) * (3 / 2 / (a * a))) by field; split; lra.
  have -> : 2 * r ^ l = 2 * INR n * (r ^ l * (1 / INR n)) by field; lra.
  move=> k; rewrite -Rmult_plus_distr_l; apply: Rmult_le_compat_l; first lra.
  lra.
have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have M := count_ge1 n0; set r := 1 - 2 * (a * a) / 3.
have rate x : a ^ 2 <= x -> 1 - 2 * INR n / (INR n + 2) * x <= r by apply: rate_third => //; lra.
have [[v0 v1] _] := wide_decay normal n0 q0 q1 rate h.
have [s0 s1] := wide_shares normal q0 q1 l.+1; have g := gap_from_least n0 s1.
set v := 1 / INR n - least _ in v0 v1 g.
have p0 : 0 <= r ^ l by apply: pow_le; rewrite /r; nra.
have nv : 0 <= INR n * v by apply: Rmult_le_pos; lra.
apply: (Rle_trans _ (INR n * v)).
  rewrite -(sqrt_pow2 (INR n * v)) //; apply: sqrt_le_1_alt; apply: Rle_trans g _; have := pow2_ge_0 v; nra.
have := Rmult_le_compat_l (INR n) _ _ ltac:(lra) v1.
have -> : INR n * (r ^ l * (1 / INR n)) = r ^ l by field; lra.
lra.
Qed.
