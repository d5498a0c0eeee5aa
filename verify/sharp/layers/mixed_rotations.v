(* sharp:mixed-rotations.

   BN does not see the length of a row, so X and H = X/sqrt(d) have the same next layer; H^T H = U diag(q) U^T. A row of
   BN(W X) U is a function of the direction of a row of W, and that of a Haar matrix has the direction of d independent normals:
   for every bounded f of the direction, E f(x W^T) is the same for all x != 0, and Fubini compares both laws with it. So the
   mean of the next Gram matrix in the basis U is the one of lemma 6 of daneshmand2021, diag(p) with p the Gram map of q; the
   entries off the diagonal have the mean 0, as they change sign with one coordinate. The inequalities for p are sharp:majorisation. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry rotated_gram.
From Lemmata.verify.rocq Require normal.
From Lemmata.verify.sharp.layers Require majorisation.
From Lemmata.statements.sharp Require layers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem mixed_rotations : statements.sharp.layers.mixed_rotations.
Proof.
move=> d L T X q U s d0 h oU e inj sorted q1 q0; have [N normal] := normal.standard_normal_exists.
have c : 0 < / sqrt (INR d) by apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; apply: lt_0_INR; apply/ltP.
have next W : layer W X = layer W (scaled (/ sqrt (INR d)) X) by rewrite /layer mulmx_scaled BN_scaled.
have g i k : integrable L (fun W => (U^T *m ((layer W X)^T *m layer W X) *m U) i k) /\
  mean L (fun W => (U^T *m ((layer W X)^T *m layer W X) *m U) i k) = if i == k then gram_map N q i else 0.
  have [a b] := haar_gram_mean normal d0 h oU e i k; split.
    by apply: means.integrable_ext a => W; rewrite next.
  by rewrite -b; apply: means.mean_ext => W; rewrite next.
have p k : mean L (fun W => (U^T *m ((layer W X)^T *m layer W X) *m U) k k) = gram_map N q k.
  by have [_ ->] := g k k; rewrite eqxx.
have [a b] := Lemmata.verify.sharp.layers.majorisation.majorisation T d0 normal inj sorted q1 q0; split; last split; last split.
- by apply: Rle_trans a; right; apply: total_ext => k; rewrite p.
- by rewrite (total_ext (g := fun k => (gram_map N q k - 1 / INR d) ^ 2)) // => k; rewrite p.
- by move=> i k; case: (g i k).
- by move=> i k /negbTE ne; have [_ ->] := g i k; rewrite ne.
Qed.
