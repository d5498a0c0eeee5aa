(* sharp:wasserstein.

   wasserstein: let H^T H = U diag(q) U^T, \S q_k = 1. Above: W H and Z K^(1/2), K = H^T H, have the same law, as their rows
   are independent and in the basis U those of both are sqrt(q_k) g_k. So (Z K^(1/2), Z/sqrt(n)) is a pair with the two laws, and
   E ||Z A||_F^2 = ||A||_F^2 for A = K^(1/2) - I/sqrt(n). Below: let (X, Y) be any such pair, a_k and b_k the columns of X U
   and Y U, with E |a_k|^2 = q_k and E |b_k|^2 = 1/n. For t > 0, |a - b|^2 >= (1 - t) |a|^2 + (1 - 1/t) |b|^2; at
   t = 1/sqrt(n q_k) its mean is (sqrt(q_k) - 1/sqrt(n))^2 (for q_k = 0 let t grow). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normed_chain gram_chain wasserstein.
From Lemmata.statements.sharp Require distances.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Lemma bures_term n x : (0 < n)%N -> 0 <= x ->
  ((x * INR n - 1) / (sqrt (x * INR n) + 1)) ^ 2 / INR n = (sqrt x - / sqrt (INR n)) ^ 2.
Proof.
move=> n0 x0; have M := INR_pos n0; have r0 := sqrt_pos x; have rr := sqrt_sqrt x x0.
have s0 := sqrt_lt_R0 _ M; have ss := sqrt_sqrt (INR n) (Rlt_le _ _ M).
rewrite sqrt_mult; [|lra|lra]; set r := sqrt x in r0 rr *; set s := sqrt (INR n) in s0 ss *.
have p : 0 <= r * s by apply: Rmult_le_pos; lra.
by rewrite -rr -ss; field; lra.
Qed.

Theorem wasserstein : statements.sharp.distances.wasserstein.
Proof.
move=> d n H N q d0 n0 normal sp q1 q0; have f : frobsq H <= 1 by rewrite (gram_frobsq sp) q1; lra.
have -> : (\S_(k < n) ((q k * INR n - 1) / (sqrt (q k * INR n) + 1)) ^ 2) / INR n = bures H.
  by rewrite -total_div (bures_spectrum f sp); apply: total_ext => k; exact: bures_term.
have c : coupled (image (fun W => W *m H)%ring (gaussian N d d)) (image (scaled (/ sqrt (INR n))) (gaussian N d n)) (bures H).
  rewrite -(mean_const (gaussian N d d) (bures H)).
  apply: (random_coupling normal d0 n0 (M := fun=> H)) => // [|B bB]; first exact: measurable_matrix_const.
  rewrite mean_const prob_mean //; exact: gaussian_mul_entries.
split; first by exists (bures H).
apply: Rle_antisym; first exact: W2sq_le.
apply: W2sq_ge c _ => _ [P [m s1 s2 i ->]]; have m1 a b := proj1 (m a b).
have m2 a b := proj2 (m a b); rewrite (bures_spectrum f sp); case: (sp) => U [o e].
exact: (fixed_bound normal d0 n0 o e q0 m1 m2 s1 s2 i).
Qed.
