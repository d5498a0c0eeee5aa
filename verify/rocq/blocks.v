(* The rows of a Gaussian matrix are independent, and it may be rotated from the right.

   [blocks]: of a + b independent draws, a function of the first a times a function of the last b has the product of the
   means; here for bounded functions. So for functions of a row, or of two rows, of d x n normals ([row_mean], [row_mean_two]).
   [gaussian_right]: W P has the law of W for an orthogonal P. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry normal rotation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Blocks.
Variables (T : Type) (x : T) (L : law T).
Implicit Types (F f : (nat -> T) -> R).
(* what comes after the first a draws *)
Definition shift (a : nat) (W : nat -> T) (i : nat) : T := W (a + i)%N.

Lemma forget a b : exists2 s : power (space L) (b + a) -> power (space L) b,
  measurable_fun setT s & forall w i, (i < b)%N -> drawn x (s w) i = drawn x w (a + i)%N.
Proof.
elim: b => [|b [s ms e]].
  exists (fun=> point) => //; exact: measurable_fun_cst.
exists (fun w : power (space L) (b + a).+1 => (s w.1, w.2)).
  apply/prod_measurable_funP; split=> /=.
    exact: (measurable_fun_comp ms (@fst_measurable (power (space L) (b + a)) (space L))).
  exact: (@snd_measurable (power (space L) (b + a)) (space L)).
move=> w i; rewrite ltnS leq_eqVlt => /orP[/eqP -> | ib] /=; first by rewrite eqxx addnC eqxx.
by rewrite addnC eqn_add2r (ltn_eqF ib) addnC; exact: e.
Qed.
Lemma shift_measurable a b f : depends_on b f -> measurable_on (draws x L b) f ->
  measurable_on (draws x L (b + a)) (fun W => f (shift a W)).
Proof.
move=> df mf; have [s ms e] := forget a b.
have := measurable_fun_comp mf ms; rewrite /measurable_on; congr measurable_fun.
by apply/funext => w /=; apply: df => i ib; exact: e.
Qed.
Lemma put_shift a b w W : shift a (put (b + a) w W) = put b w (shift a W).
Proof. by apply/funext => i; rewrite /shift /put addnC eqn_add2r. Qed.
Lemma put_depends b w f : depends_on b.+1 f -> depends_on b (fun W => f (put b w W)).
Proof.
move=> df W W' e; apply: df => i; rewrite ltnS leq_eqVlt => /orP[/eqP -> | ib]; rewrite /put ?eqxx //.
by rewrite (ltn_eqF ib); exact: e.
Qed.
Lemma blocks a b F f c k : depends_on a F -> depends_on b f ->
  measurable_on (draws x L a) F -> measurable_on (draws x L b) f ->
  (forall W, Rabs (F W) <= c) -> (forall W, Rabs (f W) <= k) ->
  integrable (draws x L (b + a)) (fun W => F W * f (shift a W)) /\
  mean (draws x L (b + a)) (fun W => F W * f (shift a W)) = mean (draws x L a) F * mean (draws x L b) f.
Proof.
move=> dF df mF mf bF bf.
have c0 : 0 <= c by have := bF (fun=> x); have := Rabs_pos (F (fun=> x)); lra.
have prod b' (f' : (nat -> T) -> R) : depends_on b' f' -> measurable_on (draws x L b') f' -> (forall W, Rabs (f' W) <= k) ->
    integrable (draws x L (b' + a)) (fun W => F W * f' (shift a W)).
  move=> df' mf' bf'; apply: (integrable_bounded (c := c * k)).
    apply: measurable_mul; last exact: shift_measurable.
    by apply/(@draws_measurable_later _ x L a (b' + a)) => //; exact: leq_addl.
  move=> w; rewrite Rabs_mult; apply: Rmult_le_compat; [exact: Rabs_pos | exact: Rabs_pos | exact: bF | exact: bf'].
split; first exact: prod.
have Fi : integrable (draws x L a) F by apply: (integrable_bounded (c := c)).
elim: b f df mf bf => [|b IH] f df mf bf.
  have e W : f W = f (fun=> x) by apply: df.
  rewrite (mean_ext _ (g := fun W => F W * f (fun=> x))); last by move=> W; rewrite e.
  by rewrite mean_scal_r // (mean_ext (draws x L 0) e) mean_const.
have fi : integrable (draws x L b.+1) f by apply: (integrable_bounded (c := k)).
pose f' V := mean L (fun w => f (put b w V)).
have df' : depends_on b f'.
  by move=> W W' e; apply: mean_ext => w; exact: (put_depends w df).
have f'i := draws_integrable_next fi.
have bf' V : Rabs (f' V) <= k.
  rewrite /f' /mean.
  admit.
rewrite addSn draws_mean_next; last exact: prod.
rewrite (draws_mean_next fi) -IH //; last exact: integrable_measurable.
apply: mean_ext => W; rewrite -/(f' (shift a W)).
admit.
Admitted.
End Blocks.
