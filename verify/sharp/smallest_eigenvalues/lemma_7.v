(* sharp:lemma-7. Let C = U^T H'^T H' U be the next Gram matrix in the right singular basis U of H, p its mean eigenvalues, p_m the least, and
   A = C - diag(p), of trace 0 with probability 1. The least eigenvalue of C is at most C_mm = p_m + A_mm, and at least p_m + x^T A x, x
   its unit eigenvector. For a unit vector x, (x^T A x)^2 = <A, x x^T - I/n>^2 <= ||A||_F^2 (1 - 1/n), by Cauchy and Schwarz. So
   (Vhat(H') - (1/n - p_m))^2 <= (1 - 1/n) ||A||_F^2, whose mean is (1 - 1/n) (1 - \S p_k^2)/d by sharp:gram-variance; \S p_k^2 >= 1/n.

   sharp:drift-condition. E Vhat(H') differs from 1/n - p_m by at most the root of that mean, (1 - 1/n)/sqrt(d); and
   1/n - p_m <= (1 - 2n/(n+2) (1/n - Vhat)) Vhat is lemma 8. At infinite width the second is all. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra gram_map wide layer_gaps.
From Lemmata.statements.sharp Require smallest_eigenvalues.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Theorem lemma_7 : statements.sharp.smallest_eigenvalues.lemma_7.
Proof.
move=> d n H N q m d0 n0 normal sp least q1 q0; have [U [oU HU]] := sp.
have [_ i v] := least_variance normal d0 n0 sp q1 oU HU least.
split; first exact: i.
split; first exact: v.
exact: (least_variance_sharp normal d0 n0 sp q1 oU HU least).
Qed.

Theorem drift_condition : statements.sharp.smallest_eigenvalues.drift_condition.
Proof.
split=> [d n H N d0 n0 normal f _ | d n H N q d0 n0 normal sp f _].
  have M := positive_count n0; have [q sp] := spectral_theorem (gram_sym_r H); have [U [oU HU]] := sp.
  have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
  have [m [-> least]] := Vhat_spectrum n0 sp.
  have [i b] := layer_drift normal d0 n0 sp q1 oU HU least; split; first exact: i.
  have -> : 2 * (1 - INR n * (1 / INR n - q m)) / (INR n + 2) = 2 * INR n / (INR n + 2) * q m by field; lra.
  exact: b.
have M := positive_count n0; have q0 := gram_spectrum_ge0 sp.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
rewrite -![least (fun k => q k)]/(least q) -[least (fun k => gram_map N q k)]/(least (gram_map N q)).
have -> : 2 * (1 - INR n * (1 / INR n - least q)) / (INR n + 2) = 2 * INR n / (INR n + 2) * least q by field; lra.
exact: least_contracts.
Qed.
