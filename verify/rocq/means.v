(* Means: the everyday rules for [measurable_on], [integrable] and [mean] of theory/definitions.v.

   Measurable functions are closed under the operations of analysis; a bounded measurable function is
   integrable; means are linear and monotone; Jensen, Cauchy and Schwarz, Markov, dominated and monotone
   convergence. Fubini gives the tower property of independent draws. A Borel function of a matrix has
   the same mean under laws that agree on Borel sets; so a Haar matrix may be rotated inside a mean. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma le_real (x y : R) : x <= y <-> ((x : RR) <= y)%ring.
Proof. by split=> /RleP. Qed.
Lemma lt_real (x y : R) : x < y <-> ((x : RR) < y)%ring.
Proof. by split=> /RltP. Qed.

(* ---------- Borel functions of one variable ---------- *)
Lemma continuous_off_zero (g : R -> R) :
  (forall x : R, x <> 0 -> continuity_pt g x) -> measurable_fun setT (g : RR -> RR).
Proof.
move=> c.
have -> : [set: RR] = [set~ (0 : RR)] `|` [set (0 : RR)] by rewrite setvU.
have m1 : measurable [set (0 : RR)] by exact: measurable_set1.
apply/measurable_funU => //; first exact: measurableC.
split.
- apply: open_continuous_measurable_fun; first by apply: closed_openC; exact: closed_eq.
  move=> x; rewrite inE => /= nx; apply/continuity_pt_cvg; exact: c.
- apply: (@eq_measurable_fun _ _ _ _ _ (cst (g 0 : RR))); last exact: measurable_fun_cst.
  by move=> x; rewrite inE => ->.
Qed.
Lemma continuous_borel (g : R -> R) : (forall x, continuity_pt g x) -> measurable_fun setT (g : RR -> RR).
Proof. by move=> c; apply: continuous_off_zero. Qed.
(* a function that vanishes for x < 0 and is continuous for x > 0 *)
Lemma half_line_borel (g : R -> R) : (forall x, x < 0 -> g x = 0) ->
  (forall x, 0 < x -> continuity_pt g x) -> measurable_fun setT (g : RR -> RR).
Proof.
move=> z c; apply: continuous_off_zero => x nx; case: (Rtotal_order x 0) => [n | [// | p]]; last exact: c.
move=> eps pe; exists (- x); split; first by lra.
move=> y [_ b]; rewrite /= /R_dist in b; rewrite /= /R_dist.
by rewrite !z // ?Rminus_eq_0 ?Rabs_R0 //; have := Rle_abs (y - x); lra.
Qed.
Lemma ln_borel : measurable_fun setT (ln : RR -> RR).
Proof.
apply: half_line_borel => x h; first by rewrite /ln; case: Rlt_dec => // q; exfalso; lra.
exact: derivable_continuous_pt (exist _ _ (derivable_pt_lim_ln x h)).
Qed.
Lemma sqrt_borel : measurable_fun setT (R_sqrt.sqrt : RR -> RR).
Proof.
apply: half_line_borel => x h; first by apply: sqrt_neg_0; lra.
by apply: continuity_pt_sqrt; lra.
Qed.
Lemma inv_borel : measurable_fun setT (Rinv : RR -> RR).
Proof.
apply: continuous_off_zero => x nx; apply: (continuity_pt_inv id) => //.
exact: derivable_continuous_pt (derivable_pt_id x).
Qed.
Lemma exp_borel : measurable_fun setT (exp : RR -> RR).
Proof. by apply: continuous_borel => x; exact: derivable_continuous_pt (derivable_pt_exp x). Qed.
Lemma abs_borel : measurable_fun setT (Rabs : RR -> RR).
Proof. by apply: continuous_borel => x; exact: Rcontinuity_abs. Qed.

(* ---------- limits ---------- *)
Lemma cvg_real (u : nat -> R) (l : R) : Un_cv u l <-> ((u : nat -> RR) --> (l : RR)).
Proof.
split=> [c | /(@cvgrPdist_lt _ [normedModType RR of RR^o]) c].
  apply/(@cvgrPdist_lt _ [normedModType RR of RR^o]) => e e0; have [N h] := c e (proj2 (lt_real _ _) e0).
  exists N => // k /= Nk; apply/lt_real; have := h k; rewrite /R_dist => hk.
  change (Rabs (l - u k) < e); rewrite Rabs_minus_sym.
  by apply: hk; apply/ssrnat.leP.
move=> e e0; have [N _ h] := c e (proj1 (lt_real _ _) e0); exists N => k Nk.
rewrite /R_dist Rabs_minus_sym; apply/lt_real; apply: h; exact/ssrnat.leP.
Qed.
Lemma cvg_extended (u : nat -> R) (l : R) : Un_cv u l -> (fun k => (u k : RR)%:E) --> (l : RR)%:E.
Proof. by move=> /cvg_real c; apply: cvg_EFin => //; exact: nearW. Qed.

(* ---------- measurable functions and events ---------- *)
Definition measurable_event T (L : law T) (A : T -> Prop) : Prop :=
  measurable [set w : space L | A (draw w)].

Section Measurable.
Variables (T : Type) (L : law T).
Implicit Types (f g : T -> R) (A B : T -> Prop).
Notation mes := (measurable_on L).

Lemma measurable_ext f g : (forall x, f x = g x) -> mes f -> mes g.
Proof. by move=> e; apply: eq_measurable_fun => w _; exact: e. Qed.
(* it suffices that they agree on what the law draws *)
Lemma measurable_ext_drawn f g : (forall w : space L, f (draw w) = g (draw w)) -> mes f -> mes g.
Proof. by move=> e; apply: eq_measurable_fun => w _; exact: e. Qed.
Lemma measurable_borel (b : R -> R) f : measurable_fun setT (b : RR -> RR) -> mes f -> mes (fun x => b (f x)).
Proof. by move=> mb mf; exact: (measurable_fun_comp mb mf). Qed.
Lemma measurable_const c : mes (fun=> c).
Proof. exact: measurable_fun_cst. Qed.
Lemma measurable_add f g : mes f -> mes g -> mes (fun x => f x + g x).
Proof. exact: measurable_funD. Qed.
Lemma measurable_mul f g : mes f -> mes g -> mes (fun x => f x * g x).
Proof. exact: measurable_funM. Qed.
Lemma measurable_scal c f : mes f -> mes (fun x => c * f x).
Proof. by move=> mf; apply: measurable_mul => //; exact: measurable_const. Qed.
Lemma measurable_opp f : mes f -> mes (fun x => - f x).
Proof. exact: measurable_funN. Qed.
Lemma measurable_sub f g : mes f -> mes g -> mes (fun x => f x - g x).
Proof. by move=> mf mg; apply: measurable_add => //; exact: measurable_opp. Qed.
Lemma measurable_inv f : mes f -> mes (fun x => / f x).
Proof. exact: measurable_borel inv_borel. Qed.
Lemma measurable_div f g : mes f -> mes g -> mes (fun x => f x / g x).
Proof. by move=> mf mg; apply: measurable_mul => //; exact: measurable_inv. Qed.
Lemma measurable_pow k f : mes f -> mes (fun x => f x ^ k).
Proof. by move=> mf; elim: k => [|k IH] /=; [exact: measurable_const | exact: measurable_mul]. Qed.
Lemma measurable_total n (f : 'I_n -> T -> R) : (forall k, mes (f k)) -> mes (fun x => \S_(k < n) f k x).
Proof.
move=> mf; rewrite /total; elim: n f mf => [|n IH] f mf.
  by apply: (measurable_ext (f := fun=> 0)) => [x|]; [rewrite big_ord0 | exact: measurable_const].
apply: (measurable_ext (f := fun x => (\sum_(k < n) f (widen_ord (leqnSn n) k) x)%ring + f ord_max x)).
  by move=> x; rewrite big_ord_recr.
by apply: measurable_add => //; exact: IH.
Qed.
Lemma measurable_ln f : mes f -> mes (fun x => ln (f x)).
Proof. exact: measurable_borel ln_borel. Qed.
Lemma measurable_exp f : mes f -> mes (fun x => exp (f x)).
Proof. exact: measurable_borel exp_borel. Qed.
Lemma measurable_sqrt f : mes f -> mes (fun x => sqrt (f x)).
Proof. exact: measurable_borel sqrt_borel. Qed.
Lemma measurable_abs f : mes f -> mes (fun x => Rabs (f x)).
Proof. exact: measurable_borel abs_borel. Qed.
Lemma measurable_Rpower f g : mes f -> mes g -> mes (fun x => Rpower (f x) (g x)).
Proof. by move=> mf mg; apply: measurable_exp; apply: measurable_mul => //; exact: measurable_ln. Qed.
Lemma measurable_max f g : mes f -> mes g -> mes (fun x => Rmax (f x) (g x)).
Proof.
move=> mf mg; apply: (measurable_ext (f := fun x => (f x + g x + Rabs (f x - g x)) * / 2)) => [x|].
  by rewrite /Rmax; case: Rle_dec => h; [rewrite Rabs_left1 | rewrite Rabs_right]; lra.
apply: measurable_mul; last exact: measurable_const.
by apply: measurable_add; [exact: measurable_add | apply: measurable_abs; exact: measurable_sub].
Qed.
Lemma measurable_min f g : mes f -> mes g -> mes (fun x => Rmin (f x) (g x)).
Proof.
move=> mf mg; apply: (measurable_ext (f := fun x => - Rmax (- f x) (- g x))) => [x|].
  by rewrite /Rmax /Rmin; do 2![case: Rle_dec => ?]; lra.
by apply: measurable_opp; apply: measurable_max; exact: measurable_opp.
Qed.

(* events *)
Lemma event_ext A B : (forall x, A x <-> B x) -> measurable_event L A -> measurable_event L B.
Proof. by move=> e; rewrite /measurable_event (_ : [set w | A _] = [set w | B (draw w)]) //; apply/seteqP; split=> w /e. Qed.
Lemma event_not A : measurable_event L A -> measurable_event L (fun x => ~ A x).
Proof. exact: measurableC. Qed.
Lemma event_and A B : measurable_event L A -> measurable_event L B -> measurable_event L (fun x => A x /\ B x).
Proof. exact: measurableI. Qed.
Lemma event_or A B : measurable_event L A -> measurable_event L B -> measurable_event L (fun x => A x \/ B x).
Proof. exact: measurableU. Qed.
Lemma event_le f g : mes f -> mes g -> measurable_event L (fun x => f x <= g x).
Proof.
move=> mf mg; have /(_ measurableT `[(0%ring : RR), +oo[%classic) := measurable_sub mg mf.
rewrite setTI => /(_ (measurable_itv _)) m.
apply: (event_ext (A := fun x => 0 <= g x - f x)) => [x|]; first by split; lra.
rewrite /measurable_event (_ : [set w | _] = (fun w : space L => (g (draw w) - f (draw w) : RR)) @^-1` `[(0%ring : RR), +oo[%classic) //.
by apply/seteqP; split=> w /=; rewrite in_itv /= andbT => /le_real.
Qed.
Lemma event_lt f g : mes f -> mes g -> measurable_event L (fun x => f x < g x).
Proof.
by move=> mf mg; apply: event_ext (event_not (event_le mg mf)) => x; split; lra.
Qed.
Lemma event_eq f g : mes f -> mes g -> measurable_event L (fun x => f x = g x).
Proof.
by move=> mf mg; apply: event_ext (event_and (event_le mf mg) (event_le mg mf)) => x; split; lra.
Qed.
Lemma event_const (P : Prop) : measurable_event L (fun=> P).
Proof.
rewrite /measurable_event; case: (pselect P) => p.
  by rewrite (_ : [set _ | P] = setT) //; apply/seteqP; split.
by rewrite (_ : [set _ | P] = set0) //; apply/seteqP; split.
Qed.
Lemma event_countable (A : nat -> T -> Prop) :
  (forall k, measurable_event L (A k)) -> measurable_event L (fun x => forall k, A k x).
Proof.
move=> m; have := bigcap_measurable (P := setT) (fun k _ => m k); rewrite /measurable_event.
set B := bigcap _ _; rewrite (_ : B = [set w | forall k, A k (draw w)]) //.
by apply/seteqP; split=> w h => [k | k _]; exact: h.
Qed.
Lemma event_forall (I : finType) (A : I -> T -> Prop) :
  (forall k, measurable_event L (A k)) -> measurable_event L (fun x => forall k, A k x).
Proof.
move=> m; apply: (event_ext (A := fun x => forall k : nat, forall i : I, nat_of_ord (enum_rank i) = k -> A i x)).
  by move=> x; split=> [h i | h k i _]; [exact: (h _ i erefl) | exact: h].
apply: event_countable => k; case: (pselect (exists i : I, nat_of_ord (enum_rank i) = k)) => [[i <-]| n].
  apply: event_ext (m i) => x; split=> [h j /ord_inj /enum_rank_inj -> // | h]; exact: h.
apply: event_ext (event_const True) => x; split=> // _ i e; exfalso; apply: n; by exists i.
Qed.
Lemma event_exists (I : finType) (A : I -> T -> Prop) :
  (forall k, measurable_event L (A k)) -> measurable_event L (fun x => exists k, A k x).
Proof.
move=> m; apply: event_ext (event_not (event_forall (fun k => event_not (m k)))) => x.
split=> [h | [k a] h]; last exact: (h k).
by apply: contrapT => n; apply: h => k a; apply: n; exists k.
Qed.

Lemma measurable_if A f g : measurable_event L A -> mes f -> mes g ->
  mes (fun x => if `[< A x >] then f x else g x).
Proof.
move=> mA mf mg; apply: measurable_fun_ifT => //; apply: (measurable_fun_bool true).
rewrite (_ : _ @^-1` _ = [set w : space L | A (draw w)]) //.
by apply/seteqP; split=> w /= /asboolP.
Qed.
Lemma measurable_if_bool (b : T -> bool) f g : measurable_event L (fun x => b x) -> mes f -> mes g ->
  mes (fun x => if b x then f x else g x).
Proof.
move=> mA mf mg; apply: measurable_ext (measurable_if mA mf mg) => x.
by case: (b x); case: asboolP.
Qed.
Lemma measurable_if_dec A B (dec : forall x, {A x} + {B x}) f g : (forall x, A x -> ~ B x) ->
  measurable_event L A -> mes f -> mes g -> mes (fun x => if dec x then f x else g x).
Proof.
move=> AB mA mf mg; apply: measurable_ext (measurable_if mA mf mg) => x.
by case: (dec x) => [a | b]; case: asboolP => // n; exfalso; first [exact: (n a) | exact: (AB _ n b)].
Qed.
Lemma measurable_if_le f g h k : mes f -> mes g -> mes h -> mes k ->
  mes (fun x => if Rle_dec (f x) (g x) then h x else k x).
Proof. by move=> mf mg; apply: measurable_if_dec (event_le mf mg) => x p n; exact: n. Qed.
Lemma measurable_if_lt f g h k : mes f -> mes g -> mes h -> mes k ->
  mes (fun x => if Rlt_dec (f x) (g x) then h x else k x).
Proof. by move=> mf mg; apply: measurable_if_dec (event_lt mf mg) => x p n; exact: n. Qed.
(* a pointwise limit *)
Lemma measurable_limit (f : nat -> T -> R) g : (forall k, mes (f k)) ->
  (forall x, Un_cv (fun k => f k x) (g x)) -> mes g.
Proof.
move=> mf cv; apply: (measurable_fun_cvg (h := fun k (w : space L) => (f k (draw w) : RR))) => // w _.
exact/cvg_real.
Qed.
End Measurable.

(* ---------- integrable functions and means ---------- *)
Section Means.
Variables (T : Type) (L : law T).
Implicit Types (f g : T -> R) (A : T -> Prop).
Notation mes := (measurable_on L).
Notation int := (integrable L).
Notation E := (mean L).

Lemma integrable_measurable f : int f -> mes f.
Proof. by case=> /EFin_measurable_fun. Qed.
Lemma integrable_ext_drawn f g : (forall w : space L, f (draw w) = g (draw w)) -> int f -> int g.
Proof. by move=> e; apply: eq_integrable => // w _; rewrite e. Qed.
Lemma integrable_ext f g : (forall x, f x = g x) -> int f -> int g.
Proof. by move=> e; apply: integrable_ext_drawn. Qed.
Lemma mean_ext_drawn f g : (forall w : space L, f (draw w) = g (draw w)) -> E f = E g.
Proof. by move=> e; congr fine; apply: eq_integral => w _; rewrite e. Qed.
Lemma mean_ext f g : (forall x, f x = g x) -> E f = E g.
Proof. by move=> e; apply: mean_ext_drawn. Qed.
Lemma mean_const c : E (fun=> c) = c.
Proof. by rewrite /mean (integral_cst _ measurableT) mass_one mule1. Qed.
Lemma integrable_const c : int (fun=> c).
Proof.
split; first exact: measurable_fun_cst.
by rewrite (integral_cst _ measurableT `|(c : RR)%:E|%E) mass_one mule1 ltry.
Qed.
Lemma integrable_dominated f g : mes f -> int g -> (forall w : space L, Rabs (f (draw w)) <= g (draw w)) -> int f.
Proof.
move=> mf ig b; apply: (le_integrable measurableT _ _ ig); first exact/EFin_measurable_fun.
move=> w _ /=; rewrite lee_fin; apply/le_real; change (Rabs (f (draw w)) <= Rabs (g (draw w))).
by apply: Rle_trans (b w) _; exact: Rle_abs.
Qed.
Lemma integrable_bounded f c : mes f -> (forall w : space L, Rabs (f (draw w)) <= c) -> int f.
Proof. by move=> mf b; apply: (integrable_dominated (g := fun=> c)) => //; exact: integrable_const. Qed.
Lemma integrable_between f a b : mes f -> (forall w : space L, a <= f (draw w) <= b) -> int f.
Proof.
move=> mf h; apply: (integrable_bounded (c := Rabs a + Rabs b)) => // w; have [p q] := h w.
by apply: Rabs_le; have := Rle_abs b; have := Rle_abs (- a); rewrite Rabs_Ropp; have := Rabs_pos a; have := Rabs_pos b; lra.
Qed.
Lemma integrable_linear a b f g : int f -> int g -> int (fun x => a * f x + b * g x).
Proof.
move=> fi gi.
exact: (integrableD measurableT (integrablerM measurableT (a : RR) fi) (integrablerM measurableT (b : RR) gi)).
Qed.
Lemma mean_linear a b f g : int f -> int g -> E (fun x => a * f x + b * g x) = a * E f + b * E g.
Proof.
move=> fi gi; rewrite /mean.
rewrite (eq_integral (fun w => (a : RR)%:E * (f (draw w) : RR)%:E + (b : RR)%:E * (g (draw w) : RR)%:E)%E); last first.
  by move=> w _; rewrite -!EFinM -EFinD.
rewrite integralD //; [| exact: integrablerM | exact: integrablerM].
rewrite !integralM //.
have := integral_fune_fin_num measurableT fi; have := integral_fune_fin_num measurableT gi.
by move: (integral _ _ _) (integral _ _ _) => [x| |] // [y| |].
Qed.
Lemma integrable_add f g : int f -> int g -> int (fun x => f x + g x).
Proof. by move=> fi gi; apply: integrable_ext (integrable_linear 1 1 fi gi) => x; lra. Qed.
Lemma mean_add f g : int f -> int g -> E (fun x => f x + g x) = E f + E g.
Proof. by move=> fi gi; rewrite -[RHS](_ : 1 * E f + 1 * E g = _); last lra; rewrite -mean_linear //; apply: mean_ext => x; lra. Qed.
Lemma integrable_sub f g : int f -> int g -> int (fun x => f x - g x).
Proof. by move=> fi gi; apply: integrable_ext (integrable_linear 1 (-1) fi gi) => x; lra. Qed.
Lemma mean_sub f g : int f -> int g -> E (fun x => f x - g x) = E f - E g.
Proof. by move=> fi gi; rewrite -[RHS](_ : 1 * E f + (-1) * E g = _); last lra; rewrite -mean_linear //; apply: mean_ext => x; lra. Qed.
Lemma integrable_scal c f : int f -> int (fun x => c * f x).
Proof. by move=> fi; apply: integrable_ext (integrable_linear c 0 fi fi) => x; lra. Qed.
Lemma mean_scal c f : int f -> E (fun x => c * f x) = c * E f.
Proof. by move=> fi; rewrite -[RHS](_ : c * E f + 0 * E f = _); last lra; rewrite -mean_linear //; apply: mean_ext => x; lra. Qed.
Lemma integrable_scal_r c f : int f -> int (fun x => f x * c).
Proof. by move=> fi; apply: integrable_ext (integrable_scal c fi) => x; lra. Qed.
Lemma mean_scal_r c f : int f -> E (fun x => f x * c) = E f * c.
Proof. by move=> fi; rewrite Rmult_comm -mean_scal //; apply: mean_ext => x; lra. Qed.
Lemma integrable_div c f : int f -> int (fun x => f x / c).
Proof. exact: integrable_scal_r. Qed.
Lemma mean_div c f : int f -> E (fun x => f x / c) = E f / c.
Proof. exact: mean_scal_r. Qed.
Lemma integrable_opp f : int f -> int (fun x => - f x).
Proof. by move=> fi; apply: integrable_ext (integrable_scal (-1) fi) => x; lra. Qed.
Lemma mean_opp f : int f -> E (fun x => - f x) = - E f.
Proof. by move=> fi; rewrite -[RHS](_ : (-1) * E f = _); last lra; rewrite -mean_scal //; apply: mean_ext => x; lra. Qed.
Lemma total_recr n (f : 'I_n.+1 -> R) : \S_(k < n.+1) f k = \S_(k < n) f (widen_ord (leqnSn n) k) + f ord_max.
Proof. by rewrite /total big_ord_recr. Qed.
Lemma integrable_total n (f : 'I_n -> T -> R) : (forall k, int (f k)) -> int (fun x => \S_(k < n) f k x).
Proof.
elim: n f => [|n IH] f fi.
  by apply: (integrable_ext (f := fun=> 0)) => [x|]; [rewrite /total big_ord0 | exact: integrable_const].
apply: (integrable_ext (f := fun x => \S_(k < n) f (widen_ord (leqnSn n) k) x + f ord_max x)).
  by move=> x; rewrite total_recr.
by apply: integrable_add => //; exact: IH.
Qed.
Lemma mean_total n (f : 'I_n -> T -> R) : (forall k, int (f k)) ->
  E (fun x => \S_(k < n) f k x) = \S_(k < n) E (f k).
Proof.
elim: n f => [|n IH] f fi.
  by rewrite [RHS]/total big_ord0 -[RHS]mean_const; apply: mean_ext => x; rewrite /total big_ord0.
rewrite total_recr -IH // -mean_add //; last exact: integrable_total.
by apply: mean_ext => x; rewrite total_recr.
Qed.
Lemma mean_ge0_drawn f : (forall w : space L, 0 <= f (draw w)) -> 0 <= E f.
Proof. by move=> h; apply/le_real; apply: fine_ge0; apply: integral_ge0 => w _; rewrite lee_fin; apply/le_real; exact: h. Qed.
Lemma mean_ge0 f : (forall x, 0 <= f x) -> 0 <= E f.
Proof. by move=> h; exact: mean_ge0_drawn. Qed.
Lemma mean_le_drawn f g : int f -> int g -> (forall w : space L, f (draw w) <= g (draw w)) -> E f <= E g.
Proof.
move=> fi gi h; have := @mean_ge0_drawn (fun x => g x - f x); rewrite mean_sub // => q.
have : 0 <= E g - E f by apply: q => w; have := h w; lra.
by lra.
Qed.
Lemma mean_le f g : int f -> int g -> (forall x, f x <= g x) -> E f <= E g.
Proof. by move=> fi gi h; exact: mean_le_drawn. Qed.
Lemma mean_above f c : int f -> (forall w : space L, f (draw w) <= c) -> E f <= c.
Proof. by move=> fi h; rewrite -(mean_const c); apply: mean_le_drawn => //; exact: integrable_const. Qed.
Lemma mean_below f c : int f -> (forall w : space L, c <= f (draw w)) -> c <= E f.
Proof. by move=> fi h; rewrite -(mean_const c); apply: mean_le_drawn => //; exact: integrable_const. Qed.
Lemma integrable_abs f : int f -> int (fun x => Rabs (f x)).
Proof.
move=> fi; have m := integrable_measurable fi.
exact: (integrable_abse measurableT fi).
Qed.
Lemma mean_abs f : int f -> Rabs (E f) <= E (fun x => Rabs (f x)).
Proof.
move=> fi; have ai := integrable_abs fi; apply: Rabs_le; split.
  by rewrite -mean_opp //; apply: mean_le => // [|x]; [exact: integrable_opp | have := Rle_abs (- f x); rewrite Rabs_Ropp; lra].
by apply: mean_le => // x; exact: Rle_abs.
Qed.
Lemma integrable_max f g : int f -> int g -> int (fun x => Rmax (f x) (g x)).
Proof.
move=> fi gi; apply: (integrable_dominated (g := fun x => Rabs (f x) + Rabs (g x))).
- by apply: measurable_max; exact: integrable_measurable.
- by apply: integrable_add; exact: integrable_abs.
- move=> w; have := Rabs_pos (f (draw w)); have := Rabs_pos (g (draw w)).
  by rewrite /Rmax; case: Rle_dec; lra.
Qed.
Lemma integrable_mul_bounded f g c : int f -> mes g -> (forall w : space L, Rabs (g (draw w)) <= c) ->
  int (fun x => f x * g x).
Proof.
move=> fi mg b; apply: (integrable_dominated (g := fun x => c * Rabs (f x))).
- by apply: measurable_mul => //; exact: integrable_measurable.
- by apply: integrable_scal; exact: integrable_abs.
- by move=> w; rewrite Rabs_mult Rmult_comm; apply: Rmult_le_compat_r => //; exact: Rabs_pos.
Qed.
Lemma integrable_square f : mes f -> int (fun x => f x ^ 2) -> int f.
Proof.
move=> mf i2; apply: (integrable_dominated (g := fun x => 1 + f x ^ 2)) => //.
  by apply: integrable_add => //; exact: integrable_const.
by move=> w; have := Rabs_pos (f (draw w)); rewrite -(pow2_abs (f (draw w))); nra.
Qed.
Lemma integrable_mul_squares f g : mes f -> mes g -> int (fun x => f x ^ 2) -> int (fun x => g x ^ 2) ->
  int (fun x => f x * g x).
Proof.
move=> mf mg i j; apply: (integrable_dominated (g := fun x => f x ^ 2 + g x ^ 2)).
- exact: measurable_mul.
- exact: integrable_add.
- by move=> w; apply: Rabs_le; nra.
Qed.

(* Jensen *)
Lemma mean_positive f : int f -> (forall w : space L, 0 < f (draw w)) -> 0 < E f.
Proof.
move=> fi p; have [// | n] := Rle_lt_or_eq_dec 0 (E f) (mean_ge0_drawn (fun w => Rlt_le _ _ (p w))).
exfalso; have mf := integrable_measurable fi.
(* a positive function of mean 0 vanishes almost surely, so prob setT = 0 *)
have z : (\int[prob (space L)]_w `|(f (draw w) : RR)%:E| = 0)%E.
  rewrite (eq_integral (fun w => (f (draw w) : RR)%:E)); last first.
    by move=> w _; rewrite gee0_abs // lee_fin; apply/le_real; have := p w; rewrite zeroE; lra.
  have := integral_fune_fin_num measurableT fi; move: n; rewrite /mean.
  by case: (integral _ _ _) => [r| |] //= <-.
have [N [mN N0 sN]] := (ae_eq_integral_abs (prob (space L)) measurableT (proj1 fi)).1 z.
have sT : setT `<=` N.
  move=> w _; apply: sN => /= e; have := e Logic.I; rewrite /= => -[] e0.
  by have := p w; rewrite e0 zeroE; lra.
have : (prob (space L) setT <= prob (space L) N)%E by apply: le_measure => //; rewrite inE.
by rewrite N0 mass_one lee_fin ler10.
Qed.
Lemma mean_ln f : int f -> int (fun x => ln (f x)) -> (forall w : space L, 0 < f (draw w)) ->
  E (fun x => ln (f x)) <= ln (E f).
Proof.
move=> fi li p; have m0 := mean_positive fi p; set m := E f in m0 *.
have h : E (fun x => ln (f x)) <= E (fun x => ln m + (f x - m) / m).
  apply: mean_le_drawn => // [|w]; last exact: ln_le_tangent.
  apply: integrable_add; first exact: integrable_const.
  by apply: integrable_div; apply: integrable_sub => //; exact: integrable_const.
apply: Rle_trans h _; rewrite mean_add; last 2 first.
- exact: integrable_const.
- by apply: integrable_div; apply: integrable_sub => //; exact: integrable_const.
rewrite mean_const mean_div; last by apply: integrable_sub => //; exact: integrable_const.
rewrite mean_sub //; last exact: integrable_const.
by rewrite mean_const -/m; have -> : (m - m) / m = 0 by [field; lra]; lra.
Qed.
(* Jensen for a function with a tangent from below at the mean *)
Lemma mean_convex (h : R -> R) f s : int f -> int (fun x => h (f x)) ->
  (forall w : space L, h (E f) + s * (f (draw w) - E f) <= h (f (draw w))) -> h (E f) <= E (fun x => h (f x)).
Proof.
move=> fi hi t; have ci := integrable_const (E f).
have di : int (fun x => s * (f x - E f)) by apply: integrable_scal; apply: integrable_sub.
have := mean_le_drawn (integrable_add (integrable_const (h (E f))) di) hi t.
rewrite mean_add //; last exact: integrable_const.
rewrite mean_scal; last exact: integrable_sub.
by rewrite mean_sub // !mean_const; lra.
Qed.
Lemma mean_square f : int f -> int (fun x => f x ^ 2) -> (E f) ^ 2 <= E (fun x => f x ^ 2).
Proof.
move=> fi qi; apply: (@mean_convex (fun x => x ^ 2) f (2 * E f)) => // w.
by have := pow2_ge_0 (f (draw w) - E f); nra.
Qed.
(* Cauchy and Schwarz *)
Lemma mean_cauchy f g : mes f -> mes g -> int (fun x => f x ^ 2) -> int (fun x => g x ^ 2) ->
  (E (fun x => f x * g x)) ^ 2 <= E (fun x => f x ^ 2) * E (fun x => g x ^ 2).
Proof.
move=> mf mg fi gi; have bi := integrable_mul_squares mf mg fi gi.
set b := E _; set a := E (fun x => f x ^ 2); set c := E (fun x => g x ^ 2).
have h t : 0 <= a * t ^ 2 - 2 * b * t + c.
  have : 0 <= E (fun x => (f x * t - g x) ^ 2) by apply: mean_ge0 => x; exact: pow2_ge_0.
  rewrite (mean_ext (g := fun x => t ^ 2 * f x ^ 2 + 1 * (- 2 * t * (f x * g x) + 1 * g x ^ 2))); last by move=> x; ring.
  rewrite !mean_linear //; last exact: integrable_linear.
  by rewrite -/a -/b -/c; lra.
have a0 : 0 <= a by apply: mean_ge0 => x; exact: pow2_ge_0.
have c0 : 0 <= c by apply: mean_ge0 => x; exact: pow2_ge_0.
case: (Rle_lt_or_eq_dec _ _ a0) => [ap | z].
  have := h (b / a); have -> : a * (b / a) ^ 2 - 2 * b * (b / a) + c = (a * c - b ^ 2) / a by field; lra.
  move=> q; have : 0 <= (a * c - b ^ 2) / a * a by apply: Rmult_le_pos => //; lra.
  have -> : (a * c - b ^ 2) / a * a = a * c - b ^ 2 by field; lra.
  by lra.
have b0 : b = 0.
  have [// | nb] := Req_dec b 0; exfalso.
  have := h ((c + 1) / (2 * b)); rewrite -z.
  have -> : 0 * ((c + 1) / (2 * b)) ^ 2 - 2 * b * ((c + 1) / (2 * b)) + c = -1 by field.
  by lra.
by rewrite b0 -z; lra.
Qed.

(* dominated convergence *)
Lemma mean_dominated (f : nat -> T -> R) g h : (forall k, mes (f k)) -> int h ->
  (forall k (w : space L), Rabs (f k (draw w)) <= h (draw w)) ->
  (forall w : space L, Un_cv (fun k => f k (draw w)) (g (draw w))) ->
  int g /\ Un_cv (fun k => E (f k)) (E g).
Proof.
move=> mf hi b cv.
have mg : mes g.
  apply: (measurable_fun_cvg (h := fun k (w : space L) => (f k (draw w) : RR))) => // w _.
  exact/cvg_real.
have [] := @dominated_convergence _ _ _ (prob (space L)) setT measurableT
  (fun k w => (f k (draw w) : RR)%:E) (fun w => (g (draw w) : RR)%:E) (fun w => (h (draw w) : RR)%:E).
- by move=> k; apply/EFin_measurable_fun; exact: mf.
- by apply/EFin_measurable_fun; exact: mg.
- by apply: aeW => w _; exact: cvg_extended.
- exact: hi.
- by apply: aeW => w k _; rewrite lee_fin; apply/le_real; exact: b.
move=> gi _ c; split; first exact: gi.
apply/cvg_real; apply: fine_cvg.
by rewrite /mean fineK //; exact: integral_fune_fin_num.
Qed.
(* monotone convergence: f k >= 0 rises to g, and the means stay bounded *)
Lemma mean_monotone_limit (f : nat -> T -> R) g c : (forall k, int (f k)) ->
  (forall k (w : space L), 0 <= f k (draw w)) -> (forall k (w : space L), f k (draw w) <= f k.+1 (draw w)) ->
  (forall w : space L, Un_cv (fun k => f k (draw w)) (g (draw w))) -> (forall k, E (f k) <= c) ->
  int g.
Proof.
move=> fi f0 up cv b.
have mg : mes g.
  apply: (measurable_fun_cvg (h := fun k (w : space L) => (f k (draw w) : RR))) => [k | w _].
    exact: integrable_measurable.
  exact/cvg_real.
have le (w : space L) k m : (k <= m)%N -> f k (draw w) <= f m (draw w).
  elim: m => [|m IH]; first by rewrite leqn0 => /eqP ->; lra.
  by rewrite leq_eqVlt ltnS => /orP[/eqP -> | /IH]; have := up m w; lra.
have g0 (w : space L) : 0 <= g (draw w).
  apply: Rle_trans (f0 0%N w) _; apply: (growing_ineq (fun k => f k (draw w))) => // k; exact: up.
split; first exact/EFin_measurable_fun.
rewrite (eq_integral (fun w => lim (fun k => (f k (draw w) : RR)%:E))); last first.
  move=> w _; rewrite gee0_abs; last by rewrite lee_fin; apply/le_real; exact: g0.
  by apply/esym/cvg_lim => //; exact: cvg_extended.
rewrite monotone_convergence //; last 3 first.
- by move=> k; apply/EFin_measurable_fun; exact: integrable_measurable.
- by move=> k w _; rewrite lee_fin; apply/le_real; exact: f0.
- by move=> w _ k m km; rewrite lee_fin; apply/le_real; exact: le.
apply: (@le_lt_trans _ _ (c : RR)%:E); last exact: ltry.
apply: lime_le; last first.
  apply: nearW => k; have := integral_fune_fin_num measurableT (fi k); have := b k; rewrite /mean.
  by case: (integral _ _ _) => [r| |] //= h _; rewrite lee_fin; apply/le_real.
apply: ereal_nondecreasing_is_cvg => k m km; apply: ge0_le_integral => //.
- by move=> w _; rewrite lee_fin; apply/le_real; exact: f0.
- by apply/EFin_measurable_fun; exact: integrable_measurable.
- by move=> w _; rewrite lee_fin; apply/le_real; exact: f0.
- by apply/EFin_measurable_fun; exact: integrable_measurable.
- by move=> w _; rewrite lee_fin; apply/le_real; exact: le.
Qed.

(* events *)
Lemma where_integrable A f : measurable_event L A -> int f -> integrable_where L A f.
Proof.
move=> mA fi; apply: (integrable_dominated (g := fun x => Rabs (f x))).
- by apply: measurable_if => //; [exact: integrable_measurable | exact: measurable_const].
- exact: integrable_abs.
- by move=> w; rewrite /only_where; case: asboolP => _; [lra | rewrite Rabs_R0; exact: Rabs_pos].
Qed.
Lemma probability_ge0 A : 0 <= probability L A.
Proof. by apply: mean_ge0 => x; rewrite /only_where; case: asboolP => _; lra. Qed.
Lemma probability_le1 A : measurable_event L A -> probability L A <= 1.
Proof.
move=> mA; apply: mean_above; first exact: (where_integrable mA (integrable_const 1)).
by move=> w; rewrite /only_where; case: asboolP => _; lra.
Qed.
Lemma markov f c : int f -> (forall w : space L, 0 <= f (draw w)) -> 0 < c ->
  probability L (fun x => c <= f x) <= E f / c.
Proof.
move=> fi p c0; rewrite -mean_div //; apply: mean_le_drawn.
- apply: (where_integrable _ (integrable_const 1)).
  by apply: event_le; [exact: measurable_const | exact: integrable_measurable].
- exact: integrable_div.
- move=> w; have := p w; rewrite /only_where; case: asboolP => h q.
    by apply: (Rmult_le_reg_r c) => //; have -> : f (draw w) / c * c = f (draw w) by [field; lra]; lra.
  by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
Qed.
End Means.

(* ---------- independent draws ---------- *)
Section Fubini.
Variables A B : pspace.
Notation P := (product_space A B).
Lemma fst_measurable : measurable_fun setT (fst : P -> A).
Proof. by have /prod_measurable_funP[] := @measurable_fun_id _ P setT. Qed.
Lemma snd_measurable : measurable_fun setT (snd : P -> B).
Proof. by have /prod_measurable_funP[] := @measurable_fun_id _ P setT. Qed.
Lemma inner_const (x : \bar RR) : (\int[prob B]_y x = x)%E.
Proof. by rewrite (integral_cst _ measurableT) mass_one mule1. Qed.
Lemma first_measurable (g : A -> RR) : measurable_fun setT g <-> measurable_fun setT (fun z : P => g z.1).
Proof.
split=> h; last exact: (@measurable_fun_prod2 _ _ _ _ A B (fun z => g z.1) point h).
exact: (measurable_fun_comp h fst_measurable).
Qed.
Lemma first_integrable (g : A -> RR) :
  (prob A).-integrable setT (fun x => (g x)%:E) <-> (prob P).-integrable setT (fun z => (g z.1)%:E).
Proof.
split=> i.
- have m' : measurable_fun setT (fun z : P => (g z.1)%:E).
    by case: i => /EFin_measurable_fun m _; apply/EFin_measurable_fun; exact/first_measurable.
  apply/(fubini1a (prob A) (@sigma_finite_prob B) m').
  rewrite (eq_integral (fun x => `|(g x)%:E|)%E); first by case: i.
  by move=> x _; exact: (inner_const `|(g x)%:E|%E).
- have [m b] := i; split.
    by apply/EFin_measurable_fun; apply/first_measurable; apply/EFin_measurable_fun.
  have := (fubini1a (prob A) (@sigma_finite_prob B) m).1 i.
  by rewrite (eq_integral (fun x => `|(g x)%:E|)%E) // => x _; exact: (inner_const `|(g x)%:E|%E).
Qed.
Lemma first_integral (g : A -> RR) : (prob P).-integrable setT (fun z => (g z.1)%:E) ->
  (\int[prob P]_z (g z.1)%:E = \int[prob A]_x (g x)%:E)%E.
Proof.
move=> i; have m' : measurable_fun setT (fun z : P => (g z.1)%:E) by case: i.
rewrite -(fubini1 m' i).
by apply: eq_integral => x _; exact: (inner_const (g x)%:E).
Qed.
Lemma fresh_integral (g : A * B -> RR) : (prob P).-integrable setT (fun z => (g z)%:E) ->
  (prob A).-integrable setT (fun x => (fine (\int[prob B]_y (g (x, y))%:E))%:E) /\
  fine (\int[prob P]_z (g z)%:E)%E = fine (\int[prob A]_x (fine (\int[prob B]_y (g (x, y))%:E))%:E)%E.
Proof.
move=> i; have mg : measurable_fun setT (fun z : P => (g z)%:E) by case: i.
pose F := fubini_F (prob B) (fun z : A * B => (g z)%:E).
have iF : (prob A).-integrable setT F by exact: (integrable_fubini_F mg i).
have mF : measurable_fun setT F by case: iF.
have mf : measurable_fun setT (fun x => (fine (F x))%:E).
  apply/EFin_measurable_fun; apply: measurable_fun_comp mF; exact: measurable_fun_fine.
split.
- apply: (le_integrable measurableT mf _ iF) => x _.
  by case: (F x) => [r| |]; rewrite ?lexx //= ?leey.
- congr fine; rewrite -(fubini1 mg i); apply: ae_eq_integral => //.
  have [N [mN N0 sN]] := integrable_ae measurableT iF.
  exists N; split => //; apply: subset_trans sN; apply: subsetC => x /= h _.
  by rewrite fineK //; exact: h.
Qed.
(* Tonelli: a product of functions of the factors *)
Lemma product_integrable (f : A -> RR) (g : B -> RR) :
  (prob A).-integrable setT (fun x => (f x)%:E) -> (prob B).-integrable setT (fun y => (g y)%:E) ->
  (prob P).-integrable setT (fun z => (f z.1 * g z.2)%ring%:E).
Proof.
move=> fi gi; have [/EFin_measurable_fun mf bf] := fi; have [/EFin_measurable_fun mg bg] := gi.
have m : measurable_fun setT (fun z : P => (f z.1 * g z.2)%ring%:E).
  apply/EFin_measurable_fun; apply: measurable_funM; first exact: (measurable_fun_comp mf fst_measurable).
  exact: (measurable_fun_comp mg snd_measurable).
apply/(fubini1a (prob A) (@sigma_finite_prob B) m).
have mag : measurable_fun setT (fun y => `|(g y)%:E|)%E by apply: measurable_fun_comp => //; exact/EFin_measurable_fun.
have maf : measurable_fun setT (fun x => `|(f x)%:E|)%E by apply: measurable_fun_comp => //; exact/EFin_measurable_fun.
rewrite (eq_integral (fun x => (`|(f x)%:E| * \int[prob B]_y `|(g y)%:E|)%E)); last first.
  move=> x _; rewrite -ge0_integralM //.
  by apply: eq_integral => y _; rewrite EFinM abseM.
have gfin : (\int[prob B]_y `|(g y)%:E|)%E \is a fin_num by rewrite ge0_fin_numE //; apply: integral_ge0.
rewrite (eq_integral (fun x => ((\int[prob B]_y `|(g y)%:E|) * `|(f x)%:E|)%E)); last by move=> x _; rewrite muleC.
rewrite ge0_integralM //; last by apply: integral_ge0.
by apply: lte_mul_pinfty => //; apply: integral_ge0.
Qed.
End Fubini.

(* F looks at the first l draws only *)
Definition depends_on T X (l : nat) (F : (nat -> T) -> X) : Prop :=
  forall W W', (forall i, (i < l)%N -> W i = W' i) -> F W = F W'.
Lemma depends_later T X l m (F : (nat -> T) -> X) : (l <= m)%N -> depends_on l F -> depends_on m F.
Proof. by move=> lm h W W' e; apply: h => i /leq_trans /(_ lm); exact: e. Qed.

Section Draws.
Variables (T : Type) (x : T) (L : law T).
Implicit Types (F G : (nat -> T) -> R) (f : T -> R).
(* W with w as its draw number l *)
Definition put (l : nat) (w : T) (W : nat -> T) (i : nat) : T := if i == l then w else W i.

(* the tower property *)
Lemma draws_integrable_next l F : integrable (draws x L l.+1) F ->
  integrable (draws x L l) (fun W => mean L (fun w => F (put l w W))).
Proof.
move=> i; have [j _] := @fresh_integral (power (space L) l) (space L)
  (fun z => F (put l (draw z.2) (@drawn T x L l z.1))) i.
exact: j.
Qed.
Lemma draws_mean_next l F : integrable (draws x L l.+1) F ->
  mean (draws x L l.+1) F = mean (draws x L l) (fun W => mean L (fun w => F (put l w W))).
Proof.
move=> i; have [_ e] := @fresh_integral (power (space L) l) (space L)
  (fun z => F (put l (draw z.2) (@drawn T x L l z.1))) i.
exact: e.
Qed.

(* a function of the first l draws *)
Lemma drawn_earlier l F : depends_on l F ->
  (fun z : power (space L) l.+1 => F (@drawn T x L l.+1 z)) = (fun z => F (@drawn T x L l z.1)).
Proof.
move=> h; apply/funext => z; apply: h => i il /=.
by case: eqP => // e; rewrite e ltnn in il.
Qed.
Lemma draws_measurable_step l F : depends_on l F ->
  measurable_on (draws x L l) F <-> measurable_on (draws x L l.+1) F.
Proof.
move=> h; rewrite /measurable_on /= (drawn_earlier h).
exact: (@first_measurable (power (space L) l) (space L) (fun z => F (drawn x z))).
Qed.
Lemma draws_integrable_step l F : depends_on l F ->
  integrable (draws x L l) F <-> integrable (draws x L l.+1) F.
Proof.
move=> h; have e := drawn_earlier h; rewrite /integrable /=.
have -> : (fun w => (F (@drawn T x L l.+1 w) : RR)%:E) = (fun z => (F (@drawn T x L l z.1) : RR)%:E).
  by apply/funext => z; congr EFin; exact: (congr1 (fun g => g z) e).
exact: (@first_integrable (power (space L) l) (space L) (fun z => F (drawn x z))).
Qed.
Lemma draws_mean_step l F : depends_on l F -> integrable (draws x L l) F ->
  mean (draws x L l.+1) F = mean (draws x L l) F.
Proof.
move=> h i; have i' := (draws_integrable_step h).1 i; rewrite draws_mean_next //.
apply: mean_ext => W; rewrite -[RHS](mean_const L); apply: mean_ext => w; apply: h => k kl.
by rewrite /put; case: eqP => // e; rewrite e ltnn in kl.
Qed.
Lemma draws_measurable_later l m F : (l <= m)%N -> depends_on l F ->
  measurable_on (draws x L l) F <-> measurable_on (draws x L m) F.
Proof.
elim: m => [|m IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt ltnS => /orP[/eqP <- // | lm] h; apply: iff_trans (IH lm h) _.
exact: draws_measurable_step (depends_later lm h).
Qed.
Lemma draws_integrable_later l m F : (l <= m)%N -> depends_on l F ->
  integrable (draws x L l) F <-> integrable (draws x L m) F.
Proof.
elim: m => [|m IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt ltnS => /orP[/eqP <- // | lm] h; apply: iff_trans (IH lm h) _.
exact: draws_integrable_step (depends_later lm h).
Qed.
Lemma draws_mean_later l m F : (l <= m)%N -> depends_on l F -> integrable (draws x L l) F ->
  mean (draws x L m) F = mean (draws x L l) F.
Proof.
elim: m => [|m IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt ltnS => /orP[/eqP <- // | lm] h i; rewrite draws_mean_step; first exact: IH.
- exact: depends_later h.
- exact/(draws_integrable_later lm h).
Qed.

(* functions of one draw *)
Lemma draws_measurable_last l f : measurable_on L f -> measurable_on (draws x L l.+1) (fun W => f (W l)).
Proof.
move=> mf; rewrite /measurable_on /=.
have -> : (fun w : power (space L) l.+1 => f (if l == l then draw w.2 else drawn x w.1 l)) = (fun w => f (draw w.2)).
  by apply/funext => w; rewrite eqxx.
exact: (measurable_fun_comp mf (@snd_measurable (power (space L) l) (space L))).
Qed.
Lemma draws_measurable l i f : (i < l)%N -> measurable_on L f -> measurable_on (draws x L l) (fun W => f (W i)).
Proof.
move=> il mf; apply/(@draws_measurable_later i.+1 l) => //; last exact: draws_measurable_last.
by move=> W W' e; rewrite e.
Qed.
(* a function of the draws before l, times a function of draw l *)
Lemma draws_integrable_product l F f : depends_on l F -> integrable (draws x L l) F -> integrable L f ->
  integrable (draws x L l.+1) (fun W => F W * f (W l)).
Proof.
move=> h Fi fi; have := @product_integrable (power (space L) l) (space L) (fun z => F (drawn x z)) (fun w => f (draw w)) Fi fi.
have e := drawn_earlier h; rewrite /integrable /=.
have -> : (fun w => (F (@drawn T x L l.+1 w) * f (if l == l then draw w.2 else drawn x w.1 l) : RR)%:E)
        = (fun z => (F (@drawn T x L l z.1) * f (draw z.2))%R%:E).
  by apply/funext => z; rewrite eqxx; congr (_ * _)%R%:E; exact: (congr1 (fun g => g z) e).
by [].
Qed.
Lemma draws_mean_product l F f : depends_on l F -> integrable (draws x L l) F -> integrable L f ->
  mean (draws x L l.+1) (fun W => F W * f (W l)) = mean (draws x L l) F * mean L f.
Proof.
move=> h Fi fi; rewrite draws_mean_next; last exact: draws_integrable_product.
rewrite -mean_scal_r //; apply: mean_ext => W; rewrite -mean_scal //; apply: mean_ext => w.
rewrite {2}/put eqxx; congr (_ * _); apply: h => k kl.
by rewrite /put; case: eqP => // e; rewrite e ltnn in kl.
Qed.
Lemma draws_integrable_one l i f : (i < l)%N -> integrable L f -> integrable (draws x L l) (fun W => f (W i)).
Proof.
move=> il fi; apply/(@draws_integrable_later i.+1 l) => //; first by move=> W W' e; rewrite e.
have := @draws_integrable_product i (fun=> 1) f (fun _ _ _ => erefl) (integrable_const _ 1) fi.
by apply: integrable_ext => W; rewrite Rmult_1_l.
Qed.
Lemma draws_mean_one l i f : (i < l)%N -> integrable L f -> mean (draws x L l) (fun W => f (W i)) = mean L f.
Proof.
move=> il fi; rewrite (@draws_mean_later i.+1 l) //; last 2 first.
- by move=> W W' e; rewrite e.
- exact: draws_integrable_one.
have := @draws_mean_product i (fun=> 1) f (fun _ _ _ => erefl) (integrable_const _ 1) fi.
rewrite mean_const Rmult_1_l => <-; apply: mean_ext => W; rewrite Rmult_1_l; exact: erefl.
Qed.
Lemma draws_integrable_two l i j f g : (i < j < l)%N -> integrable L f -> integrable L g ->
  integrable (draws x L l) (fun W => f (W i) * g (W j)).
Proof.
move=> /andP[ij jl] fi gi; apply/(@draws_integrable_later j.+1 l) => //.
  by move=> W W' e; rewrite !e // ltnS ltnW.
apply: (@draws_integrable_product j (fun W => f (W i)) g) => //; last exact: draws_integrable_one.
by move=> W W' e; rewrite e.
Qed.
Lemma draws_mean_two l i j f g : (i < j < l)%N -> integrable L f -> integrable L g ->
  mean (draws x L l) (fun W => f (W i) * g (W j)) = mean L f * mean L g.
Proof.
move=> /andP[ij jl] fi gi; have fj := draws_integrable_one ij fi.
have df : depends_on j (fun W : nat -> T => f (W i)) by move=> W W' e; rewrite e.
rewrite (@draws_mean_later j.+1 l) //; last 2 first.
- by move=> W W' e; rewrite !e // ltnS ltnW.
- exact: (@draws_integrable_product j (fun W => f (W i)) g).
by rewrite (@draws_mean_product j (fun W => f (W i)) g) // draws_mean_one.
Qed.
(* a product of functions, one of each draw *)
Lemma depends_product l (f : nat -> T -> R) : depends_on l (fun W => \prod_(i < l) f i (W i) : R)%ring.
Proof. by move=> W W' e; apply: eq_bigr => i _; rewrite e. Qed.
Lemma draws_product l (f : nat -> T -> R) : (forall i, (i < l)%N -> integrable L (f i)) ->
  integrable (draws x L l) (fun W => \prod_(i < l) f i (W i) : R)%ring /\
  mean (draws x L l) (fun W => \prod_(i < l) f i (W i))%ring = (\prod_(i < l) mean L (f i))%ring.
Proof.
elim: l => [|l IH] fi.
  split; first by apply: (integrable_ext (f := fun=> 1)) => [W|]; [rewrite big_ord0 | exact: integrable_const].
  by rewrite big_ord0 -[RHS](mean_const (draws x L 0)); apply: mean_ext => W; rewrite big_ord0.
have [i e] := IH (fun i il => fi i (ltnW il)); have d := @depends_product l f; have fl := fi l (ltnSn l); split.
  by apply: integrable_ext (draws_integrable_product d i fl) => W; rewrite big_ord_recr.
rewrite big_ord_recr /= -e mulE -(draws_mean_product d i fl).
by apply: mean_ext => W; rewrite big_ord_recr.
Qed.
End Draws.

(* ---------- Borel functions of a matrix ---------- *)
Section Borel.
Variables d n : nat.
Definition entry_sets : set (set 'M[R]_(d, n)) :=
  [set B | exists (i : 'I_d) (j : 'I_n) (C : set RR), measurable C /\ B = [set A : 'M[R]_(d, n) | C (A i j : RR)]].
Definition Borel_matrices := [the measurableType _ of salgebraType (entry_sets : set (set [pointedType of 'M[RR]_(d, n)]))].
Lemma zero_mass_one : [the {measure set Borel_matrices -> \bar RR} of dirac (point : Borel_matrices)] setT = 1%E.
Proof. by rewrite /= diracE in_setT. Qed.
(* The zero matrix, on the Borel sets. Its only use: f is a Borel function if it is measurable on it,
   so that every rule of section Measurable is a rule for Borel functions. *)
Definition zero_matrix : law 'M[R]_(d, n) := @Law _ (PSpace zero_mass_one) (fun A : Borel_matrices => A : 'M[R]_(d, n)).
Definition borel_fun (f : 'M[R]_(d, n) -> R) : Prop := measurable_on zero_matrix f.

Lemma borel_entry i j : borel_fun (fun A => A i j).
Proof. by move=> _ C mC; rewrite setTI; apply: sub_sigma_algebra; exists i, j, C. Qed.
Lemma borel_preimage f (C : set RR) : borel_fun f -> measurable C -> @borel d n [set A | C (f A : RR)].
Proof. by move=> bf mC; have := bf measurableT C mC; rewrite setTI. Qed.
(* if the entries are measurable then so is every Borel event *)
Definition measurable_entries (L : law 'M[R]_(d, n)) : Prop := forall i j, measurable_on L (fun A => A i j).
Lemma borel_event (L : law 'M[R]_(d, n)) B : measurable_entries L -> borel B -> measurable_event L B.
Proof.
move=> mL bB; pose S := [set C : set 'M[R]_(d, n) | measurable_event L C].
have : (smallest (sigma_algebra setT) entry_sets) `<=` S.
  apply: smallest_sub.
    split.
    - exact: measurable0.
    - move=> C mC; rewrite setTD; exact: measurableC.
    - move=> C mC; rewrite /S /= /measurable_event.
      rewrite (_ : [set w | _] = \bigcup_k [set w : space L | C k (draw w)]) //.
      by apply: bigcup_measurable => k _; exact: mC.
  by move=> _ [i [j [C [mC ->]]]]; have := mL i j measurableT C mC; rewrite setTI.
exact.
Qed.
Lemma borel_measurable (L : law 'M[R]_(d, n)) f : measurable_entries L -> borel_fun f -> measurable_on L f.
Proof. by move=> mL bf _ C mC; rewrite setTI; exact: (borel_event mL (borel_preimage bf mC)). Qed.

(* laws that agree on the Borel sets give the same means *)
Lemma same_law_mean (L M : law 'M[R]_(d, n)) f : measurable_entries L -> measurable_entries M ->
  same_law L M -> borel_fun f -> integrable L f -> integrable M f /\ mean M f = mean L f.
Proof.
move=> mL mM s bf fi.
have gL := borel_measurable mL bf; have gM := borel_measurable mM bf.
have pf (h : RR -> \bar RR) : measurable_fun setT h -> (forall y, (0 <= h y)%E) ->
  (\int[prob (space M)]_w h (f (draw w)) = \int[prob (space L)]_w h (f (draw w)))%E.
  move=> mh h0.
  rewrite -(@integral_pushforward _ _ _ _ _ gL RR (prob (space L)) h mh h0).
  rewrite -(@integral_pushforward _ _ _ _ _ gM RR (prob (space M)) h mh h0).
  apply: eq_measure_integral => C mC _; rewrite /pushforward; exact/esym/(s _ (borel_preimage bf mC)).
have mE : measurable_fun setT (EFin : RR -> \bar RR) by exact: measurable_fun_EFin.
have ma : measurable_fun setT (fun y : RR => `|y%:E|)%E by apply: measurable_fun_comp.
split.
  split; first exact/EFin_measurable_fun.
  by rewrite (pf (fun y => `|y%:E|)%E) //; case: fi.
rewrite /mean; congr fine; rewrite [LHS]integralE [RHS]integralE; congr (_ - _)%E.
- have mp : measurable_fun setT (EFin^\+ : RR -> \bar RR)%E by exact: emeasurable_fun_funepos.
  exact: (pf _ mp (fun y => funepos_ge0 _ y)).
- have mn : measurable_fun setT (EFin^\- : RR -> \bar RR)%E by exact: emeasurable_fun_funeneg.
  exact: (pf _ mn (fun y => funeneg_ge0 _ y)).
Qed.
End Borel.

Lemma borel_mulmx_r d n m (f : 'M[R]_(d, m) -> R) (X : 'M[R]_(n, m)) :
  borel_fun f -> borel_fun (fun W : 'M[R]_(d, n) => f (W *m X)).
Proof.
move=> bf; have e : measurable_entries (image (fun W => W *m X) (zero_matrix d n)); last exact: (borel_measurable e bf).
move=> i j.
change (measurable_on (zero_matrix d n) (fun W => (W *m X) i j)); apply: (measurable_ext (f := fun W : 'M[R]_(d, n) => \S_(k < n) (W i k * X k j))) => [W|]; first by rewrite mulmxE.
by apply: measurable_total => k; apply: measurable_mul; [exact: borel_entry | exact: measurable_const].
Qed.
Lemma borel_mulmx_l d n m (f : 'M[R]_(d, m) -> R) (X : 'M[R]_(d, n)) :
  borel_fun f -> borel_fun (fun W : 'M[R]_(n, m) => f (X *m W)).
Proof.
move=> bf; have e : measurable_entries (image (fun W => X *m W) (zero_matrix n m)); last exact: (borel_measurable e bf).
move=> i j.
change (measurable_on (zero_matrix n m) (fun W => (X *m W) i j)); apply: (measurable_ext (f := fun W : 'M[R]_(n, m) => \S_(k < n) (X i k * W k j))) => [W|]; first by rewrite mulmxE.
by apply: measurable_total => k; apply: measurable_mul; [exact: measurable_const | exact: borel_entry].
Qed.

(* ---------- a Haar matrix may be rotated ---------- *)
Section Haar.
Variables (d : nat) (L : law 'M[R]_d).
Hypothesis H : haar L.
Lemma haar_entries : measurable_entries L.
Proof. by case: H. Qed.
Lemma haar_orthogonal (w : space L) : orthogonal (draw w).
Proof. by case: H. Qed.
Lemma haar_entries_rotated (U : 'M[R]_d) : measurable_entries (image (fun W => W *m U) L).
Proof.
move=> i j; change (measurable_on L (fun W => (W *m U) i j)); apply: (measurable_ext (f := fun W : 'M[R]_d => \S_(k < d) (W i k * U k j))) => [W|]; first by rewrite mulmxE.
by apply: measurable_total => k; apply: measurable_mul; [exact: haar_entries | exact: measurable_const].
Qed.
Lemma haar_same_law (U : 'M[R]_d) : orthogonal U -> same_law L (image (fun W => W *m U) L).
Proof. by move=> oU B bB; case: H => _ _ inv; rewrite -(inv U B oU bB). Qed.
Lemma haar_integrable (U : 'M[R]_d) f : orthogonal U -> borel_fun f -> integrable L f -> integrable L (fun W => f (W *m U)).
Proof.
move=> oU bf fi.
by have [] := same_law_mean haar_entries (@haar_entries_rotated U) (haar_same_law oU) bf fi.
Qed.
Lemma haar_mean (U : 'M[R]_d) f : orthogonal U -> borel_fun f -> integrable L f -> mean L (fun W => f (W *m U)) = mean L f.
Proof.
move=> oU bf fi.
by have [] := same_law_mean haar_entries (@haar_entries_rotated U) (haar_same_law oU) bf fi.
Qed.
End Haar.
