(* The squared gap of a wide network from orthogonal samples, from below (sharp:stationary-gap-below).

   One layer, v = V(H), g = n/(n+2): E V'^2 >= g^2 ((1 - 2e - 1/d) v^2 - 3 v^4/e) + (1 - 1/n)/d for every e > 0
   ([layer_square_below]), by sharp:gram-variance and gram_spread. The mean of v^4 is that of stationary.v; the recursion with
   e = 24 rho/n, rho = n^3 sqrt(l/d), gives the bound ([recursion_below]); where 30 rho >= 1 there is nothing to prove. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains tower normal gram_map wide layer_gaps normed_chain
  gram_spread stationary.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Recursion.
Variables (n d : R) (L : nat) (x y : nat -> R).
Let g := n / (n + 2).
Let K := 1 - 1 / n.
Let rho := n ^ 3 * sqrt (INR L / d).
Hypotheses (n2 : 2 <= n) (d0 : 0 < d) (L1 : 1 <= INR L) (wide : 30 * rho <= 1).
Hypotheses (x0 : x 0%N = 0) (y0 : y 0%N = 0).
Hypothesis x_next : forall delta l, 0 < delta ->
  g ^ 2 * ((1 - delta / n - 1 / d) * x l - 6 * n / delta * y l) + K / d <= x l.+1.
Hypothesis y_next : forall l, y l.+1 <= y l + 96 * n ^ 4 * (n + 2) / d ^ 2.
Let rho_sq : rho ^ 2 = n ^ 6 * INR L / d.
Proof.
rewrite /rho Rpow_mult_distr pow2_sqrt; first by field; lra.
by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat].
Qed.
Let rho_pos : 0 < rho.
Proof. by apply: Rmult_lt_0_compat; [apply: pow_lt; lra | apply: sqrt_lt_R0; apply: Rdiv_lt_0_compat; lra]. Qed.
(* 1/d is much smaller than rho *)
Let width : 64 * (1 / d) <= rho ^ 2.
Proof.
rewrite rho_sq; have n6 : 64 <= n ^ 6 by have -> : 64 = 2 ^ 6 by [ring]; apply: pow_incr; lra.
have i : 0 < / d by exact: Rinv_0_lt_compat.
have : 64 * 1 <= n ^ 6 * INR L by apply: Rmult_le_compat; lra.
rewrite /Rdiv; nra.
Qed.
(* delta = 48 rho *)
Theorem recursion_below l : (l <= L)%N -> (1 - 30 * rho) * (K / d) * geometric n l <= x l.
Proof.
have r0 := rho_pos; have w := width; have K0 : 1 / 2 <= K.
  rewrite /K; have : 1 / n <= 1 / 2 by rewrite /Rdiv !Rmult_1_l; apply: Rinv_le_contravar; lra.
  lra.
have g0 : 0 < g < 1.
  split; first by apply: Rdiv_lt_0_compat; lra.
  by apply: (Rmult_lt_reg_r (n + 2)); [lra | have -> : g * (n + 2) = n by [rewrite /g; field; lra]; lra].
have di : 0 < 1 / d by apply: Rdiv_lt_0_compat; lra.
elim: l => [_|l IH lL].
  by rewrite x0 /geometric /= Rminus_eq_0 /Rdiv !Rmult_0_l Rmult_0_r; lra.
have {}IH := IH (ltnW lL); have Y := y_below n2 d0 y0 y_next (ltnW lL); have [s0 s1] := geometric_below n2 l.
apply: Rle_trans _ (x_next l (_ : 0 < 48 * rho)); last lra.
rewrite (geometric_next n2) -/g; rewrite -/g in s0 s1.
set Q := K / d in IH *; have Q0 : 0 < Q by apply: Rdiv_lt_0_compat; lra.
set S := geometric n l in IH s0 s1 *.
have dn : 0 < 48 * rho / n <= 0.8.
  split; first by apply: Rdiv_lt_0_compat; lra.
  apply: (Rmult_le_reg_r n); first lra.
  by have -> : 48 * rho / n * n = 48 * rho by [field; lra]; lra.
