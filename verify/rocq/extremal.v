(* Spectra of a given gap: one small eigenvalue drifts least, one large eigenvalue most (sharp:extremal-drift).

   delta(x) = x - 1 - ln x is the defect of the tangent of ln at 1. [defect_ratio]: delta(1 + s (v-1))/delta(v) rises in v,
   0 <= s <= 1; so the defect of the tangent of ln(1 + a x) at y over that of ln x rises in x. [one_small_most],
   [one_large_least]: with the same sum and product, sum_k ln(1 + a lam_k) lies between its values at one large and at one
   small eigenvalue, the others equal. [root_of_gap]: these two spectra exist and are unique, given the gap. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals drift_arith.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition defect (x : R) : R := x - 1 - ln x.
Lemma defect_1 : defect 1 = 0.
Proof. by rewrite /defect ln_1; lra. Qed.
Lemma defect_pos x : 0 < x -> 0 <= defect x.
Proof. exact: defect_ge0. Qed.
(* a point on the segment from 1 to v *)
Section Ratio.
Variable s : R.
Hypothesis s01 : 0 <= s <= 1.
Notation u v := (1 + s * (v - 1)).
Let u_pos v : 0 < v -> 0 < u v.
Proof. by move=> v0; nra. Qed.
Lemma above_square v : 1 <= v -> s ^ 2 * defect v <= defect (u v).
Proof.
move=> v1; rewrite /defect; suff : 0 <= (u v - 1 - ln (u v)) - s ^ 2 * (v - 1 - ln v) by lra.
apply: (@rises (fun v => (u v - 1 - ln (u v)) - s ^ 2 * (v - 1 - ln v))
  (fun v => s ^ 2 * (1 - s) * (v - 1) ^ 2 / (v * u v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; apply: Rmult_lt_0_compat; lra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra] | exact: pow2_ge_0].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
Lemma below_square v : 0 < v -> v <= 1 -> defect (u v) <= s ^ 2 * defect v.
Proof.
move=> v0 v1; rewrite /defect; suff : 0 <= s ^ 2 * (v - 1 - ln v) - (u v - 1 - ln (u v)) by lra.
apply: (@falls (fun v => s ^ 2 * (v - 1 - ln v) - (u v - 1 - ln (u v)))
  (fun v => s ^ 2 * (1 - s) * (v - 1) ^ 2 / (v * u v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; apply: Rmult_lt_0_compat; lra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra] | exact: pow2_ge_0].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
(* the ratio of the slopes *)
Notation r v := (s ^ 2 * v / u v).
Lemma slopes_above v : 1 <= v -> defect (u v) <= r v * defect v.
Proof.
move=> v1; rewrite /defect; suff : 0 <= r v * (v - 1 - ln v) - (u v - 1 - ln (u v)) by lra.
apply: (@rises (fun v => r v * (v - 1 - ln v) - (u v - 1 - ln (u v)))
  (fun v => s ^ 2 * (1 - s) / (u v) ^ 2 * (v - 1 - ln v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply: defect_pos; lra.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; exact: pow_lt.
  by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
Lemma slopes_below v : 0 < v -> v <= 1 -> r v * defect v <= defect (u v).
Proof.
move=> v0 v1; rewrite /defect; suff : 0 <= (u v - 1 - ln (u v)) - r v * (v - 1 - ln v) by lra.
apply: (@falls (fun v => (u v - 1 - ln (u v)) - r v * (v - 1 - ln v))
  (fun v => s ^ 2 * (1 - s) / (u v) ^ 2 * (v - 1 - ln v)) 1 v v1) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- have p := @u_pos y ltac:(lra); apply: Rmult_le_pos; last by apply: defect_pos; lra.
  apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat; exact: pow_lt.
  by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
by rewrite (_ : u 1 = 1); [rewrite ln_1; lra | ring].
Qed.
Lemma slopes_rise w v : 0 < w -> w <= v -> r w <= r v.
Proof.
move=> w0 wv; have pw := u_pos w0; have pv := @u_pos v ltac:(lra).
apply: (Rmult_le_reg_r (u w * u v)); first exact: Rmult_lt_0_compat.
rewrite (_ : r w * (u w * u v) = s ^ 2 * (w * u v)); last by field; lra.
rewrite (_ : r v * (u w * u v) = s ^ 2 * (v * u w)); last by field; lra.
by apply: Rmult_le_compat_l; [exact: pow2_ge_0 | nra].
Qed.
Theorem defect_ratio w v : 0 < w -> w <= v -> defect (u w) * defect v <= defect (u v) * defect w.
Proof.
move=> w0 wv; have v0 : 0 < v by lra.
have dw := defect_pos w0; have dv := defect_pos v0; have duw := defect_pos (u_pos w0); have duv := defect_pos (u_pos v0).
case: (Rle_lt_dec v 1) => [v1 | v1].
  suff : 0 <= defect (u v) * defect w - defect (u w) * defect v by lra.
  rewrite {2 3}/defect.
  apply: (@falls (fun w => defect (u v) * (w - 1 - ln w) - (u w - 1 - ln (u w)) * defect v)
    (fun y => (1 - y) / y * (defect (u v) - r y * defect v)) v w wv) => [y hy | y hy | ].
  - have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
    by field; split; [lra | rewrite /Rminus in p *; lra].
  - apply: Rmult_le_pos; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
    have a := slopes_below v0 v1; have b := @slopes_rise y v ltac:(lra) ltac:(lra).
    by have := Rmult_le_compat_r _ _ _ dv b; lra.
  - by right; rewrite /defect; ring.
case: (Rle_lt_dec w 1) => [w1 | w1].
  have a := below_square w0 w1; have b := @above_square v ltac:(lra).
  apply: (Rle_trans _ (s ^ 2 * defect w * defect v)); first exact: Rmult_le_compat_r.
  by have := Rmult_le_compat_r _ _ _ dw b; lra.
suff : 0 <= defect (u v) * defect w - defect (u w) * defect v by lra.
rewrite {1 4}/defect.
apply: (@rises (fun v => (u v - 1 - ln (u v)) * defect w - defect (u w) * (v - 1 - ln v))
  (fun y => (y - 1) / y * (r y * defect w - defect (u w))) w v wv) => [y hy | y hy | ].
- have p := @u_pos y ltac:(lra); auto_derive; first by repeat split; lra.
  by field; split; [lra | rewrite /Rminus in p *; lra].
- apply: Rmult_le_pos; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
  have a := @slopes_above w ltac:(lra); have b := @slopes_rise w y w0 ltac:(lra).
  by have := Rmult_le_compat_r _ _ _ dw b; lra.
- by right; rewrite /defect; ring.
Qed.
End Ratio.

(* the tangents at y of ln(1 + a x) and of ln x *)
Lemma tangent_ratio a y z x : 0 <= a -> 0 < y -> 0 < z -> z <= x ->
  defect ((1 + a * z) / (1 + a * y)) * defect (x / y) <= defect ((1 + a * x) / (1 + a * y)) * defect (z / y).
Proof.
move=> a0 y0 z0 zx; have ay : 0 <= a * y by apply: Rmult_le_pos; lra.
have iy := Rinv_0_lt_compat _ y0; have i1 := @Rinv_0_lt_compat (1 + a * y) ltac:(lra).
have s01 : 0 <= a * y / (1 + a * y) <= 1.
  split; first by apply: Rmult_le_pos => //; lra.
  by apply: (Rmult_le_reg_r (1 + a * y)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have e v : 1 + a * y / (1 + a * y) * (v / y - 1) = (1 + a * v) / (1 + a * y) by field; lra.
rewrite -(e z) -(e x); apply: defect_ratio => //; first exact: Rmult_lt_0_compat.
by apply: Rmult_le_compat_r => //; lra.
Qed.
Lemma defect_zero x : 0 < x -> defect x = 0 -> x = 1.
Proof.
move=> x0 z; have := defect_pade x0; rewrite -/(defect x) z Rmult_0_r => h.
by have : (x - 1) ^ 2 = 0 by [have := pow2_ge_0 (x - 1); lra]; nra.
Qed.

(* ---------- sums with the same sum and product ---------- *)
Section Spectra.
Variables (d : nat) (k0 : 'I_d).
Implicit Types lam : 'I_d -> R.
(* one eigenvalue z, the others y *)
Definition one_out (z y : R) (k : 'I_d) : R := if k == k0 then z else y.
Lemma total_one_out (f : R -> R) z y : \S_(k < d) f (one_out z y k) = f z + (INR d - 1) * f y.
Proof.
rewrite (total_ext (g := fun k => f y + (if k == k0 then f z - f y else 0))).
  by rewrite total_add total_const (total_delta (fun=> f z - f y)); ring.
by move=> k; rewrite /one_out; case: eqP => _; ring.
Qed.
Lemma total_tangent lam a y : 0 <= a -> 0 < y -> (forall k, 0 < lam k) ->
  \S_(k < d) defect ((1 + a * lam k) / (1 + a * y))
  = (INR d + a * \S_(k < d) lam k) / (1 + a * y) - INR d - (\S_(k < d) ln (1 + a * lam k)) + INR d * ln (1 + a * y).
Proof.
move=> a0 y0 p; have ay : 0 <= a * y by apply: Rmult_le_pos; lra.
rewrite (total_ext (g := fun k => (1 + a * lam k) / (1 + a * y) - 1 - (ln (1 + a * lam k) - ln (1 + a * y)))); last first.
  move=> k; rewrite /defect ln_div //; last lra.
  by have : 0 <= a * lam k by [apply: Rmult_le_pos => //; exact: Rlt_le]; lra.
by rewrite !total_sub total_div total_add total_scal !total_const; field; lra.
Qed.
Lemma total_log_tangent lam y : 0 < y -> (forall k, 0 < lam k) ->
  \S_(k < d) defect (lam k / y) = (\S_(k < d) lam k) / y - INR d - (\S_(k < d) ln (lam k)) + INR d * ln y.
Proof.
move=> y0 p; rewrite (total_ext (g := fun k => lam k / y - 1 - (ln (lam k) - ln y))); last first.
  by move=> k; rewrite /defect ln_div.
by rewrite !total_sub total_div !total_const; field; lra.
Qed.
Section Compare.
Variables (lam : 'I_d -> R) (a z y : R).
Hypotheses (a0 : 0 <= a) (y0 : 0 < y) (z0 : 0 < z) (pos : forall k, 0 < lam k).
Notation nu := (one_out z y).
Hypothesis same_sum : \S_(k < d) lam k = \S_(k < d) nu k.
Hypothesis same_log : \S_(k < d) ln (lam k) = \S_(k < d) ln (nu k).
Let nu_pos k : 0 < nu k. Proof. by rewrite /one_out; case: eqP. Qed.
Let ay : 0 <= a * y. Proof. by apply: Rmult_le_pos; lra. Qed.
Let log_defects : \S_(k < d) defect (lam k / y) = defect (z / y).
Proof.
rewrite total_log_tangent // same_sum same_log -total_log_tangent // (total_one_out (fun x => defect (x / y))).
by rewrite (_ : y / y = 1) ?defect_1; [ring | field; lra].
Qed.
Let nu_defects : \S_(k < d) defect ((1 + a * nu k) / (1 + a * y)) = defect ((1 + a * z) / (1 + a * y)).
Proof.
rewrite (total_one_out (fun x => defect ((1 + a * x) / (1 + a * y)))).
by rewrite (_ : (1 + a * y) / (1 + a * y) = 1) ?defect_1; [ring | field; lra].
Qed.
Let difference : \S_(k < d) defect ((1 + a * lam k) / (1 + a * y)) - defect ((1 + a * z) / (1 + a * y))
  = (\S_(k < d) ln (1 + a * nu k)) - \S_(k < d) ln (1 + a * lam k).
Proof. by rewrite -nu_defects !total_tangent // same_sum; ring. Qed.
Let frac_pos x : 0 < x -> 0 < (1 + a * x) / (1 + a * y).
Proof.
move=> x0; apply: Rdiv_lt_0_compat; last lra.
by have : 0 <= a * x by [apply: Rmult_le_pos; lra]; lra.
Qed.
Lemma one_small_most : (forall k, z <= lam k) ->
  \S_(k < d) ln (1 + a * lam k) <= \S_(k < d) ln (1 + a * nu k).
Proof.
move=> low; suff : defect ((1 + a * z) / (1 + a * y)) <= \S_(k < d) defect ((1 + a * lam k) / (1 + a * y)).
  by move=> h; have := difference; lra.
have zy : 0 < z / y by exact: Rdiv_lt_0_compat.
case: (Rle_lt_or_eq_dec _ _ (defect_pos zy)) => [p | e].
  apply: (Rmult_le_reg_r (defect (z / y))) => //.
  rewrite -{1}log_defects -total_scal -total_scal_r; apply: total_le => k.
  exact: tangent_ratio.
have e1 : z = y by have := defect_zero zy (esym e) => q; rewrite -(Rmult_1_l y) -q; field; lra.
rewrite e1 (_ : (1 + a * y) / (1 + a * y) = 1) ?defect_1; last by field; lra.
by apply: total_ge0 => k; apply: defect_pos; exact: frac_pos.
Qed.
Lemma one_large_least : (forall k, lam k <= z) ->
  \S_(k < d) ln (1 + a * nu k) <= \S_(k < d) ln (1 + a * lam k).
Proof.
move=> top; suff : \S_(k < d) defect ((1 + a * lam k) / (1 + a * y)) <= defect ((1 + a * z) / (1 + a * y)).
  by move=> h; have := difference; lra.
have zy : 0 < z / y by exact: Rdiv_lt_0_compat.
case: (Rle_lt_or_eq_dec _ _ (defect_pos zy)) => [p | e].
  apply: (Rmult_le_reg_r (defect (z / y))) => //.
  rewrite -{2}log_defects -total_scal -total_scal_r; apply: total_le => k.
  exact: tangent_ratio.
have same k : lam k = y.
  have ly : 0 < lam k / y by exact: Rdiv_lt_0_compat.
  have := total_zero (f := fun k => defect (lam k / y)) _ _ k; rewrite log_defects => q.
  have := defect_zero ly (q (fun j => defect_pos (Rdiv_lt_0_compat _ _ (pos j) y0)) (esym e)) => r.
  by rewrite -(Rmult_1_l y) -r; field; lra.
rewrite (total_ext (g := fun=> 0)) ?total_const; first by have := defect_pos (frac_pos z0); lra.
by move=> k; rewrite same (_ : (1 + a * y) / (1 + a * y) = 1) ?defect_1 //; field; lra.
Qed.
End Compare.
(* Jensen over the eigenvalues other than lam_k *)
Lemma others_defect lam k : 1 < INR d -> (forall j, 0 < lam j) -> \S_(j < d) lam j = INR d ->
  let m := 1 + (1 - lam k) / (INR d - 1) in
  0 < m /\ defect (lam k) + (INR d - 1) * defect m <= \S_(j < d) defect (lam j).
Proof.
move=> D1 p sum m.
have rest : \S_(j < d) (if j == k then 0 else lam j) = (INR d - 1) * m.
  have := sum; rewrite (total_split _ k) => e; rewrite /m (_ : (INR d - 1) * _ = INR d - lam k); [lra | field; lra].
have m0 : 0 < m.
  have q : 0 < \S_(j < d) (if j == k then 0 else lam j).
    case: (Rle_lt_or_eq_dec 0 (\S_(j < d) (if j == k then 0 else lam j))) => [|//|z].
      by apply: total_ge0 => j; case: eqP => _; [lra | exact: Rlt_le].
    exfalso; have all0 j : j = k.
      have := total_zero (f := fun j => if j == k then 0 else lam j) _ (esym z) j; case: eqP => // _ h.
      by have := p j; rewrite h; [lra | move=> i; case: eqP => _; [lra | exact: Rlt_le]].
    have : \S_(j < d) lam j = lam k.
      by rewrite (total_split _ k) (total_ext (g := fun=> 0)) ?total_const; [ring | move=> j; rewrite (all0 j) eqxx].
    have : \S_(j < d) 1 = 1.
      by rewrite (total_split _ k) (total_ext (g := fun=> 0)) ?total_const; [ring | move=> j; rewrite (all0 j) eqxx].
    by rewrite total_const; lra.
  by rewrite rest in q; nra.
split=> //; rewrite (total_split (fun j => defect (lam j)) k); apply: Rplus_le_compat_l.
apply: (Rle_trans _ (\S_(j < d) (if j == k then 0 else defect m + (lam j - m) * (1 - / m)))).
  right; have e j : (if j == k then 0 else defect m + (lam j - m) * (1 - / m))
    = (defect m - m * (1 - / m)) * (1 - (if j == k then 1 else 0)) + (1 - / m) * (if j == k then 0 else lam j).
    by case: eqP => _; ring.
  rewrite (total_ext e) total_add !total_scal total_sub (total_delta (fun=> 1)) total_const rest.
  by field; lra.
apply: total_le => j; case: eqP => _; first lra.
have := ln_le_tangent (p j) m0; rewrite /defect => h.
have -> : (lam j - m) * (1 - / m) = lam j - m - (lam j - m) / m by field; lra.
lra.
Qed.
End Spectra.

(* ---------- the spectrum of a given gap ---------- *)
Lemma defect_falls x y : 0 < x -> x < y -> y <= 1 -> defect y < defect x.
Proof.
move=> x0 xy y1; rewrite /defect.
have w0 : 0 < x / y by apply: Rdiv_lt_0_compat; lra.
have w1 : x / y <> 1 by move=> e; have : x = y by [rewrite -(Rmult_1_l y) -e; field; lra]; lra.
have p : 0 < defect (x / y).
  by case: (Rle_lt_or_eq_dec _ _ (defect_pos w0)) => // e; exfalso; apply: w1; apply: defect_zero.
move: p; rewrite /defect ln_div //; last lra.
have : x / y - 1 <= x - y.
  have -> : x / y - 1 = (x - y) * / y by field; lra.
  have : 1 <= / y by rewrite -{1}Rinv_1; apply: Rinv_le_contravar; lra.
  by nra.
lra.
Qed.
Lemma defect_rises x y : 1 <= x -> x <= y -> defect x <= defect y.
Proof.
move=> x1 xy; have x0 : 0 < x by lra.
have := @ln_le_tangent y x ltac:(lra) x0; rewrite /defect => h.
have : (y - x) / x <= y - x.
  have -> : (y - x) / x = (y - x) * / x by [].
  have : / x <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  have : 0 < / x by exact: Rinv_0_lt_compat.
  by nra.
lra.
Qed.
Section Gap.
Variables A B C : R.
Hypotheses (A0 : 0 < A) (B0 : 0 <= B) (C0 : 0 <= C).
(* A eigenvalues z and B eigenvalues 1 + C (1 - z) *)
Definition gap_of (z : R) : R := A * defect z + B * defect (1 + C * (1 - z)).
Lemma gap_falls x y : 0 < x -> x < y -> y <= 1 -> gap_of y < gap_of x.
Proof.
move=> x0 xy y1; have a := Rmult_lt_compat_l _ _ _ A0 (defect_falls x0 xy y1).
have b : B * defect (1 + C * (1 - y)) <= B * defect (1 + C * (1 - x)).
  by apply: Rmult_le_compat_l => //; apply: defect_rises; nra.
rewrite /gap_of; lra.
Qed.
Lemma gap_of_1 : gap_of 1 = 0.
Proof. by rewrite /gap_of (_ : 1 + C * (1 - 1) = 1) ?defect_1; ring. Qed.
Lemma gap_reflects x y : 0 < y -> y <= 1 -> gap_of x <= gap_of y -> 0 < x -> y <= x.
Proof.
move=> y0 y1 h x0; case: (Rle_lt_dec y x) => // xy; exfalso.
by have := gap_falls x0 xy y1; lra.
Qed.
Lemma gap_continuous h : 0 <= h -> continuity_pt (fun h => gap_of (exp (- h))) h.
Proof.
move=> h0; have e : exp (- h) <= 1 by rewrite -exp_0; case: h0 => [q | <-]; [left; apply: exp_increasing | rewrite Ropp_0]; lra.
have p : 0 < 1 + C * (1 - exp (- h)) by nra.
apply: derivable_continuous_pt; apply: ex_derive_Reals_0; rewrite /gap_of /defect; auto_derive.
by repeat split; [exact: exp_pos | rewrite /Rminus in p *; lra].
Qed.
Lemma gap_solution T : 0 <= T -> exists h, 0 <= h /\ gap_of (exp (- h)) = T.
Proof.
case=> [T0 | <-]; last by exists 0; rewrite Ropp_0 exp_0 gap_of_1; lra.
pose h1 := T / A + 2; have h10 : 0 < h1 by have := Rdiv_lt_0_compat _ _ T0 A0; rewrite /h1; lra.
have [||||h [[a b] e]] := @Ranalysis5.IVT_interv (fun h => gap_of (exp (- h)) - T) 0 h1.
- move=> h [a _]; apply: continuity_pt_minus; first exact: gap_continuous.
  by apply: continuity_pt_const => x y.
- exact: h10.
- by rewrite Ropp_0 exp_0 gap_of_1; lra.
- rewrite /gap_of {1}/defect ln_exp; have := exp_pos (- h1) => ep.
  have e1 : exp (- h1) <= 1 by rewrite -exp_0; left; apply: exp_increasing; lra.
  have q : 0 <= B * defect (1 + C * (1 - exp (- h1))) by apply: Rmult_le_pos => //; apply: defect_pos; nra.
  have : A * (h1 - 1) = T + A by rewrite /h1; field; lra.
  by nra.
by exists h; split=> //; lra.
Qed.
(* the root of definitions.v is this solution *)
Lemma root_of_gap T : 0 <= T -> exists z, [/\ 0 < z, z <= 1, gap_of z = T &
  root (fun h => gap_of (exp (- h)) - T) = - ln z].
Proof.
move=> T0; have [h [h0 e]] := gap_solution T0; exists (exp (- h)).
have top g : 0 <= g -> exp (- g) <= 1.
  by move=> g0; rewrite -exp_0; case: g0 => [q | <-]; [left; apply: exp_increasing | rewrite Ropp_0]; lra.
split; [exact: exp_pos | exact: top | exact: e | rewrite ln_exp Ropp_involutive].
rewrite /root (_ : [set g : R | _]%classic = [set h]%classic) ?inf1 //.
apply/seteqP; split=> g /=; last by move=> ->; split=> //; lra.
case=> g0 eg; have [q | [// | q]] := Rtotal_order g h; exfalso.
- by have := @gap_falls (exp (- h)) (exp (- g)) (exp_pos _) ltac:(apply: exp_increasing; lra) (top g g0); lra.
- by have := @gap_falls (exp (- g)) (exp (- h)) (exp_pos _) ltac:(apply: exp_increasing; lra) (top h h0); lra.
Qed.
End Gap.
