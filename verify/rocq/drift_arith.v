(* Numbers and spectra: what the gap and the drift of one layer need of the real numbers.

   The defect of x is x - 1 - ln x, not negative. For eigenvalues lam_0, ..., lam_(d-1) > 0 of sum d
   T = sum of their defects (= d phi) and S = sum of (lam_k - 1)^2. Proved here:
   - bounds of one defect by (x - 1)^2 from both sides, hence of an eigenvalue by T;
   - S from T in the two regimes of lemma B.2 of meterez2024;
   - the least drift: phi/(d^2 (1 + d phi)) <= S/(d (d+2) L), L the largest eigenvalue;
   - layers multiply: the arithmetic of theorem 1 of meterez2024. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- slopes: the sign of a function from that of its derivative ---------- *)
Lemma rises (f g : R -> R) (a x : R) : a <= x ->
  (forall y, a <= y <= x -> is_derive f y (g y)) -> (forall y, a <= y <= x -> 0 <= g y) ->
  0 <= f a -> 0 <= f x.
Proof.
move=> [ax | <-] df pos base; last exact: base.
case: (MVT_gen f a x g) => [y | y | c].
- by rewrite Rmin_left ?Rmax_right; [move=> hy; apply: df; lra | lra..].
- rewrite Rmin_left ?Rmax_right; [move=> hy | lra..].
  by apply/continuity_pt_filterlim/ex_derive_continuous; exists (g y); apply: df; lra.
rewrite Rmin_left ?Rmax_right; [move=> [hc e] | lra..].
have : 0 <= g c * (x - a) by apply: Rmult_le_pos; [apply: pos | ]; lra.
lra.
Qed.
Lemma falls (f g : R -> R) (a x : R) : x <= a ->
  (forall y, x <= y <= a -> is_derive f y (- g y)) -> (forall y, x <= y <= a -> 0 <= g y) ->
  0 <= f a -> 0 <= f x.
Proof.
move=> [xa | ->] df pos base; last exact: base.
case: (MVT_gen f x a (fun y => - g y)) => [y | y | c].
- by rewrite Rmin_left ?Rmax_right; [move=> hy; apply: df; lra | lra..].
- rewrite Rmin_left ?Rmax_right; [move=> hy | lra..].
  by apply/continuity_pt_filterlim/ex_derive_continuous; exists (- g y); apply: df; lra.
rewrite Rmin_left ?Rmax_right; [move=> [hc e] | lra..].
have : 0 <= g c * (a - x) by apply: Rmult_le_pos; [apply: pos | ]; lra.
lra.
Qed.

(* ---------- the defect x - 1 - ln x of one number ---------- *)
Local Notation defect x := (x - 1 - ln x) (only parsing).

Lemma defect_ge0 x : 0 < x -> 0 <= defect x.
Proof. by move=> p; have := ln_below p; lra. Qed.
(* the Pade approximant of the logarithm: the difference has the slope (x-1)^3/(x (2x+1)^2) *)
Lemma defect_pade x : 0 < x -> 3 * (x - 1) ^ 2 <= (4 * x + 2) * (defect x).
Proof.
move=> p; have k : 0 <= (defect x) - 3 * (x - 1) ^ 2 / (4 * x + 2).
  have z : 0 <= (defect 1) - 3 * (1 - 1) ^ 2 / (4 * 1 + 2) by rewrite ln_1; lra.
  case: (Rle_lt_dec 1 x) => h.
    apply: (@rises (fun x => (defect x) - 3 * (x - 1) ^ 2 / (4 * x + 2))
      (fun y => (y - 1) ^ 3 / (y * (2 * y + 1) ^ 2)) 1 x h) => // y hy.
      by auto_derive; [lra | field; lra].
    by apply: Rmult_le_pos; [apply: pow_le; lra | apply/Rlt_le/Rinv_0_lt_compat; nra].
  apply: (@falls (fun x => (defect x) - 3 * (x - 1) ^ 2 / (4 * x + 2))
    (fun y => (1 - y) ^ 3 / (y * (2 * y + 1) ^ 2)) 1 x (Rlt_le _ _ h)) => // y hy.
    by auto_derive; [lra | field; lra].
  by apply: Rmult_le_pos; [apply: pow_le; lra | apply/Rlt_le/Rinv_0_lt_compat; nra].
