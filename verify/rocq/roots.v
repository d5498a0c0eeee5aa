(* The root of an increasing function on [0, oo): [root f] of theory/definitions.v is the only h >= 0
   with f h = 0 where f is continuous, increases strictly from f 0 <= 0 and is not negative somewhere.
   So [root f] bounds whatever has f x <= 0 from above, and whatever has f x >= 0 from below. *)
From Coq Require Import Reals Ranalysis5 Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition rising (f : R -> R) : Prop := forall x y, 0 <= x -> x < y -> f x < f y.

Lemma root_ext f g : (forall h, 0 <= h -> f h = g h) -> definitions.root f = definitions.root g.
Proof.
move=> e; rewrite /definitions.root; congr (inf _); apply/seteqP.
by split=> h /= [h0]; [rewrite e | rewrite -e].
Qed.

Section Root.
Variable f : R -> R.
Hypothesis up : rising f.
Lemma rising_le x y : 0 <= x -> x <= y -> f x <= f y.
Proof. by move=> x0 [xy | ->]; [have := up x0 xy; lra | lra]. Qed.
Lemma rising_inv x y : 0 <= y -> f x <= f y -> x <= y.
Proof. by move=> y0 h; case: (Rle_lt_dec x y) => // yx; have := up y0 yx; lra. Qed.
(* whatever is a root is the root *)
Lemma root_at h : 0 <= h -> f h = 0 -> definitions.root f = h.
Proof.
move=> h0 fh; rewrite /definitions.root.
have -> : [set a : R | 0 <= a /\ f a = 0]%classic = [set h]%classic; last exact: (@inf1 RR).
apply/seteqP; split=> a /=; last by move=> ->.
by move=> [a0 fa]; apply: Rle_antisym; apply: rising_inv => //; rewrite fa fh; lra.
Qed.
Hypotheses (cont : forall x, 0 <= x -> continuity_pt f x) (start : f 0 <= 0).
Lemma root_exists b : 0 <= b -> 0 <= f b -> exists h, 0 <= h /\ f h = 0.
Proof.
move=> b0 fb; case: (Rle_lt_or_eq_dec _ _ start) => [s | e]; last by exists 0; split=> //; lra.
case: (Rle_lt_or_eq_dec _ _ fb) => [p | e]; last by exists b; split=> //; exact: esym.
have lt : 0 < b by case: b0 fb p => // <-; lra.
have [h [[h0 _] fh]] := @IVT_interv f 0 b (fun a r => cont (proj1 r)) lt s p; by exists h.
Qed.
Lemma root_spec b : 0 <= b -> 0 <= f b -> 0 <= definitions.root f /\ f (definitions.root f) = 0.
Proof. by move=> b0 fb; have [h [h0 fh]] := root_exists b0 fb; rewrite (root_at h0 fh). Qed.
Lemma root_above b x : 0 <= b -> 0 <= f b -> f x <= 0 -> x <= definitions.root f.
Proof. by move=> b0 fb fx; have [h0 fh] := root_spec b0 fb; apply: rising_inv => //; rewrite fh. Qed.
Lemma root_below x : 0 <= x -> 0 <= f x -> definitions.root f <= x.
Proof. by move=> x0 fx; have [h0 fh] := root_spec x0 fx; apply: rising_inv => //; rewrite fh. Qed.
End Root.

(* ---------- the functions of which roots are taken ---------- *)
Lemma exp_minus_below t : 0 < t -> 1 - exp (- t) < t.
Proof. by move=> t0; have := exp_ineq1 (- t); lra. Qed.
Lemma exp_minus_range t : 0 <= t -> 0 < exp (- t) <= 1.
Proof.
move=> t0; split; first exact: exp_pos.
by rewrite -exp_0; case: t0 => [t0 | <-]; [left; apply: exp_increasing; lra | rewrite Ropp_0; lra].
Qed.
(* exp(-h) - 1 + h *)
Lemma rising_exp_minus : rising (fun h => exp (- h) - 1 + h).
Proof.
move=> x y x0 xy; have [p q] := exp_minus_range x0.
have e : exp (- y) = exp (- x) * exp (- (y - x)) by rewrite -exp_plus; congr exp; ring.
have := @exp_minus_below (y - x); rewrite e; have := exp_pos (- (y - x)); nra.
Qed.
(* exp(h) - 1 - h *)
Lemma rising_exp_plus : rising (fun h => exp h - 1 - h).
Proof.
move=> x y x0 xy; have p : 1 <= exp x by have := exp_ineq1_le x; lra.
have -> : exp y = exp x * exp (y - x) by rewrite -exp_plus; congr exp; ring.
have := exp_ineq1 (y - x); nra.
Qed.
(* x - ln (1 + x) *)
Lemma rising_log_defect x y : 0 <= x -> x <= y -> x - ln (1 + x) <= y - ln (1 + y).
Proof.
move=> x0 xy; have := @ln_le_tangent (1 + y) (1 + x) ltac:(lra) ltac:(lra).
have : (1 + y - (1 + x)) / (1 + x) <= y - x; last lra.
apply: (Rmult_le_reg_r (1 + x)); first lra.
have -> : (1 + y - (1 + x)) / (1 + x) * (1 + x) = y - x by field; lra.
nra.
Qed.