have dd : 1 / d <= rho / 1000 by nra.
(* what y takes *)
have e : g ^ 2 * (6 * n / (48 * rho) * y l) <= Q * (rho * 12).
  have c : 0 < 6 * n / (48 * rho) by apply: Rdiv_lt_0_compat; lra.
  apply: (Rle_trans _ (g ^ 2 * (6 * n / (48 * rho) * (96 * n ^ 4 * (n + 2) * INR L / d ^ 2)))).
    by apply: Rmult_le_compat_l; [nra | apply: Rmult_le_compat_l; lra].
  have -> : 96 * n ^ 4 * (n + 2) * INR L / d ^ 2 = 96 * (n + 2) / (n ^ 2 * d) * rho ^ 2 by rewrite rho_sq; field; lra.
  have -> : g ^ 2 * (6 * n / (48 * rho) * (96 * (n + 2) / (n ^ 2 * d) * rho ^ 2)) = Q * (rho * ((n ^ 2 / (n ^ 2 + n - 2)) * 12)).
    rewrite /g /Q /K; field; repeat split; try lra; nra.
  have f1 : n ^ 2 / (n ^ 2 + n - 2) <= 1.
    apply: (Rmult_le_reg_r (n ^ 2 + n - 2)); first nra.
    by have -> : n ^ 2 / (n ^ 2 + n - 2) * (n ^ 2 + n - 2) = n ^ 2 by [field; nra]; nra.
  apply: Rmult_le_compat_l; first lra.
  by apply: Rmult_le_compat_l; lra.
(* what delta and 1/d take *)
have f : g ^ 2 * ((48 * rho / n + 1 / d) * ((1 - 30 * rho) * Q * S)) <= Q * (rho * 13).
  have -> : g ^ 2 * ((48 * rho / n + 1 / d) * ((1 - 30 * rho) * Q * S)) = Q * ((1 - 30 * rho) * ((48 * rho / n + 1 / d) * (g ^ 2 * S))) by ring.
  apply: Rmult_le_compat_l; first lra.
  have b : (48 * rho / n + 1 / d) * (g ^ 2 * S) <= rho * 13.
    have n4 : n ^ 2 / (4 * (n + 1)) <= n / 4.
      apply: (Rmult_le_reg_r (4 * (n + 1))); first lra.
      by have -> : n ^ 2 / (4 * (n + 1)) * (4 * (n + 1)) = n ^ 2 by [field; lra]; nra.
    have d64 : 1 / d * n <= rho.
      have n61 : n ^ 6 / d <= rho ^ 2.
        rewrite rho_sq; apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
        by have := pow_le n 6 ltac:(lra); nra.
      have n1 : n <= n ^ 6.
        have : 1 <= n ^ 5 by rewrite -(pow1 5); apply: pow_incr; lra.
        by rewrite -[n ^ 6]/(n * n ^ 5); nra.
      have : n * / d <= n ^ 6 * / d by apply: Rmult_le_compat_r; [apply: Rlt_le; exact: Rinv_0_lt_compat |].
      by rewrite /Rdiv in n61 *; nra.
    apply: (Rle_trans _ ((48 * rho / n + 1 / d) * (n / 4))); first by apply: Rmult_le_compat_l; lra.
    have -> : (48 * rho / n + 1 / d) * (n / 4) = 12 * rho + 1 / d * n / 4 by field; lra.
    lra.
  have b0 : 0 <= (48 * rho / n + 1 / d) * (g ^ 2 * S) by apply: Rmult_le_pos; lra.
  nra.