have : 0 <= ((defect x) - 3 * (x - 1) ^ 2 / (4 * x + 2)) * (4 * x + 2) by apply: Rmult_le_pos; lra.
have -> : ((defect x) - 3 * (x - 1) ^ 2 / (4 * x + 2)) * (4 * x + 2) =
  (4 * x + 2) * (defect x) - 3 * (x - 1) ^ 2 by field; lra.
lra.
Qed.
Lemma defect_ge_square x : 0 < x <= 1 -> (1 - x) ^ 2 <= 2 * (defect x).
Proof. by move=> [p h]; have := defect_pade p; have := defect_ge0 p; nra. Qed.
Lemma defect_le_square x : 1 <= x -> defect x <= (x - 1) ^ 2 / 2.
Proof.
move=> h; have : 0 <= (x - 1) ^ 2 / 2 - (defect x); last lra.
apply: (@rises (fun x => (x - 1) ^ 2 / 2 - (defect x)) (fun y => (y - 1) ^ 2 / y) 1 x h) => [y hy | y hy | ].
- by auto_derive; [lra | field; lra].
- by apply: Rmult_le_pos; [exact: pow2_ge_0 | apply/Rlt_le/Rinv_0_lt_compat; lra].
by rewrite ln_1; lra.
Qed.
(* the logarithm lies below a parabola on (0, L] *)
Lemma ln_below_parabola L x : 1 <= L -> 0 < x -> x <= L -> ln x <= (x - 1) - (x - 1) ^ 2 / (2 * L).
Proof.
move=> HL p q; have k : 0 <= (x - 1) - (x - 1) ^ 2 / (2 * L) - ln x; last lra.
have z : 0 <= (1 - 1) - (1 - 1) ^ 2 / (2 * L) - ln 1 by rewrite ln_1; right; field; lra.
case: (Rle_lt_dec 1 x) => h.
  apply: (@rises (fun x => (x - 1) - (x - 1) ^ 2 / (2 * L) - ln x) (fun y => (y - 1) * (L - y) / (y * L)) 1 x h) => // y hy.
    by auto_derive; [lra | field; lra].
  by apply: Rmult_le_pos; [nra | apply/Rlt_le/Rinv_0_lt_compat; nra].
apply: (@falls (fun x => (x - 1) - (x - 1) ^ 2 / (2 * L) - ln x) (fun y => (1 - y) * (L - y) / (y * L)) 1 x (Rlt_le _ _ h)) => // y hy.
  by auto_derive; [lra | field; lra].
by apply: Rmult_le_pos; [nra | apply/Rlt_le/Rinv_0_lt_compat; nra].
Qed.

(* ---------- an eigenvalue x whose defect is at most T ---------- *)
Lemma square_le_root a b c : 0 <= c -> a ^ 2 <= c ^ 2 * b -> a <= c * sqrt b.
Proof.
move=> hc h; case: (Rle_lt_dec 0 b) => hb; last first.
  rewrite (sqrt_neg_0 b); last lra.
  by have : c ^ 2 * b <= 0; [have := pow2_ge_0 c; nra | nra].
have -> : c * sqrt b = sqrt (c ^ 2 * b) by rewrite sqrt_mult ?sqrt_pow2 //; exact: pow2_ge_0.
by case: (Rle_lt_dec 0 a) => ha; [rewrite -(sqrt_pow2 a ha); exact: sqrt_le_1_alt | have := sqrt_pos (c ^ 2 * b); lra].
Qed.
Lemma above_from_defect x T : 0 < x -> defect x <= T -> 1 - sqrt (2 * T) <= x.
Proof.
move=> p h; case: (Rle_lt_dec x 1) => q; last by have := sqrt_pos (2 * T); lra.
have s := defect_ge_square (conj p q).
have : 1 - x <= 1 * sqrt (2 * T) by apply: square_le_root; lra.
lra.
Qed.
Lemma below_from_defect x T : 0 < x -> defect x <= T -> T <= 1 / 16 -> x <= 1 + 1.65 * sqrt T.
Proof.
move=> p h t; case: (Rle_lt_dec x 1) => q; first by have := sqrt_pos T; lra.
have s := defect_pade p; have n := defect_ge0 p.
have e : x <= 1.4 by nra.
have : x - 1 <= 1.65 * sqrt T by apply: square_le_root; nra.
lra.
Qed.
(* exp(-h) above its Taylor polynomial of degree 3 *)
Lemma exp_above_cubic h : 0 <= h -> 1 - h + h ^ 2 / 2 - h ^ 3 / 6 <= exp (- h).
Proof.
have one y : 0 <= y -> exp (- y) <= 1 by move=> hy; rewrite -exp_0; case: hy => [q | <-]; [left; apply: exp_increasing | rewrite Ropp_0]; lra.
have e1 y : 0 <= y -> 0 <= exp (- y) - 1 + y.
  by move=> hy; have := exp_ineq1_le (- y); lra.
