(* The Gram matrix of the next layer of daneshmand2021 at a finite width, in the right singular basis U of H: C = U^T H'^T H' U has the
   mean diag(p) ([gram_mean]), and E ||C - diag(p)||_F^2 = (1 - \S p_k^2)/d ([gram_variance]): lemma 6 and sharp:gram-variance. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry frames spectra normal gram_map blocks gram_layer.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Layer.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)) (q : 'I_n -> R) (U : 'M[R]_n).
Hypothesis normal : standard_normal N.
Hypothesis d0 : (0 < d)%N.
Hypothesis oU : orthogonal U.
Hypothesis HU : H^T *m H = U *m diag_mx (\row_k q k) *m U^T.
Notation G := (gaussian N d d).
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Lemma layer_eigenvalues : forall k, 0 <= q k.
Proof. by have h : spectrum (H^T *m H) q by [exists U]; exact: (gram_spectrum_ge0 h). Qed.
Let q0 := layer_eigenvalues.

(* the singular basis on the left *)
Lemma left_basis : exists (a : 'I_d -> R) (P : 'M[R]_d) (Y : 'M[R]_(d, n)), [/\ orthogonal P, forall m, 0 <= a m, P *m Y = H *m U,
  forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0 &
  forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0].
Proof.
have [a sp] := spectral_theorem (gram_sym_l H); have a0 := gram_l_spectrum_ge0 sp.
have [P [oP e]] := sp; pose Y := P^T *m (H *m U).
have PP := orthogonal_tr oP; have UU := orthogonal_tr oU.
exists a, P, Y; split => //.
- by rewrite /Y mulmxA oP mul1mx.
- move=> i k; have h : Y^T *m Y = diag_mx (\row_k q k).
    rewrite /Y trmx_mul trmxK trmx_mul !mulmxA -(mulmxA _ P) oP mulmx1 -(mulmxA _ H^T) HU.
    by rewrite !mulmxA UU mul1mx -!mulmxA UU mulmx1.
  transitivity ((Y^T *m Y) i k); first by rewrite mulmxE; apply: total_ext => m; rewrite [Y^T _ _]mxE.
  by rewrite h !mxE; case: eqP => _; rewrite ?mulr1n ?mulr0n.
- move=> m l; have h : Y *m Y^T = diag_mx (\row_k a k).
    rewrite /Y !trmx_mul trmxK !mulmxA -(mulmxA _ U) oU mulmx1 -(mulmxA _ H) e.
    by rewrite !mulmxA PP mul1mx -!mulmxA PP mulmx1.
  transitivity ((Y *m Y^T) m l); first by rewrite mulmxE; apply: total_ext => k; rewrite [Y^T _ _]mxE.
  by rewrite h !mxE; case: eqP => _; rewrite ?mulr1n ?mulr0n.
Qed.

