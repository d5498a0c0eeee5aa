(* Examples of the definitions, with the values that Python computes: theory/rocq/examples.py.

   Every one is arithmetic on 2 x 2 matrices, but three: the least eigenvalue is read off a diagonal
   matrix, the norm of BN's Jacobian is the inverse of the shortest row, and a partial derivative of a
   sum of squares is twice the entry. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Coquelicot Require Derive.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals spectra jacobians haar pairs.
From Lemmata.statements Require Import examples.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma total_two (f : 'I_2 -> R) : \S_(k < 2) f k = f 0%ring + f 1%ring.
Proof. by rewrite /total !big_ord_recl big_ord0 addE addE; toR; rewrite Rplus_0_r; congr (f _ + f _); apply: val_inj. Qed.
Lemma rowsq_two a b c d : rowsq (two_by_two a b c d) 0%ring = a ^ 2 + b ^ 2 /\ rowsq (two_by_two a b c d) 1%ring = c ^ 2 + d ^ 2.
Proof. by rewrite /rowsq !total_two !mxE. Qed.
Lemma frobsq_two a b c d : frobsq (two_by_two a b c d) = a ^ 2 + b ^ 2 + (c ^ 2 + d ^ 2).
Proof. by rewrite /frobsq total_two; have [-> ->] := rowsq_two a b c d. Qed.
Lemma mul_two a b c d e f g h : two_by_two a b c d *m two_by_two e f g h
  = two_by_two (a * e + b * g) (a * f + b * h) (c * e + d * g) (c * f + d * h).
Proof.
apply/matrixP => i j; rewrite mulmxE total_two !mxE /=.
by case: (i == 0%ring); case: (j == 0%ring).
Qed.
Lemma tr_two a b c d : (two_by_two a b c d)^T = two_by_two a c b d.
Proof. by apply/matrixP => i j; rewrite !mxE; case: (i == 0%ring); case: (j == 0%ring). Qed.
Lemma det_two a b c d : \det (two_by_two a b c d) = a * d - b * c.
Proof.
rewrite (expand_det_row _ 0%ring) big_ord_recl big_ord_recl big_ord0 /cofactor !det_mx11 !mxE /=.
toR; rewrite /=; lra.
Qed.
Lemma BN_two a b c d : BN (two_by_two a b c d)
  = two_by_two (a / sqrt (a ^ 2 + b ^ 2)) (b / sqrt (a ^ 2 + b ^ 2)) (c / sqrt (c ^ 2 + d ^ 2)) (d / sqrt (c ^ 2 + d ^ 2)).
Proof.
have [top bottom] := rowsq_two a b c d; apply/matrixP => i j; rewrite !mxE.
have [->|i1] := altP (i =P 0%ring); first by rewrite top; case: (j == 0%ring).
have -> : i = 1%ring by apply: val_inj; case: i i1 => [[|[|]]].
by rewrite bottom; case: (j == 0%ring).
Qed.
Lemma sqrt_sq x y : 0 <= y -> x = y ^ 2 -> sqrt x = y.
Proof. by move=> y0 ->; rewrite sqrt_pow2. Qed.

Theorem rowsq_is : rowsq_example.
Proof. by rewrite /rowsq_example; have [-> _] := rowsq_two 3 4 0 5; lra. Qed.
Theorem frobsq_is : frobsq_example.
Proof. by rewrite /frobsq_example frobsq_two; lra. Qed.
Theorem frobenius_is : frobenius_example.
Proof. by rewrite /frobenius_example /frobenius frobsq_two; congr sqrt; lra. Qed.
Theorem BN_is : BN_example.
Proof. rewrite /BN_example BN_two !mxE /= (@sqrt_sq _ 5); lra. Qed.
Lemma gram_two a b : (two_by_two a 0 0 b)^T *m two_by_two a 0 0 b = two_by_two (a ^ 2) 0 0 (b ^ 2).
Proof. by rewrite tr_two mul_two; congr two_by_two; lra. Qed.
Lemma isometry_two : isometry (two_by_two 1 0 0 2) = 4 / 5.
Proof.
rewrite /isometry gram_two det_two frobsq_two.
have -> : 1 / INR 2 = / 2 by rewrite /=; lra.
have -> : 1 ^ 2 * 2 ^ 2 - 0 * 0 = 4 by lra.
by rewrite Rpower_sqrt; [rewrite (@sqrt_sq _ 2) /=; lra | lra].
Qed.
Theorem isometry_is : isometry_example. Proof. exact: isometry_two. Qed.
Theorem phi_is : phi_example.
Proof. by rewrite /phi_example /phi isometry_two -ln_Rinv; [congr ln; lra | lra]. Qed.
Theorem V_is : V_example.
Proof.
rewrite /V_example /V /frobenius; congr sqrt.
have -> : deviation (two_by_two 1 0 0 2) = two_by_two (- 3 / 10) 0 0 (3 / 10).
  apply/matrixP => i j; rewrite [deviation _ i j]mxE gram_two frobsq_two !mxE.
  have -> : INR 2 = 2 by rewrite /=; lra.
  by case: i j => [[|[|//]] ?] [[|[|//]] ?] /=; rewrite ?eqE /=; lra.
rewrite frobsq_two; lra.
Qed.
Lemma least_two : lambda_min ((two_by_two (3 / 5) 0 0 (4 / 5))^T *m two_by_two (3 / 5) 0 0 (4 / 5)) = 9 / 25.
Proof.
pose lam (k : 'I_2) := if k == 0%ring then 9 / 25 else 16 / 25.
have s : spectrum ((two_by_two (3 / 5) 0 0 (4 / 5))^T *m two_by_two (3 / 5) 0 0 (4 / 5)) lam.
  exists 1%:M%ring; split; first by rewrite /orthogonal trmx1 mul1mx.
  rewrite trmx1 mul1mx mulmx1 gram_two; apply/matrixP => i j; rewrite !mxE /lam.
  by case: i j => [[|[|//]] ?] [[|[|//]] ?] /=; rewrite ?eqE /= ?GRing.mulr1n ?GRing.mulr0n; toR; lra.
have least k : lam 0%ring <= lam k by rewrite /lam eqxx; case: (k == 0%ring); lra.
by rewrite (lambda_min_at s least) /lam eqxx.
Qed.
Theorem lambda_min_is : lambda_min_example. Proof. exact: least_two. Qed.
Theorem Vhat_is : Vhat_example.
Proof. by rewrite /Vhat_example /Vhat least_two /=; lra. Qed.
Theorem rotated_is : rotated_example.
Proof.
rewrite /rotated_example /= !(mul_two, BN_two) !mxE /=.
have r1 : sqrt ((0 * 3 + 1 * 0) ^ 2 + (0 * 4 + 1 * 5) ^ 2) = 5 by apply: sqrt_sq; lra.
have r2 : sqrt ((- 1 * 3 + 0 * 0) ^ 2 + (- 1 * 4 + 0 * 5) ^ 2) = 5 by apply: sqrt_sq; lra.
rewrite r1 r2 (@sqrt_sq _ 1); lra.
Qed.
Theorem hidden_is : hidden_example.
Proof.
rewrite /hidden_example /= /layer mxE !(mul_two, BN_two) !mxE /=.
have -> : sqrt ((- 1 * 3 + 0 * 0) ^ 2 + (- 1 * 4 + 0 * 5) ^ 2) = 5 by apply: sqrt_sq; lra.
have -> : 1 + 1 = 2 by lra.
have : sqrt 2 <> 0 by have := sqrt_lt_R0 2; lra.
by move=> h; field.
Qed.
Theorem jacobian_norm_is : jacobian_norm_example.
Proof.
have [top bottom] := rowsq_two 1 0 0 2.
rewrite /jacobian_norm_example (@jacobian_norm_value _ _ _ 1 0%ring) //; try lra.
by move=> i; case: (altP (i =P 0%ring)) => [->|i1]; [lra | have -> : i = 1%ring by apply: val_inj; case: i i1 => [[|[|]]]]; lra.
Qed.
Theorem gradient_is : gradient_example.
Proof.
rewrite /gradient_example mxE; apply: derive_value.
apply: (@derivable_ext (fun t => 50 + 8 * t + t ^ 2)) => [t|].
  by rewrite /frobsq total_two /rowsq !total_two !lineE !mxE /=; toR; rewrite /=; lra.
apply: (@derivable_eq _ _ (0 + 8 * 1 + 2 * 0 * 1)); first lra.
apply: derivable_pt_lim_plus.
  apply: derivable_pt_lim_plus; first exact: derivable_pt_lim_const.
  exact: derivable_scal (derivable_pt_lim_id 0).
exact: derivable_sq (derivable_pt_lim_id 0).
Qed.
Theorem haar_is : haar_example.
Proof. by move=> L h; rewrite (mean_entry_sq h) /=; lra. Qed.
Theorem gram_map_is : gram_map_example.
Proof.
move=> N normal; set q := fun k : 'I_2 => _.
have q0 k : 0 <= q k by rewrite /q; case: eqP => _; lra.
have e0 : q 0%ring = 1 / 10 by [].
have e1 : q 1%ring = 9 / 10 by [].
rewrite (@gram_pair _ _ normal q0 0%ring 1%ring) // ?e0 ?e1; try lra.
have -> : 9 / 10 = 1 / 10 * 3 ^ 2 by lra.
rewrite sqrt_mult; try lra.
rewrite sqrt_pow2; last lra.
have : 0 < sqrt (1 / 10) by apply: sqrt_lt_R0; lra.
by move=> p; field; lra.
Qed.
