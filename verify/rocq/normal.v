(* The standard normal law in one dimension.

   [standard_normal_exists]: the law of theory/definitions.v exists; no value of the Gaussian integral is needed.
   From [standard_normal N] alone: means of f >= 0 are integrals with the density ([normal_density]); a scaled
   normal ([normal_scaling]: E f(s x) exp(-t x^2) = E f(x)/s, s = sqrt(1 + 2t), t > -1/2); symmetry; the
   transform E exp(-t x^2); all moments exist, E x = E x^3 = 0, E x^2 = 1, E x^4 = 3; a point has probability 0. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval finmap.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Coquelicot Require Coquelicot.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- exp(-x^2/2) ---------- *)
Definition bell (x : R) : R := exp (- x ^ 2 / 2).
Lemma bell_pos x : 0 < bell x. Proof. exact: exp_pos. Qed.
Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [l | ->]; [left; exact: exp_increasing | right]. Qed.
Lemma bell_continuity x : continuity_pt bell x.
Proof.
apply: derivable_continuous_pt; rewrite /bell; reg.
Qed.
Lemma borel_of_continuity (f : R -> R) : (forall x, continuity_pt f x) -> measurable_fun setT (f : RR -> RR).
Proof. by move=> c; apply: continuous_measurable_fun => x; apply/continuity_pt_cvg; exact: c. Qed.
Lemma bell_borel : measurable_fun setT (bell : line -> RR).
Proof. exact: (borel_of_continuity bell_continuity). Qed.
Lemma bell_ge0 x : (0 <= (bell x : RR))%ring.
Proof. by apply/RleP; apply: Rlt_le; exact: bell_pos. Qed.
Lemma bell_even x : bell (- x) = bell x.
Proof. by rewrite /bell; congr exp; field. Qed.
Lemma bell_scaling t x : -1 / 2 < t -> exp (- t * x ^ 2) * bell x = bell (sqrt (1 + 2 * t) * x + 0).
Proof.
move=> h; rewrite /bell -exp_plus; congr exp.
have s : sqrt (1 + 2 * t) ^ 2 = 1 + 2 * t by rewrite -Rsqr_pow2 Rsqr_sqrt //; lra.
have -> : (sqrt (1 + 2 * t) * x + 0) ^ 2 = sqrt (1 + 2 * t) ^ 2 * x ^ 2 by ring.
by rewrite s; field.
Qed.

(* ---------- the law exists ---------- *)
(* 0 < int bell < oo: compare with exp(-1) on [-1, 1], and with steps of height bell(k) on [-k-1, k+1] *)
Lemma bell_cell n x : INR n <= Rabs x -> bell x <= bell (INR n).
Proof.
move=> h; apply: exp_le; have p := pos_INR n.
have : INR n ^ 2 <= Rabs x ^ 2 by apply: pow_incr.
rewrite -(pow2_abs x); lra.
Qed.
Lemma two_pow n : INR n + 1 <= 2 ^ n.
Proof.
elim: n => [|n IH]; first by rewrite /=; lra.
rewrite S_INR /=; have : 1 <= 2 ^ n by apply: pow_R1_Rle; lra.
lra.
Qed.
Lemma bell_series n : bell (INR n) * (2 * (INR n + 1)) <= 4 * exp 2 / 2 ^ n.+1.
Proof.
have p : 0 < 2 ^ n.+1 by apply: pow_lt; lra.
apply: (Rmult_le_reg_r (2 ^ n.+1)) => //.
have -> : 4 * exp 2 / 2 ^ n.+1 * 2 ^ n.+1 = 4 * exp 2 by field; lra.
have q : 2 ^ n * 2 ^ n <= exp (2 * INR n).
  have -> : exp (2 * INR n) = exp 1 ^ n * exp 1 ^ n.
    rewrite -Rpower_pow; last exact: exp_pos.
    by rewrite /Rpower ln_exp -exp_plus; congr exp; ring.
  have e : 2 <= exp 1 by have := @exp_ineq1 1; lra.
  have : 0 <= 2 ^ n <= exp 1 ^ n by split; [apply: pow_le; lra | apply: pow_incr; lra].
  by move=> [a b]; apply: Rmult_le_compat.
apply: (Rle_trans _ (4 * (bell (INR n) * exp (2 * INR n)))).
- have b := bell_pos (INR n); have t := two_pow n; have w : 0 < 2 ^ n by apply: pow_lt; lra.
  have -> : bell (INR n) * (2 * (INR n + 1)) * 2 ^ n.+1 = 4 * (bell (INR n) * ((INR n + 1) * 2 ^ n)).
    by rewrite /=; ring.
  apply: Rmult_le_compat_l; first lra; apply: Rmult_le_compat_l; first lra.
  by apply: Rle_trans q; apply: Rmult_le_compat_r; lra.
