(* The mean Gram matrix after a layer of rotations (sharp:mixed-rotations).

   A row of BN(W X) is a function of the direction of a row of W, which for a Haar matrix is that of a vector of
   independent normals. So [haar_gram_mean]: in the right singular basis of X the mean of the next Gram matrix is diag(p), p
   the Gram map of the eigenvalues, exactly as with Gaussian weights (lemma 6 of daneshmand2021). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry haar gram_layer layer_variance.
From Lemmata.verify.rocq Require sphere.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Rotated.
Variables (N : law R) (d n : nat) (L : law 'M[R]_d) (H : 'M[R]_(d, n)) (q : 'I_n -> R) (U : 'M[R]_n).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (haarL : haar L) (oU : orthogonal U).
Hypothesis HU : H^T *m H = U *m diag_mx (\row_k q k) *m U^T.
Section Row.
Variables (a : 'I_d -> R) (Y : 'M[R]_(d, n)).
Hypothesis a0 : forall m, 0 <= a m.
Hypothesis Yq : forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0.
Hypothesis Ya : forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0.
Lemma pair_tame i k (j : 'I_d) : tame (fun W : 'M[R]_d => pair a Y i k (W j)).
Proof.
split; first by apply: pair_measurable => m; exact: borel_entry.
by exists 1 => W _; exact: pair_le1.
Qed.
Lemma haar_pair i k (j : 'I_d) : mean L (fun W => pair a Y i k (W j)) = if i == k then gram_map N q i else 0.
Proof.
have [_ <-] := pair_mean normal d0 a0 (layer_eigenvalues oU HU) Yq Ya i k.
pose f (x : 'M[R]_(1, d)) := pair a Y i k (x ord0).
have row_f (W : 'M[R]_d) : pair a Y i k (W j) = f (row j W).
  by rewrite /f; congr (pair a Y i k); apply/funext => m; rewrite mxE.
rewrite (mean_ext L row_f) (@sphere.haar_row_normals d L N f 1 j haarL normal).
- by apply: mean_ext => g; rewrite /f; congr (pair a Y i k); apply/funext => m; rewrite mxE.
- by apply: pair_measurable => m; exact: borel_entry.
- by move=> x; exact: pair_le1.
- move=> c x c0; rewrite /f -(pair_scale a Y i k (x ord0) c0); congr (pair a Y i k); apply/funext => m; by rewrite mxE.
Qed.
End Row.
Theorem haar_gram_mean i k : integrable L (fun W => (U^T *m ((layer W H)^T *m layer W H) *m U) i k) /\
  mean L (fun W => (U^T *m ((layer W H)^T *m layer W H) *m U) i k) = if i == k then gram_map N q i else 0.
Proof.
have D := INR_ge1 d0; have [a [P [Y [oP a0 PY Yq Ya]]]] := left_basis oU HU.
have t j := pair_tame a0 Ya i k j.
have I (j : 'I_d) : integrable L (fun W => pair a Y i k ((W *m P) j)).
  exact: (haar_integrable haarL oP (proj1 (t j)) (tame_integrable haarL (t j))).
have e W : (U^T *m ((layer W H)^T *m layer W H) *m U) i k = (\S_(j < d) pair a Y i k ((W *m P) j)) / INR d.
  exact: (next_gram_entry d0 oU PY Ya W i k).
have J := integrable_div (INR d) (integrable_total I).
split; first by apply: integrable_ext J => W; rewrite e.
rewrite (mean_ext L e) mean_div; last exact: integrable_total.
rewrite mean_total // (total_ext (g := fun=> if i == k then gram_map N q i else 0)) => [|j]; last first.
  by rewrite (tame_mean haarL oP (t j)) (haar_pair a0 Yq Ya).
by rewrite total_const; field; lra.
Qed.
End Rotated.
