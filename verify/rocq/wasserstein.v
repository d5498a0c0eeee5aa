(* The Wasserstein distance of W M to G/sqrt(n), M a random matrix independent of W with ||M||_F <= 1: the pair
   (Z K^(1/2), Z/sqrt(n)), K = M^T M, has these laws (gram_chain.v), and E ||Z A||_F^2 = ||A||_F^2 is the mean of
   ||K^(1/2) - I/sqrt(n)||_F^2 = \S (sqrt(q_k) - 1/sqrt(n))^2 ([random_coupling]). Of a fixed H no pair is nearer: in the
   eigenbasis of K, E (a_k - b_k)^2 >= (sqrt(E a_k^2) - sqrt(E b_k^2))^2 for the columns (Cauchy and Schwarz). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normal normed_chain gram_chain matrix_root.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- second moments ---------- *)
Section Moments.
Variables (N : law R) (d n : nat).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N).
Notation G := (gaussian N d n).
Let D : 0 < INR d := INR_pos d0.
Lemma index_lt (i : 'I_d) (k : 'I_n) : (i * n + k < d * n)%N.
Proof. by apply: (@leq_trans (i * n + n)); [rewrite ltn_add2l | rewrite -mulSnr leq_mul2r ltn_ord orbT]. Qed.
Lemma normal_two l i j : (i < l)%N -> (j < l)%N -> integrable (normals N l) (fun g => g i * g j) /\
  mean (normals N l) (fun g => g i * g j) = if i == j then 1 else 0.
Proof.
have i1 : integrable N (fun x => x) by apply: integrable_ext (normal_power normal 1) => x; ring.
move=> il jl; have [->|ne] := eqVneq i j.
  have e (g : nat -> R) : g j ^ 2 = g j * g j by ring.
  have i2 := @draws_integrable_one _ 0 N l j (fun x => x ^ 2) jl (normal_power normal 2).
  split; first exact: integrable_ext e i2.
  by rewrite -(mean_ext _ e) (@draws_mean_one _ 0 N l j (fun x => x ^ 2) jl (normal_power normal 2)) normal_second.
have [h|h|h] := ltngtP i j; last by rewrite h eqxx in ne.
  have lt : (i < j < l)%N by rewrite h.
  split; first exact: (@draws_integrable_two _ 0 N l i j (fun x => x) (fun x => x) lt).
  by rewrite (@draws_mean_two _ 0 N l i j (fun x => x) (fun x => x) lt) // normal_mean // Rmult_0_l.
have lt : (j < i < l)%N by rewrite h.
have e (g : nat -> R) : g j * g i = g i * g j by ring.
split; first exact: integrable_ext e (@draws_integrable_two _ 0 N l j i (fun x => x) (fun x => x) lt i1 i1).
by rewrite -(mean_ext _ e) (@draws_mean_two _ 0 N l j i (fun x => x) (fun x => x) lt) // normal_mean // Rmult_0_l.
Qed.
Lemma gaussian_two i k l : integrable G (fun Z => Z i k * Z i l) /\ mean G (fun Z => Z i k * Z i l) = (if k == l then 1 else 0) / INR d.
Proof.
have [a b] := normal_two (index_lt i k) (index_lt i l).
have s : sqrt (INR d) * sqrt (INR d) = INR d by apply: sqrt_sqrt; lra.
have sp := sqrt_lt_R0 _ D.
pose M (g : nat -> R) : 'M[R]_(d, n) := \matrix_(i, j) (g (i * n + j)%N / sqrt (INR d)).
have e (g : nat -> R) : g (i * n + k)%N * g (i * n + l)%N / INR d = M g i k * M g i l.
  by rewrite !mxE -{1}s; field; lra.
