(* Logarithms as integrals over t > 0.

   [frullani]: int (exp(-p t) - exp(-q t)) dt/t = ln (q/p), 0 < p <= q: the integral is additive in [p, q] and lies
   between (q-p)/q and (q-p)/p, as the logarithm does. [log_integral]: with g independent normals and lam > 0,
   E ln (sum lam_k g_k^2 / sum g_k^2) = int ((1+2t)^(-d/2) - prod (1 + 2 lam_k t)^(-1/2)) dt/t, by Tonelli. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions cardinality fsbigop.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means density normal half_line gram_map calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* a function that moves by at most C (y-x)^2 does not move *)
Lemma quadratic_constant (D : R -> R) a b C : a <= b -> 0 <= C ->
  (forall x y, a <= x <= y -> y <= b -> Rabs (D y - D x) <= C * (y - x) ^ 2) -> D b = D a.
Proof.
move=> ab C0 h; apply: Rminus_diag_uniq.
suff small n : Rabs (D b - D a) <= C * (b - a) ^ 2 / INR n.+1.
  have [// | nz] := Req_dec (D b - D a) 0; exfalso; have p := Rabs_pos_lt _ nz.
  have [|k [_ q]] := calculus.nfloor_ex (C * (b - a) ^ 2 / Rabs (D b - D a)).
    by apply: Rmult_le_pos; [apply: Rmult_le_pos => //; exact: pow2_ge_0 | exact/Rlt_le/Rinv_0_lt_compat].
  have := small k; have K : 0 < INR k.+1 by rewrite S_INR; have := pos_INR k; lra.
  move=> s; have : Rabs (D b - D a) * INR k.+1 <= C * (b - a) ^ 2.
    have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ K) s.
    by rewrite (_ : C * (b - a) ^ 2 / INR k.+1 * INR k.+1 = C * (b - a) ^ 2); [ | field; lra].
  have : C * (b - a) ^ 2 / Rabs (D b - D a) * Rabs (D b - D a) = C * (b - a) ^ 2 by field; lra.
  by rewrite S_INR; nra.
have N : 0 < INR n.+1 by rewrite S_INR; have := pos_INR n; lra.
pose s := (b - a) / INR n.+1; have s0 : 0 <= s by apply: Rmult_le_pos; [lra | exact/Rlt_le/Rinv_0_lt_compat].
have step k : (k <= n.+1)%N -> Rabs (D (a + INR k * s) - D a) <= INR k * (C * s ^ 2).
  elim: k => [_|k IH kn]; first by rewrite /= Rmult_0_l Rplus_0_r Rminus_eq_0 Rabs_R0; lra.
  have := IH (ltnW kn); have k0 := pos_INR k.
  have top : a + INR k.+1 * s <= b.
    have : INR k.+1 <= INR n.+1 by apply/le_INR/ssrnat.leP.
    move=> q; have : INR k.+1 * s <= INR n.+1 * s by apply: Rmult_le_compat_r.
    by rewrite /s (_ : INR n.+1 * ((b - a) / INR n.+1) = b - a); [lra | field; lra].
  have := h (a + INR k * s) (a + INR k.+1 * s); rewrite S_INR in top * => h1.
  have := h1 ltac:(split; nra) ltac:(lra).
  rewrite (_ : a + (INR k + 1) * s - (a + INR k * s) = s); last ring.
  have := Rabs_triang (D (a + (INR k + 1) * s) - D (a + INR k * s)) (D (a + INR k * s) - D a).
  rewrite (_ : D (a + (INR k + 1) * s) - D (a + INR k * s) + (D (a + INR k * s) - D a) = D (a + (INR k + 1) * s) - D a); last ring.
  lra.
have := step n.+1 (leqnn _); rewrite (_ : a + INR n.+1 * s = b); last by rewrite /s; field; lra.
by rewrite (_ : INR n.+1 * (C * s ^ 2) = C * (b - a) ^ 2 / INR n.+1); last by rewrite /s; field; lra.
Qed.

(* ---------- (exp(-p t) - exp(-q t))/t ---------- *)
Definition kernel (p q t : R) : R := (exp (- (p * t)) - exp (- (q * t))) / t.
Lemma kernel_below p q t : 0 < t -> (q - p) * exp (- (q * t)) <= kernel p q t <= (q - p) * exp (- (p * t)).
Proof.
move=> t0; rewrite /kernel.
have e1 : exp (- (p * t)) = exp (- (q * t)) * exp ((q - p) * t) by rewrite -exp_plus; congr exp; ring.
have e2 : exp (- (q * t)) = exp (- (p * t)) * exp (- ((q - p) * t)) by rewrite -exp_plus; congr exp; ring.
have a := exp_ineq1_le ((q - p) * t); have b := exp_ineq1_le (- ((q - p) * t)).
have x := exp_pos (- (q * t)); have y := exp_pos (- (p * t)).
by split; apply: (Rmult_le_reg_r t) => //; rewrite (_ : _ / t * t = exp (- (p * t)) - exp (- (q * t))); try (field; lra);
  [rewrite e1 | rewrite e2]; nra.
Qed.
Lemma kernel_ge0 p q t : p <= q -> 0 < t -> 0 <= kernel p q t.
Proof. by move=> pq t0; have [a _] := kernel_below p q t0; have := exp_pos (- (q * t)); nra. Qed.
Lemma kernel_borel p q : borel_function (kernel p q).
Proof.
have l r : measurable_on line_law (fun t => exp (- (r * t))).
  by apply: measurable_exp; apply: measurable_opp; apply: measurable_scal; exact: line_measurable.
have : measurable_on line_law (kernel p q); last exact.
by apply: measurable_div; [apply: measurable_sub; exact: l | exact: line_measurable].
Qed.
Lemma exp_over_positive p : 0 < p -> integrable_over_positive (fun t => exp (- (p * t))) /\ over_positive (fun t => exp (- (p * t))) = / p.
Proof.
move=> p0; apply: positive_finite; last exact: half_line_exp.
  by apply: continuous_borel => t; apply: derivable_continuous_pt; reg.
by move=> t _; exact: Rlt_le (exp_pos _).
Qed.
Lemma scaled_exp_over_positive c p : 0 < p -> integrable_over_positive (fun t => c * exp (- (p * t))) /\
  over_positive (fun t => c * exp (- (p * t))) = c / p.
Proof.
move=> p0; have [i e] := exp_over_positive p0; have [i2 e2] := over_positive_linear c 0 i i.
split.
  have := i2; rewrite /integrable_over_positive; apply: eq_integrable; first exact: positive_measurable.
  by move=> t _; congr EFin; change (c * exp (- (p * t)) + 0 * exp (- (p * t)) = c * exp (- (p * t))); ring.
rewrite -(over_positive_ext (f := fun t => c * exp (- (p * t)) + 0 * exp (- (p * t)))); last by move=> t _; ring.
by rewrite e2 e; rewrite /Rdiv; ring.
Qed.
Lemma kernel_integrable p q : 0 < p -> p <= q -> integrable_over_positive (kernel p q).
Proof.
move=> p0 pq; apply: (integrable_positive_below (g := fun t => (q - p) * exp (- (p * t)))).
- exact: kernel_borel.
- by move=> t t0; rewrite Rabs_pos_eq; [case: (kernel_below p q t0) | exact: kernel_ge0].
- by case: (scaled_exp_over_positive (q - p) p0).
Qed.
Lemma kernel_bounds p q : 0 < p -> p <= q -> (q - p) / q <= over_positive (kernel p q) <= (q - p) / p.
Proof.
move=> p0 pq; have q0 : 0 < q by lra.
have [i1 e1] := scaled_exp_over_positive (q - p) p0; have [i2 e2] := scaled_exp_over_positive (q - p) q0.
have i := kernel_integrable p0 pq; rewrite -e1 -e2.
by split; apply: over_positive_le => // t t0; case: (kernel_below p q t0).
Qed.
Lemma kernel_add p q r : 0 < p -> p <= q -> q <= r ->
  over_positive (kernel p r) = over_positive (kernel p q) + over_positive (kernel q r).
Proof.
move=> p0 pq qr; have i1 := kernel_integrable p0 pq; have i2 := @kernel_integrable q r ltac:(lra) qr.
have [_ e] := over_positive_linear 1 1 i1 i2; rewrite !Rmult_1_l in e; rewrite -e.
by apply: over_positive_ext => t t0; rewrite /kernel; field; lra.
Qed.
Lemma ln_bounds p q : 0 < p -> p <= q -> (q - p) / q <= ln q - ln p <= (q - p) / p.
Proof.
move=> p0 pq; have q0 : 0 < q by lra.
have a := ln_le_tangent q0 p0; have b := ln_le_tangent p0 q0.
by split; [have : (p - q) / q = - ((q - p) / q) by field; lra | ]; lra.
Qed.
Theorem frullani_value p q : 0 < p -> p <= q -> over_positive (kernel p q) = ln (q / p).
Proof.
move=> p0 pq; rewrite ln_div //; last lra.
have z : over_positive (kernel p p) = 0.
  by have := kernel_bounds p0 (Rle_refl p); rewrite Rminus_eq_0 /Rdiv Rmult_0_l; lra.
pose D x := over_positive (kernel p x) - ln x.
suff : D q = D p by rewrite /D z; lra.
have C0 : 0 <= / p ^ 2 by apply/Rlt_le/Rinv_0_lt_compat/pow_lt.
apply: (@quadratic_constant D p q (/ p ^ 2)) => // x y [px xy] _.
have x0 : 0 < x by lra.
rewrite /D (kernel_add p0 px xy); have [a b] := kernel_bounds x0 xy; have [a' b'] := ln_bounds x0 xy.
have w : (y - x) / x - (y - x) / y <= / p ^ 2 * (y - x) ^ 2.
  rewrite (_ : (y - x) / x - (y - x) / y = / (x * y) * (y - x) ^ 2); last by field; lra.
  apply: Rmult_le_compat_r; first exact: pow2_ge_0.
  by apply: Rinv_le_contravar; [exact: pow_lt | nra].
by apply: Rabs_le; lra.
Qed.
Theorem frullani p q : 0 < p -> p <= q ->
  (\int[lebesgue_measure]_(t in positive) (kernel p q t : RR)%:E = (ln (q / p) : RR)%:E)%E.
Proof.
move=> p0 pq; rewrite -(frullani_value p0 pq) /over_positive fineK //.
exact: (integral_fune_fin_num positive_measurable (kernel_integrable p0 pq)).
Qed.

(* ---------- the mean over independent normals ---------- *)
Section Normals.
Variables (N : law R) (d : nat).
Hypothesis normal : standard_normal N.
Notation G := (normals N d).
Notation form lam g := (\S_(k < d) (lam k * g (nat_of_ord k) ^ 2)).
(* prod_k (1 + 2 lam_k t)^(-1/2) *)
Definition transform (lam : 'I_d -> R) (t : R) : R := exp (- (\S_(k < d) ln (1 + 2 * t * lam k)) / 2).
Lemma normals_transform (lam : 'I_d -> R) t : (forall k, 0 <= lam k) -> 0 < t ->
  integrable G (fun g => exp (- (form lam g * t))) /\ mean G (fun g => exp (- (form lam g * t))) = transform lam t.
Proof.
move=> l0 t0.
pose f (k : nat) (x : R) : R := exp (- (t * (if insub k is Some j then lam j else 0)) * x ^ 2).
have fE (k : 'I_d) x : f k x = exp (- (t * lam k) * x ^ 2) by rewrite /f valK.
have tq k : 0 <= t * lam k by apply: Rmult_le_pos => //; lra.
have s0 k : 0 < 1 + 2 * t * lam k by have := tq k; lra.
have fi (k : 'I_d) : integrable N (f k) /\ mean N (f k) = exp (- ln (1 + 2 * t * lam k) / 2).
  have root : exp (- ln (1 + 2 * t * lam k) / 2) = / sqrt (1 + 2 * t * lam k).
    have -> : - ln (1 + 2 * t * lam k) / 2 = - (/ 2 * ln (1 + 2 * t * lam k)) by field.
    by rewrite exp_Ropp -[exp (/ 2 * _)]/(Rpower _ _) Rpower_sqrt.
  have e : 1 + 2 * (t * lam k) = 1 + 2 * t * lam k by ring.
  have ht : -1 / 2 < t * lam k by have := tq k; lra.
  have [a b] := normal_laplace normal ht; rewrite e in b; split.
    by apply: integrable_ext a => x; rewrite fE.
  by rewrite root -b; apply: mean_ext => x; rewrite fE.
have [|a b] := @draws_product _ 0 N d f; first by move=> k kn; have [] := fi (Ordinal kn).
have pw (g : nat -> R) : (\prod_(k < d) f k (g k))%ring = exp (- (form lam g * t)).
  rewrite -total_scal_r -total_opp -prod_exp; apply: eq_bigr => k _; rewrite fE.
  by congr exp; ring.
have pm : (\prod_(k < d) mean N (f k))%ring = transform lam t.
  by rewrite /transform -total_opp -total_div -prod_exp; apply: eq_bigr => k _; rewrite (fi k).2.
rewrite pm in b; split; first by apply: integrable_ext a => g; rewrite pw.
by rewrite -b; apply: mean_ext => g; rewrite pw.
Qed.
Lemma form_ge0 (lam : 'I_d -> R) g : (forall k, 0 <= lam k) -> 0 <= form lam g.
Proof. by move=> l0; apply: total_ge0 => k; apply: Rmult_le_pos => //; exact: pow2_ge_0. Qed.
Lemma form_measurable (lam : 'I_d -> R) : measurable_on G (fun g => form lam g).
Proof.
apply: measurable_total => k; apply: measurable_scal; apply: measurable_pow.
by apply: (@draws_measurable _ 0 N d k (fun x => x)) => //; case: normal.
Qed.
Definition log_kernel (mu lam : 'I_d -> R) (t : R) : R := (transform mu t - transform lam t) / t.
Lemma transform_borel lam : borel_function (transform lam).
Proof.
have l k : measurable_on line_law (fun t => 1 + 2 * t * lam k).
  apply: measurable_add; first exact: measurable_const.
  by apply: measurable_mul; [apply: measurable_scal; exact: line_measurable | exact: measurable_const].
have : measurable_on line_law (transform lam); last exact.
apply: measurable_exp; apply: measurable_div; last exact: measurable_const.
by apply: measurable_opp; apply: measurable_total => k; apply: measurable_ln; exact: l.
Qed.
Lemma log_kernel_borel mu lam : borel_function (log_kernel mu lam).
Proof.
have : measurable_on line_law (log_kernel mu lam); last exact.
by apply: measurable_div; [apply: measurable_sub; exact: transform_borel | exact: line_measurable].
Qed.
Lemma transform_le mu lam t : (forall k, 0 <= mu k <= lam k) -> 0 < t -> transform lam t <= transform mu t.
Proof.
move=> h t0; apply: calculus.exp_le; apply: Rmult_le_compat_r; first lra.
apply: Ropp_le_contravar; apply: total_le => k; have [a b] := h k.
apply: calculus.ln_le; first by have : 0 <= 2 * t * mu k by [apply: Rmult_le_pos; lra]; lra.
by apply: Rplus_le_compat_l; apply: Rmult_le_compat_l; lra.
Qed.
Lemma log_kernel_ge0 mu lam t : (forall k, 0 <= mu k <= lam k) -> 0 < t -> 0 <= log_kernel mu lam t.
Proof.
move=> h t0; apply: Rmult_le_pos; last exact/Rlt_le/Rinv_0_lt_compat.
by have := transform_le h t0; lra.
Qed.

Section Tonelli.
Variables (mu lam : 'I_d -> R) (c : R).
Hypotheses (mu0 : forall k, 0 < mu k) (ml : forall k, mu k <= lam k).
Hypothesis bound : forall k, lam k <= c * mu k.
Let mu0' k : 0 <= mu k. Proof. exact: Rlt_le. Qed.
Let lam0' k : 0 <= lam k. Proof. by have := mu0 k; have := ml k; lra. Qed.
Let forms g : form mu g <= form lam g.
Proof. by apply: total_le => k; apply: Rmult_le_compat_r => //; exact: pow2_ge_0. Qed.
Let forms_above g : form lam g <= c * form mu g.
Proof.
rewrite -total_scal; apply: total_le => k; rewrite -Rmult_assoc.
by apply: Rmult_le_compat_r => //; exact: pow2_ge_0.
Qed.
Definition log_ratio (g : nat -> R) : R := ln (form lam g / form mu g).
Lemma log_ratio_range g : 0 <= log_ratio g <= Rabs (ln c).
Proof.
rewrite /log_ratio; have a := forms g; have b := forms_above g; have m0 := form_ge0 g mu0'.
case: (Rle_lt_or_eq_dec _ _ m0) => [p | z].
  have one : 1 <= form lam g / form mu g.
    by apply: (Rmult_le_reg_r (form mu g)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l //; lra.
  have up : form lam g / form mu g <= c.
    by apply: (Rmult_le_reg_r (form mu g)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r //; lra.
  split; first by rewrite -ln_1; apply: calculus.ln_le; lra.
  by apply: Rle_trans (Rle_abs _); apply: calculus.ln_le; lra.
rewrite -z in b; have -> : form lam g / form mu g = 0.
  have e : form lam g = 0 by have := form_ge0 g lam0'; lra.
  by rewrite e /Rdiv Rmult_0_l.
have -> : ln 0 = 0 by rewrite /ln; case: Rlt_dec => // q; exfalso; lra.
by split; [lra | exact: Rabs_pos].
Qed.
Lemma log_ratio_integrable : integrable G log_ratio.
Proof.
apply: (integrable_between (a := 0) (b := Rabs (ln c))); last by move=> w; exact: log_ratio_range.
by apply: measurable_ln; apply: measurable_div; exact: form_measurable.
Qed.
Lemma log_ratio_time g :
  (\int[leb]_(t in positive) (kernel (form mu g) (form lam g) t : RR)%:E = (log_ratio g : RR)%:E)%E.
Proof.
have m0 := form_ge0 g mu0'; case: (Rle_lt_or_eq_dec _ _ m0) => [p | z].
  exact: (frullani p (forms g)).
have e : form lam g = 0 by have := form_ge0 g lam0'; have := forms_above g; rewrite -z; lra.
rewrite /log_ratio -z e /Rdiv Rmult_0_l.
have -> : ln 0 = 0 by rewrite /ln; case: Rlt_dec => // q; exfalso; lra.
rewrite (eq_integral (cst 0%E)) ?integral0 // => t _; apply: congr1.
by rewrite /kernel Rminus_eq_0 /Rdiv Rmult_0_l.
Qed.
Lemma log_ratio_mean t : 0 < t ->
  integrable G (fun g => kernel (form mu g) (form lam g) t) /\
  mean G (fun g => kernel (form mu g) (form lam g) t) = log_kernel mu lam t.
Proof.
move=> t0; have [i1 e1] := normals_transform mu0' t0; have [i2 e2] := normals_transform lam0' t0.
split; first by apply: integrable_div; apply: integrable_sub.
by rewrite mean_div ?mean_sub ?e1 ?e2 //; apply: integrable_sub.
Qed.
Lemma log_integral :
  (\int[lebesgue_measure]_(t in positive) (log_kernel mu lam t : RR)%:E = (mean G log_ratio : RR)%:E)%E.
Proof.
rewrite -(integral_meanE log_ratio_integrable); symmetry.
pose K (z : space G * line) : RR := (if `[< positive z.2 >] then kernel (form mu (draw z.1 : nat -> R)) (form lam (draw z.1 : nat -> R)) z.2 else 0).
have K0 z : (0 <= (K z)%:E)%E.
  rewrite lee_fin; apply/RleP; rewrite /K; case: asboolP => q; last exact: Rle_refl.
  by apply: kernel_ge0 => //; exact: forms.
have [m1 m2] : measurable_fun setT (fst : space G * line -> space G) /\ measurable_fun setT (snd : space G * line -> line).
  by have /prod_measurable_funP[] := @measurable_fun_id _ [the measurableType _ of (space G * line)%type] setT.
have mr l : measurable_fun setT (fun z : space G * line => (form l (draw z.1 : nat -> R) : RR)).
  exact: (measurable_fun_comp (form_measurable l) m1).
have ms : measurable_fun setT (fun z : space G * line => (z.2 : RR)).
  exact: m2.
have me l : measurable_fun setT (fun z : space G * line => (exp (- (form l (draw z.1 : nat -> R) * z.2))%R : RR)).
  by apply: (measurable_fun_comp exp_borel); apply: measurable_funN; exact: measurable_funM (mr l) ms.
have mi : measurable_fun setT (fun z : space G * line => (/ z.2 : RR)%R).
  exact: (measurable_fun_comp inv_borel ms).
have mp : measurable_fun setT (fun z : space G * line => (\1_(positive : set line) z.2 : RR)).
  have a : measurable_fun setT (\1_(positive : set line) : line -> RR) by apply: measurable_fun_indic; exact: positive_measurable.
  exact: (measurable_fun_comp a m2).
have mK : measurable_fun setT (EFin \o K).
  apply/EFin_measurable_fun.
  have b : measurable_fun setT (fun z : space G * line => (kernel (form mu (draw z.1 : nat -> R)) (form lam (draw z.1 : nat -> R)) z.2 : RR)).
    apply: measurable_funM mi; apply: measurable_funB; exact: me.
  apply: eq_measurable_fun (measurable_funM mp b) => z _ /=.
  rewrite /K /= indicE; case: asboolP => p; first by rewrite mem_set // mul1r.
  by rewrite memNset // mul0r.
have T1 := @fubini_tonelli1 _ _ _ _ RR (prob (space G)) leb leb_sigma_finite (EFin \o K) mK K0.
have T2 := @fubini_tonelli2 _ _ _ _ RR (prob (space G)) leb (sigma_finite_prob (space G)) leb_sigma_finite (EFin \o K) mK K0.
rewrite T2 in T1; transitivity (\int[prob (space G)]_w fubini_F leb (EFin \o K) w)%E.
  apply: eq_integral => w _; rewrite /fubini_F -log_ratio_time integral_mkcond; apply: eq_integral => t _ /=.
  by rewrite /K /patch /=; case: asboolP => p; [rewrite mem_set | rewrite memNset].
rewrite -T1 [RHS]integral_mkcond; apply: eq_integral => t _; rewrite /fubini_G /patch /K /=.
case: asboolP => p; last by rewrite memNset //= integral0.
have [a <-] := log_ratio_mean p; rewrite mem_set //; exact: (integral_meanE a).
Qed.
Lemma log_kernel_integral : integrable_over_positive (log_kernel mu lam) /\
  over_positive (log_kernel mu lam) = mean G log_ratio.
Proof.
apply: positive_finite log_integral; first exact: log_kernel_borel.
by move=> t t0; apply: log_kernel_ge0.
Qed.
End Tonelli.
End Normals.
