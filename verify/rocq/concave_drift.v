(* The least drift g is concave in the gap: g(phi)/phi falls (sharp:theorem-1).

   Let kappa = z/y be the ratio of the small eigenvalue to the others, b = 1 - (1-kappa) u^2, u an entry of a Haar matrix. Then
   g = ln((d-1+kappa)/d) - E ln b and T = d phi = -ln kappa + d ln((d-1+kappa)/d) have g' = R T', R(kappa) = int 2t
   (1+2rt)^(-3/2) (1+2t/r)^(-(d+1)/2) dt, r = sqrt kappa (from Sawa's formula), and R rises on (0, 1]: so g/T rises in kappa. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar normal half_line gram_map frullani sphere drift_arith
  drift drift_integral extremal least_drift small_drift.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- a derivative under the mean ---------- *)
Lemma derive_mean T (L : law T) (F : R -> T -> R) (F' : T -> R) x r C : 0 < r -> 0 <= C ->
  (forall y, Rabs (y - x) < r -> integrable L (F y)) -> integrable L F' ->
  (forall y (w : space L), Rabs (y - x) < r -> Rabs (F y (draw w) - F x (draw w) - (y - x) * F' (draw w)) <= C * (y - x) ^ 2) ->
  is_derive (fun y => mean L (F y)) x (mean L F').
Proof.
move=> r0 C0 iF iF' h; apply/is_derive_Reals => eps e0.
have d0 : 0 < Rmin r (eps / (C + 1)) by apply: Rmin_pos => //; apply: Rdiv_lt_0_compat; lra.
exists (mkposreal _ d0) => y ny small; rewrite /= in small.
have yr : Rabs (x + y - x) < r by rewrite (_ : x + y - x = y); [have := Rmin_l r (eps / (C + 1)); lra | ring].
have xr : Rabs (x - x) < r by rewrite Rminus_eq_0 Rabs_R0.
have i1 := iF _ yr; have i2 := iF _ xr; have i3 := integrable_scal y iF'.
have e : mean L (F (x + y)) - mean L (F x) - y * mean L F' = mean L (fun w => F (x + y) w - F x w - y * F' w).
  by rewrite mean_sub ?mean_sub ?mean_scal //; exact: integrable_sub.
have ii : integrable L (fun w => F (x + y) w - F x w - y * F' w) by apply: integrable_sub => //; exact: integrable_sub.
have b : Rabs (mean L (F (x + y)) - mean L (F x) - y * mean L F') <= C * y ^ 2.
  rewrite e; apply: Rle_trans (mean_abs ii) _; apply: mean_above; first exact: integrable_abs.
  by move=> w; have := h (x + y) w yr; rewrite (_ : x + y - x = y); last ring.
have yp := Rabs_pos_lt _ ny.
rewrite (_ : (mean L (F (x + y)) - mean L (F x)) / y - mean L F' = (mean L (F (x + y)) - mean L (F x) - y * mean L F') / y); last by field.
rewrite Rabs_div //; apply: (Rmult_lt_reg_r (Rabs y)) => //.
rewrite (_ : _ / Rabs y * Rabs y = Rabs (mean L (F (x + y)) - mean L (F x) - y * mean L F')); last by field; lra.
apply: (Rle_lt_trans _ _ _ b); rewrite -(pow2_abs y).
have q : Rabs y * (C + 1) < eps.
  have := Rmin_r r (eps / (C + 1)) => m; have : Rabs y < eps / (C + 1) by lra.
  move=> s; have := Rmult_lt_compat_r (C + 1) _ _ ltac:(lra) s.
  by rewrite (_ : eps / (C + 1) * (C + 1) = eps); [lra | field; lra].
by nra.
Qed.
Lemma ln_second_order v : Rabs v <= 1 / 2 -> Rabs (ln (1 + v) - v) <= 2 * v ^ 2.
Proof.
move=> h; have [a b] : - (1 / 2) <= v <= 1 / 2 by move: h; rewrite /Rabs; case: Rcase_abs; lra.
have up := @ln_below (1 + v) ltac:(lra).
have lo := ln_below (@Rinv_0_lt_compat (1 + v) ltac:(lra)); rewrite ln_Rinv in lo; last lra.
have m : / (1 + v) - 1 <= - v + 2 * v ^ 2.
  apply: (Rmult_le_reg_r (1 + v)); first lra; rewrite Rmult_minus_distr_r Rinv_l; last lra.
  by have : 0 <= v ^ 2 * (1 + 2 * v) by [apply: Rmult_le_pos; [exact: pow2_ge_0 | lra]]; lra.
by have p := pow2_ge_0 v; apply: Rabs_le; lra.
Qed.

(* ---------- shares of a Haar row ---------- *)
Section Shares.
Variables (d : nat) (L : law 'M[R]_d) (N : law R) (q : 'I_d -> R) (j : 'I_d).
Hypotheses (H : haar L) (normal : standard_normal N) (pos : forall k, 0 < q k).
Notation form x := (\S_(k < d) (q k * x ord0 k ^ 2)).
Definition row_share (i : 'I_d) (x : 'M[R]_(1, d)) : R := q i * x ord0 i ^ 2 / form x.
Let term0 (x : 'M[R]_(1, d)) k : 0 <= q k * x ord0 k ^ 2.
Proof. by apply: Rmult_le_pos; [exact: Rlt_le | exact: pow2_ge_0]. Qed.
Lemma row_share_range i x : 0 <= row_share i x <= 1.
Proof.
rewrite /row_share; have t := term0 x i; have l := total_one_term i (term0 x).
case: (Rle_lt_or_eq_dec _ _ (total_ge0 (term0 x))) => [p | z].
  split; first by apply: Rmult_le_pos => //; exact/Rlt_le/Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (form x)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l //; lra.
have -> : q i * x ord0 i ^ 2 = 0 by lra.
by rewrite /Rdiv Rmult_0_l; lra.
Qed.
Lemma row_share_borel i : borel_fun (row_share i).
Proof.
have m k : borel_fun (fun x : 'M[R]_(1, d) => q k * x ord0 k ^ 2).
  by apply: measurable_scal; apply: measurable_pow; exact: borel_entry.
by apply: measurable_div; [exact: m | apply: measurable_total => k; exact: m].
Qed.
Lemma row_share_directional i : directional (row_share i).
Proof.
move=> r x r0; rewrite /row_share mxE.
have -> : \S_(k < d) (q k * scaled r x ord0 k ^ 2) = r ^ 2 * form x.
  by rewrite -total_scal; apply: total_ext => k; rewrite mxE; ring.
case: (Req_dec (form x) 0) => [z | nz]; last by field; lra.
have -> : q i * x ord0 i ^ 2 = 0 by have := total_one_term i (term0 x); rewrite z; have := term0 x i; lra.
rewrite (_ : q i * (r * x ord0 i) ^ 2 = r ^ 2 * (q i * x ord0 i ^ 2)); last ring.
have -> : q i * x ord0 i ^ 2 = 0 by have := total_one_term i (term0 x); rewrite z; have := term0 x i; lra.
by rewrite /Rdiv Rmult_0_r !Rmult_0_l.
Qed.
Lemma haar_share i : mean L (fun W => row_share i (row j W)) = gram_map N q i.
Proof.
have b x : Rabs (row_share i x) <= 1 by have [a c] := row_share_range i x; rewrite Rabs_pos_eq.
rewrite (haar_row_normals j H normal (row_share_borel i) b (@row_share_directional i)) gram_mapE.
apply: mean_ext => g; rewrite /row_share /share mxE; congr (_ / _).
by apply: total_ext => k; rewrite mxE.
Qed.
Lemma share_sum : \S_(i < d) gram_map N q i = 1.
Proof.
rewrite -(total_ext haar_share) -mean_total.
  rewrite -[RHS](mean_const L); apply: mean_ext_drawn => w; rewrite /row_share total_div.
  rewrite /Rdiv Rinv_r // => z; have u := haar.unit_row j (haar_orthogonal H w).
  have := total_zero (term0 (row j (draw w))) z => t.
  rewrite (total_ext (g := fun=> 0)) ?total_const in u; first lra.
  by move=> k; have := t k; rewrite mxE => tk; have := pos k; have := pow2_ge_0 (draw w j k); nra.
move=> i; apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: row_share_range.
exact: borel_measurable (haar_entries H) (borel_row (row_share_borel i) j).
Qed.
End Shares.

(* ---------- one small eigenvalue ---------- *)
Section Small.
Variables (d : nat) (L : law 'M[R]_d) (j k0 : 'I_d).
Hypotheses (D2 : 2 <= INR d) (H : haar L).
Notation D := (INR d).
Notation E := (mean L).
Notation u2 W := (W j k0 ^ 2).
Notation b kap W := (1 - (1 - kap) * u2 W).
Lemma entry_sq_range (W : 'M[R]_d) : orthogonal W -> 0 <= u2 W <= 1.
Proof.
move=> o; split; first exact: pow2_ge_0.
by rewrite -(haar.unit_row j o); apply: (@total_one_term _ (fun k => W j k ^ 2)) => k; exact: pow2_ge_0.
Qed.
Lemma b_low kap W : 0 < kap -> orthogonal W -> Rmin kap 1 <= b kap W <= Rmax kap 1.
Proof.
move=> p o; have [a c] := entry_sq_range o.
by rewrite /Rmin /Rmax; case: Rle_dec => h; nra.
Qed.
Lemma min_pos kap : 0 < kap -> 0 < Rmin kap 1.
Proof. by move=> p; apply: Rmin_pos; lra. Qed.
Lemma tame_ln_b kap : 0 < kap -> tame (fun W => ln (b kap W)).
Proof.
move=> p; have t : tame (fun W : 'M[R]_d => b kap W) by tame.
split; first by apply: measurable_ln; case: t.
exists (Rabs (ln (Rmin kap 1)) + Rabs (ln (Rmax kap 1))) => W o; have [lo hi] := b_low p o; have m := min_pos p.
have x := calculus.ln_le _ _ m lo; have y := calculus.ln_le _ _ (Rlt_le_trans _ _ _ m lo) hi.
have := Rabs_pos (ln (Rmin kap 1)); have := Rabs_pos (ln (Rmax kap 1)).
have := Rle_abs (ln (Rmax kap 1)); have := Rle_abs (- ln (Rmin kap 1)); rewrite Rabs_Ropp => *.
by apply: Rabs_le; lra.
Qed.
Lemma tame_share kap : 0 < kap -> tame (fun W => u2 W / b kap W).
Proof.
move=> p; have t : tame (fun W : 'M[R]_d => b kap W) by tame.
have s : tame (fun W : 'M[R]_d => u2 W) by tame.
split; first by apply: measurable_div; [case: s | case: t].
exists (/ Rmin kap 1) => W o; have [lo _] := b_low p o; have m := min_pos p; have [x y] := entry_sq_range o.
have i : 0 < / b kap W by apply: Rinv_0_lt_compat; lra.
rewrite Rabs_pos_eq; last by apply: Rmult_le_pos; [exact: x | lra].
apply: (Rle_trans _ (1 * / b kap W)); first by apply: Rmult_le_compat_r; lra.
by rewrite Rmult_1_l; apply: Rinv_le_contravar.
Qed.
Definition share_mean kap : R := E (fun W => u2 W / b kap W).
Lemma derive_log_mean kap : 0 < kap -> is_derive (fun y => E (fun W => ln (b y W))) kap (share_mean kap).
Proof.
move=> p; have m := min_pos p; set be := Rmin kap 1 in m.
have bk : be <= kap by exact: Rmin_l.
apply: (@derive_mean _ L (fun y W => ln (b y W)) (fun W => u2 W / b kap W) kap (be / 2) (2 / be ^ 2)).
- lra.
- by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat/pow_lt].
- move=> y yr; apply: (tame_integrable H); apply: tame_ln_b.
  by move: yr; rewrite /Rabs; case: Rcase_abs; lra.
- exact: (tame_integrable H) (tame_share p).
move=> y w yr; have o := haar_orthogonal H w; have [lo _] := b_low p o; have [x0 x1] := entry_sq_range o.
rewrite -/be in lo; set B := b kap (draw w) in lo *; have B0 : 0 < B by lra.
set v := (y - kap) * (u2 (draw w) / B).
have e : b y (draw w) = B * (1 + v) by rewrite /v /B; field; rewrite -/B; lra.
have iB : / B <= / be by exact: Rinv_le_contravar.
have uB : 0 <= u2 (draw w) / B <= / be.
  split; first by apply: Rmult_le_pos; [exact: x0 | exact/Rlt_le/Rinv_0_lt_compat].
  apply: (Rle_trans _ (1 * / B)); first by apply: Rmult_le_compat_r; [exact/Rlt_le/Rinv_0_lt_compat | exact: x1].
  by rewrite Rmult_1_l.
have vs : Rabs v <= Rabs (y - kap) * / be.
  rewrite /v Rabs_mult; apply: Rmult_le_compat_l; first exact: Rabs_pos.
  by rewrite Rabs_pos_eq; case: uB.
have vh : Rabs v <= 1 / 2.
  apply: (Rle_trans _ _ _ vs); apply: (Rmult_le_reg_r be) => //.
  by rewrite Rmult_assoc Rinv_l; lra.
have [v1 v2] : - (1 / 2) <= v <= 1 / 2 by move: vh; rewrite /Rabs; case: Rcase_abs; lra.
rewrite e ln_mult //; last lra.
rewrite -/v (_ : ln B + ln (1 + v) - ln B - v = ln (1 + v) - v); last ring.
apply: (Rle_trans _ _ _ (ln_second_order vh)).
rewrite /Rdiv Rmult_assoc; apply: Rmult_le_compat_l; first lra.
rewrite -(pow2_abs v) -(pow2_abs (y - kap)).
have -> : / be ^ 2 * Rabs (y - kap) ^ 2 = (Rabs (y - kap) * / be) ^ 2 by field; lra.
by apply: pow_incr; split; [exact: Rabs_pos | exact: vs].
Qed.

(* ---------- the ratio of the slopes ---------- *)
Definition slope_kernel (r t : R) : R := 2 * t / ((1 + 2 * t * r) * (1 + 2 * t * / r)) * transform (one_out k0 r (/ r)) t.
Definition slope_ratio (kap : R) : R := over_positive (slope_kernel (sqrt kap)).
Lemma slope_kernelE r t : 0 < r -> 0 < t ->
  slope_kernel r t = 2 * t * exp (- (3 * ln (1 + 2 * t * (r + / r) + 4 * t ^ 2) + (D - 2) * ln (1 + 2 * t * / r)) / 2).
Proof.
move=> r0 t0; have i := Rinv_0_lt_compat _ r0.
have a : 0 < 1 + 2 * t * r by nra.
have c : 0 < 1 + 2 * t * / r by nra.
rewrite /slope_kernel /transform (total_one_out k0 (fun x => ln (1 + 2 * t * x))).
have -> : 1 + 2 * t * (r + / r) + 4 * t ^ 2 = (1 + 2 * t * r) * (1 + 2 * t * / r) by field; lra.
rewrite ln_mult // /Rdiv Rmult_assoc; congr (_ * _).
rewrite -{1}(exp_ln ((1 + 2 * t * r) * (1 + 2 * t * / r))); last exact: Rmult_lt_0_compat.
rewrite ln_mult // -exp_Ropp -exp_plus; congr exp; lra.
Qed.
Lemma slope_kernel_rises r s t : 0 < r -> r <= s -> s <= 1 -> 0 < t -> slope_kernel r t <= slope_kernel s t.
Proof.
move=> r0 rs s1 t0; have s0 : 0 < s by lra.
have ir := Rinv_0_lt_compat _ r0; have js := Rinv_0_lt_compat _ s0.
have le : / s <= / r by exact: Rinv_le_contravar.
rewrite !slope_kernelE //; apply: Rmult_le_compat_l; first lra.
apply: calculus.exp_le; apply: Rmult_le_compat_r; first lra; apply: Ropp_le_contravar.
have one : 1 <= / s by rewrite -{1}Rinv_1; apply: Rinv_le_contravar; lra.
have sum : s + / s <= r + / r.
  have -> : r + / r = s + / s + (s - r) * (/ (r * s) - 1) by field; lra.
  have : 1 <= / (r * s) by rewrite -{1}Rinv_1; apply: Rinv_le_contravar; nra.
  by nra.
apply: Rplus_le_compat; apply: Rmult_le_compat_l; try lra; apply: calculus.ln_le; try nra.
Qed.
Variable N : law R.
Hypothesis normal : standard_normal N.
Section Ratio.
Variables kap r : R.
Hypotheses (kp : 0 < kap) (k1 : kap <= 1) (root : sqrt kap = r).
Let r0 : 0 < r. Proof. by rewrite -root; exact: sqrt_lt_R0. Qed.
Let rr : r * r = kap. Proof. by rewrite -root; apply: sqrt_sqrt; lra. Qed.
Let q : 'I_d -> R := one_out k0 r (/ r).
Let qpos k : 0 < q k. Proof. by rewrite /q /one_out; case: eqP => _ //; exact: Rinv_0_lt_compat. Qed.
Let q0 k : 0 <= q k. Proof. exact: Rlt_le. Qed.
Let piece (x t : R) : R := x / (1 + 2 * t * x) * transform q t.
Let gramE i : gram_map N q i = over_positive (piece (q i)).
Proof. by rewrite (sawa normal q0). Qed.
Let piece_integrable i : integrable_over_positive (piece (q i)).
Proof. exact: (sawa_term_integrable normal q0 i). Qed.
Lemma other_index : exists k1 : 'I_d, k1 != k0.
Proof.
have d2 : (1 < d)%N by apply/ssrnat.ltP; apply: INR_lt; rewrite /=; lra.
case: (eqVneq k0 (Ordinal (ltnW d2))) => [-> | h]; last by exists (Ordinal (ltnW d2)); rewrite eq_sym.
by exists (Ordinal d2).
Qed.
Lemma share_value : gram_map N (one_out k0 r (/ r)) k0 = kap * share_mean kap.
Proof.
rewrite -/q -(haar_share j H normal qpos k0) /share_mean -mean_scal; last exact: (tame_integrable H) (tame_share kp).
apply: mean_ext_drawn => w; have o := haar_orthogonal H w; have [lo _] := b_low kp o; have mp := min_pos kp.
rewrite /row_share mxE (total_ext (g := fun k => / r * draw w j k ^ 2 + (if k == k0 then (r - / r) * draw w j k ^ 2 else 0))).
  rewrite total_add total_scal (total_delta (fun k => (r - / r) * draw w j k ^ 2)) haar.unit_row //.
  have -> : q k0 = r by rewrite /q /one_out eqxx.
  have -> : / r * 1 + (r - / r) * u2 (draw w) = / r * b kap (draw w) by rewrite -rr; field; lra.
  have B0 : b kap (draw w) <> 0 by lra.
  by rewrite -rr; field; rewrite rr; split; [exact: B0 | lra].
by move=> k; rewrite mxE /q /one_out; case: eqP => [->|_]; ring.
Qed.
Lemma kernel_integrable : integrable_over_positive (slope_kernel r).
Proof.
apply: (integrable_positive_below (g := piece (q k0))); last exact: piece_integrable.
  have l x : measurable_on line_law (fun t => 1 + 2 * t * x).
    apply: measurable_add; first exact: measurable_const.
    by apply: measurable_mul; [apply: measurable_scal; exact: line_measurable | exact: measurable_const].
  have : measurable_on line_law (slope_kernel r); last exact.
  apply: measurable_mul; last exact: transform_borel.
  by apply: measurable_div; [apply: measurable_scal; exact: line_measurable | apply: measurable_mul; exact: l].
move=> t t0; have i := Rinv_0_lt_compat _ r0.
have a : 0 < 1 + 2 * t * r by nra.
have c : 0 < 1 + 2 * t * / r by nra.
have ac : 0 < / ((1 + 2 * t * r) * (1 + 2 * t * / r)) by apply: Rinv_0_lt_compat; exact: Rmult_lt_0_compat.
have ex := exp_pos (- (\S_(k < d) ln (1 + 2 * t * q k)) / 2).
rewrite Rabs_pos_eq; last first.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | exact: Rlt_le].
rewrite /slope_kernel /piece; apply: Rmult_le_compat_r; first exact: Rlt_le.
have -> : q k0 = r by rewrite /q /one_out eqxx.
apply: (Rmult_le_reg_r ((1 + 2 * t * r) * (1 + 2 * t * / r))); first exact: Rmult_lt_0_compat.
rewrite (_ : 2 * t / _ * _ = 2 * t); last by field; split; lra.
rewrite (_ : r / _ * _ = r + 2 * t); last by field; split; lra.
lra.
Qed.
Lemma slope_ratioE : / (D - 1 + kap) - share_mean kap
  = slope_ratio kap * (- ((D - 1) * (1 - kap) / (kap * (D - 1 + kap)))).
Proof.
have [i1 ne] := other_index.
have e0 : q k0 = r by rewrite /q /one_out eqxx.
have e1 : q i1 = / r by rewrite /q /one_out (negbTE ne).
have I0 := piece_integrable k0; have I1 := piece_integrable i1; rewrite e0 in I0; rewrite e1 in I1.
pose h0 := over_positive (piece r); pose h1 := over_positive (piece (/ r)).
have s0 : h0 = kap * share_mean kap by rewrite -share_value gramE e0.
have s1 : h0 + (D - 1) * h1 = 1.
  have := share_sum j H normal qpos; rewrite (total_ext gramE).
  by rewrite (total_one_out k0 (fun x => over_positive (piece x))).
have [_ lin] := over_positive_linear (/ kap) (-1) I0 I1.
have [_ lin2] := over_positive_linear ((1 - kap) / kap) 0 kernel_integrable kernel_integrable.
have d1 : / kap * h0 + -1 * h1 = (1 - kap) / kap * slope_ratio kap + 0 * slope_ratio kap.
  rewrite /slope_ratio root -lin -lin2; apply: over_positive_ext => t t0; have i := Rinv_0_lt_compat _ r0.
  have a : 0 < 1 + 2 * t * r by nra.
  have c : 0 < 1 + 2 * t * / r by nra.
  rewrite /piece /slope_kernel -/q; set x := transform q t.
  rewrite -rr; field; repeat split; try lra.
have m : share_mean kap = / kap * h0 by rewrite s0; field; lra.
have dR : slope_ratio kap * (1 - kap) = h0 - kap * h1.
  have := d1; rewrite Rmult_0_l Rplus_0_r => w.
  have -> : slope_ratio kap * (1 - kap) = kap * ((1 - kap) / kap * slope_ratio kap) by field; lra.
  by rewrite -w; field; lra.
rewrite m (_ : slope_ratio kap * _ = - ((D - 1) * (slope_ratio kap * (1 - kap)) / (kap * (D - 1 + kap)))); last by field; lra.
have s2 : (D - 1) * h1 = 1 - h0 by lra.
rewrite dR; have -> : (D - 1) * (h0 - kap * h1) = (D - 1) * h0 - kap * (1 - h0) by rewrite -s2; ring.
by field; lra.
Qed.
End Ratio.
Lemma slope_integrable kap : 0 < kap -> kap <= 1 -> integrable_over_positive (slope_kernel (sqrt kap)).
Proof. by move=> a c; exact: (kernel_integrable a erefl). Qed.
Lemma slope_ratio_rises k1 k2 : 0 < k1 -> k1 <= k2 -> k2 <= 1 -> slope_ratio k1 <= slope_ratio k2.
Proof.
move=> p le one; apply: over_positive_le; try (apply: slope_integrable; lra).
move=> t t0; apply: slope_kernel_rises => //; [exact: sqrt_lt_R0 | exact: sqrt_le_1_alt | ].
by rewrite -sqrt_1; exact: sqrt_le_1_alt.
Qed.

(* ---------- g and T as functions of kappa ---------- *)
Definition drift_of (kap : R) : R := ln ((D - 1 + kap) / D) - E (fun W => ln (b kap W)).
Definition gap_at (kap : R) : R := - ln kap + D * ln ((D - 1 + kap) / D).
Let slope kap : R := - ((D - 1) * (1 - kap) / (kap * (D - 1 + kap))).
Let slope_le0 kap : 0 < kap -> kap <= 1 -> slope kap <= 0.
Proof.
move=> p one; rewrite /slope; have : 0 <= (D - 1) * (1 - kap) / (kap * (D - 1 + kap)); last lra.
by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | apply/Rlt_le/Rinv_0_lt_compat; apply: Rmult_lt_0_compat; lra].
Qed.
Lemma derive_drift_of kap : 0 < kap -> is_derive drift_of kap (/ (D - 1 + kap) - share_mean kap).
Proof.
move=> p; apply: is_derive_minus; last exact: derive_log_mean.
auto_derive; first by repeat split; apply: Rdiv_lt_0_compat; lra.
by field; lra.
Qed.
Lemma derive_gap_at kap : 0 < kap -> is_derive gap_at kap (slope kap).
Proof.
move=> p; rewrite /gap_at /slope; auto_derive.
  by repeat split; first [lra | apply: Rdiv_lt_0_compat; lra].
by field; lra.
Qed.
Lemma drift_of_1 : drift_of 1 = 0.
Proof.
rewrite /drift_of (_ : (D - 1 + 1) / D = 1); last by field; lra.
rewrite ln_1 (mean_ext L (g := fun=> 0)) ?mean_const; first by ring.
by move=> W; rewrite (_ : 1 - (1 - 1) * u2 W = 1) ?ln_1 //; ring.
Qed.
Lemma gap_at_1 : gap_at 1 = 0.
Proof. by rewrite /gap_at (_ : (D - 1 + 1) / D = 1) ?ln_1; [ring | field; lra]. Qed.
Lemma derive_comb (c e : R) kap : 0 < kap -> kap <= 1 ->
  is_derive (fun y => c * drift_of y - e * gap_at y) kap (slope kap * (c * slope_ratio kap - e)).
Proof.
move=> p one; have a := is_derive_scal _ _ c _ (derive_drift_of p); have a' := is_derive_scal _ _ e _ (derive_gap_at p).
have := is_derive_minus _ _ _ _ _ a a'; rewrite (slope_ratioE p erefl) -/(slope kap).
by rewrite /minus /plus /opp /= (_ : c * (slope_ratio kap * slope kap) + - (e * slope kap) = slope kap * (c * slope_ratio kap - e)); [ | ring].
Qed.
Lemma gap_at_ge0 kap : 0 < kap -> kap <= 1 -> 0 <= gap_at kap.
Proof.
move=> p one; have := @falls (fun y => 0 * drift_of y - (-1) * gap_at y) (fun y => - slope y) 1 kap one.
suff h : 0 * drift_of kap - -1 * gap_at kap = gap_at kap by rewrite h; apply=> [y hy | y hy | ];
  [have := @derive_comb 0 (-1) y ltac:(lra) ltac:(lra); rewrite (_ : slope y * _ = - - slope y) //; ring
  | have := @slope_le0 y ltac:(lra) ltac:(lra); lra | rewrite drift_of_1 gap_at_1; lra].
by ring.
Qed.
(* g >= R T *)
Lemma drift_above_tangent kap : 0 < kap -> kap <= 1 -> slope_ratio kap * gap_at kap <= drift_of kap.
Proof.
move=> p one; set R0 := slope_ratio kap.
have : 0 <= 1 * drift_of kap - R0 * gap_at kap; last lra.
apply: (@falls (fun y => 1 * drift_of y - R0 * gap_at y) (fun y => - (slope y * (1 * slope_ratio y - R0))) 1 kap one) => [y hy | y hy | ].
- by rewrite Ropp_involutive; apply: derive_comb; lra.
- have a := @slope_le0 y ltac:(lra) ltac:(lra); have c := @slope_ratio_rises kap y p ltac:(lra) ltac:(lra).
  by rewrite -/R0 in c; nra.
- by rewrite drift_of_1 gap_at_1; lra.
Qed.
Theorem drift_ratio k1 k2 : 0 < k1 -> k1 <= k2 -> k2 <= 1 -> drift_of k1 * gap_at k2 <= drift_of k2 * gap_at k1.
Proof.
move=> p le one; have T2 := @gap_at_ge0 k2 ltac:(lra) one; have t2 := @drift_above_tangent k2 ltac:(lra) one.
have : 0 <= (- gap_at k2) * drift_of k1 - (- drift_of k2) * gap_at k1; last lra.
apply: (@falls (fun y => (- gap_at k2) * drift_of y - (- drift_of k2) * gap_at y)
  (fun y => - (slope y * ((- gap_at k2) * slope_ratio y - (- drift_of k2)))) k2 k1 le) => [y hy | y hy | ].
- by rewrite Ropp_involutive; apply: derive_comb; lra.
- have a := @slope_le0 y ltac:(lra) ltac:(lra); have c := @slope_ratio_rises y k2 ltac:(lra) ltac:(lra) one.
  have : gap_at k2 * slope_ratio y <= drift_of k2 by have := Rmult_le_compat_l _ _ _ T2 c; lra.
  by nra.
- by right; ring.
Qed.
End Small.

(* ---------- back to the least drift ---------- *)
Section Least.
Variables (d : nat) (L : law 'M[R]_d).
Hypotheses (d2 : (2 <= d)%N) (H : haar L).
Notation D := (INR d).
Let d0 : (0 < d)%N. Proof. exact: ltnW. Qed.
Let D2 : 2 <= D. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Let k0 : 'I_d := Ordinal d0.
Lemma small_at T : 0 <= T -> exists kap, [/\ 0 < kap, kap <= 1, gap_at d kap = T,
  least_drift d T = drift_of L k0 k0 kap & small_gap D (D * kap / (D - 1 + kap)) = T].
Proof.
move=> T0; have [z [z0 z1 e r]] := small_rootE D2 T0.
have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
set y := 1 + / (D - 1) * (1 - z); have y0 : 0 < y by rewrite /y; nra.
have y1 : 1 <= y by rewrite /y; nra.
have zy : z + (D - 1) * y = D by rewrite /y; field; lra.
exists (z / y); have kp : 0 < z / y by exact: Rdiv_lt_0_compat.
have kone : z / y <= 1 by apply: (Rmult_le_reg_r y) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have dy : (D - 1 + z / y) / D = / y.
  have -> : D - 1 + z / y = D / y by rewrite -{2}zy; field; lra.
  by field; lra.
have ez : D * (z / y) / (D - 1 + z / y) = z.
  have -> : D - 1 + z / y = D / y by rewrite -{2}zy; field; lra.
  by field; lra.
split=> //; last by rewrite ez.
- rewrite /gap_at dy ln_div // ln_Rinv // -e /gap_of /defect -/y.
  have -> : D = 1 + (D - 1) by ring.
  have : (D - 1) * (y - 1) = 1 - z by lra.
  move: (ln z) (ln y) => lz ly w.
  have -> : (1 + (D - 1) - 1) * (y - 1 - ly) = (D - 1) * (y - 1) - (D - 1) * ly by ring.
  by rewrite w; ring.
- rewrite /least_drift r (_ : small_kernel D z = frullani.log_kernel (fun=> 1) (small k0 z)); last first.
    by apply/funext => t; exact: small_kernelE.
  have [_ ->] := haar_log d0 (small_pos k0 D2 z0 z1) H k0.
  rewrite /drift_of dy ln_Rinv //.
  rewrite (@mean_ext_drawn _ L (fun W => ln (weighted (small k0 z) W k0)) (fun W => ln y + ln (1 - (1 - z / y) * W k0 k0 ^ 2))); last first.
    move=> w; have o := haar_orthogonal H w; have [lo _] := b_low k0 k0 kp o; have mp := min_pos kp.
    rewrite -ln_mult //; last lra.
    congr ln; rewrite (weighted_small k0 k0 D2) // {1}/y.
    have -> : (1 - z) / (D - 1) = y - 1 by rewrite /y; field; lra.
    have -> : z = D - (D - 1) * y by lra.
    by field; lra.
  rewrite mean_add; [|exact: integrable_const|exact: (tame_integrable H) (tame_ln_b k0 k0 kp)].
  by rewrite mean_const; ring.
Qed.
Theorem least_drift_ratio S T : 0 <= S -> S <= T -> least_drift d T * S <= least_drift d S * T.
Proof.
move=> S0 ST; have [N normal] := standard_normal_exists.
have [a [a0 a1 eS -> za]] := small_at S0; have [c [c0 c1 eT -> zc]] := @small_at T ltac:(lra).
have ca : c <= a.
  case: (Rle_lt_dec c a) => // ac; exfalso.
  have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
  have low : D * a / (D - 1 + a) < D * c / (D - 1 + c).
    apply: (Rmult_lt_reg_r ((D - 1 + a) * (D - 1 + c))); first by apply: Rmult_lt_0_compat; lra.
    rewrite (_ : D * a / (D - 1 + a) * _ = D * a * (D - 1 + c)); last by field; lra.
    rewrite (_ : D * c / (D - 1 + c) * _ = D * c * (D - 1 + a)); last by field; lra.
    by rewrite !Rmult_assoc; apply: Rmult_lt_compat_l; nra.
  have top : D * c / (D - 1 + c) <= 1.
    by apply: (Rmult_le_reg_r (D - 1 + c)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; nra.
  have base : 0 < D * a / (D - 1 + a) by apply: Rdiv_lt_0_compat; nra.
  by have := @gap_falls 1 (D - 1) (/ (D - 1)) ltac:(lra) ltac:(lra) ltac:(lra) _ _ base low top; rewrite za zc; lra.
by rewrite -eT -eS; exact: (@drift_ratio d L k0 k0 D2 H N normal c a c0 ca a1).
Qed.
End Least.
