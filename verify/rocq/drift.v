(* The drift of the gap in one layer, X square with X X^T of the eigenvalues lam > 0 of mean 1, W Haar.

   phi(BN(W X)) - phi(X) is the mean over j of ln a_j, a_j the squared norm of row j of W X; E a_j = 1 and
   E (a_j - 1)^2 = 2 S/(d (d+2)), S = sum_k (lam_k - 1)^2. Since ln x <= (x-1) - (x-1)^2/(2 c) on (0, c], the drift is at
   most -S/(d (d+2) c) for every c above all eigenvalues. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains haar drift_arith.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* the eigenvalues of X X^T tell the rank *)
Lemma gram_l_full d (X : 'M[R]_d) lam : spectrum (X *m X^T)%ring lam -> (forall k, 0 < lam k) ->
  0 < (\det (X^T *m X))%ring.
Proof.
move=> s p; rewrite det_mulmx mulrC -det_mulmx (spectrum_det s); exact: prod_pos.
Qed.
(* a layer does not raise the gap *)
Lemma layer_phi_range d (W X : 'M[R]_d) : (0 < d)%N -> orthogonal W -> 0 < (\det (X^T *m X))%ring ->
  0 <= phi (BN (W *m X)%ring) <= phi X.
Proof.
move=> d0 o f; have f' := full_rotated o f; split; first by apply: phi_ge0 => //; exact: full_BN.
by rewrite -(phi_rotated X o); exact: phi_BN_le.
Qed.

Section Drift.
Variables (d : nat) (L : law 'M[R]_d) (X : 'M[R]_d) (lam : 'I_d -> R).
Hypotheses (d0 : (0 < d)%N) (H : haar L) (S : spectrum (X *m X^T)%ring lam).
Hypotheses (mean_one : \S_(k < d) lam k = INR d) (pos : forall k, 0 < lam k).
Notation E := (mean L).
Notation D := (INR d).
Notation spread := (\S_(k < d) (lam k - 1) ^ 2).
Let D1 : 1 <= D. Proof. exact: INR_ge1. Qed.
Let full : 0 < (\det (X^T *m X))%ring. Proof. exact: gram_l_full S pos. Qed.

Lemma frobsq_one : frobsq X = D.
Proof. by rewrite (gram_l_frobsq S). Qed.
(* the identity of one layer *)
Lemma layer_phi W : orthogonal W -> phi (BN (W *m X)%ring) = phi X + (\S_(j < d) ln (rowsq (W *m X)%ring j)) / D.
Proof.
move=> o; rewrite phi_BN //; last exact: full_rotated.
rewrite -/(frobsq (W *m X)%ring) frobsq_rotated // frobsq_one phi_rotated // (_ : D / D = 1); last by field; lra.
by rewrite ln_1; lra.
Qed.
Lemma layer_phi_integrable : integrable L (fun W => phi (BN (W *m X)%ring)).
Proof.
apply: (@integrable_bounded _ _ _ (phi X)).
  by apply: measurable_phi; apply: layer_measurable; exact: haar_entries.
by move=> w; have [a b] := layer_phi_range d0 (haar_orthogonal H w) full; rewrite Rabs_pos_eq.
Qed.
Lemma layer_isometry_integrable : integrable L (fun W => isometry (BN (W *m X)%ring)).
Proof.
apply: (@integrable_bounded _ _ _ 1).
  by apply: measurable_isometry; apply: layer_measurable; exact: haar_entries.
move=> w; have f' := full_BN (full_rotated (haar_orthogonal H w) full).
by rewrite Rabs_pos_eq; [exact: isometry_le1 | exact/Rlt_le/isometry_pos].
Qed.
(* ln a_j is bounded: a_j lies between the least and the largest eigenvalue *)
Lemma tame_ln_weighted j : tame (fun W => ln (weighted lam W j)).
Proof.
split; first by apply: measurable_ln; case: (tame_weighted lam j).
have [a ha] := least_index lam d0; have [b hb] := largest_index lam d0.
exists (Rabs (ln (lam a)) + Rabs (ln (lam b))) => W o.
have p := weighted_ge j o ha; have q := weighted_le j o hb; have pa := pos a.
have ln_le x y : 0 < x -> x <= y -> ln x <= ln y by move=> x0 [xy | ->]; [left; exact: ln_increasing | right].
have u := ln_le _ _ pa p; have v := ln_le _ _ (Rlt_le_trans _ _ _ pa p) q.
have := Rabs_pos (ln (lam a)); have := Rabs_pos (ln (lam b)).
have := Rle_abs (ln (lam b)); have := Rle_abs (- ln (lam a)); rewrite Rabs_Ropp => *.
by apply: Rabs_le; lra.
Qed.
Lemma mean_ln_row j : integrable L (fun W => ln (rowsq (W *m X)%ring j)) /\
  E (fun W => ln (rowsq (W *m X)%ring j)) = E (fun W => ln (weighted lam W j)).
Proof. exact: (row_norms_tame H S (F := fun a => ln (a j)) (tame_ln_weighted j)). Qed.
Lemma drift_rows : E (fun W => phi (BN (W *m X)%ring)) - phi X = (\S_(j < d) E (fun W => ln (weighted lam W j))) / D.
Proof.
have i j := proj1 (mean_ln_row j).
rewrite (@mean_ext_drawn _ L _ (fun W => phi X + (\S_(j < d) ln (rowsq (W *m X)%ring j)) / D)); last first.
  by move=> w; apply: layer_phi; exact: haar_orthogonal.
rewrite mean_add; [|exact: integrable_const|by apply: integrable_div; exact: integrable_total].
rewrite mean_const mean_div; last exact: integrable_total.
rewrite mean_total // (total_ext (g := fun j => E (fun W => ln (weighted lam W j)))); last first.
  by move=> j; case: (mean_ln_row j).
by lra.
Qed.
(* one row *)
Lemma mean_ln_weighted_le j c : (forall k, lam k <= c) -> E (fun W => ln (weighted lam W j)) <= - (spread / (D * (D + 2) * c)).
Proof.
move=> h; have c1 := largest_ge1 mean_one d0 h.
have t := tame_weighted lam j; have i0 := tame_integrable H (tame_sub t (tame_const d 1)).
have i2 := tame_integrable H (tame_pow 2 (tame_sub t (tame_const d 1))).
have e1 : E (fun W => weighted lam W j - 1) = 0.
  rewrite mean_sub; [|exact: (tame_integrable H)|exact: integrable_const].
  by rewrite mean_const (mean_weighted lam H) mean_one; field; lra.
have e2 : E (fun W => (weighted lam W j - 1) ^ 2) = 2 * spread / (D * (D + 2)).
  have [_ <-] := mean_row_deviation H S mean_one j.
  by have [_ ->] := row_norms_tame H S (F := fun a => (a j - 1) ^ 2) (tame_pow 2 (tame_sub t (tame_const d 1))).
have i : integrable L (fun W => (weighted lam W j - 1) - (weighted lam W j - 1) ^ 2 / (2 * c)).
  by apply: integrable_sub => //; exact: integrable_div.
apply: (Rle_trans _ (E (fun W => (weighted lam W j - 1) - (weighted lam W j - 1) ^ 2 / (2 * c)))).
  apply: mean_le_drawn => [| // |w]; first exact: (tame_integrable H) (tame_ln_weighted j).
  have o := haar_orthogonal H w; have [a ha] := least_index lam d0.
  apply: ln_below_parabola => //; last exact: weighted_le.
  by have := weighted_ge j o ha; have := pos a; lra.
rewrite mean_sub //; last exact: integrable_div.
by rewrite mean_div // e1 e2; right; field; lra.
Qed.
Theorem drift_le c : (forall k, lam k <= c) ->
  E (fun W => phi (BN (W *m X)%ring)) - phi X <= - (spread / (D * (D + 2) * c)).
Proof.
move=> h; rewrite drift_rows.
have := total_le (fun j => mean_ln_weighted_le j h); rewrite total_const => q.
apply: (Rmult_le_reg_r D); first lra.
by rewrite (_ : _ / D * D = \S_(j < d) E (fun W => ln (weighted lam W j))); [lra | field; lra].
Qed.

(* ---------- corollary 4 and theorem 3 of meterez2024 ---------- *)
Lemma spread_le : spread <= D ^ 2.
Proof.
have := sum_of_squares mean_one.
have : \S_(k < d) lam k ^ 2 <= D ^ 2.
  rewrite (_ : D ^ 2 = \S_(k < d) (D * lam k)); last by rewrite total_scal mean_one; ring.
  apply: total_le => k; have := eigenvalue_le_width pos mean_one k; have := pos k; nra.
by lra.
Qed.
Notation share := (spread / (2 * D ^ 2 * (D + 2))).
Lemma share_range : 0 <= share <= 1 / 6.
Proof.
have s := spread_le; have s0 := spread_ge0 lam; have q : 0 < 2 * D ^ 2 * (D + 2) by nra.
split; first by apply: Rmult_le_pos => //; exact/Rlt_le/Rinv_0_lt_compat.
apply: (Rmult_le_reg_r _ _ _ q); rewrite (_ : share * _ = spread); last by field; lra.
by nra.
Qed.
Lemma drift_le_ln : E (fun W => phi (BN (W *m X)%ring)) - phi X <= ln (1 - share).
Proof.
have [a b] := share_range; apply: Rle_trans (drift_le (eigenvalue_le_width pos mean_one)) _.
rewrite (_ : spread / (D * (D + 2) * D) = 2 * share); last by field; lra.
have y : 0 < 1 - share by lra.
have := ln_below (Rinv_0_lt_compat _ y); rewrite ln_Rinv // => h.
suff : / (1 - share) - 1 <= 2 * share by lra.
apply: (Rmult_le_reg_r (1 - share)) => //; rewrite Rmult_minus_distr_r Rinv_l; last lra.
by nra.
Qed.
Lemma isometry_mean_ge : exp (- phi X) / (1 - share) <= E (fun W => isometry (BN (W *m X)%ring)).
Proof.
have [a b] := share_range; have y : 0 < 1 - share by lra.
have ii := layer_isometry_integrable.
have full' (w : space L) : 0 < (\det ((BN (draw w *m X))^T *m BN (draw w *m X)))%ring.
  by apply: full_BN; apply: full_rotated => //; exact: haar_orthogonal.
have p (w : space L) : 0 < isometry (BN (draw w *m X)%ring) by exact: isometry_pos.
have il : integrable L (fun W => ln (isometry (BN (W *m X)%ring))).
  by apply: integrable_ext (integrable_opp layer_phi_integrable) => W; rewrite /phi; lra.
have := means.mean_ln ii il p.
rewrite (mean_ext L (g := fun W => - phi (BN (W *m X)%ring))); last by move=> W; rewrite /phi; lra.
rewrite mean_opp; last exact: layer_phi_integrable.
move=> j; have h := drift_le_ln.
rewrite -(exp_ln (E _)); last exact: mean_positive.
rewrite /Rdiv -{1}(exp_ln _ y) -exp_Ropp -exp_plus; apply: exp_le; lra.
Qed.
End Drift.

(* an orthogonal input has no gap and keeps none *)
Lemma spread_orthogonal d (X : 'M[R]_d) lam : spectrum (X *m X^T)%ring lam -> \S_(k < d) lam k = INR d ->
  orthogonal X -> \S_(k < d) (lam k - 1) ^ 2 = 0.
Proof.
move=> s m o; have := sum_of_squares m; rewrite -(spectrum_frobsq s) o frobsq_trace trmx1 mulmx1 mxtrace1 natE.
by lra.
Qed.
Lemma isometry_BN_orthogonal d (X : 'M[R]_d) : (0 < d)%N -> orthogonal X -> isometry (BN X) = 1.
Proof.
move=> d0 o; rewrite (_ : BN X = X); first exact: isometry_orthogonal.
by apply/matrixP => j k; rewrite mxE (_ : rowsq X j = 1) ?sqrt_1; [field | exact: unit_row].
Qed.
