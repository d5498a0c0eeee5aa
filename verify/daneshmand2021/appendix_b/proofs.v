(* daneshmand2021, appendix B. q_k are the eigenvalues of H^T H, of sum 1, p_k = E q_k g_k^2/\S q_j g_j^2.

   lemma-4: e_k = q_k - 1/n sum to 0, and e_k >= -v with v = Vhat(H). The numbers e_k + v >= 0 have the sum n v, and a sum of
   squares of such numbers is at most the square of their sum: sum e_k^2 + n v^2 <= n^2 v^2. So V^2 <= n (n-1) v^2 <= (2 n v)^2.

   lemma-6: let H H^T = P diag(a) P^T and Y = P^T H U, so that Y^T Y = diag(q) and Y Y^T = diag(a): a_m = q_k wherever Y_mk is not 0. W P has
   the law of W. With x a row of W P, that row of BN(W H) U is u_k = \S x_m Y_mk/sqrt(\S a_m x_m^2). Changes of sign of the x_m
   and lemma 9 give E u_i u_k = p_i if i = k, else 0. The rows are independent, so that C, the average of d of the
   matrices (u_i u_k), has E ||C - diag(p)||_F^2 = (E (\S u_k^2)^2 - \S p_k^2)/d = (1 - \S p_k^2)/d.

   lemma-7: sharp:lemma-7 has (1 - 1/n)^2/d for 1/d.

   theorem-5: sharp:drift-condition has 2/(n+2) for 2/(3n) and (1 - 1/n)/sqrt(d) for 1/sqrt(d); 3n >= n + 2.

   lemma-9 (Sawa): 1/x = int_(t > 0) exp(-t x) dt at x = \S q_j g_j^2. All is >= 0, so that Tonelli exchanges the mean with the
   integral; E g^2 exp(-s g^2) = (1 + 2s)^(-3/2) and E exp(-s g^2) = (1 + 2s)^(-1/2), by the substitution
   x -> x/sqrt(1 + 2s) in the density, and the g_j are independent.

   lemma-8: with A = 1 + 2t/n and x = 1 + 2 t q_m, prod_j (1 + 2 t q_j) <= A^n (the arithmetic and the geometric mean), and
   1/x >= (2A - x)/A^2 (its tangent at A). So p_m is at least q_m int_(t > 0) ((1 + n v) A^(-n/2-1) - n v A^(-n/2-2)) dt, v = 1/n - q_m,
   which is q_m (1 + 2n/(n+2) v): the second form. The first follows, as 2n/(n+2) >= 2/3.

   lemma-10: g = a^(-3/2) b^(-(n-1)/2), a and b linear in delta; g'' = g (s^2 + s') with s = 3t/a - t/b and
   s' = 6t^2/a^2 + 2t^2/((n-1) b^2) > 0. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Coquelicot Require Derive.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra gram_map wide layer_variance.
From Lemmata.verify.rocq Require deviation.
From Lemmata.verify.rocq Require orthogonality.
From Lemmata.verify.sharp.smallest_eigenvalues Require lemma_7.
From Lemmata.statements.daneshmand2021 Require appendix_b.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem lemma_4 : appendix_b.lemma_4.
Proof. by move=> d n H _ n0 f _; exact: orthogonality.V_le_2n. Qed.

Theorem lemma_6 : appendix_b.lemma_6.
Proof.
move=> d n H N q U i k d0 n0 normal sp oU HU f; have D := positive_count d0.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have [I e] := gram_variance normal d0 oU HU q1; have [J m] := gram_mean normal d0 oU HU i k.
split; first exact: I.
split; last by split; [exact: J | exact: m].
rewrite [X in X <= _]e; apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
suff : 0 <= \S_(k < n) (gram_map N q k * gram_map N q k) by lra.
by apply: total_ge0 => l; exact: Rle_0_sqr.
Qed.

Theorem lemma_7 : appendix_b.lemma_7.
Proof.
move=> d n H N q m d0 n0 normal sp least f; have D := positive_count d0; have M := count_ge1 n0.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have [i [_ b]] := Lemmata.verify.sharp.smallest_eigenvalues.lemma_7.lemma_7 d0 n0 normal sp least q1 (gram_spectrum_ge0 sp).
split; first exact: i.
apply: Rle_trans b _; apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
have n1 : 0 < 1 / INR n <= 1.
  by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
by move: (1 / INR n) n1 => u [u0 u1]; rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat; lra.
Qed.

Lemma contraction_le n v : (0 < n)%N -> 0 <= v <= 1 / INR n ->
  (1 - 2 * (1 - INR n * v) / (INR n + 2)) * v <= (1 - 2 * (1 - INR n * v) / (3 * INR n)) * v.
Proof.
move=> n0 [v0 v1]; have M := count_ge1 n0; apply: Rmult_le_compat_r => //.
have u : 0 <= 2 * (1 - INR n * v).
  by have := Rmult_le_compat_l (INR n) _ _ ltac:(lra) v1; rewrite /Rdiv Rmult_1_l Rinv_r; lra.
suff : / (3 * INR n) <= / (INR n + 2) by move=> h; have := Rmult_le_compat_l _ _ _ u h; rewrite /Rdiv; lra.
by apply: Rinv_le_contravar; lra.
Qed.
Theorem theorem_5 : appendix_b.theorem_5.
Proof.
split=> [d n H N d0 n0 normal h v | d n H N q d0 n0 normal sp h v]; last first.
  have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
  apply: Rle_trans (proj2 Lemmata.verify.sharp.smallest_eigenvalues.lemma_7.drift_condition d n H N q d0 n0 normal sp h v) _.
  by apply: contraction_le => //; split=> //; have [m e _] := least_attained (fun k => q k) n0; rewrite e; have := gram_spectrum_ge0 sp m; lra.
have [i b] := proj1 Lemmata.verify.sharp.smallest_eigenvalues.lemma_7.drift_condition d n H N d0 n0 normal h v; split=> //.
have D := sqrt_lt_R0 _ (INR_pos d0); have := contraction_le n0 (Vhat_range n0 h).
suff : (1 - 1 / INR n) / sqrt (INR d) <= 1 / sqrt (INR d) by lra.
apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
by have M := count_ge1 n0; have : 0 < / INR n; [apply: Rinv_0_lt_compat | rewrite /Rdiv]; lra.
Qed.

Theorem lemma_8 : appendix_b.lemma_8.
Proof.
move=> d n H N q m d0 n0 normal sp least f v.
have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
have M := count_ge1 n0; have b := gram_below normal q0 q1 m; have qm := q0 m.
have sharp : 1 / INR n - gram_map N q m <= (1 - 2 * (1 - INR n * (1 / INR n - q m)) / (INR n + 2)) * (1 / INR n - q m).
  have -> : 2 * (1 - INR n * (1 / INR n - q m)) / (INR n + 2) = 2 * INR n / (INR n + 2) * q m by field; lra.
  lra.
split=> //; apply: Rle_trans sharp _; apply: Rmult_le_compat_r => //.
have -> : 2 * (1 - INR n * (1 / INR n - q m)) / (INR n + 2) = 2 * q m * (INR n / (INR n + 2)) by field; lra.
have -> : 2 * (1 - INR n * (1 / INR n - q m)) / (3 * INR n) = 2 * q m * (1 / 3) by field; lra.
suff : 1 / 3 <= INR n / (INR n + 2) by have := @Rmult_le_compat_l (2 * q m) (1 / 3) (INR n / (INR n + 2)) ltac:(lra); lra.
have -> : INR n / (INR n + 2) = 1 / 3 + 2 * (INR n - 1) / (3 * (INR n + 2)) by field; lra.
suff : 0 <= 2 * (INR n - 1) / (3 * (INR n + 2)) by lra.
by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
Qed.

Theorem lemma_9 : appendix_b.lemma_9.
Proof.
move=> n N k q n0 normal q1 q0; split; first exact: (share_integrable normal q0 k).
by split; [exact: (sawa_term_integrable normal q0 k) | exact: (sawa normal q0 k)].
Qed.

Theorem lemma_10 : appendix_b.lemma_10.
Proof.
move=> n x t n0 t0 n2 x0 x1.
have N : 1 < INR n by rewrite -[1]/(INR 1); apply: lt_INR; apply/ltP.
have h g : (forall y, g y = deviation.deviation_term t (INR n) y) -> 0 <= Derive.Derive_n g 2 x /\ Derive.ex_derive_n g 2 x.
  by move=> e; have [_ [e2 p]] := deviation.deviation_convex t (INR n) t0 N g x e (conj x0 x1); split; [exact: p | exact: e2].
by apply: h => y; rewrite /deviation.deviation_term /deviation.falling /deviation.rising; congr exp; ring.
Qed.