have total : Q * (rho * 12) + Q * (rho * 13) <= 30 * rho * Q by nra.
have main : g ^ 2 * ((1 - 48 * rho / n - 1 / d) * ((1 - 30 * rho) * Q * S)) <= g ^ 2 * ((1 - 48 * rho / n - 1 / d) * x l).
  by apply: Rmult_le_compat_l; [nra | apply: Rmult_le_compat_l => //; lra].
lra.
Qed.
End Recursion.

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
Lemma layer_square_below e : 0 < e ->
  (M / (M + 2)) ^ 2 * ((1 - 2 * e - 1 / D) * v ^ 2 - 3 / e * v ^ 4) + (1 - 1 / M) / D <= mean G (fun W => V (layer W H) ^ 2).
Proof.
move=> e0; have [q sp] := gram_spectrum H; have q0 := gram_spectrum_ge0 sp.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have vq := V_norm_one norm sp; have [U [oU HU]] := sp.
have [_ ->] := layer_V_square normal d0 n0 sp q1 oU HU.
have := gram_spread normal n0 q0 q1 e0; rewrite -vq.
rewrite (total_ext (f := fun k => (gram_map N q k - 1 / M) ^ 2) (g := fun k => gram_map N q k * gram_map N q k - gram_map N q k * (2 / M) + 1 / M ^ 2)); last first.
  by move=> k; field; lra.
rewrite total_add total_sub total_scal_r total_const (gram_total normal q0 q1); set s := \S_(k < n) _ => low.
have {}low : (M / (M + 2)) ^ 2 * ((1 - 2 * e) * v ^ 2 - 3 * (v ^ 2) ^ 2 / e) <= s - 1 / M.
  by have -> : s - 1 / M = s - 1 * (2 / M) + M * (1 / M ^ 2) by field; lra.
have b0 : 0 <= s - 1 / M.
  have := total_ge0 (fun k : 'I_n => pow2_ge_0 (gram_map N q k - 1 / M)).
  rewrite (total_ext (g := fun k => gram_map N q k * gram_map N q k - gram_map N q k * (2 / M) + 1 / M ^ 2)); last by move=> k; field; lra.
  rewrite total_add total_sub total_scal_r total_const (gram_total normal q0 q1) -/s.
  by have -> : s - 1 * (2 / M) + M * (1 / M ^ 2) = s - 1 / M by field; lra.
set b := s - 1 / M in low b0.
have -> : s - 1 / M + (1 - s) / D = b * (1 - 1 / D) + (1 - 1 / M) / D by rewrite /b; field; lra.
apply: Rplus_le_compat_r; set g2 := (M / (M + 2)) ^ 2 in low *; have g0 : 0 <= g2 by exact: pow2_ge_0.
have i0 : 0 < 1 / D <= 1.
  by split; [apply: Rdiv_lt_0_compat; lra | rewrite /Rdiv Rmult_1_l -Rinv_1; apply: Rinv_le_contravar; lra].
have vv : 0 <= v ^ 2 by exact: pow2_ge_0.
set B := g2 * ((1 - 2 * e) * v ^ 2 - 3 * (v ^ 2) ^ 2 / e) in low.
have -> : g2 * ((1 - 2 * e - 1 / D) * v ^ 2 - 3 / e * v ^ 4) = B - g2 * v ^ 2 * (1 / D) by rewrite /B; field; lra.
have t : 0 <= g2 * v ^ 2 by exact: Rmult_le_pos.
have Bt : B <= g2 * v ^ 2.
  have q4 : 0 <= 3 * (v ^ 2) ^ 2 / e by apply: Rmult_le_pos; [have := pow2_ge_0 (v ^ 2); lra | apply: Rlt_le; exact: Rinv_0_lt_compat].
  by apply: Rmult_le_compat_l => //; nra.
case: (Rle_lt_dec 0 B) => s0; last by have := Rmult_le_pos b (1 - 1 / D) b0 ltac:(lra); nra.
apply: (Rle_trans _ (B * (1 - 1 / D))); last by apply: Rmult_le_compat_r; lra.
nra.
Qed.
End Layer.

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
Lemma square_next_below delta l : 0 < delta ->
  (M / (M + 2)) ^ 2 * ((1 - delta / M - 1 / D) * square l - 6 * M / delta * fourth l) + (1 - 1 / M) / D <= square l.+1.
Proof.
move=> del; set g := M / (M + 2); set a := 1 - delta / M - 1 / D; set b := 6 * M / delta; set c := (1 - 1 / M) / D.
have b0 : 0 < b by apply: Rdiv_lt_0_compat; lra.
have i1 := square_integrable H0 normal n2 l l; have i2 := fourth_integrable H0 normal n2 l l.
pose E (K : 'M[R]_(d, n)) := - (g ^ 2 * (a * V K ^ 2 + - b * capped K) + c).
suff : mean (weights G l.+1) (fun W => - V (hidden H0 W l.+1) ^ 2) <= mean (weights G l) (fun W => E (hidden H0 W l)).
  rewrite mean_opp; last exact: square_integrable.
  rewrite /E mean_opp; last by apply: integrable_add; [apply: integrable_scal; exact: integrable_linear | exact: integrable_const].
  rewrite mean_add ?mean_const; [|by apply: integrable_scal; exact: integrable_linear|exact: integrable_const].
  by rewrite mean_scal ?mean_linear //; [lra | exact: integrable_linear].
have bs : borel_fun (fun K : 'M[R]_(d, n) => V K ^ 2) by apply: measurable_pow; exact: borel_V.
have bc : borel_fun (@capped d n).
  by apply: measurable_min; [apply: measurable_scal; apply: measurable_pow; exact: borel_V | exact: measurable_const].
apply: (@chain_step N normal d n d0 H0 h0 (fun K => - V K ^ 2) E 1 (g ^ 2 * (Rabs a + b) + Rabs c)).
- exact: measurable_opp.
- apply: measurable_opp; apply: measurable_add; last exact: measurable_const.
  by apply: measurable_scal; apply: measurable_add; exact: measurable_scal.
- by move=> K _; have [u w] := V_square_range K n0; rewrite Rabs_Ropp Rabs_pos_eq.
- move=> K _; have [u w] := V_square_range K n0; have [s t] := capped_range n2 K.
  rewrite /E Rabs_Ropp; apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat_r.
  rewrite Rabs_mult (Rabs_pos_eq (g ^ 2)); last exact: pow2_ge_0.
  apply: Rmult_le_compat_l; first exact: pow2_ge_0.
  apply: Rle_trans (Rabs_triang _ _) _.
  have -> : Rabs (a * V K ^ 2) = Rabs a * V K ^ 2 by rewrite Rabs_mult (Rabs_pos_eq (V K ^ 2)).
  have -> : Rabs (- b * capped K) = b * capped K.
    by rewrite Rabs_mult Rabs_Ropp (Rabs_pos_eq (capped K)) // (Rabs_pos_eq b) //; lra.
  have := Rmult_le_compat_l _ _ _ (Rabs_pos a) w; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ b0) t; lra.
- move=> K k1; have := layer_square_below normal d0 n2 k1 (_ : 0 < delta / (2 * M)).
  have e0 : 0 < delta / (2 * M) by apply: Rdiv_lt_0_compat; lra.
  move=> /(_ e0) h; rewrite mean_opp; last first.
    apply: (integrable_between (a := 0) (b := 1)) => [|w]; last exact: V_square_range.
    by apply: measurable_pow; apply: measurable_V; apply: layer_matrix; exact: gaussian_entries.
  apply: Ropp_le_contravar; apply: Rle_trans _ h; rewrite -/g -/c.
  apply: Rplus_le_compat_r; apply: Rmult_le_compat_l; first exact: pow2_ge_0.
  have f := fourth_le_capped n2 K.
  have -> : 1 - 2 * (delta / (2 * M)) - 1 / D = a by rewrite /a; field; lra.
  have -> : 3 / (delta / (2 * M)) = b by rewrite /b; field; lra.
  by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ b0) f; lra.
Qed.
Theorem square_below l : (1 <= l)%N ->
  (1 - 30 * M ^ 3 * sqrt (INR l / D)) * (1 - (M / (M + 2)) ^ (2 * l)) * ((M - 1) * (M + 2) ^ 2 / (4 * M * (M + 1))) / D <= square l.
Proof.
move=> l1; have L1 : 1 <= INR l by rewrite -[1]/(INR 1); apply/le_INR/ssrnat.leP.
have r : 30 * (M ^ 3 * sqrt (INR l / D)) = 30 * M ^ 3 * sqrt (INR l / D) by ring.
have g0 : 0 < M / (M + 2) < 1.
  split; first by apply: Rdiv_lt_0_compat; lra.
  by apply: (Rmult_lt_reg_r (M + 2)); [lra | have -> : M / (M + 2) * (M + 2) = M by [field; lra]; lra].
case: (Rle_lt_dec (30 * (M ^ 3 * sqrt (INR l / D))) 1) => w; last first.
  apply: (Rle_trans _ 0); last by apply: mean_ge0 => W; exact: pow2_ge_0.
  rewrite -r; set s := sqrt _ in w *.
  have p : 0 <= (M / (M + 2)) ^ (2 * l) <= 1.
    by split; [apply: pow_le; lra | rewrite -(pow1 (2 * l)); apply: pow_incr; lra].
  have c : 0 <= (M - 1) * (M + 2) ^ 2 / (4 * M * (M + 1)).
    by apply: Rmult_le_pos; [apply: Rmult_le_pos; [lra | exact: pow2_ge_0] | apply: Rlt_le; apply: Rinv_0_lt_compat; nra].
  have i : 0 < / D by apply: Rinv_0_lt_compat; lra.
  have : 0 <= (30 * (M ^ 3 * s) - 1) * ((1 - (M / (M + 2)) ^ (2 * l)) * ((M - 1) * (M + 2) ^ 2 / (4 * M * (M + 1))) * / D).
    by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra]].
  by rewrite /Rdiv; lra.
have x0 : square 0%N = 0 by rewrite /= mean_const start; ring.
have y0 : fourth 0%N = 0.
  rewrite /= mean_const /capped start Rmin_left; [ring | ].
  by have -> : 16 * M ^ 4 * 0 ^ 4 = 0 by [ring]; lra.
have := @recursion_below M D l (fun k => square k) (fun k => fourth k) M2 ltac:(lra) L1 w x0 y0
  (fun delta k => @square_next_below delta k) (fun k => fourth_next normal d0 n2 h0 k) l (leqnn l).
rewrite r /geometric -pow_mult multE => h; apply: Rle_trans _ h; right.
set s := sqrt _; set p := _ ^ (2 * l).
by field; repeat split; try lra; nra.
Qed.
End Chain.
