(* A Haar law exists for every size.

   Gram and Schmidt make the rows of a square matrix G of independent normals orthonormal where its determinant is
   not 0. G U has the law of G and Gram and Schmidt commute with U, so under the condition that the result
   is orthogonal its law is that of a Haar matrix. The condition has a positive probability: else det G would be 0 almost
   surely, while E det(G) g_00 g_11 ... = 1. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
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

(* ---------- Gram and Schmidt is a Borel map ---------- *)
Section Borel.
Variables (T : Type) (L : law T) (d : nat).
Implicit Types M : T -> 'M[R]_d.
Definition measurable_matrix M := forall i j, measurable_on L (fun x => M x i j).
Lemma measurable_dot M i j : measurable_matrix M -> measurable_on L (fun x => dot (M x) i j).
Proof. by move=> h; apply: measurable_total => l; apply: measurable_mul; exact: h. Qed.
Lemma measurable_clear k M : measurable_matrix M -> measurable_matrix (fun x => clear k (M x)).
Proof.
move=> h i l; apply: (measurable_ext (f := fun x => if i == k then M x k l / sqrt (dot (M x) k k)
  else M x i l - dot (M x) i k / dot (M x) k k * M x k l)) => [x|]; first by rewrite [RHS]mxE.
case: eqP => _.
  by apply: measurable_div; [exact: h | apply: measurable_sqrt; exact: measurable_dot].
apply: measurable_sub; first exact: h.
by apply: measurable_mul; [apply: measurable_div; exact: measurable_dot | exact: h].
Qed.
Lemma measurable_gram_schmidt M : measurable_matrix M -> measurable_matrix (fun x => gram_schmidt (M x)).
Proof.
rewrite /gram_schmidt; elim: (enum _) M => [//|k s IH] M h /=.
exact: (IH (fun x => clear k (M x)) (measurable_clear k h)).
Qed.
Lemma event_orthogonal M : measurable_matrix M -> measurable_event L (fun x => orthogonal (M x)).
Proof.
move=> h; apply: (event_ext (A := fun x => forall i j, dot (M x) i j = if i == j then 1 else 0)).
  move=> x; split=> [e | o i j]; first by apply/matrixP => i j; rewrite -dotE e oneM_E.
  by rewrite dotE o oneM_E.
by apply: event_forall => i; apply: event_forall => j; apply: event_eq; [exact: measurable_dot | exact: measurable_const].
Qed.
End Borel.

(* ---------- the determinant is not always 0 ---------- *)
Lemma prod_blocks (m n : nat) (F : nat -> R) :
  (\prod_(k < m * n) F k = \prod_(i < m) \prod_(j < n) F (i * n + j)%N)%ring.
Proof.
elim: m F => [|m IH] F; first by rewrite mul0n !big_ord0.
rewrite mulSn big_split_ord big_ord_recl /=; congr (_ * _)%ring.
rewrite (IH (fun k => F (n + k)%N)); apply: eq_bigr => i _; apply: eq_bigr => j _.
by rewrite /bump /= add1n mulSn addnA.
Qed.
Section Determinant.
Variable N : law R.
Hypothesis normal : standard_normal N.
Variable d : nat.
Notation G := (normals N (d * d)).
(* the mean of a product of powers of the entries *)
Lemma mean_monomial (e : 'I_d -> 'I_d -> nat) :
  integrable G (fun g => \prod_(i < d) \prod_(j < d) pow (g (i * d + j)%N) (e i j) : R)%ring /\
  mean G (fun g => \prod_(i < d) \prod_(j < d) pow (g (i * d + j)%N) (e i j) : R)%ring
  = (\prod_(i < d) \prod_(j < d) mean N (fun x => pow x (e i j)))%ring.
Proof.
pose e' (k : nat) : nat := (if insub (k %/ d)%N is Some i then if insub (k %% d)%N is Some j then e i j else 0 else 0)%N.
have eE (i j : 'I_d) : e' (i * d + j)%N = e i j.
  have d0 : (0 < d)%N by exact: leq_ltn_trans (ltn_ord i).
  rewrite /e' divnMDl // divn_small // addn0 modnMDl modn_small //.
  by rewrite !insubT //= => hj hi; congr e; exact: val_inj.
have [i m] := @draws_product R 0 N (d * d) (fun k x => pow x (e' k)) (fun k _ => normal_power normal (e' k)).
have E (g : nat -> R) : (\prod_(k < d * d) pow (g k) (e' k) = \prod_(i < d) \prod_(j < d) pow (g (i * d + j)%N) (e i j))%ring.
  rewrite (prod_blocks d d (fun k => pow (g k) (e' k))).
  by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite eE.
split; first exact: (integrable_ext E i).
rewrite -(mean_ext _ E) m (prod_blocks d d (fun k => mean N (fun x => pow x (e' k)))).
by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite eE.
Qed.
Definition diagonal (g : nat -> R) : R := (\prod_(i < d) g (i * d + i)%N)%ring.
Definition exponent (s : 'S_d) (i j : 'I_d) : nat := ((s i == j) + (i == j))%N.
Lemma term_monomial (s : 'S_d) (g : nat -> R) :
  (\prod_(i < d) (g (i * d + s i)%N * g (i * d + i)%N) = \prod_(i < d) \prod_(j < d) pow (g (i * d + j)%N) (exponent s i j))%ring.
Proof.
apply: eq_bigr => i _; rewrite /exponent.
have one (a : 'I_d) : (\prod_(j < d) pow (g (i * d + j)%N) (a == j) = g (i * d + a)%N)%ring.
  rewrite (bigD1 a) //= eqxx big1 ?GRing.mulr1; first by rewrite pow_1.
  by move=> j /negbTE n; rewrite eq_sym n.
rewrite -{1}(one (s i)) -{1}(one i) -big_split /=; apply: eq_bigr => j _.
by rewrite pow_add.
Qed.
Lemma mean_term (s : 'S_d) : (\prod_(i < d) \prod_(j < d) mean N (fun x => pow x (exponent s i j)))%ring
  = if s == 1%g then 1 else 0.
Proof.
have m0 : mean N (fun x => pow x 0) = 1 by exact: mean_const.
have m1 : mean N (fun x => pow x 1) = 0.
  by rewrite -(normal_mean normal); apply: mean_ext => x; rewrite pow_1.
have m2 : mean N (fun x => pow x 2) = 1 by exact: normal_second.
have [-> | n] := eqVneq s 1%g.
  rewrite big1 // => i _; rewrite big1 // => j _; rewrite /exponent perm1.
  by case: eqP => _; [exact: m2 | exact: m0].
have [i ni] : exists i, s i != i.
  apply: contrapT => h; move/eqP: n; apply; apply/permP => i; rewrite perm1; apply/eqP.
  by apply: contrapT => /negP ne; apply: h; exists i.
rewrite (bigD1 i) //= (bigD1 i) //= /exponent eqxx (negbTE ni) m1.
by rewrite !GRing.mul0r.
Qed.
Lemma det_diagonal : integrable G (fun g => (\det (entries d d g)) * diagonal g) /\
  mean G (fun g => (\det (entries d d g)) * diagonal g) = 1.
Proof.
pose f (k : 'I_#|'S_d|) (g : nat -> R) : R := ((-1) ^+ (enum_val k : 'S_d) *
  \prod_(i < d) \prod_(j < d) pow (g (i * d + j)%N) (exponent (enum_val k) i j))%ring.
have E g : (\det (entries d d g)) * diagonal g = \S_(k < #|'S_d|) f k g.
  rewrite /determinant -mulE GRing.mulr_suml /total /f.
  rewrite (reindex (enum_val (A := 'S_d))) /=; last by apply: onW_bij; exact: enum_val_bij.
  apply: eq_bigr => k _; rewrite -term_monomial -GRing.mulrA big_split /=; congr (_ * (_ * _))%ring.
  by apply: eq_bigr => i _; rewrite mxE.
have fi k : integrable G (f k) /\ mean G (f k) = ((-1) ^+ (enum_val k : 'S_d))%ring * (if enum_val k == 1%g then 1 else 0).
  have [i m] := mean_monomial (exponent (enum_val k)).
  by split; [exact: integrable_scal | rewrite /f mean_scal // m mean_term].
split; first by apply: integrable_ext (integrable_total (fun k => (fi k).1)) => g; rewrite E.
rewrite (mean_ext _ E) mean_total => [|k]; last exact: (fi k).1.
rewrite (total_ext (fun k => (fi k).2)).
transitivity (\sum_(s : 'S_d) ((-1) ^+ s * (if s == 1%g then 1 else 0) : R))%ring.
  by rewrite (reindex (enum_val (A := 'S_d))) //=; apply: onW_bij; exact: enum_val_bij.
rewrite (bigD1 1%g) //= eqxx odd_perm1 big1 ?GRing.addr0 => [|t /negbTE ->]; last by rewrite GRing.mulr0.
by rewrite GRing.expr0 GRing.mulr1.
Qed.
End Determinant.

(* ---------- the Haar law ---------- *)
Section Exists.
Variable N : law R.
Hypothesis normal : standard_normal N.
Variable d : nat.
Notation G := (normals N (d * d)).
Notation Om := (power (space N) (d * d)).
Notation W := (fun g : nat -> R => gram_schmidt (entries d d g)).
Lemma entries_fun : measurable_matrix G (entries d d).
Proof.
move=> i j; apply: (measurable_ext (f := fun g : nat -> R => g (i * d + j)%N)) => [g|]; first by rewrite mxE.
by apply: (@draws_measurable R 0 N (d * d) _ (fun x => x)); [exact: index_below | case: normal].
Qed.
Definition good_set : set Om := [set w | orthogonal (W (drawn 0 w))].
Lemma good_measurable : measurable good_set.
Proof. exact: (event_orthogonal (measurable_gram_schmidt entries_fun)). Qed.
Lemma good_positive : prob Om good_set <> 0%E.
Proof.
move=> z; have [i m] := det_diagonal normal d; apply: R1_neq_R0; rewrite -m /mean.
rewrite (ae_eq_integral (cst 0%E)) ?integral0 //.
- by case: i.
- exact: measurable_fun_cst.
exists good_set; split=> //; first exact: good_measurable.
move=> w /= h; apply: gram_schmidt_orthogonal; apply: free_det => e; apply: h => _.
by congr EFin; rewrite e Rmult_0_l.
Qed.
Lemma good_finite : prob Om good_set = (fine (prob Om good_set))%:E.
Proof.
rewrite fineK // ge0_fin_numE //; apply: le_lt_trans (ltry 1%ring); rewrite -(mass_one Om).
by apply: le_measure => //; rewrite ?inE //; exact: good_measurable.
Qed.
Let p : RR := fine (prob Om good_set).
Lemma good_gt0 : (0 < p)%ring.
Proof.
rewrite lt_neqAle -!lee_fin -good_finite measure_ge0 andbT; apply/eqP => e.
by apply: good_positive; rewrite good_finite -/p -e.
Qed.
Let p_inv : (0 <= p^-1)%ring.
Proof. by rewrite invr_ge0 ltW // good_gt0. Qed.
Definition conditional := [the {measure set Om -> \bar RR} of mscale (NngNum p_inv)
  [the {measure set Om -> \bar RR} of mrestr (prob Om) good_measurable]].
Lemma conditionalE (A : set Om) : conditional A = (p^-1%:E * prob Om (A `&` good_set))%E.
Proof. by []. Qed.
Lemma conditional_mass : conditional setT = 1%E.
Proof. by rewrite conditionalE setTI good_finite -EFinM mulVf // gt_eqF // good_gt0. Qed.
Definition orthonormalised (g : nat -> R) : 'M[R]_d := if `[< orthogonal (W g) >] then W g else 1%:M%ring.
Definition haar_law : law 'M[R]_d := Law (fun w : PSpace conditional_mass => orthonormalised (drawn 0 (w : Om))).

Lemma borel_frame (U : 'M[R]_d) (B : set 'M[R]_d) : @borel d d B ->
  @borel d d [set M | orthogonal (gram_schmidt M) /\ B (gram_schmidt M *m U)].
Proof.
move=> bB; have e : measurable_matrix (zero_matrix d d) (fun M => M) by exact: borel_entry.
have g := measurable_gram_schmidt e.
change (measurable_event (zero_matrix d d) (fun M => orthogonal (gram_schmidt M) /\ B (gram_schmidt M *m U))).
apply: event_and; first exact: event_orthogonal.
apply: (@borel_event d d (image (fun M : 'M[R]_d => gram_schmidt M *m U) (zero_matrix d d)) B) => // i j.
change (measurable_on (zero_matrix d d) (fun M => (gram_schmidt M *m U) i j)).
apply: (measurable_ext (f := fun M => \S_(k < d) (gram_schmidt M i k * U k j))) => [M|]; first by rewrite mulmxE.
by apply: measurable_total => k; apply: measurable_mul; [exact: g | exact: measurable_const].
Qed.
Theorem haar_law_haar : haar haar_law.
Proof.
split.
- have h := measurable_gram_schmidt entries_fun; move=> i j.
  change (measurable_on G (fun g => orthonormalised g i j)).
  apply: (measurable_ext (f := fun g => if `[< orthogonal (W g) >] then W g i j else (1%:M%ring : 'M[R]_d) i j)).
    by move=> g; rewrite /orthonormalised; case: asboolP.
  by apply: measurable_if; [exact: event_orthogonal | exact: h | exact: measurable_const].
- by move=> w; rewrite /= /orthonormalised; case: asboolP => // _; exact: orthogonal_one.
move=> U B oU bB; rewrite /= !conditionalE; congr (_ * _)%E.
have frame_set V : [set w : Om | B (orthonormalised (drawn 0 w) *m V)] `&` good_set
  = [set w | [set M | orthogonal (gram_schmidt M) /\ B (gram_schmidt M *m V)] (entries d d (drawn 0 w))].
  apply/seteqP; split => w /=; rewrite /good_set /= /orthonormalised.
    by move=> [b o]; split=> //; move: b; rewrite asboolT.
  by move=> [o b]; split=> //; rewrite asboolT.
have one : [set w : Om | B (orthonormalised (drawn 0 w))] = [set w : Om | B (orthonormalised (drawn 0 w) *m 1%:M%ring)].
  by apply/seteqP; split => w /=; rewrite mulmx1.
have joint_set V := prob_joint normal (d * d) (@entries_measurable d d) (@borel_frame V B bB).
rewrite one !frame_set !joint_set.
set C1 := [set M | _ /\ B (_ *m 1%:M%ring)].
have mC1 := indic_measurable (@borel_frame 1%:M%ring B bB).
rewrite -[RHS](normal_matrix_right normal (d := d) oU mC1 (fun A => indic_pos _ _)).
rewrite /joint; apply: eq_integral => w _; congr EFin; rewrite !indicE; congr ((nat_of_bool _)%:R)%ring.
apply/idP/idP; rewrite !inE /C1 /= mulmx1 gram_schmidt_mul //.
  by move=> [o b]; split=> //; exact: orthogonal_mul.
move=> [o b]; split=> //.
have -> : gram_schmidt (entries d d (drawn 0 w)) = gram_schmidt (entries d d (drawn 0 w)) *m U *m U^T by rewrite -mulmxA oU mulmx1.
by apply: orthogonal_mul => //; exact: orthogonal_trmx.
Qed.
End Exists.
Theorem haar_exists d : exists L : law 'M[R]_d, haar L.
Proof. by have [N normal] := standard_normal_exists; exists (haar_law normal d); exact: haar_law_haar. Qed.
Corollary haar_exists_2 : exists L : law 'M[R]_2, haar L.
Proof. exact: haar_exists. Qed.
