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
exact: (measurable_fun_comp mF (@drawn_measurable N normal m)).
Qed.
Lemma joint_le m (F G : sequence -> \bar RR) : measurable_fun setT F -> measurable_fun setT G -> (forall g, (0 <= F g)%E) ->
  (forall g, (F g <= G g)%E) -> (joint m F <= joint m G)%E.
Proof.
move=> mF mG F0 h; apply: ge0_le_integral => //.
- exact: (measurable_fun_comp mF (@drawn_measurable N normal m)).
- by move=> w _; apply: le_trans (F0 _) (h _).
- exact: (measurable_fun_comp mG (@drawn_measurable N normal m)).
Qed.
Lemma joint_add m (F G : sequence -> \bar RR) : measurable_fun setT F -> measurable_fun setT G -> (forall g, (0 <= F g)%E) ->
  (forall g, (0 <= G g)%E) -> joint m (fun g => F g + G g)%E = (joint m F + joint m G)%E.
Proof.
move=> mF mG F0 G0; rewrite /rotation.joint ge0_integralD //.
- exact: (measurable_fun_comp mF (@drawn_measurable N normal m)).
- exact: (measurable_fun_comp mG (@drawn_measurable N normal m)).
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
rewrite sx -e Rplus_0_r -muleA -EFinM; congr (_ * _%:E)%E.
change (Rmult (exp (- t * x ^ 2)) (Rmult c (bell x)) = Rmult c (Rmult (exp (- t * x ^ 2)) (bell x)) :> R); ring.
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
  rewrite (muleC (K _)) [RHS]muleCA; congr (_ * _)%E.
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
rewrite mulE; have -> : count S (iota 0 m.+1) = (count S (iota 0 m) + S m)%N by rewrite -addn1 iotaD count_cat /= add0n addn0.
rewrite /c; case: (S m); last by rewrite addn0 Rmult_1_l.
by rewrite addn1 /= Rinv_mult.
Qed.
End Stretch.

(* ---------- the inverse of the squared length ---------- *)
Lemma power_lineE c t : Rlt 0 t -> power_line 2 (INR c / 2 - 1) t = (/ sqrt (1 + 2 * t) ^ c)%R.
Proof.
move=> t0; have p : Rlt 0 (sqrt (1 + 2 * t)) by apply: sqrt_lt_R0; lra.
rewrite /power_line (_ : ln (1 + 2 * t) = (2 * ln (sqrt (1 + 2 * t)))%R); last first.
  by rewrite -[X in ln X](sqrt_sqrt (1 + 2 * t)) ?ln_mult //; lra.
rewrite exp_Ropp; congr Rinv; rewrite -{2}(exp_ln _ p); elim: c => [|c IH].
  by rewrite /= (_ : (0 / 2 - 1 + 1) * _ = 0)%R ?exp_0 //; lra.
