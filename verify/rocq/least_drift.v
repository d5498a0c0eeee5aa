(* The drift of the spectrum with one small eigenvalue (sharp:theorem-1): g/phi falls with the gap.

   One eigenvalue z, d - 1 of y, of sum d; s = 1 - z/y in [0, 1), b = w^2 the square of an entry of a Haar matrix. Then
     phi = ln (1 - s/d) - ln (1 - s)/d,   g = ln (1 - s/d) - E ln (1 - s b),
   two power series in s with the coefficients (1/d - d^(-k))/k and (m_k - d^(-k))/k, m_k = E b^k. The ratio of the coefficients
   falls with k, as the recursion of the m_k shows, and so the ratio g/phi of the series falls with s. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Coquelicot Require Import Coquelicot.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry haar haar_moments.
From Lemmata.verify.rocq Require series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the logarithm as a power series ---------- *)
Definition log_sum (n : nat) (x : R) : R := \S_(k < n) (x ^ k.+1 / INR k.+1).
Lemma log_sum_next n x : log_sum n.+1 x = log_sum n x + x ^ n.+1 / INR n.+1.
Proof. exact: (series.total_recr (fun k => x ^ k.+1 / INR k.+1)). Qed.
Lemma log_sum_0 n : log_sum n 0 = 0.
Proof.
elim: n => [|n IH]; first by rewrite /log_sum /total big_ord0.
by rewrite log_sum_next IH /= Rmult_0_l /Rdiv Rmult_0_l Rplus_0_r.
Qed.
Lemma log_sum_derive n x : x < 1 -> is_derive (log_sum n) x ((1 - x ^ n) / (1 - x)).
Proof.
move=> h; elim: n => [|n IH].
  apply: (is_derive_ext (fun=> 0)) => [t|]; first by rewrite /log_sum /total big_ord0.
  by have -> : (1 - x ^ 0) / (1 - x) = 0; [rewrite /=; field; lra | exact: is_derive_const].
apply: (is_derive_ext (fun t => log_sum n t + t ^ n.+1 / INR n.+1)) => [t|]; first by rewrite log_sum_next.
have N : INR n.+1 <> 0 by apply: not_0_INR.
have -> : (1 - x ^ n.+1) / (1 - x) = (1 - x ^ n) / (1 - x) + INR n.+1 * x ^ n / INR n.+1.
  by rewrite -[x ^ n.+1]/(x * x ^ n); field; split=> //; lra.
