(* Complementary minors: for B of full column rank and no row 0, D = diag(1/|b_j|), X = BN(B) = D B and Q the projector on what is orthogonal
   to the columns of X, the kernel of Q D is the span of the columns of B, and with the projector P on it
   det(D Q D + P) = det(D)^2 det(B^T B)/det(X^T X). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry residual null_forms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.

Lemma sylvester d m (V : 'M[R]_(d, m)) (X : 'M[R]_(m, d)) : \det (1%:M + V *m X) = \det (1%:M + X *m V).
Proof.
have e1 : block_mx 1%:M (- X) V 1%:M = block_mx 1%:M 0 V 1%:M *m block_mx 1%:M (- X) 0 (1%:M + V *m X).
  by rewrite mulmx_block ?mul1mx ?mul0mx ?mulmx1 ?mulmx0 ?addr0 ?add0r mulmxN addrCA addNr addr0.
have e2 : block_mx 1%:M (- X) V 1%:M = block_mx 1%:M (- X) 0 1%:M *m block_mx (1%:M + X *m V) 0 V 1%:M.
  by rewrite mulmx_block ?mul1mx ?mul0mx ?mulmx1 ?mulmx0 ?addr0 ?add0r mulNmx addrK.
have := congr1 determinant e2; rewrite e1 !det_mulmx !det_lblock !det_ublock !det1 !mul1r !mulr1 => ->.
by [].
Qed.

Section Complementary.
Variables (d m : nat) (B : 'M[R]_(d, m)).
Hypothesis rows : forall j, Rlt 0 (rowsq B j).
Hypothesis full : (\det (B^T *m B)) <> 0.
Notation D := (diag_mx (\row_j (/ sqrt (rowsq B j))%R) : 'M[R]_d).
Notation E := (diag_mx (\row_j (sqrt (rowsq B j))%R) : 'M[R]_d).
Notation X := (BN B).
Let ED : E *m D = 1%:M.
Proof.
rewrite mulmx_diag; apply/matrixP => i j; rewrite !mxE; case: eqP => _ //; rewrite !mulr1n; toR; apply: Rinv_r.
by have := sqrt_lt_R0 _ (rows i) => h; apply: Rgt_not_eq.
Qed.
Let DE : D *m E = 1%:M. Proof. exact: mulmx1C. Qed.
Let XE : X = D *m B. Proof. exact: BN_diag. Qed.
Let BE : B = E *m X. Proof. by rewrite XE mulmxA ED mul1mx. Qed.
Let Bunit : B^T *m B \in unitmx. Proof. by rewrite unitmxE unitfE; apply/eqP. Qed.
Lemma full_of_BN : \det (X^T *m X) <> 0.
Proof.
apply: gram_of_kernel => x z; have Bx : B *m x = 0 by rewrite BE -mulmxA z mulmx0.
by rewrite -[x](mulKmx Bunit) -mulmxA Bx !mulmx0.
Qed.
Notation Q := (residual X).
Definition reduced : 'M[R]_d := Q *m D.
Definition spanned : 'M[R]_d := B *m invmx (B^T *m B) *m B^T.
Lemma spanned_sym : spanned^T = spanned.
Proof. by rewrite /spanned !trmx_mul trmxK trmx_inv trmx_mul trmxK mulmxA. Qed.
Lemma reduced_spanned : reduced *m spanned = 0.
Proof. by rewrite /reduced /spanned !mulmxA -(mulmxA Q) -XE (residual_A full_of_BN) !mul0mx. Qed.
Lemma spanned_kernel (C : 'M[R]_d) : reduced *m C = 0 -> spanned *m C = C.
Proof.
rewrite /reduced -mulmxA => z.
have [y e] : exists y, D *m C = X *m y.
  exists (invmx (X^T *m X) *m X^T *m (D *m C)).
  by apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite -[RHS]z /residual mulmxBl mul1mx !mulmxA.
have {}e : C = B *m y by rewrite -[C]mul1mx -ED -mulmxA e mulmxA -BE.
by rewrite e /spanned -!mulmxA (mulmxA B^T) mulKmx.
Qed.
Lemma spanned_trace : \tr spanned = INR m.
Proof. by rewrite /spanned -mulmxA mxtrace_mulC -mulmxA mulVmx // mxtrace1 natE. Qed.
Let shear (Z : 'M[R]_(d, m)) : \det (D *m Q + D *m Z *m X^T) = \det D * \det (X^T *m Z).
Proof.
have -> : D *m Q + D *m Z *m X^T = D *m (1%:M + (Z - X *m invmx (X^T *m X)) *m X^T).
  by rewrite -(mulmxA D Z) -mulmxDr /residual mulmxBl addrA addrAC.
rewrite det_mulmx sylvester; congr (_ * \det _).
have u : X^T *m X \in unitmx by rewrite unitmxE unitfE; apply/eqP; exact: full_of_BN.
by rewrite mulmxBr mulmxA mulmxV // addrCA subrr addr0.
Qed.
Let XEB : X^T *m (E *m B) = B^T *m B.
Proof. by rewrite XE trmx_mul tr_diag_mx -mulmxA (mulmxA D) DE mul1mx. Qed.
Theorem complementary : \det (nonsingular reduced spanned) = (\det D * \det D * (\det (B^T *m B) / \det (X^T *m X)))%ring.
Proof.
have u : X^T *m X \in unitmx by rewrite unitmxE unitfE; apply/eqP; exact: full_of_BN.
pose S := invmx (B^T *m B); pose G := invmx (X^T *m X).
have F : nonsingular reduced spanned = (D *m Q + B *m S *m X^T) *m (D *m Q + B *m G *m X^T)^T.
  have Gs : G^T = G by rewrite /G trmx_inv trmx_mul trmxK.
  have XQ : X^T *m Q = 0 by rewrite -[Q]residual_sym -trmx_mul (residual_A full_of_BN) trmx0.
  have trD (A C : 'M[R]_d) : (A + C)^T = A^T + C^T by apply/matrixP => i j; rewrite !mxE.
  have F2 : (D *m Q + B *m G *m X^T)^T = Q *m D + X *m G *m B^T.
    by rewrite trD !trmx_mul trmxK tr_diag_mx residual_sym Gs mulmxA.
  have t1 : D *m Q *m (Q *m D) = D *m Q *m D by rewrite mulmxA -(mulmxA D Q Q) (residual_idempotent full_of_BN).
  have t2 : D *m Q *m (X *m G *m B^T) = 0.
    by rewrite !mulmxA -(mulmxA D Q X) (residual_A full_of_BN) mulmx0 !mul0mx.
  have t3 : B *m S *m X^T *m (Q *m D) = 0.
    by rewrite mulmxA -(mulmxA (B *m S)) XQ mulmx0 mul0mx.
  have t4 : B *m S *m X^T *m (X *m G *m B^T) = spanned.
    by rewrite !mulmxA -(mulmxA (B *m S) X^T X) -(mulmxA (B *m S) (X^T *m X)) mulmxV // mulmx1.
  rewrite F2; have split (a b c e : 'M[R]_d) : (a + b) *m (c + e) = a *m c + a *m e + (b *m c + b *m e) by rewrite mulmxDl !mulmxDr.
  rewrite split t1 t2 t3 t4 addr0 add0r /nonsingular /reduced trmx_mul tr_diag_mx residual_sym.
  by rewrite mulmxA -(mulmxA D Q Q) (residual_idempotent full_of_BN).
have h (Z : 'M[R]_m) : \det (D *m Q + B *m Z *m X^T) = \det D * \det (B^T *m B *m Z).
  have -> : B *m Z = D *m (E *m (B *m Z)) by rewrite mulmxA DE mul1mx.
  by rewrite shear (mulmxA E) (mulmxA X^T) XEB.
rewrite F det_mulmx det_tr !h /S (mulmxV Bunit) det1 mulr1 det_mulmx /G det_inv.
exact: mulrA.
Qed.
End Complementary.
