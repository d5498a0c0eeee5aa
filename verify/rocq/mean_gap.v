(* The gap along the chain of meterez2024 in the mean: every state X of full rank with frobsq X = d has a spectrum, so
   the drift of one layer holds in every state, and the tower property multiplies the layers (theorem 1). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains tower haar drift_arith drift.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section State.
Variables (d : nat) (L : law 'M[R]_d) (X : 'M[R]_d).
Hypotheses (d0 : (0 < d)%N) (H : haar L) (full : 0 < (\det (X^T *m X))%ring) (norm : frobsq X = INR d).
Lemma state_spectrum : exists lam, [/\ spectrum (X *m X^T)%ring lam, \S_(k < d) lam k = INR d, forall k, 0 < lam k &
  INR d * phi X = \S_(k < d) (lam k - 1 - ln (lam k))].
Proof.
have [lam s] := spectra.spectral_theorem (gram_sym_l X); exists lam; split=> //.
- by rewrite -(gram_l_frobsq s).
- move=> k; exact: (gram_l_pos full s k).
- exact: (phi_l_mean_one_terms d0 full s).
Qed.
(* the drift of theorem 1 *)
Lemma layer_gap : mean L (fun W => phi (BN (W *m X)%ring)) <= phi X - phi X / (INR d ^ 2 * (1 + INR d * phi X)).
Proof.
have [lam [s m p e]] := state_spectrum; have [i h] := largest_index lam d0.
have := drift_le d0 H s m p h.
have := least_drift_largest p m d0 e h (largest_le_radius m i).
by lra.
Qed.
Lemma state_phi_integrable : integrable L (fun W => phi (BN (W *m X)%ring)).
Proof. by have [lam [s m p e]] := state_spectrum; exact: layer_phi_integrable s p. Qed.
(* the drift of lemma B.2 *)
Lemma layer_gap_two_regimes : mean L (fun W => phi (BN (W *m X)%ring)) - phi X <=
  (if Rle_dec (INR d * phi X * 16) 1 then - 39 / 50 * phi X / (INR d * (INR d + 2))
   else - (49 / 1000 / (INR d ^ 2 * (INR d + 2)))).
Proof.
have [lam [s m p e]] := state_spectrum; have D1 := INR_ge1 d0.
apply: Rle_trans (drift_in_two_regimes p d0 e).
have := drift_le d0 H s m p (eigenvalue_le_width p m).
by rewrite (_ : INR d * (INR d + 2) * INR d = INR d ^ 2 * (INR d + 2)); [ | ring].
Qed.
End State.

Section Chain.
Variables (d : nat) (L : law 'M[R]_d) (X0 : 'M[R]_d).
Hypotheses (d0 : (0 < d)%N) (H : haar L) (full : 0 < (\det (X0^T *m X0))%ring).
Notation gap l := (mean (weights L l) (fun W => phi (rotated X0 W l))).
(* a bound of one layer, f concave or linear in the gap, multiplies: E phi' <= c phi in every state that the chain reaches *)
Lemma mean_gap_next c l : (forall X : 'M[R]_d, 0 < (\det (X^T *m X))%ring -> frobsq X = INR d -> phi X <= phi X0 ->
    mean L (fun W => phi (BN (W *m X)%ring)) <= c * phi X) ->
  gap l.+2 <= c * gap l.+1.
Proof.
move=> h; have i m := weights_phi_integrable H m m d0 full.
rewrite -mean_scal //; apply: weights_tower_le => [//||w]; first exact: integrable_scal.
have o k := weights_orthogonal w k H.
rewrite (mean_ext L (g := fun v => phi (BN (v *m rotated X0 (draw w) l.+1)%ring))); last first.
  by move=> v; congr phi; exact: rotated_put.
by apply: h; [exact: chain_full | exact: chain_frobsq | exact: chain_phi_le].
Qed.
Lemma mean_gap_first : gap 1%N <= phi X0.
Proof.
apply: mean_above; first exact: weights_phi_integrable.
by move=> w; apply: chain_phi_le => // k; exact: weights_orthogonal.
Qed.
Theorem mean_gap_exp l : gap l.+1 <= phi X0 * exp (- INR l / (INR d ^ 2 * (1 + INR d * phi X0))).
Proof.
have D1 := INR_ge1 d0; have p0 := phi_ge0 d0 full.
apply: (@mean_gap_decays (fun l => gap l.+1)) => //; first exact: mean_gap_first.
move=> {}l; apply: mean_gap_next => X f n h.
apply: Rle_trans (layer_gap d0 H f n) _.
by apply: layer_from_start => //; exact: phi_ge0.
Qed.
(* a multiple of X has the same layer *)
Lemma layer_scaled c (W X : 'M[R]_d) : 0 < c -> BN (W *m scaled c X)%ring = BN (W *m X)%ring.
Proof. by move=> c0; rewrite mulmx_scaled BN_scaled. Qed.
Lemma unit_norm (X : 'M[R]_d) : 0 < (\det (X^T *m X))%ring -> exists2 c, 0 < c & frobsq (scaled c X) = INR d.
Proof.
move=> f; have s := full_frobsq d0 f; have D1 := INR_ge1 d0.
have q : 0 < INR d / frobsq X by apply: Rdiv_lt_0_compat; lra.
exists (sqrt (INR d / frobsq X)); first exact: sqrt_lt_R0.
by rewrite frobsq_scaled pow2_sqrt; [field; lra | lra].
Qed.
(* from the input on, whatever its norm *)
Theorem mean_gap_geometric c l : 0 <= c -> (forall X : 'M[R]_d, 0 < (\det (X^T *m X))%ring -> frobsq X = INR d -> phi X <= phi X0 ->
    mean L (fun W => phi (BN (W *m X)%ring)) <= c * phi X) ->
  gap l <= phi X0 * c ^ l.
Proof.
move=> c0 h; elim: l => [|l IH]; first by rewrite /= mean_const; lra.
apply: (Rle_trans _ (c * gap l)); last by have := Rmult_le_compat_l _ _ _ c0 IH; rewrite /=; lra.
case: l {IH} => [|l]; last exact: mean_gap_next.
have i := weights_phi_integrable H 1 1 d0 full; have [_ ->] := weights_tower i.
rewrite [X in _ <= _ * X](_ : _ = phi X0); last by rewrite /= mean_const.
have [a a0 n] := unit_norm full.
rewrite (mean_ext (weights L 0) (g := fun=> mean L (fun w => phi (BN (w *m scaled a X0)%ring)))) ?mean_const; last first.
  by move=> W; apply: mean_ext => w; rewrite layer_scaled // rotated_put.
have e := phi_scaled d0 a0 full; rewrite -e; apply: h => //; [exact: full_scaled | lra].
Qed.
End Chain.
