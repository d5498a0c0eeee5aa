(* W H depends on H through its Gram matrix (sharp:gram-chain): if H^T H = T^T T then W H and Z T have the same law, W and Z
   Gaussian. Row by row: in the right singular basis both rows are sqrt(q_k) g_k (rotation.v); the rows are independent, so
   that the law of a row gives that of the matrix ([stack_same_law], by induction over the rows). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normal rotation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- laws ---------- *)
Section Laws.
Variables d n : nat.
Implicit Types L M : law 'M[R]_(d, n).
Lemma same_law_sym L M : same_law L M -> same_law M L. Proof. by move=> h B b; rewrite h. Qed.
Lemma same_law_trans L M K : same_law L M -> same_law M K -> same_law L K.
Proof. by move=> h k B b; rewrite h // k. Qed.
(* a Borel map *)
Definition borel_map p q (f : 'M[R]_(d, n) -> 'M[R]_(p, q)) : Prop := forall i j, borel_fun (fun A => f A i j).
Lemma borel_map_preimage p q (f : 'M[R]_(d, n) -> 'M[R]_(p, q)) B : borel_map f -> borel B -> borel [set A | B (f A)].
Proof.
move=> mf bB; have m : measurable_fun setT (f : Borel_matrices d n -> Borel_matrices p q) by exact: matrix_valued.
by have := m measurableT B bB; rewrite setTI.
Qed.
Lemma same_law_map p q (f : 'M[R]_(d, n) -> 'M[R]_(p, q)) L M : borel_map f -> same_law L M ->
  same_law (image f L) (image f M).