split; first exact: (integrable_ext e (integrable_div _ a)).
rewrite [LHS](_ : _ = mean (normals N (d * n)) (fun g => M g i k * M g i l)) // -(mean_ext _ e) mean_div // b.
by rewrite eqn_add2l.
Qed.
Lemma gaussian_square p (A : 'M[R]_(n, p)) i j : integrable G (fun Z => (Z *m A)%ring i j ^ 2) /\
  mean G (fun Z => (Z *m A)%ring i j ^ 2) = (\S_(k < n) A k j ^ 2) / INR d.
Proof.
have e (Z : 'M[R]_(d, n)) : \S_(k < n) \S_(l < n) (A k j * A l j * (Z i k * Z i l)) = (Z *m A)%ring i j ^ 2.
  rewrite mulmxE /= Rmult_1_r -total_scal_r; apply: total_ext => k; rewrite -total_scal; apply: total_ext => l; ring.
have I k l : integrable G (fun Z => A k j * A l j * (Z i k * Z i l)).
  by apply: integrable_scal; have [] := gaussian_two i k l.
have I' k : integrable G (fun Z => \S_(l < n) (A k j * A l j * (Z i k * Z i l))) by exact: integrable_total.
split; first exact: integrable_ext e (integrable_total I').
rewrite -(mean_ext _ e) mean_total // -total_div; apply: total_ext => k; rewrite mean_total //.
rewrite (total_ext (g := fun l => if l == k then A k j ^ 2 / INR d else 0)) ?total_delta // => l.
have [a b] := gaussian_two i k l; rewrite mean_scal // b eq_sym; case: eqP => [->|_]; rewrite /Rdiv; ring.
Qed.
Lemma gaussian_frobsq p (A : 'M[R]_(n, p)) : integrable G (fun Z => frobsq (Z *m A)%ring) /\
  mean G (fun Z => frobsq (Z *m A)%ring) = frobsq A.
Proof.
have I i : integrable G (fun Z => rowsq (Z *m A)%ring i) by apply: integrable_total => j; have [] := gaussian_square A i j.
split; first exact: integrable_total.
rewrite mean_total // (total_ext (g := fun=> frobsq A / INR d)); first by rewrite total_const; field; lra.
move=> i; rewrite /rowsq mean_total => [|j]; last by have [] := gaussian_square A i j.
rewrite -frobsq_tr /frobsq -total_div; apply: total_ext => j; have [_ ->] := gaussian_square A i j.
by congr (_ / _); apply: total_ext => k; rewrite mxE.
Qed.
End Moments.

(* ---------- couplings ---------- *)
Section Couplings.
Variables d n : nat.
Implicit Types L M : law 'M[R]_(d, n).
Definition cost (p : 'M[R]_(d, n) * 'M[R]_(d, n)) : R := frobsq (p.1 - p.2)%ring.
Lemma W2sq_le L M c : coupled L M c -> W2sq L M <= c.
Proof.
move=> h; apply/RleP; apply: inf_lb => //.
exists 0 => _ [Q [_ _ _ _ ->]]; apply/RleP; apply: mean_ge0 => p; exact: frobsq_ge0.
Qed.
Lemma W2sq_ge L M b c : coupled L M c -> (forall a, coupled L M a -> b <= a) -> b <= W2sq L M.
Proof.
move=> h k; apply/RleP; apply: lb_le_inf; first by exists c.
by move=> a ha; apply/RleP; exact: k.
Qed.
End Couplings.

(* ---------- a random matrix ---------- *)
Section Random.
Variables (N : law R) (d n : nat).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n0 : (0 < n)%N).
Let s : R := / sqrt (INR n).
(* \S (sqrt(q_k) - 1/sqrt(n))^2 *)
Definition bures (H : 'M[R]_(d, n)) : R := frobsq (root_of (H^T *m H) - s%:M)%ring.
Lemma gram_unit (H : 'M[R]_(d, n)) q k : frobsq H <= 1 -> spectrum (H^T *m H)%ring q -> 0 <= q k <= 1.
Proof.
move=> f sp; have p := gram_spectrum_ge0 sp; split=> //.
by apply: Rle_trans f; rewrite (gram_frobsq sp); exact: total_one_term.
Qed.
Lemma bures_spectrum (H : 'M[R]_(d, n)) q : frobsq H <= 1 -> spectrum (H^T *m H)%ring q ->
  bures H = \S_(k < n) (sqrt (q k) - s) ^ 2.
Proof.
move=> f sp; have u k := gram_unit k f sp; case: (sp) => U [o e]; rewrite /bures (root_of_spectrum o e u).
apply: (@spectrum_frobsq n _ (fun k => sqrt (q k) - s)); exists U; split=> //.
rewrite (_ : diag_mx _ = diag_mx (\row_k sqrt (q k)) - s%:M)%ring; last first.
  apply/matrixP => i j; rewrite !mxE; case: eqP => _; rewrite ?mulr1n ?mulr0n ?subr0; exact: erefl.
by rewrite mulmxBr mulmxBl mul_mx_scalar -scalemxAl o scalemx1.
Qed.
Lemma bures_range (H : 'M[R]_(d, n)) : frobsq H <= 1 -> 0 <= bures H <= INR n.
Proof.
move=> f; have [q sp] := gram_spectrum H; rewrite (bures_spectrum f sp).
have M : 1 <= INR n by apply: (le_INR 1); apply/ssrnat.leP.
have s0 : 0 <= s by apply: Rlt_le; apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; lra.
have s1 : s <= 1 by rewrite /s -Rinv_1; apply: Rinv_le_contravar; [lra | rewrite -sqrt_1; apply: sqrt_le_1_alt].
split; first by apply: total_ge0 => k; exact: pow2_ge_0.
rewrite -[INR n]Rmult_1_r -total_const; apply: total_le => k; have [q0 q1] := gram_unit k f sp.
have r0 := sqrt_pos (q k); have r1 : sqrt (q k) <= 1 by rewrite -sqrt_1; apply: sqrt_le_1_alt.
nra.
Qed.
Lemma root_gram (H : 'M[R]_(d, n)) : frobsq H <= 1 -> ((root_of (H^T *m H))^T *m root_of (H^T *m H) = H^T *m H)%ring.
Proof.
move=> f; have [q sp] := gram_spectrum H; have u k := gram_unit k f sp; case: (sp) => U [o e].
rewrite (root_of_spectrum o e u) with_spectrum_tr with_spectrum_mul // [RHS]e; congr (U *m diag_mx _ *m _)%ring.
by apply/rowP => k; rewrite !mxE sqrt_sqrt //; have [] := u k.
Qed.
Variables (T : Type) (L : law T) (M : T -> 'M[R]_(d, n)).
Hypotheses (mM : measurable_matrix L M) (M1 : forall x, frobsq (M x) <= 1).
Notation Gn := (gaussian N d n).
Notation root x := (root_of ((M x)^T *m M x)%ring).
Lemma root_mx_measurable k : measurable_matrix L (fun x => root_mx ((M x)^T *m M x)%ring k).
Proof.
elim: k => [|k IH]; first exact: measurable_matrix_const.
move=> i j; apply: (measurable_ext (f := fun x => root_mx ((M x)^T *m M x)%ring k i j + / 2 * (((M x)^T *m M x)%ring i j
  - (root_mx ((M x)^T *m M x) k *m root_mx ((M x)^T *m M x) k)%ring i j))).
  by move=> x; rewrite /= addmxE [scaled _ _ i j]mxE submxE.
apply: measurable_add; [exact: IH | apply: measurable_scal; apply: measurable_sub].
  exact: (measurable_gram mM).
exact: (measurable_matrix_mul IH IH).
Qed.
Lemma root_measurable : measurable_matrix L (fun x => root x).
Proof.
move=> i j; apply: (measurable_limit (f := fun k x => root_mx ((M x)^T *m M x)%ring k i j)) => [k|x].
  exact: root_mx_measurable.
have [q sp] := gram_spectrum (M x); have u k := gram_unit k (M1 x) sp; case: (sp) => U [o e].
by rewrite (root_of_spectrum o e u); exact: (root_mx_cv o e u).
Qed.
Lemma bures_measurable : measurable_on L (fun x => bures (M x)).
Proof.
apply: measurable_frobsq => i j; apply: (measurable_ext (f := fun x => root x i j - (s%:M)%ring i j)) => [x|].
  by rewrite submxE.
by apply: measurable_sub; [exact: root_measurable | exact: measurable_const].
Qed.
Lemma bures_integrable : integrable L (fun x => bures (M x)).
Proof.
by apply: (integrable_between (a := 0) (b := INR n)); [exact: bures_measurable | move=> w; exact: bures_range].
Qed.

(* the pair: a random x, and a Gaussian Z that is independent of it *)
Let P0 : law (T * 'M[R]_(d, n)) := @Law _ (product_space (space L) (space Gn)) (fun z => (draw z.1, draw z.2)).
Lemma pair_first f : measurable_on L f -> measurable_on P0 (fun p => f p.1).
Proof. move=> m; exact: (measurable_fun_comp m (@fst_measurable (space L) (space Gn))). Qed.
Lemma pair_second f : measurable_on Gn f -> measurable_on P0 (fun p => f p.2).
Proof. move=> m; exact: (measurable_fun_comp m (@snd_measurable (space L) (space Gn))). Qed.
Lemma pair_mean F : integrable P0 F ->
  mean P0 F = mean L (fun x => mean Gn (fun Z => F (x, Z))).
Proof.
move=> i; have [_ e] := @fresh_integral (space L) (space Gn) (fun z => F (draw z.1, draw z.2)) i.
exact: e.
Qed.
Lemma pair_integrable_second f : integrable Gn f -> integrable P0 (fun p => f p.2).
Proof.
move=> i; have i1 := integrable_const L 1.
have := @product_integrable (space L) (space Gn) (fun w => (1%R : RR)) (fun w => f (draw w)) i1 i.
by apply: (integrable_ext_drawn (L := P0) (f := fun p => 1 * f p.2)) => w; rewrite Rmult_1_l.
Qed.
Lemma pair_product : measurable_matrix P0 (fun p => p.2 *m root p.1)%ring.
Proof.
apply: (measurable_matrix_mul (A := fun p : T * 'M[R]_(d, n) => p.2) (M := fun p => root p.1)) => i j.
  exact: pair_second (gaussian_entries normal i j).
by apply: (pair_first (f := fun x => root x i j)); exact: root_measurable.
Qed.
Lemma pair_scaled : measurable_matrix P0 (fun p => scaled s p.2).
Proof. by apply: measurable_matrix_scaled => i j; exact: pair_second (gaussian_entries normal i j). Qed.
Lemma frobsq_mul p q r (A : 'M[R]_(p, q)) (B : 'M[R]_(q, r)) : frobsq (A *m B)%ring <= frobsq A * frobsq B.
Proof.
rewrite -[frobsq B]frobsq_tr /frobsq -total_scal_r; apply: total_le => i.
rewrite -total_scal; apply: total_le => j; rewrite mulmxE; apply: Rle_trans (cauchy_schwarz _ _) _.
by apply: Req_le; congr (_ * _); apply: total_ext => k; rewrite mxE.
Qed.
Lemma pair_cost (Z : 'M[R]_(d, n)) x : frobsq (Z *m root x - scaled s Z)%ring = frobsq (Z *m (root x - s%:M))%ring.
Proof. by rewrite mulmxBr mul_mx_scalar scaledE. Qed.
Lemma pair_cost_integrable : integrable P0 (fun p : T * 'M[R]_(d, n) => frobsq (p.2 *m root p.1 - scaled s p.2)%ring).
Proof.
have [i1 _] := gaussian_frobsq normal d0 (1%:M%ring : 'M[R]_n).
have i2 : integrable Gn (fun Z => INR n * frobsq Z).
  by apply: integrable_scal; apply: integrable_ext i1 => Z; rewrite mulmx1.
apply: (integrable_dominated (g := fun p => INR n * frobsq p.2)).
- apply: measurable_frobsq => i j.
  apply: (measurable_ext (f := fun p : T * 'M[R]_(d, n) => (p.2 *m root p.1)%ring i j - scaled s p.2 i j)) => [p|]; first by rewrite submxE.
  by apply: measurable_sub; [exact: pair_product | exact: pair_scaled].
- exact: (pair_integrable_second (f := fun Z => INR n * frobsq Z)).
- move=> w; rewrite Rabs_pos_eq; last exact: frobsq_ge0.
  rewrite pair_cost; apply: Rle_trans (frobsq_mul _ _) _; rewrite Rmult_comm; apply: Rmult_le_compat_r; first exact: frobsq_ge0.
  by have [] := bures_range (M1 (draw w).1).
Qed.
Lemma pair_cost_mean : mean P0 (fun p : T * 'M[R]_(d, n) => frobsq (p.2 *m root p.1 - scaled s p.2)%ring) = mean L (fun x => bures (M x)).
Proof.
rewrite (pair_mean pair_cost_integrable); apply: mean_ext => x.
rewrite -[RHS](proj2 (gaussian_frobsq normal d0 (root x - s%:M)%ring)); apply: mean_ext => Z; exact: pair_cost.
Qed.
Lemma gaussian_mul_entries e p (H : 'M[R]_(e, p)) : measurable_entries (image (fun W => W *m H)%ring (gaussian N d e)).
Proof.
move=> i j; change (measurable_on (gaussian N d e) (fun W => (W *m H)%ring i j)).
apply: (measurable_matrix_mul (A := fun W => W) (M := fun=> H)); last exact: measurable_matrix_const.
exact: gaussian_entries.
Qed.
Theorem random_coupling (Q : law 'M[R]_(d, n)) :
  (forall B, borel B -> prob (space Q) [set w | B (draw w)]
     = (mean L (fun x => mean (gaussian N d d) (fun W => member B (W *m M x)%ring)) : RR)%:E) ->
  coupled Q (image (scaled s) Gn) (mean L (fun x => bures (M x))).
Proof.
move=> QE; pose P := image (fun p : T * 'M[R]_(d, n) => (p.2 *m root p.1, scaled s p.2))%ring P0.
rewrite -pair_cost_mean; exists P; split=> [|B bB|B bB||//].
- by move=> i j; split; [exact: pair_product | exact: pair_scaled].
- apply: etrans (esym (QE B bB)).
  rewrite [LHS](@prob_mean d n (image fst P) B _ bB); last by move=> i j; exact: pair_product.
  congr EFin; have i : integrable P0 (fun p => member B (p.2 *m root p.1)%ring).
    apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: member_range.
    exact: borel_of_measurable pair_product (member_borel bB).
  rewrite [LHS](pair_mean i); apply: mean_ext => x.
  have h := @gram_chain N normal d d n n (M x) (root x) d0 n0 (esym (root_gram (M1 x))) B bB.
  rewrite (prob_mean (@gaussian_mul_entries _ _ (M x)) bB) (prob_mean (@gaussian_mul_entries _ _ (root x)) bB) in h.
  by case: h => e; exact: esym e.
- rewrite [LHS](@prob_mean d n (image snd P) B _ bB); last by move=> i j; exact: pair_scaled.
  have e : measurable_entries (image (scaled s) Gn).
    move=> i j; change (measurable_on Gn (fun Z => scaled s Z i j)).
    apply: (@measurable_matrix_scaled _ _ d n s (fun Z => Z)); exact: gaussian_entries.
  rewrite (prob_mean e bB); congr EFin; have i : integrable P0 (fun p => member B (scaled s p.2)).
    apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: member_range.
    exact: borel_of_measurable pair_scaled (member_borel bB).
  by apply: etrans (pair_mean i) _; exact: (mean_const L (mean Gn (fun Z => member B (scaled s Z)))).
- exact: pair_cost_integrable.
Qed.
End Random.

(* ---------- a fixed matrix: no pair is nearer ---------- *)
Lemma square_below a b t : 0 < t -> (1 - t) * a ^ 2 + (1 - / t) * b ^ 2 <= (a - b) ^ 2.
Proof.
move=> t0; have i0 := Rinv_0_lt_compat _ t0; have e : t * / t = 1 by rewrite Rinv_r; lra.
have : 0 <= / t * (t * a - b) ^ 2 by apply: Rmult_le_pos; [lra | exact: pow2_ge_0].
have -> : / t * (t * a - b) ^ 2 = t * a ^ 2 - 2 * a * b + / t * b ^ 2 by field; lra.
lra.
Qed.
Section Fixed.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)) (q : 'I_n -> R) (U : 'M[R]_n).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n0 : (0 < n)%N).
Hypotheses (o : orthogonal U) (e : (H^T *m H = U *m diag_mx (\row_k q k) *m U^T)%ring).
Let D : 0 < INR d := INR_pos d0.
Let M : 0 < INR n := INR_pos n0.
Let s : R := / sqrt (INR n).
Notation Gd := (gaussian N d d).
Notation Gn := (gaussian N d n).
(* the squared norm of column k in the basis U *)
Definition column (k : 'I_n) (A : 'M[R]_(d, n)) : R := \S_(j < d) (A *m U)%ring j k ^ 2.
Lemma column_borel k : borel_fun (column k).
Proof.
apply: measurable_total => j; apply: measurable_pow.
exact: (@borel_map_mul d n n U j k).
Qed.
Lemma frobsq_columns A : frobsq A = \S_(k < n) column k A.
Proof. by rewrite -(frobsq_rot_r A o) /frobsq total_exchange. Qed.
Lemma column_first k : integrable (image (fun W => W *m H)%ring Gd) (column k) /\ mean (image (fun W => W *m H)%ring Gd) (column k) = q k.
Proof.
have E (W : 'M[R]_d) : \S_(j < d) (W *m (H *m U))%ring j k ^ 2 = column k (W *m H)%ring.
  by apply: total_ext => j; rewrite mulmxA.
have I j : integrable Gd (fun W => (W *m (H *m U))%ring j k ^ 2) by have [] := gaussian_square normal d0 (H *m U)%ring j k.
split; first exact: (integrable_ext (L := Gd) E (integrable_total I)).
rewrite mean_image -(mean_ext Gd E) mean_total // (total_ext (g := fun=> q k / INR d)); first by rewrite total_const; field; lra.
move=> j; have [_ ->] := gaussian_square normal d0 (H *m U)%ring j k; congr (_ / _).
have -> : \S_(m < d) (H *m U)%ring m k ^ 2 = rowsq ((H *m U)^T)%ring k by apply: total_ext => m; rewrite [((H *m U)^T)%ring k m]mxE.
have o' := orthogonal_tr_mul o.
rewrite -gram_diag trmxK trmx_mul mulmxA -(mulmxA U^T)%ring e !mulmxA o' mul1mx -mulmxA o' mulmx1 !mxE eqxx; exact: erefl.
Qed.
Lemma column_second k : integrable (image (scaled s) Gn) (column k) /\ mean (image (scaled s) Gn) (column k) = s ^ 2.
Proof.
have E (Z : 'M[R]_(d, n)) : (s ^ 2 * (\S_(j < d) (Z *m U)%ring j k ^ 2))%R = column k (scaled s Z).
  rewrite -total_scal; apply: total_ext => j; rewrite scaledE -scalemxAl -scaledE [scaled _ _ _ _]mxE; exact: esym (Rpow_mult_distr _ _ _).
have I j : integrable Gn (fun Z => (Z *m U)%ring j k ^ 2) by have [] := gaussian_square normal d0 U j k.
split; first exact: (integrable_ext (L := Gn) E (integrable_scal _ (integrable_total I))).
rewrite mean_image -(mean_ext Gn E) mean_scal ?mean_total //; last exact: integrable_total.
rewrite (total_ext (g := fun=> / INR d)); first by rewrite total_const; field; lra.
move=> j; have [_ ->] := gaussian_square normal d0 U j k; rewrite /Rdiv -[RHS]Rmult_1_l; congr (_ * _).
have -> : \S_(m < n) U m k ^ 2 = rowsq (U^T)%ring k by apply: total_ext => m; rewrite mxE.
by rewrite -gram_diag trmxK (orthogonal_tr_mul o) mxE eqxx.
Qed.
Lemma fixed_below (P : law ('M[R]_(d, n) * 'M[R]_(d, n))) (t : 'I_n -> R) : (forall k, 0 < t k) ->
  (forall i j, measurable_on P (fun p => p.1 i j)) -> (forall i j, measurable_on P (fun p => p.2 i j)) ->
  same_law (image fst P) (image (fun W => W *m H)%ring Gd) -> same_law (image snd P) (image (scaled s) Gn) ->
  integrable P (@cost d n) -> \S_(k < n) ((1 - t k) * q k + (1 - / t k) * s ^ 2) <= mean P (@cost d n).
Proof.
move=> t0 m1 m2 s1 s2 ic.
have e1 : measurable_entries (image (fun W => W *m H)%ring Gd) by exact: gaussian_mul_entries.
have e2 : measurable_entries (image (scaled s) Gn).
  move=> i j; change (measurable_on Gn (fun Z => scaled s Z i j)).
  apply: (@measurable_matrix_scaled _ _ d n s (fun Z => Z)); exact: gaussian_entries.
have c1 k : integrable P (fun p => column k p.1) /\ mean P (fun p => column k p.1) = q k.
  have [i <-] := column_first k.
  exact: (same_law_mean e1 (L := image (fun W => W *m H)%ring Gd) (M := image fst P) m1 (same_law_sym s1) (column_borel k) i).
have c2 k : integrable P (fun p => column k p.2) /\ mean P (fun p => column k p.2) = s ^ 2.
  have [i <-] := column_second k.
  exact: (same_law_mean e2 (L := image (scaled s) Gn) (M := image snd P) m2 (same_law_sym s2) (column_borel k) i).
have i k : integrable P (fun p => (1 - t k) * column k p.1 + (1 - / t k) * column k p.2).
  by apply: integrable_linear; [have [] := c1 k | have [] := c2 k].
have -> : \S_(k < n) ((1 - t k) * q k + (1 - / t k) * s ^ 2)
  = mean P (fun p => \S_(k < n) ((1 - t k) * column k p.1 + (1 - / t k) * column k p.2)).
  rewrite mean_total //; apply: total_ext => k; have [i1 <-] := c1 k; have [i2 <-] := c2 k.
  by rewrite mean_linear.
apply: mean_le => //; first exact: integrable_total.
move=> p; rewrite /cost frobsq_columns; apply: total_le => k; rewrite /column -!total_scal -total_add; apply: total_le => j.
by rewrite mulmxBl submxE; exact: square_below.
Qed.
Lemma fixed_bound (P : law ('M[R]_(d, n) * 'M[R]_(d, n))) : (forall k, 0 <= q k) ->
  (forall i j, measurable_on P (fun p => p.1 i j)) -> (forall i j, measurable_on P (fun p => p.2 i j)) ->
  same_law (image fst P) (image (fun W => W *m H)%ring Gd) -> same_law (image snd P) (image (scaled s) Gn) ->
  integrable P (@cost d n) -> \S_(k < n) (sqrt (q k) - s) ^ 2 <= mean P (@cost d n).
Proof.
move=> q0 m1 m2 s1 s2 ic; apply: le_epsilon => eps e0.
have s0 : 0 < s by apply: Rinv_0_lt_compat; exact: sqrt_lt_R0.
have ss : s ^ 2 = / INR n by rewrite /s pow_inv pow2_sqrt //; lra.
pose t k := if Rlt_dec 0 (q k) then s / sqrt (q k) else / eps.
have t0 k : 0 < t k.
  rewrite /t; case: Rlt_dec => h /=; last exact: Rinv_0_lt_compat.
  by apply: Rdiv_lt_0_compat => //; exact: sqrt_lt_R0.
have b := fixed_below t0 m1 m2 s1 s2 ic.
suff : \S_(k < n) (sqrt (q k) - s) ^ 2 <= \S_(k < n) ((1 - t k) * q k + (1 - / t k) * s ^ 2 + eps * / INR n).
  rewrite total_add total_const => h; have -> : eps = INR n * (eps * / INR n) by field; lra.
  lra.
apply: total_le => k; rewrite -ss /t; case: Rlt_dec => h /=.
  have r0 := sqrt_lt_R0 _ h; have rr := sqrt_sqrt (q k) (q0 k); set r := sqrt (q k) in r0 rr *.
  have -> : (1 - s / r) * q k + (1 - / (s / r)) * s ^ 2 = (r - s) ^ 2 by rewrite -rr; field; lra.
  by have := pow2_ge_0 s; nra.
have z : q k = 0 by have := q0 k; lra.
by rewrite z sqrt_0 Rinv_inv; have := pow2_ge_0 s; nra.
Qed.
End Fixed.