have e2 y : 0 <= y -> 0 <= 1 - y + y ^ 2 / 2 - exp (- y).
  move=> hy; apply: (@rises (fun y => 1 - y + y ^ 2 / 2 - exp (- y)) (fun y => exp (- y) - 1 + y) 0 y hy) => [z hz | z hz | ].
  - by auto_derive; [ | field].
  - by apply: e1; lra.
  by rewrite Ropp_0 exp_0; lra.
move=> hh; have : 0 <= exp (- h) - (1 - h + h ^ 2 / 2 - h ^ 3 / 6); last lra.
apply: (@rises (fun h => exp (- h) - (1 - h + h ^ 2 / 2 - h ^ 3 / 6)) (fun y => 1 - y + y ^ 2 / 2 - exp (- y)) 0 h hh) => [z hz | z hz | ].
- by auto_derive; [ | field].
- by apply: e2; lra.
by rewrite Ropp_0 exp_0; lra.
Qed.
Lemma log_from_defect x T : 0 < x -> defect x <= T -> - ln x <= T + 1.
Proof. by move=> p h; lra. Qed.
Lemma exp_from_defect x T : 0 < x -> defect x <= T -> exp (- T - 1) <= x.
Proof.
move=> p h; rewrite -(exp_ln x p); have : - T - 1 <= ln x by lra.
by case=> [q | ->]; [left; exact: exp_increasing | right].
Qed.
Lemma log_from_defect_root x T : 0 < x -> defect x <= T -> - ln x <= T + sqrt (2 * T).
Proof. by move=> p h; have := above_from_defect p h; lra. Qed.
Lemma log_from_small_defect x T : 0 < x -> defect x <= T -> T <= 1 / 16 -> - ln x <= 1.52 * sqrt T.
Proof.
move=> p h t; case: (Rle_lt_dec 1 x) => q.
  have : 0 <= ln x by rewrite -ln_1; case: q => [q | <-]; [left; apply: ln_increasing | right]; lra.
  by have := sqrt_pos T; lra.
set a := - ln x; have a0 : 0 < a by have := ln_increasing x 1 p q; rewrite ln_1 /a; lra.
have := exp_above_cubic (Rlt_le _ _ a0).
have -> : exp (- a) = x by rewrite /a Ropp_involutive exp_ln.
move=> c; have b : a ^ 2 * (3 - a) <= 6 * T by rewrite /a in c *; lra.
have l : a <= 0.4.
  case: (Rle_lt_dec a 0.4) => // g; exfalso.
  have e : defect x = exp (- a) - 1 + a by rewrite /a Ropp_involutive exp_ln //; lra.
  have u : 0 <= (exp (- a) - 1 + a) - (exp (- (0.4)) - 1 + 0.4).
    apply: (@rises (fun a => (exp (- a) - 1 + a) - (exp (- (0.4)) - 1 + 0.4)) (fun y => 1 - exp (- y)) 0.4 a (Rlt_le _ _ g)) => [y hy | y hy | ].
    - by auto_derive; [ | ring].
    - by have : exp (- y) < exp 0; [apply: exp_increasing; lra | rewrite exp_0; lra].
    lra.
  by have := exp_above_cubic (ltac:(lra) : 0 <= 0.4); lra.
by apply: square_le_root; nra.
Qed.

(* ---------- below 1: T N(r) <= 3 S if every eigenvalue is at least 1 - r ---------- *)
Definition cubic_part r := 6 - 4 * r - r ^ 2 - r ^ 3.
Local Notation N := cubic_part.
Lemma N_pos r : 0 <= r < 1 -> 0 < N r.
Proof.
move=> h; have -> : N r = (1 - r) * (r ^ 2 + 2 * r + 6) by rewrite /N; ring.
by apply: Rmult_lt_0_compat; nra.
Qed.
Lemma N_falls z r : 0 <= z -> z <= r -> N r <= N z.
Proof.
move=> a b; have s : z ^ 2 <= r ^ 2 by apply: pow_incr.
by have c : z ^ 3 <= r ^ 3; [apply: pow_incr | rewrite /N; lra].
Qed.
Lemma N_le6 r : 0 <= r -> N r <= 6.
Proof. by move=> h; have := N_falls (Rle_refl 0) h; rewrite {2}/N; lra. Qed.
Lemma defect_just_below_1 z : 0 <= z < 1 -> - z - ln (1 - z) <= 3 * z ^ 2 / N z.
Proof.
move=> h; have : 0 <= 3 * z ^ 2 / N z + z + ln (1 - z); last lra.
apply: (@rises (fun z => 3 * z ^ 2 / N z + z + ln (1 - z))
  (fun y => y * (8 * y ^ 2 + 15 * y ^ 3 + 3 * y ^ 4 + y ^ 5) / N y ^ 2) 0 z (proj1 h)) => [y hy | y hy | ].