rewrite [RHS]/= -IH -exp_plus; congr exp; rewrite S_INR; lra.
Qed.
Section Inverse.
Variables (S : pred nat) (m : nat) (f : (nat -> R) -> R) (J : R).
Hypotheses (mf : measurable_fun setT (f : sequence -> RR)) (f0 : forall g, Rle 0 (f g)).
Hypothesis homogeneous : forall s g, Rlt 0 s -> f (stretch S s g) = f g.
Hypothesis value : joint m (fun g => (f g : RR)%:E) = (J : RR)%:E.
Notation c := (count S (iota 0 m)).
Hypothesis c3 : (2 < c)%N.
Theorem joint_inverse : (joint m (fun g => (f g / squares S m g : RR)%R%:E) <= (J / (INR c - 2) : RR)%R%:E)%E.
Proof.
have C : Rlt 2 (INR c) by rewrite -[2%R]/(INR 2); apply: lt_INR; apply/ssrnat.ltP.
pose h (z : [the measurableType _ of (P m * line)%type]) : RR :=
  (if `[< positive z.2 >] then f (drawn 0 z.1) * exp (- z.2 * squares S m (drawn 0 z.1)) else 0)%R.
have mq : measurable_fun setT (fun g : sequence => (squares S m g : RR)) := squares_measurable S m.
have q0 := squares_ge0 S m.
have h0 z : (0 <= (h z)%:E)%E.
  rewrite lee_fin; apply/RleP; rewrite /h; case: asboolP => _; last exact: Rle_refl.
  by apply: Rmult_le_pos => //; exact: Rlt_le (exp_pos _).
have md := @drawn_measurable N normal m.
have m1 := @first_fun _ (P m) _ line. have m2 := @second_fun _ (P m) _ line.
have mh : measurable_fun setT (EFin \o h).
  apply/EFin_measurable_fun.
  have a : measurable_fun setT (\1_(positive : set line) : line -> RR) by apply: measurable_fun_indic; exact: positive_measurable.
  have mz : measurable_fun setT (fun z : [the measurableType _ of (P m * line)%type] => (Ropp (z.2 : R) : RR)).
    exact: (measurable_funN m2).
  have b := measurable_fun_comp exp_borel (measurable_funM mz (measurable_fun_comp mq (measurable_fun_comp md m1))).
  apply: eq_measurable_fun (measurable_funM (measurable_fun_comp a m2) (measurable_funM (measurable_fun_comp mf (measurable_fun_comp md m1)) b)) => z _ /=.
  rewrite /h /= indicE; case: asboolP => p; first by rewrite mem_set // mul1r.
  by rewrite memNset // mul0r.
have T1 := @fubini_tonelli1 _ _ _ _ RR (prob (P m)) leb sigma_finite_leb (EFin \o h) mh h0.
have T2 := @fubini_tonelli2 _ _ _ _ RR (prob (P m)) leb (@sigma_finite_prob (P m)) sigma_finite_leb (EFin \o h) mh h0.
rewrite T2 in T1.
have right : (\int[leb]_t fubini_G (prob (P m)) (EFin \o h) t = (J / (INR c - 2) : RR)%R%:E)%E.
  have J0 : Rle 0 J.
    have : (0 <= joint m (fun g => (f g : RR)%:E))%E by apply: integral_ge0 => w _; rewrite lee_fin; apply/RleP.
    by rewrite value lee_fin => /RleP.
  have at_t t : Rlt 0 t -> (fubini_G (prob (P m)) (EFin \o h) t = (J : RR)%:E * (power_line 2 (INR c / 2 - 1) t : RR)%:E)%E.
    move=> t0; rewrite power_lineE // -value [RHS]muleC -(@joint_stretch S t ltac:(lra) m (fun g => (f g : RR)%:E)); last 2 first.
    - exact/EFin_measurable_fun.
    - by move=> g; rewrite lee_fin; apply/RleP.
    have s0 : Rlt 0 (sqrt (1 + 2 * t)) by apply: sqrt_lt_R0; lra.
    apply: eq_integral => w _ /=; rewrite /h homogeneous //= -EFinM; congr EFin.
    by case: asboolP => // n; case: n.
  transitivity (\int[leb]_(t in positive) ((J : RR)%:E * (power_line 2 (INR c / 2 - 1) t : RR)%:E))%E.
    rewrite [RHS]integral_mkcond; apply: eq_integral => t _; rewrite /patch.
    have [p | n] := pselect (positive t); first by rewrite mem_set // at_t.
    rewrite memNset //= /fubini_G (eq_integral (cst 0%E)) ?integral0 // => w _ /=.
    by rewrite /h /=; case: asboolP.
  rewrite ge0_integralM //; last 4 first.
  - exact: positive_measurable.
  - apply/EFin_measurable_fun; exact: (measurable_funS measurableT (@subsetT _ positive) (power_line_borel _ _)).
  - by move=> t _; rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
  - by rewrite lee_fin; apply/RleP.
  rewrite (half_line_power (a := 2%R) (b := (INR c / 2 - 1)%R)); [|lra|lra].
  rewrite -EFinM; congr EFin; change (Rmult J (/ (2 * (INR c / 2 - 1))) = Rdiv J (INR c - 2)); field; lra.
rewrite -right T1; apply: ge0_le_integral => //.
- move=> w _; rewrite lee_fin; apply/RleP; have [q | <-] := Rle_lt_or_eq_dec _ _ (q0 (drawn 0%R w)).
    by apply: Rmult_le_pos => //; exact: Rlt_le (Rinv_0_lt_compat _ q).
  by rewrite /Rdiv Rinv_0 Rmult_0_r; exact: Rle_refl.
- apply/EFin_measurable_fun; apply: measurable_funM; first exact: (measurable_fun_comp mf md).
  exact: (measurable_fun_comp inv_borel (measurable_fun_comp mq md)).
- by move=> w _; apply: integral_ge0 => t _; exact: h0.
- exact: (measurable_fun_fubini_tonelli_F sigma_finite_leb _ mh h0).
move=> w _; set g := drawn 0%R w; have [q | z] := Rle_lt_or_eq_dec _ _ (q0 g); last first.
  by rewrite -z /Rdiv Rinv_0 Rmult_0_r; apply: integral_ge0 => t _; exact: h0.
suff e : (\int[leb]_t (EFin \o h) (w, t) = (f g / squares S m g : RR)%R%:E)%E by rewrite /fubini_F e.
transitivity (\int[leb]_(t in positive) ((f g : RR)%:E * (exp (- (squares S m g * t))%R : RR)%:E))%E.
  rewrite [RHS]integral_mkcond; apply: eq_integral => t _; rewrite /patch /h /= -/g.
  case: asboolP => p; last by rewrite memNset.
  by rewrite mem_set // -EFinM; congr (Rmult _ (exp _))%:E; lra.
rewrite ge0_integralM //; last 4 first.
- exact: positive_measurable.
- apply/EFin_measurable_fun; apply: (measurable_funS measurableT (@subsetT _ positive)).
  by apply: continuous_borel => t; apply: derivable_continuous_pt; reg.
- by move=> t _; rewrite lee_fin; apply/RleP; exact: Rlt_le (exp_pos _).
- by rewrite lee_fin; apply/RleP.
by rewrite (half_line_exp q) -EFinM.
Qed.
End Inverse.

(* ---------- one of the normals, given the others ---------- *)
Section Given.
Variables (k : nat) (F : sequence -> \bar RR).
Hypotheses (mF : measurable_fun setT F) (F0 : forall g, (0 <= F g)%E).
Definition given (g : sequence) : \bar RR := (\int[mu]_b F (put k (draw b) g))%E.
Lemma given_measurable : measurable_fun setT given.
Proof. exact: (measurable_fun_fubini_tonelli_F (@sigma_finite_prob (space N)) _ (measurable_fun_comp mF (put_drawn_measurable normal k)) (fun z => F0 _)). Qed.
Lemma given_ge0 g : (0 <= given g)%E. Proof. exact: integral_ge0. Qed.
End Given.
Lemma put_put (T : Type) k (x y : T) g : put k x (put k y g) = put k x g.
Proof. by apply/funext => i; rewrite /put; case: eqP. Qed.
Lemma put_swap (T : Type) k l (x y : T) g : k != l -> put k x (put l y g) = put l y (put k x g).
Proof. by move=> kl; apply/funext => i; rewrite /put; have [->|] := eqVneq i k; rewrite ?(negbTE kl). Qed.
Lemma joint_given m k (F : sequence -> \bar RR) : (k < m)%N -> measurable_fun setT F -> (forall g, (0 <= F g)%E) ->
  joint m (given k F) = joint m F.
Proof.
elim: m F => // m IH F km mF F0.
have mK := given_measurable k mF F0. have K0 := given_ge0 k F0.
move: km; rewrite ltnS leq_eqVlt => /orP[/eqP e | km].
  rewrite -e (joint_first normal k mK K0) (joint_first normal k mF F0); apply: eq_integral => u _.
  rewrite -[RHS]mule1 -[X in (_ * X)%E](mass_one (space N)) -(integral_cst mu measurableT); apply: eq_integral => b _.
  by rewrite /given; apply: eq_integral => x _; rewrite put_put.
rewrite (joint_last normal m mK K0) (joint_last normal m mF F0); apply: eq_integral => b _.
rewrite -(IH (fun g => F (put m (draw b) g)) km); last 2 first.
- exact: put_fun.
- by move=> g; exact: F0.
apply: eq_integral => w _; apply: eq_integral => x _; rewrite put_swap //; apply/eqP => e; rewrite e ltnn in km; exact: notF.
Qed.
(* F does not look at g_k *)
Definition blind (T : Type) k (F : (nat -> R) -> T) : Prop := forall x g, F (put k x g) = F g.
Lemma joint_factor m k (f : (nat -> R) -> R) : (k < m)%N -> measurable_fun setT (f : sequence -> RR) -> (forall g, Rle 0 (f g)) ->
  blind k f -> joint m (fun g => (f g * g k ^ 2 : RR)%R%:E) = joint m (fun g => (f g : RR)%:E).
Proof.
move=> km mf f0 bf.
have msq : measurable_fun setT (fun g : sequence => (g k ^ 2 : RR)%R).
  exact: (measurable_fun_comp (borel_power 2) (coordinate_measurable k)).
rewrite -(joint_given km (F := fun g => (f g * g k ^ 2 : RR)%R%:E)); last 2 first.
- by apply/EFin_measurable_fun; exact: measurable_funM.
- by move=> g; rewrite lee_fin; apply/RleP; apply: Rmult_le_pos => //; exact: pow2_ge_0.
apply: eq_integral => w _; rewrite /given.
rewrite (eq_integral (fun b => (f (drawn 0%R w) : RR)%:E * (draw b ^ 2 : RR)%R%:E)%E); last first.
  by move=> b _; rewrite bf /put eqxx -EFinM.
have i := normal_power normal 2; have one := integral_meanE i; rewrite (normal_second normal) in one.
rewrite ge0_integralM //; first by rewrite one mule1.
- by apply/EFin_measurable_fun; exact: (normal_measurable normal (borel_power 2)).
- by move=> b _; rewrite lee_fin; apply/RleP; exact: pow2_ge_0.
- by rewrite lee_fin; apply/RleP.
Qed.
(* a g_k + b = 0 with a not 0 *)
Lemma joint_null m k (a b : (nat -> R) -> R) : (k < m)%N -> measurable_fun setT (a : sequence -> RR) -> measurable_fun setT (b : sequence -> RR) ->
  blind k a -> blind k b ->
  joint m (fun g => ((if `[< a g <> 0 /\ a g * g k + b g = 0 >] then 1 else 0)%R : RR)%:E) = 0%E.