Proof. by move=> mf h B bB; exact: h _ (borel_map_preimage mf bB). Qed.
(* a probability is a mean *)
Definition member (B : set 'M[R]_(d, n)) (A : 'M[R]_(d, n)) : R := if `[< B A >] then 1 else 0.
Lemma member_range B A : 0 <= member B A <= 1.
Proof. by rewrite /member; case: asboolP => _; lra. Qed.
Lemma member_borel B : borel B -> borel_fun (member B).
Proof. by move=> bB; apply: measurable_if; [exact: bB | exact: measurable_const..]. Qed.
Lemma prob_mean L B : measurable_entries L -> borel B ->
  prob (space L) [set w | B (draw w)] = (mean L (member B) : RR)%:E.
Proof.
move=> e bB; set C := [set w | _]; have mC : measurable C by exact: borel_event e bB.
rewrite /mean (eq_integral (fun w => (\1_C w)%:E)); last first.
  by move=> w _; rewrite /member indicE; case: asboolP => h; [rewrite mem_set | rewrite memNset].
rewrite integral_indic // setIT fineK // ge0_fin_numE ?measure_ge0 //.
have le : (prob (space L) C <= prob (space L) setT)%E by apply: le_measure => //; rewrite inE //; exact: measurableT.
by apply: le_lt_trans le _; rewrite mass_one ltry.
Qed.
End Laws.
Lemma borel_map_mul d e n (H : 'M[R]_(e, n)) : borel_map (fun A : 'M[R]_(d, e) => A *m H)%ring.
Proof. by move=> i j; exact: borel_mulmx_r (@borel_entry _ _ i j). Qed.
Lemma borel_map_scaled d n c : borel_map (@scaled d n c).
Proof.
move=> i j; change (measurable_on (zero_matrix d n) (fun A => scaled c A i j)).
apply: (measurable_ext (f := fun A : 'M[R]_(d, n) => c * A i j)); first by move=> A; rewrite mxE.
by apply: measurable_scal; exact: borel_entry.
Qed.

(* ---------- independent rows ---------- *)
Definition stack d n (W : nat -> 'rV[R]_n) : 'M[R]_(d, n) := \matrix_(i, j) W i ord0 j.
Definition replace d n (m : nat) (A : 'M[R]_(d, n)) (v : 'rV[R]_n) : 'M[R]_(d, n) :=
  \matrix_(i, j) (if i == m :> nat then v ord0 j else A i j).
Lemma stack_put d n m (v : 'rV[R]_n) W : stack d (put m v W) = replace m (stack d W) v.
Proof. by apply/matrixP => i j; rewrite !mxE /put; case: eqP. Qed.
Section Stack.
Variables d n : nat.
Lemma stack_matrix (L : law 'rV[R]_n) m : measurable_entries L -> measurable_matrix (draws 0%ring L m) (@stack d n).
Proof.
move=> e i j; apply: (measurable_ext (f := fun W : nat -> 'rV[R]_n => W i ord0 j)) => [W|]; first by rewrite mxE.
have [im | mi] := ltnP i m; first exact: (@draws_measurable _ 0%ring L m i (fun A => A ord0 j)).
apply: (measurable_ext_drawn (f := fun=> 0)); last exact: measurable_const.
by move=> w; rewrite /= chains.drawn_late // mxE.
Qed.
(* the mean over row m is a Borel function of the other rows *)
Lemma replace_borel (L : law 'rV[R]_n) m (f : 'M[R]_(d, n) -> R) c : measurable_entries L -> borel_fun f ->
  (forall A, Rabs (f A) <= c) -> borel_fun (fun A => mean L (fun v => f (replace m A v))).
Proof.
move=> e bf fc; pose A := space (@zero_matrix d n); pose P := product_space A (space L).
pose LP : law 'M[R]_(d, n) := @Law _ P (fun z : P => replace m (z.1 : 'M[R]_(d, n)) (draw z.2)).
have mLP : measurable_matrix LP (fun A => A).
  move=> i j; rewrite /measurable_on.
  have [im|im] := boolP (i == m :> nat).
    apply: (@eq_measurable_fun _ _ _ _ _ (fun z : P => (draw z.2 ord0 j : RR))).
      by move=> z _ /=; rewrite mxE im.
    exact: (measurable_fun_comp (e ord0 j) (@snd_measurable A (space L))).
  apply: (@eq_measurable_fun _ _ _ _ _ (fun z : P => ((z.1 : 'M[R]_(d, n)) i j : RR))).
    by move=> z _ /=; rewrite mxE (negbTE im).
  exact: (measurable_fun_comp (@borel_entry d n i j) (@fst_measurable A (space L))).
have I : integrable LP f.
  apply: (integrable_bounded (c := c)) => [|w]; last exact: fc.
  exact: (@borel_of_measurable _ LP d n (fun A => A)).
have [i _] := @fresh_integral A (space L) (fun z => f (replace m (z.1 : 'M[R]_(d, n)) (draw z.2))) I.
by case: i => mi _; exact/EFin_measurable_fun.
Qed.
Lemma replace_row_borel m (f : 'M[R]_(d, n) -> R) A : borel_fun f -> borel_fun (fun v : 'rV[R]_n => f (replace m A v)).
Proof.
move=> bf; apply: (@borel_of_measurable _ (@zero_matrix 1 n) d n (fun v => replace m A v)) => // i j.
change (measurable_on (zero_matrix 1 n) (fun v => replace m A v i j)).
apply: (measurable_ext (f := fun v : 'rV[R]_n => if i == m :> nat then v ord0 j else A i j)) => [v|]; first by rewrite mxE.
by case: eqP => _; [exact: borel_entry | exact: measurable_const].
Qed.
Variables L1 L2 : law 'rV[R]_n.
Hypotheses (e1 : measurable_entries L1) (e2 : measurable_entries L2) (same : same_law L1 L2).
Lemma stack_same_mean m c : forall f : 'M[R]_(d, n) -> R, borel_fun f -> (forall A, Rabs (f A) <= c) ->
  mean (draws 0%ring L1 m) (fun W => f (stack d W)) = mean (draws 0%ring L2 m) (fun W => f (stack d W)).
Proof.
elim: m => [|m IH] f bf fc.
  transitivity (f (stack d (fun=> 0%ring))); last symmetry.
    by rewrite -[RHS](mean_const (draws 0%ring L1 0)); apply: mean_ext_drawn.
  by rewrite -[RHS](mean_const (draws 0%ring L2 0)); apply: mean_ext_drawn.
have i1 : integrable (draws 0%ring L1 m.+1) (fun W => f (stack d W)).
  by apply: (integrable_bounded (c := c)) => [|w]; [apply: borel_of_measurable bf; exact: stack_matrix | exact: fc].
have i2 : integrable (draws 0%ring L2 m.+1) (fun W => f (stack d W)).
  by apply: (integrable_bounded (c := c)) => [|w]; [apply: borel_of_measurable bf; exact: stack_matrix | exact: fc].
rewrite (draws_mean_next i1) (draws_mean_next i2).
pose g A := mean L1 (fun v => f (replace m A v)).
have I1 A : integrable L1 (fun v => f (replace m A v)).
  apply: (integrable_bounded (c := c)) => [|w]; last exact: fc.
  exact: borel_measurable e1 (replace_row_borel m A bf).
have gE A : mean L2 (fun v => f (replace m A v)) = g A.
  by have [] := same_law_mean e1 e2 same (replace_row_borel m A bf) (I1 A).
transitivity (mean (draws 0%ring L1 m) (fun W => g (stack d W))).
  by apply: mean_ext => W; apply: mean_ext => v; rewrite stack_put.
rewrite (IH g); last 2 first.
- exact: replace_borel e1 bf fc.
- move=> A; apply: Rle_trans (mean_abs (I1 A)) _; apply: mean_above; first exact: integrable_abs.
  by move=> w; exact: fc.
by apply: mean_ext => W; rewrite -gE; apply: mean_ext => v; rewrite stack_put.
Qed.
Lemma stack_same_law m : same_law (image (@stack d n) (draws 0%ring L1 m)) (image (@stack d n) (draws 0%ring L2 m)).
Proof.
move=> B bB; rewrite !prob_mean //; last 2 first.
- exact: stack_matrix.
- exact: stack_matrix.
congr EFin; apply: (stack_same_mean m (c := 1) (member_borel bB)) => A.
by rewrite Rabs_pos_eq; have [] := member_range B A.
Qed.
End Stack.

(* ---------- Gaussian matrices ---------- *)
Section Gaussian.
Variable N : law R.
Hypothesis normal : standard_normal N.
(* a normal row times H, in the basis of H^T H *)
Lemma row_singular d n (H : 'M[R]_(d, n)) U q : orthogonal U -> (H^T *m H = U *m diag_mx (\row_k q k) *m U^T)%ring ->
  same_law (image (fun g => entries 1 d g *m H)%ring (normals N d))
           (image (fun g : nat -> R => \row_k (sqrt (q k) * g k)%R *m U^T)%ring (normals N n)).
Proof.
move=> o e; have o' := orthogonal_tr_mul o.
have KK : ((H *m U)^T *m (H *m U) = diag_mx (\row_k q k))%ring.
  by rewrite trmx_mul mulmxA -(mulmxA U^T)%ring e !mulmxA o' mul1mx -mulmxA o' mulmx1.
have := same_law_map (borel_map_mul (d := 1) (U^T)%ring) (row_same_law normal KK).
move=> h B bB; rewrite -[RHS](h B bB) /=; congr (prob _ _); apply/seteqP.
by split => w /=; rewrite -!mulmxA o mulmx1.
Qed.
Lemma row_law d e n (H : 'M[R]_(d, n)) (T : 'M[R]_(e, n)) : (H^T *m H = T^T *m T)%ring ->
  same_law (image (fun g => entries 1 d g *m H)%ring (normals N d)) (image (fun g => entries 1 e g *m T)%ring (normals N e)).
Proof.
move=> h; have [q [U [o s]]] := gram_spectrum H; apply: same_law_trans (row_singular o s) _.
by apply: same_law_sym; apply: row_singular => //; rewrite -h.
Qed.
Lemma row_entries d n (H : 'M[R]_(d, n)) : measurable_entries (image (fun g => entries 1 d g *m H)%ring (normals N d)).
Proof.
move=> i j; change (measurable_on (normals N d) (fun g => (entries 1 d g *m H)%ring i j)).
apply: (measurable_ext (f := fun g : nat -> R => \S_(k < d) (g k * H k j))) => [g|].
  by rewrite mulmxE; apply: total_ext => k; rewrite entries_one.
apply: measurable_total => k; apply: measurable_mul; last exact: measurable_const.
by apply: (@draws_measurable _ 0 N d k (fun x => x)); last by case: normal.
Qed.
Lemma drawn_image T U (f : T -> U) x (L : law T) m (w : power (space L) m) i :
  drawn (f x) (L := image f L) w i = f (drawn x w i).
Proof. by elim: m w => [//|m IH] w /=; case: eqP => // _; exact: IH. Qed.
(* W H as a stack of rows *)
Lemma gaussian_stack d e n (H : 'M[R]_(e, n)) : (0 < e)%N ->
  same_law (image (fun W => W *m H)%ring (gaussian N d e))
    (image (scaled (/ sqrt (INR d))) (image (@stack d n) (draws 0%ring (image (fun g => entries 1 e g *m H)%ring (normals N e)) d))).
Proof.
move=> e0; pose c := / sqrt (INR d).
have bm : borel_map (fun A : 'M[R]_(d, e) => scaled c (A *m H)%ring).
  move=> i j; change (measurable_on (zero_matrix d e) (fun A => scaled c (A *m H)%ring i j)).
  apply: (measurable_ext (f := fun A : 'M[R]_(d, e) => c * (A *m H)%ring i j)) => [A|]; first by rewrite [RHS]mxE.
  by apply: measurable_scal; exact: borel_map_mul.
have h := same_law_map bm (@rows_same_law N normal d e e0).
move=> B bB; transitivity (prob (space (normals N (d * e))) [set w | B (scaled c (entries d e (draw w) *m H)%ring)]).
  have D (g : nat -> R) : ((\matrix_(i < d, j < e) (g (i * e + j)%N / sqrt (INR d))%R) *m H)%ring = scaled c (entries d e g *m H)%ring.
    apply/matrixP => i j; rewrite [RHS]mxE !mulmxE -total_scal; apply: total_ext => k.
    by rewrite !mxE /c /Rdiv; ring.
  by congr (prob _ _); apply/seteqP; split => w /=; rewrite D.
rewrite [LHS](h B bB) /=; congr (prob _ _); apply/seteqP.
have E (w : power (space (normals N e)) d) : ((\matrix_(i, j) drawn (fun=> 0%R) (L := normals N e) w i j) *m H)%ring
   = stack d (drawn 0%ring (L := image (fun g => entries 1 e g *m H)%ring (normals N e)) w).
  apply/matrixP => i j; rewrite [RHS]mxE.
  have z : (entries 1 e (fun=> 0%R) *m H)%ring = 0%ring.
    by rewrite (_ : entries 1 e _ = 0%ring) ?mul0mx //; apply/matrixP => a b; rewrite !mxE.
  have := @drawn_image _ _ (fun g => entries 1 e g *m H)%ring (fun=> 0%R) (normals N e) d w i; rewrite z => ->.
  rewrite !mulmxE; apply: total_ext => k; rewrite entries_one mxE; exact: erefl.
by split => w /=; rewrite E.
Qed.
Theorem gram_chain d e p n (H : 'M[R]_(e, n)) (T : 'M[R]_(p, n)) : (0 < e)%N -> (0 < p)%N -> (H^T *m H = T^T *m T)%ring ->
  same_law (image (fun W => W *m H)%ring (gaussian N d e)) (image (fun Z => Z *m T)%ring (gaussian N d p)).
Proof.
move=> e0 p0 h; have hH := @gaussian_stack d e n H e0; have hT := @gaussian_stack d p n T p0.
have s := stack_same_law (d := d) (@row_entries e n H) (@row_entries p n T) (row_law h) d.
exact: same_law_trans hH (same_law_trans (same_law_map (@borel_map_scaled d n _) s) (same_law_sym hT)).
Qed.
End Gaussian.
