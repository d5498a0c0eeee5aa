(* The measure with a density, and Lebesgue's measure under affine maps.

   [density] is the measure A |-> int_A g dm for an integrable g >= 0; a mean of f >= 0 under it is int f g dm.
   [lebesgue_affine]: int f = a int f(a x + b) for f >= 0, a > 0; [lebesgue_mirror]: int f = int f(-x). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval finmap.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From HB Require Import structures.
From Lemmata.theory Require Import definitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope ereal_scope.

Definition density d (T : measurableType d) (R : realType) (m : {measure set T -> \bar R}) (g : T -> R)
  (ig : m.-integrable setT (EFin \o g)) (g0 : forall x, (0 <= g x)%ring) (A : set T) : \bar R :=
  \int[m]_(x in A) (g x)%:E.
Section Density.
Context d (T : measurableType d) (R : realType) (m : {measure set T -> \bar R}) (g : T -> R).
Hypothesis ig : m.-integrable setT (EFin \o g).
Hypothesis g0 : forall x, (0 <= g x)%ring.
Notation dens := (density ig g0).
Let dens0 : dens set0 = 0. Proof. exact: integral_set0. Qed.
Let dens_ge0 A : 0 <= dens A. Proof. by apply: integral_ge0 => x _; rewrite lee_fin. Qed.
Let dens_sigma : semi_sigma_additive dens.
Proof.
move=> F mF tF mUF; have -> : dens (\bigcup_n F n) = \sum_(n <oo) dens (F n).
  apply: ge0_integral_bigcup => //; last by move=> x _; rewrite lee_fin.
  exact: (integrableS measurableT mUF (@subsetT _ _) ig).
apply/cvg_closeP; split; last by rewrite closeE.
by apply: is_cvg_nneseries => *; exact: dens_ge0.
Qed.
HB.instance Definition _ := isMeasure.Build _ _ _ dens dens0 dens_ge0 dens_sigma.
Definition density_measure := [the {measure set T -> \bar R} of dens].
Notation D := density_measure.
Let mg : measurable_fun setT (EFin \o g). Proof. by case: ig. Qed.
Let mgr : measurable_fun setT g. Proof. exact/EFin_measurable_fun. Qed.

(* for indicators, for simple functions, and by monotone convergence for all f >= 0 *)
Let density_indic A : measurable A -> \int[D]_x (\1_A x)%:E = \int[m]_x ((\1_A x)%:E * (g x)%:E).
Proof.
move=> mA; rewrite integral_indic // setIT /= /density -[A in LHS]setTI integral_setI_indic //.
by apply: eq_integral => x _; rewrite muleC.
Qed.
Let density_nnsfun (f : {nnsfun T >-> R}) : \int[D]_x (f x)%:E = \int[m]_x ((f x)%:E * (g x)%:E).
Proof.
under eq_integral do rewrite fimfunE -fsumEFin //.
rewrite ge0_integral_fsum //; last 2 first.
- move=> r; exact/EFin_measurable_fun/measurable_funrM/measurable_fun_indic.
- by move=> n x _; rewrite EFinM nnfun_muleindic_ge0.
under [RHS]eq_integral.
  move=> x _; rewrite fimfunE -fsumEFin // ge0_mule_fsuml; last first.
    by move=> r; rewrite EFinM nnfun_muleindic_ge0.
  over.
rewrite [RHS]ge0_integral_fsum //; last 2 first.
- move=> r; under eq_fun do rewrite -EFinM.
  apply/EFin_measurable_fun/measurable_funM => //.
  exact/measurable_funrM/measurable_fun_indic.
- by move=> r x _; apply: mule_ge0; [rewrite EFinM nnfun_muleindic_ge0 | rewrite lee_fin].
apply: eq_fsbigr => r _; rewrite integralM_indic_nnsfun // density_indic //.
have [r0 | r0] := ltP r 0%ring.
  rewrite preimage_nnfun0 //.
  rewrite (eq_integral (cst 0)); last by move=> x _; rewrite indic0 mul0e.
  by rewrite integral0 mule0 (eq_integral (cst 0)) ?integral0 // => x _; rewrite indic0 mulr0 mul0e.
rewrite -ge0_integralM //.
- by apply: eq_integral => x _; rewrite EFinM muleA.
- under eq_fun do rewrite -EFinM.
  by apply/EFin_measurable_fun/measurable_funM => //; exact/measurable_fun_indic.
- by move=> x _; rewrite mule_ge0 ?lee_fin.
Qed.
Lemma density_integral (f : T -> \bar R) : measurable_fun setT f -> (forall x, 0 <= f x) ->
  \int[D]_x f x = \int[m]_x (f x * (g x)%:E).
Proof.
move=> mf f0; have [f_ [nd cv]] := approximation measurableT mf (fun t _ => f0 t).
transitivity (lim (fun n => \int[D]_x (f_ n x)%:E)).
  rewrite -monotone_convergence //.
  - by apply: eq_integral => y _; apply/esym/cvg_lim => //; exact: cv.
  - by move=> n; exact/EFin_measurable_fun.
  - by move=> n y _; rewrite lee_fin.
  - by move=> y _ a b ab; rewrite lee_fin; apply/lefP/nd.
rewrite (_ : (fun _ => _) = (fun n => \int[m]_x ((f_ n x)%:E * (g x)%:E))); last first.
  by apply/funext => n; exact: density_nnsfun.
rewrite -monotone_convergence //.
- apply: eq_integral => x _; apply/cvg_lim => //.
  by apply: cvgeMr => //; exact: cv.
- by move=> n; under eq_fun do rewrite -EFinM; apply/EFin_measurable_fun/measurable_funM.
- by move=> n x _; rewrite mule_ge0 ?lee_fin.
- by move=> x _ a b ab; apply: lee_wpmul2r; rewrite lee_fin //; exact/lefP/nd.
Qed.
End Density.

(* ---------- Lebesgue's measure under x |-> a x + b ---------- *)
Local Open Scope ring_scope.
(* the real line as a measurable space, and Lebesgue's measure on it *)
Definition line := [the measurableType _ of salgebraType (@ocitv RR)].
Definition leb := [the {measure set line -> \bar RR} of @lebesgue_measure RR].
Lemma lebE (D : set RR) (f : RR -> \bar RR) : (\int[lebesgue_measure]_(x in D) f x = \int[leb]_(x in D) f x)%E.
Proof. by []. Qed.

Section Affine.
Variables (a b : RR).
Hypothesis a0 : 0 < a.
Let phi (x : line) : line := a * (x : RR) + b.
Lemma affine_measurable : measurable_fun setT phi.
Proof.
have h : measurable_fun setT (fun x : RR => a * x + b).
  apply: measurable_funD; last exact: measurable_fun_cst.
  by apply: measurable_funrM; exact: measurable_fun_id.
exact: h.
Qed.
Let m := [the {measure set line -> \bar RR} of
  mscale (NngNum (ltW a0)) [the {measure set line -> \bar RR} of pushforward leb affine_measurable]].
Let leb_m X : measurable X -> leb X = m X.
Proof.
apply: lebesgue_measure_unique => Y [[u v] _ <-] /=.
rewrite /mscale /= /pushforward.
have -> : phi @^-1` `]u, v]%classic = `](u - b) / a, (v - b) / a]%classic.
  by apply/seteqP; split => x /=; rewrite !in_itv /= /phi;
    rewrite ltr_pdivr_mulr // ler_pdivl_mulr // ltr_subl_addr ler_subr_addr (mulrC (x : RR)).
rewrite [X in (_ * X)%E](_ : _ = hlength (`](u - b) / a, (v - b) / a]%classic : set RR)); last exact: lebesgue_measure_itv.
rewrite !hlength_itv /= !lte_fin ltr_pmul2r ?invr_gt0 // ltr_add2r.
case: ifP => _; last by rewrite mule0.
rewrite -!EFinB -EFinM; congr EFin.
by rewrite -mulrBl mulrC divfK ?gt_eqF // opprB addrA subrK.
Qed.
Lemma lebesgue_affine (f : line -> \bar RR) : measurable_fun setT f -> (forall x, (0 <= f x)%E) ->
  (\int[leb]_x f x = a%:E * \int[leb]_x f (a * (x : RR) + b)%ring)%E.
