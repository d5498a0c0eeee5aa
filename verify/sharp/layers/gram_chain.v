(* sharp:gram-chain.

   gram-chain: let H^T H = U diag(q) U^T and T = U diag(sqrt(q)) U^T, so that T^T T = H^T H. The rows of W are independent, and so
   those of W H and of Z T. One row of normals g: the columns of H U, divided by their norms sqrt(q_k), are orthonormal, and
   a rotation takes them to the first coordinates, under which normals are invariant; so g H U is (sqrt(q_k) g_k) in law (columns
   that vanish need no direction), and g T U the same. The covariance of a row is E (g H)_a (g H)_b/d = (H^T H)_ab/d. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means gram_covariance.
From Lemmata.statements.sharp Require layers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem gram_chain : statements.sharp.layers.gram_chain.
Proof.
move=> d n H N q U a b j d0 n0 normal _ o e; have [s [[iZ mZ] [iW mW]]] := same_rows j a b normal d0 n0 o e.
by split; [exact: iW | split; [exact: iZ | split; [exact: mW | split; [exact: mZ | exact: s]]]].
Qed.