- have n := @N_pos y ltac:(lra); rewrite /N in n *; auto_derive; first by repeat split; lra.
  have e : 6 - 4 * y - y ^ 2 - y ^ 3 = (1 - y) * (y ^ 2 + 2 * y + 6) by ring.
  rewrite e in n *.
  have -> : 6 + - (4 * y) + - (y * (y * 1)) + - (y * (y * (y * 1))) = (1 - y) * (y ^ 2 + 2 * y + 6) by ring.
  have q : 0 < y ^ 2 + 2 * y + 6 by nra.
  by field; repeat split; (lra || (apply: Rgt_not_eq; rewrite /Rgt; nra)).
- have n := @N_pos y ltac:(lra).
  have y2 : 0 <= y ^ 2 by exact: pow2_ge_0.
  have y3 : 0 <= y ^ 3 by apply: pow_le; lra.
  have y4 : 0 <= y ^ 4 by apply: pow_le; lra.
  have y5 : 0 <= y ^ 5 by apply: pow_le; lra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | apply/Rlt_le/Rinv_0_lt_compat/pow_lt].
by rewrite Rminus_0_r ln_1 /N; right; field.
Qed.
Lemma defect_le r x : 0 < x -> 0 <= r < 1 -> 1 - r <= x -> (defect x) * N r <= 3 * (x - 1) ^ 2.
Proof.
move=> p hr q; have t := defect_ge0 p; have n := N_pos hr.
case: (Rle_lt_dec x 1) => h.
  have hz : 0 <= 1 - x < 1 by lra.
  have b := defect_just_below_1 hz; have m := N_pos hz.
  rewrite (_ : 1 - (1 - x) = x) in b; last ring.
  have f := @N_falls (1 - x) r ltac:(lra) ltac:(lra).
  apply: (Rle_trans _ ((defect x) * N (1 - x))); first exact: Rmult_le_compat_l.
  have -> : 3 * (x - 1) ^ 2 = 3 * (1 - x) ^ 2 / N (1 - x) * N (1 - x) by field; lra.
  by apply: Rmult_le_compat_r; lra.
have b := @defect_le_square x ltac:(lra); have f := N_le6 (proj1 hr).
by apply: (Rle_trans _ ((defect x) * 6)); [exact: Rmult_le_compat_l | lra].
Qed.

(* ---------- the least drift: T/(D^3 (1+T)) <= s/(D (D+2) (1+r)), r^2 = s (D-1)/D ---------- *)
Lemma near_isometry D r : 2 <= D -> 0 <= r <= 1 ->
  (D - 1) * (D + 2) * (r + 1) <= D ^ 2 * (D - 1) * N r / 3 + D ^ 3 * r ^ 2.
Proof.
move=> HD hr.
have a : 3 * (r + 1 - 2 * r ^ 2) <= N r.
  by have : 0 <= (1 - r) ^ 2 * (3 - r); [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra] | rewrite /N; lra].
have b : 0 <= (D ^ 2 - 1) * (r + 1) - D ^ 2 * r ^ 2.
  have -> : (D ^ 2 - 1) * (r + 1) - D ^ 2 * r ^ 2 = D ^ 2 * (r * (1 - r)) + (D ^ 2 - 1 - r) by ring.
  have q : 0 <= r * (1 - r) by nra.
  by have : 0 <= D ^ 2 * (r * (1 - r)); [apply: Rmult_le_pos => //; exact: pow2_ge_0 | nra].
have c : 0 <= (D - 2) * ((D ^ 2 - 1) * (r + 1) - D ^ 2 * r ^ 2) by apply: Rmult_le_pos; lra.
have e : D ^ 2 * (D - 1) * (r + 1 - 2 * r ^ 2) <= D ^ 2 * (D - 1) * (N r / 3).
  by apply: Rmult_le_compat_l; [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra] | lra].
