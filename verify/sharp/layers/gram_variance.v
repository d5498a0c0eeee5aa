(* sharp:gram-variance. In the right singular basis U of H the next Gram matrix C is the average of d independent matrices (u_i u_k), one
   for each row, with E u_i u_k = p_i if i = k, else 0 (lemma 6). So E ||C - diag(p)||_F^2 = (E (\S u_k^2)^2 - \S p_k^2)/d, and \S u_k^2 = 1 with
   probability 1. Where ||H'||_F = 1, V(H')^2 = ||C||_F^2 - 1/n, and E ||C||_F^2 = \S p_k^2 + E ||C - diag(p)||_F^2. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra gram_map layer_variance layer_gaps.
From Lemmata.statements.sharp Require layers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem gram_variance : statements.sharp.layers.gram_variance.
Proof.
move=> d n H N q U d0 n0 normal sp oU HU q1 q0.
have [i e] := layer_variance.gram_variance normal d0 oU HU q1; have [j v] := layer_V_square normal d0 n0 sp q1 oU HU.
split; first exact: i.
split; first exact: j.
by split; [exact: e | exact: v].
Qed.
