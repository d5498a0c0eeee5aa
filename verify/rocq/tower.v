(* The tower property of independent weights: the mean over l+1 layers is the mean over the first l of the
   mean over the last. Everything about it is exported from here; the names to use:

   any law, draws x L l (means.v), put l w W = W with w as draw number l:
     draws_integrable_next, draws_mean_next   the tower property
     draws_measurable_later, draws_integrable_later, draws_mean_later
                                              a function of the first l draws, under m >= l draws
     depends_on l F                           F looks at the first l draws only
     draws_measurable, draws_integrable_one, draws_mean_one        one draw
     draws_mean_product, draws_mean_two, draws_product             products
   matrices (chains.v):
     measurable_matrix, measurable_BN, measurable_phi, measurable_V, ...
     weights_orthogonal                       every weight drawn is orthogonal
     rotated_measurable, hidden_measurable    every layer is measurable, under any number of draws
     rotated_depends, hidden_depends, rotated_put, hidden_put
     rotated_mean_next, hidden_mean_next      the tower property of a function of layer l+1
     potential                                if E F(X') + G(X) <= F(X) in every state then sums of E G are bounded
   here:
     weights_tower, weights_tower_le, weights_tower_ge, weights_phi_integrable, weights_bounded *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals.
From Lemmata.verify.rocq Require Export isometry means chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Tower.
Variables (d : nat) (L : law 'M[R]_d).
Implicit Types F G : (nat -> 'M[R]_d) -> R.
Lemma weights_tower l F : integrable (weights L l.+1) F ->
  integrable (weights L l) (fun W => mean L (fun w => F (put l w W))) /\
  mean (weights L l.+1) F = mean (weights L l) (fun W => mean L (fun w => F (put l w W))).
Proof. by move=> i; split; [exact: draws_integrable_next | exact: draws_mean_next]. Qed.
(* a bound of the mean over the last layer, under the mean over the others *)
Lemma weights_tower_le l F G : integrable (weights L l.+1) F -> integrable (weights L l) G ->
  (forall w : space (weights L l), mean L (fun v => F (put l v (draw w))) <= G (draw w)) ->
  mean (weights L l.+1) F <= mean (weights L l) G.
Proof. by move=> iF iG h; have [i ->] := weights_tower iF; exact: mean_le_drawn. Qed.
Lemma weights_tower_ge l F G : integrable (weights L l.+1) F -> integrable (weights L l) G ->
  (forall w : space (weights L l), G (draw w) <= mean L (fun v => F (put l v (draw w)))) ->
  mean (weights L l) G <= mean (weights L l.+1) F.
Proof. by move=> iF iG h; have [i ->] := weights_tower iF; exact: mean_le_drawn. Qed.
Hypothesis H : haar L.
(* a measurable function that is bounded for orthogonal weights *)
Lemma weights_bounded l F c : measurable_on (weights L l) F ->
  (forall W : nat -> 'M[R]_d, (forall k, orthogonal (W k)) -> Rabs (F W) <= c) -> integrable (weights L l) F.
Proof.
move=> m b; apply: (integrable_bounded m (c := c)) => w; apply: b => k; exact: weights_orthogonal.
Qed.
(* the gap of every layer lies between 0 and that of the input *)
Lemma weights_phi_integrable (X : 'M[R]_d) l m : (0 < d)%N -> 0 < (\det (X^T *m X))%ring ->
  integrable (weights L l) (fun W => phi (rotated X W m)).
Proof.
move=> d0 f; apply: (@weights_bounded l _ (phi X)); first by apply: rotated_phi_measurable; exact: haar_entries.
move=> W o; have a := chain_phi_ge0 o f d0 m; have b := chain_phi_le o f d0 m.
by rewrite Rabs_pos_eq.
Qed.
End Tower.
