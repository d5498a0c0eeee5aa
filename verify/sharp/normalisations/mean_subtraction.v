(* sharp:mean-subtraction.

   mean-subtraction: let Q have n orthonormal columns in R^(n+1), orthogonal to 1 = (1, ..., 1), and P = I - 1 1^T/(n+1).
   A = P - Q Q^T is symmetric, and idempotent as P Q = Q and P P = P. Its trace is n - n = 0, so that
   ||A||_F^2 = tr(A^T A) = tr A = 0, and P = Q Q^T. Hence M P (M P)^T = M P M^T = M Q (M Q)^T: the rows of M P and M Q
   have the same norms, BN divides them by the same numbers, and P Q = Q. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.statements.sharp Require normalisations.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope. Delimit Scope ring_scope with ring. Delimit Scope R_scope with R. Local Open Scope R_scope.

Section Basis.
Variable n : nat.
Variable Q : 'M[R]_(n.+1, n).
Hypothesis QQ : (Q^T *m Q = 1%:M)%ring.
Hypothesis centred : forall k, \S_(i < n.+1) Q i k = 0.
Let J : 'M[R]_n.+1 := const_mx (1 / INR n.+1)%R.
Let P : 'M[R]_n.+1 := (1%:M - J)%ring.
Let N : 0 < INR n.+1. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Lemma projector_sym : (P^T = P)%ring.
Proof. by rewrite /P linearB /= trmx1 trmx_const. Qed.
Lemma ones_basis : (J *m Q = 0)%ring.
Proof.
apply/matrixP => i k; rewrite mulmxE [RHS]mxE (total_ext (g := fun j => 1 / INR n.+1 * Q j k)) => [|j]; last by rewrite mxE.
by rewrite total_scal centred Rmult_0_r.
Qed.
Lemma ones_ones : (J *m J = J)%ring.
Proof.
apply/matrixP => i k; rewrite mulmxE [RHS]mxE (total_ext (g := fun=> 1 / INR n.+1 * (1 / INR n.+1))) => [|j]; last by rewrite !mxE.
by rewrite total_const; change (INR n.+1 * (1 / INR n.+1 * (1 / INR n.+1)) = 1 / INR n.+1); field; lra.
Qed.
Lemma projector_basis : (P *m Q = Q)%ring.
Proof. by rewrite /P mulmxBl mul1mx ones_basis subr0. Qed.
Lemma projector_twice : (P *m P = P)%ring.
Proof. by rewrite {1}/P mulmxBl mul1mx {2}/P mulmxBr mulmx1 ones_ones subrr subr0. Qed.
Lemma projector : (Q *m Q^T = P)%ring.
Proof.
pose A := (P - Q *m Q^T)%ring.
have At : (A^T = A)%ring by rewrite /A linearB /= trmx_mul trmxK projector_sym.
have QP : (Q^T *m P = Q^T)%ring by rewrite -projector_sym -trmx_mul projector_basis.
have AA : (A *m A = A)%ring.
  rewrite {1}/A mulmxBl {1}/A mulmxBr projector_twice (mulmxA P) projector_basis.
  by rewrite /A mulmxBr -mulmxA QP (mulmxA (Q *m Q^T)%ring) -(mulmxA Q) QQ mulmx1 subrr subr0.
have t : frobsq A = 0.
  rewrite frobsq_trace At AA /A linearB /= mxtrace_mulC QQ mxtrace1 /P linearB /= mxtrace1.
  rewrite (_ : \tr J = 1)%ring; last first.
    by rewrite /mxtrace (eq_bigr (fun=> (1 / INR n.+1)%R)) => [|i _]; [rewrite -/(total (fun=> _)) total_const; change (INR n.+1 * (1 / INR n.+1) = 1); field; lra | rewrite mxE].
  by toR; rewrite S_INR; lra.
by apply/eqP; rewrite eq_sym -subr_eq0 -/A (frobsq_zero t).
Qed.
Lemma rowsq_in_basis d (M : 'M[R]_(d, n.+1)) j : rowsq (M *m P)%ring j = rowsq (M *m Q)%ring j.
Proof. by rewrite -!gram_diag !trmx_mul projector_sym !mulmxA -(mulmxA M P P)%ring projector_twice -(mulmxA M Q) projector. Qed.
End Basis.

Theorem mean_subtraction : statements.sharp.normalisations.mean_subtraction.
Proof.
move=> d n M Q _ _ QQ c _; rewrite !BN_diag -!mulmxA projector_basis //; congr (diag_mx _ *m _)%ring.
by apply/rowP => j; rewrite !mxE (rowsq_in_basis QQ c).
Qed.
