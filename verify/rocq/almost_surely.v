(* Means are monotone where an inequality holds with probability 1. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section AlmostSurely.
Variables (T : Type) (L : law T).
Lemma mean_le_almost (A : T -> Prop) (f h : T -> R) : integrable L f -> integrable L h -> almost_surely L A ->
  (forall w : space L, A (draw w) -> f (draw w) <= h (draw w)) -> mean L f <= mean L h.
Proof.
move=> fi hi [N [mN N0 sN]] le; have mf := integrable_measurable fi; have mh := integrable_measurable hi.
have mm : measurable_on L (fun x => Rmin (f x) (h x)) by exact: measurable_min.
have im : integrable L (fun x => Rmin (f x) (h x)).
  apply: (integrable_dominated (g := fun x => Rabs (f x) + Rabs (h x))) => //.
    by apply: integrable_add; exact: integrable_abs.
  move=> w; have := Rabs_pos (f (draw w)); have := Rabs_pos (h (draw w)).
  by rewrite /Rmin; case: Rle_dec; lra.
have e : mean L f = mean L (fun x => Rmin (f x) (h x)).
  rewrite /mean; congr fine; apply: ae_eq_integral => //; [by apply/EFin_measurable_fun | by apply/EFin_measurable_fun |].
  exists N; split=> // w nw; apply: sN => /= a; apply: nw => _; congr EFin.
  by rewrite Rmin_left //; exact: le.
rewrite e; apply: mean_le => // x; exact: Rmin_r.
Qed.
(* what is not negative and has the mean 0 is 0 *)
Lemma almost_zero (b : T -> R) : measurable_on L b -> (forall x, 0 <= b x) ->
  (\int[prob (space L)]_w (b (draw w) : RR)%:E = 0)%E -> almost_surely L (fun x => b x = 0).
Proof.
move=> mb b0 z; have [N [mN N0 sN]] : ae_eq (prob (space L)) setT (fun w => (b (draw w) : RR)%:E) (cst 0%E).
  apply/(ae_eq_integral_abs _ measurableT); first by apply/EFin_measurable_fun.
  rewrite -[RHS]z; apply: eq_integral => w _; rewrite gee0_abs // lee_fin; apply/RleP; exact: b0.
by exists N; split=> // w nw; apply: sN => k; apply: nw; have [] := k Logic.I.
Qed.
End AlmostSurely.
