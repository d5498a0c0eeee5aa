(* The squared gap of a wide network from orthogonal samples, from above (sharp:stationary-gap-above).

   One layer, ||H||_F = 1, v = V(H), g = n/(n+2), K = 1 - 1/n: E V'^2 <= g^2 (1 + 2v)^2 v^2 + K/d ([layer_square]), by
   sharp:gram-variance and sharp:majorisation; and f(H) = min(16 n^4 v^4, 1) rises by at most 96 n^4 (n+2)/d^2 in the mean
   ([layer_fourth]), by sharp:gram-fourth-moment where 2 n v <= 1, and since f <= 1 elsewhere. As v^4 <= f(H), the recursion
   x' <= g^2 ((1 + delta/n) x + (4n/delta + 4) y) + K/d of x = E V^2, y = E f leads to the bound ([recursion_above]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains tower normal gram_map wide layer_gaps normed_chain.
From Lemmata.verify.rocq Require moments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the recursion, on numbers ---------- *)
(* with t = d v^2: the fourth moment does not rise by more than a constant *)
Lemma fourth_step m r t : 4 <= m -> 0 <= r -> r <= ((m - 1) / m) ^ 2 -> r ^ 2 * t ^ 2 + 8 * r * t + 15 <= t ^ 2 + 6 * m.
Proof.
move=> m4 r0 rm; have r2 : r ^ 2 * (6 * m + 1) <= 6 * m - 15.
  have m0 : 0 < m ^ 4 by apply: pow_lt; lra.
  have q : r ^ 2 * m ^ 4 <= (m - 1) ^ 4.
    have -> : (m - 1) ^ 4 = (((m - 1) / m) ^ 2) ^ 2 * m ^ 4 by field; lra.
    by apply: Rmult_le_compat_r; [lra | apply: pow_incr].
  apply: (Rmult_le_reg_r (m ^ 4)) => //.
  apply: (Rle_trans _ ((m - 1) ^ 4 * (6 * m + 1))); first by have := Rmult_le_compat_r (6 * m + 1) _ _ ltac:(lra) q; lra.
  suff : 0 <= 8 * m ^ 3 * (m - 4) + 18 * m ^ 2 - 2 * m - 1 by have -> : (6 * m - 15) * m ^ 4 = (m - 1) ^ 4 * (6 * m + 1) + (8 * m ^ 3 * (m - 4) + 18 * m ^ 2 - 2 * m - 1) by [ring]; lra.
  have : 0 <= m ^ 3 * (m - 4) by apply: Rmult_le_pos; [apply: pow_le | ]; lra.
  nra.
have s : 0 < 1 - r ^ 2 by nra.
have -> : r ^ 2 * t ^ 2 + 8 * r * t + 15 = t ^ 2 + 6 * m - (((1 - r ^ 2) * t - 4 * r) ^ 2 + ((6 * m - 15) * (1 - r ^ 2) - 16 * r ^ 2)) / (1 - r ^ 2).
  by field; lra.
have : 0 <= (((1 - r ^ 2) * t - 4 * r) ^ 2 + ((6 * m - 15) * (1 - r ^ 2) - 16 * r ^ 2)) / (1 - r ^ 2); last lra.
apply: Rmult_le_pos; last by apply: Rlt_le; apply: Rinv_0_lt_compat.
by have := pow2_ge_0 ((1 - r ^ 2) * t - 4 * r); nra.
Qed.
Section Recursion.
Variables (n d : R) (L : nat) (x y : nat -> R).
Let g := n / (n + 2).
Let K := 1 - 1 / n.
Let rho := n ^ 3 * sqrt (INR L / d).
Hypotheses (n2 : 2 <= n) (d0 : 0 < d) (L1 : 1 <= INR L) (wide : 900 * n ^ 6 * INR L <= d).
Hypotheses (x0 : x 0%N = 0) (y0 : y 0%N = 0).
Hypothesis x_next : forall delta l, 0 < delta ->
  x l.+1 <= g ^ 2 * ((1 + delta / n) * x l + (4 * n / delta + 4) * y l) + K / d.
