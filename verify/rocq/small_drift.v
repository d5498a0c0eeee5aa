(* The drift of the spectrum with one small eigenvalue z = 1 - e, from below.

   In it the squared row norm is a = 1 - eps xi, eps = e/(d-1), xi = d u^2 - 1, u an entry of a Haar matrix; E u^6 follows from
   invariance as the lower moments do, and ln x <= (x-1) - (x-1)^2/2 + (x-1)^3/3. [small_drift_cubic]: the drift is at least
   e^2/((d-1)(d+2)) + (8/3) e^3 (d-2)/((d-1)^2 (d+2)(d+4)); [cubic_enough]: for d >= 3 this is at least
   4 ln 2 T/(d^3 (1+T)), T = d phi. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar drift_arith drift extremal least_drift.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the sixth moment of an entry ---------- *)
Section Sixth.
Variables (d : nat) (L : law 'M[R]_d) (j k : 'I_d).
Hypothesis H : haar L.
Notation E := (mean L).
Let D1 : 1 <= INR d. Proof. by apply: INR_ge1; case: (j) => a /=; case: d. Qed.
Lemma fourth_other l : l != k -> E (fun W => W j k ^ 6) = 5 * E (fun W => W j k ^ 4 * W j l ^ 2).
Proof.
rewrite eq_sym => kl.
pose A (W : 'M[R]_d) := W j k ^ 6; pose B (W : 'M[R]_d) := W j k ^ 4 * W j l ^ 2.
pose C (W : 'M[R]_d) := W j k ^ 2 * W j l ^ 4; pose F (W : 'M[R]_d) := W j l ^ 6.
pose G (W : 'M[R]_d) := - 6 * (7/25) ^ 5 * (24/25) * (W j k ^ 5 * W j l) - 20 * (7/25) ^ 3 * (24/25) ^ 3 * (W j k ^ 3 * W j l ^ 3)
  - 6 * (7/25) * (24/25) ^ 5 * (W j k * W j l ^ 5).
have tA : tame A by rewrite /A; tame.
have tB : tame B by rewrite /B; tame.
have tC : tame C by rewrite /C; tame.
have tF : tame F by rewrite /F; tame.
have tG : tame G by rewrite /G; tame.
have o : orthogonal (reflection k l (3/5) (4/5)) by apply: reflection_orthogonal => //; real_eq; field.
have G0 : E G = 0 by apply: (mean_odd H kl tG) => W; rewrite /G !sign_k // !sign_l //; real_eq; ring.
have iA := tame_integrable H tA; have iB := tame_integrable H tB; have iC := tame_integrable H tC.
have iF := tame_integrable H tF; have iG := tame_integrable H tG.
have pk (W : 'M[R]_d) : (W *m perm_mx (tperm k l))%ring j k = W j l by have := times_perm W (tperm k l) j l; rewrite tpermR.
have pl (W : 'M[R]_d) : (W *m perm_mx (tperm k l))%ring j l = W j k by have := times_perm W (tperm k l) j k; rewrite tpermL.
have swapA : E F = E A by apply: (mean_perm H (s := tperm k l)) => // W; rewrite /A /F pk.
have swapB : E C = E B by apply: (mean_perm H (s := tperm k l)) => // W; rewrite /B /C pk pl; real_eq; ring.
have := tame_mean H o tA.
rewrite (mean_ext L (g := fun W => (7/25) ^ 6 * A W + 1 * (15 * (7/25) ^ 4 * (24/25) ^ 2 * B W
  + 1 * (15 * (7/25) ^ 2 * (24/25) ^ 4 * C W + 1 * ((24/25) ^ 6 * F W + 1 * G W))))); last first.
  by move=> W; rewrite /A /B /C /F /G !reflect_k //; real_eq; field.
rewrite !mean_linear //; do ?apply: integrable_linear => //.
by rewrite G0 swapA swapB -/A -/B; lra.
Qed.
Theorem mean_entry_sixth : E (fun W => W j k ^ 6) = 15 / (INR d * (INR d + 2) * (INR d + 4)).
Proof.
have sum : \S_(l < d) E (fun W => W j k ^ 4 * W j l ^ 2) = 3 / (INR d * (INR d + 2)).
  rewrite -mean_total; last by move=> l; apply: (tame_integrable H); tame.
  have := same_row_moment H j k k; rewrite delta_same /two_columns => e.
  rewrite (@mean_orthogonal _ _ H _ (fun W => W j k ^ 2 * W j k ^ 2)); first by rewrite e; congr (_ / _); ring.
  by move=> W o; rewrite total_scal unit_row //; real_eq; ring.
rewrite (total_others (k := k) (c := E (fun W => W j k ^ 6)) (e := E (fun W => W j k ^ 6) / 5)) in sum; last first.
- by move=> l lk; rewrite (fourth_other lk); field.
- by apply: mean_ext => W; real_eq; ring.
apply: (Rmult_eq_reg_r ((INR d + 4) / 5)); last lra.
have -> : E (fun W => W j k ^ 6) * ((INR d + 4) / 5) = 3 / (INR d * (INR d + 2)) by rewrite -sum; field.
by field; lra.
Qed.
End Sixth.

(* ---------- the third Taylor polynomial ---------- *)
Lemma ln_below_cubic x : 0 < x -> ln x <= (x - 1) - (x - 1) ^ 2 / 2 + (x - 1) ^ 3 / 3.
Proof.
move=> x0; suff : 0 <= (x - 1) - (x - 1) ^ 2 / 2 + (x - 1) ^ 3 / 3 - ln x by lra.
have base : 0 <= (1 - 1) - (1 - 1) ^ 2 / 2 + (1 - 1) ^ 3 / 3 - ln 1 by rewrite ln_1; lra.
case: (Rle_lt_dec 1 x) => [x1 | x1].
  apply: (@rises (fun x => (x - 1) - (x - 1) ^ 2 / 2 + (x - 1) ^ 3 / 3 - ln x) (fun y => (y - 1) ^ 3 / y) 1 x x1) => // y hy.
    by auto_derive; [lra | field; lra].
  by apply: Rmult_le_pos; [apply: pow_le; lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
apply: (@falls (fun x => (x - 1) - (x - 1) ^ 2 / 2 + (x - 1) ^ 3 / 3 - ln x) (fun y => (1 - y) ^ 3 / y) 1 x (Rlt_le _ _ x1)) => // y hy.
  by auto_derive; [lra | field; lra].
by apply: Rmult_le_pos; [apply: pow_le; lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
Qed.
Section Cubic.
Variables (d : nat) (L : law 'M[R]_d) (j k0 : 'I_d).
Hypotheses (D2 : 2 <= INR d) (H : haar L).
Notation D := (INR d).
Notation E := (mean L).
Notation xi W := (D * W j k0 ^ 2 - 1).
Lemma weighted_small z W : orthogonal W -> weighted (small k0 z) W j = 1 - (1 - z) / (D - 1) * xi W.
Proof.
move=> o; rewrite /weighted /small /one_out; set y := 1 + _.
rewrite (total_ext (g := fun k => y * W j k ^ 2 + (if k == k0 then (z - y) * W j k ^ 2 else 0))).
  by rewrite total_add total_scal (total_delta (fun k => (z - y) * W j k ^ 2)) unit_row // /y; field; lra.
by move=> k; case: eqP => [->|_]; ring.
Qed.
Lemma xi_moments : [/\ E (fun W => xi W) = 0, E (fun W => xi W ^ 2) = 2 * (D - 1) / (D + 2) &
  E (fun W => xi W ^ 3) = 8 * (D - 1) * (D - 2) / ((D + 2) * (D + 4))].
Proof.
have i2 : integrable L (fun W => W j k0 ^ 2) by apply: (tame_integrable H); tame.
have i4 : integrable L (fun W => W j k0 ^ 4) by apply: (tame_integrable H); tame.
have i6 : integrable L (fun W => W j k0 ^ 6) by apply: (tame_integrable H); tame.
have c := integrable_const L 1.
have m2 := mean_entry_sq H j k0; have m6 := mean_entry_sixth j k0 H.
have m4 : E (fun W => W j k0 ^ 4) = 3 / (D * (D + 2)).
  rewrite (mean_ext L (g := fun W => W j k0 ^ 2 * W j k0 ^ 2)); last by move=> W; real_eq; ring.
  by have := same_row_moment H j k0 k0; rewrite delta_same /two_columns => ->; congr (_ / _); ring.
split.
- rewrite (mean_ext L (g := fun W => D * W j k0 ^ 2 + (-1) * 1)); last by move=> W; real_eq; ring.
  by rewrite mean_linear // mean_const m2; field; lra.
- rewrite (mean_ext L (g := fun W => D ^ 2 * W j k0 ^ 4 + 1 * (- (2 * D) * W j k0 ^ 2 + 1 * 1))); last by move=> W; real_eq; ring.
  by rewrite !mean_linear //; [rewrite mean_const m2 m4; field; lra | exact: integrable_linear].
- rewrite (mean_ext L (g := fun W => D ^ 3 * W j k0 ^ 6 + 1 * (- (3 * D ^ 2) * W j k0 ^ 4 + 1 * (3 * D * W j k0 ^ 2 + (-1) * 1)))); last first.
    by move=> W; real_eq; ring.
  rewrite !mean_linear //; do ?apply: integrable_linear => //.
  by rewrite mean_const m2 m4 m6; field; lra.
Qed.
Theorem small_drift_cubic z : 0 < z -> z <= 1 ->
  (1 - z) ^ 2 / ((D - 1) * (D + 2)) + 8 / 3 * (1 - z) ^ 3 * (D - 2) / ((D - 1) ^ 2 * (D + 2) * (D + 4))
  <= - E (fun W => ln (weighted (small k0 z) W j)).
Proof.
move=> z0 z1; have d0 : (0 < d)%N by case: (j) => a; exact: leq_ltn_trans.
have [e1 e2 e3] := xi_moments; set eps := (1 - z) / (D - 1).
have t : tame (fun W : 'M[R]_d => xi W) by tame.
have i1 := tame_integrable H t; have i2 := tame_integrable H (tame_pow 2 t); have i3 := tame_integrable H (tame_pow 3 t).
have il := tame_integrable H (tame_ln_weighted d0 (small_pos k0 D2 z0 z1) j).
pose P (W : 'M[R]_d) := - eps * xi W + 1 * (- (eps ^ 2 / 2) * xi W ^ 2 + (- (eps ^ 3 / 3)) * xi W ^ 3).
have iP : integrable L P by apply: integrable_linear => //; exact: integrable_linear.
have le : E (fun W => ln (weighted (small k0 z) W j)) <= E P.
  apply: mean_le_drawn => // w; have o := haar_orthogonal H w.
  have p : 0 < weighted (small k0 z) (draw w) j.
    have [a ha] := least_index (small k0 z) d0; have := weighted_ge j o ha.
    by have := small_pos k0 D2 z0 z1 a; lra.
  apply: Rle_trans (ln_below_cubic p) _; rewrite weighted_small // -/eps /P; right; field.
move: le; rewrite /P !mean_linear //; last exact: integrable_linear.
rewrite e1 e2 e3 => le; apply: Rle_trans (Ropp_le_contravar _ _ le); right; rewrite /eps.
by field; lra.
Qed.
End Cubic.

(* ---------- from d = 3 on the cubic suffices ---------- *)
Lemma ln_2_above : ln 2 <= 0.695.
Proof.
have a := @ln_below_cubic 1.1893 ltac:(lra).
have : ln 2 <= ln (1.1893 ^ 4) by left; apply: ln_increasing; lra.
by rewrite ln_pow /=; lra.
Qed.
Lemma defect_above z : 0 < z -> z <= 1 -> defect z <= (1 - z) ^ 2 / (2 * z).
Proof.
move=> z0 z1; suff : 0 <= (1 - z) ^ 2 / (2 * z) - (z - 1 - ln z) by rewrite /defect; lra.
apply: (@falls (fun z => (1 - z) ^ 2 / (2 * z) - (z - 1 - ln z)) (fun y => (1 - y) ^ 2 / (2 * y ^ 2)) 1 z z1) => [y hy | y hy | ].
- by auto_derive; [lra | field; lra].
- by apply: Rmult_le_pos; [exact: pow2_ge_0 | apply/Rlt_le/Rinv_0_lt_compat; nra].
- by rewrite ln_1; lra.
Qed.
Lemma small_gap_above D z : 2 <= D -> 0 < z -> z <= 1 ->
  small_gap D z <= (1 - z) ^ 2 / (2 * z) + (1 - z) ^ 2 / (2 * (D - 1)).
Proof.
move=> D2 z0 z1; have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
rewrite /gap_of Rmult_1_l; apply: Rplus_le_compat; first exact: defect_above.
have h := @defect_le_square (1 + / (D - 1) * (1 - z)) ltac:(nra).
apply: (Rle_trans _ ((D - 1) * ((1 + / (D - 1) * (1 - z) - 1) ^ 2 / 2))); first by apply: Rmult_le_compat_l; [lra | exact: h].
by right; field; lra.
Qed.
Lemma enough D T e K c : 0 < D -> 0 <= T -> 0 <= c -> 4 * ln 2 <= c -> T * (c - D ^ 3 * (e ^ 2 * K)) <= D ^ 3 * (e ^ 2 * K) ->
  4 * ln 2 * T / (D ^ 3 * (1 + T)) <= e ^ 2 * K.
Proof.
move=> D0 T0 c0 lc h; have D3 : 0 < D ^ 3 by exact: pow_lt.
apply: (Rmult_le_reg_r (D ^ 3 * (1 + T))); first by apply: Rmult_lt_0_compat; lra.
rewrite (_ : 4 * ln 2 * T / (D ^ 3 * (1 + T)) * (D ^ 3 * (1 + T)) = 4 * ln 2 * T); last by field; lra.
by have := Rmult_le_compat_r _ _ _ T0 lc; lra.
Qed.
Theorem cubic_enough (d : nat) z : (3 <= d)%N -> 0 < z -> z <= 1 -> let D := INR d in let T := small_gap D z in
  4 * ln 2 * T / (D ^ 3 * (1 + T))
  <= (1 - z) ^ 2 / ((D - 1) * (D + 2)) + 8 / 3 * (1 - z) ^ 3 * (D - 2) / ((D - 1) ^ 2 * (D + 2) * (D + 4)).
Proof.
move=> d3 z0 z1 D T; have D3 : 3 <= D by have := le_INR _ _ (elimT ssrnat.leP d3); rewrite /D /=; lra.
have iD : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
have T0 : 0 <= T.
  by apply: Rplus_le_le_0_compat; apply: Rmult_le_pos; try lra; apply: defect_pos => //; nra.
have Tb := @small_gap_above D z ltac:(lra) z0 z1; rewrite -/T in Tb.
have c2 : 4 * ln 2 <= 2.78 by have := ln_2_above; lra.
set e := 1 - z in Tb *; have e0 : 0 <= e by rewrite /e; lra.
have ez : 1 - e = z by rewrite /e; ring.
(* T (1 - k e^2) <= k e^2 for k e^2 = D^3 times the cubic, over 2.78 *)
have claim k : 0 <= k -> (z / (D - 1) + 1) * (1 - k * e ^ 2) <= 2 * k * z -> T * (1 - k * e ^ 2) <= k * e ^ 2.
  move=> k0 h; case: (Rle_lt_dec (1 - k * e ^ 2) 0) => q.
    apply: (Rle_trans _ 0); first by have := Rmult_le_compat_l _ _ _ T0 q; lra.
    by apply: Rmult_le_pos => //; exact: pow2_ge_0.
  apply: (Rle_trans _ ((e ^ 2 / (2 * z) + e ^ 2 / (2 * (D - 1))) * (1 - k * e ^ 2))); first by apply: Rmult_le_compat_r; lra.
  apply: (Rmult_le_reg_r (2 * z)); first lra.
  have -> : (e ^ 2 / (2 * z) + e ^ 2 / (2 * (D - 1))) * (1 - k * e ^ 2) * (2 * z) = e ^ 2 * ((z / (D - 1) + 1) * (1 - k * e ^ 2)) by field; lra.
  have := Rmult_le_compat_l _ _ _ (pow2_ge_0 e) h; lra.
rewrite (_ : _ / ((D - 1) * (D + 2)) + _ = e ^ 2 * (/ ((D - 1) * (D + 2)) + 8 / 3 * e * (D - 2) / ((D - 1) ^ 2 * (D + 2) * (D + 4)))); last by field; lra.
set K := / _ + _; have D3p : 0 < D ^ 3 by apply: pow_lt; lra.
have K0 : / ((D - 1) * (D + 2)) <= K.
  rewrite /K; suff : 0 <= 8 / 3 * e * (D - 2) / ((D - 1) ^ 2 * (D + 2) * (D + 4)) by lra.
  apply: Rmult_le_pos; first by repeat apply: Rmult_le_pos; lra.
  by apply/Rlt_le/Rinv_0_lt_compat; repeat apply: Rmult_lt_0_compat; lra.
have iK : 0 < / ((D - 1) * (D + 2)) by apply: Rinv_0_lt_compat; nra.
apply: (@enough D T e K 2.78); try lra.
have k0 : 0 <= D ^ 3 * K / 2.78 by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
have := claim (D ^ 3 * K / 2.78) k0.
set k := D ^ 3 * K / 2.78 => cl.
have ek : D ^ 3 * (e ^ 2 * K) = 2.78 * (k * e ^ 2) by rewrite /k; lra.
rewrite ek; suff : (z / (D - 1) + 1) * (1 - k * e ^ 2) <= 2 * k * z by move=> /cl; lra.
clear cl claim ek Tb T0 T.
have [D4 | De] : 4 <= D \/ D = 3.
  case: (leqP 4 d) => h; first by left; have := le_INR _ _ (elimT ssrnat.leP h); rewrite /D /=; lra.
  have e3 : d = 3%N by apply/eqP; rewrite eqn_leq d3 -ltnS h.
  by right; rewrite /D e3 /=; ring.
  have k1 : 1 <= k.
    apply: (Rle_trans _ (D ^ 3 * / ((D - 1) * (D + 2)) / 2.78)).
      apply: (Rmult_le_reg_r (2.78 * ((D - 1) * (D + 2)))); first nra.
      by rewrite (_ : D ^ 3 * / ((D - 1) * (D + 2)) / 2.78 * _ = D ^ 3); [nra | field; lra].
    by rewrite /k /Rdiv; apply: Rmult_le_compat_r; [lra | apply: Rmult_le_compat_l; lra].
  have zD : z / (D - 1) <= z / 3 by apply: Rmult_le_compat_l; [lra | apply: Rinv_le_contravar; lra].
  have zD0 : 0 <= z / (D - 1) by apply: Rmult_le_pos; lra.
  have s := pow2_ge_0 e.
  apply: (Rle_trans _ ((z / (D - 1) + 1) * (1 - e ^ 2))); first by apply: Rmult_le_compat_l; nra.
  have -> : 1 - e ^ 2 = z * (2 - z) by rewrite -ez; ring.
  apply: (Rle_trans _ ((z / 3 + 1) * (z * (2 - z)))); first by apply: Rmult_le_compat_r; nra.
  by nra.
have k1 : 0.97 + 0.18 * e <= k by rewrite /k /K De; lra.
rewrite De; have s := pow2_ge_0 e.
have p : 0 <= z / (3 - 1) + 1 by lra.
apply: (Rle_trans _ ((z / (3 - 1) + 1) * (1 - (0.97 + 0.18 * e) * e ^ 2))).
  by apply: Rmult_le_compat_l => //; nra.
apply: (Rle_trans _ (2 * (0.97 + 0.18 * e) * z)); last by apply: Rmult_le_compat_r; lra.
have e1 : e <= 1 by lra.
rewrite -ez; have : 0 <= e * (1 - e) by nra.
have e3 : e ^ 3 = e * e ^ 2 by ring.
nra.
Qed.
