(* There is one rotation invariant law on the sphere: a row of a Haar matrix and a vector of independent normals agree
   on every bounded Borel function that depends on the direction only ([sphere_unique], [haar_row_normals]).

   Let f be such a function and W Haar. E f(x W^T) is the same for all x != 0, since x = |x| e V for an orthogonal V and
   V W^T is again of the law of W^T. If the law of x is invariant, E f(x) = E f(x W^T) for every W, and Fubini swaps. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains haar normal frames rotation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- two independent draws ---------- *)
Section Pair.
Variables (T U : Type) (M : law T) (L : law U).
Definition pair_law : law (T * U) :=
  @Law (T * U) (product_space (space M) (space L)) (fun z => (draw z.1, draw z.2)).
Lemma pair_first (f : T -> R) : measurable_on M f -> measurable_on pair_law (fun p => f p.1).
Proof. by move=> m; exact: (measurable_fun_comp m (@fst_measurable (space M) (space L))). Qed.
Lemma pair_second (f : U -> R) : measurable_on L f -> measurable_on pair_law (fun p => f p.2).
Proof. by move=> m; exact: (measurable_fun_comp m (@snd_measurable (space M) (space L))). Qed.
Lemma pair_swap (f : T -> U -> R) c : measurable_on pair_law (fun p => f p.1 p.2) ->
  (forall (u : space M) (w : space L), Rabs (f (draw u) (draw w)) <= c) ->
  mean M (fun x => mean L (f x)) = mean L (fun y => mean M (fun x => f x y)).
Proof.
move=> m b; have i : integrable pair_law (fun p => f p.1 p.2).
  by apply: (@integrable_bounded _ pair_law _ c) => // -[u w]; exact: b.
have i2 (w : space L) : integrable M (fun x => f x (draw w)).
  apply: (@integrable_bounded _ M _ c) => [|u]; last exact: b.
  exact: (@measurable_fun_prod2 _ _ _ _ (space M) (space L) (fun z => (f (draw z.1) (draw z.2) : RR)) w m).
have mf : measurable_fun setT (fun z : product_space (space M) (space L) => (f (draw z.1) (draw z.2) : RR)%:E).
  by case: i.
have [_ e] := @fresh_integral (space M) (space L) (fun z => f (draw z.1) (draw z.2)) i.
rewrite [LHS](_ : _ = mean pair_law (fun p => f p.1 p.2)); last exact: esym e.
rewrite /mean -(fubini2 (@sigma_finite_prob (space M)) mf i); congr fine.
by apply: eq_integral => w _; exact: (integral_meanE (i2 w)).
Qed.
End Pair.

(* ---------- directions ---------- *)
Section Directions.
Variable d : nat.
Implicit Types (x y : 'M[R]_(1, d)) (f : 'M[R]_(1, d) -> R).
Definition first_axis : 'M[R]_(1, d) := \matrix_(i, j) (if i == j :> nat then 1 else 0).
Lemma to_first_axis x : x <> 0%ring -> exists r V, [/\ 0 < r, orthogonal V & x = scaled r (first_axis *m V)%ring].
Proof.
move=> nx; have p : 0 < rowsq x ord0.
  case: (rowsq_pos_or x ord0) => // z; exfalso; apply: nx; apply/matrixP => i j.
  by rewrite ord1 (rowsq_zero z j) mxE.
have r0 := sqrt_lt_R0 _ p; set r := sqrt _ in r0.
have u : (scaled (/ r) x *m (scaled (/ r) x)^T = 1%:M)%ring.
  apply/matrixP => i j; rewrite !ord1 gram_diag rowsq_scaled mxE eqxx.
  rewrite -(pow2_sqrt (rowsq x ord0)); last exact: rowsq_ge0.
  by rewrite -/r; change ((/ r) ^ 2 * r ^ 2 = 1 :> R); field; lra.