have -> : D ^ 2 * (D - 1) * N r / 3 = D ^ 2 * (D - 1) * (N r / 3) by field.
nra.
Qed.
Lemma far_from_isometry D r : 2 <= D -> 1 <= r -> (D - 1) * (D + 2) * (r + 1) <= D ^ 3 * r ^ 2.
Proof.
move=> HD hr; apply: (Rle_trans _ ((D - 1) * (D + 2) * (2 * r ^ 2))).
  by apply: Rmult_le_compat_l; nra.
have q : 0 <= (D - 2) * (D ^ 2 - 2) by apply: Rmult_le_pos; nra.
have s := pow2_ge_0 r.
have -> : (D - 1) * (D + 2) * (2 * r ^ 2) = (D - 1) * (D + 2) * 2 * r ^ 2 by ring.
by apply: Rmult_le_compat_r => //; lra.
Qed.
Lemma least_spread_of_gap D T s r : 2 <= D -> 0 <= T -> 0 <= r -> r ^ 2 = s * (D - 1) / D ->
  (r < 1 -> T * N r <= 3 * s) -> T / (D ^ 3 * (1 + T)) <= s / (D * (D + 2) * (1 + r)).
Proof.
move=> HD HT hr e g.
have e' : D ^ 2 * (D - 1) * s = D ^ 3 * r ^ 2 by rewrite e; field; lra.
have h : T * ((D - 1) * (D + 2) * (r + 1)) <= (T + 1) * (D ^ 3 * r ^ 2).
  case: (Rlt_le_dec r 1) => h.
    have t := Rmult_le_compat_l T _ _ HT (@near_isometry D r HD ltac:(lra)).
    have u := Rmult_le_compat_l (D ^ 2 * (D - 1) / 3) _ _ ltac:(apply: Rmult_le_pos; nra) (g h).
    nra.
  have t := Rmult_le_compat_l T _ _ HT (@far_from_isometry D r HD h).
  by have : 0 <= D ^ 3 * r ^ 2; [apply: Rmult_le_pos; apply: pow_le; lra | lra].
rewrite -e' in h.
have k : T * ((D + 2) * (r + 1)) <= (T + 1) * (D ^ 2 * s) by apply: (Rmult_le_reg_r (D - 1)); lra.
have D3 : 0 < D ^ 3 by apply: pow_lt; lra.
have q : 0 < D ^ 3 * (1 + T) * ((D + 2) * (1 + r)) by repeat apply: Rmult_lt_0_compat; lra.
apply: (Rmult_le_reg_r _ _ _ q).
have -> : T / (D ^ 3 * (1 + T)) * (D ^ 3 * (1 + T) * ((D + 2) * (1 + r))) = T * ((D + 2) * (r + 1)) by field; lra.
have -> : s / (D * (D + 2) * (1 + r)) * (D ^ 3 * (1 + T) * ((D + 2) * (1 + r))) = (T + 1) * (D ^ 2 * s) by field; lra.
exact: k.
Qed.

