(* Means of logarithms from Laplace transforms.

   [log_tonelli]: for 0 < A <= B the mean of ln (B/A) is the integral over t > 0 of (E exp(-A t) - E exp(-B t))/t, by Frullani and Tonelli.
   [log_order]: of two positive variables that with the larger transform has the smaller mean logarithm. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density normal half_line gram_map frullani almost_surely.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Almost.
Variables (T : Type) (L : law T).
(* functions that agree with probability 1 *)
Lemma almost_ext (A : T -> Prop) (f h : T -> R) : integrable L f -> measurable_on L h -> almost_surely L A ->
  (forall w : space L, A (draw w) -> f (draw w) = h (draw w)) -> integrable L h /\ mean L h = mean L f.
Proof.
move=> fi mh [N [mN N0 sN]] e; have mf := integrable_measurable fi.
have ae : ae_eq (prob (space L)) setT (fun w => (f (draw w) : RR)%:E) (fun w => (h (draw w) : RR)%:E).
  by exists N; split=> // w nw; apply: sN => /= a; apply: nw => _; rewrite (e w a).
have mfE : measurable_fun setT (fun w : space L => (f (draw w) : RR)%:E) by apply/EFin_measurable_fun.
have mhE : measurable_fun setT (fun w : space L => (h (draw w) : RR)%:E) by apply/EFin_measurable_fun.
split; last by rewrite /mean; congr fine; apply: esym; exact: ae_eq_integral.
split=> //; have [_ fin] := fi; apply: le_lt_trans fin; rewrite le_eqVlt; apply/orP; left; apply/eqP.
apply: ae_eq_integral => //; [exact: measurable_fun_comp | exact: measurable_fun_comp |].
by case: ae => M [mM M0 sM]; exists M; split=> // w nw; apply: sM => /= k; apply: nw => u; rewrite k.
Qed.
Lemma almost_weaken (A B : T -> Prop) : (forall w : space L, A (draw w) -> B (draw w)) -> almost_surely L A -> almost_surely L B.
Proof. by move=> h [N [mN N0 sN]]; exists N; split=> // w n; apply: sN => k; apply: n; exact: h. Qed.
Lemma almost_and (A B : T -> Prop) : almost_surely L A -> almost_surely L B -> almost_surely L (fun x => A x /\ B x).
Proof.
move=> [M [mM M0 sM]] [N [mN N0 sN]]; exists (M `|` N); split; [exact: measurableU | exact: null_set_setU |].
move=> w /= n; have [a | a] := EM (A (draw w)); last by left; apply: sM.
by right; apply: sN => b; apply: n.
Qed.
Lemma almost_all (A : T -> Prop) : (forall x, A x) -> almost_surely L A.
Proof. by move=> h; exists set0; split=> // w n; exfalso; apply: n. Qed.
Lemma almost_finite n (A : 'I_n -> T -> Prop) : (forall i, almost_surely L (A i)) -> almost_surely L (fun x => forall i, A i x).
Proof.
elim: n A => [|n IH] A h; first by apply: almost_all => x [].
have := almost_and (h ord0) (IH (fun i => A (lift ord0 i)) (fun i => h _)).
by apply: almost_weaken => w [a b] i; case: (unliftP ord0 i) => [j -> | ->].
Qed.

Section Tonelli.
Variables A B : T -> R.
Hypotheses (mA : measurable_on L A) (mB : measurable_on L B).
Hypotheses (A0 : forall x, 0 < A x) (AB : forall x, A x <= B x).
Let below x : 0 <= ln (B x / A x).
Proof.
rewrite -ln_1; apply: calculus.ln_le; first lra.
by apply: (Rmult_le_reg_r (A x)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l //; have := A0 x; lra.
Qed.
Definition transforms (t : R) : R := (mean L (fun x => exp (- (A x * t))) - mean L (fun x => exp (- (B x * t)))) / t.
Lemma exp_integrable (C : T -> R) t : measurable_on L C -> (forall x, 0 <= C x) -> 0 < t -> integrable L (fun x => exp (- (C x * t))).
Proof.
move=> mC C0 t0; apply: (integrable_between (a := 0) (b := 1)); first by apply: measurable_exp; apply: measurable_opp; apply: measurable_mul => //; exact: measurable_const.
move=> w; split; first exact: Rlt_le (exp_pos _).
by rewrite -exp_0; apply: calculus.exp_le; have := C0 (draw w); nra.
Qed.
Let A0' x : 0 <= A x. Proof. exact: Rlt_le. Qed.
Let B0 x : 0 <= B x. Proof. by have := A0 x; have := AB x; lra. Qed.
Lemma log_tonelli : measurable_fun positive (fun t => (transforms t : RR)%:E) /\
  (\int[lebesgue_measure]_(t in positive) (transforms t : RR)%:E = \int[prob (space L)]_w (ln (B (draw w) / A (draw w)) : RR)%:E)%E.
Proof.
pose K (z : space L * line) : RR := (if `[< positive z.2 >] then kernel (A (draw z.1)) (B (draw z.1)) z.2 else 0).
have K0 z : (0 <= (K z)%:E)%E.
  rewrite lee_fin; apply/RleP; rewrite /K; case: asboolP => q; last exact: Rle_refl.
  by apply: kernel_ge0 => //; exact: AB.
have [m1 m2] : measurable_fun setT (fst : space L * line -> space L) /\ measurable_fun setT (snd : space L * line -> line).
  by have /prod_measurable_funP[] := @measurable_fun_id _ [the measurableType _ of (space L * line)%type] setT.
have ms : measurable_fun setT (fun z : space L * line => (z.2 : RR)).
  exact: m2.
have me (C : T -> R) : measurable_on L C -> measurable_fun setT (fun z : space L * line => (exp (- (C (draw z.1) * z.2))%R : RR)).
  move=> mC; apply: (measurable_fun_comp exp_borel); apply: measurable_funN; apply: measurable_funM ms.
  exact: (measurable_fun_comp mC m1).
have mi : measurable_fun setT (fun z : space L * line => (/ z.2 : RR)%R).
  exact: (measurable_fun_comp inv_borel ms).
have mp : measurable_fun setT (fun z : space L * line => (\1_(positive : set line) z.2 : RR)).
  have a : measurable_fun setT (\1_(positive : set line) : line -> RR) by apply: measurable_fun_indic; exact: positive_measurable.
  exact: (measurable_fun_comp a m2).
have mK : measurable_fun setT (EFin \o K).
  apply/EFin_measurable_fun.
  have b : measurable_fun setT (fun z : space L * line => (kernel (A (draw z.1)) (B (draw z.1)) z.2 : RR)).
    by apply: measurable_funM mi; apply: measurable_funB; exact: me.
  apply: eq_measurable_fun (measurable_funM mp b) => z _ /=.
  rewrite /K /= indicE; case: asboolP => p; first by rewrite mem_set // mul1r.
  by rewrite memNset // mul0r.
have T1 := @fubini_tonelli1 _ _ _ _ RR (prob (space L)) leb leb_sigma_finite (EFin \o K) mK K0.
have T2 := @fubini_tonelli2 _ _ _ _ RR (prob (space L)) leb (sigma_finite_prob (space L)) leb_sigma_finite (EFin \o K) mK K0.
have G t : positive t -> fubini_G (prob (space L)) (EFin \o K) t = (transforms t : RR)%:E.
  move=> p; rewrite /fubini_G /K /=; case: asboolP => // _.
  have iA := exp_integrable mA A0' p; have iB := exp_integrable mB B0 p.
  have i : integrable L (fun x => kernel (A x) (B x) t) by apply: integrable_div; apply: integrable_sub.
  have -> : transforms t = mean L (fun x => kernel (A x) (B x) t) by rewrite /kernel mean_div ?mean_sub //; apply: integrable_sub.
  exact: (integral_meanE i).
have mG := @measurable_fun_fubini_tonelli_G _ _ _ _ RR (prob (space L)) (sigma_finite_prob (space L)) (EFin \o K) mK K0.
split.
  apply: (@eq_measurable_fun _ _ _ _ _ (fubini_G (prob (space L)) (EFin \o K))); first by move=> t; rewrite inE; exact: G.
  exact: (measurable_funS measurableT (@subsetT _ positive) mG).
symmetry; rewrite T2 in T1; transitivity (\int[prob (space L)]_w fubini_F leb (EFin \o K) w)%E.
  apply: eq_integral => w _; rewrite /fubini_F -(frullani (A0 _) (AB _)) [LHS]integral_mkcond; apply: eq_integral => t _ /=.
  by rewrite /K /patch /=; case: asboolP => p; [rewrite mem_set | rewrite memNset].
rewrite -T1 [RHS]integral_mkcond; apply: eq_integral => t _; rewrite /patch.
case: (EM (positive t)) => p; first by rewrite mem_set //; exact: G.
by rewrite memNset // /fubini_G /K /=; case: asboolP => // _; rewrite integral0.
Qed.
Lemma transforms_ge0 t : 0 < t -> 0 <= transforms t.
Proof.
move=> t0; apply: Rmult_le_pos; last exact/Rlt_le/Rinv_0_lt_compat.
suff : mean L (fun x => exp (- (B x * t))) <= mean L (fun x => exp (- (A x * t))) by lra.
by apply: mean_le; [exact: exp_integrable | exact: exp_integrable | move=> x; apply: calculus.exp_le; have := AB x; nra].
Qed.
(* with a known integral *)
Lemma log_value r (f : R -> R) : (forall t, 0 < t -> transforms t = f t) ->
  (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = (r : RR)%:E)%E ->
  integrable L (fun x => ln (B x / A x)) /\ mean L (fun x => ln (B x / A x)) = r.
Proof.
move=> e fr; apply: integral_finite => //; first by apply: measurable_ln; exact: measurable_div.
rewrite -(proj2 log_tonelli) -fr; apply: eq_integral => t; rewrite inE => p; by rewrite e.
Qed.
(* below a known integral *)
Lemma log_below r (f : R -> R) : (forall t, 0 < t -> transforms t <= f t) -> measurable_fun positive (fun t => (f t : RR)%:E) ->
  (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = (r : RR)%:E)%E ->
  integrable L (fun x => ln (B x / A x)) /\ mean L (fun x => ln (B x / A x)) <= r.
Proof.
move=> e mf fr.
have ml : measurable_on L (fun x => ln (B x / A x)) by apply: measurable_ln; exact: measurable_div.
have le : (\int[prob (space L)]_w (ln (B (draw w) / A (draw w)) : RR)%:E <= (r : RR)%:E)%E.
  rewrite -(proj2 log_tonelli) -fr; apply: ge0_le_integral => //.
  - exact: positive_measurable.
  - by move=> t p; rewrite lee_fin; apply/RleP; exact: transforms_ge0.
  - exact: (proj1 log_tonelli).
  - by move=> t p; rewrite lee_fin; apply/RleP; apply: Rle_trans (e t p); exact: transforms_ge0.
  - by move=> t p; rewrite lee_fin; apply/RleP; exact: e.
have : (0 <= \int[prob (space L)]_w (ln (B (draw w) / A (draw w)) : RR)%:E)%E.
  by apply: integral_ge0 => w _; rewrite lee_fin; apply/RleP.
case E : (integral _ _ _) le => [x| |] // le _; have [i ->] := integral_finite ml below E.
by split=> //; move: le; rewrite lee_fin => /RleP.
Qed.
End Tonelli.

(* ---------- the order of transforms ---------- *)
Lemma log_regular (X : T -> R) e : measurable_on L X -> (forall x, 0 <= X x) -> integrable L (fun x => ln (1 + X x)) -> 0 < e ->
  integrable L (fun x => ln ((X x + e) / e)).
Proof.
move=> mX X0 iX e0.
apply: (integrable_dominated (g := fun x => Rabs (ln (1 + / e)) + ln (1 + X x))).
- by apply: measurable_ln; apply: measurable_div; [apply: measurable_add => //|]; exact: measurable_const.
- by apply: integrable_add => //; exact: integrable_const.
move=> w; have x0 := X0 (draw w); set x := X (draw w) in x0 *; have i0 := Rinv_0_lt_compat _ e0.
have -> : (x + e) / e = 1 + x * / e by field; lra.
have xi : 0 <= x * / e by apply: Rmult_le_pos; lra.
rewrite Rabs_pos_eq; last by rewrite -ln_1; apply: calculus.ln_le; lra.
apply: Rle_trans (_ : ln ((1 + / e) * (1 + x)) <= _); first by apply: calculus.ln_le; nra.
by rewrite ln_mult; [have := Rle_abs (ln (1 + / e)); lra | lra | lra].
Qed.
End Almost.

Section Order.
Variables (T : Type) (L : law T) (T' : Type) (L' : law T').
Lemma log_order (X : T -> R) (Y : T' -> R) : measurable_on L X -> measurable_on L' Y -> (forall x, 0 < X x) -> (forall x, 0 < Y x) ->
  integrable L (fun x => ln (1 + X x)) -> integrable L' (fun x => ln (Y x)) ->
  (forall t, 0 < t -> mean L (fun x => exp (- (X x * t))) <= mean L' (fun x => exp (- (Y x * t)))) ->
  integrable L (fun x => ln (X x)) /\ mean L' (fun x => ln (Y x)) <= mean L (fun x => ln (X x)).
Proof.
move=> mX mY X0 Y0 iX iY order.
have mc S (M : law S) c : measurable_on M (fun=> c) by exact: measurable_const.
have md S (M : law S) (Z : S -> R) e : measurable_on M Z -> measurable_on M (fun x => Z x + e) by move=> mZ; exact: measurable_add.
have le S (Z : S -> R) e : (forall x, 0 < Z x) -> forall x, e <= Z x + e by move=> Z0 x; have := Z0 x; lra.
have split S (M : law S) (Z : S -> R) e t : measurable_on M Z -> (forall x, 0 < Z x) -> 0 < t -> 0 < e ->
    transforms M (fun=> e) (fun x => Z x + e) t = exp (- (e * t)) * (1 - mean M (fun x => exp (- (Z x * t)))) / t.
  move=> mZ Z0 t0 e0; rewrite /transforms mean_const.
  rewrite (mean_ext _ (g := fun x => exp (- (e * t)) * exp (- (Z x * t)))); last by move=> x; rewrite -exp_plus; congr exp; ring.
  rewrite mean_scal; last by apply: exp_integrable => // x; exact: Rlt_le.
  by field; lra.
have step e : 0 < e -> mean L' (fun x => ln (Y x)) <= mean L (fun x => ln (X x + e)) /\ integrable L (fun x => ln (X x + e)).
  move=> e0.
  have iXe := log_regular mX (fun x => Rlt_le _ _ (X0 x)) iX e0.
  have [mfX fX] := log_tonelli (mc _ L e) (md _ L X e mX) (fun=> e0) (le _ X e X0).
  have [|iYe leY] := log_below (mc _ L' e) (md _ L' Y e mY) (fun=> e0) (le _ Y e Y0) _ mfX (eq_trans fX (integral_meanE iXe)).
    move=> t t0; rewrite !split //; apply: Rmult_le_compat_r; first exact/Rlt_le/Rinv_0_lt_compat.
    by apply: Rmult_le_compat_l; [exact: Rlt_le (exp_pos _) | have := order t t0; lra].
  have eX x : ln (X x + e) = ln ((X x + e) / e) + ln e by rewrite ln_div //; [lra | have := X0 x; lra].
  have iS : integrable L (fun x => ln (X x + e)).
    by apply: integrable_ext (integrable_add iXe (integrable_const _ (ln e))) => x; rewrite eX.
  split=> //; rewrite (mean_ext _ eX) mean_add ?mean_const //; last exact: integrable_const.
  have : mean L' (fun x => ln (Y x) + - ln e) <= mean L' (fun x => ln ((Y x + e) / e)).
    apply: mean_le => // [|x]; first by apply: integrable_add => //; exact: integrable_const.
    rewrite ln_div //; last by have := Y0 x; lra.
    by have : ln (Y x) <= ln (Y x + e) by [apply: calculus.ln_le => //; lra]; lra.
  by rewrite mean_add ?mean_const //; [lra | exact: integrable_const].
pose e (k : nat) := / INR k.+1; have e0 k : 0 < e k by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ssrnat.ltP.
have e1 k : e k <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; [lra | rewrite S_INR; have := pos_INR k; lra].
have eS k : e k.+1 <= e k by apply: Rinv_le_contravar; [apply: lt_0_INR; apply/ssrnat.ltP | rewrite !S_INR; lra].
pose f k x := ln (1 + X x) - ln (X x + e k); pose g x := ln (1 + X x) - ln (X x).
have fi k : integrable L (f k) by apply: integrable_sub => //; have [] := step _ (e0 k).
have f0 k x : 0 <= f k x.
  by rewrite /f; have : ln (X x + e k) <= ln (1 + X x) by [apply: calculus.ln_le; have := X0 x; have := e0 k; have := e1 k; lra]; lra.
have fS k x : f k x <= f k.+1 x.
  by rewrite /f; have : ln (X x + e k.+1) <= ln (X x + e k) by [apply: calculus.ln_le; have := X0 x; have := e0 k.+1; have := eS k; lra]; lra.
have fg k x : f k x <= g x.
  by rewrite /f /g; have : ln (X x) <= ln (X x + e k) by [apply: calculus.ln_le => //; have := e0 k; lra]; lra.
have cv x : Un_cv (fun k => f k x) (g x).
  move=> h h0; have x0 := X0 x; have [N [_ hN]] := calculus.nfloor_ex (/ (X x * h)) (Rlt_le _ _ (Rinv_0_lt_compat _ (Rmult_lt_0_compat _ _ x0 h0))).
  exists N => n nN; rewrite /R_dist Rabs_left1; last by have := fg n x; lra.
  have t := ln_le_tangent (_ : 0 < X x + e n) x0; have {}t := t ltac:(have := e0 n; lra).
  have : (X x + e n - X x) / X x < h; last by rewrite /f /g; lra.
  have -> : (X x + e n - X x) / X x = e n / X x by field; lra.
  apply: (Rmult_lt_reg_r (X x)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  have I : 0 < X x * h by exact: Rmult_lt_0_compat.
  have big : / (X x * h) < INR n.+1.
    by apply: Rlt_le_trans hN _; rewrite S_INR; have := le_INR _ _ nN; lra.
  rewrite Rmult_comm -(Rinv_inv (X x * h)); apply: Rinv_lt_contravar big.
  by apply: Rmult_lt_0_compat; [exact: Rinv_0_lt_compat | apply: lt_0_INR; apply/ssrnat.ltP].
pose c := mean L (fun x => ln (1 + X x)) - mean L' (fun x => ln (Y x)).
have fc k : mean L (f k) <= c.
  by have [h i] := step _ (e0 k); rewrite /f mean_sub // /c; lra.
have gi : integrable L g.
  by apply: (mean_monotone_limit fi (fun k w => f0 k _) (fun k w => fS k _) (fun w => cv _) fc).
have iln : integrable L (fun x => ln (X x)) by apply: integrable_ext (integrable_sub iX gi) => x; rewrite /g; lra.
split=> //.
have b k (w : space L) : Rabs (f k (draw w)) <= g (draw w) by rewrite Rabs_pos_eq.
have [_ lim] := mean_dominated (fun k => integrable_measurable (fi k)) gi b (fun w => cv _).
have : mean L g <= c.
  apply: Rnot_lt_le => lt; have [N h] := lim _ (Rlt_Rminus _ _ lt).
  have := h N (le_n N); rewrite /R_dist => a; have := fc N; have := Rle_abs (- (mean L (f N) - mean L g)); rewrite Rabs_Ropp; lra.
by rewrite /g /c mean_sub //; lra.
Qed.
(* of variables that are positive with probability 1 *)
Lemma log_order_almost (X : T -> R) (Y : T' -> R) : measurable_on L X -> measurable_on L' Y -> (forall x, 0 <= X x) -> (forall x, 0 <= Y x) ->
  almost_surely L (fun x => 0 < X x) -> almost_surely L' (fun x => 0 < Y x) ->
  integrable L (fun x => ln (1 + X x)) -> integrable L' (fun x => ln (Y x)) ->
  (forall t, 0 < t -> mean L (fun x => exp (- (X x * t))) <= mean L' (fun x => exp (- (Y x * t)))) ->
  integrable L (fun x => ln (X x)) /\ mean L' (fun x => ln (Y x)) <= mean L (fun x => ln (X x)).
Proof.
move=> mX mY X0 Y0 aX aY iX iY order.
pose fix1 S (Z : S -> R) x := if `[< 0 < Z x >] then Z x else 1.
have mfix S (M : law S) (Z : S -> R) : measurable_on M Z -> measurable_on M (fix1 S Z).
  by move=> mZ; apply: measurable_if => //; [apply: event_lt => // |]; exact: measurable_const.
have fix0 S (Z : S -> R) x : 0 < fix1 S Z x by rewrite /fix1; case: asboolP => //; lra.
have fixE S (Z : S -> R) x : 0 < Z x -> fix1 S Z x = Z x by rewrite /fix1; case: asboolP.
have same S (M : law S) (Z : S -> R) (b : R -> R) : almost_surely M (fun x => 0 < Z x) -> measurable_on M (fun x => b (fix1 S Z x)) ->
    integrable M (fun x => b (Z x)) -> integrable M (fun x => b (fix1 S Z x)) /\ mean M (fun x => b (fix1 S Z x)) = mean M (fun x => b (Z x)).
  by move=> a m i; apply: (almost_ext i m a) => w p; rewrite fixE.
have ex S (M : law S) (Z : S -> R) t : measurable_on M Z -> (forall x, 0 <= Z x) -> almost_surely M (fun x => 0 < Z x) -> 0 < t ->
    mean M (fun x => exp (- (fix1 S Z x * t))) = mean M (fun x => exp (- (Z x * t))).
  move=> mZ Z0 a t0; have [||//] := same S M Z (fun x => exp (- (x * t))) a; last exact: exp_integrable.
  by apply: measurable_exp; apply: measurable_opp; apply: measurable_mul; [exact: mfix | exact: measurable_const].
have m1 : measurable_on L (fun x => ln (1 + fix1 T X x)).
  by apply: measurable_ln; apply: measurable_add; [exact: measurable_const | exact: mfix].
have [i1 _] := same T L X (fun x => ln (1 + x)) aX m1 iX.
have [i2 e2] := same T' L' Y ln aY (measurable_ln (mfix _ _ _ mY)) iY.
have [|i le] := log_order (mfix _ _ _ mX) (mfix _ _ _ mY) (fix0 _ X) (fix0 _ Y) i1 i2.
  by move=> t t0; rewrite !ex //; exact: order.
have [|j e] := almost_ext i (measurable_ln mX) aX; first by move=> w p; rewrite fixE.
by split=> //; rewrite e -e2.
Qed.
End Order.
