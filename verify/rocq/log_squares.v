(* The mean logarithm L_k of the sum of k squared normals: L_(k+2) = L_k + 2/k, and ln (k - 1) <= L_k <= ln k - 1/k.

   (E exp(-S_k t) - E exp(-S_(k+2) t))/t = 2 (1 + 2t)^(-k/2-1) has the integral 2/k over t > 0. L_k - ln k + 1/k rises along k, k + 2, ...
   and L_k - ln (k - 1) falls; by Jensen ln (k - 2) <= L_k <= ln k, so that both tend to 0. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry normal half_line gram_map frullani rotation homogeneous normed_chain almost_surely log_means log_numbers.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma positive_integral (f : R -> R) : integrable_over_positive f ->
  (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = (over_positive f : RR)%:E)%E.
Proof. by move=> i; rewrite /over_positive fineK //; exact: (integral_fune_fin_num positive_measurable i). Qed.
Lemma power_integral c b : 0 < b -> measurable_fun positive (fun t => (c * power_line 2 b t : RR)%R%:E) /\
  (\int[lebesgue_measure]_(t in positive) (c * power_line 2 b t : RR)%R%:E = (c / (2 * b) : RR)%R%:E)%E.
Proof.
move=> b0; have two : 0 < 2 by lra.
have [i e] := positive_finite (power_line_borel 2 b) (fun t _ => Rlt_le _ _ (exp_pos _)) (half_line_power two b0).
have [j v] := over_positive_linear c 0 i i.
have z t : c * power_line 2 b t + 0 * power_line 2 b t = c * power_line 2 b t by ring.
have k : integrable_over_positive (fun t => c * power_line 2 b t).
  by have := j; rewrite /integrable_over_positive; apply: eq_integrable; [exact: positive_measurable | move=> t _; congr EFin; exact: z].
split; first by case: k.
rewrite (positive_integral k); apply: EFin_eq; rewrite -(over_positive_ext (fun t _ => z t)) v e; rewrite /Rdiv; ring.
Qed.

(* ---------- numbers ---------- *)
Lemma le_vanishing a : (forall j, a <= / INR j.+1) -> a <= 0.
Proof.
move=> h; apply: Rnot_lt_le => p; have [n [_ q]] := calculus.nfloor_ex (/ a) (Rlt_le _ _ (Rinv_0_lt_compat _ p)).
have := h n; rewrite S_INR => le; have n0 := pos_INR n.
have : a * (INR n + 1) <= 1.
  by have := Rmult_le_compat_r (INR n + 1) _ _ ltac:(lra) le; rewrite Rinv_l //; lra.
have : / a * a = 1 by field; lra.
nra.
Qed.
Section Squares.
Variable N : law R.
Hypothesis normal : standard_normal N.
Lemma normals_nonzero m i : (i < m)%N -> almost_surely (normals N m) (fun g => g i <> 0).
Proof.
move=> im; have mz : measurable_on N zero by apply: measurable_zero; case: normal.
have iz : integrable N zero by apply: (integrable_between (a := 0) (b := 1)) => // w; exact: zero_range.
have z : mean N zero = 0.
  by rewrite -(normal_point_event normal 0) /probability /mean_where; apply: mean_ext => x; rewrite /zero /only_where.
have i1 := @draws_integrable_one _ 0 N m i zero im iz.
have := @almost_zero _ (normals N m) (fun g => zero (g i)) (integrable_measurable i1) (fun g => proj1 (zero_range (g i))).
rewrite (integral_meanE i1) (draws_mean_one _ im iz) z => h; apply: almost_weaken (h erefl) => w e z0.
by move: e; rewrite z0 zero_at //; lra.
Qed.
Definition squares k (g : nat -> R) : R := \S_(i < k) g i ^ 2.
Definition log_square k : R := mean (normals N k) (fun g => ln (squares k g)).
Lemma squares_ge0 k g : 0 <= squares k g.
Proof. by apply: total_ge0 => i; exact: pow2_ge_0. Qed.
Lemma squaresS k g : squares k.+1 g = squares k g + g k ^ 2.
Proof. by rewrite /squares total_recr. Qed.
Lemma squares_depends k : depends_on k (squares k).
Proof. by move=> g h e; apply: total_ext => i; rewrite e. Qed.
Lemma squares_measurable k m : (k <= m)%N -> measurable_on (normals N m) (squares k).
Proof.
move=> km; apply: measurable_total => i; apply: measurable_pow.
by apply: (@draws_measurable _ 0 N m i (fun x => x)); [exact: leq_trans (ltn_ord i) km | case: normal].
Qed.
Definition laplace (k : nat) t : R := exp (- (INR k * ln (1 + 2 * t)) / 2).
Lemma squares_transform k m t : (k <= m)%N -> 0 < t ->
  integrable (normals N m) (fun g => exp (- (squares k g * t))) /\ mean (normals N m) (fun g => exp (- (squares k g * t))) = laplace k t.
Proof.
move=> km t0; have one (i : 'I_k) : 0 <= 1 by lra.
have [i e] := normals_transform normal one t0.
have s (g : nat -> R) : exp (- ((\S_(j < k) (1 * g (nat_of_ord j) ^ 2)) * t)) = exp (- (squares k g * t)).
  by rewrite (_ : \S_(j < k) (1 * g (nat_of_ord j) ^ 2) = squares k g) //; apply: total_ext => j; ring.
have i' : integrable (normals N k) (fun g => exp (- (squares k g * t))) by exact: integrable_ext i.
have dp : depends_on k (fun g => exp (- (squares k g * t))) by move=> g h eq; rewrite (squares_depends eq).
split; first exact: ((@draws_integrable_later _ 0 N _ _ _ km dp).1 i').
rewrite (draws_mean_later km dp i') -(mean_ext _ s) e /transform /laplace; congr (exp (- _ / 2)).
by rewrite (total_ext (g := fun=> ln (1 + 2 * t))) ?total_const // => j; rewrite Rmult_1_r.
Qed.
Lemma squares_mean k : integrable (normals N k) (squares k) /\ mean (normals N k) (squares k) = INR k.
Proof.
have [|i e] := (_ : integrable N (fun x => x ^ 2) /\ mean N (fun x => x ^ 2) = 1); first by split; [exact: normal_power | exact: normal_second].
have j (l : 'I_k) : integrable (normals N k) (fun g => g l ^ 2) by exact: (@draws_integrable_one _ 0 N k l (fun x => x ^ 2)).
split; first exact: integrable_total.
rewrite mean_total // (total_ext (g := fun=> 1)) ?total_const; first ring.
by move=> l; rewrite (@draws_mean_one _ 0 N k l (fun x => x ^ 2)).
Qed.

Section Positive.
Variable k : nat.
Hypothesis k0 : (0 < k)%N.
Lemma squares_pos m : (k <= m)%N -> almost_surely (normals N m) (fun g => 0 < squares k g).
Proof.
move=> km; apply: almost_weaken (@normals_nonzero m 0 (leq_trans k0 km)) => w nz.
by apply: (@total_pos _ _ (Ordinal k0)) => [i|]; [exact: pow2_ge_0 | exact: sq_pos].
Qed.
(* the squares, and 1 where they are 0 *)
Definition proper (g : nat -> R) (x : R) : R := if `[< 0 < squares k g >] then x else 1.
Lemma proper_at g x : 0 < squares k g -> proper g x = x.
Proof. by move=> p; rewrite /proper; case: asboolP. Qed.
Lemma proper_measurable m (f : (nat -> R) -> R) : (k <= m)%N -> measurable_on (normals N m) f -> measurable_on (normals N m) (fun g => proper g (f g)).
Proof.
move=> km mf; apply: measurable_if => //; last exact: measurable_const.
by apply: event_lt; [exact: measurable_const | exact: squares_measurable].
Qed.
Lemma proper_ext m (f : (nat -> R) -> R) (b : R -> R) : (k <= m)%N -> measurable_on (normals N m) (fun g => b (proper g (f g))) ->
  integrable (normals N m) (fun g => b (f g)) ->
  integrable (normals N m) (fun g => b (proper g (f g))) /\ mean (normals N m) (fun g => b (proper g (f g))) = mean (normals N m) (fun g => b (f g)).
Proof.
move=> km mf i; apply: (almost_ext i mf (squares_pos km)) => w p; by rewrite proper_at.
Qed.
Lemma proper_transform l m t : (k <= l <= m)%N -> 0 < t ->
  mean (normals N m) (fun g => exp (- (proper g (squares l g) * t))) = laplace l t.
Proof.
move=> /andP[kl lm] t0; have km := leq_trans kl lm; have [i <-] := squares_transform lm t0.
have [|_ ->] // := @proper_ext m (squares l) (fun x => exp (- (x * t))) km _ i.
apply: measurable_exp; apply: measurable_opp; apply: measurable_mul; last exact: measurable_const.
by apply: proper_measurable => //; exact: squares_measurable.
Qed.
Lemma proper_pos l g : (k <= l)%N -> 0 < proper g (squares l g).
Proof.
move=> kl; rewrite /proper; case: asboolP => p; last lra.
apply: Rlt_le_trans p _; rewrite -(subnKC kl); elim: (l - k)%N => [|j IH]; first by rewrite addn0; lra.
by rewrite addnS squaresS; have := pow2_ge_0 (g (k + j)%N); lra.
Qed.
(* E ln of the squares *)
Lemma log_squares_integrable : integrable (normals N k) (fun g => ln (squares k g)).
Proof.
have km := leqnn k; have kk : (k <= k <= k)%N by rewrite leqnn.
have mS := squares_measurable km; have mP := proper_measurable km mS.
have p0 g : 0 < proper g (squares k g) by exact: proper_pos.
have mP1 : measurable_on (normals N k) (fun g => proper g (squares k g) + 1) by apply: measurable_add => //; exact: measurable_const.
have h : 0 < / 2 by lra.
have [mf v] := power_integral 3 h.
have [||i _] := log_below mP mP1 p0 _ _ mf v.
- by move=> g; lra.
- move=> t t0; rewrite /transforms proper_transform //.
  rewrite (mean_ext _ (g := fun g => exp (- t) * exp (- (proper g (squares k g) * t)))); last by move=> g; rewrite -exp_plus; congr exp; ring.
  rewrite mean_scal; last by apply: exp_integrable => // g; exact: Rlt_le.
  rewrite proper_transform //.
  have l0 : 0 <= ln (1 + 2 * t) by rewrite -ln_1; apply: calculus.ln_le; lra.
  have K1 : 1 <= INR k by rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP.
  have up : laplace k t <= exp (- (ln (1 + 2 * t)) / 2) by apply: calculus.exp_le; nra.
  have -> : power_line 2 (/ 2) t = exp (- (ln (1 + 2 * t)) / 2) * / (1 + 2 * t).
    by rewrite -{2}(exp_ln (1 + 2 * t)) -?exp_Ropp -?exp_plus; [congr exp; field | lra].
  have x := exp_ineq1_le (- t); have y := exp_pos (- t).
  have small : (1 - exp (- t)) / t <= 3 * / (1 + 2 * t).
    apply: (Rmult_le_reg_r (t * (1 + 2 * t))); first by apply: Rmult_lt_0_compat; lra.
    have -> : (1 - exp (- t)) / t * (t * (1 + 2 * t)) = (1 - exp (- t)) * (1 + 2 * t) by field; lra.
    have -> : 3 * / (1 + 2 * t) * (t * (1 + 2 * t)) = 3 * t by field; lra.
    by have [le | ge] := Rle_or_lt t 1; nra.
  have -> : (laplace k t - exp (- t) * laplace k t) / t = laplace k t * ((1 - exp (- t)) / t) by field; lra.
  have s0 : 0 <= (1 - exp (- t)) / t.
    by apply: Rmult_le_pos; [have := calculus.exp_le (- t) 0 ltac:(lra); rewrite exp_0; lra | exact/Rlt_le/Rinv_0_lt_compat].
  have l1 := exp_pos (- (INR k * ln (1 + 2 * t)) / 2); rewrite -/(laplace k t) in l1.
  apply: Rle_trans (_ : exp (- ln (1 + 2 * t) / 2) * (3 * / (1 + 2 * t)) <= _); last by apply: Req_le; ring.
  by apply: Rmult_le_compat => //; exact: Rlt_le.
have [iS _] := squares_mean k; have [|iP _] := proper_ext (b := fun x => x) km _ iS; first exact: mP.
have i1 : integrable (normals N k) (fun g => ln (proper g (squares k g) + 1)).
  apply: (integrable_dominated (g := fun g => proper g (squares k g))) => //; first exact: measurable_ln.
  move=> w; rewrite Rabs_pos_eq; last by rewrite -ln_1; apply: calculus.ln_le; have := p0 (draw w); lra.
  by have := @ln_below (proper (draw w) (squares k (draw w)) + 1) ltac:(have := p0 (draw w); lra); lra.
have il : integrable (normals N k) (fun g => ln (proper g (squares k g))).
  apply: integrable_ext (integrable_sub i1 i) => g; rewrite ln_div //; [ring | have := p0 g; lra].
by have [] := almost_ext il (measurable_ln mS) (squares_pos km) (fun w p => congr1 ln (proper_at _ p)).
Qed.
Lemma log_squares_next : log_square k.+2 = log_square k + 2 / INR k.
Proof.
pose m := k.+2; have km : (k <= m)%N by exact: leqW (leqW (leqnn k)).
have K0 : 0 < INR k by apply: lt_0_INR; apply/ssrnat.ltP.
have kk : (k <= k <= m)%N by rewrite leqnn. have kl : (k <= m <= m)%N by rewrite km leqnn.
have mA := proper_measurable km (squares_measurable km); have mB := proper_measurable km (squares_measurable (leqnn m)).
have A0 g : 0 < proper g (squares k g) by exact: proper_pos.
have B0 g : 0 < proper g (squares m g) by exact: proper_pos.
have AB g : proper g (squares k g) <= proper g (squares m g).
  rewrite /proper; case: asboolP => _; last lra.
  by rewrite /m !squaresS; have := pow2_ge_0 (g k); have := pow2_ge_0 (g k.+1); lra.
have h : 0 < INR k / 2 by lra.
have [_ v] := power_integral 2 h.
have [|i e] := log_value mA mB A0 AB _ v.
  move=> t t0; rewrite /transforms !proper_transform // /laplace /m.
  have e1 : - (INR k.+2 * ln (1 + 2 * t)) / 2 = - (INR k * ln (1 + 2 * t)) / 2 + - ln (1 + 2 * t) by rewrite !S_INR; field.
  have -> : power_line 2 (INR k / 2) t = exp (- (INR k * ln (1 + 2 * t)) / 2) * / (1 + 2 * t).
    by rewrite -{2}(exp_ln (1 + 2 * t)) -?exp_Ropp -?exp_plus; [congr exp; field | lra].
  by rewrite e1 exp_plus exp_Ropp exp_ln; [field | ]; lra.
have ik := log_squares_integrable.
have dk : depends_on k (fun g => ln (squares k g)) by move=> g g' eq; rewrite (squares_depends eq).
have ikm : integrable (normals N m) (fun g => ln (squares k g)) by exact: ((@draws_integrable_later _ 0 N _ _ _ km dk).1 ik).
have mm : measurable_on (normals N m) (fun g => ln (squares m g)) by apply: measurable_ln; exact: squares_measurable.
have [|_ q] := almost_ext (integrable_add i ikm) mm (squares_pos km).
  move=> w p; rewrite !proper_at // ln_div //; first ring.
  by rewrite /m !squaresS; apply: Rplus_lt_le_0_compat; [apply: Rplus_lt_le_0_compat => //|]; exact: pow2_ge_0.
change (log_square m = log_square k + 2 / INR k).
rewrite {1}/log_square q mean_add // e (draws_mean_later km dk ik) -/(log_square k); field; lra.
Qed.
Lemma log_square_le : log_square k <= ln (INR k).
Proof.
have K0 : 0 < INR k by apply: lt_0_INR; apply/ssrnat.ltP.
have [i e] := squares_mean k.
have j : integrable (normals N k) (fun g => ln (INR k) + (squares k g - INR k) / INR k).
  by apply: integrable_add; [exact: integrable_const | apply: integrable_div; apply: integrable_sub => //; exact: integrable_const].
apply: Rle_trans (mean_le_almost log_squares_integrable j (squares_pos (leqnn k)) (fun w p => ln_le_tangent p K0)) _.
rewrite mean_add ?mean_const ?mean_div ?mean_sub ?mean_const ?e //; try exact: integrable_const.
  by rewrite /Rdiv Rminus_eq_0; lra.
all: try (apply: integrable_div); apply: integrable_sub => //; exact: integrable_const.
Qed.
End Positive.
Lemma log_square_ge k : (2 < k)%N -> ln (INR k - 2) <= log_square k.
Proof.
move=> k3; have k0 : (0 < k)%N by exact: ltn_trans k3.
have C : 2 < INR k by rewrite -[2]/(INR 2); apply: lt_INR; apply/ssrnat.ltP.
have cnt : count xpredT (iota 0 k) = k by rewrite count_predT size_iota.
have sq g : homogeneous.squares xpredT k g = squares k g by exact: total_ext.
have hv : joint N k (fun=> ((1 : R) : RR)%:E) = ((1 : R) : RR)%:E by exact: joint_const.
have h3 : (2 < count xpredT (iota 0 k))%N by rewrite cnt.
have m1 : measurable_fun setT ((fun=> 1) : sequence -> RR) by exact: measurable_fun_cst.
have := @joint_inverse N normal xpredT k (fun=> 1) 1 m1 (fun=> Rle_0_1) (fun _ _ _ => erefl) hv h3.
rewrite cnt => le.
have mi : measurable_on (normals N k) (fun g => 1 / homogeneous.squares xpredT k g).
  apply: measurable_div; first exact: measurable_const.
  by apply: measurable_ext (squares_measurable (leqnn k)) => g; rewrite sq.
have i0 g : 0 <= 1 / homogeneous.squares xpredT k g.
  rewrite sq; case: (Rle_lt_or_eq_dec _ _ (squares_ge0 k g)) => [p | <-]; last by rewrite /Rdiv Rinv_0; lra.
  by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
have [ii be] : integrable (normals N k) (fun g => 1 / homogeneous.squares xpredT k g) /\ mean (normals N k) (fun g => 1 / homogeneous.squares xpredT k g) <= 1 / (INR k - 2).
  have p : (0 <= joint N k (fun g => (1 / homogeneous.squares xpredT k g : RR)%R%:E))%E.
    by apply: integral_ge0 => w _; rewrite lee_fin; apply/RleP.
  case E : (joint _ _ _) p le => [r| |] // _; rewrite lee_fin => /RleP le.
  by have [i ->] := integral_finite mi i0 E.
pose v g := 1 / homogeneous.squares xpredT k g; rewrite -/v in ii be.
have j : integrable (normals N k) (fun g => ln (INR k - 2) + (1 - (INR k - 2) * v g)).
  by apply: integrable_add; [exact: integrable_const | apply: integrable_sub; [exact: integrable_const | exact: integrable_scal]].
apply: Rle_trans (mean_le_almost j (log_squares_integrable k0) (squares_pos k0 (leqnn k)) _).
  rewrite mean_add ?mean_const ?mean_sub ?mean_const ?(mean_scal _ ii) //; try exact: integrable_const; try exact: integrable_scal.
    move: (mean _ _) be (ln _) => Z be l; clear -be C.
    have u : INR k - 2 <> 0 by lra.
    have : (INR k - 2) * Z <= (INR k - 2) * (1 / (INR k - 2)) by apply: Rmult_le_compat_l; lra.
    rewrite (_ : (INR k - 2) * (1 / (INR k - 2)) = 1); last by field.
    by lra.
  by apply: integrable_sub; [exact: integrable_const | exact: integrable_scal].
move=> w p; rewrite /v sq; have t := ln_le_tangent (_ : 0 < INR k - 2) p; have {}t := t ltac:(lra).
move: (squares k (draw w)) p t => x p t.
have -> : (INR k - 2) * (1 / x) = (INR k - 2) / x by rewrite /Rdiv; ring.
have : (INR k - 2 - x) / x = (INR k - 2) / x - 1 by field; lra.
lra.
Qed.
Lemma log_square_above k : (0 < k)%N -> log_square k <= ln (INR k) - / INR k.
Proof.
move=> k0; have pos j : 0 < INR (k + 2 * j) by apply: lt_0_INR; apply/ssrnat.ltP; rewrite addn_gt0 k0.
pose u j := log_square (k + 2 * j) - ln (INR (k + 2 * j)) + / INR (k + 2 * j).
have next j : INR (k + 2 * j.+1) = INR (k + 2 * j) + 2 by rewrite mulnS addnCA -[2%N]/(1 + 1)%N !plus_INR /=; ring.
have up j : u j <= u j.+1.
  rewrite /u next mulnS addnCA add2n log_squares_next; last by rewrite addn_gt0 k0.
  have := pos j; move: (INR (k + 2 * j)) => x x0.
  have := @ln_trapezoid x x0; rewrite /Rdiv; lra.
have all j : u 0%N <= u j by elim: j => [|j IH]; [lra | apply: Rle_trans IH _].
have e0 : u 0%N = log_square k - ln (INR k) + / INR k by rewrite /u muln0 addn0.
suff : u 0%N <= 0 by rewrite e0; lra.
apply: le_vanishing => j; apply: Rle_trans (all j.+1) _; rewrite /u.
have := @log_square_le (k + 2 * j.+1) (leq_trans k0 (leq_addr _ _)).
have : / INR (k + 2 * j.+1) <= / INR j.+1; last lra.
apply: Rinv_le_contravar; first by apply: lt_0_INR; apply/ssrnat.ltP.
by apply: le_INR; apply/ssrnat.leP; rewrite mul2n -addnn addnCA leq_addr.
Qed.
Lemma log_square_below k : (1 < k)%N -> ln (INR k - 1) <= log_square k.
Proof.
move=> k1; have k0 : (0 < k)%N by exact: ltnW.
have K1 : 1 < INR k by rewrite -[1]/(INR 1); apply: lt_INR; apply/ssrnat.ltP.
have next j : INR (k + 2 * j.+1) = INR (k + 2 * j) + 2 by rewrite mulnS addnCA -[2%N]/(1 + 1)%N !plus_INR /=; ring.
have pos j : 1 < INR (k + 2 * j) by rewrite plus_INR; have := pos_INR (2 * j); lra.
pose u j := log_square (k + 2 * j) - ln (INR (k + 2 * j) - 1).
have down j : u j.+1 <= u j.
  rewrite /u next mulnS addnCA add2n log_squares_next; last by rewrite addn_gt0 k0.
  have := pos j; move: (INR (k + 2 * j)) => x x1; have -> : x + 2 - 1 = x + 1 by ring.
  by have := @ln_midpoint x x1; lra.
have all j : u j <= u 0%N by elim: j => [|j IH]; [lra | apply: Rle_trans (down j) IH].
have e0 : u 0%N = log_square k - ln (INR k - 1) by rewrite /u muln0 addn0.
suff : - u 0%N <= 0 by rewrite e0; lra.
apply: le_vanishing => j; have := all j.+1; rewrite /u.
have ge := @log_square_ge (k + 2 * j.+1) (_ : (2 < _)%N).
have {}ge := ge ltac:(by rewrite mulnS addnCA add2n !ltnS; exact: leq_trans k0 (leq_addr _ _)).
have big : 1 + INR j.+1 <= INR (k + 2 * j.+1) - 1.
  have : (j.+1 + 2 <= k + 2 * j.+1)%N by rewrite addnC leq_add // mul2n -addnn leq_addr.
  by move/ssrnat.leP/le_INR; rewrite plus_INR /=; lra.
have J : 0 < INR j.+1 by apply: lt_0_INR; apply/ssrnat.ltP.
move: (INR (k + 2 * j.+1)) ge big => x ge big.
have x2 : 0 < x - 2 by lra.
have x1 : 0 < x - 1 by lra.
have t := ln_le_tangent x1 x2; have : (x - 1 - (x - 2)) / (x - 2) <= / INR j.+1; last lra.
have -> : (x - 1 - (x - 2)) / (x - 2) = / (x - 2) by field; lra.
by apply: Rinv_le_contravar; lra.
Qed.
End Squares.