have [//|//|//|//|P [oP _ e]] := @frame d (fun=> True) _ _ _ _ 1 (scaled (/ r) x) u.
exists r, (P^T)%ring; split; [exact: r0 | exact: orthogonal_trmx | ].
rewrite /first_axis -e -mulmxA oP mulmx1 scaled_scaled Rinv_r ?scaled1 //; lra.
Qed.
(* f depends on the direction only *)
Definition directional f : Prop := forall r x, 0 < r -> f (scaled r x) = f x.

Section Haar.
Variable L : law 'M[R]_d.
Hypothesis H : haar L.
Variables (f : 'M[R]_(1, d) -> R) (c : R).
Hypotheses (bf : borel_fun f) (fc : forall x, Rabs (f x) <= c) (df : directional f).
Definition center : R := mean L (fun W => f (first_axis *m W^T)%ring).
Lemma borel_tr (g : 'M[R]_d -> R) : borel_fun g -> borel_fun (fun W => g (W^T)%ring).
Proof.
move=> bg; apply: (@borel_of_measurable _ (zero_matrix d d) d d (fun W => (W^T)%ring)) => //.
apply: measurable_matrix_tr; exact: borel_matrix.
Qed.
Lemma mean_direction x : x <> 0%ring -> mean L (fun W => f (x *m W^T)%ring) = center.
Proof.
move=> /to_first_axis [r [V [r0 oV ->]]]; pose g (W : 'M[R]_d) := f (first_axis *m W^T)%ring.
have bg : borel_fun g by apply: (borel_tr (g := fun W => f (first_axis *m W)%ring)); exact: borel_mulmx_l.
have gi : integrable L g.
  by apply: (@integrable_bounded _ _ _ c) => [|w]; [exact: borel_measurable (haar_entries H) bg | exact: fc].
rewrite /center -/g -(haar_mean H (orthogonal_trmx oV) bg gi); apply: mean_ext => W.
rewrite /g trmx_mul trmxK mulmxA -(df (first_axis *m V *m W^T)%ring r0); congr f.
by apply/matrixP => i j; rewrite !mxE -total_scal; apply: total_ext => k; rewrite !mxE; exact: Rmult_assoc.
Qed.
Variable M : law 'M[R]_(1, d).
Hypothesis mM : measurable_entries M.
Hypothesis inv : forall U, orthogonal U -> mean M (fun x => f (x *m U)%ring) = mean M f.
Theorem sphere_unique : mean M f = mean M (fun x => if `[< x = 0%ring >] then f 0%ring else center).
Proof.
rewrite -[LHS](mean_const L).
rewrite (@mean_ext_drawn _ L _ (fun W => mean M (fun x => f (x *m W^T)%ring))); last first.
  by move=> w; rewrite inv //; apply: orthogonal_trmx; exact: haar_orthogonal.
rewrite -(@pair_swap _ _ M L (fun x W => f (x *m W^T)%ring) c).
- apply: mean_ext => x; case: asboolP => [->|nx]; last exact: mean_direction.
  by rewrite -[RHS](mean_const L); apply: mean_ext => W; rewrite mul0mx.
- apply: (@borel_of_measurable _ (pair_law M L) 1 d (fun p => p.1 *m (p.2)^T)%ring) => //.
  apply: measurable_matrix_mul; first by move=> i j; exact: (@pair_first _ _ M L (fun x => x i j) (mM i j)).
  apply: measurable_matrix_tr => i j; exact: (@pair_second _ _ M L (fun W => W i j) (haar_entries H i j)).
- by move=> u w; exact: fc.
Qed.
End Haar.
End Directions.

(* ---------- a row of a Haar matrix ---------- *)
Section Row.
Variables (d : nat) (L : law 'M[R]_d) (f : 'M[R]_(1, d) -> R) (c : R).
Hypothesis H : haar L.
Hypotheses (bf : borel_fun f) (fc : forall x, Rabs (f x) <= c) (df : directional f).
Lemma borel_row j : borel_fun (fun W : 'M[R]_d => f (row j W)).
Proof.
apply: (@borel_of_measurable _ (zero_matrix d d) 1 d (fun W => row j W)) => // a b.
by apply: (measurable_ext (f := fun W : 'M[R]_d => W j b)) => [W|]; [rewrite mxE | exact: borel_entry].
Qed.
Lemma row_integrable j : integrable L (fun W => f (row j W)).
Proof.
by apply: (@integrable_bounded _ _ _ c) => [|w]; [exact: borel_measurable (haar_entries H) (borel_row j) | exact: fc].
Qed.
Theorem haar_row_mean j : mean L (fun W => f (row j W)) = center L f.
Proof.
have mM : measurable_entries (image (fun W : 'M[R]_d => row j W) L).
  move=> a b; change (measurable_on L (fun W => row j W a b)).
  by apply: measurable_ext (haar_entries H j b) => W; rewrite mxE.
have inv U : orthogonal U -> mean (image (fun W : 'M[R]_d => row j W) L) (fun x => f (x *m U)%ring)
    = mean (image (fun W : 'M[R]_d => row j W) L) f.
  move=> o; have := haar_mean H o (borel_row j) (row_integrable j).
  by rewrite (mean_ext L (g := fun W => f (row j W *m U)%ring)) // => W; rewrite row_mul.
have := sphere_unique H bf fc df mM inv; move=> e.
apply: (etrans e); rewrite -[RHS](mean_const L); apply: (@mean_ext_drawn _ L (fun W => if `[< row j W = 0%ring >] then f 0%ring else center L f)) => w /=; case: asboolP => // z; exfalso.
have := haar.unit_row j (haar_orthogonal H w); rewrite (total_ext (g := fun=> 0)) ?total_const; first lra.
move=> k; have := congr1 (fun A : 'M[R]_(1, d) => A ord0 k) z; rewrite !mxE => ->.
by change (0 ^ 2 = 0 :> R); ring.
Qed.
End Row.

(* ---------- a vector of independent normals ---------- *)
Section Normals.
Variables (d : nat) (L : law 'M[R]_d) (N : law R) (f : 'M[R]_(1, d) -> R) (c : R).
Hypotheses (d0 : (0 < d)%N) (H : haar L) (normal : standard_normal N).
Hypotheses (bf : borel_fun f) (fc : forall x, Rabs (f x) <= c) (df : directional f).
Definition vector (g : nat -> R) : 'M[R]_(1, d) := \matrix_(i, j) g (nat_of_ord j).
Notation G := (normals N d).
Lemma vector_measurable : measurable_matrix G vector.
Proof.
move=> i j; apply: (measurable_ext (f := fun g : nat -> R => g j)) => [g|]; first by rewrite mxE.
by apply: (@draws_measurable _ 0 N d j (fun x => x)) => //; case: normal.
Qed.
Lemma vector_integrable : integrable G (fun g => f (vector g)).
Proof.
apply: (@integrable_bounded _ _ _ c) => [|w]; last exact: fc.
by apply: (@borel_of_measurable _ G 1 d vector) => //; exact: vector_measurable.
Qed.
Lemma vector_rotated U : orthogonal U -> mean G (fun g => f (vector g *m U)%ring) = mean G (fun g => f (vector g)).
Proof.
move=> o; have bU : borel_fun (fun x => f (x *m U)%ring) by exact: borel_mulmx_r.
have m (h : 'M[R]_(1, d) -> R) : borel_fun h -> (forall x, Rabs (h x) <= c) -> integrable G (fun g => h (vector g) + c).
  move=> bh hc; apply: integrable_add; last exact: integrable_const.
  apply: (@integrable_bounded _ _ _ c) => [|w]; last exact: hc.
  by apply: (@borel_of_measurable _ G 1 d vector) => //; exact: vector_measurable.
have i1 := m _ bU (fun x => fc _); have i2 := m _ bf fc.
have e : mean G (fun g => f (vector g *m U)%ring + c) = mean G (fun g => f (vector g) + c).
  have mF : measurable_fun setT (fun A : Borel_matrices 1 d => (f A + c : RR)%R%:E).
    have mm : measurable_on (zero_matrix 1 d) (fun A => f A + c).
      by apply: measurable_add => //; exact: measurable_const.
    by apply/EFin_measurable_fun; exact: mm.
  have F0 (A : 'M[R]_(1, d)) : (0 <= (f A + c : RR)%R%:E)%E.
    rewrite lee_fin; apply/RleP; change (0 <= f A + c).
    by have := fc A; have := Rle_abs (- f A); rewrite Rabs_Ropp; lra.
  have := @normal_matrix_right N normal 1 d U (fun A => (f A + c : RR)%R%:E) o mF F0.
  rewrite mul1n /joint /mean => q; congr fine.
  have v (w : space G) : @entries 1 d (drawn 0%R w) = vector (draw w).
    by apply/matrixP => i j; rewrite !mxE ord1 mul0n add0n.
  by under eq_integral => w _ do rewrite -v; under [RHS]eq_integral => w _ do rewrite -v.
have c1 := integrable_const G c; have a : integrable G (fun g => f (vector g)) by exact: vector_integrable.
have b : integrable G (fun g => f (vector g *m U)%ring).
  by apply: integrable_ext (integrable_sub i1 c1) => g; lra.
by move: e; rewrite !mean_add // mean_const; lra.
Qed.
Lemma vector_zero : mean G (fun g => if `[< vector g = 0%ring >] then 1 else 0) = 0.
Proof.
pose k0 := Ordinal d0.
have me : measurable_event G (fun g : nat -> R => g 0%N = 0).
  apply: event_eq; last exact: measurable_const.
  by apply: (@draws_measurable _ 0 N d 0%N (fun x => x)) => //; case: normal.
have mz : measurable_event G (fun g : nat -> R => vector g = 0%ring).
  apply: (event_ext (A := fun g : nat -> R => forall k : 'I_d, g k = 0)).
    move=> g; split=> [h | h k]; first by apply/matrixP => i j; rewrite !mxE h.
    by have := congr1 (fun A : 'M[R]_(1, d) => A ord0 k) h; rewrite !mxE.
  apply: event_forall => k; apply: event_eq; last exact: measurable_const.
  by apply: (@draws_measurable _ 0 N d k (fun x => x)) => //; case: normal.
have i1 := measurable_if mz (@measurable_const _ G 1) (@measurable_const _ G 0).
apply: Rle_antisym; last by apply: mean_ge0 => g; case: asboolP => _; lra.
have m0 : measurable_event N (fun x => x = 0).
  by apply: event_eq; [case: normal | exact: measurable_const].
have iN : integrable N (only_where (fun x => x = 0) (fun=> 1)) by exact: where_integrable m0 (integrable_const N 1).
have e : mean G (fun g => only_where (fun x => x = 0) (fun=> 1) (g 0%N)) = 0.
  by rewrite (@draws_mean_one _ 0 N d 0%N _ d0 iN); exact: normal_point_event.
rewrite -[X in _ <= X]e; apply: mean_le => [||g].
- apply: (@integrable_bounded _ _ _ 1) => [|w]; first exact: i1.
  by case: asboolP => _; rewrite ?Rabs_R1 ?Rabs_R0; lra.
- exact: (@draws_integrable_one _ 0 N d 0%N _ d0 iN).
- rewrite /only_where; case: asboolP => h; case: asboolP => q; try lra.
  by exfalso; apply: q; have := congr1 (fun A : 'M[R]_(1, d) => A ord0 k0) h; rewrite !mxE.
Qed.
Theorem normals_mean : mean G (fun g => f (vector g)) = center L f.
Proof.
have := @sphere_unique d L H f c bf fc df (image vector G) vector_measurable vector_rotated.
rewrite -[X in X = _ -> _]/(mean G (fun g => f (vector g))) => ->.
rewrite -[X in X = _]/(mean G (fun g => if `[< vector g = 0%ring >] then f 0%ring else center L f)).
rewrite (mean_ext G (g := fun g => center L f + (f 0%ring - center L f) * (if `[< vector g = 0%ring >] then 1 else 0))).
  have i : integrable G (fun g => if `[< vector g = 0%ring >] then 1 else 0).
    apply: (@integrable_bounded _ _ _ 1) => [|w]; last by case: asboolP => _; rewrite ?Rabs_R1 ?Rabs_R0; lra.
    apply: measurable_if; [ | exact: measurable_const | exact: measurable_const].
    apply: (event_ext (A := fun g : nat -> R => forall k : 'I_d, g k = 0)).
      move=> g; split=> [h | h k]; first by apply/matrixP => a b; rewrite !mxE h.
      by have := congr1 (fun A : 'M[R]_(1, d) => A ord0 k) h; rewrite !mxE.
    apply: event_forall => k; apply: event_eq; last exact: measurable_const.
    by apply: (@draws_measurable _ 0 N d k (fun x => x)) => //; case: normal.
  by rewrite mean_add ?mean_scal ?mean_const ?vector_zero //; [lra | exact: integrable_const | exact: integrable_scal].
by move=> g; case: asboolP => _; lra.
Qed.
End Normals.
(* a row of a Haar matrix and a vector of normals have the same direction *)
Theorem haar_row_normals d (L : law 'M[R]_d) (N : law R) (f : 'M[R]_(1, d) -> R) c j :
  haar L -> standard_normal N -> borel_fun f -> (forall x, Rabs (f x) <= c) -> directional f ->
  mean L (fun W => f (row j W)) = mean (normals N d) (fun g => f (vector d g)).
Proof.
move=> H normal bf fc df; have d0 : (0 < d)%N by case: j => i; exact: leq_ltn_trans.
by rewrite (haar_row_mean H bf fc df) (normals_mean d0 H normal bf fc df).
Qed.
