(* Independent normals: what does not change when some of them are stretched is independent of their length.

   [stretch S s g] multiplies the g_k with k in S by s. [joint_stretch]: E F(stretch g) exp(-t sum_S g_k^2) = s^(-c) E F(g),
   s = sqrt(1 + 2 t), c the size of S. [joint_inverse]: if F >= 0 does not change under stretching then
   E F / sum_S g_k^2 <= E F/(c - 2), by 1/x = int exp(-t x) dt. [joint_factor]: what does not look at g_k is independent of it;
   [joint_null]: a g_k + b = 0 with a not 0 has probability 0, if a and b do not look at g_k. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density normal half_line gaussian rotation.
From Lemmata.verify.rocq Require series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.

Definition stretch (S : pred nat) (s : R) (g : nat -> R) (k : nat) : R := if S k then (s * g k)%R else g k.
(* the sum of the squares of the g_k, k < m in S *)
Definition squares (S : pred nat) (m : nat) (g : nat -> R) : R := (\S_(k < m) (if S k then g k ^ 2 else 0))%R.
Lemma stretch_measurable S s : measurable_fun setT (stretch S s : sequence -> sequence).
Proof.
apply: sequence_valued => k; rewrite /stretch; case: (S k); last exact: coordinate_measurable.
by apply: measurable_funrM; exact: coordinate_measurable.
Qed.
Lemma squares_measurable S m : measurable_fun setT (fun g : sequence => (squares S m g : RR)).
Proof.
rewrite /squares; elim: m => [|m IH].
  rewrite (_ : (fun _ => _) = cst 0%R); first exact: measurable_fun_cst.
  by apply/funext => g; exact: series.total_empty.
rewrite (_ : (fun _ => _) = (fun g : sequence => (squares S m g : RR) + (if S m then (g m : RR) ^ 2 else 0)%R)); last first.
  by apply/funext => g; rewrite (series.total_recr (fun k => if S k then (g k ^ 2)%R else 0%R)).
apply: measurable_funD => //; case: (S m); last exact: measurable_fun_cst.
exact: (measurable_fun_comp (borel_power 2) (coordinate_measurable m)).
Qed.
Lemma squares_ge0 S m g : Rle 0 (squares S m g).
Proof. by apply: total_ge0 => k; case: (S k); [exact: pow2_ge_0 | exact: Rle_refl]. Qed.
Lemma squares_recr S m g : squares S m.+1 g = Rplus (squares S m g) (if S m then g m ^ 2 else 0)%R.
Proof. by rewrite /squares (series.total_recr (fun k => if S k then (g k ^ 2)%R else 0%R)). Qed.
Lemma squares_put S m b g : squares S m (put m b g) = squares S m g.
Proof. by apply: total_ext => k; rewrite /put ltn_eqF. Qed.
Lemma stretch_put S s m b g : stretch S s (put m b g) = put m (if S m then (s * b)%R else b) (stretch S s g).
Proof. by apply/funext => k; rewrite /stretch /put; have [->|] := eqVneq k m. Qed.

Section Joint.
Variable N : law R.
Hypothesis normal : standard_normal N.
Notation mu := (prob (space N)).
Notation P m := (power (space N) m).
Notation joint := (joint N).

Lemma joint_scal m (c : R) (F : sequence -> \bar RR) : Rle 0 c -> measurable_fun setT F -> (forall g, (0 <= F g)%E) ->
  joint m (fun g => (c : RR)%:E * F g)%E = ((c : RR)%:E * joint m F)%E.
Proof.
move=> c0 mF F0; rewrite /rotation.joint ge0_integralM //; last by rewrite lee_fin; apply/RleP.
exact: (measurable_fun_comp mF (drawn_measurable normal m)).
Qed.
Lemma joint_le m (F G : sequence -> \bar RR) : measurable_fun setT F -> measurable_fun setT G -> (forall g, (0 <= F g)%E) ->
  (forall g, (F g <= G g)%E) -> (joint m F <= joint m G)%E.
Proof.
move=> mF mG F0 h; apply: ge0_le_integral => //.
- exact: (measurable_fun_comp mF (drawn_measurable normal m)).
- by move=> w _; apply: le_trans (F0 _) (h _).
- exact: (measurable_fun_comp mG (drawn_measurable normal m)).
Qed.
Lemma joint_add m (F G : sequence -> \bar RR) : measurable_fun setT F -> measurable_fun setT G -> (forall g, (0 <= F g)%E) ->
  (forall g, (0 <= G g)%E) -> joint m (fun g => F g + G g)%E = (joint m F + joint m G)%E.
Proof.
move=> mF mG F0 G0; rewrite /rotation.joint ge0_integralD //.
- exact: (measurable_fun_comp mF (drawn_measurable normal m)).
- exact: (measurable_fun_comp mG (drawn_measurable normal m)).
Qed.

(* normal_scaling, for functions with values in [0, oo] *)
Lemma normal_scalingE (f : line -> \bar RR) t : Rlt (-1 / 2) t -> measurable_fun setT f -> (forall x, (0 <= f x)%E) ->
  (\int[mu]_w (f (sqrt (1 + 2 * t) * draw w)%R * (exp (- t * (draw w) ^ 2)%R : RR)%:E)
   = (/ sqrt (1 + 2 * t) : RR)%R%:E * \int[mu]_w f (draw w))%E.
Proof.
move=> ht mf f0; set s := sqrt (1 + 2 * t).
have s0 : Rlt 0 s by apply: sqrt_lt_R0; lra.
have [c c0 h] := normal_densityE normal.
have cb0 x : (0 <= (Rmult c (bell x) : RR)%:E)%E.
  by rewrite lee_fin; apply/RleP; apply: Rmult_le_pos; [exact: Rlt_le | exact: Rlt_le (bell_pos x)].
have mcb : measurable_fun setT (fun x : line => (Rmult c (bell x) : RR)%:E).
  by apply/EFin_measurable_fun; apply: measurable_funrM; exact: bell_borel.
have me : measurable_fun setT (fun x : line => (exp (- t * x ^ 2)%R : RR)%:E) by apply/EFin_measurable_fun; exact: borel_gauss.
have e0 x : (0 <= (exp (- t * x ^ 2)%R : RR)%:E)%E by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
have ms : measurable_fun setT (fun x : line => f (s * x)%R).
  by apply: (measurable_fun_comp mf); apply: measurable_funrM; exact: measurable_fun_id.
rewrite (h (fun x => f (s * x)%R * (exp (- t * x ^ 2)%R : RR)%:E)%E); last 2 first.
- exact: emeasurable_funM.
- by move=> x; exact: mule_ge0.
rewrite (h f) // (@lebesgue_affine (s : RR) 0%ring (introT (RltP _ _) s0) (fun x => f x * (Rmult c (bell x) : RR)%:E)%E); last 2 first.
- exact: emeasurable_funM.
- by move=> x; exact: mule_ge0.
rewrite muleA -EFinM (_ : (Rinv s * s)%ring = 1 :> R); last by rewrite mulE Rinv_l //; lra.
rewrite mul1e; apply: eq_integral => x _; have e := @bell_scaling t x ht; rewrite -/s in e.
have sx : ((s : RR) * (x : RR) + 0)%ring = Rplus (s * x)%R 0 :> R by [].
rewrite sx -e Rplus_0_r -muleA -EFinM; congr (_ * _%:E)%E; rewrite !mulE; ring.
Qed.

Section Stretch.
Variables (S : pred nat) (t : R).
Hypothesis ht : Rlt (-1 / 2) t.
Let s := sqrt (1 + 2 * t).
Let s0 : Rlt 0 s. Proof. by apply: sqrt_lt_R0; lra. Qed.
Let e m (g : nat -> R) : \bar RR := (exp (- t * squares S m g)%R : RR)%:E.
Let me m : measurable_fun setT (e m : sequence -> \bar RR).
Proof.
apply/EFin_measurable_fun; apply: (measurable_fun_comp exp_borel); apply: measurable_funrM; exact: squares_measurable.
Qed.
Let e0 m g : (0 <= e m g)%E.
Proof. by rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _). Qed.
Theorem joint_stretch m (F : sequence -> \bar RR) : measurable_fun setT F -> (forall g, (0 <= F g)%E) ->
  joint m (fun g => F (stretch S s g) * e m g)%E = ((/ s ^ count S (iota 0 m) : RR)%R%:E * joint m F)%E.
