(* Two independent normals may be rotated.

   Lebesgue's measure of the plane does not change under a rotation, which is two shears ([lebesgue_rotation]); so neither does the
   joint law of two independent normals ([two_normals_rotation]), and one normal may change its sign ([normal_flip]). rotation.v
   goes on to more normals and to matrices. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density normal frames.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.

(* ---------- Lebesgue's measure of the plane ---------- *)
Notation plane := [the measurableType _ of (line * line)%type].
Lemma sigma_finite_leb : sigma_finite setT leb.
Proof.
exists cell => [|n]; last by split; [exact: cell_measurable | rewrite leb_cell ltry].
apply/esym; rewrite -subTset => x _.
have [n [_ h]] := Coquelicot.Rcomplements.nfloor_ex (Rabs x) (Rabs_pos x); exists n => //.
rewrite /cell /= in_itv /= -ler_norml; apply/RleP.
by rewrite -INRE S_INR; apply: Rlt_le; exact: h.
Qed.
Lemma tonelli (F : plane -> \bar RR) : measurable_fun setT F -> (forall z, (0 <= F z)%E) ->
  (\int[leb]_x \int[leb]_y F (x, y) = \int[leb]_y \int[leb]_x F (x, y))%E.
Proof. by move=> mF F0; rewrite -(fubini_tonelli1 sigma_finite_leb F mF F0) (fubini_tonelli2 sigma_finite_leb sigma_finite_leb F mF F0). Qed.
Lemma first_fun d1 (A : measurableType d1) d2 (B : measurableType d2) : measurable_fun setT (fst : (A * B)%type -> A).
Proof. by have /prod_measurable_funP[] := @measurable_fun_id _ [the measurableType _ of (A * B)%type] setT. Qed.
Lemma second_fun d1 (A : measurableType d1) d2 (B : measurableType d2) : measurable_fun setT (snd : (A * B)%type -> B).
Proof. by have /prod_measurable_funP[] := @measurable_fun_id _ [the measurableType _ of (A * B)%type] setT. Qed.
Lemma linear_measurable (a b c e : RR) : measurable_fun setT
  (fun z : plane => (a * (z.1 : RR) + b * (z.2 : RR), c * (z.1 : RR) + e * (z.2 : RR)) : plane).
Proof.
have h (u v : RR) : measurable_fun setT (fun z : plane => u * (z.1 : RR) + v * (z.2 : RR) : RR).
  by apply: measurable_funD; apply: measurable_funrM; [exact: first_fun | exact: second_fun].
by apply/prod_measurable_funP; split; exact: h.
Qed.

Section Plane.
Variables (c s : RR).
Hypotheses (c0 : 0 < c) (cs : c * c + s * s = 1).
Definition plane_rotation (z : plane) : plane := (c * (z.1 : RR) + s * (z.2 : RR), - s * (z.1 : RR) + c * (z.2 : RR)).
Lemma plane_rotation_measurable : measurable_fun setT plane_rotation. Proof. exact: linear_measurable. Qed.
(* two shears: x, then y *)
Lemma lebesgue_rotation (F : plane -> \bar RR) : measurable_fun setT F -> (forall z, (0 <= F z)%E) ->
  (\int[leb]_x \int[leb]_y F (plane_rotation (x, y)) = \int[leb]_x \int[leb]_y F (x, y))%E.
Proof.
move=> mF F0.
have ci0 : 0 < c^-1 by rewrite invr_gt0.
have cn : c != 0 by rewrite gt_eqF.
apply: (etrans (@tonelli (F \o plane_rotation) (measurable_fun_comp mF plane_rotation_measurable) (fun z => F0 _))).
pose G (z : plane) : plane := (1 * (z.1 : RR) + 0 * (z.2 : RR), - (s / c) * (z.1 : RR) + c^-1 * (z.2 : RR)).
have mG : measurable_fun setT (F \o G) by apply: measurable_fun_comp mF (linear_measurable _ _ _ _).
have GE (u y : RR) : G (u, y) = (u, - (s / c) * u + c^-1 * y) by rewrite /G /= mul1r mul0r addr0.
have inner (y : RR) : (\int[leb]_x F (plane_rotation (x, y)) = c^-1%:E * \int[leb]_u F (G (u, y)))%E.
  rewrite (@lebesgue_affine c (s * y) c0 (fun u => F (G (u, y)))) //; last exact: (measurable_fun_prod2 y mG).
  rewrite muleA -EFinM mulVf // mul1e; apply: eq_integral => x _; congr F; rewrite GE /plane_rotation /=; congr pair.
  rewrite mulrDr !mulNr mulrA divfK // -addrA; congr (_ + _).
  rewrite mulrA -mulNr -mulrDl; congr (_ * _); apply: (mulIf cn).
  by rewrite mulrDl mulVf // mulNr mulrAC divfK // -cs addrC addrK.
rewrite (eq_integral (fun y => c^-1%:E * \int[leb]_u F (G (u, y)))%E); last by move=> y _; exact: inner.
have m2 := measurable_fun_fubini_tonelli_G sigma_finite_leb (F \o G) mG (fun z => F0 _).
rewrite ge0_integralM //; last 2 first.
- by move=> y _; apply: integral_ge0.
- by rewrite lee_fin ltW.
rewrite -(tonelli (F := F \o G)) //=.
have m1 := measurable_fun_fubini_tonelli_F sigma_finite_leb (F \o G) mG (fun z => F0 _).
rewrite -ge0_integralM //; last 2 first.
- by move=> y _; apply: integral_ge0.
- by rewrite lee_fin ltW.
apply: eq_integral => u _.
rewrite [RHS](@lebesgue_affine c^-1 (- (s / c) * u) ci0 (fun v => F (u, v))) //; last exact: (measurable_fun_prod1 u mF).
by congr (_ * _)%E; apply: eq_integral => y _; rewrite GE addrC.
Qed.
End Plane.

(* ---------- one and two normals ---------- *)
Lemma bell_pair (k c s x y : R) : Rplus (Rmult c c) (Rmult s s) = IZR 1 ->
  (k * bell (c * x + s * y) * (k * bell (- s * x + c * y)) = k * bell x * (k * bell y))%R.
Proof.
move=> cs; rewrite /bell.
have p (u v : R) : (k * exp (- u ^ 2 / 2) * (k * exp (- v ^ 2 / 2)) = k * k * exp (- (u ^ 2 + v ^ 2) / 2))%R.
  have -> : (- (u ^ 2 + v ^ 2) / 2 = - u ^ 2 / 2 + - v ^ 2 / 2)%R by field.
  by rewrite exp_plus; ring.
rewrite !p; congr (_ * exp (- _ / _))%R.
have -> : ((c * x + s * y) ^ 2 + (- s * x + c * y) ^ 2 = (c * c + s * s) * (x ^ 2 + y ^ 2))%R by ring.
by rewrite cs; ring.
Qed.
Section Normal.
Variable N : law R.
Hypothesis normal : standard_normal N.
Notation mu := (prob (space N)).
Lemma normal_draw : measurable_fun setT (fun w : space N => (draw w : line)).
Proof. by case: normal. Qed.

(* normal_density, for functions with values in [0, oo] *)
Lemma normal_densityE : exists2 c : R, Rlt 0 c & forall f : line -> \bar RR, measurable_fun setT f -> (forall x, (0 <= f x)%E) ->
  (\int[mu]_w f (draw w) = \int[leb]_x (f x * (Rmult c (bell x) : RR)%:E))%E.
Proof.
case: normal => _ [c c0 e]; exists c => // f mf f0.
have cb0 x : 0 <= (Rmult c (bell x) : RR) by apply/RleP; apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
have mcb : measurable_fun setT (fun x : line => (Rmult c (bell x) : RR)).
  by apply: measurable_funrM; exact: bell_borel.
have one : (\int[leb]_x (Rmult c (bell x) : RR)%:E = 1)%E.
  by rewrite -(mass_one (space N)); symmetry; exact: (e setT measurableT).
have ig : leb.-integrable setT (EFin \o (fun x : line => (Rmult c (bell x) : RR))).
  split; first exact/EFin_measurable_fun.
  by under eq_integral do rewrite gee0_abs ?lee_fin ?cb0 //; rewrite one ltry.
pose D := density_measure ig cb0.
pose P := [the {measure set line -> \bar RR} of pushforward mu normal_draw].
have h : (\int[mu]_w f (draw w) = \int[P]_x f x)%E by exact: esym (integral_pushforward normal_draw mu mf f0).
rewrite h (@eq_measure_integral _ _ _ _ D); last by move=> A mA _; exact: e.
exact: density_integral.
Qed.

Lemma normal_flip (f : line -> \bar RR) : measurable_fun setT f -> (forall x, (0 <= f x)%E) ->
  (\int[mu]_w f (- (draw w : RR))%ring = \int[mu]_w f (draw w))%E.
Proof.
move=> mf f0; have [c c0 h] := normal_densityE.
have mm : measurable_fun setT (fun x : line => (- (x : RR) : line)).
  have g : measurable_fun setT (fun x : RR => - x) by apply: measurable_funN; exact: measurable_fun_id.
  exact: g.
rewrite (h (fun x => f (- (x : RR)))) //; last exact: (measurable_fun_comp mf mm).
rewrite (h f) // [RHS]lebesgue_mirror //.
- by apply: eq_integral => x _; rewrite (_ : bell (- (x : RR)) = bell x) //; exact: bell_even.
- apply: emeasurable_funM => //; apply/EFin_measurable_fun; apply: measurable_funrM; exact: bell_borel.
- move=> x; apply: mule_ge0 => //; rewrite lee_fin; apply/RleP; apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
Qed.

Lemma two_normals_rotation (c s : RR) (g : plane -> \bar RR) : 0 < c -> c * c + s * s = 1 ->
  measurable_fun setT g -> (forall z, (0 <= g z)%E) ->
  (\int[mu]_a \int[mu]_b g (plane_rotation c s (draw a, draw b)) = \int[mu]_a \int[mu]_b g (draw a, draw b))%E.
Proof.
move=> c0 cs mg g0; have [k k0 h] := normal_densityE.
pose nd (x : line) : RR := Rmult k (bell x).
have nd0 x : 0 <= nd x by apply/RleP; apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
have mnd : measurable_fun setT nd by apply: measurable_funrM; exact: bell_borel.
have both (f : plane -> \bar RR) : measurable_fun setT f -> (forall z, (0 <= f z)%E) ->
  (\int[mu]_a \int[mu]_b f (draw a, draw b) = \int[leb]_x \int[leb]_y (f (x, y) * (nd x * nd y)%:E))%E.
  move=> mf f0.
  have mf2 : measurable_fun setT (fun z : plane => f z * (nd z.2)%:E)%E.
    by apply: emeasurable_funM => //; apply/EFin_measurable_fun; exact: (measurable_fun_comp mnd (@second_fun _ _ _ _)).
  have f20 z : (0 <= f z * (nd z.2)%:E)%E by apply: mule_ge0 => //; rewrite lee_fin.
  pose H x := (\int[leb]_y (f (x, y) * (nd y)%:E))%E.
  have mH : measurable_fun setT H := measurable_fun_fubini_tonelli_F sigma_finite_leb _ mf2 f20.
  have H0 x : (0 <= H x)%E by apply: integral_ge0 => y _; exact: (f20 (x, y)).
  rewrite (eq_integral (fun a => H (draw a))); last first.
    by move=> a _; rewrite (h (fun y => f (draw a, y))) //; exact: (measurable_fun_prod1 (draw a : line) mf).
  rewrite (h H) //; apply: eq_integral => x _; rewrite /H muleC -ge0_integralM //.
  - by apply: eq_integral => y _; rewrite muleCA -EFinM.
  - exact: (measurable_fun_prod1 x mf2).
  - by move=> y _; exact: (f20 (x, y)).
  - by rewrite lee_fin; exact: nd0.
rewrite (both (g \o plane_rotation c s)) /=; last 2 first.
- exact: measurable_fun_comp mg (plane_rotation_measurable c s).
- by move=> z; exact: g0.
rewrite (both g mg g0); apply: (etrans _ (lebesgue_rotation c0 cs (F := fun z => g z * (nd z.1 * nd z.2)%:E)%E _ _)).
- apply: eq_integral => x _; apply: eq_integral => y _; congr (_ * _%:E)%E.
  exact: esym (bell_pair k x y cs).
- apply: emeasurable_funM => //; apply/EFin_measurable_fun; apply: measurable_funM.
  + exact: (measurable_fun_comp mnd (@first_fun _ _ _ _)).
  + exact: (measurable_fun_comp mnd (@second_fun _ _ _ _)).
- by move=> z; apply: mule_ge0 => //; rewrite lee_fin mulr_ge0.
Qed.
End Normal.
