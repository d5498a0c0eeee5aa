(* One layer of daneshmand2021 with Gaussian weights: the second and fourth moments of its Gram matrix.

   [nice]: bounded and measurable, so integrable. [sum_second], [sum_fourth]: moments of a sum of independent vectors of mean 0. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density normal frames gaussian rotation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- bounded measurable functions ---------- *)
Section Nice.
Variables (T : Type) (L : law T).
Implicit Types f g : T -> R.
Definition nice f : Prop := measurable_on L f /\ exists c, forall w : space L, Rabs (f (draw w)) <= c.
Lemma nice_integrable f : nice f -> integrable L f.
Proof. by move=> [m [c b]]; exact: integrable_bounded b. Qed.
Lemma nice_ext f g : (forall t, f t = g t) -> nice f -> nice g.
Proof. by move=> e; have -> : g = f by apply/funext => t. Qed.
Lemma nice_const c : nice (fun=> c).
Proof. by split; [exact: measurable_const | exists (Rabs c) => w; lra]. Qed.
Lemma nice_add f g : nice f -> nice g -> nice (fun t => f t + g t).
Proof.
move=> [mf [a ha]] [mg [b hb]]; split; first exact: measurable_add.
by exists (a + b) => w; have := Rabs_triang (f (draw w)) (g (draw w)); have := ha w; have := hb w; lra.
Qed.
Lemma nice_mul f g : nice f -> nice g -> nice (fun t => f t * g t).
Proof.
move=> [mf [a ha]] [mg [b hb]]; split; first exact: measurable_mul.
by exists (a * b) => w; rewrite Rabs_mult; apply: Rmult_le_compat => //; exact: Rabs_pos.
Qed.
Lemma nice_scal c f : nice f -> nice (fun t => c * f t).
Proof. by move=> h; apply: nice_mul => //; exact: nice_const. Qed.
Lemma nice_sub f g : nice f -> nice g -> nice (fun t => f t - g t).
Proof.
by move=> hf hg; apply: (nice_ext (f := fun t => f t + -1 * g t)) => [t|]; [ring | apply: nice_add => //; exact: nice_scal].
Qed.
Lemma nice_div f c : nice f -> nice (fun t => f t / c).
Proof. by move=> h; apply: nice_mul => //; exact: nice_const. Qed.
Lemma nice_pow f m : nice f -> nice (fun t => f t ^ m).
Proof. by move=> h; elim: m => [|m IH]; [exact: nice_const | exact: nice_mul]. Qed.
Lemma nice_total n (f : 'I_n -> T -> R) : (forall k, nice (f k)) -> nice (fun t => \S_(k < n) f k t).
Proof.
move=> h; elim: n f h => [|n IH] f h.
  by apply: (nice_ext (f := fun=> 0)) => [t|]; [rewrite /total big_ord0 | exact: nice_const].
by apply: (nice_ext (fun t => esym (total_recr (fun k => f k t)))); apply: nice_add => //; exact: IH.
Qed.
End Nice.
#[export] Hint Resolve nice_const nice_add nice_mul nice_scal nice_sub nice_div nice_pow nice_total nice_integrable : core.

(* ---------- sums of independent vectors of mean 0 ---------- *)
Section Sum.
Variables (T : Type) (x : T) (L : law T) (k : nat) (Y : 'I_k -> T -> R).
Hypothesis nY : forall p, nice L (Y p).
Hypothesis Y0 : forall p, mean L (Y p) = 0.
Notation G m := (draws x L m).
Definition sqsum (t : T) : R := \S_(p < k) Y p t ^ 2.
Definition part (m : nat) (W : nat -> T) (p : 'I_k) : R := \S_(r < m) Y p (W r).
Definition sqpart (m : nat) (W : nat -> T) : R := \S_(p < k) part m W p ^ 2.
Lemma nice_draw m r f : (r < m)%N -> nice L f -> nice (G m) (fun W => f (W r)).
Proof.
move=> rm [mf [c b]]; split; first exact: draws_measurable.
exists (Rmax c (Rabs (f x))) => w; elim: m w rm => [//|m IH] w rm /=.
case: eqP => [_ | nr]; first by apply: Rle_trans (b _) (Rmax_l _ _).
by apply: IH; move: rm; rewrite ltnS leq_eqVlt => /orP[/eqP|].
Qed.
Lemma part_next m W p : part m.+1 W p = part m W p + Y p (W m).
Proof. by rewrite /part total_recr. Qed.
Lemma part_depends m p : depends_on m (fun W => part m W p).
Proof. by move=> W W' e; apply: total_ext => r; rewrite e. Qed.
Lemma sqpart_depends m : depends_on m (sqpart m).
Proof. by move=> W W' e; apply: total_ext => p; congr (_ ^ 2); exact: part_depends. Qed.
Lemma nice_part l m p : (l <= m)%N -> nice (G m) (fun W => part l W p).
Proof. by move=> lm; apply: nice_total => r; apply: nice_draw => //; exact: leq_trans (ltn_ord r) lm. Qed.
Lemma nice_sqpart l m : (l <= m)%N -> nice (G m) (sqpart l).
Proof. by move=> lm; apply: nice_total => p; apply: nice_pow; exact: nice_part. Qed.
Lemma nice_sqsum : nice L sqsum.
Proof. by apply: nice_total => p; exact: nice_pow. Qed.
Lemma mean_part m p : mean (G m) (fun W => part m W p) = 0.
Proof.
rewrite mean_total => [|r]; last exact: nice_integrable (nice_draw _ (nY p)).
rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
by move=> r; rewrite (@draws_mean_one _ _ _ _ _ (Y p)) //; exact: nice_integrable.
Qed.
(* a function of the draws before m, times a function of mean 0 of draw m *)
Lemma mean_cross m F f : depends_on m F -> nice (G m) F -> nice L f ->
  mean (G m.+1) (fun W => F W * f (W m)) = mean (G m) F * mean L f.
Proof. by move=> dF nF nf; apply: draws_mean_product => //; exact: nice_integrable. Qed.
Definition cross (m : nat) (W : nat -> T) : R := \S_(p < k) (part m W p * Y p (W m)).
Lemma sqpart_next m W : sqpart m.+1 W = sqpart m W + 2 * cross m W + sqsum (W m).
Proof.
rewrite /sqpart /cross /sqsum -total_scal -!total_add; apply: total_ext => p.
by rewrite part_next; ring.
Qed.
Lemma nice_cross m : nice (G m.+1) (cross m).
Proof. by apply: nice_total => p; apply: nice_mul; [exact: nice_part | exact: nice_draw]. Qed.
Lemma nice_last m f : nice L f -> nice (G m.+1) (fun W => f (W m)).
Proof. exact: nice_draw. Qed.
Lemma mean_cross_zero m : mean (G m.+1) (cross m) = 0.
Proof.
rewrite mean_total => [|p]; last by apply: nice_integrable; apply: nice_mul; [exact: nice_part | exact: nice_draw].
rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
move=> p; rewrite (@mean_cross m (fun W => part m W p) (Y p)) ?Y0 ?Rmult_0_r //; first exact: part_depends.
exact: nice_part.
Qed.
Notation v := (mean L sqsum).
Lemma sum_second m : mean (G m) (sqpart m) = INR m * v.
Proof.
elim: m => [|m IH].
  rewrite Rmult_0_l -(mean_const (G 0) 0); apply: mean_ext => W; rewrite /sqpart /part.
  rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  by move=> p; rewrite /total big_ord0; toR; ring.
have n1 := nice_sqpart (leqnSn m); have n2 := nice_cross m; have n3 := nice_last m nice_sqsum.
rewrite (mean_ext _ (sqpart_next m)) mean_add; try by apply: nice_integrable; auto.
rewrite mean_add; try by apply: nice_integrable; auto.
rewrite mean_scal; last exact: nice_integrable.
rewrite mean_cross_zero (draws_mean_step (@sqpart_depends m)); last by apply: nice_integrable; exact: nice_sqpart.
rewrite IH (@draws_mean_one _ _ _ _ _ sqsum) //; last by apply: nice_integrable; exact: nice_sqsum.
by rewrite S_INR; ring.
Qed.
Notation mu4 := (mean L (fun t => sqsum t ^ 2)).
Lemma cross_below m W : cross m W ^ 2 <= sqpart m W * sqsum (W m).
Proof. exact: cauchy_schwarz. Qed.
Lemma sum_fourth m : mean (G m) (fun W => sqpart m W ^ 2) <= INR m * mu4 + 3 * INR m * (INR m - 1) * v ^ 2.
Proof.
elim: m => [|m IH].
  rewrite (@mean_ext _ _ _ (fun=> 0)); first by rewrite mean_const /=; lra.
  move=> W; rewrite /sqpart /part (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  by move=> p; rewrite /total big_ord0; toR; ring.
have n1 := nice_sqpart (leqnSn m); have n2 := nice_cross m; have n3 := nice_last m nice_sqsum.
have nS := nice_sqpart (leqnn m); have nq := nice_sqsum.
pose ab W := sqpart m W * cross m W; pose bc W := cross m W * sqsum (W m).
have zab : mean (G m.+1) ab = 0.
  rewrite (@mean_ext _ _ _ (fun W => \S_(p < k) (sqpart m W * part m W p * Y p (W m)))); last first.
    by move=> W; rewrite /ab /cross -total_scal; apply: total_ext => p; ring.
  rewrite mean_total => [|p]; last by apply: nice_integrable; apply: nice_mul; [apply: nice_mul => //; exact: nice_part | exact: nice_draw].
  rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  move=> p; rewrite (@mean_cross m (fun W => sqpart m W * part m W p) (Y p)) ?Y0 ?Rmult_0_r //.
    by move=> W W' e; rewrite (@sqpart_depends m _ _ e) (@part_depends m p _ _ e).
  by apply: nice_mul => //; exact: nice_part.
have zbc : mean (G m.+1) bc = 0.
  rewrite (@mean_ext _ _ _ (fun W => \S_(p < k) (part m W p * (Y p (W m) * sqsum (W m))))); last first.
    by move=> W; rewrite /bc /cross -total_scal_r; apply: total_ext => p; ring.
  have ny p : nice L (fun t => Y p t * sqsum t) by exact: nice_mul.
  rewrite mean_total => [|p]; last first.
    apply: nice_integrable; apply: nice_mul; [exact: nice_part | exact: (nice_last m (ny p))].
  rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  move=> p; rewrite (@mean_cross m (fun W => part m W p) (fun t => Y p t * sqsum t)) ?mean_part ?Rmult_0_l //.
    exact: part_depends.
  exact: nice_part.
have zac : mean (G m.+1) (fun W => sqpart m W * sqsum (W m)) = INR m * v * v.
  by rewrite (@mean_cross m (sqpart m) sqsum) ?sum_second //; exact: sqpart_depends.
have zaa : mean (G m.+1) (fun W => sqpart m W ^ 2) = mean (G m) (fun W => sqpart m W ^ 2).
  apply: draws_mean_step; last by apply: nice_integrable; exact: nice_pow.
  by move=> W W' e; rewrite (@sqpart_depends m _ _ e).
have zcc : mean (G m.+1) (fun W => sqsum (W m) ^ 2) = mu4.
  by rewrite (@draws_mean_one _ _ _ _ _ (fun t => sqsum t ^ 2)) //; apply: nice_integrable; exact: nice_pow.
have nab : nice (G m.+1) ab by exact: nice_mul.
have nbc : nice (G m.+1) bc by exact: nice_mul.
have nac : nice (G m.+1) (fun W => sqpart m W * sqsum (W m)) by exact: nice_mul.
have naa : nice (G m.+1) (fun W => sqpart m W ^ 2) by exact: nice_pow.
have ncc : nice (G m.+1) (fun W => sqsum (W m) ^ 2) by exact: nice_pow.
have nr : nice (G m.+1) (fun W => sqpart m W ^ 2 + sqsum (W m) ^ 2 + 6 * (sqpart m W * sqsum (W m)) + 4 * (ab W + bc W)) by auto 8.
apply: (Rle_trans _ (mean (G m.+1) (fun W => sqpart m W ^ 2 + sqsum (W m) ^ 2 + 6 * (sqpart m W * sqsum (W m)) + 4 * (ab W + bc W)))).
  apply: mean_le; try exact: nice_integrable.
    by apply: nice_integrable; apply: nice_pow; exact: nice_sqpart.
  by move=> W; rewrite sqpart_next /ab /bc; have := cross_below m W; nra.
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite !mean_scal; [|by apply: nice_integrable; auto 8..].
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite zab zbc zac zaa zcc S_INR; move: IH; nra.
Qed.
End Sum.
