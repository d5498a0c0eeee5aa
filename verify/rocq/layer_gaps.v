(* The gaps of the next layer of daneshmand2021 at a finite width: E V(H')^2 ([layer_V_square]: sharp:gram-variance), the concentration of
   the least eigenvalue ([least_variance]: lemma 7) and the drift of Vhat ([layer_drift]: theorem 5).

   For a symmetric A of trace 0 and a unit vector x, (x^T A x)^2 = <A, x x^T - I/n>^2 <= (1 - 1/n) ||A||_F^2 ([traceless_form]); the least
   eigenvalue of diag(p) + A differs from the least p_m by at most such a form ([least_perturbed]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra chains normal gram_map wide layer_variance normed_chain.
From Lemmata.verify.rocq Require jacobians orthogonality spectra_measurable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- symmetric matrices ---------- *)
Section Perturbed.
Variable n : nat.
Hypothesis n0 : (0 < n)%N.
Let M := positive_count n0.
Lemma traceless_form (A : 'M[R]_n) x : \S_(i < n) A i i = 0 -> sqlen x = 1 -> form A x ^ 2 <= (1 - 1 / INR n) * frobsq A.
Proof.
move=> tr one; pose B : 'M[R]_n := \matrix_(i, j) (x ord0 i * x ord0 j - (if j == i then 1 / INR n else 0)).
have e : inner A B = form A x.
  have -> : form A x = form A x - 1 / INR n * (\S_(i < n) A i i) by rewrite tr; ring.
  rewrite formE -total_scal -total_sub; apply: total_ext => i.
  rewrite -(total_delta (fun=> 1 / INR n * A i i) i) -total_sub; apply: total_ext => j.
  by rewrite mxE; case: eqP => [->|_]; ring.
have f : frobsq B = 1 - 1 / INR n.
  transitivity (\S_(i < n) (x ord0 i ^ 2 - 2 / INR n * x ord0 i ^ 2 + 1 / INR n * (1 / INR n))).
    apply: total_ext => i; rewrite /rowsq.
    rewrite (total_ext (g := fun j => x ord0 i ^ 2 * x ord0 j ^ 2 - (if j == i then 2 / INR n * x ord0 i ^ 2 else 0)
      + (if j == i then 1 / INR n * (1 / INR n) else 0))); last first.
      by move=> j; rewrite mxE; case: eqP => [->|_]; rewrite /Rdiv; ring.
    rewrite total_add total_sub total_scal -/(sqlen x) one (total_delta (fun=> 2 / INR n * x ord0 i ^ 2)).
    by rewrite (total_delta (fun=> 1 / INR n * (1 / INR n))); ring.
  by rewrite total_add total_sub total_scal total_const -/(sqlen x) one; field; lra.
by have := jacobians.inner_sq A B; rewrite e f Rmult_comm.
Qed.
Lemma least_perturbed (A : 'M[R]_n) (p : 'I_n -> R) m : A^T = A -> (forall k, p m <= p k) -> \S_(i < n) A i i = \S_(i < n) p i ->
  (lambda_min A - p m) ^ 2 <= (1 - 1 / INR n) * frobsq (A - diag_mx (\row_i p i))%ring.
Proof.
move=> s least tr; set E := (A - _)%ring.
have Eij i j : E i j = A i j - (if i == j then p i else 0).
  by rewrite !mxE; case: eqP => _; rewrite ?mulr1n ?mulr0n.
have t : \S_(i < n) E i i = 0.
  rewrite (total_ext (g := fun i => A i i - p i)); first by rewrite total_sub tr; ring.
  by move=> i; rewrite Eij eqxx.
have up : lambda_min A - p m <= form E (delta_mx ord0 m).
  by rewrite form_delta Eij eqxx; have := lambda_min_entry n0 s m; lra.
have [x [one e]] := rayleigh_min_reached n0 s.
have lo : form E x <= lambda_min A - p m.
  have -> : form E x = form A x - \S_(i < n) (p i * x ord0 i ^ 2).
    rewrite !formE -total_sub; apply: total_ext => i.
    rewrite -(total_delta (fun=> p i * x ord0 i ^ 2) i) -total_sub; apply: total_ext => j.
    by rewrite Eij eq_sym; case: eqP => [->|_]; ring.
  have : p m <= \S_(i < n) (p i * x ord0 i ^ 2); last by rewrite e; lra.
  rewrite -[X in X <= _]Rmult_1_r -one /sqlen -total_scal; apply: total_le => i.
  by apply: Rmult_le_compat_r => //; exact: pow2_ge_0.
have a := traceless_form t (sqlen_delta m); have b := traceless_form t one.
case: (Rle_lt_dec 0 (lambda_min A - p m)) => h.
  by apply: Rle_trans a; apply: pow_incr.
by apply: Rle_trans b; move: (lambda_min A - p m) (form E x) h lo => u v h lo; nra.
Qed.
End Perturbed.

Lemma V_square_range d n (K : 'M[R]_(d, n)) : (0 < n)%N -> 0 <= V K ^ 2 <= 1.
Proof.
move=> n0; have g := count_ge1 n0; split; first exact: pow2_ge_0.
have i0 : 0 < / INR n <= 1.
  by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
have [q sp] := spectral_theorem (gram_sym_r K); have q0 := gram_spectrum_ge0 sp; have fq := gram_frobsq sp.
case: (Rle_lt_or_eq_dec _ _ (frobsq_ge0 K)) => [f | z].
  rewrite (orthogonality.V_power_sums n0 f sp) -fq.
  suff : (\S_(k < n) q k ^ 2) / frobsq K ^ 2 <= 1 by rewrite /Rdiv Rmult_1_l; lra.
  apply: (Rmult_le_reg_r (frobsq K ^ 2)); first exact: pow_lt.
  have -> : (\S_(k < n) q k ^ 2) / frobsq K ^ 2 * frobsq K ^ 2 = \S_(k < n) q k ^ 2 by field; lra.
  have h k : q k ^ 2 <= frobsq K * q k by have := total_one_term k q0; rewrite -fq; have := q0 k; nra.
  by apply: Rle_trans (total_le h) _; rewrite total_scal -fq; lra.
have qz k : q k = 0 by apply: (total_zero q0); rewrite -fq.
rewrite (V_spectrum sp) (total_ext (g := fun=> (/ INR n) ^ 2)); last by move=> k; rewrite qz /Rdiv; ring.
rewrite total_const; have -> : INR n * (/ INR n) ^ 2 = / INR n by field; lra.
lra.
Qed.

Section Layer.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)) (q : 'I_n -> R).
Hypothesis normal : standard_normal N.
Hypotheses (d0 : (0 < d)%N) (n0 : (0 < n)%N).
Hypothesis sp : spectrum (H^T *m H) q.
Hypothesis q1 : \S_(k < n) q k = 1.
Notation G := (gaussian N d d).
Notation p := (gram_map N q).
Let D := positive_count d0.
Let M := count_ge1 n0.
Let q0 : forall k, 0 <= q k := gram_spectrum_ge0 sp.
Let f1 : frobsq H = 1. Proof. by rewrite (gram_frobsq sp). Qed.
Let entries : measurable_entries G := gaussian_entries normal (d := d) (n := d).
Lemma bad_integrable : integrable G (fun W => bad (layer W H)).
Proof. by apply: integrable_bad; exact: layer_matrix. Qed.
Lemma bad_mean : mean G (fun W => bad (layer W H)) = 0.
Proof. by apply: layer_bad => //; rewrite f1; lra. Qed.
(* what differs from E only where ||H'||_F is not 1 *)
Lemma mean_up_to_bad F E c : integrable G F -> integrable G E -> (forall W, F W <= E W + c * bad (layer W H)) -> mean G F <= mean G E.
Proof.
move=> iF iE h; have b := bad_integrable; have cb := integrable_scal c b.
have := mean_le iF (integrable_add iE cb) h; rewrite mean_add // mean_scal // bad_mean; lra.
Qed.

Section Basis.
Variable U : 'M[R]_n.
Hypothesis oU : orthogonal U.
Hypothesis HU : H^T *m H = U *m diag_mx (\row_k q k) *m U^T.
Notation C W := (next_gram H U W).
Lemma next_gram_sym (W : 'M[R]_d) : (C W)^T = C W.
Proof. by rewrite /next_gram !trmx_mul !trmxK !mulmxA. Qed.
Lemma next_gram_spectrum (W : 'M[R]_d) lam : spectrum ((layer W H)^T *m layer W H) lam -> spectrum (C W) lam.
Proof.
case=> Q [oQ e]; exists (U^T *m Q); split.
  by rewrite /orthogonal trmx_mul trmxK mulmxA -(mulmxA _ Q) oQ mulmx1; exact: orthogonal_tr_mul.
by rewrite /next_gram e trmx_mul trmxK !mulmxA.
Qed.
Lemma next_gram_trace (W : 'M[R]_d) : \S_(i < n) C W i i = frobsq (layer W H).
Proof.
have [lam s] := spectral_theorem (gram_sym_r (layer W H)).
rewrite (gram_frobsq s) -(spectrum_trace (next_gram_spectrum s)); exact: erefl.
Qed.
Lemma next_gram_least (W : 'M[R]_d) : lambda_min (C W) = lambda_min ((layer W H)^T *m layer W H).
Proof.
have [lam s] := spectral_theorem (gram_sym_r (layer W H)).
have [i [-> h]] := lambda_minE s n0; exact: (lambda_min_at (next_gram_spectrum s) h).
Qed.
Lemma next_gram_frobsq (W : 'M[R]_d) : 0 <= frobsq (C W) <= 1.
Proof.
split; first exact: frobsq_ge0.
have [lam s] := spectral_theorem (gram_sym_r (layer W H)); have l0 := gram_spectrum_ge0 s; have lf := gram_frobsq s.
rewrite (spectrum_frobsq (next_gram_spectrum s)).
have h k : lam k ^ 2 <= frobsq (layer W H) * lam k by have := total_one_term k l0; rewrite -lf; have := l0 k; nra.
apply: Rle_trans (total_le h) _; rewrite total_scal -lf; have := layer_norm_le W H; have := frobsq_ge0 (layer W H); nra.
Qed.
Lemma V_next (W : 'M[R]_d) : frobsq (layer W H) = 1 -> V (layer W H) ^ 2 = frobsq (C W) - 1 / INR n.
Proof.
move=> f; have [lam s] := spectral_theorem (gram_sym_r (layer W H)).
rewrite (orthogonality.V_power_sums n0 _ s) ?f; last lra.
by rewrite -(gram_frobsq s) f (spectrum_frobsq (next_gram_spectrum s)); field; lra.
Qed.
Lemma next_gram_square : integrable G (fun W => frobsq (C W)) /\
  mean G (fun W => frobsq (C W)) = (\S_(k < n) (p k * p k)) + (1 - \S_(k < n) (p k * p k)) / INR d.
Proof.
have [I e] := gram_variance normal d0 oU HU q1.
have J k : integrable G (fun W => 2 * p k * C W k k) by apply: integrable_scal; have [] := gram_mean normal d0 oU HU k k.
have JJ := integrable_total J.
have pw W : frobsq (C W) = frobsq (C W - diag_mx (\row_i p i))%ring + (\S_(k < n) (2 * p k * C W k k)) - \S_(k < n) (p k * p k).
  rewrite diag_distance -total_add -total_sub; apply: total_ext => i.
  rewrite -[X in _ + X - _](total_delta (fun=> 2 * p i * C W i i) i) -[X in _ - X](total_delta (fun=> p i * p i) i).
  rewrite -total_add -total_sub; apply: total_ext => k; rewrite eq_sym; case: eqP => [->|_]; ring.
have K := integrable_sub (integrable_add I JJ) (integrable_const G (\S_(k < n) (p k * p k))).
split; first by apply: integrable_ext K => W; rewrite pw.
rewrite (mean_ext G pw) mean_sub ?mean_add ?mean_const //; [|exact: integrable_add|exact: integrable_const].
have -> : mean G (fun W => \S_(k < n) (2 * p k * C W k k)) = 2 * \S_(k < n) (p k * p k).
  rewrite mean_total // -total_scal; apply: total_ext => k.
  by have [i m] := gram_mean normal d0 oU HU k k; rewrite mean_scal // m eqxx; ring.
by rewrite e; ring.
Qed.
Lemma layer_V_square : integrable G (fun W => V (layer W H) ^ 2) /\
  mean G (fun W => V (layer W H) ^ 2) = (\S_(k < n) (p k * p k)) - 1 / INR n + (1 - \S_(k < n) (p k * p k)) / INR d.
Proof.
have iV : integrable G (fun W => V (layer W H) ^ 2).
  apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: V_square_range.
  by apply: measurable_pow; apply: measurable_V; exact: layer_matrix.
have [i e] := next_gram_square; have ic := integrable_const G (1 / INR n).
have iE := integrable_sub i ic; split=> //.
have -> : (\S_(k < n) (p k * p k)) - 1 / INR n + (1 - \S_(k < n) (p k * p k)) / INR d = mean G (fun W => frobsq (C W) - 1 / INR n).
  by rewrite mean_sub // mean_const e; ring.
have n1 : 0 < 1 / INR n <= 1.
  by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
by apply: Rle_antisym; apply: (mean_up_to_bad (c := 2)) => // W;
  have [f | f] := Req_dec (frobsq (layer W H)) 1; rewrite ?(bad_of f) ?(bad_at f) ?(V_next f);
  have := V_square_range (layer W H) n0; have := next_gram_frobsq W; lra.
Qed.
Variable m : 'I_n.
Hypothesis least_m : forall k, q m <= q k.
Lemma gram_least_le k : p m <= p k. Proof. exact: gram_mono. Qed.
Lemma gram_least_share : 0 <= p m <= 1 / INR n.
Proof.
split; first by have [] := gram_range normal q0 m.
have := least_below n0 (gram_total normal q0 q1); rewrite (leastE gram_least_le); exact.
Qed.
Notation gap W := (Vhat (layer W H) - (1 / INR n - p m)).
Lemma gap_measurable : measurable_on G (fun W => gap W).
Proof.
apply: measurable_sub; last exact: measurable_const.
by apply: (spectra_measurable.measurable_Vhat (X := fun W => layer W H)) => i k; exact: (layer_matrix H entries).
Qed.
Lemma gap_range (W : 'M[R]_d) : Rabs (gap W) <= 1.
Proof.
have n1 : 0 < 1 / INR n <= 1.
  by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
have := gram_lambda_min_ge0 (layer W H) n0; have := gram_lambda_min_mean (layer W H) n0; have := gram_least_share.
have : frobsq (layer W H) / INR n <= 1 / INR n.
  by apply: Rmult_le_compat_r; [apply: Rlt_le; apply: Rinv_0_lt_compat; lra | exact: layer_norm_le].
rewrite /Vhat => c e.
by move=> a b; apply: Rabs_le; lra.
Qed.
Lemma least_variance : [/\ integrable G (fun W => gap W), integrable G (fun W => gap W ^ 2) &
  mean G (fun W => gap W ^ 2) <= (1 - 1 / INR n) * (1 - \S_(k < n) (p k * p k)) / INR d].
Proof.
have ig : integrable G (fun W => gap W) by apply: (integrable_bounded (c := 1)) => [|w]; [exact: gap_measurable | exact: gap_range].
have i2 : integrable G (fun W => gap W ^ 2).
  apply: (integrable_between (a := 0) (b := 1)); first by apply: measurable_pow; exact: gap_measurable.
  move=> w; split; first exact: pow2_ge_0.
  by have := gap_range (draw w); rewrite -(pow2_abs (gap _)); have := Rabs_pos (gap (draw w)); nra.
split=> //; have [I e] := gram_variance normal d0 oU HU q1.
have -> : (1 - 1 / INR n) * (1 - \S_(k < n) (p k * p k)) / INR d
    = mean G (fun W => (1 - 1 / INR n) * frobsq (C W - diag_mx (\row_i p i))%ring) by rewrite mean_scal // e; rewrite /Rdiv; ring.
have n1 : 0 < 1 / INR n <= 1.
  by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
apply: (mean_up_to_bad (c := 1)) => //; first exact: integrable_scal.
move=> W; have [f | f] := Req_dec (frobsq (layer W H)) 1; last first.
  rewrite (bad_at f); have := gap_range W; rewrite -(pow2_abs (gap W)).
  have : 0 <= (1 - 1 / INR n) * frobsq (C W - diag_mx (\row_i p i))%ring by apply: Rmult_le_pos; [lra | exact: frobsq_ge0].
  by have := Rabs_pos (gap W); nra.
rewrite (bad_of f) Rmult_0_r Rplus_0_r.
have tr : \S_(i < n) C W i i = \S_(i < n) p i by rewrite next_gram_trace f (gram_total normal q0 q1).
apply: Rle_trans (least_perturbed n0 (next_gram_sym W) gram_least_le tr).
by apply: Req_le; rewrite next_gram_least /Vhat; ring.
Qed.
Lemma shares_square : 1 / INR n <= \S_(k < n) (p k * p k).
Proof.
have t := gram_total normal q0 q1.
have := @cauchy_schwarz n p (fun=> 1); rewrite (total_ext (g := p)) ?t; last by move=> k; ring.
rewrite total_const (total_ext (g := fun k => p k * p k)); last by move=> k; ring.
move=> h; apply: (Rmult_le_reg_r (INR n)); first lra.
by have -> : 1 / INR n * INR n = 1 by [field; lra]; lra.
Qed.
Lemma least_variance_sharp : mean G (fun W => gap W ^ 2) <= (1 - 1 / INR n) * (1 - 1 / INR n) / INR d.
Proof.
have [_ _ h] := least_variance; apply: Rle_trans h _.
have n1 : 0 < 1 / INR n <= 1.
  by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
by apply: Rmult_le_compat_l; have := shares_square; lra.
Qed.
(* theorem 5: the mean differs from 1/n - p_m by at most the root of the variance, and lemma 8 bounds that *)
Lemma layer_drift : integrable G (fun W => Vhat (layer W H)) /\
  mean G (fun W => Vhat (layer W H)) <= (1 - 2 * INR n / (INR n + 2) * q m) * (1 / INR n - q m) + (1 - 1 / INR n) / sqrt (INR d).
Proof.
have [ig i2 _] := least_variance; have ic := integrable_const G (1 / INR n - p m).
have e W : Vhat (layer W H) = gap W + (1 / INR n - p m) by ring.
split; first by apply: integrable_ext (integrable_add ig ic) => W; exact/esym/e.
rewrite (mean_ext G e) mean_add // mean_const.
have n1 : 0 < 1 / INR n <= 1.
  by rewrite /Rdiv Rmult_1_l; split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
have b := gram_below normal q0 q1 m; have s0 := sqrt_lt_R0 _ D; have ss := sqrt_sqrt _ (Rlt_le _ _ D).
suff : mean G (fun W => gap W) <= (1 - 1 / INR n) / sqrt (INR d) by move: b; set c := 2 * INR n / (INR n + 2); lra.
have r0 : 0 <= (1 - 1 / INR n) / sqrt (INR d) by apply: Rmult_le_pos; [lra | apply: Rlt_le; exact: Rinv_0_lt_compat].
have := Rle_trans _ _ _ (mean_square ig i2) least_variance_sharp.
have -> : (1 - 1 / INR n) * (1 - 1 / INR n) / INR d = ((1 - 1 / INR n) / sqrt (INR d)) ^ 2.
  by rewrite -{1}ss; field; lra.
set u := mean G _; set v := (1 - 1 / INR n) / sqrt (INR d) in r0 *.
by move=> h; apply: Rnot_lt_le => lt; nra.
Qed.
End Basis.
End Layer.
