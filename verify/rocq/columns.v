(* The columns of a Gaussian matrix are independent: W has the law of its transpose, as a row of d^2 normals may be permuted. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry normal rotation.
From Lemmata.verify.rocq Require blocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Notation none := (fun _ : nat => 0).
Section Columns.
Variables (N : law R) (d : nat).
Hypothesis normal : standard_normal N.
Hypothesis d0 : (0 < d)%N.
Notation M := (d * d)%N.
Definition columns (C : nat -> nat -> R) : 'M[R]_d := \matrix_(i, j) C j i.
Let twist (b : nat) : nat := ((b %% d) * d + b %/ d)%N.
Let twist_at i j : (j < d)%N -> twist (i * d + j) = (j * d + i)%N.
Proof. by move=> jd; rewrite /twist modnMDl modn_small // divnMDl // divn_small // addn0. Qed.
Let twist_below b : (b < M)%N -> (twist b < M)%N.
Proof. by move=> bM; apply: index_below; [rewrite ltn_mod | rewrite ltn_divLR]. Qed.
Let twist_twist b : (b < M)%N -> twist (twist b) = b.
Proof. by move=> bM; rewrite {2}/twist twist_at ?ltn_divLR // -divn_eq. Qed.
Let U : 'M[R]_M := \matrix_(a, b) (if a == twist b :> nat then 1 else 0).
Let U_mul (g : nat -> R) (b : 'I_M) : (entries 1 M g *m U)%ring 0%ring b = g (twist b).
Proof.
rewrite mulmxE (total_ext (g := fun a : 'I_M => if a == Ordinal (twist_below (ltn_ord b)) then g a else 0)); first by rewrite total_delta.
by move=> a; rewrite entries_one !mxE -val_eqE /=; case: eqP => _; ring.
Qed.
Let oU : orthogonal U.
Proof.
rewrite /orthogonal; apply/matrixP => a b; rewrite mulmxE.
rewrite (total_ext (g := fun c : 'I_M => if c == Ordinal (twist_below (ltn_ord a)) then (if b == twist c :> nat then 1 else 0) else 0)).
  rewrite total_delta /= twist_twist // [RHS]mxE eq_sym val_eqE; by case: eqP.
move=> c; rewrite [U^T%ring c b]mxE !mxE -val_eqE /=.
have -> : (a == twist c :> nat) = (c == twist a :> nat).
  by apply/eqP/eqP => [-> | ->]; rewrite twist_twist.
by case: eqP => _; ring.
Qed.
Lemma transpose_same_law : same_law (image (entries d d) (normals N M)) (image (fun g => (entries d d g)^T%ring) (normals N M)).
Proof.
move=> B bB.
pose shape (A : 'M[R]_(1, M)) : 'M[R]_d := \matrix_(i, j) A 0%ring (Ordinal (index_below (ltn_ord i) (ltn_ord j))).
have shapeE g : shape (entries 1 M g) = entries d d g by apply/matrixP => i j; rewrite mxE entries_one [RHS]mxE.
have shapeT g : shape (entries 1 M g *m U)%ring = (entries d d g)^T%ring.
  by apply/matrixP => i j; rewrite mxE U_mul !mxE /= twist_at.
have mshape : measurable_fun setT (shape : Borel_matrices 1 M -> Borel_matrices d d).
  apply: matrix_valued => i j; apply: (@eq_measurable_fun _ _ _ _ _ (fun A : Borel_matrices 1 M => (A : 'M[R]_(1, M)) 0%ring (Ordinal (index_below (ltn_ord i) (ltn_ord j))) : RR)).
    by move=> A _; rewrite mxE.
  exact: (@borel_entry 1 M).
have mF := measurable_fun_comp (indic_measurable bB) mshape.
have mT : measurable_fun setT ((fun g => (entries d d g)^T%ring) : sequence -> Borel_matrices d d).
  apply: matrix_valued => i j; apply: (@eq_measurable_fun _ _ _ _ _ (fun g : sequence => g (j * d + i)%N : RR)); first by move=> g _; rewrite !mxE.
  exact: coordinate_measurable.
rewrite [LHS](prob_joint normal _ (@entries_measurable d d) bB) [RHS](prob_joint normal _ mT bB).
have := normal_matrix_right (d := 1) normal oU mF (fun A => indic_pos _ _); rewrite mul1n => h.
transitivity (joint N M (fun g => (\1_B (shape (entries 1 M g)))%:E)); first by rewrite /joint; apply: eq_integral => w _; rewrite shapeE.
by rewrite -[LHS]h /joint; apply: eq_integral => w _; rewrite /= shapeT.
Qed.
Notation cols := (draws none (normals N d) d).
Lemma borel_trmx (B : set 'M[R]_d) : borel B -> borel [set A : 'M[R]_d | B (A^T)%ring].
Proof.
move=> bB; have e : measurable_entries (image (fun A : 'M[R]_d => A^T%ring) (zero_matrix d d)).
  move=> i j; change (measurable_on (zero_matrix d d) (fun A : 'M[R]_d => (A^T)%ring i j)).
  by apply: measurable_ext (@borel_entry d d j i) => A; rewrite mxE.
exact: (borel_event e bB).
Qed.
Lemma columns_same_law : same_law (image columns cols) (image (entries d d) (normals N M)).
Proof.
move=> B bB; rewrite [RHS](transpose_same_law bB).
have := @rows_same_law N normal d d d0 _ (borel_trmx bB) => h.
apply: etrans (esym (etrans _ h)) => //; congr (prob _ _); apply/seteqP; split=> w /=; by rewrite (_ : columns _ = (\matrix_(i, j) drawn none w i j)^T)%ring //; apply/matrixP => i j; rewrite !mxE.
Qed.
Lemma columns_entries : measurable_entries (image columns cols).
Proof.
move=> i j; change (measurable_on cols (fun C => columns C i j)).
apply: (measurable_ext (f := fun C : nat -> nat -> R => C j i)) => [C|]; first by rewrite mxE.
exact: (@draws_measurable _ none (normals N d) d j (fun v => v i) (ltn_ord j) (@row_coordinate N normal d i)).
Qed.
Lemma columns_mean (f : 'M[R]_d -> R) : borel_fun f -> integrable cols (fun C => f (scaled (/ sqrt (INR d)) (columns C))) ->
  integrable (gaussian N d d) f /\ mean (gaussian N d d) f = mean cols (fun C => f (scaled (/ sqrt (INR d)) (columns C))).
Proof.
move=> bf i; pose f' (A : 'M[R]_d) := f (scaled (/ sqrt (INR d)) A).
have bf' : borel_fun f'.
  have e : measurable_entries (image (scaled (/ sqrt (INR d))) (zero_matrix d d)).
    move=> a b; change (measurable_on (zero_matrix d d) (fun A : 'M[R]_d => scaled (/ sqrt (INR d)) A a b)).
    by apply: (measurable_ext (f := fun A : 'M[R]_d => / sqrt (INR d) * A a b)) => [A|]; [rewrite mxE | apply: measurable_scal; exact: borel_entry].
  exact: (borel_measurable e bf).
have me : measurable_entries (image (entries d d) (normals N M)).
  move=> a b; change (measurable_on (normals N M) (fun g => entries d d g a b)).
  apply: (measurable_ext (f := fun g : nat -> R => g (a * d + b)%N)) => [g|]; first by rewrite mxE.
  by apply: (@draws_measurable _ 0 N M (a * d + b) (fun x => x)); [exact: index_below | case: normal].
have [j e] := same_law_mean columns_entries me columns_same_law bf' i.
have ge (w : space (normals N M)) : f' (entries d d (draw w)) = f (draw (l := gaussian N d d) w).
  rewrite /f' (_ : draw (l := gaussian N d d) w = scaled (/ sqrt (INR d)) (entries d d (drawn 0 w))) //; exact: blocks.gaussian_drawE.
split; first by apply: eq_integrable j => // w _; congr EFin; exact: ge.
apply: etrans e; rewrite /mean; congr fine; apply: eq_integral => w _; by rewrite -ge.
Qed.
End Columns.
