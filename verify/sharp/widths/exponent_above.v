(* sharp:exponent-above.

   exponent-above: the n-th sample leaves the span of the others along a unit vector u. The columns of sqrt(m) H and u are orthonormal,
   m = n - 1; rotated into the first m + 1 axes, the rows of W are
   independent normals (r_j, N_j, ...). BN(W H) has the rows r_j/|r_j|; let Q be the projector on what is orthogonal to its columns. Then
   Y = (m/d) |Q v|^2, v_j = N_j/|r_j|. 1. A change of the sign of N_j keeps the law: in the mean the mixed terms of |Q v|^2 vanish, and
   E |Q v|^2 = sum_j E Q_jj N_j^2/|r_j|^2, as Q is idempotent. 2. N_j is independent of the rest, and E N_j^2 = 1. 3. Q does not
   change when r_j is stretched, and so E Q_jj exp(-t |r_j|^2) = (1 + 2 t)^(-m/2) E Q_jj; integrated over t > 0:
   E Q_jj/|r_j|^2 = E Q_jj/(m - 2). 4. tr Q = d - m, hence E Y <= (m/d) (d - m)/(m - 2). 5. With probability 1 the first m + 1 columns of W
   are independent (a determinant is linear in its last entry, with a smaller determinant as its slope), so Y > 0, and by
   Jensen E log Y <= log E Y. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require new_sample.
From Lemmata.statements.sharp Require widths.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem exponent_above : statements.sharp.widths.exponent_above.
Proof. by move=> d m H N u _ ortho normal away unit m3 _ i md; split=> //; exact: new_sample.mean_log_factor. Qed.
