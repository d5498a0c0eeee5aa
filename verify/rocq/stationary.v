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

(* ---------- one layer ---------- *)
Section Layer.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n2 : (2 <= n)%N) (norm : frobsq H = 1).
Notation G := (gaussian N d d).
Notation v := (V H).
Notation M := (INR n).
Notation D := (INR d).
Let n0 : (0 < n)%N. Proof. exact: ltnW. Qed.
Let M2 : 2 <= M. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Let D1 : 1 <= D. Proof. by rewrite -[1]/(INR 1); apply/le_INR/ssrnat.leP. Qed.
Lemma layer_beta : exists b, [/\ 0 <= b, b <= (M / (M + 2) * (1 + 2 * v)) ^ 2 * v ^ 2,
  integrable G (fun W => V (layer W H) ^ 4),
  mean G (fun W => V (layer W H) ^ 2) = b + (1 - (b + 1 / M)) / D &
  mean G (fun W => V (layer W H) ^ 4) <= b ^ 2 + 8 * b / D + 15 / D ^ 2].
Proof.
have [q sp] := gram_spectrum H; have q0 := gram_spectrum_ge0 sp.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have vq := V_norm_one norm sp; have v0 := V_ge0 H.
pose p := gram_map N q; pose b := \S_(k < n) (p k * p k) - 1 / M.
have be : b = \S_(k < n) (p k - 1 / M) ^ 2.
  rewrite (total_ext (g := fun k => p k * p k - p k * (2 / M) + 1 / M ^ 2)); last by move=> k; field; lra.
  by rewrite total_add total_sub total_scal_r total_const (gram_total normal q0 q1) /b; field; lra.
have [U [oU HU]] := sp; have [i4 m4] := moments.fourth_moment normal d0 n0 oU HU q1.
have [_ m2] := layer_V_square normal d0 n0 sp q1 oU HU.
exists b; split=> //.
- by rewrite be; apply: total_ge0 => k; exact: pow2_ge_0.
- rewrite be; apply: Rle_trans (mixed_gap normal n0 q0 q1) _; rewrite -vq; apply: Rmult_le_compat_r; first exact: pow2_ge_0.
  have [r0 _] := rate_range n0 q0 q1; apply: pow_incr; split=> //.
  have [m -> _] := least_attained q n0.
  have e : (q m - 1 / M) ^ 2 <= v ^ 2.
    by rewrite vq; apply: (@total_one_term _ (fun k => (q k - 1 / M) ^ 2)) => k; exact: pow2_ge_0.
  have low : 1 / M - v <= q m by nra.
  have -> : M / (M + 2) * (1 + 2 * v) = 1 - 2 * M / (M + 2) * (1 / M - v) by field; lra.
  suff : 2 * M / (M + 2) * (1 / M - v) <= 2 * M / (M + 2) * q m by lra.
  by apply: Rmult_le_compat_l => //; apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