(* ---------- spectra ---------- *)
Section Spectra.
Variables (d : nat) (lam : 'I_d -> R).
Hypotheses (pos : forall k, 0 < lam k) (mean_one : \S_(k < d) lam k = INR d).
Local Notation D := (INR d).
Local Notation T := (\S_(k < d) (lam k - 1 - ln (lam k))).
Local Notation S := (\S_(k < d) (lam k - 1) ^ 2).

Lemma total_defect : T = - \S_(k < d) ln (lam k).
Proof. by rewrite !total_sub total_const mean_one; lra. Qed.
Lemma total_defect_ge0 : 0 <= T.
Proof. by apply: total_ge0 => k; exact: defect_ge0. Qed.
Lemma spread_ge0 : 0 <= S.
Proof. by apply: total_ge0 => k; exact: pow2_ge_0. Qed.
(* one eigenvalue takes at most the whole gap *)
Lemma one_defect k : lam k - 1 - ln (lam k) <= T.
Proof. by apply: (@total_one_term d (fun k => lam k - 1 - ln (lam k))) => j; exact: defect_ge0. Qed.
Lemma eigenvalue_le_width k : lam k <= INR d.
Proof. by rewrite -mean_one; apply: total_one_term => j; exact: Rlt_le. Qed.
Lemma eigenvalue_above k : 1 - sqrt (2 * T) <= lam k.
Proof. exact: above_from_defect (pos k) (one_defect k). Qed.
Lemma eigenvalue_below k : T <= 1 / 16 -> lam k <= 1 + 1.65 * sqrt T.
Proof. exact: below_from_defect (pos k) (one_defect k). Qed.
Lemma log_eigenvalue k : - ln (lam k) <= T + 1.
Proof. exact: log_from_defect (pos k) (one_defect k). Qed.
Lemma log_eigenvalue_root k : - ln (lam k) <= T + sqrt (2 * T).
Proof. exact: log_from_defect_root (pos k) (one_defect k). Qed.
Lemma log_eigenvalue_small k : T <= 1 / 16 -> - ln (lam k) <= 1.52 * sqrt T.
Proof. exact: log_from_small_defect (pos k) (one_defect k). Qed.
Lemma eigenvalue_above_exp k : exp (- T - 1) <= lam k.
Proof. exact: exp_from_defect (pos k) (one_defect k). Qed.

Lemma width_ge1 (k : 'I_d) : 1 <= D.
Proof. by rewrite -[1]/(INR 1); apply/le_INR/leP; case: k => i /=; case: d. Qed.
(* Cauchy and Schwarz: one deviation is balanced by the d-1 others *)
Lemma deviation_sq k : D * (lam k - 1) ^ 2 <= (D - 1) * S.
Proof.
have D1 := width_ge1 k.
set e := lam k - 1; case: (Req_dec D 1) => [one | more].
  have n : d = 1%N by apply: INR_eq.
  have o : lam k = 1.
    have := mean_one; rewrite one (total_split _ k) (@total_ext d _ (fun=> 0)) ?total_const; first lra.
    move=> j; case: eqP => // jk; case: jk; apply: val_inj => /=.
    by move: (ltn_ord j) (ltn_ord k); rewrite [X in (j < X)%N]n [X in (k < X)%N]n !ltnS !leqn0 => /eqP -> /eqP ->.
  by rewrite /e o one; lra.
have D2 : 1 < D by lra.
set y := e / (D - 1).
have h : (e + y) ^ 2 <= \S_(j < d) (lam j - 1 + y) ^ 2.
  by apply: (@total_one_term d (fun j => (lam j - 1 + y) ^ 2)) => j; exact: pow2_ge_0.
have sum : \S_(j < d) (lam j - 1 + y) ^ 2 = S + D * y ^ 2.
  rewrite (@total_ext d _ (fun j => (lam j - 1) ^ 2 + (2 * y * (lam j - 1) + y ^ 2))); last by move=> j; ring.
  by rewrite total_add total_add total_scal total_sub !total_const mean_one; ring.
rewrite sum in h.
have ye : e = y * (D - 1) by rewrite /y; field; lra.
rewrite ye in h *; nra.
Qed.
(* no eigenvalue is further from 1 than this *)
Definition radius : R := sqrt (S * (D - 1) / D).
Local Notation r := radius.
Lemma radius_sq : 1 <= D -> r ^ 2 = S * (D - 1) / D.
Proof.
move=> h; rewrite /radius pow2_sqrt //; apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; lra.
by apply: Rmult_le_pos; [exact: spread_ge0 | lra].
Qed.
Lemma deviation_le k : (lam k - 1) ^ 2 <= r ^ 2.
Proof.
have D1 := width_ge1 k; rewrite radius_sq //; have h := deviation_sq k.
apply: (Rmult_le_reg_l D); first lra.
by have -> : D * (S * (D - 1) / D) = (D - 1) * S by field; lra.
Qed.
Lemma eigenvalue_near k : 1 - r <= lam k <= 1 + r.
Proof.
have h := deviation_le k; have r0 : 0 <= r by exact: sqrt_pos.
by split; nra.
Qed.
(* T N(r) <= 3 S *)
Lemma defects_below_spread : r < 1 -> T * N r <= 3 * S.
Proof.
move=> h; rewrite -total_scal_r -total_scal; apply: total_le => k.
by apply: defect_le => //; [split => //; exact: sqrt_pos | exact: proj1 (eigenvalue_near k)].
Qed.

(* the two regimes of lemma B.2 *)
Lemma spread_of_small_gap : T <= 1 / 16 -> 0.78 * T <= S.
Proof.
move=> t; have low k : 1 - 0.34 <= lam k.
  by have := defect_pade (pos k); have := one_defect k; have := defect_ge0 (pos k); have := pos k; nra.
have : T * N 0.34 <= 3 * S.
  by rewrite -total_scal_r -total_scal; apply: total_le => k; apply: defect_le => //; lra.
by have := total_defect_ge0; rewrite /N; lra.
Qed.
Lemma spread_of_large_gap : 1 / 16 < T -> 0.049 <= S.
Proof.
move=> t; case: (Rle_lt_dec 0.049 S) => // s; exfalso.
have low k : 1 - 0.23 <= lam k.
  have : (lam k - 1) ^ 2 <= S by apply: (@total_one_term d (fun j => (lam j - 1) ^ 2)) => j; exact: pow2_ge_0.
  by have := pos k; nra.
have : T * N 0.23 <= 3 * S.
  by rewrite -total_scal_r -total_scal; apply: total_le => k; apply: defect_le => //; lra.
by rewrite /N; lra.
Qed.

(* the drift -S/(d (d+2) L) of a layer, L >= 1 above every eigenvalue, is at least the one of theorem 1 *)
Lemma least_drift : (0 < d)%N -> T / (D ^ 3 * (1 + T)) <= S / (D * (D + 2) * (1 + r)).
Proof.
move=> d0; have k0 := Ordinal d0; have D1 := width_ge1 k0; have T0 := total_defect_ge0; have S0 := spread_ge0.
have r0 : 0 <= r by exact: sqrt_pos.
case: (Req_dec D 1) => [one | more]; last first.
  have D2 : 2 <= D.
    case: {k0} d d0 D1 more => [//|[|n]] _ _; first by case.
    by move=> _; rewrite !S_INR; have := pos_INR n; lra.
  by apply: least_spread_of_gap => //; [exact: radius_sq | exact: defects_below_spread].
have rz : r = 0 by rewrite /radius one (_ : _ / 1 = 0) ?sqrt_0 //; field.
have t := defects_below_spread ltac:(rewrite rz; lra); rewrite rz /N in t.
have sz : S = 0.
  rewrite (@total_ext d _ (fun=> 0)) ?total_const; first by lra.
  move=> k; have h := eigenvalue_near k; rewrite rz in h.
  by rewrite (_ : lam k = 1); [ring | lra].
have -> : T = 0 by rewrite sz in t; lra.
by rewrite sz /Rdiv; right; ring.
Qed.
Lemma largest_le_radius i : lam i <= 1 + r.
Proof. exact: proj2 (eigenvalue_near i). Qed.
Lemma largest_ge1 L : (0 < d)%N -> (forall k, lam k <= L) -> 1 <= L.
Proof.
move=> d0 h; have D1 := width_ge1 (Ordinal d0).
by have := total_le h; rewrite total_const mean_one => q; nra.
Qed.
Lemma least_drift_largest L phi : (0 < d)%N -> INR d * phi = T -> (forall k, lam k <= L) -> L <= 1 + r ->
  phi / (INR d ^ 2 * (1 + INR d * phi)) <= S / (INR d * (INR d + 2) * L).
Proof.
move=> d0 e h hL; have D1 := width_ge1 (Ordinal d0); have L1 := largest_ge1 d0 h; have T0 := total_defect_ge0.
have -> : phi / (D ^ 2 * (1 + D * phi)) = T / (D ^ 3 * (1 + T)) by rewrite -e; field; rewrite e; lra.
apply: (Rle_trans _ _ _ (least_drift d0)); apply: Rmult_le_compat_l; first exact: spread_ge0.
apply: Rinv_le_contravar; first by apply: Rmult_lt_0_compat; nra.
by apply: Rmult_le_compat_l; nra.
Qed.

(* lemma B.1 and the arithmetic of lemma B.2 of meterez2024 *)
Lemma eigenvalue_from_gap phi j : INR d * phi = T -> 1 - lam j <= sqrt (2 * INR d * phi) /\
  lam j - 1 <= (if Rle_dec (INR d * phi * 16) 1 then 33 / 20 * sqrt (INR d * phi) else INR d - 1).
Proof.
have -> : 2 * D * phi = 2 * (D * phi) by ring.
move=> ->; split; first by have := eigenvalue_above j; lra.
case: Rle_dec => h; rewrite /is_left; last by have := eigenvalue_le_width j; lra.
by have := @eigenvalue_below j; lra.
Qed.
Lemma drift_in_two_regimes phi : (0 < d)%N -> INR d * phi = T -> - (S / (INR d ^ 2 * (INR d + 2))) <=
  (if Rle_dec (INR d * phi * 16) 1 then - 39 / 50 * phi / (INR d * (INR d + 2))
   else - (49 / 1000 / (INR d ^ 2 * (INR d + 2)))).
Proof.
move=> d0 e; have D1 := width_ge1 (Ordinal d0).
have q : 0 < D ^ 2 * (D + 2) by apply: Rmult_lt_0_compat; nra.
case: Rle_dec => h; rewrite /is_left.
  have s := spread_of_small_gap ltac:(rewrite -e; lra).
  have -> : - 39 / 50 * phi / (D * (D + 2)) = - ((39 / 50 * T) / (D ^ 2 * (D + 2))) by rewrite -e; field; lra.
  by apply: Ropp_le_contravar; apply: Rmult_le_compat_r; [exact/Rlt_le/Rinv_0_lt_compat | lra].
have s := spread_of_large_gap ltac:(rewrite -e; lra).
by apply: Ropp_le_contravar; apply: Rmult_le_compat_r; [exact/Rlt_le/Rinv_0_lt_compat | lra].
Qed.
End Spectra.

(* ---------- theorem 1 of meterez2024: layers multiply ---------- *)
(* one layer: with g <= g0 the rate is at least that of g0 *)
Lemma layer_from_start D g g0 : 1 <= D -> 0 <= g -> g <= g0 ->
  g - g / (D ^ 2 * (1 + D * g)) <= (1 - / (D ^ 2 * (1 + D * g0))) * g.
Proof.
move=> D1 hg h; have a : 0 <= D * g by nra.
have b : D * g <= D * g0 by nra.
have q : 0 < D ^ 2 by nra.
have k : / (D ^ 2 * (1 + D * g0)) <= / (D ^ 2 * (1 + D * g)).
  by apply: Rinv_le_contravar; [apply: Rmult_lt_0_compat; lra | apply: Rmult_le_compat_l; lra].
rewrite /Rdiv; nra.
Qed.
Lemma rate_range D g0 : 1 <= D -> 0 <= g0 -> 0 < / (D ^ 2 * (1 + D * g0)) <= 1.
Proof.
move=> D1 h; have a : 0 <= D * g0 by nra.
have q : 1 <= D ^ 2 * (1 + D * g0) by nra.
by split; [apply: Rinv_0_lt_compat; lra | rewrite -{2}Rinv_1; apply: Rinv_le_contravar; lra].
Qed.
Lemma geometric_decay (m : nat -> R) c a : 0 <= c -> m 0%N <= a -> (forall l, m l.+1 <= c * m l) ->
  forall l, m l <= a * c ^ l.
Proof.
move=> c0 h0 h; elim=> [|l IH]; first by rewrite Rmult_1_r.
by apply: (Rle_trans _ _ _ (h l)); have := Rmult_le_compat_l _ _ _ c0 IH; rewrite -tech_pow_Rmult; lra.
Qed.
Lemma power_le_exp q l : 0 <= q <= 1 -> (1 - q) ^ l <= exp (- (INR l * q)).
Proof.
move=> hq; have -> : exp (- (INR l * q)) = exp (- q) ^ l.
  elim: l => [|l IH]; first by rewrite Rmult_0_l Ropp_0 exp_0.
  by rewrite -tech_pow_Rmult -IH -exp_plus S_INR; congr exp; ring.
by apply: pow_incr; split; [lra | have := exp_ineq1_le (- q); lra].
Qed.
(* m_l is the mean gap of layer l+1, g0 that of the input *)
Lemma mean_gap_decays (m : nat -> R) D g0 : 1 <= D -> 0 <= g0 -> m 0%N <= g0 ->
  (forall l, m l.+1 <= (1 - / (D ^ 2 * (1 + D * g0))) * m l) ->
  forall l, m l <= g0 * exp (- INR l / (D ^ 2 * (1 + D * g0))).
Proof.
move=> D1 hg h0 h l; have q := rate_range D1 hg.
apply: (Rle_trans _ (g0 * (1 - / (D ^ 2 * (1 + D * g0))) ^ l)).
  by apply: geometric_decay => //; lra.
apply: Rmult_le_compat_l => //.
have := @power_le_exp (/ (D ^ 2 * (1 + D * g0))) l ltac:(lra).
by rewrite /Rdiv Ropp_mult_distr_l.
Qed.
