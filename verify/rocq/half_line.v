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
have k : forall e, 0 < e -> Rabs (J - (F b - F 0)) <= e.
  move=> e e0; have f00 := f0 (Rle_refl 0).
  have [n nn] := INR_unbounded (b * f 0 / e).
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
apply: Rminus_diag_uniq; apply: Rabs_eq_R0.
have := Rabs_pos (J - (F b - F 0)) => pos; apply: Rle_antisym => //.
by apply: le_epsilon => e e0; rewrite Rplus_0_l; exact: k.
Qed.
Lemma half_line : (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E = (l - F 0 : RR)%R%:E)%E.
Proof.
pose g (n : nat) (x : line) : \bar RR := ((if `[< strip 0 (INR n) x >] then f x else 0) : RR)%:E.
have g0 n x : (0 <= g n x)%E.
  rewrite /g lee_fin; apply/RleP; case: asboolP => // -[a _]; apply: f0; lra.
have mg n : measurable_fun setT (g n).
  admit.
have gI n : (\int[leb]_x g n x = (F (INR n) - F 0 : RR)%R%:E)%E.
  rewrite -exact_value; last exact: pos_INR.
  rewrite /I [RHS]integral_mkcond; apply: eq_integral => x _; rewrite /g /patch.
  by case: asboolP => h; [rewrite mem_set | rewrite memNset].
have nd x : {homo g ^~ x : m n / (m <= n)%N >-> (m <= n)%E}.
  admit.
have gl x : (g ^~ x) --> (if `[< positive x >] then (f x : RR)%:E else 0%E).
  admit.
Admitted.
End Monotone.