- by rewrite m2 /b /p; field; lra.
Qed.
Lemma layer_square : mean G (fun W => V (layer W H) ^ 2) <= (M / (M + 2)) ^ 2 * ((1 + 2 * v) ^ 2 * v ^ 2) + (1 - 1 / M) / D.
Proof.
have [b [b0 b1 _ -> _]] := layer_beta.
have -> : (M / (M + 2)) ^ 2 * ((1 + 2 * v) ^ 2 * v ^ 2) = (M / (M + 2) * (1 + 2 * v)) ^ 2 * v ^ 2 by ring.
have : 0 <= b / D by apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
have -> : (1 - (b + 1 / M)) / D = (1 - 1 / M) / D - b / D by field; lra.
lra.
Qed.
Definition capped (K : 'M[R]_(d, n)) : R := Rmin (16 * M ^ 4 * V K ^ 4) 1.
Lemma capped_range K : 0 <= capped K <= 1.
Proof.
rewrite /capped; split; last exact: Rmin_r.
apply: Rmin_glb; last lra.
apply: Rmult_le_pos; first by have := pow_le M 4 ltac:(lra); lra.
have -> : V K ^ 4 = (V K ^ 2) ^ 2 by ring.
exact: pow2_ge_0.
Qed.
Lemma fourth_le_capped K : V K ^ 4 <= capped K.
Proof.
have [a c] := V_square_range K n0; have e : V K ^ 4 = (V K ^ 2) ^ 2 by ring.
apply: Rmin_glb; last by rewrite e; nra.
have : 1 <= M ^ 4 by rewrite -(pow1 4); apply: pow_incr; lra.
by have : 0 <= V K ^ 4 by [rewrite e; exact: pow2_ge_0]; nra.
Qed.
Lemma layer_fourth : mean G (fun W => capped (layer W H)) <= capped H + 96 * M ^ 4 * (M + 2) / D ^ 2.
Proof.
have m : measurable_on G (fun W => capped (layer W H)).
  have mv := measurable_V (layer_matrix H (@gaussian_entries N normal d d)).
  by apply: measurable_min; [apply: measurable_scal; exact: measurable_pow | exact: measurable_const].
have i : integrable G (fun W => capped (layer W H)).
  by apply: (integrable_between (a := 0) (b := 1)) => // w; exact: capped_range.
have c0 : 0 <= 96 * M ^ 4 * (M + 2) / D ^ 2.
  apply: Rmult_le_pos; first by apply: Rmult_le_pos; [have := pow_le M 4 ltac:(lra); lra | lra].
  by apply: Rlt_le; apply: Rinv_0_lt_compat; apply: pow_lt; lra.
have v0 := V_ge0 H; case: (Rle_lt_dec (2 * M * v) 1) => h; last first.
  have -> : capped H = 1.
    rewrite /capped Rmin_right // -(pow1 4) (_ : 16 * M ^ 4 * v ^ 4 = (2 * M * v) ^ 4); last ring.
    by apply: pow_incr; lra.
  by have : mean G (fun W => capped (layer W H)) <= 1; [apply: mean_above => // w; case: (capped_range (layer (draw w) H)) | lra].
have [b [b0 b1 i4 _ m4]] := layer_beta.
have M4 : 0 < M ^ 4 by apply: pow_lt; lra.
apply: (Rle_trans _ (16 * M ^ 4 * mean G (fun W => V (layer W H) ^ 4))).
  rewrite -mean_scal //; apply: mean_le_drawn => // [|w]; [exact: integrable_scal | exact: Rmin_l].
have -> : capped H = 16 * M ^ 4 * v ^ 4.
  rewrite /capped Rmin_left // -(pow1 4) (_ : 16 * M ^ 4 * v ^ 4 = (2 * M * v) ^ 4); last ring.
  by apply: pow_incr; split=> //; apply: Rmult_le_pos; lra.
have -> : 96 * M ^ 4 * (M + 2) / D ^ 2 = 16 * M ^ 4 * (6 * (M + 2) / D ^ 2) by field; lra.
rewrite -Rmult_plus_distr_l; apply: Rmult_le_compat_l; first lra.
apply: Rle_trans m4 _.
(* b <= r v^2 with r = ((n+1)/(n+2))^2 *)
pose r := ((M + 2 - 1) / (M + 2)) ^ 2; have r0 : 0 <= r by exact: pow2_ge_0.
have br : b <= r * v ^ 2.
  apply: Rle_trans b1 _; apply: Rmult_le_compat_r; first exact: pow2_ge_0.
  apply: pow_incr; split.
    by apply: Rmult_le_pos; [apply: Rlt_le; apply: Rdiv_lt_0_compat | ]; lra.
  apply: (Rmult_le_reg_r (M + 2)); first lra.
  have -> : M / (M + 2) * (1 + 2 * v) * (M + 2) = M + 2 * M * v by field; lra.
  by have -> : (M + 2 - 1) / (M + 2) * (M + 2) = M + 1 by [field; lra]; lra.
have D2 : 0 < D ^ 2 by apply: pow_lt; lra.
apply: (Rmult_le_reg_r (D ^ 2)) => //.
have -> : (b ^ 2 + 8 * b / D + 15 / D ^ 2) * D ^ 2 = (D * b) ^ 2 + 8 * (D * b) + 15 by field; lra.
have -> : (v ^ 4 + 6 * (M + 2) / D ^ 2) * D ^ 2 = (D * v ^ 2) ^ 2 + 6 * (M + 2) by field; lra.
apply: Rle_trans (@fourth_step (M + 2) r (D * v ^ 2) ltac:(lra) r0 (Rle_refl _)).
have s : D * b <= r * (D * v ^ 2) by have := Rmult_le_compat_l D _ _ ltac:(lra) br; lra.
have s0 : 0 <= D * b by apply: Rmult_le_pos; lra.
have -> : r ^ 2 * (D * v ^ 2) ^ 2 = (r * (D * v ^ 2)) ^ 2 by ring.
have := pow_incr _ _ 2 (conj s0 s); lra.
Qed.
End Layer.

(* ---------- the chain ---------- *)
Section Chain.
Variables (N : law R) (d n : nat) (H0 : 'M[R]_(d, n)).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n2 : (2 <= n)%N) (h0 : frobsq H0 = 1) (start : V H0 = 0).
Notation G := (gaussian N d d).
Notation M := (INR n).
Notation D := (INR d).
Let n0 : (0 < n)%N. Proof. exact: ltnW. Qed.
Let M2 : 2 <= M. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Let D1 : 1 <= D. Proof. by rewrite -[1]/(INR 1); apply/le_INR/ssrnat.leP. Qed.
Notation square l := (mean (weights G l) (fun W => V (hidden H0 W l) ^ 2)).
Notation fourth l := (mean (weights G l) (fun W => capped (hidden H0 W l))).
Let borel_square : borel_fun (fun K : 'M[R]_(d, n) => V K ^ 2).
Proof. by apply: measurable_pow; exact: borel_V. Qed.
Let borel_capped : borel_fun (@capped d n).
Proof. by apply: measurable_min; [apply: measurable_scal; apply: measurable_pow; exact: borel_V | exact: measurable_const]. Qed.
Lemma square_integrable l k : integrable (weights G l) (fun W => V (hidden H0 W k) ^ 2).
Proof.
apply: (integrable_between (a := 0) (b := 1)) => [|w]; last exact: V_square_range.
exact: (borel_of_measurable (@hidden_matrix N normal d n H0 l k) borel_square).
Qed.
Lemma fourth_integrable l k : integrable (weights G l) (fun W => capped (hidden H0 W k)).
Proof.
apply: (integrable_between (a := 0) (b := 1)) => [|w]; last exact: capped_range.
exact: (borel_of_measurable (@hidden_matrix N normal d n H0 l k) borel_capped).
Qed.
Lemma fourth_next l : fourth l.+1 <= fourth l + 96 * M ^ 4 * (M + 2) / D ^ 2.
Proof.
set c := 96 * M ^ 4 * (M + 2) / D ^ 2.
have -> : fourth l + c = mean (weights G l) (fun W => capped (hidden H0 W l) + c).
  by rewrite mean_add ?mean_const //; [exact: fourth_integrable | exact: integrable_const].
apply: (@chain_step N normal d n d0 H0 h0 (@capped d n) (fun K => capped K + c) 1 (1 + Rabs c)) => //.
- by apply: measurable_add => //; exact: measurable_const.
- by move=> K _; have [a b] := capped_range n2 K; rewrite Rabs_pos_eq.
- move=> K _; have [a b] := capped_range n2 K; have := Rabs_triang (capped K) c; rewrite (Rabs_pos_eq (capped K)) //; lra.
- by move=> K k1; exact: layer_fourth.
Qed.
Lemma square_next delta l : 0 < delta ->
  square l.+1 <= (M / (M + 2)) ^ 2 * ((1 + delta / M) * square l + (4 * M / delta + 4) * fourth l) + (1 - 1 / M) / D.
Proof.
move=> del; set g := M / (M + 2); set a := 1 + delta / M; set b := 4 * M / delta + 4; set c := (1 - 1 / M) / D.
have a0 : 0 < a by have := Rdiv_lt_0_compat delta M del ltac:(lra); rewrite /a; lra.
have b0 : 0 < b by have := Rdiv_lt_0_compat (4 * M) delta ltac:(lra) del; rewrite /b; lra.
have i1 := square_integrable l l; have i2 := fourth_integrable l l.
pose E (K : 'M[R]_(d, n)) := g ^ 2 * (a * V K ^ 2 + b * capped K) + c.
have -> : g ^ 2 * (a * square l + b * fourth l) + c = mean (weights G l) (fun W => E (hidden H0 W l)).
  rewrite /E mean_add ?mean_const; [|by apply: integrable_scal; exact: integrable_linear|exact: integrable_const].
  by rewrite mean_scal ?mean_linear //; exact: integrable_linear.
apply: (@chain_step N normal d n d0 H0 h0 (fun K => V K ^ 2) E 1 (g ^ 2 * (a + b) + Rabs c)) => //.
- apply: measurable_add; last exact: measurable_const.
  by apply: measurable_scal; apply: measurable_add; exact: measurable_scal.
- by move=> K _; have [u w] := V_square_range K n0; rewrite Rabs_pos_eq.
- move=> K _; have [u w] := V_square_range K n0; have [s t] := capped_range n2 K.
  apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat_r; rewrite Rabs_pos_eq.
    by apply: Rmult_le_compat_l; [exact: pow2_ge_0 | nra].
  by apply: Rmult_le_pos; [exact: pow2_ge_0 | nra].
- move=> K k1; apply: Rle_trans (layer_square normal d0 n2 k1) _; rewrite /E -/g -/c.
  apply: Rplus_le_compat_r; apply: Rmult_le_compat_l; first exact: pow2_ge_0.
  have f := fourth_le_capped n2 K; set v := V K in f *.
  apply: (Rle_trans _ (a * v ^ 2 + b * v ^ 4)); last by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ b0) f; lra.
  have -> : a * v ^ 2 + b * v ^ 4 = (1 + 2 * v) ^ 2 * v ^ 2 + M / delta * (v * (delta / M - 2 * v)) ^ 2.
    by rewrite /a /b; field; lra.
  have := Rmult_le_pos (M / delta) ((v * (delta / M - 2 * v)) ^ 2) (Rlt_le _ _ (Rdiv_lt_0_compat M delta ltac:(lra) del)) (pow2_ge_0 _).
  lra.
Qed.
Theorem square_above l : (1 <= l)%N -> 900 * M ^ 6 * INR l <= D ->
  square l <= (1 + 30 * M ^ 3 * sqrt (INR l / D)) * (1 - (M / (M + 2)) ^ (2 * l)) * ((M - 1) * (M + 2) ^ 2 / (4 * M * (M + 1))) / D.
Proof.
move=> l1 wide; have L1 : 1 <= INR l by rewrite -[1]/(INR 1); apply/le_INR/ssrnat.leP.
have x0 : square 0%N = 0 by rewrite /= mean_const start; ring.
have y0 : fourth 0%N = 0.
  rewrite /= mean_const /capped start Rmin_left; [ring | ].
  by have -> : 16 * M ^ 4 * 0 ^ 4 = 0 by [ring]; lra.
have := @recursion_above M D l (fun k => square k) (fun k => fourth k) M2 ltac:(lra) L1 wide x0 y0
  (fun delta k => @square_next delta k) fourth_next l (leqnn l).
have e : 30 * (M ^ 3 * sqrt (INR l / D)) = 30 * M ^ 3 * sqrt (INR l / D) by ring.
rewrite e /geometric -pow_mult multE => h; apply: Rle_trans h _; right.
set s := sqrt _; set p := _ ^ (2 * l).
by field; repeat split; try lra; nra.
Qed.
End Chain.
