(* Integrals over t > 0.

   [half_line]: if F' = f >= 0 does not rise, and F tends to l, then int_(t > 0) f = l - F(0). Two examples:
   int exp(-t x) dt = 1/x, and int (1 + a t)^(-b-1) dt = 1/(a b). [positive_all]: an integral over t > 0 as one
   over the line. [over_positive_le], [over_positive_sub]: monotony and differences. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint interval finmap.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition strip (a b : R) : set line := [set x | a < x /\ x <= b].
Lemma stripE a b : strip a b = `](a : RR), (b : RR)]%classic.
Proof.
apply/seteqP; split => x; rewrite /strip /= in_itv /=.
  by move=> [/RltP -> /RleP ->].
by move=> /andP[/RltP h1 /RleP h2].
Qed.
Lemma strip_measurable a b : measurable (strip a b).
Proof. by rewrite stripE; exact: measurable_itv. Qed.
Lemma leb_strip a b : a <= b -> leb (strip a b) = (b - a : RR)%R%:E.
Proof.
move=> h; rewrite stripE [LHS](lebesgue_measure_itv (R := RR)) hlength_itv /= lte_fin.
have [l | e] := boolP ((a : RR) < b)%ring; first by rewrite -EFinB.
have -> : a = b by move/negP: e => e; apply: Rle_antisym => //; apply: Rnot_lt_le => /RltP.
by rewrite Rminus_eq_0.
Qed.
Lemma positive_measurable : measurable (positive : set line).
Proof.
have -> : positive = `](0 : RR)%R, +oo[%classic.
  apply/seteqP; split => x; rewrite /positive /= in_itv /= andbT; first by move/RltP.
  by move/RltP.
exact: measurable_itv.
Qed.

Section Monotone.
Variables (f F : R -> R) (l : R).
Hypothesis mf : measurable_fun setT (f : RR -> RR).
Hypothesis f0 : forall x, 0 <= x -> 0 <= f x.
Hypothesis falls : forall x y, 0 <= x <= y -> f y <= f x.
Hypothesis slope : forall x, 0 <= x -> derivable_pt_lim F x (f x).
Hypothesis limit : Un_cv (fun n => F (INR n)) l.
Let I a b := (\int[leb]_(x in strip a b) (f x : RR)%:E)%E.

Let mfD (D : set line) : measurable D -> measurable_fun D (fun x : line => (f x : RR)%:E).
Proof. by move=> mD; apply/EFin_measurable_fun; exact: (measurable_funS measurableT (@subsetT _ D) mf). Qed.
Let rise x y : 0 <= x <= y -> f y * (y - x) <= F y - F x <= f x * (y - x).
Proof.
move=> [x0 [h | ->]]; last by rewrite !Rminus_eq_0; lra.
have [c [e [c1 c2]]] : exists c, F y - F x = f c * (y - x) /\ x < c < y.
  by apply: MVT_cor2 => // c [xc _]; apply: slope; lra.
rewrite e; have a1 : f y <= f c by apply: falls; lra.
have a2 : f c <= f x by apply: falls; lra.
by split; apply: Rmult_le_compat_r; lra.
Qed.
Let between x y : 0 <= x <= y -> ((f y * (y - x) : RR)%R%:E <= I x y /\ I x y <= (f x * (y - x) : RR)%R%:E)%E.
Proof.
move=> [x0 xy]; have m := strip_measurable x y.
have c (k : R) : (\int[leb]_(_ in strip x y) (k : RR)%:E = (k * (y - x) : RR)%R%:E)%E.
  by rewrite (integral_cst leb m) leb_strip // -EFinM.
have k0 z : 0 <= z -> (0 <= (f z : RR)%:E)%E by move=> h; rewrite lee_fin; apply/RleP; exact: f0.
rewrite -!c; split; apply: ge0_le_integral => //;
  try (by move=> z [z1 z2]; apply: k0; lra); try exact: measurable_fun_cst; try exact: mfD;
  by move=> z [z1 z2]; rewrite lee_fin; apply/RleP; apply: falls; lra.
Qed.
Let additive x y z : 0 <= x <= y -> y <= z -> (I x z = I x y + I y z)%E.
Proof.
move=> [x0 xy] yz; have e : strip x z = strip x y `|` strip y z.
  apply/seteqP; split => t /=; rewrite /strip /=.
    by move=> [a b]; case: (Rle_lt_dec t y) => h; [left | right].
  by move=> [[a b] | [a b]]; lra.
rewrite /I e integral_setU //; [exact: strip_measurable | exact: strip_measurable | | |].
- by apply: mfD; apply: measurableU; exact: strip_measurable.
- by move=> t h; rewrite lee_fin; apply/RleP; apply: f0; case: h => -[a b]; lra.
- by apply/disj_set2P; apply/seteqP; split => t //= [[a b] [a' b']]; lra.
Qed.
(* n steps of width h *)
Let steps h n : 0 <= h ->
  ((F (INR n * h) - F 0 - h * (f 0 - f (INR n * h)) : RR)%R%:E <= I 0 (INR n * h) /\
   I 0 (INR n * h) <= (F (INR n * h) - F 0 + h * (f 0 - f (INR n * h)) : RR)%R%:E)%E.
Proof.
move=> h0; elim: n => [|n [IH1 IH2]].
  rewrite /= Rmult_0_l; have [a b] := @between 0 0 ltac:(lra).
  by rewrite Rminus_eq_0 !Rmult_0_r in a b; rewrite !Rminus_eq_0 Rmult_0_r Rplus_0_r Rminus_0_r.
have n0 := pos_INR n; have p : 0 <= INR n * h by exact: Rmult_le_pos.
have q : INR n.+1 * h = INR n * h + h by rewrite S_INR; ring.
have pq : 0 <= INR n * h <= INR n.+1 * h by lra.
rewrite (@additive 0 (INR n * h) (INR n.+1 * h)) //; [ | lra | lra].
have [a b] := between pq; have [a' b'] := rise pq.
have d : INR n.+1 * h - INR n * h = h by lra.
rewrite d in a b a' b'; split.
- apply: le_trans (lee_add IH1 a); rewrite -EFinD lee_fin; apply/RleP; toR; lra.
- apply: le_trans (lee_add IH2 b) _; rewrite -EFinD lee_fin; apply/RleP; toR; lra.
Qed.
Let exact_value b : 0 <= b -> I 0 b = (F b - F 0 : RR)%R%:E.
Proof.
move=> b0; have [a c] := @between 0 b ltac:(lra).
have fin : I 0 b \is a fin_num.
  by rewrite fin_numE; case: (I 0 b) a c => [r| |].
rewrite -(fineK fin); apply: congr1; set J : R := fine (I 0 b).
apply: Rminus_diag_uniq; apply: calculus.Rabs_small => e e0.
  have f00 := f0 (Rle_refl 0).
  have bf : 0 <= b * f 0 / e.
    by apply: Rmult_le_pos; [exact: Rmult_le_pos | apply: Rlt_le; exact: Rinv_0_lt_compat].
  have [n [_ nn]] := calculus.nfloor_ex _ bf.
  have n1 : 0 < INR n.+1 by rewrite S_INR; have := pos_INR n; lra.
  have [u v] := @steps (b / INR n.+1) n.+1 ltac:(apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat).
  have w : INR n.+1 * (b / INR n.+1) = b by field; lra.
  rewrite w -(fineK fin) lee_fin in u; rewrite w -(fineK fin) lee_fin in v.
  move/RleP: u => u; move/RleP: v => v; rewrite -/J in u v.
  have fb := f0 b0.
  have g : b / INR n.+1 * (f 0 - f b) <= e.
    apply: (Rle_trans _ (b / INR n.+1 * f 0)).
      apply: Rmult_le_compat_l; last lra.
      by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
    apply: (Rmult_le_reg_r (INR n.+1)) => //.
    have -> : b / INR n.+1 * f 0 * INR n.+1 = b * f 0 / e * e by field; lra.
    rewrite Rmult_comm; apply: Rmult_le_compat_l; first lra; rewrite S_INR; lra.
  by apply: Rabs_le; lra.
Qed.
Lemma half_line : (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = (l - F 0 : RR)%R%:E)%E.
Proof.
pose u n (x : R) : R := if `[< strip 0 (INR n) x >] then f x else 0.
pose v (x : R) : R := if `[< positive x >] then f x else 0.
have u0 n x : 0 <= u n x by rewrite /u; case: asboolP => [[a _] |]; [apply: f0; lra | lra].
have mu n : measurable_fun setT (fun x : line => (u n x : RR)%:E).
  apply/EFin_measurable_fun.
  apply: (@eq_measurable_fun _ _ _ _ _ (fun x : line => ((f x : RR) * \1_(strip 0 (INR n)) x)%ring)).
    move=> x _; rewrite /u indicE; case: asboolP => h; first by rewrite mem_set // mulr1.
    by rewrite memNset // mulr0.
  by apply: measurable_funM => //; apply: measurable_fun_indic; exact: strip_measurable.
have uI n : (\int[leb]_x (u n x : RR)%:E = (F (INR n) - F 0 : RR)%R%:E)%E.
  rewrite -exact_value; last exact: pos_INR.
  rewrite /I [RHS]integral_mkcond; apply: eq_integral => x _; rewrite /u /patch.
  by case: asboolP => h; [rewrite mem_set | rewrite memNset].
have up x m n : (m <= n)%N -> u m x <= u n x.
  move=> mn; rewrite /u; have le : INR m <= INR n by apply: le_INR; exact/ssrnat.leP.
  case: asboolP => [[a b] | h]; case: asboolP => [[a' b'] | h'].
  - lra.
  - by exfalso; apply: h'; split => //; lra.
  - by apply: f0; lra.
  - lra.
have cv x : Un_cv (u ^~ x) (v x).
  move=> e e0; have [k [_ k2]] := calculus.nfloor_ex _ (Rabs_pos x).
  exists k.+1 => n kn; rewrite /R_dist; suff -> : u n x = v x by rewrite Rminus_eq_0 Rabs_R0.
  have le : INR k + 1 <= INR n by rewrite -S_INR; exact: le_INR.
  rewrite /u /v /positive /strip /=; case: asboolP => [[a b] | h]; case: asboolP => // h'.
  by exfalso; apply: h; split => //; have := Rle_abs x; lra.
have e : (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = \int[leb]_x (v x : RR)%:E)%E.
  rewrite lebE integral_mkcond; apply: eq_integral => x _; rewrite /v /patch.
  by case: asboolP => h; [rewrite mem_set | rewrite memNset].
have c1 : (fun n => \int[leb]_x (u n x : RR)%:E)%E --> (\int[leb]_x (v x : RR)%:E)%E.
  have := @cvg_monotone_convergence _ line _ leb setT measurableT (fun n (x : line) => (u n x : RR)%:E) mu.
  rewrite (eq_integral (fun x : line => (v x : RR)%:E)); last first.
    by move=> x _; apply/cvg_lim => //; exact: cvg_extended.
  apply; first by move=> n x _; rewrite lee_fin; apply/RleP; exact: u0.
  by move=> x _ m n mn; rewrite lee_fin; apply/RleP; exact: up.
have c2 : (fun n => (F (INR n) - F 0 : RR)%R%:E) --> (l - F 0 : RR)%R%:E.
  apply: cvg_extended; apply: CV_minus => //.
  by move=> eps p; exists 0%N => n _; rewrite /R_dist Rminus_eq_0 Rabs_R0.
rewrite e; have h : (fun n => \int[leb]_x (u n x : RR)%:E)%E = (fun n => (F (INR n) - F 0 : RR)%R%:E) by apply/funext.
by rewrite h in c1; rewrite -(cvg_lim _ c1) // -(cvg_lim _ c2).
Qed.
End Monotone.

(* int_(t > 0) exp(-x t) dt = 1/x *)
Lemma half_line_exp x : 0 < x ->
  (\int[lebesgue_measure]_(t in positive) (exp (- (x * t))%R : RR)%:E = (/ x : RR)%R%:E)%E.
Proof.
move=> p; rewrite (@half_line _ (fun t => - / x * exp (- (x * t))) 0).
- by apply: congr1; rewrite Rmult_0_r Ropp_0 exp_0; change (0 - - / x * 1 = / x :> R); ring.
- by apply: continuous_borel => t; apply: derivable_continuous_pt; reg.
- by move=> t _; exact: Rlt_le (exp_pos _).
- by move=> t u [t0 tu]; apply: calculus.exp_le; have := Rmult_le_compat_l x t u (Rlt_le _ _ p) tu; lra.
- by move=> t _; exact: calculus.derive_exp_line.
- by apply: calculus.exp_vanishes; exact: calculus.linear_grows.
Qed.
(* int_(t > 0) (1 + a t)^(-b-1) dt = 1/(a b) *)
Definition power_line (a b t : R) : R := exp (- ((b + 1) * ln (1 + a * t))).
Lemma power_line_borel a b : measurable_fun setT (power_line a b : RR -> RR).
Proof.
have m : measurable_fun setT (fun t : RR => ln (1 + a * t)%R : RR).
  apply: (measurable_fun_comp ln_borel); apply: measurable_funD; first exact: measurable_fun_cst.
  by apply: measurable_funrM; exact: measurable_fun_id.
by apply: (measurable_fun_comp exp_borel); apply: measurable_funN; apply: measurable_funrM.
Qed.
Lemma half_line_power a b : 0 < a -> 0 < b ->
  (\int[lebesgue_measure]_(t in positive) (power_line a b t : RR)%:E = (/ (a * b) : RR)%R%:E)%E.
Proof.
move=> p q; rewrite (@half_line _ (fun t => - / (a * b) * exp (- (b * ln (1 + a * t)))) 0).
- by apply: congr1; rewrite Rmult_0_r Rplus_0_r ln_1 Rmult_0_r Ropp_0 exp_0; change (0 - - / (a * b) * 1 = / (a * b) :> R); ring.
- exact: power_line_borel.
- by move=> t _; exact: Rlt_le (exp_pos _).
- move=> t u [t0 tu]; apply: calculus.exp_le; apply: Ropp_le_contravar; apply: Rmult_le_compat_l; first lra.
  by apply: calculus.ln_le; nra.
- by move=> t t0; exact: calculus.derive_power_line.
- by apply: calculus.exp_vanishes; exact: calculus.log_grows.
Qed.

(* ---------- rules for integrals over t > 0 ---------- *)
Lemma positive_finite (f : R -> R) (r : R) : measurable_fun setT (f : RR -> RR) -> (forall t, 0 < t -> 0 <= f t) ->
  (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = (r : RR)%:E)%E ->
  integrable_over_positive f /\ over_positive f = r.
Proof.
move=> mf f0 e; split; last by rewrite /over_positive e.
split; first by apply/EFin_measurable_fun; exact: (measurable_funS measurableT (@subsetT _ positive) mf).
rewrite (eq_integral (fun t : line => (f t : RR)%:E)); first by rewrite e ltry.
by move=> t; rewrite inE => p; rewrite gee0_abs // lee_fin; apply/RleP; exact: f0.
Qed.
Lemma over_positive_linear a b (f g : R -> R) : integrable_over_positive f -> integrable_over_positive g ->
  integrable_over_positive (fun t => a * f t + b * g t) /\
  over_positive (fun t => a * f t + b * g t) = a * over_positive f + b * over_positive g.
Proof.
move=> fi gi; have mP := positive_measurable.
have i1 := integrablerM mP (a : RR) fi; have i2 := integrablerM mP (b : RR) gi.
split; first exact: (integrableD mP i1 i2).
rewrite /over_positive (eq_integral (fun t : line => (a : RR)%:E * (f t : RR)%:E + (b : RR)%:E * (g t : RR)%:E)%E); last first.
  by move=> t _; rewrite -!EFinM -EFinD.
rewrite (integralD mP i1 i2) !integralM //.
have := integral_fune_fin_num mP fi; have := integral_fune_fin_num mP gi.
by move: (integral _ _ _) (integral _ _ _) => [x| |] // [y| |].
Qed.
Lemma over_positive_ext (f g : R -> R) : (forall t, 0 < t -> f t = g t) -> over_positive f = over_positive g.
Proof. by move=> e; rewrite /over_positive; congr fine; apply: eq_integral => t; rewrite inE => p; rewrite e. Qed.
Lemma over_positive_ge0 (f : R -> R) : (forall t, 0 < t -> 0 <= f t) -> 0 <= over_positive f.
Proof.
move=> h; apply/RleP; apply: fine_ge0; apply: integral_ge0 => t p; rewrite lee_fin; apply/RleP; exact: h.
Qed.
Lemma over_positive_le (f g : R -> R) : integrable_over_positive f -> integrable_over_positive g ->
  (forall t, 0 < t -> f t <= g t) -> over_positive f <= over_positive g.
Proof.
move=> fi gi le; have [_ e] := over_positive_linear 1 (-1) gi fi.
have : 0 <= over_positive (fun t => 1 * g t + -1 * f t); last by rewrite e; lra.
by apply: over_positive_ge0 => t p; have := le t p; lra.
Qed.
Lemma integrable_positive_below (f g : R -> R) : measurable_fun setT (f : RR -> RR) ->
  (forall t, 0 < t -> Rabs (f t) <= g t) -> integrable_over_positive g -> integrable_over_positive f.
Proof.
move=> mf b; apply: (le_integrable positive_measurable).
  by apply/EFin_measurable_fun; exact: (measurable_funS measurableT (@subsetT _ positive) mf).
move=> t p /=; rewrite lee_fin; apply: (@le_trans _ _ (g t : RR)); last exact: ler_norm.
by apply/RleP; exact: b.
Qed.