Proof.
elim: m F => [|m IH] F mF F0.
  rewrite /= Rinv_1 mul1e; apply: eq_integral => w _ /=.
  rewrite /e /squares series.total_empty Rmult_0_r exp_0 mule1; congr F; apply/funext => k.
  by rewrite /stretch; case: (S k); rewrite // Rmult_0_r.
have mFs := measurable_fun_comp mF (stretch_measurable S s).
have mG : measurable_fun setT (fun g : sequence => F (stretch S s g) * e m.+1 g)%E by exact: emeasurable_funM mFs (me m.+1).
rewrite (joint_first normal m mG); last by move=> g; exact: mule_ge0.
pose K (g : sequence) := (\int[mu]_b F (put m (draw b) g))%E.
have mFp := measurable_fun_comp mF (put_drawn_measurable normal m).
have mK : measurable_fun setT K := measurable_fun_fubini_tonelli_F (@sigma_finite_prob (space N)) _ mFp (fun z => F0 _).
have K0 g : (0 <= K g)%E by apply: integral_ge0.
pose c : R := (if S m then / s else 1)%R.
have c0 : Rle 0 c by rewrite /c; case: (S m); [exact: Rlt_le (Rinv_0_lt_compat _ s0) | lra].
have one (g : sequence) : (\int[mu]_b (F (stretch S s (put m (draw b) g)) * e m.+1 (put m (draw b) g))
    = (c : RR)%:E * (K (stretch S s g) * e m g))%E.
  pose f (x : line) := F (put m (x : R) (stretch S s g)).
  have mf : measurable_fun setT f.
    apply: (measurable_fun_comp mF); apply: sequence_valued => k; rewrite /put.
    case: eqP => _; [exact: measurable_fun_id | exact: measurable_fun_cst].
  have split b : (F (stretch S s (put m (draw b) g)) * e m.+1 (put m (draw b) g)
      = e m g * (f (if S m then (s * draw b)%R else draw b) * (exp (- t * (if S m then draw b ^ 2 else 0)%R)%R : RR)%:E))%E.
    rewrite stretch_put /f /e squares_recr squares_put /put eqxx [RHS]muleCA; congr (_ * _)%E.
    by rewrite -EFinM; congr EFin; rewrite Rmult_plus_distr_l exp_plus.
  under eq_integral do rewrite split.
  rewrite ge0_integralM //; last 2 first.
  - apply: emeasurable_funM.
      apply: (measurable_fun_comp mf); case: (S m); last exact: normal_draw.
      by apply: measurable_funrM; exact: normal_draw.
    apply/EFin_measurable_fun; apply: (measurable_fun_comp exp_borel); apply: measurable_funrM.
    case: (S m); last exact: measurable_fun_cst.
    exact: (measurable_fun_comp (borel_power 2) (normal_draw normal)).
  - by move=> b _; apply: mule_ge0; [exact: F0 | rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _)].
  rewrite muleA [RHS]muleC -muleA muleC; congr (_ * _)%E; rewrite [RHS]muleC.
  rewrite /c /K; case: (S m).
    by rewrite normal_scalingE // => x; exact: F0.
  rewrite mul1e; apply: eq_integral => b _.
  by rewrite Rmult_0_r exp_0 mule1.
rewrite (eq_integral (fun u => (c : RR)%:E * (K (stretch S s (drawn 0%R u)) * e m (drawn 0%R u)))%E); last by move=> u _; exact: one.
have mKs := measurable_fun_comp mK (stretch_measurable S s).
rewrite -/(joint m (fun g => (c : RR)%:E * (K (stretch S s g) * e m g)))%E.
rewrite joint_scal //; last 2 first.
- exact: emeasurable_funM mKs (me m).
- by move=> g; exact: mule_ge0.
rewrite IH // muleA -EFinM (joint_first normal m mF) //; congr (_%:E * _)%E.
rewrite mulE -[X in iota 0 X]addn1 iotaD count_cat /= add0n addn0 /c; case: (S m); last by rewrite addn0 Rmult_1_l.
rewrite addn1 /=; field; split; last lra; apply: pow_nonzero; lra.
Qed.
End Stretch.
End Joint.
