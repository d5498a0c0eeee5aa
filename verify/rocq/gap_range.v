(* The range of the isometry gap of a matrix of full rank: phi >= 0 (isometry.v), and phi = 0 exactly where
   X^T X is a multiple of the identity (equality of the arithmetic and the geometric mean). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma ln_tangent_equal x : 0 < x -> ln x = x - 1 -> x = 1.
Proof.
move=> p e; have [//|h] := Req_dec x 1; exfalso.
have := exp_ineq1 (ln x); rewrite exp_ln // e => q.
have n : x - 1 <> 0 by lra.
by have := q n; lra.
Qed.
(* all are equal if the logarithm of the mean is the mean of the logarithms *)
Lemma mean_ln_equal n (x : 'I_n -> R) : (0 < n)%N -> (forall k, 0 < x k) ->
  (\S_(k < n) ln (x k)) / INR n = ln ((\S_(k < n) x k) / INR n) -> forall k, x k = (\S_(k < n) x k) / INR n.
Proof.
move=> n0 p e k; have N : 0 < INR n by apply: lt_0_INR; apply/ltP.
have s0 : 0 < \S_(k < n) x k by apply: (@total_pos n x (Ordinal n0)) => // i; exact: Rlt_le.
move: e; set a := (\S_(k < n) x k) / INR n => e.
have a0 : 0 < a by exact: Rdiv_lt_0_compat.
have q i : 0 < x i / a by exact: Rdiv_lt_0_compat.
have z : \S_(i < n) (x i / a - 1 - ln (x i / a)) = 0.
  rewrite !total_sub total_const total_div (_ : \S_(i < n) ln (x i / a) = 0).
    rewrite (_ : \S_(i < n) x i = INR n * a); last by rewrite /a; field; lra.
    by field; lra.
  rewrite (total_ext (g := fun i => ln (x i) - ln a)) => [|i]; last exact: ln_div.
  by rewrite total_sub total_const -e; field; lra.
have := total_zero (f := fun i => x i / a - 1 - ln (x i / a)) _ z k.
move=> h; have {}h : ln (x k / a) = x k / a - 1.
  have : x k / a - 1 - ln (x k / a) = 0 by apply: h => i; have := ln_below (q i); lra.
  lra.
have := ln_tangent_equal (q k) h => o; apply: (Rmult_eq_reg_r (/ a)); last by apply: Rinv_neq_0_compat; lra.
by rewrite -/(x k / a) o; field; lra.
Qed.

Section Range.
Variables d n : nat.
Hypothesis n0 : (0 < n)%N.
Let N : 0 < INR n. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Implicit Types X : 'M[R]_(d, n).
Lemma isometric_phi X c : 0 < c -> (X^T *m X = c%:M)%ring -> phi X = 0.
Proof.
move=> c0 e; have dt : (\det (X^T *m X))%ring = c ^ n by rewrite e det_scalar expE.
have f : 0 < (\det (X^T *m X))%ring by rewrite dt; exact: pow_lt.
rewrite phiE // frobsq_trace e mxtrace_scalar -mulr_natl natE mulE det_scalar expE ln_pow //.
rewrite (_ : INR n * c / INR n = c); last by field; lra.
by field; lra.
Qed.
Lemma phi_zero_isometric X : 0 < (\det (X^T *m X))%ring -> phi X = 0 ->
  (X^T *m X = (frobsq X / INR n)%R%:M)%ring.
Proof.
move=> f z; have [lam s] := gram_spectrum X; have p := gram_spectrum_pos f s.
have h := @mean_ln_equal n lam n0 p; move: z; rewrite (phi_spectrum n0 f s) => z.
have {}h k : lam k = frobsq X / INR n by rewrite h ?frobsq_trace ?(spectrum_trace s) //; lra.
case: s => U [u ->]; rewrite (_ : diag_mx _ = (frobsq X / INR n)%R%:M)%ring; last first.
  by apply/matrixP => i j; rewrite !mxE h.
by rewrite mul_mx_scalar -scalemxAl u scalemx1.
Qed.
(* phi(X) = 0 iff X^T X = c I *)
Lemma phi_zero_iff X : 0 < (\det (X^T *m X))%ring ->
  phi X = 0 <-> exists c : R, (X^T *m X = c%:M)%ring.
Proof.
move=> f; split=> [z | [c e]]; first by exists (frobsq X / INR n); exact: phi_zero_isometric.
apply: (isometric_phi _ e); have s := full_frobsq n0 f.
have t : frobsq X = INR n * c by rewrite frobsq_trace e mxtrace_scalar -mulr_natl natE.
by apply: (Rmult_lt_reg_l (INR n)) => //; lra.
Qed.
(* phi(cX) = phi(X) for c <> 0 *)
Lemma phi_scaled_neq0 c X : c <> 0 -> 0 < (\det (X^T *m X))%ring -> phi (scaled c X) = phi X.
Proof.
move=> c0 f; have [p | q] : 0 < c \/ c < 0 by lra.
  exact: phi_scaled.
rewrite -(@phi_scaled _ _ n0 (- c) X) //; last lra.
rewrite /phi /isometry !gram_scaled !frobsq_scaled (_ : (- c) ^ 2 = c ^ 2) //; ring.
Qed.
End Range.
(* one sample has no gap *)
Lemma phi_width_1 d (X : 'M[R]_(d, 1)) : 0 < (\det (X^T *m X))%ring -> phi X = 0.
Proof. by move=> f; apply/phi_zero_iff => //; exists ((X^T *m X)%ring ord0 ord0); exact: mx11_scalar. Qed.
