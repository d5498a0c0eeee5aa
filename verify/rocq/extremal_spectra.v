(* The extremal spectra of a given gap (sharp:extremal-drift): among the eigenvalues lam > 0 of sum d with the same
   product, sum_k ln (1 + c lam_k) is largest where one is small and d - 1 are equal, and least where one is large
   and d - 1 are equal, for every c > 0 at once.

   Let y be the d - 1 equal ones and a the other one. A(x) and B(x) are what ln (1 + c .) and ln lie below their
   tangents at y. G = A - r B with r = A(a)/B(a) is 0 at y and at a, so that G' vanishes at some xi between them, and
   G'(x) is (x - y)(x - xi) times something positive. For a < y this makes G >= 0 above a, for a > y it makes
   G <= 0 below a. Sum over the eigenvalues: sum B(lam_k) = B(a), as sums and products are the same. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Coquelicot Require Import Coquelicot.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry drift_arith roots eigenvalues_from_gap.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Comparison.
Variables (c y a : R).
Hypotheses (c0 : 0 < c) (y0 : 0 < y) (a0 : 0 < a) (ay : a <> y).
Definition below_log1 x := ln (1 + c * y) - ln (1 + c * x) + c * (x - y) / (1 + c * y).
Definition below_log x := ln y - ln x + (x - y) / y.
Let r := below_log1 a / below_log a.
Let G x := below_log1 x - r * below_log x.
Let G' x := (x - y) * (c ^ 2 / ((1 + c * x) * (1 + c * y)) - r / (x * y)).
Let p x : 0 < x -> 0 < 1 + c * x. Proof. by move=> x0; have := Rmult_lt_0_compat _ _ c0 x0; lra. Qed.
Let derivative_G x : 0 < x -> derivable_pt_lim G x (G' x).
Proof.
move=> x0; apply/is_derive_Reals; have px := p x0; have py := p y0.
rewrite /G /G' /below_log1 /below_log; auto_derive; first by [].
by field; lra.
Qed.
Let B_pos : 0 < below_log a.
Proof.
have q : 0 < a / y by exact: Rdiv_lt_0_compat.
have ne : a / y <> 1.
  by move=> e; apply: ay; have : a = a / y * y by [field; lra]; rewrite e; lra.
rewrite /below_log; have -> : (a - y) / y = a / y - 1 by field; lra.
have : ln (a / y) < a / y - 1; last by rewrite ln_div //; lra.
have l0 : ln (a / y) <> 0 by move=> e; apply: ne; rewrite -(exp_ln (a / y)) // e exp_0.
by have := exp_ineq1 (ln (a / y)) l0; rewrite exp_ln //; lra.
Qed.
Lemma below_log_neq0 : below_log a <> 0. Proof. by have := B_pos; lra. Qed.
Let G_a : G a = 0.
Proof. by rewrite /G /r; field; lra. Qed.
Let G_y : G y = 0.
Proof. by rewrite /G /below_log1 /below_log /Rdiv !Rminus_eq_0; ring. Qed.
(* between a and y *)
Let xi_exists : exists xi, [/\ 0 < xi, Rmin a y < xi < Rmax a y &
  forall x, 0 < x -> exists2 k, 0 < k & G' x = (x - y) * (x - xi) * k].
Proof.
have m0 : 0 < Rmin a y by rewrite /Rmin; case: Rle_dec.
have [xi [e b]] : exists xi, G' xi = 0 /\ Rmin a y < xi < Rmax a y.
  have lt : Rmin a y < Rmax a y by rewrite /Rmin /Rmax; case: Rle_dec; lra.
  have [xi [e b]] := MVT_cor2 G G' (Rmin a y) (Rmax a y) lt (fun x h => derivative_G (Rlt_le_trans _ _ _ m0 (proj1 h))).
  exists xi; split=> //; have z : G (Rmax a y) - G (Rmin a y) = 0.
    by rewrite /Rmin /Rmax; case: Rle_dec => _; rewrite G_a G_y; lra.
  by move: e; rewrite z => /esym /Rmult_integral [] //; lra.
have x0 : 0 < xi by lra.
have ny : xi - y <> 0 by move: b; rewrite /Rmin /Rmax; case: Rle_dec; lra.
have px := p x0; have py := p y0.
have re : r = c ^ 2 * xi * y / ((1 + c * xi) * (1 + c * y)).
  move: e; rewrite /G' => /Rmult_integral [] // e.
  have : r / (xi * y) * (xi * y) = c ^ 2 / ((1 + c * xi) * (1 + c * y)) * (xi * y) by congr (_ * _); lra.
  have -> : r / (xi * y) * (xi * y) = r by field; lra.
  by move=> ->; field; lra.
exists xi; split=> // x x1; have p1 := p x1.
exists (c ^ 2 / ((1 + c * y) * (1 + c * x) * (1 + c * xi) * x)).
  by apply: Rdiv_lt_0_compat; [exact: pow_lt | repeat apply: Rmult_lt_0_compat].
by rewrite /G' re; field; lra.
Qed.
Let up u v : 0 < u -> u <= v -> (forall x, u <= x <= v -> 0 <= G' x) -> G u <= G v.
Proof.
move=> u0 uv s; case: (Rle_lt_or_eq_dec _ _ uv) => [lt | <-]; last lra.
have [x [e b]] := MVT_cor2 G G' u v lt (fun x h => derivative_G (Rlt_le_trans _ _ _ u0 (proj1 h))).
have := Rmult_le_pos (G' x) (v - u) (s x ltac:(lra)) ltac:(lra); lra.
Qed.
Let down u v : 0 < u -> u <= v -> (forall x, u <= x <= v -> G' x <= 0) -> G v <= G u.
Proof.
move=> u0 uv s; case: (Rle_lt_or_eq_dec _ _ uv) => [lt | <-]; last lra.
have [x [e b]] := MVT_cor2 G G' u v lt (fun x h => derivative_G (Rlt_le_trans _ _ _ u0 (proj1 h))).
have := Rmult_le_pos (- G' x) (v - u) ltac:(have := s x ltac:(lra); lra) ltac:(lra); lra.
Qed.
Lemma above_small x : a < y -> a <= x -> r * below_log x <= below_log1 x.
Proof.
move=> lt ax; have [xi [x0 b g]] := xi_exists; rewrite Rmin_left ?Rmax_right in b; try lra.
suff : 0 <= G x by rewrite /G; lra.
have sign z (z0 : 0 < z) s : 0 <= s * ((z - y) * (z - xi)) -> 0 <= s * G' z.
  by move=> h; have [k k0 ->] := g z z0; have := Rmult_le_pos _ _ h (Rlt_le _ _ k0); lra.
case: (Rle_lt_dec x xi) => h1.
  by rewrite -G_a; apply: up => // z hz; have := sign z ltac:(lra) 1 ltac:(nra); lra.
case: (Rle_lt_dec x y) => h2.
  by rewrite -G_y; apply: down => // [|z hz]; [lra | have := sign z ltac:(lra) (- 1) ltac:(nra); lra].
by rewrite -G_y; apply: up => // [|z hz]; [lra | have := sign z ltac:(lra) 1 ltac:(nra); lra].
Qed.
Lemma below_large x : y < a -> 0 < x -> x <= a -> below_log1 x <= r * below_log x.
Proof.
move=> lt px ax; have [xi [x0 b g]] := xi_exists; rewrite Rmin_right ?Rmax_left in b; try lra.
suff : G x <= 0 by rewrite /G; lra.
have sign z (z0 : 0 < z) s : 0 <= s * ((z - y) * (z - xi)) -> 0 <= s * G' z.
  by move=> h; have [k k0 ->] := g z z0; have := Rmult_le_pos _ _ h (Rlt_le _ _ k0); lra.
case: (Rle_lt_dec x y) => h1.
  by rewrite -G_y; apply: up => // z hz; have := sign z ltac:(lra) 1 ltac:(nra); lra.
case: (Rle_lt_dec x xi) => h2.
  by rewrite -G_y; apply: down => // [|z hz]; [lra | have := sign z ltac:(lra) (- 1) ltac:(nra); lra].
by rewrite -G_a; apply: up => // z hz; have := sign z ltac:(lra) 1 ltac:(nra); lra.
Qed.
End Comparison.

(* ---------- sums over a spectrum ---------- *)
Section Sums.
Variables (d : nat) (lam : 'I_d -> R) (c a y : R).
Hypotheses (pos : forall k, 0 < lam k) (c0 : 0 < c) (a0 : 0 < a) (y0 : 0 < y) (ay : a <> y).
Local Notation D := (INR d).
Hypotheses (same_sum : \S_(k < d) lam k = a + (D - 1) * y).
Hypotheses (same_product : \S_(k < d) ln (lam k) = ln a + (D - 1) * ln y).
Let py : 0 < 1 + c * y. Proof. by have := Rmult_lt_0_compat _ _ c0 y0; lra. Qed.
Let sum_below_log : \S_(k < d) below_log y (lam k) = below_log y a.
Proof.
rewrite /below_log total_add total_sub total_const total_div total_sub total_const same_sum same_product.
by field; lra.
Qed.
Let sum_below_log1 : \S_(k < d) below_log1 c y (lam k)
  = D * ln (1 + c * y) - \S_(k < d) ln (1 + c * lam k) + c * (a - y) / (1 + c * y).
Proof.
rewrite /below_log1 total_add total_sub total_const; congr (_ + _).
rewrite total_div total_scal total_sub total_const same_sum; by congr (_ / _); ring.
Qed.
Lemma one_small_sum : a < y -> (forall k, a <= lam k) ->
  \S_(k < d) ln (1 + c * lam k) <= ln (1 + c * a) + (D - 1) * ln (1 + c * y).
Proof.
move=> lt b; have := total_le (fun k => above_small c0 y0 a0 ay lt (b k)).
rewrite total_scal sum_below_log sum_below_log1.
have -> : below_log1 c y a / below_log y a * below_log y a = below_log1 c y a by field; exact: below_log_neq0.
by rewrite /below_log1; lra.
Qed.
Lemma one_large_sum : y < a -> (forall k, lam k <= a) ->
  ln (1 + c * a) + (D - 1) * ln (1 + c * y) <= \S_(k < d) ln (1 + c * lam k).
Proof.
move=> lt b; have := total_le (fun k => below_large c0 y0 a0 ay lt (pos k) (b k)).
rewrite total_scal sum_below_log sum_below_log1.
have -> : below_log1 c y a / below_log y a * below_log y a = below_log1 c y a by field; exact: below_log_neq0.
by rewrite /below_log1; lra.
Qed.
End Sums.

(* ---------- the extremal spectra from the gap ---------- *)
Section Extremal.
Variables (d : nat) (lam : 'I_d -> R).
Hypotheses (d2 : (2 <= d)%N) (pos : forall k, 0 < lam k) (mean_one : \S_(k < d) lam k = INR d).
Local Notation D := (INR d).
Local Notation T := (\S_(k < d) (lam k - 1 - ln (lam k))).
Let T0 : 0 <= T. Proof. exact: total_defect_ge0. Qed.
Let D2 : 2 <= D. Proof. exact: width_ge2. Qed.
(* at isometry both spectra are constant *)
Let constant h a b : 0 < a -> 0 < b -> 0 <= h -> levels a b h = T -> h = 0 -> forall k, lam k = 1.
Proof.
move=> pa pb h0 e z k; have t : T = 0 by rewrite -e z levels_0.
have l := one_defect pos k; rewrite t in l; have := defect_pade (pos k).
by have := pos k; have := defect_ge0 (pos k); nra.
Qed.
Section OneSmall.
Variable h : R.
Hypotheses (h0 : 0 <= h) (gap : levels 1 (D - 1) h = T).
Let z := exp (- h).
Let y := 1 + (1 - z) / (D - 1).
Lemma one_small_product c : 0 <= c -> (forall k, z <= lam k) ->
  \S_(k < d) ln (1 + c * lam k) <= ln (1 + c * z) + (D - 1) * ln (1 + c * y).
Proof.
move=> [c0 | <-] b; last first.
  by rewrite !Rmult_0_l Rplus_0_r ln_1 (total_ext (g := fun=> 0)) ?total_const => [|k]; rewrite ?Rmult_0_l ?Rplus_0_r ?ln_1; lra.
case: (Rle_lt_or_eq_dec _ _ h0) => [p | e]; last first.
  have one := @constant h 1 (D - 1) ltac:(lra) ltac:(lra) h0 gap (esym e).
  have -> : y = 1 by rewrite /y /z -e Ropp_0 exp_0; field; lra.
  have -> : z = 1 by rewrite /z -e Ropp_0 exp_0.
  rewrite (total_ext (g := fun=> ln (1 + c * 1))) ?total_const => [|k]; last by rewrite one.
  by lra.
have zp : 0 < z by exact: exp_pos.
have z1 : z < 1 by rewrite /z -exp_0; apply: exp_increasing; lra.
have y1 : 0 < (1 - z) / (D - 1) by apply: Rdiv_lt_0_compat; lra.
have s : z + (D - 1) * y = D by rewrite /y; field; lra.
apply: one_small_sum => //; rewrite ?s //; try (rewrite /y; lra).
move: gap; rewrite (total_defect mean_one) /levels -/z => e.
have : z - 1 + h + (D - 1) * (y - 1 - ln y) = - \S_(k < d) ln (lam k).
  rewrite -e /y; have -> : 1 * (1 - z) / (D - 1) = (1 - z) / (D - 1) by rewrite Rmult_1_l.
  ring.
have -> : ln z = - h by rewrite /z ln_exp.
lra.
Qed.
End OneSmall.
Section OneLarge.
Variable h : R.
Hypotheses (h0 : 0 <= h) (gap : levels (D - 1) 1 h = T).
Let z := exp (- h).
Let y := 1 + (D - 1) * (1 - z).
Lemma one_large_product c : 0 <= c -> (forall k, lam k <= y) ->
  ln (1 + c * y) + (D - 1) * ln (1 + c * z) <= \S_(k < d) ln (1 + c * lam k).
Proof.
move=> [c0 | <-] b; last first.
  by rewrite !Rmult_0_l Rplus_0_r ln_1 (total_ext (g := fun=> 0)) ?total_const => [|k]; rewrite ?Rmult_0_l ?Rplus_0_r ?ln_1; lra.
case: (Rle_lt_or_eq_dec _ _ h0) => [p | e]; last first.
  have one := @constant h (D - 1) 1 ltac:(lra) ltac:(lra) h0 gap (esym e).
  have -> : y = 1 by rewrite /y /z -e Ropp_0 exp_0; ring.
  have -> : z = 1 by rewrite /z -e Ropp_0 exp_0.
  rewrite (total_ext (g := fun=> ln (1 + c * 1))) ?total_const => [|k]; last by rewrite one.
  by lra.
have zp : 0 < z by exact: exp_pos.
have z1 : z < 1 by rewrite /z -exp_0; apply: exp_increasing; lra.
have y1 : 0 < (D - 1) * (1 - z) by apply: Rmult_lt_0_compat; lra.
have s : y + (D - 1) * z = D by rewrite /y; ring.
apply: one_large_sum => //; rewrite ?s //; try (rewrite /y; lra).
move: gap; rewrite (total_defect mean_one) /levels -/z Rmult_1_l Rdiv_1 -/y => e.
have -> : ln z = - h by rewrite /z ln_exp.
move: e; rewrite /y; lra.
Qed.
End OneLarge.
End Extremal.
