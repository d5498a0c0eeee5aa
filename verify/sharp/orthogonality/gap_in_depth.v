(* sharp:gap-in-depth. Let rho = 1 - 2n/(n+2) alpha^2, r = (1 - 1/d) rho^2, s = (1 - 1/n)/d.

   For H of norm 1, E V(H')^2 = (1 - 1/d)(sum p^2 - 1/n) + (1 - 1/n)/d (sharp:gram-variance), and sum (p - 1/n)^2 is at most
   (1 - 2n/(n+2) min q)^2 V(H)^2 (sharp:majorisation): where A1 holds, E V(H')^2 <= r V(H)^2 + s. V^2 <= 1 - 1/n where the norm
   is 1, which it is with probability 1. A1(alpha, k) is decided by the weights below layer k and implies A1(alpha, k-1): by
   induction E[V(H_(l+1))^2; A1(alpha, l)] <= r^l (1 - 1/n) + s (1 + r + ... + r^(l-1)). Infinite width: sharp:majorisation alone. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra normal gram_map wide normed_chain decay.
From Lemmata.verify.rocq Require spectra_measurable layer_gaps.
From Lemmata.statements.sharp Require orthogonality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* the mean of the next squared gap *)
Lemma mean_square_gap (N : law R) d n (H : 'M[R]_(d, n)) a : standard_normal N -> (0 < d)%N -> (0 < n)%N ->
  frobsq H = 1 -> a ^ 2 <= lambda_min (H^T *m H)%ring -> let rho := 1 - 2 * INR n * a * a / (INR n + 2) in
  V H ^ 2 <= 1 - 1 / INR n /\
  mean (gaussian N d d) (fun W => V (layer W H) ^ 2) <= (1 - 1 / INR d) * rho ^ 2 * V H ^ 2 + (1 - 1 / INR n) / INR d.
Proof.
move=> normal d0 n0 h le rho; have M := count_ge1 n0; have D := count_ge1 d0.
have [q sp] := spectra.spectral_theorem (gram_sym_r H); have q0 := gram_spectrum_ge0 sp.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have e : V H ^ 2 = \S_(k < n) (q k - 1 / INR n) ^ 2.
  exact: V_norm_one.
split; first by rewrite e; exact: shares_gap.
have [U [oU HU]] := sp; have [_ ->] := layer_gaps.layer_V_square normal d0 n0 sp q1 oU HU.
have low : a ^ 2 <= least q.
  by have [m -> _] := least_attained q n0; apply: Rle_trans le _; exact: lambda_min_le.
have c0 : 0 <= 2 * INR n / (INR n + 2) by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have rl : 1 - 2 * INR n / (INR n + 2) * least q <= rho.
  rewrite /rho (_ : 2 * INR n * a * a / (INR n + 2) = 2 * INR n / (INR n + 2) * a ^ 2); last by field; lra.
  by have := Rmult_le_compat_l _ _ _ c0 low; lra.
have [r0 _] := rate_range n0 q0 q1.
have g := mixed_gap normal n0 q0 q1; rewrite -e in g.
have p1 := gram_total normal q0 q1.
have sq : \S_(k < n) (gram_map N q k - 1 / INR n) ^ 2 = \S_(k < n) (gram_map N q k * gram_map N q k) - 1 / INR n.
  rewrite (total_ext (g := fun k => gram_map N q k * gram_map N q k - 2 / INR n * gram_map N q k + 1 / INR n * (1 / INR n))); last by move=> k; field; lra.
  by rewrite total_add total_sub total_scal total_const p1; field; lra.
rewrite sq in g; set P := \S_(k < n) (gram_map N q k * gram_map N q k) in g *.
have g2 : P - 1 / INR n <= rho ^ 2 * V H ^ 2.
  apply: Rle_trans g _; apply: Rmult_le_compat_r; first exact: pow2_ge_0.
  by apply: pow_incr; lra.
have d1 : 0 <= 1 - 1 / INR d.
  by have : 1 / INR d <= 1 by [apply: (Rmult_le_reg_r (INR d)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra]; lra.
have -> : P - 1 / INR n + (1 - P) / INR d = (1 - 1 / INR d) * (P - 1 / INR n) + (1 - 1 / INR n) / INR d by field; lra.
by have := Rmult_le_compat_l _ _ _ d1 g2; lra.
Qed.

Theorem gap_in_depth : statements.sharp.orthogonality.gap_in_depth.
Proof.
split=> [d l n H0 N a d0 n0 normal a0 a1 h0 | d l n H0 N a q d0 n0 normal sp a0 a1 h0 h]; have M := count_ge1 n0.
  have D := count_ge1 d0; set r := (1 - 1 / INR d) * _.
  have in1 : 0 <= 1 - 1 / INR n.
    by have : 1 / INR n <= 1 by [apply: (Rmult_le_reg_r (INR n)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra]; lra.
  have id1 : 0 <= 1 - 1 / INR d < 1.
    have : 1 / INR d <= 1 by apply: (Rmult_le_reg_r (INR d)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
    by have : 0 < 1 / INR d by [apply: Rdiv_lt_0_compat; lra]; lra.
  have rho1 : (1 - 2 * INR n * a * a / (INR n + 2)) ^ 2 <= 1.
    have u : 0 <= 2 * INR n * a * a / (INR n + 2) <= 2.
      have aa : 0 <= a * a <= 1 by nra.
      split; first by apply: Rmult_le_pos; [nra | apply/Rlt_le/Rinv_0_lt_compat; lra].
      by apply: (Rmult_le_reg_r (INR n + 2)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; nra.
    by nra.
  have r0 : 0 <= r < 1 by have := pow2_ge_0 (1 - 2 * INR n * a * a / (INR n + 2)); rewrite /r; nra.
  pose F (H : 'M[R]_(d, n)) := (1 - bad H) * V H ^ 2.
  have bK : borel_fun (fun H : 'M[R]_(d, n) => V H ^ 2).
    by apply: measurable_pow; apply: spectra_measurable.measurable_V => i k; exact: borel_entry.
  have bF : borel_fun F.
    apply: measurable_mul => //; apply: measurable_sub; first exact: measurable_const.
    by apply: measurable_bad => i k; exact: borel_entry.
  have F0 (H : 'M[R]_(d, n)) : frobsq H <= 1 -> 0 <= F H.
    by move=> _; have := bad_range H => b; apply: Rmult_le_pos; [lra | exact: pow2_ge_0].
  have unit (H : 'M[R]_(d, n)) : frobsq H = 1 -> V H ^ 2 <= 1 - 1 / INR n.
    move=> f; have [q sp] := spectra.spectral_theorem (gram_sym_r H); have q0 := gram_spectrum_ge0 sp.
    have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
    by rewrite (V_norm_one f sp); exact: shares_gap.
  have FB (H : 'M[R]_(d, n)) : frobsq H <= 1 -> F H <= 1 - 1 / INR n.
    move=> _; have [f|f] := Req_dec (frobsq H) 1; rewrite /F; first by rewrite bad_of //; have := unit H f; lra.
    by rewrite bad_at //; lra.
  have s0 : 0 <= (1 - 1 / INR n) / INR d by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat; lra.
  have step (H : 'M[R]_(d, n)) : frobsq H = 1 -> a ^ 2 <= lambda_min (H^T *m H)%ring ->
      mean (gaussian N d d) (fun W => F (layer W H)) <= r * F H + (1 - 1 / INR n) / INR d.
    move=> f le; have [_ m] := mean_square_gap normal d0 n0 f le.
    rewrite {2}/F bad_of // Rminus_0_r Rmult_1_l; apply: Rle_trans m.
    have mm := layer_matrix H (@gaussian_entries N normal d d).
    have vi : integrable (gaussian N d d) (fun W => V (layer W H) ^ 2).
      apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: layer_gaps.V_square_range.
      by apply: measurable_pow; apply: spectra_measurable.measurable_V.
    apply: mean_le => // [|W]; last by have := bad_range (layer W H); have := pow2_ge_0 (V (layer W H)); rewrite /F; nra.
    apply: (integrable_dominated _ vi); first exact: (chains.borel_of_measurable mm bF).
    move=> w; have := bad_range (layer (draw w) H) => b; have v := pow2_ge_0 (V (layer (draw w) H)).
    by rewrite /F Rabs_pos_eq; nra.
  have [i m] := @decay_below N d n H0 a normal d0 h0 F (1 - 1 / INR n) r ((1 - 1 / INR n) / INR d) bF F0 FB (proj1 r0) s0 step
    (fun H => V H ^ 2) 1 1 l bK (fun H => layer_gaps.V_square_range H n0) ltac:(lra)
    (fun H f => ltac:(rewrite /F bad_of //; lra)).
  split; first exact: i.
  apply: Rle_trans m _; right.
  have g := geometricE r l; have -> : geometric r l = (1 - r ^ l) / (1 - r) by rewrite -g; field; lra.
  by field; lra.
have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have rate x : a ^ 2 <= x -> 1 - 2 * INR n / (INR n + 2) * x <= 1 - 2 * INR n * a * a / (INR n + 2).
  move=> le; have c0 : 0 <= 2 * INR n / (INR n + 2) by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
  rewrite (_ : 2 * INR n * a * a / (INR n + 2) = 2 * INR n / (INR n + 2) * a ^ 2); last by field; lra.
  by have := Rmult_le_compat_l _ _ _ c0 le; lra.
have [_ g] := wide_decay normal n0 q0 q1 rate h.
rewrite pow2_sqrt; last by apply: total_ge0 => k; exact: pow2_ge_0.
by rewrite Rmult_1_l Rmult_comm.
Qed.
