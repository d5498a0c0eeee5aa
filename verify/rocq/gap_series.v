(* The drift of the spectrum with one small eigenvalue (sharp:theorem-1): drift over gap falls with the gap.

   One eigenvalue z, d - 1 of y, of sum d; s = 1 - z/y in [0, 1), b = w^2 the square of an entry of a Haar matrix. Then
     phi = ln (1 - s/d) - ln (1 - s)/d,   g = ln (1 - s/d) - E ln (1 - s b),
   two power series in s with the coefficients (1/d - d^(-k))/k and (m_k - d^(-k))/k, m_k = E b^k. The ratio of the coefficients
   falls with k, as the recursion of the m_k shows, and so the ratio g/phi of the series falls with s. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals measure.
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

(* ---------- the coefficients ---------- *)
Section Coefficients.
Variables (D : R) (m : nat -> R).
Hypotheses (D2 : 2 <= D) (m0 : m 0%N = 1) (m_next : forall k, (D + 2 * INR k) * m k.+1 = (2 * INR k + 1) * m k).
Let q := / D.
Let q0 : 0 < q <= / 2.
Proof. by split; [apply: Rinv_0_lt_compat; lra | apply: Rinv_le_contravar; lra]. Qed.
Let Dq : D * q = 1. Proof. by rewrite /q; field; lra. Qed.
Let p k : 0 < q ^ k.+1 <= q.
Proof.
split; first by apply: pow_lt; lra.
rewrite -[q ^ k.+1]/(q * q ^ k); have : q ^ k <= 1; last by nra.
by rewrite -(pow1 k); apply: pow_incr; lra.
Qed.
Lemma moment_one : m 1%N = q.
Proof. by have := m_next 0; rewrite m0 /= Rmult_0_r; rewrite /q => h; apply: (Rmult_eq_reg_l D); [rewrite Rinv_r; lra | lra]. Qed.
(* the moments are not too small *)
Lemma moment_below k : q ^ k.+1 * (D + 2 * INR k.+1) <= D * m k.+1 * (1 + 2 * INR k.+1 * q ^ k.+1).
Proof.
elim: k => [|k IH].
  by rewrite moment_one Dq /= !Rmult_1_r; have := Dq; nra.
have K : 1 <= INR k.+1 by rewrite S_INR; have := pos_INR k; lra.
move: (p k) (m_next k.+1) IH; rewrite -[q ^ k.+2]/(q * q ^ k.+1) (S_INR k.+1).
move: (INR k.+1) K (q ^ k.+1) (m k.+1) (m k.+2) => n n1 r u v [r0 rq] e IH.
have r2 : r <= / 2 by lra.
(* with v from u, and u from below *)
have dv : 0 < D + 2 * n by lra.
have v0 : v = (2 * n + 1) * u / (D + 2 * n) by rewrite -e; field; lra.
have d1 : 0 < 1 + 2 * n * r by nra.
have u0 : r * (D + 2 * n) / (D * (1 + 2 * n * r)) <= u.
  apply: (Rmult_le_reg_r (D * (1 + 2 * n * r))); first by nra.
  have -> : r * (D + 2 * n) / (D * (1 + 2 * n * r)) * (D * (1 + 2 * n * r)) = r * (D + 2 * n) by field; lra.
  lra.
have v1 : (2 * n + 1) * r / (D * (1 + 2 * n * r)) <= v.
  rewrite v0; have -> : (2 * n + 1) * r / (D * (1 + 2 * n * r)) = (2 * n + 1) / (D + 2 * n) * (r * (D + 2 * n) / (D * (1 + 2 * n * r))) by field; lra.
  have -> : (2 * n + 1) * u / (D + 2 * n) = (2 * n + 1) / (D + 2 * n) * u by field; lra.
  by apply: Rmult_le_compat_l => //; apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
apply: (Rle_trans _ (D * ((2 * n + 1) * r / (D * (1 + 2 * n * r))) * (1 + 2 * (n + 1) * (q * r)))); last first.
  by apply: Rmult_le_compat_r; [nra | apply: Rmult_le_compat_l => //; lra].
have -> : D * ((2 * n + 1) * r / (D * (1 + 2 * n * r))) * (1 + 2 * (n + 1) * (q * r))
  = r * ((2 * n + 1) * (1 + 2 * (n + 1) * (q * r))) / (1 + 2 * n * r) by field; lra.
apply: (Rmult_le_reg_r (1 + 2 * n * r)) => //.
have -> : r * ((2 * n + 1) * (1 + 2 * (n + 1) * (q * r))) / (1 + 2 * n * r) * (1 + 2 * n * r)
  = r * ((2 * n + 1) * (1 + 2 * (n + 1) * (q * r))) by field; lra.
have -> : q * r * (D + 2 * (n + 1)) * (1 + 2 * n * r) = r * ((1 + 2 * (n + 1) * q) * (1 + 2 * n * r)).
  have -> : q * r * (D + 2 * (n + 1)) = r * (D * q + 2 * (n + 1) * q) by ring.
  by rewrite Dq; ring.
apply: Rmult_le_compat_l; first lra.
have -> : (2 * n + 1) * (1 + 2 * (n + 1) * (q * r)) = (1 + 2 * (n + 1) * q) * (1 + 2 * n * r) + 2 * (n - (n + 1) * q) * (1 - r).
  ring.
have : 0 <= (n - (n + 1) * q) * (1 - r) by apply: Rmult_le_pos; nra.
lra.
Qed.
Definition alpha k := m k.+1 - q ^ k.+1.
Definition beta k := q - q ^ k.+1.
Lemma beta_pos k : 0 < beta k.+1.
Proof.
rewrite /beta; have := p k; rewrite -[q ^ k.+2]/(q * q ^ k.+1); nra.
Qed.
Lemma ratio_next k : alpha k.+1 * beta k <= alpha k * beta k.+1.
Proof.
have h := moment_below k; have e := m_next k.+1; have K : 0 <= INR k.+1 by exact: pos_INR.
rewrite /alpha /beta -[q ^ k.+2]/(q * q ^ k.+1); have [r0 r1] := p k.
move: (INR k.+1) K (q ^ k.+1) r0 r1 (m k.+1) (m k.+2) h e => n n0 r r0 r1 u v h e.
have v0 : v = (2 * n + 1) * u / (D + 2 * n) by rewrite -e; field; lra.
apply: (Rmult_le_reg_l (D * (D * (D + 2 * n)))); first by apply: Rmult_lt_0_compat; nra.
have -> : D * (D * (D + 2 * n)) * ((v - q * r) * (q - r)) = (D * ((2 * n + 1) * u) - (D * q) * r * (D + 2 * n)) * (D * q - D * r).
  by rewrite v0; field; lra.
have -> : D * (D * (D + 2 * n)) * ((u - r) * (q - q * r)) = (D + 2 * n) * (D * (u - r)) * (D * q * (1 - r)) by ring.
rewrite Dq.
have -> : (D + 2 * n) * (D * (u - r)) * (1 * (1 - r)) = (D * ((2 * n + 1) * u) - 1 * r * (D + 2 * n)) * (1 - D * r)
  + (D - 1) * (D * u * (1 + 2 * n * r) - r * (D + 2 * n)) by ring.
have : 0 <= (D - 1) * (D * u * (1 + 2 * n * r) - r * (D + 2 * n)) by apply: Rmult_le_pos; lra.
lra.
Qed.
Lemma ratio_all k i : (k <= i)%N -> alpha i * beta k <= alpha k * beta i.
Proof.
case: k => [_|k].
  by rewrite /beta /alpha moment_one /= Rmult_1_r Rminus_eq_0; lra.
elim: i => // i IH; rewrite leq_eqVlt => /orP [/eqP [->] | ]; first lra.
rewrite ltnS => ki; have {}IH := IH ki; have := ratio_next i.
case: i ki IH => // i ki IH h; have b1 := beta_pos k; have b2 := beta_pos i; have b3 := beta_pos i.+1.
apply: (Rmult_le_reg_r (beta i.+1)) => //.
have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ b1) h; have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ b3) IH; lra.
Qed.
Lemma alpha_ge0 k : 0 <= alpha k.
Proof.
case: k => [|k]; first by rewrite /alpha moment_one /=; lra.
rewrite /alpha.
have h := moment_below k.+1; have [r0 r1] := p k.+1.
have n0 : 0 <= INR k.+2 by exact: pos_INR.
move: (INR k.+2) n0 (q ^ k.+2) r0 r1 (m k.+2) h => n n0 r r0 r1 u h.
have d1 : 0 < 1 + 2 * n * r by nra.
suff : 0 <= (u - r) * (D * (1 + 2 * n * r)) by have : 0 < D * (1 + 2 * n * r); nra.
have : r * (D * (1 + 2 * n * r)) <= r * (D + 2 * n); last lra.
apply: Rmult_le_compat_l; first lra.
have : D * r <= 1 by have := Dq; nra.
nra.
Qed.
End Coefficients.