Definition next_gram (W : 'M[R]_d) : 'M[R]_n := U^T *m ((layer W H)^T *m layer W H) *m U.
Section Basis.
Variables (a : 'I_d -> R) (P : 'M[R]_d) (Y : 'M[R]_(d, n)).
Hypothesis oP : orthogonal P.
Hypothesis a0 : forall m, 0 <= a m.
Hypothesis PY : P *m Y = H *m U.
Hypothesis Yq : forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0.
Hypothesis Ya : forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0.
Lemma unit_row (W : 'M[R]_d) j k : (BN (W *m H) *m U) j k = unit a Y k ((W *m P) j).
Proof.
have e : W *m H *m U = W *m P *m Y by rewrite -!mulmxA PY.
have len : rowsq (W *m H) j = length a ((W *m P) j).
  rewrite -(rowsq_mul _ _ oU) e -(row_length Ya); apply: total_ext => i; by rewrite mulmxE.
rewrite /unit -len -mulmxE -e mulmxE [in RHS]mulmxE /Rdiv -total_scal_r; apply: total_ext => l.
by rewrite mxE; rewrite /Rdiv; ring.
Qed.
Lemma next_gram_entry (W : 'M[R]_d) i k : next_gram W i k = (\S_(j < d) pair a Y i k ((W *m P) j)) / INR d.
Proof.
have -> : next_gram W = (layer W H *m U)^T *m (layer W H *m U) by rewrite /next_gram trmx_mul !mulmxA.
have e j l : (layer W H *m U) j l = / sqrt (INR d) * unit a Y l ((W *m P) j).
  by rewrite -unit_row /layer scaledE -scalemxAl mxE.
have s : sqrt (INR d) * sqrt (INR d) = INR d by apply: sqrt_sqrt; lra.
have p := sqrt_lt_R0 _ D.
rewrite mulmxE -total_div; apply: total_ext => j; rewrite [(layer W H *m U)^T i j]mxE !e /pair -{3}s; field; lra.
Qed.
Lemma pair_scale i k c x : 0 < c -> pair a Y i k (fun m => c * x m) = pair a Y i k x.
Proof. by move=> c0; rewrite /pair !unit_scale. Qed.
Lemma pair_square_scale i k c x : 0 < c -> pair a Y i k (fun m => c * x m) ^ 2 = pair a Y i k x ^ 2.
Proof. by move=> c0; rewrite pair_scale. Qed.
Lemma pair_square_measurable i k T (L : law T) (x : T -> 'I_d -> R) : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => pair a Y i k (x t) ^ 2).
Proof. by move=> mx; apply: measurable_pow; exact: pair_measurable. Qed.
Lemma pair_square_le1 i k x : Rabs (pair a Y i k x ^ 2) <= 1.
Proof.
have := pair_le1 a0 Ya i k x; rewrite -RPow_abs; have := Rabs_pos (pair a Y i k x); nra.
Qed.
Definition second i k := mean (normals N d) (fun g => pair a Y i k (@first d g) ^ 2).
Let m i k := if i == k then gram_map N q i else 0.
Let zm i k (j : 'I_d) : measurable_on G (fun W => pair a Y i k (W j)).
Proof. by apply: pair_measurable => l; exact: gaussian_entries. Qed.
Let z1 i k (j : 'I_d) : mean G (fun W => pair a Y i k (W j)) = m i k.
Proof.
have [_ ->] := gaussian_row normal d0 (@pair_scale i k) (fun T L x => @pair_measurable d n a Y T L x i k) (pair_le1 a0 Ya i k) j.
by have [_ ->] := pair_mean normal d0 a0 q0 Yq Ya i k.
Qed.
Let z2 i k (j : 'I_d) : mean G (fun W => pair a Y i k (W j) ^ 2) = second i k.
Proof. by have [_ ->] := gaussian_row normal d0 (@pair_square_scale i k) (@pair_square_measurable i k) (pair_square_le1 i k) j. Qed.
Let z3 i k (j l : 'I_d) : j != l -> mean G (fun W => pair a Y i k (W j) * pair a Y i k (W l)) = m i k ^ 2.
Proof.
move=> jl; have ms T L x := @pair_measurable d n a Y T L x i k.
rewrite (gaussian_two_rows normal d0 (@pair_scale i k) (@pair_scale i k) ms ms (pair_le1 a0 Ya i k) (pair_le1 a0 Ya i k) jl).
by have [_ ->] := pair_mean normal d0 a0 q0 Yq Ya i k; rewrite /m; ring.
Qed.
Lemma average_borel i k : borel_fun (fun X : 'M[R]_d => (\S_(j < d) pair a Y i k (X j)) / INR d).
Proof.
apply: measurable_div; last exact: measurable_const.
by apply: measurable_total => j; apply: pair_measurable => l; exact: borel_entry.
Qed.
Lemma basis_mean i k : integrable G (fun W => next_gram W i k) /\ mean G (fun W => next_gram W i k) = m i k.
Proof.
have [I e] := average_mean d0 (zm i k) (fun j W => pair_le1 a0 Ya i k (W j)) (z1 i k).
have [J r] := gaussian_rotated normal oP (average_borel i k) I.
split; first by apply: integrable_ext J => W; rewrite next_gram_entry.
by rewrite -e -r; apply: mean_ext => W; rewrite next_gram_entry.
Qed.
Lemma basis_variance i k : integrable G (fun W => (next_gram W i k - m i k) ^ 2) /\
  mean G (fun W => (next_gram W i k - m i k) ^ 2) = (second i k - m i k ^ 2) / INR d.
Proof.
have [I e] := average_variance d0 (zm i k) (fun j W => pair_le1 a0 Ya i k (W j)) (z1 i k) (z2 i k) (@z3 i k).
have b : borel_fun (fun X : 'M[R]_d => ((\S_(j < d) pair a Y i k (X j)) / INR d - m i k) ^ 2).
  by apply: measurable_pow; apply: measurable_sub; [exact: average_borel | exact: measurable_const].
have [J r] := gaussian_rotated normal oP b I.
split; first by apply: integrable_ext J => W; rewrite next_gram_entry.
by rewrite -e -r; apply: mean_ext => W; rewrite next_gram_entry.
Qed.
Hypothesis q1 : \S_(k < n) q k = 1.
Lemma second_total : \S_(i < n) \S_(k < n) second i k = 1.
Proof.
have I i k : integrable (normals N d) (fun g => pair a Y i k (@first d g) ^ 2).
  apply: (integrable_bounded (c := 1)) => [|w]; last exact: pair_square_le1.
  by apply: pair_square_measurable => l; exact: normals_measurable.
rewrite -(total_ext (fun i => mean_total (I i))) -mean_total; last by move=> i; exact: integrable_total.
rewrite -(gram_total normal q0 q1).
have e i : gram_map N q i = mean (normals N d) (fun g => pair a Y i i (@first d g)).
  by have [_ ->] := pair_mean normal d0 a0 q0 Yq Ya i i; rewrite eqxx.
rewrite (total_ext e) -mean_total => [|i]; last by have [] := pair_mean normal d0 a0 q0 Yq Ya i i.
apply: mean_ext => g; set x := first g.
have -> : \S_(i < n) pair a Y i i x = length a x / length a x.
  by rewrite -(unit_total a0 Ya); apply: total_ext => i; rewrite /pair; ring.
rewrite -whole_square -(unit_total a0 Ya) /= Rmult_1_r -total_scal_r; apply: total_ext => i.
by rewrite -total_scal; apply: total_ext => k; rewrite /pair /=; ring.
Qed.
End Basis.

Lemma gram_mean i k : integrable G (fun W => next_gram W i k) /\
  mean G (fun W => next_gram W i k) = if i == k then gram_map N q i else 0.
Proof. by have [a [P [Y [oP a0 PY Yq Ya]]]] := left_basis; exact: (basis_mean oP a0 PY Yq Ya). Qed.
Lemma diag_distance (A : 'M[R]_n) (p : 'I_n -> R) :
  frobsq (A - diag_mx (\row_i p i))%ring = \S_(i < n) \S_(k < n) (A i k - (if i == k then p i else 0)) ^ 2.
Proof.
apply: total_ext => i; apply: total_ext => k; rewrite !mxE; case: eqP => _; by rewrite ?mulr1n ?mulr0n.
Qed.
Lemma gram_variance : \S_(k < n) q k = 1 ->
  integrable G (fun W => frobsq (next_gram W - diag_mx (\row_i gram_map N q i))%ring) /\
  mean G (fun W => frobsq (next_gram W - diag_mx (\row_i gram_map N q i))%ring)
    = (1 - \S_(k < n) (gram_map N q k * gram_map N q k)) / INR d.
Proof.
move=> q1; have [a [P [Y [oP a0 PY Yq Ya]]]] := left_basis.
have B i k := basis_variance oP a0 PY Yq Ya i k.
have I i k := (B i k).1; have J := integrable_total (fun i => integrable_total (I i)).
split; first by apply: integrable_ext J => W; rewrite diag_distance.
rewrite (mean_ext _ (fun W => diag_distance _ _)) mean_total; last by move=> i; exact: integrable_total.
transitivity (\S_(i < n) \S_(k < n) ((second a Y i k - (if i == k then gram_map N q i * gram_map N q i else 0)) / INR d)).
  apply: total_ext => i; rewrite mean_total //; apply: total_ext => k; rewrite (B i k).2.
  by case: eqP => _; congr (_ / _); ring.
have e i : \S_(k < n) ((second a Y i k - (if i == k then gram_map N q i * gram_map N q i else 0)) / INR d)
    = ((\S_(k < n) second a Y i k) - gram_map N q i * gram_map N q i) / INR d.
  rewrite total_div total_sub; congr ((_ - _) / _).
  rewrite -[RHS](total_delta (fun=> gram_map N q i * gram_map N q i) i).
  by apply: total_ext => k; rewrite eq_sym.
by rewrite (total_ext e) total_div total_sub (second_total a0 Yq Ya q1).
Qed.
End Layer.
