(* sharp:mixing. q_k are the eigenvalues of H_0^T H_0, of sum 1. By sharp:majorisation a layer multiplies
   sqrt(\S (q_k - 1/n)^2) by at most gamma = 1 - 2n/(n+2) min q, and by lemma 8 min q does not fall: gamma of the input serves every
   layer. In the beginning, with v = 1/n - min q and f_k = q_k - min q >= 0 of sum n v, \S (q_k - 1/n)^2 = \S f_k^2 - n v^2
   <= (\S f_k)^2 - n v^2 = n (n-1) v^2. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra gram_map wide.
From Lemmata.statements.sharp Require layers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem mixing : statements.sharp.layers.mixing.
Proof.
move=> d l n H N q d0 n0 normal sp f v; have M := positive_count n0.
have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
rewrite -![least (fun k => q k)]/(least q).
have -> : 2 * (1 - INR n * (1 / INR n - least q)) / (INR n + 2) = 2 * INR n / (INR n + 2) * least q by field; lra.
exact: wide_mixing.
Qed.