(* ---------- gap and drift of one small eigenvalue, as functions of s ---------- *)
Section OneSmall.
Variables (d : nat) (L : law 'M[R]_d) (j a : 'I_d).
Hypotheses (H : haar L) (d2 : (2 <= d)%N).
Notation E := (mean L).
Notation D := (INR d).
Notation m := (moment L j a).
Let D2 : 2 <= D. Proof. by rewrite (_ : 2 = INR 2) //; apply/le_INR/leP. Qed.
Definition gain (s : R) : R := ln (1 - s / D) - E (fun W => ln (1 - s * W j a ^ 2)).
Definition gap_of (s : R) : R := ln (1 - s / D) - ln (1 - s) / D.
Definition gain_coef k : R := alpha D m k / INR k.+1.
Definition gap_coef k : R := beta D k / INR k.+1.
Let square_range W : orthogonal W -> 0 <= W j a ^ 2 <= 1.
Proof.
move=> o; split; first exact: pow2_ge_0.
have := entry_bounded j a o; have := Rle_abs (W j a); have := Rle_abs (- W j a); rewrite Rabs_Ropp; nra.
Qed.
Lemma tame_log s : 0 <= s < 1 -> tame (fun W : 'M[R]_d => ln (1 - s * W j a ^ 2)).
Proof.
move=> [s0 s1]; split; first by apply: measurable_ln; have [] : tame (fun W : 'M[R]_d => 1 - s * W j a ^ 2) by tame.
exists (- ln (1 - s)) => W o; have [b0 b1] := square_range o.
have e : 1 - s <= 1 - s * W j a ^ 2 <= 1 by nra.
have l1 : ln (1 - s) <= ln (1 - s * W j a ^ 2) by apply: ln_le; lra.
have l2 : ln (1 - s * W j a ^ 2) <= 0 by rewrite -ln_1; apply: ln_le; lra.
by apply: Rabs_le; lra.
Qed.
Lemma tame_log_sum n s : tame (fun W : 'M[R]_d => log_sum n (s * W j a ^ 2)).
Proof. by rewrite /log_sum; tame. Qed.
Lemma mean_log_sum n s : E (fun W => log_sum n (s * W j a ^ 2)) = \S_(k < n) (m k.+1 * s ^ k.+1 / INR k.+1).
Proof.
rewrite /log_sum mean_total => [|k]; last by apply: (tame_integrable H); tame.
apply: total_ext => k; rewrite (mean_ext L (g := fun W => s ^ k.+1 / INR k.+1 * W j a ^ (2 * k.+1))); last first.
  by move=> W; rewrite Rpow_mult_distr -pow_mult multE /Rdiv; ring.
rewrite mean_scal; last by apply: (tame_integrable H); tame.
by rewrite -/(moment L j a k.+1) /Rdiv; ring.
Qed.
Lemma gain_partial n s : s * power_sum gain_coef n s = E (fun W => log_sum n (s * W j a ^ 2)) - log_sum n (s / D).
Proof.
rewrite mean_log_sum /log_sum -total_sub /power_sum -total_scal; apply: total_ext => k.
rewrite /gain_coef /alpha /Rdiv Rpow_mult_distr -[s ^ k.+1]/(s * s ^ k); ring.
Qed.
Lemma gap_partial n s : s * power_sum gap_coef n s = log_sum n s / D - log_sum n (s / D).
Proof.
rewrite /log_sum -total_div -total_sub /power_sum -total_scal; apply: total_ext => k.
rewrite /gap_coef /beta /Rdiv Rpow_mult_distr -[s ^ k.+1]/(s * s ^ k); ring.
Qed.
Let share s : 0 <= s < 1 -> 0 <= s / D <= s.
Proof.
move=> [s0 s1]; split; first by apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
have : / D <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
by rewrite /Rdiv; nra.
Qed.
Lemma gain_error n s : 0 <= s < 1 -> Rabs (s * power_sum gain_coef n s - gain s) <= s ^ n / (1 - s).
Proof.
move=> h; have [s0 s1] := h; rewrite gain_partial /gain.
have i1 := tame_integrable H (tame_log h); have i2 := tame_integrable H (tame_log_sum n s).
have e1 := log_series n (share h) s1.
have e2 : 0 <= - E (fun W => ln (1 - s * W j a ^ 2)) - E (fun W => log_sum n (s * W j a ^ 2)) <= s ^ n / (1 - s).
  rewrite -mean_opp // -mean_sub //; last exact: integrable_opp.
  have b (w : space L) : 0 <= - ln (1 - s * draw w j a ^ 2) - log_sum n (s * draw w j a ^ 2) <= s ^ n / (1 - s).
    by apply: log_series => //; have := square_range (haar_orthogonal H w); nra.
  split; first by apply: mean_ge0_drawn => w; case: (b w).
  by apply: mean_above => [|w]; [apply: integrable_sub => //; exact: integrable_opp | case: (b w)].
by apply: Rabs_le; lra.
Qed.
Lemma gap_error n s : 0 <= s < 1 -> Rabs (s * power_sum gap_coef n s - gap_of s) <= s ^ n / (1 - s).
Proof.
move=> h; have [s0 s1] := h; rewrite gap_partial /gap_of.
have e1 := log_series n (share h) s1; have e2 := log_series n (conj s0 (Rle_refl s)) s1.
have q : 0 < / D <= 1 by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
have e3 : 0 <= (- ln (1 - s) - log_sum n s) / D <= s ^ n / (1 - s).
  by rewrite /Rdiv -/(s ^ n / (1 - s)); split; nra.
have -> : log_sum n s / D - log_sum n (s / D) - (ln (1 - s / D) - ln (1 - s) / D)
  = (- ln (1 - s / D) - log_sum n (s / D)) - (- ln (1 - s) - log_sum n s) / D by field; lra.
by apply: Rabs_le; lra.
Qed.
Let limit c f s : 0 < s < 1 -> (forall n, Rabs (s * power_sum c n s - f) <= s ^ n / (1 - s)) ->
  Un_cv (fun n => power_sum c n s) (f / s).
Proof.
move=> [s0 s1] h; have q : 0 < / (s * (1 - s)) by apply: Rinv_0_lt_compat; nra.
apply: (@geometric_limit _ _ (/ (s * (1 - s))) s); [lra | lra | move=> n].
have -> : power_sum c n s - f / s = / s * (s * power_sum c n s - f) by field; lra.
have i : 0 < / s by exact: Rinv_0_lt_compat.
rewrite Rabs_mult (Rabs_pos_eq (/ s)); last lra.
have -> : / (s * (1 - s)) * s ^ n = / s * (s ^ n / (1 - s)) by field; lra.
by apply: Rmult_le_compat_l; [lra | exact: h].
Qed.
Let m_next k := moment_next j H a k.
Let m_0 := moment_0 L j a.
Lemma gain_0 : gain 0 = 0.
Proof.
rewrite /gain (mean_ext L (g := fun=> 0)) ?mean_const; first by rewrite (_ : 0 / D = 0) ?Rminus_0_r ?ln_1; lra.
by move=> W; rewrite Rmult_0_l Rminus_0_r ln_1.
Qed.
Lemma gap_0 : gap_of 0 = 0.
Proof. by rewrite /gap_of /Rdiv !Rmult_0_l !Rminus_0_r ln_1; lra. Qed.
(* drift over gap falls *)
Theorem gain_ratio s t : 0 <= s <= t -> t < 1 -> gain t * gap_of s <= gain s * gap_of t.
Proof.
move=> [s0 st] t1; case: (Rle_lt_or_eq_dec _ _ s0) => [p | <-]; last by rewrite gain_0 gap_0; lra.
have f k i : (k <= i)%N -> gain_coef i * gap_coef k <= gain_coef k * gap_coef i.
  move=> ki; have := ratio_all D2 m_0 m_next ki; rewrite /gain_coef /gap_coef.
  have I n : 0 < / INR n.+1 by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
  move=> h; have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ (Rmult_lt_0_compat _ _ (I k) (I i))) h; rewrite /Rdiv; lra.
have hs : 0 < s < 1 by lra. have hs' : 0 <= s < 1 by lra. have ht : 0 < t < 1 by lra. have ht' : 0 <= t < 1 by lra.
have := ratio_falls f (conj s0 st) (limit hs (fun n => gain_error n hs')) (limit ht (fun n => gain_error n ht'))
  (limit hs (fun n => gap_error n hs')) (limit ht (fun n => gap_error n ht')).
have -> : gain t / t * (gap_of s / s) = gain t * gap_of s / (s * t) by field; lra.
have -> : gain s / s * (gap_of t / t) = gain s * gap_of t / (s * t) by field; lra.
by move=> h; apply: (Rmult_le_reg_r (/ (s * t))) => //; apply: Rinv_0_lt_compat; nra.
Qed.
(* no partial sum is above the drift *)
Lemma gain_above n s : 0 <= s < 1 -> s * power_sum gain_coef n s <= gain s.
Proof.
move=> [[s0 | <-] s1]; last by rewrite gain_0 Rmult_0_l; lra.
have g : Un_growing (fun n => power_sum gain_coef n s).
  move=> k; rewrite power_sum_next; have := alpha_ge0 D2 m_0 m_next k; have := pow_le s k ltac:(lra) => p a0.
  have I : 0 < / INR k.+1 by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
  by have := Rmult_le_pos _ _ (Rmult_le_pos _ _ a0 (Rlt_le _ _ I)) p; rewrite /gain_coef /Rdiv; lra.
have hs : 0 < s < 1 by lra. have hs' : 0 <= s < 1 by lra.
have := growing_ineq _ _ g (limit hs (fun n => gain_error n hs')) n.
move=> h; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ s0) h.
by have -> : s * (gain s / s) = gain s by field; lra.
Qed.
End OneSmall.