Proof.
move=> km ma mb ba bb; set f := fun g => _.
have f0 g : (0 <= f g)%E by rewrite lee_fin; case: asboolP => _ //=; exact: ler01.
have mf : measurable_fun setT (f : sequence -> \bar RR).
  apply/EFin_measurable_fun.
  have mA : measurable [set g : sequence | a g <> 0%R].
    rewrite (_ : [set g : sequence | _] = ~` [set g : sequence | a g = 0%R]); last by apply/seteqP; split.
    by apply: measurableC; have := ma measurableT [set 0%R : RR] (measurable_set1 _); rewrite setTI.
  have mB : measurable [set g : sequence | (a g * g k + b g = 0)%R].
    have ms := measurable_funD (measurable_funM ma (coordinate_measurable k)) mb.
    by have := ms measurableT [set 0%R : RR] (measurable_set1 _); rewrite setTI.
  have mI : measurable_fun setT (\1_([set g : sequence | a g <> 0%R] `&` [set g : sequence | (a g * g k + b g = 0)%R]) : sequence -> RR).
    by apply: measurable_fun_indic; exact: measurableI.
  apply: eq_measurable_fun mI => g _ /=.
  rewrite indicE; case: asboolP => h; first by rewrite mem_set.
  by rewrite memNset.
rewrite -(joint_given km mf f0) -(joint_const N m 0%E); apply: eq_integral => w _; set g := drawn 0%R w.
rewrite /given /f; have [z | nz] := pselect (a g = 0%R).
  rewrite (eq_integral (cst 0%E)) ?integral0 // => x _; case: asboolP => // -[n _]; case: n.
  by rewrite ba.
pose c := Ropp (b g / a g)%R.
have e (x : space N) : (if `[< a (put k (draw x) g) <> 0 /\ a (put k (draw x) g) * put k (draw x) g k + b (put k (draw x) g) = 0 >] then 1 else 0)%R
    = \1_[set y : space N | draw y = c] x :> RR.
  rewrite ba bb /put eqxx indicE; case: asboolP => [[_ h] | h].
    rewrite mem_set //= /c; apply: (Rmult_eq_reg_l (a g)) => //; field_simplify => //; lra.
  rewrite memNset //= => h'; apply: h; split=> //; rewrite h' /c; field; exact: nz.
under eq_integral do rewrite e.
rewrite integral_indic //; last first.
  have := (proj1 normal) measurableT [set c : RR] (measurable_set1 _); rewrite setTI; congr measurable.
by rewrite setIT; exact: normal_point.
Qed.
End Joint.
