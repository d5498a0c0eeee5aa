(* The transform of a quadratic form |A w|^2 of d normals, A of rank r = d - m.

   With the projector P on the kernel of A and kappa = det(A^T A + P)^(1/r), the geometric mean of the eigenvalues of A^T A that are not 0,
   E exp(-t |A w|^2) = prod (1 + 2 t kappa_k)^(-1/2) <= (1 + 2 t kappa)^(-r/2): ln (1 + 2 t exp y) is convex in y. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry normal frullani rotation.
From Lemmata.verify.rocq Require spectra chains calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition column d (g : nat -> R) : 'cV[R]_d := \col_i g i.
Definition size_of d p (A : 'M[R]_(p, d)) (g : nat -> R) : R := frobsq (A *m column d g)%ring.

(* (1 - a) + a e^z >= e^(a z) *)
Lemma exp_share a z : 0 <= a <= 1 -> exp (a * z) <= (1 - a) + a * exp z.
Proof.
move=> [a0 a1]; have p := exp_pos (a * z).
have e1 : exp z = exp (a * z) * exp ((1 - a) * z) by rewrite -exp_plus; congr exp; ring.
have e2 : 1 = exp (a * z) * exp (- (a * z)) by rewrite -exp_plus Rplus_opp_r exp_0.
have x := exp_ineq1_le ((1 - a) * z); have y := exp_ineq1_le (- (a * z)).
have h1 : exp (a * z) * (1 + (1 - a) * z) <= exp z by rewrite e1; apply: Rmult_le_compat_l; lra.
have h2 : exp (a * z) * (1 + - (a * z)) <= 1 by rewrite {2}e2; apply: Rmult_le_compat_l; lra.
have h3 := Rmult_le_compat_l _ _ _ a0 h1; have h4 : (1 - a) * (exp (a * z) * (1 + - (a * z))) <= (1 - a) * 1 by apply: Rmult_le_compat_l; lra.
have e3 : exp (a * z) = a * (exp (a * z) * (1 + (1 - a) * z)) + (1 - a) * (exp (a * z) * (1 + - (a * z))) by ring.
by lra.
Qed.
(* the tangent of ln (1 + s e^y) *)
Lemma ln_tangent s k x : 0 < s -> 0 < k -> 0 < x -> ln (1 + s * k) + s * k / (1 + s * k) * (ln x - ln k) <= ln (1 + s * x).
Proof.
move=> s0 k0 x0; have sk := Rmult_lt_0_compat _ _ s0 k0; have sx := Rmult_lt_0_compat _ _ s0 x0.
set a := s * k / (1 + s * k).
have a01 : 0 <= a <= 1.
  split; first by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
  by apply: (Rmult_le_reg_r (1 + s * k)); [lra | rewrite /a /Rdiv Rmult_assoc Rinv_l; lra].
have h := @exp_share a (ln x - ln k) a01.
have e : exp (ln x - ln k) = x / k by rewrite -ln_div // exp_ln //; exact: Rdiv_lt_0_compat.
rewrite e in h; have eq : 1 + s * x = (1 + s * k) * (1 - a + a * (x / k)) by rewrite /a; field; lra.
have p := exp_pos (a * (ln x - ln k)).
rewrite eq ln_mult; [|lra|lra]; apply: Rplus_le_compat_l.
by rewrite -[X in X <= _](ln_exp (a * (ln x - ln k))); apply: calculus.ln_le.
Qed.

Section Form.
Variables (d : nat) (A P : 'M[R]_d) (m : nat).
Hypotheses (Ps : (P^T)%ring = P) (AP : (A *m P = 0)%ring) (ker : forall B : 'M[R]_d, (A *m B = 0 -> P *m B = B)%ring).
Hypotheses (trP : (\tr P)%ring = INR m) (md : (m < d)%N).
Definition nonsingular : 'M[R]_d := (A^T *m A + P)%ring.
Let r := INR d - INR m.
Let r0 : 0 < r. Proof. by rewrite /r; have := lt_INR m d; move=> h; have := h ltac:(exact/ssrnat.ltP); lra. Qed.
Definition geometric : R := exp (ln (\det nonsingular)%ring / r).
Section Eigenvalues.
Variables (O : 'M[R]_d) (lam : 'I_d -> R).
Hypotheses (oO : orthogonal O) (MO : (A^T *m A = O *m diag_mx (\row_k lam k) *m O^T)%ring).
Let OO := orthogonal_tr_mul oO.
Let lam0 k : 0 <= lam k.
Proof. by apply: (@gram_spectrum_ge0 d d A lam) k; exists O. Qed.
Definition none (k : 'I_d) : R := if `[< lam k = 0 >] then 1 else 0.
Let Pi : 'M[R]_d := (O *m diag_mx (\row_k none k) *m O^T)%ring.
Let zero_of_gram (B : 'M[R]_d) : (A^T *m A *m B = 0 -> A *m B = 0)%ring.
Proof.
move=> h; apply: frobsq_zero; rewrite frobsq_trace trmx_mul -mulmxA (mulmxA A^T) h mulmx0; exact: mxtrace0.
Qed.
Let PiE : P = Pi.
Proof.
have l0 k : lam k * none k = 0 by rewrite /none; case: asboolP => [-> | _]; ring.
have Z : (diag_mx (\row_k lam k) *m diag_mx (\row_k none k) = 0 :> 'M[R]_d)%ring.
  by apply/matrixP => i j; rewrite mul_diag_mx !mxE; case: eqP => _; [rewrite mulr1n; exact: l0 | rewrite mulr0n mulr0].
have h1 : (P *m Pi = Pi)%ring.
  apply: ker; apply: zero_of_gram; rewrite MO /Pi !mulmxA -(mulmxA (O *m _)) OO mulmx1 -(mulmxA O) Z mulmx0 mul0mx; exact: erefl.
have h2 : (Pi *m P = P)%ring.
  have z : (diag_mx (\row_k lam k) *m (O^T *m P) = 0)%ring.
    have : (A^T *m A *m P = 0)%ring by rewrite -mulmxA AP mulmx0.
    by rewrite MO => /(congr1 (mulmx O^T)); rewrite mulmx0 !mulmxA OO mul1mx -!mulmxA.
  rewrite /Pi -!mulmxA (_ : (diag_mx (\row_k none k) *m (O^T *m P) = O^T *m P)%ring); first by rewrite mulmxA oO mul1mx.
  apply/matrixP => k j; have := congr1 (fun X : 'M[R]_d => X k j) z; rewrite !mul_diag_mx [LHS]mxE [RHS]mxE [X in (X * _)%ring]mxE => e.
  rewrite [LHS]mxE [X in (X * _)%ring]mxE /none; case: asboolP => l; first by rewrite mul1r.
  have [l' | ->] := Rmult_integral _ _ e; last by rewrite mulr0.
  by case: l.
have Pis : (Pi^T)%ring = Pi by rewrite /Pi !trmx_mul trmxK tr_diag_mx mulmxA.
by rewrite -h2 -[in RHS]h1 -[in RHS]Pis -[in RHS]Ps -trmx_mul h2 Ps.
Qed.
Lemma none_total : \S_(k < d) none k = INR m.
Proof.
rewrite -trP PiE /Pi mxtrace_mulC mulmxA OO mul1mx mxtrace_diag; apply: eq_bigr => k _; by rewrite mxE.
Qed.
Let filled k : 0 < lam k + none k.
Proof. by rewrite /none; case: asboolP => [-> | h]; have := lam0 k; lra. Qed.
Lemma nonsingular_det : (\det nonsingular)%ring = (\prod_k (lam k + none k))%ring.
Proof.
rewrite /nonsingular MO {1}PiE /Pi -mulmxDl -mulmxDr -linearD /=.
rewrite !det_mulmx det_tr mulrAC -expr2 expE (det_orthogonal oO) mul1r det_diag; apply: eq_bigr => k _; by rewrite !mxE.
Qed.
Lemma logs t : 0 < t -> r * ln (1 + 2 * t * geometric) <= \S_(k < d) ln (1 + 2 * t * lam k).
Proof.
move=> t0; have k0 : 0 < geometric by exact: exp_pos.
have lk : \S_(k < d) ln (lam k + none k) = r * ln geometric by rewrite -ln_prod // -nonsingular_det /geometric ln_exp; field; lra.
set c := ln (1 + 2 * t * geometric); set a := 2 * t * geometric / (1 + 2 * t * geometric).
have le k : (1 - none k) * c + a * (ln (lam k + none k) - (1 - none k) * ln geometric) <= ln (1 + 2 * t * lam k).
  rewrite /none; case: asboolP => [-> | l].
    by rewrite Rmult_0_r !Rplus_0_r Rplus_0_l ln_1; lra.
  have lp : 0 < lam k by have := lam0 k; lra.
  have := @ln_tangent (2 * t) geometric (lam k) ltac:(lra) k0 lp; rewrite -/c -/a Rplus_0_r; lra.
apply: Rle_trans (total_le le); rewrite total_add total_scal_r total_scal !total_sub !total_scal_r lk total_sub total_const none_total -/r.
have -> : INR d * 1 - INR m = r by rewrite /r; ring.
by apply: Req_le; ring.
Qed.
End Eigenvalues.
Let eigen : exists O lam, orthogonal O /\ (A^T *m A = O *m diag_mx (\row_k lam k) *m O^T)%ring.
Proof. by have [lam [O [o e]]] := gram_spectrum A; exists O, lam. Qed.

Lemma nonsingular_log_le : ln (\det nonsingular)%ring <= INR d * ln ((frobsq A + INR m) / INR d).
Proof.
have [O [lam [o e]]] := eigen; have d0 : (0 < d)%N by exact: leq_ltn_trans md.
have lam0 k : 0 <= lam k by apply: (@gram_spectrum_ge0 d d A lam) k; exists O.
have p k : 0 < lam k + none lam k by rewrite /none; case: asboolP => [-> | h]; have := lam0 k; lra.
have sp : spectrum (A^T *m A)%ring lam by exists O.
have := reals.mean_ln d0 p; rewrite (nonsingular_det o e) ln_prod // total_add (none_total o e).
by rewrite (spectra.gram_frobsq sp).
Qed.

Variable N : law R.
Hypothesis normal : standard_normal N.
Lemma size_measurable (B : 'M[R]_d) n : (d <= n)%N -> measurable_on (normals N n) (size_of B).
Proof.
move=> dn; apply: chains.measurable_frobsq => i j; rewrite (ord1 j).
apply: (measurable_ext (f := fun g : nat -> R => \S_(k < d) (B i k * g k))) => [g|].
  by rewrite mulmxE; apply: total_ext => k; rewrite mxE.
apply: measurable_total => k; apply: measurable_scal.
by apply: (@draws_measurable _ 0 N n k (fun x => x)); [exact: leq_trans (ltn_ord k) dn | case: normal].
Qed.
Theorem form_transform t : 0 < t -> mean (normals N d) (fun g => exp (- (size_of A g * t))) <= exp (- (r * ln (1 + 2 * t * geometric)) / 2).
Proof.
move=> t0; have [O [lam [o e]]] := eigen.
have lam0 k : 0 <= lam k by apply: (@gram_spectrum_ge0 d d A lam) k; exists O.
pose K : 'M[R]_d := (O *m diag_mx (\row_k sqrt (lam k)))%ring.
have KK : (K^T *m K = diag_mx (\row_k lam k))%ring.
  rewrite /K trmx_mul tr_diag_mx mulmxA -(mulmxA _ O^T) (orthogonal_tr_mul o) mulmx1 mulmx_diag; congr diag_mx; apply/rowP => k.
  by rewrite !mxE; exact: sqrt_sqrt.
have KKt : (K *m K^T = A^T *m A)%ring.
  rewrite /K trmx_mul tr_diag_mx mulmxA -(mulmxA O) mulmx_diag e; congr (_ *m diag_mx _ *m _)%ring; apply/rowP => k.
  by rewrite !mxE; exact: sqrt_sqrt.
have same := row_same_law normal KK.
pose f (x : 'M[R]_(1, d)) := exp (- (frobsq x * t)).
have bf : borel_fun f.
  apply: measurable_exp; apply: measurable_opp; apply: measurable_mul; last exact: measurable_const.
  by apply: chains.measurable_frobsq => i j; exact: borel_entry.
have coord (k : 'I_d) : measurable_on (normals N d) (fun g => g k) by apply: (@draws_measurable _ 0 N d k (fun x => x)) => //; case: normal.
have m1 : measurable_entries (image (fun g => entries 1 d g *m K)%ring (normals N d)).
  move=> i j; change (measurable_on (normals N d) (fun g => (entries 1 d g *m K)%ring i j)).
  apply: (measurable_ext (f := fun g : nat -> R => \S_(k < d) (g k * K k j))) => [g|].
    by rewrite mulmxE; apply: total_ext => k; rewrite entries_one.
  by apply: measurable_total => k; apply: measurable_mul => //; exact: measurable_const.
have m2 : measurable_entries (image (fun g : nat -> R => \row_k (sqrt (lam k) * g k)) (normals N d)).
  move=> i j; change (measurable_on (normals N d) (fun g : nat -> R => (\row_k (sqrt (lam k) * g k))%ring i j)).
  apply: (measurable_ext (f := fun g : nat -> R => sqrt (lam j) * g j)) => [g|]; first by rewrite mxE.
  exact: measurable_scal.
have i1 : integrable (image (fun g => entries 1 d g *m K)%ring (normals N d)) f.
  apply: (integrable_between (a := 0) (b := 1)); first exact: borel_measurable.
  move=> w; split; first exact: Rlt_le (exp_pos _).
  by rewrite -exp_0; apply: calculus.exp_le; have := frobsq_ge0 (draw (l := image (fun g => entries 1 d g *m K)%ring (normals N d)) w); nra.
have [_ v] := same_law_mean m1 m2 same bf i1.
have [_ q] := normals_transform normal lam0 t0.
apply: Rle_trans (_ : transform lam t <= _).
  apply: Req_le; rewrite -q; transitivity (mean (image (fun g => entries 1 d g *m K)%ring (normals N d)) f).
    apply: (@mean_ext _ (normals N d) _ (fun g => f (entries 1 d g *m K)%ring)) => g; rewrite /f; congr (exp (- (_ * _))).
    have -> : (entries 1 d g *m K)%ring = ((K^T *m column d g)^T)%ring.
      rewrite trmx_mul trmxK; congr (_ *m _)%ring; apply/matrixP => i k; by rewrite entries_one !mxE.
    have E (B : 'M[R]_d) : frobsq (B *m column d g)%ring = (\tr ((column d g)^T *m (B^T *m B) *m column d g))%ring.
      by rewrite frobsq_trace trmx_mul !mulmxA.
    by rewrite frobsq_tr /size_of !E trmxK KKt.
  rewrite -v; apply: (@mean_ext _ (normals N d) (fun g : nat -> R => f (\row_k (sqrt (lam k) * g k))%ring)) => g; rewrite /f; congr (exp (- (_ * _))).
  rewrite /frobsq {1}/total big_ord1; apply: total_ext => k; rewrite mxE Rpow_mult_distr pow2_sqrt //.
apply: calculus.exp_le; have := logs o e t0; rewrite /Rdiv; lra.
Qed.
End Form.
