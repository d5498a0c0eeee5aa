(* sharp:drift.

   By sharp:bn-identity the drift phi(BN(W X)) - phi(X) is the mean over j of ln a_j, a_j = ||(W X)_j||^2; an eigenbasis of X X^T
   makes this a_j = sum_k lam_k w_jk^2, w again Haar. The row (w_jk)_k has the direction of a vector g of independent normals: for
   every bounded f of the direction, E f(x W^T) is the same for all x != 0, and Fubini compares both laws with it. So
   E ln a_j = E ln (Q/P), Q = sum lam_k g_k^2, P = sum g_k^2. By Frullani ln (Q/P) = int (exp(-t P) - exp(-t Q)) dt/t, and
   E exp(-t Q) = prod (1 + 2 lam_k t)^(-1/2); Tonelli swaps, after P and Q are both compared with m P, m below 1 and all lam. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar half_line frullani drift drift_integral.
From Lemmata.statements.sharp Require isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem drift : statements.sharp.isometry.drift.
Proof.
move=> d L X j lam d0 h s m p; have D := INR_ge1 d0.
set K := fun t : R => _.
have e t : log_kernel (fun=> 1) lam t = K t.
  rewrite /K /log_kernel /transform total_const Rmult_1_r; congr ((exp _ - exp (- _ / _)) / _); first by field.
  by apply: total_ext => k; congr ln; ring.
have eL i := haar_log d0 p h i.
have iK : integrable_over_positive K by move: (proj1 (eL j)); congr integrable_over_positive; apply/boolp.funext => t; exact: e.
have vK i : over_positive K = mean L (fun W => ln (weighted lam W i)).
  by rewrite -(proj2 (eL i)); congr over_positive; apply/boolp.funext => t; rewrite e.
have [i r] := mean_ln_row d0 h s p j.
split; first exact: (layer_phi_integrable d0 h s p).
split; first exact: iK.
split; first exact: i.
split; last by rewrite r -(vK j).
rewrite (drift_rows d0 h s m p) (total_ext (g := fun=> over_positive K)) ?total_const; first by field; lra.
by move=> k; rewrite -(vK k).
Qed.
