(* sharp:bn-identity.

   bn-identity: with r_j the row norms of X, det(BN(X)) = det(X)/prod_j r_j and tr(BN(X)^T BN(X)) = d, while
   tr(X^T X) is the sum of the r_j^2. So I(BN X)/I(X) is the arithmetic mean of the r_j^2 over the geometric one. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem bn_identity : statements.sharp.isometry.bn_identity.
Proof.
move=> d X d0 f; have s j : sqrt (rowsq X j) ^ 2 = rowsq X j by rewrite pow2_sqrt //; exact: rowsq_ge0.
have p := prod_pos (fun j => full_rowsq j f); have D : 0 < INR d by apply: lt_0_INR; apply/ltP.
rewrite (isometry_BN d0 f) (total_ext s) (@total_ext _ (fun j => ln (sqrt (rowsq X j) ^ 2)) (fun j => ln (rowsq X j))) => [|j]; last by rewrite s.
rewrite -(ln_prod (fun j => full_rowsq j f)) /Rpower exp_plus exp_Ropp exp_ln.
  by rewrite {1}/Rdiv; congr (_ * / exp _); field; lra.
by apply: Rdiv_lt_0_compat => //; exact: full_frobsq.
Qed.
