(* Gradients along the chain X_(l+1) = BN(W_l X_l), W_l Haar (appendix C of meterez2024, theorem 5, sharp:theorem-5).

   One layer: ||J_BN(X)|| = 1/min_j ||X_j||, and BN X has a gap that is not negative, so that every squared row norm a of a
   trace-normalised X has a - 1 - ln a <= d phi(X). Hence ln ||J_BN(W X)|| <= (d phi + sqrt(2 d phi))/2 ([ln_jacobian_gap]). The chain rule:
   the log of a gradient is at most that at the end plus the logs of the Jacobian norms ([ln_state_gradient], [ln_weight_gradient]).
   All layers, given the drift of one layer: the means of d phi and of its root fall geometrically ([sum_of_log_jacobians],
   [mean_log_weight_gradient]); given a decay of the mean gap, a series bounds the log ([mean_log_weight_gradient_series]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals calculus drift_arith series isometry means chains jacobians root_series almost_surely.
From Coquelicot Require Series.
From Lemmata.verify.rocq Require spectra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- lemma C.7 ---------- *)
Lemma jacobian_norm_lambda_min d (X : 'M[R]_d) : (0 < d)%N -> 0 < \det (X^T *m X) ->
  jacobian_norm X ^ 2 <= 1 / lambda_min (X^T *m X).
Proof.
move=> d0 f; have p := spectra.gram_lambda_min_pos d0 f; set a := lambda_min _ in p *.
have r : 0 < sqrt a by exact: sqrt_lt_R0.
have e : sqrt a ^ 2 = a by rewrite pow2_sqrt //; exact: Rlt_le.
have s i : sqrt a ^ 2 <= rowsq X i by rewrite e; exact: spectra.gram_lambda_min_row.
have := jacobian_norm_le r s; have := jacobian_norm_ge0_row r s => j0 j1.
have -> : 1 / a = (/ sqrt a) ^ 2 by rewrite -{1}e; field; lra.
by apply: pow_incr.
Qed.

(* ---------- one layer ---------- *)
Section OneLayer.
Variables (d : nat) (X : 'M[R]_d).
Hypothesis d2 : (2 <= d)%N.
Hypothesis full : 0 < \det (X^T *m X).
Let d0 : (0 < d)%N. Proof. exact: ltnW d2. Qed.
Let D : 1 <= INR d. Proof. by apply: (le_INR 1); apply/leP. Qed.
(* sharp:bn-jacobian, squared *)
Lemma jacobian_norm_row : exists2 j, forall i, rowsq X j <= rowsq X i & jacobian_norm X = / sqrt (rowsq X j).
Proof.
have [j h] := spectra.least_index (rowsq X) d0; exists j => //; have p := full_rowsq j full.
have e : sqrt (rowsq X j) ^ 2 = rowsq X j by rewrite pow2_sqrt //; exact: Rlt_le.
apply: (jacobian_norm_value d2 (sqrt_lt_R0 _ p) _ (esym e)) => i; rewrite e; exact: h.
Qed.
Lemma jacobian_norm_pos : 0 < jacobian_norm X.
Proof. by have [j _ ->] := jacobian_norm_row; apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; exact: full_rowsq. Qed.
Lemma ln_inv_sqrt a : 0 < a -> ln (/ sqrt a) = - ln a / 2.
Proof.
move=> p; have r := sqrt_lt_R0 _ p; rewrite ln_Rinv //.
by have : ln a = ln (sqrt a) + ln (sqrt a); [rewrite -ln_mult // sqrt_sqrt //; lra | lra].
Qed.
Lemma ln_jacobian_norm : exists2 j, forall i, rowsq X j <= rowsq X i & ln (jacobian_norm X) = - ln (rowsq X j) / 2.
Proof. by have [j h ->] := jacobian_norm_row; exists j => //; apply: ln_inv_sqrt; exact: full_rowsq. Qed.
Hypothesis trace : frobsq X = INR d.
Lemma row_defect j : rowsq X j - 1 - ln (rowsq X j) <= INR d * phi X.
Proof.
have p i := full_rowsq i full; have q := phi_ge0 d0 (full_BN full).
rewrite phi_BN // -/(frobsq X) trace (_ : INR d / INR d = 1) ?ln_1 in q; last by field; lra.
have g : - (\S_(i < d) ln (rowsq X i)) <= INR d * phi X.
  have := Rmult_le_compat_l (INR d) _ _ ltac:(lra) q.
  have -> : INR d * (phi X - 0 + (\S_(i < d) ln (rowsq X i)) / INR d) = INR d * phi X + \S_(i < d) ln (rowsq X i) by field; lra.
  lra.
apply: Rle_trans g; have -> : - (\S_(i < d) ln (rowsq X i)) = \S_(i < d) (rowsq X i - 1 - ln (rowsq X i)).
  by rewrite !total_sub total_const -/(frobsq X) trace; ring.
by apply: (total_one_term (f := fun i => rowsq X i - 1 - ln (rowsq X i))) => i; have := ln_below (p i); lra.
Qed.
Lemma ln_jacobian_gap : ln (jacobian_norm X) <= (INR d * phi X + sqrt 2 * sqrt (INR d * phi X)) / 2.
Proof.
have [j _ ->] := ln_jacobian_norm.
by apply: log_jacobian_bound (full_rowsq j full) (row_defect j) _; lra.
Qed.
(* lemma C.4 *)
Lemma ln_jacobian_two_regimes : ln (jacobian_norm X) <=
  (if Rle_dec (INR d * phi X * 16) 1 then 19 / 25 * sqrt (INR d * phi X) else (INR d * phi X + 1) / 2).
Proof.
have [j _ ->] := ln_jacobian_norm.
by apply: log_jacobian_two_regimes (full_rowsq j full) (row_defect j) _; lra.
Qed.
Lemma ln_jacobian_below : - ln (INR d) / 2 <= ln (jacobian_norm X).
Proof.
have [j _ ->] := ln_jacobian_norm; have p := full_rowsq j full.
have le : rowsq X j <= INR d by rewrite -trace; apply: total_one_term => i; exact: rowsq_ge0.
have : ln (rowsq X j) <= ln (INR d) by case: le => [h | ->]; [left; exact: ln_increasing | right].
lra.
Qed.
End OneLayer.

(* ---------- losses along the chain ---------- *)
Lemma layers_rotated d n (X : 'M[R]_(d, n)) W l m : layers W l m (rotated X W l) = rotated X W (l + m)%N.
Proof. by elim: m => [|m ih] /=; rewrite ?addn0 // addnS /= -ih. Qed.
(* the sum of the logs of the Jacobian norms of the layers l, ..., l + m - 1 *)
Definition log_growth d n (X : 'M[R]_(d, n)) (W : nat -> 'M[R]_d) l m : R :=
  \S_(k < m) ln (jacobian_norm (W (l + k)%N *m rotated X W (l + k)%N)).
Lemma log_growth_recl d n (X : 'M[R]_(d, n)) W l m :
  log_growth X W l m.+1 = ln (jacobian_norm (W l *m rotated X W l)) + log_growth X W l.+1 m.
Proof.
rewrite /log_growth (total_recl (fun k => ln (jacobian_norm (W (l + k)%N *m rotated X W (l + k)%N)))) addn0.
apply: Rplus_eq_compat_l; apply: total_ext => k; by rewrite addSnnS.
Qed.
Lemma factor_pos x y : 0 <= x -> 0 <= y -> 0 < x * y -> 0 < x /\ 0 < y.
Proof.
move=> x0 y0 p; split; [case: x0 => // e; move: p | case: y0 => // e; move: p]; rewrite -e; lra.
Qed.
Section Losses.
Variables (d : nat) (W : nat -> 'M[R]_d) (X0 : 'M[R]_d).
Hypothesis rotation : forall k, orthogonal (W k).
Hypothesis f0 : 0 < \det (X0^T *m X0).
Let full k : 0 < \det ((W k *m rotated X0 W k)^T *m (W k *m rotated X0 W k)).
Proof. by apply: full_rotated => //; exact: chain_full. Qed.
Let rows l k i : 0 < rowsq (W (l + k)%N *m layers W l k (rotated X0 W l)) i.
Proof. by rewrite layers_rotated; exact: full_rowsq. Qed.
Lemma ln_growth l m : 0 < growth W l (rotated X0 W l) m ->
  ln (growth W l (rotated X0 W l) m) = log_growth X0 W l m.
Proof.
rewrite /log_growth; elim: m => [|m ih] /= p; first by rewrite ln_1 total_empty.
have [q r] := factor_pos (jacobian_norm_ge0 (rows l m)) (growth_ge0 (rows l) m) p.
rewrite (total_recr (fun k => ln (jacobian_norm (W (l + k)%N *m rotated X0 W (l + k)%N)))) -ih //.
rewrite ln_mult // layers_rotated; exact: Rplus_comm.
Qed.
Variable F : 'M[R]_d -> R.
Hypothesis smooth : forall A, differentiable F A.
(* lemma C.12 *)
Lemma ln_state_gradient l m : 0 < frobenius (state_gradient F X0 W l m) ->
  ln (frobenius (state_gradient F X0 W l m)) <= ln (frobenius (gradient F (rotated X0 W (l + m)%N))) + log_growth X0 W l m.
Proof.
move=> p; have := state_gradient_le rotation (rows l) (@smooth (layers W l m (rotated X0 W l))).
rewrite -/(state_gradient F X0 W l m) layers_rotated => h.
have [g q] := factor_pos (growth_ge0 (rows l) m) (frobenius_ge0 _) (Rlt_le_trans _ _ _ p h).
rewrite -ln_growth // Rplus_comm -ln_mult //; exact: ln_le.
Qed.
(* the gradient in the weights of layer l *)
Lemma ln_weight_gradient l m K : 0 < K -> (forall A, frobenius (gradient F A) <= K) ->
  0 < frobenius (weight_gradient F X0 W l m) ->
  ln (frobenius (weight_gradient F X0 W l m)) <= ln (frobenius (rotated X0 W l)) + log_growth X0 W l m.+1 + ln K.
Proof.
move=> K0 lip p; pose E A := F (layers W l.+1 m A).
have rows' i : 0 < rowsq (W l *m rotated X0 W l) i by exact: full_rowsq.
have sm : differentiable E (BN (W l *m rotated X0 W l)).
  by apply: (state_differentiable (X := rotated X0 W l.+1)) => //; exact: rows.
have h := weight_gradient_le rows' sm; rewrite -/(weight_gradient F X0 W l m) in h.
have g : frobenius (gradient E (BN (W l *m rotated X0 W l))) <= growth W l.+1 (rotated X0 W l.+1) m * K.
  apply: Rle_trans (state_gradient_le (X := rotated X0 W l.+1) rotation (rows l.+1) (@smooth _)) _.
  by apply: Rmult_le_compat_l; [exact: growth_ge0 (rows l.+1) m | exact: lip].
have J0 := jacobian_norm_ge0 rows'; have G0 := growth_ge0 (rows l.+1) m; have X00 := frobenius_ge0 (rotated X0 W l).
have {h g} h : frobenius (weight_gradient F X0 W l m)
    <= frobenius (rotated X0 W l) * (jacobian_norm (W l *m rotated X0 W l) * growth W l.+1 (rotated X0 W l.+1) m) * K.
  apply: Rle_trans h _; rewrite Rmult_assoc; apply: Rmult_le_compat_l => //; rewrite Rmult_assoc.
  exact: Rmult_le_compat_l.
have JG : 0 <= jacobian_norm (W l *m rotated X0 W l) * growth W l.+1 (rotated X0 W l.+1) m by exact: Rmult_le_pos.
have [a _] := factor_pos (Rmult_le_pos _ _ X00 JG) (Rlt_le _ _ K0) (Rlt_le_trans _ _ _ p h).
have [x jg] := factor_pos X00 JG a; have [j q] := factor_pos J0 G0 jg.
apply: Rle_trans (ln_le _ _ p h) _; rewrite !ln_mult // ln_growth // log_growth_recl; exact: Rle_refl.
Qed.
End Losses.

(* ---------- measurability ---------- *)
(* the least of f k, k in s, and f k0 *)
Definition smallest (I : eqType) (f : I -> R) (k0 : I) (s : seq I) : R := foldr (fun k a => Rmin (f k) a) (f k0) s.
Lemma smallest_value (I : eqType) (f : I -> R) k0 s j : (forall k, f j <= f k) -> j \in s -> smallest f k0 s = f j.
Proof.
move=> h js; apply: Rle_antisym; last by elim: s {js} => [|k s ih] //=; apply: Rmin_glb.
elim: s js => [//|k s ih]; rewrite inE /= => /orP [/eqP <- | js]; first exact: Rmin_l.
exact: Rle_trans (Rmin_r _ _) (ih js).
Qed.
Lemma measurable_smallest T (L : law T) (I : eqType) (f : I -> T -> R) k0 s :
  (forall k, measurable_on L (f k)) -> measurable_on L (fun x => smallest (fun k => f k x) k0 s).
Proof. by move=> h; elim: s => [|k s ih] /=; [exact: h | exact: measurable_min]. Qed.
Lemma measurable_ln_jacobian T (L : law T) d (M : T -> 'M[R]_d) : (2 <= d)%N -> measurable_matrix L M ->
  (forall w : space L, 0 < \det ((M (draw w))^T *m M (draw w))) ->
  measurable_on L (fun x => ln (jacobian_norm (M x))).
Proof.
move=> d2 m full; have k0 : 'I_d := Ordinal (ltnW d2).
apply: (measurable_ext_drawn (f := fun x => - ln (smallest (rowsq (M x)) k0 (enum 'I_d)) / 2)).
  move=> w; have [j h ->] := ln_jacobian_norm d2 (full w).
  by rewrite (smallest_value k0 h) // mem_enum.
apply: measurable_div; last exact: measurable_const.
apply: measurable_opp; apply: measurable_ln; apply: (@measurable_smallest T L _ (fun k x => rowsq (M x) k)) => k.
exact: measurable_rowsq.
Qed.

(* ---------- all layers ---------- *)
Section Chain.
Variables (d : nat) (L : law 'M[R]_d) (X0 : 'M[R]_d).
Hypothesis d2 : (2 <= d)%N.
Hypothesis H : haar L.
Hypothesis f0 : 0 < \det (X0^T *m X0).
Hypothesis s0 : frobsq X0 = INR d.
Hypothesis drift : forall X : 'M[R]_d, 0 < \det (X^T *m X) -> frobsq X = INR d ->
  mean L (fun W => phi (BN (W *m X))) <= phi X - phi X / (INR d ^ 2 * (1 + INR d * phi X)).
Let d0 : (0 < d)%N. Proof. exact: ltnW d2. Qed.
Let D2 : 2 <= INR d. Proof. by apply: (le_INR 2); apply/leP. Qed.
Let D1 : 1 <= INR d. Proof. by have := D2; lra. Qed.
Let gap0 : 0 <= phi X0. Proof. exact: phi_ge0. Qed.
Let size (X : 'M[R]_d) : R := INR d * phi X.
Let root (X : 'M[R]_d) : R := sqrt (INR d * phi X).

Let state_gap X : state X0 X -> 0 <= phi X <= phi X0.
Proof. by move=> [f _ h]; split=> //; exact: phi_ge0. Qed.
Let state_size X : state X0 X -> 0 <= size X <= size X0.
Proof. by move=> /state_gap [a b]; split; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat_l; lra]. Qed.
Let size_bound X : state X0 X -> Rabs (size X) <= size X0.
Proof. by move=> /state_size h; rewrite Rabs_pos_eq; lra. Qed.
Let root_bound X : state X0 X -> Rabs (root X) <= root X0.
Proof. by move=> /state_size [_ h]; rewrite Rabs_pos_eq; [exact: sqrt_le_1_alt | exact: sqrt_pos]. Qed.
Let size_borel : borel_fun size. Proof. by apply: measurable_scal; exact: borel_phi. Qed.
Let root_borel : borel_fun root. Proof. by apply: measurable_sqrt; exact: size_borel. Qed.

(* one layer *)
Lemma size_falls X : state X0 X -> mean L (fun W => size (BN (W *m X))) <= (1 - rate (INR d) (phi X0)) * size X.
Proof.
move=> s; have [f t _] := s; have [p q] := state_gap s.
have i : integrable L (fun W => phi (BN (W *m X))).
  apply: (@layer_integrable d L X0 d0 H (@phi d d) (phi X0)) => //; first exact: borel_phi.
  by move=> Y /state_gap h; rewrite Rabs_pos_eq; lra.
rewrite /size mean_scal //; apply: Rle_trans (Rmult_le_compat_l _ _ _ _ (drift f t)) _; first lra.
have := layer_from_start D1 p q; rewrite /rate => h; have := Rmult_le_compat_l _ _ _ (Rle_trans _ _ _ Rle_0_1 D1) h; lra.
Qed.
Lemma root_falls X : state X0 X -> mean L (fun W => root (BN (W *m X))) <= (1 - rate (INR d) (phi X0) / 2) * root X.
Proof.
move=> s; have [f t _] := s; have [p q] := state_gap s; have [sp _] := state_size s.
have ir : integrable L (fun W => root (BN (W *m X))) by exact: (layer_integrable d0 H root_borel root_bound s).
have iz : integrable L (fun W => size (BN (W *m X))) by exact: (layer_integrable d0 H size_borel size_bound s).
have next (w : space L) := state_size (layer_state d0 (haar_orthogonal H w) s).
have [z | above] : size X = 0 \/ 0 < size X by lra.
  rewrite (mean_ext_drawn (g := fun=> 0)) ?mean_const /root; first by rewrite -/(size X) z sqrt_0; lra.
  move=> w; have := phi_BN_le d0 (full_rotated (haar_orthogonal H w) f); rewrite phi_rotated; last exact: haar_orthogonal.
  move=> h; have := Rmult_le_compat_l _ _ _ (Rle_trans _ _ _ Rle_0_1 D1) h; have [a _] := next w.
  rewrite -/(size X) z => b; rewrite /root -/(size (BN (draw w *m X))) (_ : size _ = 0) ?sqrt_0 //.
  by rewrite /size in a b *; lra.
apply: Rle_trans (root_layer_from_start D1 p q).
apply: (root_of_a_layer (y := mean L (fun W => size (BN (W *m X)))) above); last first.
  have tan (w : space L) : root (BN (draw w *m X)) <= / (2 * sqrt (size X)) * size (BN (draw w *m X)) + size X / (2 * sqrt (size X)).
    have [a _] := next w; apply: Rle_trans (root_below_tangent a above) _; rewrite /Rdiv; lra.
  have lin := integrable_add (integrable_scal (/ (2 * sqrt (size X))) iz) (integrable_const L (size X / (2 * sqrt (size X)))).
  have ic := integrable_const L (size X / (2 * sqrt (size X))).
  have il := integrable_scal (/ (2 * sqrt (size X))) iz.
  have := mean_le_drawn ir lin tan; rewrite (mean_add il ic) (mean_scal _ iz) mean_const /Rdiv; lra.
rewrite {1}/size mean_scal; last first.
  apply: (@layer_integrable d L X0 d0 H (@phi d d) (phi X0)) => //; first exact: borel_phi.
  by move=> Y /state_gap h; rewrite Rabs_pos_eq; lra.
have := Rmult_le_compat_l _ _ _ (Rle_trans _ _ _ Rle_0_1 D1) (drift f t); rewrite /size /rate /Rdiv; lra.
Qed.
(* the means along the chain *)
Let g l := mean (weights L l) (fun W => size (rotated X0 W l)).
Let s l := mean (weights L l) (fun W => root (rotated X0 W l)).
Lemma means_fall (F : 'M[R]_d -> R) B c l : borel_fun F -> (forall X, state X0 X -> Rabs (F X) <= B) ->
  (forall X, state X0 X -> mean L (fun W => F (BN (W *m X))) <= c * F X) ->
  mean (weights L l.+1) (fun W => F (rotated X0 W l.+1)) <= c * mean (weights L l) (fun W => F (rotated X0 W l)).
Proof.
move=> bF hF step; have iF k m : integrable (weights L m) (fun W => F (rotated X0 W k)) by exact: (state_integrable d0 H f0 s0 _ _ bF hF).
have [i ->] := rotated_mean_next (iF l.+1 l.+1).
rewrite -(mean_scal c (iF l l)); apply: mean_le_drawn i (integrable_scal c (iF l l)) _.
by move=> w; apply: step; exact: weights_state.
Qed.
Lemma sum_of_bounds l : \S_(k < l) ((g k + sqrt 2 * s k) / 2) + 4 * INR d ^ 2 <= INR d ^ 5 * (phi X0 ^ 3 + 1).
Proof.
apply: sum_of_log_bounds => //.
- by rewrite /g /= mean_const /size; lra.
- by rewrite /s /= mean_const /root; lra.
- by move=> k; apply: mean_ge0_drawn => w; have [] := state_size (weights_state d0 H f0 s0 w k).
- by move=> k; apply: mean_ge0 => W; exact: sqrt_pos.
- by move=> k; apply: means_fall size_borel size_bound size_falls.
- by move=> k; apply: means_fall root_borel root_bound root_falls.
Qed.

(* the log of the Jacobian of layer k *)
Let J k (W : nat -> 'M[R]_d) := ln (jacobian_norm (W k *m rotated X0 W k)).
Let rotated_state l (w : space (weights L l)) k :
  [/\ 0 < \det ((draw w k *m rotated X0 (draw w) k)^T *m (draw w k *m rotated X0 (draw w) k)),
      frobsq (draw w k *m rotated X0 (draw w) k) = INR d &
      phi (draw w k *m rotated X0 (draw w) k) = phi (rotated X0 (draw w) k)].
Proof.
have o := weights_orthogonal w k H; have [f t _] := weights_state d0 H f0 s0 w k.
by split; [exact: full_rotated | rewrite frobsq_rotated | exact: phi_rotated].
Qed.
Lemma J_above l (w : space (weights L l)) k :
  J k (draw w) <= (size (rotated X0 (draw w) k) + sqrt 2 * root (rotated X0 (draw w) k)) / 2.
Proof. by have [f t e] := rotated_state w k; rewrite /size /root -e; exact: ln_jacobian_gap. Qed.
Lemma J_integrable l k : integrable (weights L l) (J k).
Proof.
apply: (@integrable_between _ _ _ (- ln (INR d) / 2) ((size X0 + sqrt 2 * root X0) / 2)).
  apply: measurable_ln_jacobian => //; last by move=> w; have [] := rotated_state w k.
  apply: measurable_matrix_mul; first by apply: draws_matrix; exact: haar_entries.
  by apply: rotated_measurable; exact: haar_entries.
move=> w; have [f t _] := rotated_state w k; split; first exact: ln_jacobian_below.
apply: Rle_trans (J_above w k) _; have st := weights_state d0 H f0 s0 w k.
have [_ a] := state_size st; have := root_bound st; rewrite Rabs_pos_eq; last exact: sqrt_pos.
by have := sqrt_pos 2; nra.
Qed.
Lemma J_mean l k : (k <= l)%N -> mean (weights L l) (J k) <= (g k + sqrt 2 * s k) / 2.
Proof.
move=> kl.
have iz : integrable (weights L l) (fun W => size (rotated X0 W k)) by exact: (state_integrable d0 H f0 s0 _ _ size_borel size_bound).
have ir : integrable (weights L l) (fun W => root (rotated X0 W k)) by exact: (state_integrable d0 H f0 s0 _ _ root_borel root_bound).
rewrite /g /s -(state_mean_later d0 H f0 s0 kl size_borel size_bound) -(state_mean_later d0 H f0 s0 kl root_borel root_bound).
rewrite -mean_scal // -mean_add; [| exact: iz | exact: integrable_scal].
rewrite -mean_div; last by apply: integrable_add => //; exact: integrable_scal.
apply: mean_le_drawn; first exact: J_integrable.
  by apply: integrable_div; apply: integrable_add => //; exact: integrable_scal.
by move=> w; exact: J_above.
Qed.
Let bound_ge0 k : 0 <= (g k + sqrt 2 * s k) / 2.
Proof.
have : 0 <= g k by apply: mean_ge0_drawn => w; have [] := state_size (weights_state d0 H f0 s0 w k).
have : 0 <= s k by apply: mean_ge0 => W; exact: sqrt_pos.
by have := sqrt_pos 2; nra.
Qed.
(* lemma C.3 *)
Theorem sum_of_log_jacobians l :
  (forall k : 'I_l, integrable (weights L l) (fun W => ln (jacobian_norm (W k *m rotated X0 W k)))) /\
  \S_(k < l) mean (weights L l) (fun W => ln (jacobian_norm (W k *m rotated X0 W k))) <= INR d ^ 5 * (phi X0 ^ 3 + 1).
Proof.
split=> [k|]; first exact: J_integrable.
apply: Rle_trans (total_le (g := fun k : 'I_l => (g k + sqrt 2 * s k) / 2) _) _.
  by move=> k; apply: J_mean; exact: ltnW.
by have := sum_of_bounds l; have : 0 <= INR d ^ 2; [exact: pow2_ge_0 | lra].
Qed.

(* theorem 5: the layers l, ..., l + m lie above the weights of layer l *)
Lemma log_growth_integrable l m N : integrable (weights L N) (fun W => log_growth X0 W l m).
Proof. by apply: integrable_total => k; exact: J_integrable. Qed.
Lemma log_growth_mean l m : mean (weights L (l + m)%N) (fun W => log_growth X0 W l m) + 4 * INR d ^ 2
  <= INR d ^ 5 * (phi X0 ^ 3 + 1).
Proof.
rewrite mean_total; last by move=> k; exact: J_integrable.
apply: Rle_trans (sum_of_bounds (l + m)); apply: Rplus_le_compat_r.
apply: Rle_trans (total_shift_le _ _ bound_ge0); apply: total_le => k.
by apply: J_mean; rewrite leq_add2l; exact: ltnW.
Qed.
Lemma frobenius_state l (w : space (weights L l)) k : frobenius (rotated X0 (draw w) k) = sqrt (INR d).
Proof. by have [_ t _] := weights_state d0 H f0 s0 w k; rewrite /frobenius t. Qed.
Variables (F : 'M[R]_d -> R) (K : R).
Hypothesis smooth : forall A, differentiable F A.
Hypothesis K0 : 0 < K.
Hypothesis lipschitz : forall A, frobenius (gradient F A) <= K.
Theorem mean_log_weight_gradient l m :
  almost_surely (weights L (l + m).+1) (fun W => 0 < frobenius (weight_gradient F X0 W l m)) ->
  integrable (weights L (l + m).+1) (fun W => ln (frobenius (weight_gradient F X0 W l m))) ->
  mean (weights L (l + m).+1) (fun W => ln (frobenius (weight_gradient F X0 W l m))) <= INR d ^ 5 * (phi X0 ^ 3 + 1) + ln K.
Proof.
rewrite -addnS => p i; have ig := log_growth_integrable l m.+1 (l + m.+1).
have ic := integrable_const (weights L (l + m.+1)) (ln (sqrt (INR d)) + ln K).
apply: Rle_trans (mean_le_almost i (integrable_add ig ic) p _) _.
  move=> w q; have o k := weights_orthogonal w k H.
  have := ln_weight_gradient o f0 smooth K0 lipschitz q; rewrite frobenius_state; lra.
rewrite (mean_add ig ic) mean_const; have := log_growth_mean l m.+1; have := ln_sqrt_width D1; lra.
Qed.
End Chain.

(* ---------- sharp:theorem-5: a geometric decay of the mean gap bounds the log of the gradient ---------- *)
Section Decay.
Variables (d : nat) (L : law 'M[R]_d) (X0 : 'M[R]_d) (r : R).
Hypothesis d2 : (2 <= d)%N.
Hypothesis H : haar L.
Hypothesis f0 : 0 < \det (X0^T *m X0).
Hypothesis s0 : frobsq X0 = INR d.
Hypothesis r01 : 0 <= r < 1.
Hypothesis decay : forall k, mean (weights L k) (fun W => phi (rotated X0 W k)) <= phi X0 * r ^ k.
Let d0 : (0 < d)%N. Proof. exact: ltnW d2. Qed.
Let gap0 : 0 <= phi X0. Proof. exact: phi_ge0. Qed.
Let D1 : 1 <= INR d. Proof. by apply: (le_INR 1); apply/leP. Qed.
Let start k : 0 <= INR d * phi X0 * r ^ k.
Proof. by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | apply: pow_le; lra]. Qed.
Let phi_bound X : state X0 X -> Rabs (phi X) <= phi X0.
Proof. by move=> [f _ h]; rewrite Rabs_pos_eq //; exact: phi_ge0. Qed.
Lemma log_jacobian_below_lower l k : (k <= l)%N ->
  mean (weights L l) (fun W => ln (jacobian_norm (W k *m rotated X0 W k))) <= lower (INR d * phi X0 * r ^ k) / 2.
Proof.
move=> kl; set J := fun W : nat -> 'M[R]_d => ln (jacobian_norm (W k *m rotated X0 W k)).
have iJ : integrable (weights L l) J by exact: J_integrable.
have ip : integrable (weights L l) (fun W => phi (rotated X0 W k)) by apply: (state_integrable d0 H f0 s0 _ _ _ phi_bound); exact: borel_phi.
have later : mean (weights L l) (fun W => phi (rotated X0 W k)) <= phi X0 * r ^ k.
  by rewrite (state_mean_later d0 H f0 s0 kl _ phi_bound); [exact: decay | exact: borel_phi].
apply: (@below_lower _ (start k) _ (INR d * mean (weights L l) (fun W => phi (rotated X0 W k)))).
  by rewrite Rmult_assoc; apply: Rmult_le_compat_l => //; lra.
move=> h h0; rewrite -(mean_scal _ iJ) -(mean_scal _ ip).
have ic := integrable_const (weights L l) (1 - exp (- h) * (1 + h)).
have il := integrable_scal (INR d) ip.
apply: Rle_trans (mean_le_drawn (integrable_scal _ iJ) (integrable_add il ic) _) _; last first.
  by rewrite (mean_add il ic) mean_const; lra.
move=> w; have o := weights_orthogonal w k H; have [f t _] := weights_state d0 H f0 s0 w k.
have f' := full_rotated o f; have t' : frobsq (draw w k *m rotated X0 (draw w) k) = INR d by rewrite frobsq_rotated.
rewrite /J; have [j _ ->] := ln_jacobian_norm d2 f'.
have := log_by_tangent (full_rowsq j f') (row_defect d2 f' t' j) h0; rewrite phi_rotated //; lra.
Qed.
Variables (F : 'M[R]_d -> R) (K : R).
Hypothesis smooth : forall A, differentiable F A.
Hypothesis K0 : 0 < K.
Hypothesis lipschitz : forall A, frobenius (gradient F A) <= K.
Theorem mean_log_weight_gradient_series l m :
  almost_surely (weights L (l + m).+1) (fun W => 0 < frobenius (weight_gradient F X0 W l m)) ->
  integrable (weights L (l + m).+1) (fun W => ln (frobenius (weight_gradient F X0 W l m))) ->
  summable (fun k => lower (INR d * phi X0 * r ^ k)) /\
  mean (weights L (l + m).+1) (fun W => ln (frobenius (weight_gradient F X0 W l m)))
  <= ln K + ln (INR d) / 2 + Series.Series (fun k => lower (INR d * phi X0 * r ^ k)) / 2.
Proof.
have c : summable (fun k => lower (INR d * phi X0 * r ^ k)) by apply: summable_lower => //; apply: Rmult_le_pos; lra.
have q k : 0 <= lower (INR d * phi X0 * r ^ k) by case: (lower_spec (start k)).
rewrite -addnS => p i; split=> //.
have iJ (k : nat) : integrable (weights L (l + m.+1)) (fun W => ln (jacobian_norm (W (l + k)%N *m rotated X0 W (l + k)%N))) by exact: J_integrable.
have ig : integrable (weights L (l + m.+1)) (fun W => log_growth X0 W l m.+1) by exact: log_growth_integrable.
have ic := integrable_const (weights L (l + m.+1)) (ln (sqrt (INR d)) + ln K).
apply: Rle_trans (mean_le_almost i (integrable_add ig ic) p _) _.
  move=> w above; have o k := weights_orthogonal w k H.
  have := ln_weight_gradient o f0 smooth K0 lipschitz above; rewrite (frobenius_state d2 H f0 s0); lra.
rewrite (mean_add ig ic) mean_const.
have -> : ln (sqrt (INR d)) = ln (INR d) / 2.
  have sp := sqrt_lt_R0 (INR d) ltac:(lra); have : ln (INR d) = ln (sqrt (INR d)) + ln (sqrt (INR d)); last lra.
  by rewrite -ln_mult // sqrt_sqrt //; lra.
suff : mean (weights L (l + m.+1)) (fun W => log_growth X0 W l m.+1) <= Series.Series (fun k => lower (INR d * phi X0 * r ^ k)) / 2 by lra.
rewrite (mean_total (fun k => iJ k)).
apply: Rle_trans (total_le (g := fun k : 'I_m.+1 => lower (INR d * phi X0 * r ^ (l + k)) / 2) _) _.
  by move=> k; apply: log_jacobian_below_lower; rewrite leq_add2l; exact: ltnW.
rewrite total_div; apply: Rmult_le_compat_r; first lra.
apply: Rle_trans (total_shift_le (f := fun k => lower (INR d * phi X0 * r ^ k)) _ _ q) _.
exact: partial_sum_le.
Qed.
End Decay.
