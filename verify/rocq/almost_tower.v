(* The tower property with probability 1: a function of k + 1 draws whose mean over the last is bounded by an integrable function of the others
   is integrable ([integrable_tower]), and an event that is almost sure given almost all others is almost sure ([almost_tower]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means normal almost_surely log_means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Tower.
Variables (T : Type) (x : T) (L : law T) (k : nat).
Notation past := (draws x L k).
Notation now := (draws x L k.+1).
Lemma integrable_tower (F g : (nat -> T) -> R) (A : (nat -> T) -> Prop) : measurable_on now F -> (forall W, 0 <= F W) -> integrable past g -> almost_surely past A ->
  (forall W, A W -> integrable L (fun w => F (put k w W)) /\ mean L (fun w => F (put k w W)) <= g W) -> integrable now F.
Proof.
move=> mF F0 ig [N [mN N0 sN]] h.
pose f (z : power (space L) k * space L) : \bar RR := (F (put k (draw z.2) (drawn x z.1)) : RR)%:E.
have mf : measurable_fun setT (f : product_space (power (space L) k) (space L) -> \bar RR) by apply/EFin_measurable_fun; exact: mF.
have f0 z : (0 <= f z)%E by rewrite lee_fin; apply/RleP.
have T1 := @fubini_tonelli1 _ _ _ _ RR (prob (power (space L) k)) (prob (space L)) (@sigma_finite_prob (space L)) f mf f0.
have mI := @measurable_fun_fubini_tonelli_F _ _ _ _ RR (prob (space L)) (@sigma_finite_prob (space L)) f mf f0.
pose b (u : power (space L) k) : \bar RR := (Rabs (g (drawn x u)) : RR)%:E.
have mb : measurable_fun setT b by apply/EFin_measurable_fun; exact: (measurable_abs (integrable_measurable ig)).
have ib := integral_meanE (integrable_abs ig).
split; first by apply/EFin_measurable_fun; exact: mF.
have -> : (\int[prob (space now)]_w `|(F (draw w) : RR)%:E| = \int[product_measure1 (prob (power (space L) k)) (@sigma_finite_prob (space L))]_z f z)%E.
  by apply: eq_integral => z _; rewrite gee0_abs // lee_fin; apply/RleP.
rewrite T1; apply: (@le_lt_trans _ _ (\int[prob (power (space L) k)]_u b u)%E); last by rewrite ib ltry.
pose I u := fubini_F (prob (space L)) f u.
have mm : measurable_fun setT (fun u => mine (I u) (b u)) by exact: emeasurable_fun_min.
have I0 u : (0 <= I u)%E by exact: integral_ge0.
have b0 u : (0 <= b u)%E by rewrite lee_fin; apply/RleP; exact: Rabs_pos.
rewrite -[X in (X <= _)%E](_ : (\int[prob (power (space L) k)]_u mine (I u) (b u))%E = _).
  by apply: ge0_le_integral => // u _; [rewrite le_minr I0 b0 | rewrite le_minl lexx orbT].
apply: ae_eq_integral => //; exists N; split=> // u /= n; apply: sN => a; apply: n => _.
have [i le] := h _ a; apply/min_idPl; rewrite /I /fubini_F /f (integral_meanE i) lee_fin; apply/RleP.
by apply: Rle_trans le (Rle_abs _).
Qed.
Lemma almost_tower (A B : (nat -> T) -> Prop) : measurable_event now B -> almost_surely past A ->
  (forall W, A W -> almost_surely L (fun w => B (put k w W))) -> almost_surely now B.
Proof.
move=> mB aA h; pose f W : R := if `[< B W >] then 0 else 1.
have f01 W : 0 <= f W <= 1 by rewrite /f; case: asboolP => _; lra.
have mf : measurable_on now f by apply: measurable_if => //; exact: measurable_const.
have i : integrable now f by apply: (integrable_between (a := 0) (b := 1)).
have inext := draws_integrable_next i.
have z : mean now f = 0.
  rewrite (draws_mean_next i) -(mean_const past 0); apply: Rle_antisym; last first.
    by apply: mean_le_drawn => [||w]; [exact: integrable_const | exact: inext | apply: mean_ge0 => v; case: (f01 (put k v (draw w)))].
  apply: (mean_le_almost inext (integrable_const past 0) aA) => w a.
  have m1 : measurable_on L (fun v => f (put k v (draw w))).
    exact: (@measurable_fun_prod1 _ _ _ _ (power (space L) k) (space L) (fun z : power (space L) k * space L => (f (put k (draw z.2) (drawn x z.1)) : RR)) w mf).
  have [|_ ->] := almost_ext (integrable_const L 0) m1 (h _ a); last by rewrite mean_const; lra.
  by move=> v bv; rewrite /f; case: asboolP.
have := almost_zero mf (fun W => proj1 (f01 W)); rewrite (integral_meanE i) z => q.
by apply: almost_weaken (q erefl) => w; rewrite /f; case: asboolP => // _; lra.
Qed.
End Tower.