Proof.
move=> mf f0; rewrite (@eq_measure_integral _ _ _ _ m); last by move=> A mA _; exact: leb_m.
rewrite ge0_integral_mscale //; congr (_ * _)%E.
by rewrite integral_pushforward.
Qed.
End Affine.

Section Mirror.
Let phi (x : line) : line := - (x : RR).
Let mphi : measurable_fun setT phi.
Proof.
have h : measurable_fun setT (fun x : RR => - x) by apply: measurable_funN; exact: measurable_fun_id.
exact: h.
Qed.
Let m := [the {measure set line -> \bar RR} of pushforward leb mphi].
Let leb_m X : measurable X -> leb X = m X.
Proof.
apply: lebesgue_measure_unique => Y [[u v] _ <-] /=.
rewrite /pushforward.
have -> : phi @^-1` `]u, v]%classic = `[- v, - u[%classic.
  by apply/seteqP; split => x /=; rewrite !in_itv /= /phi;
    rewrite ler_oppl ltr_oppr andbC.
rewrite [RHS](_ : _ = hlength (`[- v, - u[%classic : set RR)); last exact: lebesgue_measure_itv.
rewrite !hlength_itv /= !lte_fin ltr_opp2.
by case: ifP => _ //; rewrite -!EFinB; congr EFin; rewrite opprK addrC.
Qed.
Lemma lebesgue_mirror (f : line -> \bar RR) : measurable_fun setT f -> (forall x, (0 <= f x)%E) ->
  (\int[leb]_x f x = \int[leb]_x f (- (x : RR))%ring)%E.
Proof.
move=> mf f0; rewrite (@eq_measure_integral _ _ _ _ m); last by move=> A mA _; exact: leb_m.
by rewrite integral_pushforward.
Qed.
End Mirror.
