(* The Gram map p_i = E q_i g_i^2 / \S q_k g_k^2 of daneshmand2021, g independent standard normals, q >= 0 of sum 1.

   The shares are integrable, in [0, 1], of sum 1; [sawa] is lemma 9: p_i = int_(t > 0) q_i/(1 + 2 t q_i)
   prod_j (1 + 2 t q_j)^(-1/2) dt, by Tonelli from 1/x = int exp(-t x) dt; [gram_below] is the heart of lemma 8:
   p_i >= q_i (1 + 2n/(n+2) (1/n - q_i)) for every i. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density normal half_line.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* Lebesgue's measure is sigma-finite *)
Lemma leb_sigma_finite : sigma_finite setT leb.
Proof.
exists (fun n : nat => cell n) => [|n].
  apply/seteqP; split => // x _; have [n [_ h]] := calculus.nfloor_ex _ (Rabs_pos x).
  exists n => //; rewrite /cell /= in_itv /= -ler_norml; apply/RleP.
  by rewrite -INRE S_INR; apply: Rlt_le; exact: h.
by split; [exact: cell_measurable | rewrite leb_cell ltry].
Qed.

(* a law on the line under which what is Borel is measurable *)
Lemma line_mass_one : [the {measure set line -> \bar RR} of dirac (0%ring : line)] setT = 1%E.
Proof. by rewrite /= diracE in_setT. Qed.
Definition line_law : law R := @Law _ (PSpace line_mass_one) (fun x : line => (x : R)).
Lemma line_measurable : measurable_on line_law (fun t => t).
Proof. exact: (@measurable_fun_id _ line setT). Qed.

(* products of n factors *)
Lemma prod_exp n (a : 'I_n -> R) : (\prod_(k < n) exp (a k))%ring = exp (\S_(k < n) a k).
Proof.
rewrite /total; elim/big_rec2: _ => [|k x y _ ->]; first by rewrite exp_0.
by rewrite mulE -exp_plus.
Qed.
Lemma prod_one n i (a : 'I_n -> R) : (\prod_(k < n) if k == i then a k else 1)%ring = a i.
Proof. by rewrite -big_mkcond /= big_pred1_eq. Qed.

(* the integrand of lemma 9 *)
Definition sawa_term n (q : 'I_n -> R) (i : 'I_n) (t : R) : R :=
  q i / (1 + 2 * t * q i) * exp (- (\S_(j < n) ln (1 + 2 * t * q j)) / 2).

Section Gram.
Variables (N : law R) (n : nat) (q : 'I_n -> R).
Hypothesis normal : standard_normal N.
Hypothesis q0 : forall k, 0 <= q k.
Notation G := (normals N n).
Notation row g := (\S_(k < n) (q k * g (nat_of_ord k) ^ 2)).
Definition share (i : 'I_n) (g : nat -> R) : R := q i * g i ^ 2 / row g.

Lemma normals_measurable (k : 'I_n) : measurable_on G (fun g => g k).
Proof. by apply: (@draws_measurable _ 0 N n k (fun x => x)) => //; case: normal. Qed.
Lemma term_ge0 (k : 'I_n) (g : nat -> R) : 0 <= q k * g k ^ 2.
Proof. by apply: Rmult_le_pos => //; exact: pow2_ge_0. Qed.
Lemma row_ge0 (g : nat -> R) : 0 <= row g.
Proof. by apply: total_ge0 => k; exact: term_ge0. Qed.
Lemma row_measurable : measurable_on G (fun g => row g).
Proof. by apply: measurable_total => k; apply: measurable_scal; apply: measurable_pow; exact: normals_measurable. Qed.
Lemma share_measurable i : measurable_on G (share i).
Proof.
apply: measurable_div; last exact: row_measurable.
by apply: measurable_scal; apply: measurable_pow; exact: normals_measurable.
Qed.
Lemma share_range i g : 0 <= share i g <= 1.
Proof.
rewrite /share; have t := term_ge0 i g; have l := total_one_term i (fun k => term_ge0 k g).
case: (Rle_lt_or_eq_dec _ _ (row_ge0 g)) => [p | z].
  split; first by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (row g)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l //; lra.
have -> : q i * g i ^ 2 = 0 by lra.
by rewrite /Rdiv Rmult_0_l; lra.
Qed.
Lemma share_integrable i : integrable G (share i).
Proof. by apply: (integrable_between (a := 0) (b := 1) (share_measurable i)) => w; exact: share_range. Qed.
Lemma gram_mapE i : gram_map N q i = mean G (share i). Proof. by []. Qed.
Lemma gram_range i : 0 <= gram_map N q i <= 1.
Proof.
split; first by apply: mean_ge0 => g; have [] := share_range i g.
by apply: (mean_above (c := 1) (share_integrable i)) => w; have [] := share_range i (draw w).
Qed.

(* ---------- lemma 9 ---------- *)
(* the mean over g, for t > 0: a product over independent draws *)
Lemma sawa_mean (i : 'I_n) t : 0 < t ->
  integrable G (fun g => q i * g i ^ 2 * exp (- (row g * t))) /\
  mean G (fun g => q i * g i ^ 2 * exp (- (row g * t))) = sawa_term q i t.
Proof.
move=> t0.
pose f (k : nat) (x : R) : R :=
  (if k == i then x ^ 2 else 1) * exp (- (t * (if insub k is Some j then q j else 0)) * x ^ 2).
have fE (k : 'I_n) x : f k x = (if k == i then x ^ 2 else 1) * exp (- (t * q k) * x ^ 2).
  by rewrite /f valK.
have tq k : 0 <= t * q k by apply: Rmult_le_pos => //; lra.
have s0 k : 0 < 1 + 2 * t * q k by have := tq k; lra.
have fi (k : 'I_n) : integrable N (f k) /\
    mean N (f k) = (if k == i then / (1 + 2 * t * q k) else 1) * exp (- ln (1 + 2 * t * q k) / 2).
  have root : exp (- ln (1 + 2 * t * q k) / 2) = / sqrt (1 + 2 * t * q k).
    have -> : - ln (1 + 2 * t * q k) / 2 = - (/ 2 * ln (1 + 2 * t * q k)) by field.
    by rewrite exp_Ropp -[exp (/ 2 * _)]/(Rpower _ _) Rpower_sqrt.
  have e : 1 + 2 * (t * q k) = 1 + 2 * t * q k by ring.
  have ht : -1 / 2 < t * q k by have := tq k; lra.
  have sp : 0 < sqrt (1 + 2 * t * q k) by exact: sqrt_lt_R0.
  case: (boolP (k == i)) => ki.
    have [a b] := normal_square_laplace normal ht; rewrite e in b; split.
      by apply: integrable_ext a => x; rewrite fE ki.
    transitivity (mean N (fun x => x ^ 2 * exp (- (t * q k) * x ^ 2))).
      by apply: mean_ext => x; rewrite fE ki.
    rewrite b root.
    have ss : sqrt (1 + 2 * t * q k) * sqrt (1 + 2 * t * q k) = 1 + 2 * t * q k by apply: sqrt_sqrt; exact: Rlt_le.
    by rewrite -{2}ss; field; lra.
  have [a b] := normal_laplace normal ht; rewrite e in b; split.
    by apply: integrable_ext a => x; rewrite fE (negbTE ki) Rmult_1_l.
  by rewrite root Rmult_1_l -b; apply: mean_ext => x; rewrite fE (negbTE ki) Rmult_1_l.
have [|a b] := @draws_product _ 0 N n f.
  by move=> k kn; have [] := fi (Ordinal kn).
have pw (g : nat -> R) : (\prod_(k < n) f k (g k))%ring = g i ^ 2 * exp (- (row g * t)).
  rewrite -(prod_one i (fun k => g k ^ 2)) -total_scal_r -total_opp -prod_exp -mulE -big_split /=.
  apply: eq_bigr => k _; rewrite fE mulE; congr Rmult.
  by congr exp; ring.
have pm : (\prod_(k < n) mean N (f k))%ring = / (1 + 2 * t * q i) * exp (- (\S_(j < n) ln (1 + 2 * t * q j)) / 2).
  rewrite -(prod_one i (fun k => / (1 + 2 * t * q k))) -total_opp -total_div -prod_exp -mulE -big_split /=.
  by apply: eq_bigr => k _; rewrite (fi k).2 mulE.
rewrite pm in b; split.
  by apply: integrable_ext (integrable_scal (q i) a) => g; rewrite pw; ring.
rewrite /sawa_term /Rdiv Rmult_assoc -[exp (_ * / 2)]/(exp (_ / 2)) -b -mean_scal //.
by apply: mean_ext => g; rewrite pw; ring.
Qed.

(* the integral over t, for fixed g *)
Lemma sawa_time (i : 'I_n) (g : nat -> R) :
  (\int[leb]_(t in positive) (q i * g i ^ 2 * exp (- (row g * t)) : RR)%R%:E = (share i g : RR)%:E)%E.
Proof.
have t0 := term_ge0 i g.
case: (Rle_lt_or_eq_dec _ _ (row_ge0 g)) => [p | z].
  have e : (forall t : line, (q i * g i ^ 2 * exp (- (row g * t)) : RR)%R%:E
      = (q i * g i ^ 2 : RR)%R%:E * (exp (- (row g * t)) : RR)%R%:E)%E by move=> t; rewrite -EFinM.
  under eq_integral do rewrite e.
  rewrite ge0_integralM //; last 4 first.
  - exact: positive_measurable.
  - apply/EFin_measurable_fun; apply: (measurable_funS measurableT (@subsetT _ positive)).
    by apply: continuous_borel => t; apply: derivable_continuous_pt; reg.
  - by move=> t _; rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
  - by rewrite lee_fin; apply/RleP.
  by rewrite (half_line_exp p) -EFinM.
have l := total_one_term i (fun k => term_ge0 k g).
have z' : q i * g i ^ 2 = 0 by lra.
rewrite /share z' /Rdiv Rmult_0_l (eq_integral (cst 0%E)) ?integral0 // => t _.
by rewrite Rmult_0_l.
Qed.
(* Sawa's formula: both integrals of q_i g_i^2 exp(-t \S q_k g_k^2), by Tonelli *)
Lemma sawa_integral i :
  (\int[lebesgue_measure]_(t in positive) (sawa_term q i t : RR)%:E = (gram_map N q i : RR)%:E)%E.
Proof.
rewrite gram_mapE -(integral_meanE (share_integrable i)); symmetry.
pose h (z : space G * line) : RR := (if `[< positive z.2 >] then q i * (draw z.1 : nat -> R) i ^ 2 * exp (- (row (draw z.1 : nat -> R) * z.2)) else 0).
have h0 z : (0 <= (h z)%:E)%E.
  rewrite lee_fin; apply/RleP; rewrite /h; case: asboolP => _; last exact: Rle_refl.
  by apply: Rmult_le_pos; [exact: term_ge0 | exact: Rlt_le (exp_pos _)].
have [m1 m2] : measurable_fun setT (fst : space G * line -> space G) /\ measurable_fun setT (snd : space G * line -> line).
  by have /prod_measurable_funP[] := @measurable_fun_id _ [the measurableType _ of (space G * line)%type] setT.
have mr : measurable_fun setT (fun z : space G * line => (row (draw z.1 : nat -> R) : RR)).
  exact: (measurable_fun_comp row_measurable m1).
have mt : measurable_fun setT (fun z : space G * line => (q i * (draw z.1 : nat -> R) i ^ 2 : RR)).
  have a : measurable_on G (fun g => q i * g i ^ 2).
    by apply: measurable_scal; apply: measurable_pow; exact: normals_measurable.
  exact: (measurable_fun_comp a m1).
have ms : measurable_fun setT (fun z : space G * line => (z.2 : RR)).
  exact: m2.
have mp : measurable_fun setT (fun z : space G * line => (\1_(positive : set line) z.2 : RR)).
  have a : measurable_fun setT (\1_(positive : set line) : line -> RR) by apply: measurable_fun_indic; exact: positive_measurable.
  exact: (measurable_fun_comp a m2).
have mh : measurable_fun setT (EFin \o h).
  apply/EFin_measurable_fun.
  have a : measurable_fun setT (fun z : space G * line => (exp (- (row (draw z.1 : nat -> R) * z.2))%R : RR)).
    by apply: (measurable_fun_comp exp_borel); apply: measurable_funN; exact: measurable_funM mr ms.
  apply: eq_measurable_fun (measurable_funM mp (measurable_funM mt a)) => z _ /=.
  rewrite /h /= indicE; case: asboolP => p; first by rewrite mem_set // mul1r.
  by rewrite memNset // mul0r.
have T1 := @fubini_tonelli1 _ _ _ _ RR (prob (space G)) leb leb_sigma_finite (EFin \o h) mh h0.
have T2 := @fubini_tonelli2 _ _ _ _ RR (prob (space G)) leb (sigma_finite_prob (space G)) leb_sigma_finite (EFin \o h) mh h0.
rewrite T2 in T1; transitivity (\int[prob (space G)]_w fubini_F leb (EFin \o h) w)%E.
  apply: eq_integral => w _; rewrite /fubini_F -sawa_time integral_mkcond; apply: eq_integral => t _ /=.
  by rewrite /h /patch /=; case: asboolP => p; [rewrite mem_set | rewrite memNset].
rewrite -T1 [RHS]integral_mkcond; apply: eq_integral => t _; rewrite /fubini_G /patch /h /=.
case: asboolP => p; last by rewrite memNset //= integral0.
have [a <-] := sawa_mean i p; rewrite mem_set //; exact: (integral_meanE a).
Qed.

Lemma sawa i : gram_map N q i = over_positive (sawa_term q i).
Proof. by rewrite /over_positive sawa_integral. Qed.
Lemma sawa_term_ge0 i t : 0 < t -> 0 <= sawa_term q i t.
Proof.
move=> t0; apply: Rmult_le_pos; last exact: Rlt_le (exp_pos _).
have : 0 <= 2 * t * q i by apply: Rmult_le_pos => //; lra.
by move=> h; apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
Qed.
Lemma sawa_term_borel i : borel_function (sawa_term q i).
Proof.
have l k : measurable_on line_law (fun t => 1 + 2 * t * q k).
  apply: measurable_add; first exact: measurable_const.
  by apply: measurable_mul; [apply: measurable_scal; exact: line_measurable | exact: measurable_const].
have : measurable_on line_law (sawa_term q i); last exact.
apply: measurable_mul; first by apply: measurable_div; [exact: measurable_const | exact: l].
apply: measurable_exp; apply: measurable_div; last exact: measurable_const.
by apply: measurable_opp; apply: measurable_total => k; apply: measurable_ln; exact: l.
Qed.
Lemma sawa_term_integrable i : integrable_over_positive (sawa_term q i).
Proof. by have [] := positive_finite (sawa_term_borel i) (@sawa_term_ge0 i) (sawa_integral i). Qed.

(* ---------- order ---------- *)
(* p_i = G(q_i), where G rises and is concave: so is x/(1 + 2 t x) *)
Let line0 t k : 0 < t -> 0 < 1 + 2 * t * q k.
Proof. by move=> t0; have : 0 <= 2 * t * q k by [apply: Rmult_le_pos => //; lra]; lra. Qed.
Lemma gram_mono i j : q i <= q j -> gram_map N q i <= gram_map N q j.
Proof.
move=> h; rewrite !sawa; apply: over_positive_le; try exact: sawa_term_integrable.
move=> t t0; apply: Rmult_le_compat_r; first exact: Rlt_le (exp_pos _).
have a := line0 i t0; have b := line0 j t0.
have e : q j / (1 + 2 * t * q j) - q i / (1 + 2 * t * q i)
    = (q j - q i) * / ((1 + 2 * t * q j) * (1 + 2 * t * q i)) by field; lra.
have : 0 <= q j / (1 + 2 * t * q j) - q i / (1 + 2 * t * q i); last by lra.
rewrite e; apply: Rmult_le_pos; first lra.
by apply: Rlt_le; apply: Rinv_0_lt_compat; exact: Rmult_lt_0_compat.
Qed.
Lemma gram_concave i j k : q i <= q j <= q k ->
  (q k - q j) * gram_map N q i + (q j - q i) * gram_map N q k <= (q k - q i) * gram_map N q j.
Proof.
move=> [h1 h2]; rewrite !sawa.
have [i1 <-] := over_positive_linear (q k - q j) (q j - q i) (sawa_term_integrable i) (sawa_term_integrable k).
have [i2 e2] := over_positive_linear (q k - q i) 0 (sawa_term_integrable j) (sawa_term_integrable j).
rewrite Rmult_0_l Rplus_0_r in e2; rewrite -e2; apply: over_positive_le => // t t0.
have a := line0 i t0; have b := line0 j t0; have c := line0 k t0.
rewrite /sawa_term; set w := exp _.
have e : (q k - q i) * (q j / (1 + 2 * t * q j) * w) + 0 * (q j / (1 + 2 * t * q j) * w)
  - ((q k - q j) * (q i / (1 + 2 * t * q i) * w) + (q j - q i) * (q k / (1 + 2 * t * q k) * w))
  = 2 * t * ((q k - q i) * (q j - q i) * (q k - q j)) * w
    * / ((1 + 2 * t * q i) * (1 + 2 * t * q j) * (1 + 2 * t * q k)) by field; lra.
have w0 : 0 < w by exact: exp_pos.
suff : 0 <= 2 * t * ((q k - q i) * (q j - q i) * (q k - q j)) * w
    * / ((1 + 2 * t * q i) * (1 + 2 * t * q j) * (1 + 2 * t * q k)) by rewrite -e; lra.
apply: Rmult_le_pos.
  apply: Rmult_le_pos; last lra; apply: Rmult_le_pos; first lra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
by apply: Rlt_le; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat => //; exact: Rmult_lt_0_compat.
Qed.

(* ---------- sums to one ---------- *)
Hypothesis q1 : \S_(k < n) q k = 1.
Lemma some_positive : exists j, 0 < q j.
Proof.
apply: contrapT => h; have : \S_(k < n) q k <= \S_(k < n) 0.
  by apply: total_le => k; apply: Rnot_lt_le => p; apply: h; exists k.
by rewrite q1 total_const Rmult_0_r; lra.
Qed.
Lemma gram_total : \S_(i < n) gram_map N q i = 1.
Proof.
have [j qj] := some_positive.
have e : \S_(i < n) gram_map N q i = mean G (fun g => \S_(i < n) share i g).
  by rewrite mean_total // => k; exact: share_integrable.
have I : integrable G (fun g => \S_(i < n) share i g).
  by apply: integrable_total => k; exact: share_integrable.
have s g : \S_(i < n) share i g = row g / row g by rewrite total_div.
have le1 g : row g / row g <= 1.
  have [z | nz] := Req_dec (row g) 0; first by rewrite z /Rdiv Rmult_0_l; lra.
  by rewrite /Rdiv Rinv_r //; lra.
pose z (x : R) : R := if `[< x = 0 >] then 1 else 0.
have m0 : measurable_event N (fun x => x = 0).
  apply: (event_eq (f := fun x => x) (g := fun=> 0)); last exact: measurable_const.
  by case: normal.
have mz : integrable N z.
  apply: (integrable_between (a := 0) (b := 1)).
    by apply: measurable_if => //; exact: measurable_const.
  by move=> w; rewrite /z; case: asboolP => _; lra.
have ze : mean N z = 0 by exact: (normal_point_event normal 0).
have iz := @draws_integrable_one _ 0 N n j z (ltn_ord j) mz.
have ez := @draws_mean_one _ 0 N n j z (ltn_ord j) mz.
have lo : 1 - mean G (fun g => z (g j)) <= mean G (fun g => \S_(i < n) share i g).
  have i1 := integrable_const G 1.
  rewrite -{1}(mean_const G 1) -mean_sub //; apply: mean_le => //; first exact: integrable_sub.
  move=> g; rewrite s /z; case: asboolP => [_ | nz].
    rewrite -s; have : 0 <= \S_(i < n) share i g by apply: total_ge0 => i; have [] := share_range i g.
    lra.
  have p : 0 < row g.
    apply: (@total_pos n _ j) => [k|]; first exact: term_ge0.
    by apply: Rmult_lt_0_compat => //; rewrite -Rsqr_pow2; exact: Rsqr_pos_lt.
  by rewrite /Rdiv Rinv_r; lra.
have hi : mean G (fun g => \S_(i < n) share i g) <= 1.
  by apply: (mean_above (c := 1)) => // w; rewrite s.
by rewrite e; rewrite ez ze in lo; lra.
Qed.

(* ---------- lemma 8 ---------- *)
Lemma gram_below i : q i * (1 + 2 * INR n / (INR n + 2) * (1 / INR n - q i)) <= gram_map N q i.
Proof.
have n0 : (0 < n)%N by exact: leq_ltn_trans (ltn_ord i).
have M : 0 < INR n by apply: lt_0_INR; apply/ssrnat.ltP.
set m := INR n in M *; set del := 1 / m - q i.
pose b1 := m / 2; pose b2 := (m + 2) / 2; pose a := 2 / m.
have a0 : 0 < a by apply: Rdiv_lt_0_compat; lra.
have b10 : 0 < b1 by rewrite /b1; lra.
have b20 : 0 < b2 by rewrite /b2; lra.
have pos b t : 0 < t -> 0 <= power_line a b t by move=> _; exact: Rlt_le (exp_pos _).
have [i1 e1] := positive_finite (power_line_borel a b1) (pos b1) (half_line_power a0 b10).
have [i2 e2] := positive_finite (power_line_borel a b2) (pos b2) (half_line_power a0 b20).
have [j e] := over_positive_linear (q i * (1 + m * del)) (- (q i * (m * del))) i1 i2.
have v : q i * (1 + 2 * m / (m + 2) * del) = q i * (1 + m * del) * over_positive (power_line a b1) + - (q i * (m * del)) * over_positive (power_line a b2).
  by rewrite e1 e2 /a /b1 /b2; field; lra.
rewrite v -e sawa; apply: over_positive_le => //; first exact: sawa_term_integrable.
move=> t t0; rewrite /power_line /sawa_term.
have at0 : 0 < a * t by exact: Rmult_lt_0_compat.
set A := 1 + a * t; have A1 : 1 < A by rewrite /A; lra.
have l0 := line0 i t0.
have xE : 1 + 2 * t * q i = A - 2 * t * del by rewrite /A /a /del; field; lra.
have w : exp (- (m / 2 * ln A)) <= exp (- (\S_(j < n) ln (1 + 2 * t * q j)) / 2).
  apply: calculus.exp_le.
  have := reals.mean_ln n0 (fun k => line0 k t0); rewrite -/m total_add total_const total_scal q1 -/m.
  have -> : (m * 1 + 2 * t * 1) / m = A by rewrite /A /a; field; lra.
  lra.
have iA : / A = exp (- ln A) by rewrite exp_Ropp exp_ln //; lra.
have p1 : exp (- ((b1 + 1) * ln A)) = exp (- (m / 2 * ln A)) * / A.
  by rewrite iA -exp_plus /b1; congr exp; field.
have p2 : exp (- ((b2 + 1) * ln A)) = exp (- (m / 2 * ln A)) * / A * / A.
  by rewrite iA -!exp_plus /b2; congr exp; field.
rewrite p1 p2; set W := exp (- (m / 2 * ln A)) in w *; set W' := exp _ in w *.
have W0 : 0 < W by exact: exp_pos.
have q00 := q0 i.
have tm : 2 * t = m * (A - 1) by rewrite /A /a; field; lra.
have inv : (1 + m * del) * / A - m * del * / A * / A <= / (1 + 2 * t * q i).
  rewrite xE in l0 *; rewrite tm in l0 *; set x := A - _ in l0 *.
  have -> : (1 + m * del) * / A - m * del * / A * / A = (2 * A - x) * / A * / A by rewrite /x; field; lra.
  have d : / x - (2 * A - x) * / A * / A = (A - x) ^ 2 * (/ x * / A * / A) by field; lra.
  have : 0 <= (A - x) ^ 2 * (/ x * / A * / A); last by rewrite -d; lra.
  apply: Rmult_le_pos; first exact: pow2_ge_0.
  have ai : 0 < / A by apply: Rinv_0_lt_compat; lra.
  have xi : 0 < / x by exact: Rinv_0_lt_compat.
  by apply: Rlt_le; apply: Rmult_lt_0_compat => //; exact: Rmult_lt_0_compat.
have xi : 0 < / (1 + 2 * t * q i) by exact: Rinv_0_lt_compat.
apply: (Rle_trans _ (q i * / (1 + 2 * t * q i) * W)).
  have -> : q i * (1 + m * del) * (W * / A) + - (q i * (m * del)) * (W * / A * / A)
    = q i * ((1 + m * del) * / A - m * del * / A * / A) * W by ring.
  by apply: Rmult_le_compat_r; [lra | exact: Rmult_le_compat_l].
by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
Qed.
End Gram.
