(* sharp:volume-in-a-layer.

   volume-in-a-layer: in the right singular basis U of H the next Gram matrix is C = (1/d) sum_j u_j u_j^T, with independent rows u_j of BN(W H) U
   and E u u^T = diag(p), p the Gram map of q. A determinant is linear in each of its rows, so that det C is d^(-n) times the sum, over all
   maps f of the samples to the rows of W, of the determinant with u_ji u_j as row i, j = f(i). If f takes a value twice, two rows are multiples of the same row, and
   the determinant is 0. If not, every term of its expansion is a product of functions of different rows, whose mean is the product of
   the means: that of the determinant is det diag(p). There are d (d-1) ... (d-n+1) such f, and det U^T U = 1. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import mean_volume.
From Lemmata.statements.sharp Require volumes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem volume_in_a_layer : statements.sharp.volumes.volume_in_a_layer.
Proof. by move=> d n H N q d0 n0 normal [U [oU HU]] _ _; exact: (volume normal d0 oU HU). Qed.