Hypothesis y_next : forall l, y l.+1 <= y l + 96 * n ^ 4 * (n + 2) / d ^ 2.
Let rho_sq : rho ^ 2 = n ^ 6 * INR L / d.
Proof.
rewrite /rho Rpow_mult_distr pow2_sqrt; first by field; lra.
by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat].
Qed.
Let rho_range : 0 < rho <= 1 / 30.
Proof.
have p : 0 < rho by apply: Rmult_lt_0_compat; [apply: pow_lt; lra | apply: sqrt_lt_R0; apply: Rdiv_lt_0_compat; lra].
split=> //; have : rho ^ 2 <= (1 / 30) ^ 2; last by move=> h; nra.
rewrite rho_sq; apply: (Rmult_le_reg_r d) => //.
have -> : n ^ 6 * INR L / d * d = n ^ 6 * INR L by field; lra.
lra.
Qed.
Lemma y_below l : (l <= L)%N -> y l <= 96 * n ^ 4 * (n + 2) * INR L / d ^ 2.
Proof.
move=> lL; have c0 : 0 <= 96 * n ^ 4 * (n + 2) / d ^ 2.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [have := pow_le n 4 ltac:(lra); lra | lra] | apply: Rlt_le; apply: Rinv_0_lt_compat; exact: pow_lt].
have h : y l <= INR l * (96 * n ^ 4 * (n + 2) / d ^ 2).
  by elim: l {lL} => [|l IH]; [rewrite y0 /=; lra | rewrite S_INR; have := y_next l; lra].
apply: Rle_trans h _; have le : INR l <= INR L by apply/le_INR/ssrnat.leP.
have -> : 96 * n ^ 4 * (n + 2) * INR L / d ^ 2 = INR L * (96 * n ^ 4 * (n + 2) / d ^ 2) by field; lra.
by apply: Rmult_le_compat_r.
Qed.
Definition geometric l : R := (1 - (g ^ 2) ^ l) / (1 - g ^ 2).
Let g_range : 0 < g < 1.
Proof.
split; first by apply: Rdiv_lt_0_compat; lra.
by apply: (Rmult_lt_reg_r (n + 2)); [lra | have -> : g * (n + 2) = n by [rewrite /g; field; lra]; lra].
Qed.
Let g2 : 0 < 1 - g ^ 2. Proof. by nra. Qed.
Lemma geometric_next l : geometric l.+1 = g ^ 2 * geometric l + 1.
Proof. by rewrite /geometric -[(g ^ 2) ^ l.+1]/(g ^ 2 * (g ^ 2) ^ l); field; lra. Qed.
Lemma geometric_below l : 0 <= g ^ 2 * geometric l <= n ^ 2 / (4 * (n + 1)).
Proof.
have p : 0 <= (g ^ 2) ^ l <= 1.
  by split; [apply: pow_le; nra | rewrite -(pow1 l); apply: pow_incr; nra].
have i : 0 < / (1 - g ^ 2) by exact: Rinv_0_lt_compat.
have -> : n ^ 2 / (4 * (n + 1)) = g ^ 2 * (1 / (1 - g ^ 2)).
  rewrite /g; field; split; last by split; nra.
  by lra.
rewrite /geometric /Rdiv; split; first by apply: Rmult_le_pos; [nra | apply: Rmult_le_pos; lra].
by apply: Rmult_le_compat_l; [nra | apply: Rmult_le_compat_r; lra].
Qed.
(* delta = 28 rho *)
Theorem recursion_above l : (l <= L)%N -> x l <= (1 + 30 * rho) * (K / d) * geometric l.
Proof.
have [r0 r1] := rho_range; have K0 : 1 / 2 <= K.
  rewrite /K; have : 1 / n <= 1 / 2 by rewrite /Rdiv !Rmult_1_l; apply: Rinv_le_contravar; lra.
  lra.
elim: l => [_|l IH lL].
  by rewrite x0 /geometric /= Rminus_eq_0 /Rdiv !Rmult_0_l Rmult_0_r; lra.
