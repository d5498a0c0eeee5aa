(* sharp:two-samples. For n = 2 lemma 9 has an elementary integral: q_0 (1 + 2 t q_0)^(-3/2) (1 + 2 t q_1)^(-1/2) is the derivative of
   q_0/(q_1 - q_0) sqrt((1 + 2 t q_1)/(1 + 2 t q_0)), so p_i = sqrt(q_i)/(sqrt(q_0) + sqrt(q_1)). Hence ln q_0 - ln q_1 halves
   in every layer. As q_0 + q_1 = 1, sqrt(2) V = |q_0 - q_1| = (1 - e)/(1 + e) with e = exp(-|ln q_0 - ln q_1|), which is
   tanh of half of |ln q_0 - ln q_1|; and e = (1 - c)/(1 + c).

   sharp:moebius-layer. Let x = (z_0^2 - z_1^2)/|z|^2 and y = 2 z_0 z_1/|z|^2 of a row z of Z. The row of Z K^(1/2) has the squared norm
   |z|^2 (1 + c x)/2, so that C = H'^T H' has C_00 - C_11 = mean (c + x)/(1 + c x) and 2 C_01 = mean w y/(1 + c x), w = sqrt(1 - c^2).
   As C_00 + C_11 = 1, 2 V^2 = (C_00 - C_11)^2 + (2 C_01)^2. With a = c/(1 + w): 1 + a^2 = 2/(1 + w), 1 - a^2 = 2w/(1 + w) and
   2 a = 2 c/(1 + w) give the real and the imaginary part of (a + zeta)/(1 + a zeta). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra gram_map wide pairs.
From Lemmata.verify.rocq Require moebius.
From Lemmata.statements.sharp Require two_samples.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Theorem two_samples : statements.sharp.two_samples.two_samples.
Proof.
move=> d l H N q d0 normal sp _ below f.
have q0 := gram_spectrum_ge0 sp; have q1 : q 0%ring + q 1%ring = 1 by rewrite -total_two -(gram_frobsq sp).
rewrite (pair_gap q1) in below *.
have qp k : 0 < q k.
  move: (q0 0%ring) (q0 1%ring) below; rewrite /Rabs; case: Rcase_abs => h a b c; move: k; apply: two_cases; lra.
have [a b e] := wide_pair normal qp q1 l; rewrite (pair_gap b).
have [-> _] := difference_of_logs (a _) (a _) b; have [_] := difference_of_logs (qp 0%ring) (qp 1%ring) q1.
set c := Rabs (q 0%ring - q 1%ring) in below *; have c0 : 0 <= c by exact: Rabs_pos.
have -> : 1 + - 2 * c / (1 + c) = (1 - c) / (1 + c) by field; lra.
move=> <-; rewrite ln_exp e.
have p : 0 < 2 ^ l by apply: pow_lt; lra.
have -> : Rabs ((ln (q 0%ring) - ln (q 1%ring)) / 2 ^ l) = Rabs (ln (q 0%ring) - ln (q 1%ring)) / 2 ^ l.
  by rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ _)) //; apply: Rlt_le; exact: Rinv_0_lt_compat.
have -> : - Rabs (ln (q 0%ring) - ln (q 1%ring)) / 2 ^ l = - (Rabs (ln (q 0%ring) - ln (q 1%ring)) / 2 ^ l) by field; lra.
set E := exp _; have E0 : 0 < E by exact: exp_pos.
by field; lra.
Qed.

Theorem moebius_layer : statements.sharp.two_samples.moebius_layer.
Proof.
move=> d Z c d0 c0 c1 nz; set M := Z *m diag_mx _; set r := sqrt ((1 - c) * (1 + c)).
have last_ord : (1%ring : 'I_2) = ord_max by apply: val_inj.
have rp : 0 < (1 - c) * (1 + c) by apply: Rmult_lt_0_compat; lra.
have r0 : 0 < r by exact: sqrt_lt_R0.
have rr : r * r = (1 - c) * (1 + c) by apply: sqrt_sqrt; lra.
pose x j := Z j 0%ring; pose y j := Z j 1%ring.
have s0 j : 0 < x j * x j + y j * y j by have := nz j; rewrite /rowsq total_two -/(x j) -/(y j); lra.
pose a := sqrt ((1 + c) / 2); pose b := sqrt ((1 - c) / 2).
have aa : a * a = (1 + c) / 2 by apply: sqrt_sqrt; lra.
have bb : b * b = (1 - c) / 2 by apply: sqrt_sqrt; lra.
have ab : 2 * (a * b) = r.
  rewrite /a /b -sqrt_mult_alt; last lra.
  have -> : (1 + c) / 2 * ((1 - c) / 2) = (1 - c) * (1 + c) * (/ 2) ^ 2 by field.
  by rewrite sqrt_mult_alt ?sqrt_pow2 -/r; lra.
have Mx j : M j 0%ring = x j * a by rewrite /M mul_mx_diag !mxE.
have My j : M j 1%ring = y j * b by rewrite /M mul_mx_diag !mxE.
pose t j := (1 + c) * (x j * x j) + (1 - c) * (y j * y j).
have tp j : 0 < t j := moebius.row_pos c0 c1 (s0 j).
have row j : rowsq M j = t j / 2.
  rewrite /rowsq total_two Mx My /t.
  have -> : (x j * a) ^ 2 + (y j * b) ^ 2 = x j * x j * (a * a) + y j * y j * (b * b) by ring.
  by rewrite aa bb; field.
have pos j : 0 < rowsq M j by rewrite row; have := tp j; lra.
have V2 := moebius.doubled_V d0 pos; set H := scaled _ _ in V2 *.
have -> : sqrt 2 * V H = sqrt (2 * V H ^ 2) by rewrite sqrt_mult_alt ?sqrt_pow2 //; [exact: V_ge0 | lra].
rewrite V2; congr (sqrt ((_ / _) ^ 2 + (_ / _) ^ 2)); apply: total_ext => j.
- rewrite (moebius.moebius_real c0 c1 r0 rr (s0 j)) -last_ord ![BN M _ _]mxE -[ord0]/(0%ring : 'I_2) Mx My -/(t j).
  have ss := sqrt_sqrt _ (Rlt_le _ _ (pos j)); have sp := sqrt_lt_R0 _ (pos j); have := tp j => T.
  have -> : (x j * a / sqrt (rowsq M j)) ^ 2 - (y j * b / sqrt (rowsq M j)) ^ 2
    = (x j * x j * (a * a) - y j * y j * (b * b)) / (sqrt (rowsq M j) * sqrt (rowsq M j)) by field; lra.
  by rewrite ss row aa bb; field; lra.
- rewrite (moebius.moebius_imaginary c0 c1 r0 rr (s0 j)) -last_ord ![BN M _ _]mxE -[ord0]/(0%ring : 'I_2) Mx My -/(t j).
  have ss := sqrt_sqrt _ (Rlt_le _ _ (pos j)); have sp := sqrt_lt_R0 _ (pos j); have := tp j => T.
  have -> : 2 * (x j * a / sqrt (rowsq M j)) * (y j * b / sqrt (rowsq M j))
    = 2 * (a * b) * (x j * y j) / (sqrt (rowsq M j) * sqrt (rowsq M j)) by field; lra.
  by rewrite ss row ab; field; lra.
Qed.
