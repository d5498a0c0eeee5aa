(* The least and the largest drift of a layer among the states of a given gap (sharp:extremal-drift), in the form of the
   generated statements: the spectra of one small and of one large eigenvalue, found as roots. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means haar half_line frullani drift mean_gap drift_integral extremal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* -ln of the smallest eigenvalue where the others are equal, and of the d-1 equal ones below a large one; T = d phi *)
Definition small_root (D T : R) : R := root (fun h => exp (- h) - 1 - - h
  + (D - 1) * (- (exp (- h) - 1) / (D - 1) - ln (1 + - (exp (- h) - 1) / (D - 1))) - T).
Definition large_root (D T : R) : R := root (fun h => (D - 1) * (exp (- h) - 1 - - h)
  + ((D - 1) * (- (exp (- h) - 1)) - ln (1 + (D - 1) * (- (exp (- h) - 1)))) - T).
Definition small_kernel (D z t : R) : R := (exp (- (1 + (D - 1)) * ln (1 + 2 * t) / 2)
  - exp (- (ln (1 + (1 + (z - 1)) * (2 * t)) + ln (1 + (1 + - (z - 1) / (D - 1)) * (2 * t)) * (D - 1)) / 2)) / t.
Definition large_kernel (D z t : R) : R := (exp (- (1 + (D - 1)) * ln (1 + 2 * t) / 2)
  - exp (- (ln (1 + (1 + (D - 1) * (- (z - 1))) * (2 * t)) + ln (1 + (1 + (z - 1)) * (2 * t)) * (D - 1)) / 2)) / t.
