(* Batches at least as large as the width: X = B Q with a square B and orthonormal rows Q.

   If X X^T is positive definite, with X X^T = U diag(lam) U^T, then B = U diag(sqrt lam) and Q = diag(1/sqrt lam) U^T X do
   ([right_factor]). A row of B Q is as long as that of B, so that BN(B Q) = BN(B) Q, and the chain from B Q is the chain from B
   times Q ([rotated_mulr]); a loss F of B Q is one of B, whose gradient, that of F times Q^T, is not larger ([frobenius_gradient_mulr]).
   The gradient in the weights is the very same ([weight_gradient_mulr]). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry jacobians.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section RightFactor.
Variables (d n : nat) (Q : 'M[R]_(d, n)).
Hypothesis rows : (Q *m Q^T = 1%:M)%ring.

Lemma gram_mulr e (B : 'M[R]_(e, d)) : ((B *m Q) *m (B *m Q)^T = B *m B^T)%ring.
Proof. by rewrite trmx_mul mulmxA -(mulmxA B) rows mulmx1. Qed.
Lemma rowsq_mulr e (B : 'M[R]_(e, d)) i : rowsq (B *m Q)%ring i = rowsq B i.
Proof. by rewrite -!gram_diag gram_mulr. Qed.
Lemma frobsq_mulr e (B : 'M[R]_(e, d)) : frobsq (B *m Q)%ring = frobsq B.
Proof. by apply: total_ext => i; exact: rowsq_mulr. Qed.
Lemma BN_mulr e (B : 'M[R]_(e, d)) : (BN (B *m Q) = BN B *m Q)%ring.
Proof. by rewrite !BN_diag mulmxA; congr (diag_mx _ *m _ *m _)%ring; apply/rowP => i; rewrite !mxE rowsq_mulr. Qed.
Lemma rotated_mulr W (B : 'M[R]_d) l : (rotated (B *m Q) W l = rotated B W l *m Q)%ring.
Proof. by elim: l => //= l ->; rewrite mulmxA BN_mulr. Qed.

(* the gap of X^T, which is that of the Gram matrix X X^T *)
Lemma phi_mulr (B : 'M[R]_d) : phi (B *m Q)^T%ring = phi B.
Proof. by rewrite /phi /isometry !frobsq_tr frobsq_mulr trmxK gram_mulr !det_mulmx det_tr. Qed.

(* losses *)
Variable F : 'M[R]_(d, n) -> R.
Hypothesis smooth : forall A, differentiable F A.
Lemma differentiable_mulr (A : 'M[R]_d) : differentiable (fun B : 'M[R]_d => F (B *m Q)%ring) A.
Proof. exact: (differentiable_chain (F := fun B : 'M[R]_d => (B *m Q)%ring) (@smooth _) (tangent_mulr Q A)). Qed.
Lemma frobenius_gradient_mulr (A : 'M[R]_d) :
  frobenius (gradient (fun B : 'M[R]_d => F (B *m Q)%ring) A) <= frobenius (gradient F (A *m Q)%ring).
Proof.
rewrite (gradient_chain (F := fun B : 'M[R]_d => (B *m Q)%ring) (@smooth _) (tangent_mulr Q A)).
set G := gradient F _; set P := (G *m Q^T)%ring.
have h : frobsq P <= frobenius G * frobenius P.
  rewrite -inner_frobsq {1}/P -inner_mulr; apply: Rle_trans (inner_le _ _) _.
  by rewrite /frobenius frobsq_mulr; exact: Rle_refl.
have [p | <-] := frobenius_ge0 P; last exact: frobenius_ge0.
by apply: (Rmult_le_reg_r (frobenius P)) => //; rewrite -frobenius_sq in h; lra.
Qed.
Lemma weight_gradient_mulr (B : 'M[R]_d) W l m :
  weight_gradient F (B *m Q)%ring W l m = weight_gradient (fun A : 'M[R]_d => F (A *m Q)%ring) B W l m.
Proof.
rewrite /weight_gradient rotated_mulr; congr (gradient _ _); apply: funext => A.
by rewrite mulmxA BN_mulr /layers rotated_mulr.
Qed.
End RightFactor.

Lemma cancel_root r : 0 < r -> / r * (r * r) * / r = 1.
Proof. by move=> r0; field; lra. Qed.
Lemma right_factor d n (X : 'M[R]_(d, n)) : 0 < (\det (X *m X^T))%ring ->
  exists (B : 'M[R]_d) (Q : 'M[R]_(d, n)), [/\ X = (B *m Q)%ring, (Q *m Q^T = 1%:M)%ring & 0 < (\det (B^T *m B))%ring].
Proof.
rewrite -{1}(trmxK X) => full; have [lam s] := gram_spectrum X^T%ring.
have pos := gram_spectrum_pos full s; rewrite trmxK in s full; have [U [o g]] := s.
have o' := orthogonal_tr_mul o.
pose B := (U *m diag_mx (\row_k sqrt (lam k)))%ring; pose Q := (diag_mx (\row_k (/ sqrt (lam k))) *m U^T *m X)%ring.
have rp k : 0 < sqrt (lam k) by exact: sqrt_lt_R0.
have inv : (diag_mx (\row_k sqrt (lam k)) *m diag_mx (\row_k (/ sqrt (lam k))) = 1%:M :> 'M[R]_d)%ring.
  rewrite mulmx_diag -diag_const_mx; congr diag_mx; apply/rowP => k; rewrite !mxE.
  by apply: Rinv_r; apply: Rgt_not_eq; exact: rp.
have half : (diag_mx (\row_k (/ sqrt (lam k))) *m diag_mx (\row_k lam k) *m diag_mx (\row_k (/ sqrt (lam k))) = 1%:M :> 'M[R]_d)%ring.
  rewrite !mulmx_diag -diag_const_mx; congr diag_mx; apply/rowP => k; rewrite !mxE; toR.
  by have := sqrt_sqrt (lam k) (Rlt_le _ _ (pos k)); have := rp k; move: (sqrt _) => r r0 <-; exact: cancel_root.
have XB : X = (B *m Q)%ring.
  by rewrite /B /Q !mulmxA -(mulmxA U) inv mulmx1 o mul1mx.
have QQ : (Q *m Q^T = 1%:M)%ring.
  rewrite /Q !trmx_mul trmxK tr_diag_mx -!mulmxA (mulmxA X) g -!mulmxA (mulmxA U^T%ring U) o' mul1mx.
  by rewrite (mulmxA U^T%ring) o' mul1mx mulmxA half.
exists B, Q; split=> //.
clearbody B Q; rewrite XB gram_mulr // in full; by move: full; rewrite !det_mulmx det_tr.
Qed.