have {}IH := IH (ltnW lL); have Y := y_below (ltnW lL); have [s0 s1] := geometric_below l.
have del : 0 < 28 * rho by lra.
apply: Rle_trans (x_next l del) _; rewrite geometric_next.
set Q := K / d in IH *; have Q0 : 0 < Q by apply: Rdiv_lt_0_compat; lra.
set S := geometric l in IH s0 s1 *.
(* what y adds, in units of K/d *)
have e : g ^ 2 * ((4 * n / (28 * rho) + 4) * y l) <= Q * (rho * (384 / 28 + 12.8 / n)).
  have c : 0 < 4 * n / (28 * rho) + 4 by have := Rdiv_lt_0_compat (4 * n) (28 * rho) ltac:(lra) ltac:(lra); lra.
  apply: (Rle_trans _ (g ^ 2 * ((4 * n / (28 * rho) + 4) * (96 * n ^ 4 * (n + 2) * INR L / d ^ 2)))).
    by apply: Rmult_le_compat_l; [nra | apply: Rmult_le_compat_l; lra].
  have -> : 96 * n ^ 4 * (n + 2) * INR L / d ^ 2 = 96 * (n + 2) / (n ^ 2 * d) * rho ^ 2 by rewrite rho_sq; field; lra.
  have -> : g ^ 2 * ((4 * n / (28 * rho) + 4) * (96 * (n + 2) / (n ^ 2 * d) * rho ^ 2))
    = Q * (rho * ((n ^ 2 / (n ^ 2 + n - 2)) * (384 / 28 + 384 * rho / n))).
    rewrite /g /Q /K; field; repeat split; try lra; nra.
  apply: Rmult_le_compat_l; first lra.
  apply: Rmult_le_compat_l; first lra.
  have f1 : n ^ 2 / (n ^ 2 + n - 2) <= 1.
    apply: (Rmult_le_reg_r (n ^ 2 + n - 2)); first nra.
    by have -> : n ^ 2 / (n ^ 2 + n - 2) * (n ^ 2 + n - 2) = n ^ 2 by [field; nra]; nra.
  have f2 : 384 * rho / n <= 12.8 / n by apply: Rmult_le_compat_r; [apply: Rlt_le; apply: Rinv_0_lt_compat; lra | lra].
  have f3 : 0 < 384 * rho / n by apply: Rdiv_lt_0_compat; lra.
  by nra.
(* what delta adds *)
have f : g ^ 2 * (28 * rho / n * ((1 + 30 * rho) * Q * S)) <= Q * (rho * (14 * (n / (n + 1)))).
  have -> : g ^ 2 * (28 * rho / n * ((1 + 30 * rho) * Q * S)) = Q * (rho * (28 * (1 + 30 * rho) * (g ^ 2 * S) / n)) by field; lra.
  apply: Rmult_le_compat_l; first lra.
  apply: Rmult_le_compat_l; first lra.
  apply: (Rmult_le_reg_r n); first lra.
  have -> : 28 * (1 + 30 * rho) * (g ^ 2 * S) / n * n = 28 * (1 + 30 * rho) * (g ^ 2 * S) by field; lra.
  have -> : 14 * (n / (n + 1)) * n = 28 * 2 * (n ^ 2 / (4 * (n + 1))) by field; lra.
  apply: Rmult_le_compat => //; lra.
have sum : 384 / 28 + 12.8 / n + 14 * (n / (n + 1)) <= 30.
  apply: (Rmult_le_reg_r (n * (n + 1))); first nra.
  have -> : (384 / 28 + 12.8 / n + 14 * (n / (n + 1))) * (n * (n + 1)) = 384 / 28 * (n * (n + 1)) + 12.8 * (n + 1) + 14 * n ^ 2 by field; lra.
  nra.
have total : Q * (rho * (384 / 28 + 12.8 / n)) + Q * (rho * (14 * (n / (n + 1)))) <= 30 * rho * Q.
  have -> : Q * (rho * (384 / 28 + 12.8 / n)) + Q * (rho * (14 * (n / (n + 1)))) = Q * rho * (384 / 28 + 12.8 / n + 14 * (n / (n + 1))) by ring.
  have -> : 30 * rho * Q = Q * rho * 30 by ring.
  by apply: Rmult_le_compat_l; [nra | exact: sum].
have main : g ^ 2 * ((1 + 28 * rho / n) * x l) <= g ^ 2 * ((1 + 28 * rho / n) * ((1 + 30 * rho) * Q * S)).
  apply: Rmult_le_compat_l; first nra.
  by apply: Rmult_le_compat_l => //; have := Rdiv_lt_0_compat (28 * rho) n ltac:(lra) ltac:(lra); lra.
lra.
Qed.
End Recursion.