- rewrite /bell -exp_plus; apply: Rmult_le_compat_l; first lra; apply: exp_le.
  have := pow2_ge_0 (INR n - 2); lra.
Qed.
Definition cell (n : nat) : set line := `[(- n.+1%:R)%ring, (n.+1%:R)%ring]%classic.
Lemma cell_measurable n : measurable (cell n : set line).
Proof. exact: measurable_itv. Qed.
Lemma leb_cell n : leb (cell n) = (2 * n.+1%:R : RR)%ring%:E.
Proof.
rewrite [LHS](lebesgue_measure_itv (R := RR)) hlength_itv /= lte_fin.
rewrite (@lt_trans _ _ 0%ring) ?oppr_lt0 ?ltr0n //.
by rewrite -EFinB opprK mulr_natl mulr2n.
Qed.
Section Existence.
Local Open Scope ring_scope.
Let C : RR := (4 * exp 2)%R.
Let C0 : 0 <= C.
Proof. by apply/RleP; apply: Rmult_le_pos; [lra | exact: Rlt_le (exp_pos _)]. Qed.
Let bell_below x : ((bell x : RR)%:E <= \sum_(n <oo) ((bell (INR n) : RR) * \1_(cell n) x)%:E)%E.
Proof.
have [n [h1 h2]] := Coquelicot.Rcomplements.nfloor_ex (Rabs x) (Rabs_pos x).
have k0 k : (0 <= ((bell (INR k) : RR) * \1_(cell k) x)%:E)%E by rewrite lee_fin mulr_ge0 // bell_ge0.
apply: le_trans (@nneseries_lim_ge _ _ xpredT n.+1 _) => //.
rewrite big_nat_recr //=; apply: le_trans (_ : ((bell (INR n) : RR) * \1_(cell n) x)%:E <= _)%E.
  rewrite indicE mem_set ?mulr1 ?lee_fin; first by apply/RleP; exact: bell_cell.
  rewrite /cell /= in_itv /= -ler_norml; apply/RleP.
  by rewrite -INRE S_INR; apply: Rlt_le; exact: h2.
by rewrite lee_addr //; apply: sume_ge0 => k _.
Qed.
Let Z_le : (\int[leb]_x (bell x : RR)%:E <= C%:E)%E.
Proof.
have mb n : measurable_fun setT (fun x : line => ((bell (INR n) : RR) * \1_(cell n) x)%:E).
  by apply/EFin_measurable_fun/measurable_funrM/measurable_fun_indic; exact: cell_measurable.
have b0 n x : (0 <= ((bell (INR n) : RR) * \1_(cell n) x)%:E)%E by rewrite lee_fin mulr_ge0 // bell_ge0.
apply: (@le_trans _ _ (\int[leb]_x (\sum_(n <oo) ((bell (INR n) : RR) * \1_(cell n) x)%:E))%E).
  apply: ge0_le_integral => //.
  - by move=> x _; rewrite lee_fin bell_ge0.
  - by apply/EFin_measurable_fun; exact: bell_borel.
  - by move=> x _; apply: nneseries_ge0 => n _.
  - by apply: ge0_emeasurable_fun_sum.
rewrite integral_nneseries //.
apply: (@le_trans _ _ (\sum_(n <oo) (0 + (C / (2 ^ n.+1)%:R)%:E))%E).
  apply: lee_nneseries => n _; first by apply: integral_ge0 => x _.
  rewrite add0e; under eq_integral do rewrite EFinM.
  rewrite ge0_integralM //; last 3 first.
  - by apply/EFin_measurable_fun/measurable_fun_indic; exact: cell_measurable.
  - by move=> x _; rewrite lee_fin.
  - by rewrite lee_fin bell_ge0.
  rewrite integral_indic //; last exact: cell_measurable.
  rewrite setIT leb_cell -EFinM lee_fin; apply/RleP.
  have := bell_series n.
  have two : IZR 2 = 2%:R :> RR by rewrite -INRE.
  have pw : Rpow_def.pow (IZR 2) n.+1 = (2 ^ n.+1)%:R :> RR by rewrite RpowE two natrX.
  by rewrite -/C -S_INR pw two RdivE ?pnatr_eq0 ?expn_eq0 // !INRE.
have h := @epsilon_trick RR (fun=> 0%E) C xpredT (fun=> lexx _) C0.
by apply: le_trans h _; rewrite eseries0 // add0e.
Qed.
Let Z_ge : (((exp (-1)%R : RR) * 2)%:E <= \int[leb]_x (bell x : RR)%:E)%E.
Proof.
have e0 : 0 <= (exp (-1)%R : RR) by apply/RleP; exact: Rlt_le (exp_pos _).
have <- : (\int[leb]_x ((exp (-1)%R : RR)%:E * (\1_(cell 0) x)%:E) = ((exp (-1)%R : RR) * 2)%:E)%E.
  rewrite ge0_integralM //.
  - by rewrite integral_indic ?setIT ?leb_cell ?mulr1 //; exact: cell_measurable.
  - by apply/EFin_measurable_fun/measurable_fun_indic; exact: cell_measurable.
  - by move=> x _; rewrite lee_fin.
apply: ge0_le_integral => //.
- by move=> x _; rewrite mule_ge0 ?lee_fin.
- apply: measurable_funeM; apply/EFin_measurable_fun/measurable_fun_indic; exact: cell_measurable.
- by move=> x _; rewrite lee_fin bell_ge0.
- by apply/EFin_measurable_fun; exact: bell_borel.
- move=> x _; rewrite -EFinM lee_fin indicE.
  have [xb | xb] := boolP (x \in cell 0); last by rewrite mulr0 bell_ge0.
  rewrite mulr1; apply/RleP; apply: exp_le.
  move: xb; rewrite inE /cell /= in_itv /= => /andP[/RleP l /RleP r].
  have l' : Rle (-1) x by exact: l.
  have r' : Rle x 1 by exact: r.
  nra.
Qed.
Let Z : RR := fine (\int[leb]_x (bell x : RR)%:E)%E.
Let ZE : (\int[leb]_x (bell x : RR)%:E = Z%:E)%E.
Proof.
rewrite /Z fineK // ge0_fin_numE; first exact: le_lt_trans Z_le (ltry _).
by apply: integral_ge0 => x _; rewrite lee_fin bell_ge0.
Qed.
Let Z_gt0 : 0 < Z.
Proof.
rewrite -lte_fin -ZE; apply: lt_le_trans Z_ge; rewrite lte_fin mulr_gt0 //.
by apply/RltP; exact: exp_pos.
Qed.
Let Zi0 : 0 < Z^-1. Proof. by rewrite invr_gt0. Qed.
Let g (x : line) : RR := Z^-1 * bell x.
Let g0 x : 0 <= g x. Proof. by rewrite mulr_ge0 ?bell_ge0 // ltW. Qed.
Let mg : measurable_fun setT g. Proof. by apply: measurable_funrM; exact: bell_borel. Qed.
Let g1 : (\int[leb]_x (g x)%:E = 1)%E.
Proof.
under eq_integral do rewrite EFinM.
rewrite ge0_integralM //.
- by rewrite ZE -EFinM mulVf // gt_eqF.
- by apply/EFin_measurable_fun; exact: bell_borel.
- by move=> x _; rewrite lee_fin bell_ge0.
- by rewrite lee_fin ltW.
Qed.
Let ig : leb.-integrable setT (EFin \o g).
Proof.
split; first by apply/EFin_measurable_fun; exact: mg.
under eq_integral do rewrite gee0_abs ?lee_fin ?g0 //.
by rewrite g1 ltry.
Qed.
Let one : density_measure ig g0 setT = 1%E.
Proof. exact: g1. Qed.
Theorem standard_normal_exists : exists N : law R, standard_normal N.
Proof.
exists (@Law R (PSpace one) (fun x : line => (x : R))).
split; first exact: (@measurable_fun_id _ line setT).
exists (Z^-1 : RR); first exact/RltP.
by move=> B mB; apply: eq_integral.
Qed.
End Existence.

(* ---------- means of functions that are not negative ---------- *)
Lemma EFin_eq (x y : R) : x = y -> (x : RR)%:E = (y : RR)%:E.
Proof. by move=> ->. Qed.
Lemma integral_finite T (L : law T) (f : T -> R) (r : R) : measurable_on L f -> (forall x, 0 <= f x) ->
  (\int[prob (space L)]_w (f (draw w) : RR)%:E = (r : RR)%:E)%E -> integrable L f /\ mean L f = r.
Proof.
move=> mf f0 e; split; last by rewrite /mean e.
split; first exact/EFin_measurable_fun.
rewrite (eq_integral (fun w => (f (draw w) : RR)%:E)); first by rewrite e ltry.
by move=> w _; rewrite gee0_abs // lee_fin; apply/RleP; exact: f0.
Qed.
Lemma integral_meanE T (L : law T) (f : T -> R) : integrable L f ->
  (\int[prob (space L)]_w (f (draw w) : RR)%:E = (mean L f : RR)%:E)%E.
Proof. by move=> i; rewrite /mean fineK //; exact: (integral_fune_fin_num measurableT i). Qed.
Lemma integrable_below T (L : law T) (f g : T -> R) : measurable_on L f -> (forall x, Rabs (f x) <= g x) ->
  integrable L g -> integrable L f.
Proof.
move=> mf b; apply: le_integrable => //; first exact/EFin_measurable_fun.
move=> w _ /=; rewrite lee_fin; apply: (@le_trans _ _ (g (draw w) : RR)); last exact: ler_norm.
by apply/RleP; exact: b.
Qed.

Notation borel_function f := (measurable_fun setT (f : RR -> RR)).
Lemma borel_power k : borel_function (fun x => x ^ k).
Proof. by apply: borel_of_continuity => x; apply: derivable_continuous_pt; exact: derivable_pt_pow. Qed.
Lemma borel_gauss t : borel_function (fun x => exp (- t * x ^ 2)).
Proof. apply: borel_of_continuity => x; apply: derivable_continuous_pt; reg. Qed.

(* the positive part *)
Definition part (f : R -> R) x : R := Rmax (f x) 0.
Lemma part_borel f : borel_function f -> borel_function (part f).
Proof.
move=> mf; have h : measurable_fun setT (fun x : RR => Num.max (f x : RR) 0%ring).
  by apply: measurable_fun_max => //; exact: measurable_fun_cst.
by apply: eq_measurable_fun h => x _; rewrite /part RmaxE.
Qed.
Lemma part_ge0 f x : 0 <= part f x. Proof. exact: Rmax_r. Qed.
Lemma partE (f : R -> R) (x : R) : maxe (f x : RR)%:E 0%E = (part f x : RR)%:E.
Proof. by rewrite /part RmaxE maxEFin. Qed.
Lemma integral_parts (N : law R) (g : space N -> R) (f : R -> R) : (forall w, g w = f (draw w)) ->
  (\int[prob (space N)]_w (g w : RR)%:E = \int[prob (space N)]_w (part f (draw w) : RR)%:E - \int[prob (space N)]_w (part (fun x => - f x)%R (draw w) : RR)%:E)%E.
Proof.
move=> e; rewrite integralE; congr (_ - _)%E; apply: eq_integral => w _.
  by rewrite /funepos e partE.
by rewrite /funeneg e -(partE (fun x => - f x)).
Qed.

Section Normal.
Variable N : law R.
Hypothesis normal : standard_normal N.
Let mu := prob (space N).

Lemma normal_measurable (f : R -> R) : borel_function f -> measurable_on N f.
Proof. by move=> mf; case: normal => m _; exact: (measurable_fun_comp mf m). Qed.

(* a mean of f >= 0 is an integral with the density *)
Lemma normal_density : exists2 c : R, 0 < c & forall f : R -> R, borel_function f -> (forall x, 0 <= f x) ->
  (\int[mu]_w (f (draw w) : RR)%:E = \int[leb]_x (f x * (c * bell x) : RR)%:E)%E.
Proof.
case: normal => mN [c c0 e]; exists c => // f mf f0.
have cb0 x : (0 <= (c * bell x : RR))%ring by apply/RleP; apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
have mcb : measurable_fun setT (fun x : line => (c * bell x : RR)).
  by apply: measurable_funrM; exact: bell_borel.
have one : (\int[leb]_x (c * bell x : RR)%:E = 1)%E.
  by rewrite -(mass_one (space N)); symmetry; exact: (e setT measurableT).
have ig : leb.-integrable setT (EFin \o (fun x : line => (c * bell x : RR))).
  split; first exact/EFin_measurable_fun.
  by under eq_integral do rewrite gee0_abs ?lee_fin ?cb0 //; rewrite one ltry.
pose D := density_measure ig cb0.
pose P := [the {measure set line -> \bar RR} of pushforward mu (mN : measurable_fun setT (fun w => (draw w : line)))].
have h : (\int[mu]_w (f (draw w) : RR)%:E = \int[P]_x (f x : RR)%:E)%E.
  have fx x : (0 <= (f x : RR)%:E)%E by rewrite lee_fin; apply/RleP; exact: f0.
  have mfe : measurable_fun setT (fun x : line => (f x : RR)%:E) by exact/EFin_measurable_fun.
  exact: esym (integral_pushforward (mN : measurable_fun setT (fun w => (draw w : line))) mu mfe fx).
rewrite h (@eq_measure_integral _ _ _ _ D); last by move=> A mA _; exact: e.
rewrite density_integral; first by apply: eq_integral => x _; rewrite -EFinM.
- exact/EFin_measurable_fun.
- by move=> x; rewrite lee_fin; apply/RleP; exact: f0.
Qed.

(* E f(s x) exp(-t x^2) = E f(x)/s *)
Lemma normal_scaling (f : R -> R) t : borel_function f -> (forall x, 0 <= f x) -> -1 / 2 < t ->
  (\int[mu]_w (f (sqrt (1 + 2 * t) * draw w) * exp (- t * (draw w) ^ 2) : RR)%R%:E
   = (/ sqrt (1 + 2 * t) : RR)%R%:E * \int[mu]_w (f (draw w) : RR)%:E)%E.
Proof.
move=> mf f0 ht; set s := sqrt (1 + 2 * t).
have s0 : 0 < s by apply: sqrt_lt_R0; lra.
have [c c0 h] := normal_density.
have ms : borel_function (fun x => f (s * x)).
  by apply: (measurable_fun_comp mf); apply: measurable_funrM; exact: measurable_fun_id.
have mfs : borel_function (fun x => f (s * x) * exp (- t * x ^ 2)).
  by apply: measurable_funM => //; exact: borel_gauss.
rewrite (h (fun x => f (s * x) * exp (- t * x ^ 2))) //; last first.
  by move=> x; apply: Rmult_le_pos => //; exact: Rlt_le (exp_pos _).
rewrite (h f) //.
have g0 x : (0 <= (f x * (c * bell x) : RR)%:E)%E.
  rewrite lee_fin; apply/RleP; apply: Rmult_le_pos => //.
  by apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
have mg : measurable_fun setT (fun x : line => (f x * (c * bell x) : RR)%:E).
  by apply/EFin_measurable_fun; apply: measurable_funM => //; apply: measurable_funrM; exact: bell_borel.
rewrite (@lebesgue_affine (s : RR) 0%ring (introT (RltP _ _) s0) (fun x => (f x * (c * bell x) : RR)%:E)) //.
rewrite muleA -EFinM.
have -> : (Rinv s * s)%ring = 1 :> R by rewrite mulE Rinv_l //; lra.
rewrite mul1e; apply: eq_integral => x _; congr EFin.
have e := @bell_scaling t x ht; rewrite -/s in e.
have sx : ((s : RR) * (x : RR) + 0)%ring = s * x + 0 :> R by [].
rewrite sx -e; have z : s * x + 0 = s * x by ring.
rewrite z; change (f (s * x) * exp (- t * x ^ 2) * (c * bell x) = f (s * x) * (c * (exp (- t * x ^ 2) * bell x)) :> R); ring.
Qed.

(* -x has the law of x *)
Lemma normal_mirror (f : R -> R) : borel_function f -> (forall x, 0 <= f x) ->
  (\int[mu]_w (f (- draw w)%R : RR)%:E = \int[mu]_w (f (draw w) : RR)%:E)%E.
Proof.
move=> mf f0; have [c c0 h] := normal_density.
have mn : borel_function (fun x => f (- x)).
  by apply: (measurable_fun_comp mf); apply: measurable_funN; exact: measurable_fun_id.
rewrite (h (fun x => f (- x))) // (h f) //.
have g0 x : (0 <= (f x * (c * bell x) : RR)%:E)%E.
  rewrite lee_fin; apply/RleP; apply: Rmult_le_pos => //.
  by apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
have mg : measurable_fun setT (fun x : line => (f x * (c * bell x) : RR)%:E).
  by apply/EFin_measurable_fun; apply: measurable_funM => //; apply: measurable_funrM; exact: bell_borel.
rewrite [RHS](@lebesgue_mirror (fun x => (f x * (c * bell x) : RR)%:E)) //.
by apply: eq_integral => x _; congr EFin; rewrite oppE bell_even.
Qed.
Lemma normal_mean_mirror f : borel_function f -> mean N (fun x => f (- x)) = mean N f.
Proof.
move=> mf; rewrite /mean; congr fine.
have mn : borel_function (fun x => - f x) by exact: measurable_funN.
rewrite (integral_parts (g := fun w => f (- draw w)) (f := fun x => f (- x))) //.
rewrite (integral_parts (g := fun w => f (draw w)) (f := f)) //.
congr (_ - _)%E.
  by rewrite -(@normal_mirror (part f) (part_borel mf) (part_ge0 f)).
by rewrite -(@normal_mirror (part (fun x => - f x)) (part_borel mn) (part_ge0 _)).
Qed.
Lemma normal_odd f : borel_function f -> (forall x, f (- x) = - f x) -> mean N f = 0.
Proof.
move=> mf odd; have h : mean N f = - mean N f; last by lra.
rewrite -{1}normal_mean_mirror // /mean.
rewrite (integral_parts (g := fun w => f (- draw w)) (f := fun x => - f x)); last by move=> w; exact: odd.
rewrite (integral_parts (g := fun w => f (draw w)) (f := f)) //.
have -> : (fun w : space N => (part (fun x => - - f x)%R (draw w) : RR)%:E) = (fun w => (part f (draw w) : RR)%:E).
  by apply/funext => w; rewrite /part Ropp_involutive.
set a := (\int[mu]_w _)%E; set b := (\int[mu]_w _)%E.
have : a = b.
  rewrite /a /b -(@normal_mirror (part f) (part_borel mf) (part_ge0 f)); apply: eq_integral => w _.
  by rewrite /part odd.
move=> ->; by case: b => [r| |] //=; rewrite ?subrr // -oppE oppr0.
Qed.

(* ---------- the transform, and moments ---------- *)
Let one : (\int[mu]_w (1 : RR)%R%:E = 1)%E.
Proof. by rewrite (integral_cst _ measurableT) mass_one mule1. Qed.
Lemma normal_laplace t : -1 / 2 < t ->
  integrable N (fun x => exp (- t * x ^ 2)) /\ mean N (fun x => exp (- t * x ^ 2)) = / sqrt (1 + 2 * t).
Proof.
move=> ht; apply: integral_finite; first exact: normal_measurable (borel_gauss t).
  by move=> x; exact: Rlt_le (exp_pos _).
have := @normal_scaling (fun=> 1) t (@measurable_fun_cst _ _ _ _ _ (1 : RR)) (fun=> Rle_0_1) ht.
rewrite one mule1 => <-; apply: eq_integral => w _; by rewrite Rmult_1_l.
Qed.
(* every power is integrable: x^(2k) <= (4k)^k exp(x^2/4) *)
Lemma power_below (k : nat) x : (x ^ 2) ^ k.+1 <= (4 * INR k.+1) ^ k.+1 * exp (- (-1 / 4) * x ^ 2).
Proof.
have K : 0 < INR k.+1 by apply: lt_0_INR; apply/ssrnat.ltP.
have e : exp (- (-1 / 4) * x ^ 2) = exp (x ^ 2 / (4 * INR k.+1)) ^ k.+1.
  rewrite -[RHS]Rpower_pow; last exact: exp_pos.
  by rewrite /Rpower ln_exp; congr exp; field; lra.
rewrite e -Rpow_mult_distr; apply: pow_incr; split; first exact: pow2_ge_0.
have h := exp_ineq1_le (x ^ 2 / (4 * INR k.+1)).
have -> : x ^ 2 = 4 * INR k.+1 * (x ^ 2 / (4 * INR k.+1)) by field; lra.
set y := x ^ 2 / (4 * INR k.+1) in h *; have -> : 4 * INR k.+1 * y / (4 * INR k.+1) = y by field; lra.
apply: Rmult_le_compat_l; lra.
Qed.
Lemma normal_power k : integrable N (fun x => x ^ k).
Proof.
have ev m : integrable N (fun x => (x ^ 2) ^ m.+1).
  have [i _] := @normal_laplace (-1 / 4) ltac:(lra).
  apply: (integrable_below _ _ (integrable_scal ((4 * INR m.+1) ^ m.+1) i)).
    by apply: normal_measurable; exact: measurable_fun_comp (borel_power m.+1) (borel_power 2).
  by move=> x; rewrite Rabs_pos_eq; [exact: power_below | apply: pow_le; exact: pow2_ge_0].
have evb m : integrable N (fun x => 1 + (x ^ 2) ^ m.+1).
  have i1 : integrable N (fun=> 1).
    by have [] := @integral_finite _ N (fun=> 1) 1 (@measurable_fun_cst _ _ _ _ _ (1 : RR)) (fun=> Rle_0_1) one.
  exact: (integrableD measurableT i1 (ev m)).
case: k => [|k]; first by have [] := @integral_finite _ N (fun=> 1) 1 (@measurable_fun_cst _ _ _ _ _ (1 : RR)) (fun=> Rle_0_1) one.
apply: (integrable_below _ _ (evb k)); first exact: normal_measurable (borel_power _).
move=> x; have -> : (x ^ 2) ^ k.+1 = (x ^ k.+1) ^ 2 by rewrite -!pow_mult Nat.mul_comm.
set y := x ^ k.+1.
rewrite -(pow2_abs y); have := Rabs_pos y; nra.
Qed.
(* E x^(2k) exp(-t x^2) = E x^(2k) / s^(2k+1) *)
Lemma normal_power_laplace k t : -1 / 2 < t ->
  integrable N (fun x => x ^ (2 * k) * exp (- t * x ^ 2)) /\
  mean N (fun x => x ^ (2 * k) * exp (- t * x ^ 2)) = mean N (fun x => x ^ (2 * k)) / sqrt (1 + 2 * t) ^ (2 * k).+1.
Proof.
move=> ht; set s := sqrt (1 + 2 * t).
have s0 : 0 < s by apply: sqrt_lt_R0; lra.
have p0 : 0 < s ^ (2 * k) by exact: pow_lt.
have ge0 x : 0 <= x ^ (2 * k) by rewrite pow_mult; apply: pow_le; exact: pow2_ge_0.
apply: integral_finite.
- by apply: normal_measurable; apply: measurable_funM; [exact: borel_power | exact: borel_gauss].
- by move=> x; apply: Rmult_le_pos => //; exact: Rlt_le (exp_pos _).
have f0 x : 0 <= x ^ (2 * k) / s ^ (2 * k) by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
have mf : borel_function (fun x => x ^ (2 * k) / s ^ (2 * k)).
  by apply: measurable_funM; [exact: borel_power | exact: measurable_fun_cst].
have := normal_scaling mf f0 ht; rewrite -/s.
have i := normal_power (2 * k).
have -> : (\int[mu]_w (draw w ^ (2 * k) / s ^ (2 * k) : RR)%R%:E
   = (mean N (fun x => x ^ (2 * k)) / s ^ (2 * k) : RR)%R%:E)%E.
  under eq_integral do rewrite /Rdiv Rmult_comm EFinM.
  rewrite ge0_integralM //; last 3 first.
  - by apply/EFin_measurable_fun; exact: (normal_measurable (borel_power (2 * k))).
  - by move=> w _; rewrite lee_fin; apply/RleP; exact: ge0.
  - by rewrite lee_fin; apply/RleP; apply: Rlt_le; exact: Rinv_0_lt_compat.
  by rewrite (integral_meanE i) -EFinM /Rdiv Rmult_comm.
rewrite -EFinM => h; transitivity (\int[mu]_w ((s * draw w) ^ (2 * k) / s ^ (2 * k) * exp (- t * draw w ^ 2) : RR)%R%:E)%E.
  apply: eq_integral => w _; congr EFin; rewrite Rpow_mult_distr.
  by congr Rmult; field; lra.
rewrite h; apply: EFin_eq; rewrite mulE.
by rewrite (_ : s ^ (2 * k).+1 = s * s ^ (2 * k)) //; field; split; lra.
Qed.

Lemma Rnorm0 x : Rabs x <= 0 -> x = 0.
Proof. by have := Rle_abs x; have := Rle_abs (- x); rewrite Rabs_Ropp; lra. Qed.
(* a tangent from below has the slope of the derivative *)
Lemma slope_at_0 (phi : R -> R) m D e : derivable_pt_lim phi 0 D -> 0 < e ->
  (forall t, Rabs t < e -> phi 0 - t * m <= phi t) -> m = - D.
Proof.
move=> d e0 h; apply: Rminus_diag_uniq; apply: Rnorm0.
apply: le_epsilon => eps p; rewrite Rplus_0_l.
have [del a] := d eps p; have dp := cond_pos del.
set u := Rmin (del / 2) (e / 2).
have u0 : 0 < u by apply: Rmin_pos; lra.
have ud : u <= del / 2 by exact: Rmin_l.
have ue : u <= e / 2 by exact: Rmin_r.
have q1 : Rabs u < del by rewrite Rabs_pos_eq; lra.
have q2 : Rabs (- u) < del by rewrite Rabs_Ropp.
have := a u ltac:(lra) q1; have := a (- u) ltac:(lra) q2; rewrite !Rplus_0_l.
have l1 : phi 0 - u * m <= phi u by apply: h; rewrite Rabs_pos_eq; lra.
have l2 : phi 0 - (- u) * m <= phi (- u) by apply: h; rewrite Rabs_Ropp Rabs_pos_eq; lra.
have r1 : - m <= (phi u - phi 0) / u.
  by apply: (Rmult_le_reg_r u) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have r2 : (phi (- u) - phi 0) / - u <= - m.
  apply: (Rmult_le_reg_r u) => //; have -> : (phi (- u) - phi 0) / - u * u = - (phi (- u) - phi 0) by field; lra.
  lra.
move=> /Rabs_def2[A B] /Rabs_def2[A' B'].
by apply: Rabs_le; lra.
Qed.

Let moment k := mean N (fun x => x ^ (2 * k)).
(* exp(-t x^2) >= 1 - t x^2, and both sides agree at t = 0 *)
Let moment_tangent k t : -1 / 2 < t -> moment k - t * moment k.+1 <= moment k / sqrt (1 + 2 * t) ^ (2 * k).+1.
Proof.
move=> ht; have [i <-] := normal_power_laplace k ht.
have i0 := normal_power (2 * k); have i1 := normal_power (2 * k.+1).
have j := integrable_scal t i1; have := mean_le (integrable_sub i0 j) i; rewrite mean_sub // mean_scal //; apply=> x.
have -> : x ^ (2 * k.+1) = x ^ (2 * k) * x ^ 2 by rewrite -pow_add; congr pow; rewrite mulnS addnC.
have p0 : 0 <= x ^ (2 * k) by rewrite pow_mult; apply: pow_le; exact: pow2_ge_0.
have := exp_ineq1_le (- t * x ^ 2) => h.
have := Rmult_le_compat_l _ _ _ p0 h; lra.
Qed.
Let moment_next k D : derivable_pt_lim (fun t => / sqrt (1 + 2 * t) ^ (2 * k).+1) 0 D -> moment k.+1 = - (moment k * D).
Proof.
move=> d; apply: (@slope_at_0 (fun t => moment k * / sqrt (1 + 2 * t) ^ (2 * k).+1) _ _ (1 / 4)); last 2 first.
- lra.
- move=> t /Rabs_def2[a b]; rewrite Rmult_0_r Rplus_0_r sqrt_1 pow1 Rinv_1 Rmult_1_r.
  by apply: moment_tangent; lra.
exact: derivable_pt_lim_scal.
Qed.
Lemma normal_mean : mean N (fun x => x) = 0.
Proof. by apply: normal_odd => //; exact: measurable_fun_id. Qed.
Lemma normal_second : mean N (fun x => x ^ 2) = 1.
Proof.
have -> : mean N (fun x => x ^ 2) = moment 1 by [].
rewrite (@moment_next 0 (-1)).
  have -> : moment 0 = 1 by rewrite -(mean_const N 1).
  ring.
exact: calculus.derive_root_1.
Qed.
Lemma normal_fourth : mean N (fun x => x ^ 4) = 3.
Proof.
have -> : mean N (fun x => x ^ 4) = moment 2 by [].
rewrite (@moment_next 1 (-3)).
  have -> : moment 1 = 1 by exact: normal_second.
  ring.
exact: calculus.derive_root_3.
Qed.
(* E x^2 exp(-t x^2) = (1 + 2t)^(-3/2) *)
Lemma normal_square_laplace t : -1 / 2 < t ->
  integrable N (fun x => x ^ 2 * exp (- t * x ^ 2)) /\
  mean N (fun x => x ^ 2 * exp (- t * x ^ 2)) = / sqrt (1 + 2 * t) ^ 3.
Proof.
move=> ht; have [i e] := @normal_power_laplace 1 t ht; split; first exact: i.
by have := e; rewrite normal_second /Rdiv Rmult_1_l.
Qed.

(* ---------- a point has probability 0 ---------- *)
Lemma normal_point (a : R) : prob (space N) [set w | draw w = a] = 0%E.
Proof.
case: normal => _ [c _ e].
rewrite (e [set (a : RR)]); last exact: measurable_set1.
rewrite (eq_integral (cst (c * exp (- a ^ 2 / 2))%R%:E)); last by move=> x; rewrite inE => ->.
have ms : measurable ([set (a : RR)] : set line) by exact: measurable_set1.
have z : leb [set (a : RR)] = 0%E by exact: lebesgue_measure_set1.
have h := integral_cst leb ms (c * exp (- a ^ 2 / 2) : RR)%R%:E.
by rewrite z mule0 in h.
Qed.
Lemma normal_point_event (a : R) : probability N (fun x => x = a) = 0.
Proof.
rewrite /probability /mean_where /mean /only_where.
have mN : measurable_fun setT (fun w : space N => (draw w : RR)) by case: normal.
have m : measurable [set w : space N | draw w = a].
  have := mN measurableT [set (a : RR)] (measurable_set1 _); rewrite setTI; exact.
rewrite (eq_integral (fun w => (\1_[set w : space N | draw w = a] w)%:E)); last first.
  move=> w _; rewrite indicE; congr EFin; case: asboolP => h.
    by rewrite mem_set.
  by rewrite memNset.
by rewrite integral_indic // setIT normal_point.
Qed.
End Normal.