apply: is_derive_plus => //.
apply: (is_derive_ext (fun t => / INR n.+1 * t ^ n.+1)) => [t|]; first by rewrite /Rdiv Rmult_comm.
have -> : INR n.+1 * x ^ n / INR n.+1 = / INR n.+1 * (INR n.+1 * x ^ n) by rewrite /Rdiv Rmult_comm.
by apply: is_derive_scal; apply/is_derive_Reals; exact: (derivable_pt_lim_pow x n.+1).
Qed.
Lemma log_series n x s : 0 <= x <= s -> s < 1 -> 0 <= - ln (1 - x) - log_sum n x <= s ^ n / (1 - s).
Proof.
move=> [x0 xs] s1; case: (Rle_lt_or_eq_dec _ _ x0) => [p | <-]; last first.
  rewrite Rminus_0_r ln_1 log_sum_0; have : 0 <= s ^ n / (1 - s); last lra.
  by apply: Rmult_le_pos; [apply: pow_le; lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
have df t : t < 1 -> is_derive (fun t => - ln (1 - t) - log_sum n t) t (t ^ n / (1 - t)).
  move=> t1; have -> : t ^ n / (1 - t) = 1 / (1 - t) - (1 - t ^ n) / (1 - t) by field; lra.
  apply: is_derive_minus; last exact: log_sum_derive.
  by auto_derive; [lra | field; lra].
have [c [e [c0 cx]]] := MVT_cor2 (fun t => - ln (1 - t) - log_sum n t) (fun t => t ^ n / (1 - t)) 0 x p
  (fun t h => proj1 (is_derive_Reals _ _ _) (df t ltac:(lra))).
move: e; rewrite Rminus_0_r ln_1 log_sum_0 => e.
have -> : - ln (1 - x) - log_sum n x = c ^ n / (1 - c) * x by lra.
have q : 0 <= c ^ n / (1 - c) by apply: Rmult_le_pos; [apply: pow_le; lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
split; first by apply: Rmult_le_pos => //; lra.
apply: (Rle_trans _ (c ^ n / (1 - c))); first by nra.
apply: Rmult_le_compat; [apply: pow_le; lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra | apply: pow_incr; lra |].
by apply: Rinv_le_contravar; lra.
Qed.
Lemma geometric_limit (u : nat -> R) l c s : 0 <= s < 1 -> 0 <= c -> (forall n, Rabs (u n - l) <= c * s ^ n) -> Un_cv u l.
Proof.
move=> [s0 s1] c0 b e e0; have [N h] := pow_lt_1_zero s ltac:(rewrite Rabs_pos_eq; lra) (e / (c + 1)) (Rdiv_lt_0_compat e (c + 1) e0 ltac:(lra)).
exists N => n n0; apply: Rle_lt_trans (b n) _; have := h n n0; rewrite Rabs_pos_eq; last exact: pow_le.
move=> q; have p := pow_le s n s0; apply: (Rle_lt_trans _ ((c + 1) * s ^ n)); first nra.
have : (c + 1) * s ^ n < (c + 1) * (e / (c + 1)) by apply: Rmult_lt_compat_l; lra.
by have -> : (c + 1) * (e / (c + 1)) = e by field; lra.
Qed.

(* ---------- a ratio of power series ---------- *)
Section Ratio.
Variables (a b : nat -> R).
Hypothesis falls : forall k i, (k <= i)%N -> a i * b k <= a k * b i.
Definition power_sum (c : nat -> R) n s := \S_(k < n) (c k * s ^ k).
Lemma power_sum_next c n s : power_sum c n.+1 s = power_sum c n s + c n * s ^ n.
Proof. exact: (series.total_recr (fun k => c k * s ^ k)). Qed.
Lemma ratio_falls_partial n s t : 0 <= s <= t -> power_sum a n t * power_sum b n s <= power_sum a n s * power_sum b n t.
Proof.
move=> [s0 st]; elim: n => [|n IH]; first by rewrite /power_sum /total !big_ord0; toR; lra.
rewrite !power_sum_next.
have : 0 <= \S_(k < n) ((a k * b n - a n * b k) * (s ^ k * t ^ n - t ^ k * s ^ n)).
  apply: total_ge0 => k; apply: Rmult_le_pos; first by have := falls (ltnW (ltn_ord k)); lra.
  have e : forall x, x ^ n = x ^ k * x ^ (n - k) by move=> x; rewrite -pow_add; congr (x ^ _); rewrite plusE subnKC // ltnW.
  rewrite (e t) (e s); have : s ^ (n - k) <= t ^ (n - k) by apply: pow_incr.
  have := Rmult_le_pos _ _ (pow_le s k s0) (pow_le t k ltac:(lra)); nra.
rewrite (total_ext (g := fun k => (a k * s ^ k) * (b n * t ^ n) - (b k * s ^ k) * (a n * t ^ n)
  - (a k * t ^ k) * (b n * s ^ n) + (b k * t ^ k) * (a n * s ^ n))); last by move=> k; ring.
rewrite total_add !total_sub !total_scal_r -/(power_sum a n s) -/(power_sum a n t) -/(power_sum b n s) -/(power_sum b n t).
lra.
Qed.
Lemma ratio_falls s t fs ft gs gt : 0 <= s <= t -> Un_cv (fun n => power_sum a n s) gs -> Un_cv (fun n => power_sum a n t) gt ->
  Un_cv (fun n => power_sum b n s) fs -> Un_cv (fun n => power_sum b n t) ft -> gt * fs <= gs * ft.
Proof.
move=> st h1 h2 h3 h4.
refine (Rle_cv_lim (Un := fun n => power_sum a n t * power_sum b n s) (Vn := fun n => power_sum a n s * power_sum b n t) _ _ _).
- by move=> n; exact: ratio_falls_partial.
- exact: CV_mult.
- exact: CV_mult.
Qed.
End Ratio.
