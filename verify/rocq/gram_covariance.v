(* sharp:gram-chain: W H has the law of Z K^(1/2), K = H^T H, and both have rows of covariance K/d. The law is gram_chain.v's. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means gram_chain matrix_root wasserstein.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma gaussian_covariance (N : law R) d n p (A : 'M[R]_(n, p)) (j : 'I_d) a b : standard_normal N -> (0 < d)%N ->
  integrable (gaussian N d n) (fun Z => (Z *m A)%ring j a * (Z *m A)%ring j b) /\
  mean (gaussian N d n) (fun Z => (Z *m A)%ring j a * (Z *m A)%ring j b) = (A^T *m A)%ring a b / INR d.
Proof.
move=> normal d0; pose G := gaussian N d n.
have e (Z : 'M[R]_(d, n)) : \S_(k < n) \S_(l < n) (A k a * A l b * (Z j k * Z j l)) = (Z *m A)%ring j a * (Z *m A)%ring j b.
  by rewrite !mulmxE -total_scal_r; apply: total_ext => k; rewrite -total_scal; apply: total_ext => l; ring.
have I k l : integrable G (fun Z => A k a * A l b * (Z j k * Z j l)).
  by apply: integrable_scal; have [] := gaussian_two normal d0 j k l.
have I' k : integrable G (fun Z => \S_(l < n) (A k a * A l b * (Z j k * Z j l))) by exact: integrable_total.
split; first exact: integrable_ext e (integrable_total I').
rewrite -(mean_ext G e) mean_total // mulmxE -total_div; apply: total_ext => k; rewrite mean_total //.
rewrite (total_ext (g := fun l => if l == k then A k a * A k b / INR d else 0)) ?(total_delta (fun=> A k a * A k b / INR d)) => [|l].
  by rewrite mxE.
have [i m] := gaussian_two normal d0 j k l; rewrite mean_scal // m eq_sym; case: eqP => [->|_]; rewrite /Rdiv; ring.
Qed.
Theorem same_rows (N : law R) d n (H : 'M[R]_(d, n)) (U : 'M[R]_n) q (j : 'I_d) (a b : 'I_n) :
  standard_normal N -> (0 < d)%N -> (0 < n)%N -> orthogonal U -> (H^T *m H = U *m diag_mx (\row_k q k) *m U^T)%ring ->
  let T := (U *m diag_mx (\row_k sqrt (q k)) *m U^T)%ring in
  same_law (image (fun W => W *m H)%ring (gaussian N d d)) (image (fun Z => Z *m T)%ring (gaussian N d n)) /\
  (integrable (gaussian N d n) (fun Z => (Z *m T)%ring j a * (Z *m T)%ring j b) /\
   mean (gaussian N d n) (fun Z => (Z *m T)%ring j a * (Z *m T)%ring j b) = (H^T *m H)%ring a b / INR d) /\
  integrable (gaussian N d d) (fun W => (W *m H)%ring j a * (W *m H)%ring j b) /\
  mean (gaussian N d d) (fun W => (W *m H)%ring j a * (W *m H)%ring j b) = (H^T *m H)%ring a b / INR d.
Proof.
move=> normal d0 n0 o e T; have q0 : forall k, 0 <= q k by apply: (@gram_spectrum_ge0 d n H); exists U.
have TT : (T^T *m T = H^T *m H)%ring.
  rewrite -/(with_spectrum U (fun k => sqrt (q k))) in T *; rewrite /T with_spectrum_tr with_spectrum_mul // [RHS]e.
  by congr (U *m diag_mx _ *m _)%ring; apply/rowP => k; rewrite !mxE sqrt_sqrt.
split; first by apply: gram_chain; rewrite ?TT.
by split; [rewrite -TT; exact: gaussian_covariance | exact: gaussian_covariance].
Qed.