Notation small_gap D := (gap_of 1 (D - 1) (/ (D - 1))).
Notation large_gap D := (gap_of (D - 1) 1 (D - 1)).
Lemma small_rootE D T : 2 <= D -> 0 <= T -> exists z, [/\ 0 < z, z <= 1, small_gap D z = T & exp (- small_root D T) = z].
Proof.
move=> D2 T0; have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
have [z [z0 z1 e r]] := @root_of_gap 1 (D - 1) (/ (D - 1)) ltac:(lra) ltac:(lra) ltac:(lra) T T0.
exists z; split=> //; rewrite -(exp_ln z z0) -(Ropp_involutive (ln z)) -r; congr (exp (- root _)).
apply/funext => h; rewrite /gap_of /defect ln_exp.
rewrite (_ : 1 + / (D - 1) * (1 - exp (- h)) = 1 + - (exp (- h) - 1) / (D - 1)); last by field; lra.
by field; lra.
Qed.
Lemma large_rootE D T : 2 <= D -> 0 <= T -> exists z, [/\ 0 < z, z <= 1, large_gap D z = T & exp (- large_root D T) = z].
Proof.
move=> D2 T0.
have [z [z0 z1 e r]] := @root_of_gap (D - 1) 1 (D - 1) ltac:(lra) ltac:(lra) ltac:(lra) T T0.
exists z; split=> //; rewrite -(exp_ln z z0) -(Ropp_involutive (ln z)) -r; congr (exp (- root _)).
apply/funext => h; rewrite /gap_of /defect ln_exp.
rewrite (_ : 1 + (D - 1) * (1 - exp (- h)) = 1 + (D - 1) * - (exp (- h) - 1)); last by ring.
by ring.
Qed.
Section Kernels.
Variables (d : nat) (k0 : 'I_d).
Hypothesis D2 : 2 <= INR d.
Notation D := (INR d).
Notation one := (fun _ : 'I_d => 1).
Definition small z : 'I_d -> R := one_out k0 z (1 + / (D - 1) * (1 - z)).
Definition large z : 'I_d -> R := one_out k0 (1 + (D - 1) * (1 - z)) z.
Lemma small_kernelE z t : small_kernel D z t = log_kernel one (small z) t.
Proof.
rewrite /small_kernel /log_kernel /transform total_const (total_one_out k0 (fun x => ln (1 + 2 * t * x))).
congr ((exp _ - exp (- _ / _)) / _); first by rewrite Rmult_1_r; field.
rewrite (_ : (1 + (z - 1)) * (2 * t) = 2 * t * z); last ring.
rewrite (_ : (1 + - (z - 1) / (D - 1)) * (2 * t) = 2 * t * (1 + / (D - 1) * (1 - z))); last by field; lra.
ring.
Qed.
Lemma large_kernelE z t : large_kernel D z t = log_kernel one (large z) t.
Proof.
rewrite /large_kernel /log_kernel /transform total_const (total_one_out k0 (fun x => ln (1 + 2 * t * x))).
congr ((exp _ - exp (- _ / _)) / _); first by rewrite Rmult_1_r; field.
rewrite (_ : (1 + (z - 1)) * (2 * t) = 2 * t * z); last ring.
rewrite (_ : (1 + (D - 1) * - (z - 1)) * (2 * t) = 2 * t * (1 + (D - 1) * (1 - z))); last by ring.
ring.
Qed.
Lemma small_pos z : 0 < z -> z <= 1 -> forall k, 0 < small z k.
Proof.
move=> z0 z1 k; have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
by rewrite /small /one_out; case: eqP => _ //; nra.
Qed.
Lemma large_pos z : 0 < z -> z <= 1 -> forall k, 0 < large z k.
Proof. by move=> z0 z1 k; rewrite /large /one_out; case: eqP => _ //; nra. Qed.
Lemma small_sum z : \S_(k < d) small z k = D.
Proof. by rewrite (total_one_out k0 (fun x => x)); field; lra. Qed.
Lemma large_sum z : \S_(k < d) large z k = D.
Proof. by rewrite (total_one_out k0 (fun x => x)); ring. Qed.
Lemma small_logs z : \S_(k < d) ln (small z k) = - small_gap D z.
Proof. by rewrite (total_one_out k0 ln) /gap_of /defect; field; lra. Qed.
Lemma large_logs z : \S_(k < d) ln (large z k) = - large_gap D z.
Proof. by rewrite (total_one_out k0 ln) /gap_of /defect; ring. Qed.

Section Compare.
Variables (lam : 'I_d -> R) (T : R).
Hypotheses (pos : forall k, 0 < lam k) (sum : \S_(k < d) lam k = D).
Hypothesis gap : \S_(k < d) (lam k - 1 - ln (lam k)) = T.
Let logs : \S_(k < d) ln (lam k) = - T.
Proof. by move: gap; rewrite !total_sub total_const sum; lra. Qed.
Lemma above_small z : 0 < z -> z <= 1 -> small_gap D z = T -> forall k, z <= lam k.
Proof.
move=> z0 z1 e k; have i : 0 < / (D - 1) by apply: Rinv_0_lt_compat; lra.
have [m0 h] := others_defect k ltac:(lra) pos sum.
apply: (@gap_reflects 1 (D - 1) (/ (D - 1))) => //; try lra.
rewrite e -gap /gap_of Rmult_1_l; apply: Rle_trans h; right.
by congr (_ + _ * defect (_ + _)); exact: Rmult_comm.
Qed.
Lemma below_large z : 0 < z -> z <= 1 -> large_gap D z = T -> forall k, lam k <= 1 + (D - 1) * (1 - z).
Proof.
move=> z0 z1 e k; have [m0 h] := others_defect k ltac:(lra) pos sum; set m := 1 + _ in m0 h.
have em : 1 + (D - 1) * (1 - m) = lam k by rewrite /m; field; lra.
have : z <= m.
  apply: (@gap_reflects (D - 1) 1 (D - 1)) => //; try lra.
  rewrite e -gap /gap_of em Rmult_1_l; apply: Rle_trans h; right; ring.
by rewrite -em; nra.
Qed.
Lemma small_kernel_above z t : 0 < z -> z <= 1 -> small_gap D z = T -> 0 < t ->
  log_kernel one lam t <= small_kernel D z t.
Proof.
move=> z0 z1 e t0; rewrite small_kernelE; apply: Rmult_le_compat_r; first exact/Rlt_le/Rinv_0_lt_compat.
suff : transform (small z) t <= transform lam t by lra.
apply: calculus.exp_le; apply: Rmult_le_compat_r; first lra; apply: Ropp_le_contravar.
have y0 : 0 < 1 + / (D - 1) * (1 - z) by have i : 0 < / (D - 1) by [apply: Rinv_0_lt_compat; lra]; nra.
apply: (one_small_most (z := z) (y := 1 + / (D - 1) * (1 - z))) => //; first lra.
- by rewrite sum (small_sum z).
- by rewrite logs (small_logs z) e.
- exact: above_small.
Qed.
Lemma large_kernel_below z t : 0 < z -> z <= 1 -> large_gap D z = T -> 0 < t ->
  large_kernel D z t <= log_kernel one lam t.
Proof.
move=> z0 z1 e t0; rewrite large_kernelE; apply: Rmult_le_compat_r; first exact/Rlt_le/Rinv_0_lt_compat.
suff : transform lam t <= transform (large z) t by lra.
apply: calculus.exp_le; apply: Rmult_le_compat_r; first lra; apply: Ropp_le_contravar.
apply: (one_large_least (z := 1 + (D - 1) * (1 - z)) (y := z)) => //; try lra.
- by nra.
- by rewrite sum (large_sum z).
- by rewrite logs (large_logs z) e.
- exact: below_large.
Qed.
End Compare.
End Kernels.

Section State.
Variables (d : nat) (L : law 'M[R]_d).
Hypotheses (d2 : (2 <= d)%N) (H : haar L).
Notation D := (INR d).
Let d0 : (0 < d)%N. Proof. exact: ltnW. Qed.
Let D2 : 2 <= D. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Let k0 : 'I_d := Ordinal d0.
Lemma small_integrable z : 0 < z -> z <= 1 -> integrable_over_positive (small_kernel D z).
Proof.
move=> z0 z1; rewrite (_ : small_kernel D z = log_kernel (fun=> 1) (small k0 z)); last by apply/funext => t; exact: small_kernelE.
by case: (haar_log d0 (small_pos k0 D2 z0 z1) H k0).
Qed.
Lemma large_integrable z : 0 < z -> z <= 1 -> integrable_over_positive (large_kernel D z).
Proof.
move=> z0 z1; rewrite (_ : large_kernel D z = log_kernel (fun=> 1) (large k0 z)); last by apply/funext => t; exact: large_kernelE.
by case: (haar_log d0 (large_pos k0 D2 z0 z1) H k0).
Qed.
(* g and G *)
Definition least_drift (T : R) : R := - over_positive (small_kernel D (exp (- small_root D T))).
Definition largest_drift (T : R) : R := - over_positive (large_kernel D (exp (- large_root D T))).
Theorem drift_bounds (X : 'M[R]_d) : 0 < (\det (X^T *m X))%ring -> frobsq X = D ->
  least_drift (D * phi X) <= - (mean L (fun W => phi (BN (W *m X)%ring)) - phi X) <= largest_drift (D * phi X).
Proof.
move=> f n; have [lam [s m p e]] := state_spectrum d0 f n; have [i v] := drift_value d0 H s m p.
have T0 : 0 <= D * phi X by have := phi_ge0 d0 f; nra.
rewrite v /least_drift /largest_drift.
have [z [z0 z1 ez ->]] := small_rootE D2 T0; have [y [y0 y1 ey ->]] := large_rootE D2 T0.
split; apply: Ropp_le_contravar; apply: over_positive_le => //; try exact: small_integrable; try exact: large_integrable.
- by move=> t t0; apply: (small_kernel_above k0 D2 p m (esym e)).
- by move=> t t0; apply: (large_kernel_below k0 D2 p m (esym e)).
Qed.
End State.
