(* A new sample infinitesimally near the span of m independent ones, in a layer with Gaussian weights (sharp:exponent-below): the mean log of
   the factor Y of theory/definitions.v, for any samples. H = E T with orthonormal columns E and T T^T = diag(q), the eigenvalues of H^T H; the
   columns of E and the direction u are the first m + 1 of an orthogonal P, and W P has the law of W. So Y has the law of |Q D w|^2/d in
   lost_direction.v, and phi of the next layer is ln (d/m) - ln det(X^T X)/m. [rate_below] is the arithmetic of the constants. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains normal rotation residual almost_surely log_means log_squares log_numbers null_forms complementary columns conditional_forms column_volumes lost_direction new_sample.
From Lemmata.verify.rocq Require calculus frames blocks spectra mean_gap_below.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the rate ---------- *)
Section Rate.
Variables (N : law R) (d m : nat).
Hypothesis normal : standard_normal N.
Hypotheses (m0 : (0 < m)%N) (wide : (m.+1 ^ 2 <= d)%N).
Let md : (m < d)%N. Proof. by apply: leq_trans wide; rewrite expnS expn1 leq_pmulr. Qed.
Let M1 : 1 <= INR m. Proof. by rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP. Qed.
Let rE : INR (d - m) = INR d - INR m. Proof. by rewrite minus_INR //; apply/ssrnat.leP; exact: ltnW. Qed.
Let big : (INR m + 1) ^ 2 <= INR d.
Proof. by have := wide => /ssrnat.leP/le_INR; rewrite expnS expn1 mult_INR S_INR /=; lra. Qed.
Lemma rate_below : (INR d - (INR m + 1) ^ 2 + 1) / (INR m * (INR d - INR m)) <=
  log_square N (d - m) + (\S_(j < m) log_square N (d - j) - INR d * (log_square N m - ln (INR m)) - INR m * ln (INR d)) / INR (d - m) - ln (INR d).
Proof.
set r := INR d - INR m; rewrite rE -/r; have rb : INR m ^ 2 + INR m + 1 <= r by rewrite /r; nra.
have r3 : 3 <= r by nra.
have lr : ln (r - 1) <= log_square N (d - m).
  rewrite /r -rE; apply: log_square_below => //.
  by apply/ssrnat.ltP/INR_lt; rewrite rE -/r /=; lra.
have lm := log_square_above normal m0.
have d0 : 0 < INR d by rewrite /r in r3; lra.
have ls : - (INR m * (INR m + 1) / 2 / r) + INR m * ln (INR d) <= \S_(j < m) log_square N (d - j).
  have -> : INR m * (INR m + 1) / 2 = \S_(j < m) (INR j + 1) by rewrite total_add mean_gap_below.total_indices total_const; field.
  rewrite -total_div -total_opp -total_const -total_add; apply: total_le => j.
  have jm : INR j + 1 <= INR m by have := ltn_ord j => /ssrnat.leP/le_INR; rewrite S_INR.
  have jd : (j < d)%N by exact: ltn_trans md.
  have e : INR (d - j) = INR d - INR j by rewrite minus_INR //; apply/ssrnat.leP; exact: ltnW.
  have j0 := pos_INR j.
  have := @log_square_below N normal (d - j) ltac:(by apply/ssrnat.ltP/INR_lt; rewrite e /=; rewrite /r in r3; lra).
  rewrite e; set x := INR d - INR j - 1; have xr : r <= x by rewrite /x /r; lra.
  have := @ln_ratio_below x (INR d) ltac:(lra) ltac:(rewrite /x; lra).
  have : (INR d - x) / x <= (INR j + 1) / r; last by lra.
  have -> : INR d - x = INR j + 1 by rewrite /x; ring.
  by apply: Rmult_le_compat_l; [lra | apply: Rinv_le_contravar; lra].
have h1 := @ln_ratio_below (r - 1) r ltac:(lra) ltac:(lra).
have h2 := @ln_ratio_below r (INR d) ltac:(lra) ltac:(rewrite /r; lra).
have i1 : r * (- ((r - (r - 1)) / (r - 1)) - (INR d - r) / r) <= r * (ln (r - 1) - ln (INR d)) by apply: Rmult_le_compat_l; lra.
have e1 : r * (- ((r - (r - 1)) / (r - 1)) - (INR d - r) / r) = - (1 + / (r - 1)) - INR m by rewrite /r; field; rewrite -/r; lra.
have m2 : INR d / INR m <= - (INR d * (log_square N m - ln (INR m))).
  by have : INR d * (log_square N m - ln (INR m)) <= INR d * (- / INR m) by [apply: Rmult_le_compat_l; lra]; rewrite /Rdiv; lra.
have small1 : / (r - 1) <= / 2 * / (INR m) by rewrite -Rinv_mult; apply: Rinv_le_contravar; nra.
have small1' : / (r - 1) <= / 2.
  by apply: Rinv_le_contravar; nra.
have small2 : INR m * (INR m + 1) / 2 / r <= / 2.
  by apply: (Rmult_le_reg_r r); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; nra].
apply: (Rmult_le_reg_l r); first lra.
have -> : r * ((INR d - (INR m + 1) ^ 2 + 1) / (INR m * r)) = INR d / INR m - INR m - 2 by field; lra.
set a := log_square N (d - m) in lr *; set s := \S_(j < m) _ in ls *; set b := INR d * _ in m2 *.
have -> : r * (a + (s - b - INR m * ln (INR d)) / r - ln (INR d)) = r * (a - ln (INR d)) + (s - b - INR m * ln (INR d)) by field; lra.
have : r * (ln (r - 1) - ln (INR d)) <= r * (a - ln (INR d)) by apply: Rmult_le_compat_l; lra.
lra.
Qed.
End Rate.

(* ---------- one layer ---------- *)
Section Sample.
Variables (N : law R) (d m : nat) (H : 'M[R]_(d, m)) (u : 'cV[R]_d).
Hypothesis normal : standard_normal N.
Hypotheses (m0 : (0 < m)%N) (wide : (m.+1 ^ 2 <= d)%N).
Hypotheses (full : 0 < (\det (H^T *m H))%ring) (norm : frobsq H = 1).
Hypotheses (away : (H^T *m u = 0)%ring) (unit : (u^T *m u = 1%:M)%ring).
Notation G := (gaussian N d d).
Notation L := (normals N d).
Let md : (m < d)%N. Proof. by apply: leq_trans wide; rewrite expnS expn1 leq_pmulr. Qed.
Let d0 : (0 < d)%N. Proof. exact: leq_ltn_trans md. Qed.
Let M0 : 0 < INR m. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let D0 : 0 < INR d. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let root0 : 0 < / sqrt (INR d). Proof. by apply: Rinv_0_lt_compat; exact: sqrt_lt_R0. Qed.
Lemma back_below (k : 'I_m) : (m - k.+1 < d)%N. Proof. by apply: leq_ltn_trans md; exact: leq_subr. Qed.
Definition first (W : 'M[R]_d) : 'M[R]_(d, m) := \matrix_(i, k) W i (Ordinal (back_below k)).
Definition last (W : 'M[R]_d) : 'cV[R]_d := \col_i W i (Ordinal md).
Section Basis.
Variables (O : 'M[R]_m) (q : 'I_m -> R).
Hypotheses (oO : orthogonal O) (HO : (H^T *m H = O *m diag_mx (\row_k q k) *m O^T)%ring).
Let sp : spectrum (H^T *m H)%ring q. Proof. by exists O. Qed.
Let q0 : forall k, 0 < q k. Proof. exact: (@gram_spectrum_pos d m H q full sp). Qed.
Let q1 : \S_(k < m) q k = 1. Proof. by rewrite -(spectra.gram_frobsq sp). Qed.
Let s0 k : 0 < sqrt (q k). Proof. exact: sqrt_lt_R0. Qed.
Definition shape : 'M[R]_m := (diag_mx (\row_k sqrt (q k)) *m O^T)%ring.
Let ss k : sqrt (q k) * sqrt (q k) = q k. Proof. exact/sqrt_sqrt/Rlt_le. Qed.
Lemma shape_gram : (shape *m shape^T = diag_mx (\row_k q k))%ring.
Proof.
rewrite /shape trmx_mul trmxK tr_diag_mx mulmxA -(mulmxA _ O^T) (orthogonal_tr_mul oO) mulmx1 mulmx_diag.
by congr diag_mx; apply/rowP => k; rewrite !mxE; exact: ss.
Qed.
Let E : 'M[R]_(d, m) := (H *m O *m diag_mx (\row_k (/ sqrt (q k))%R))%ring.
Let inverse : (diag_mx (\row_k (/ sqrt (q k))%R) *m diag_mx (\row_k sqrt (q k)) = 1%:M :> 'M[R]_m)%ring.
Proof.
rewrite mulmx_diag; apply/matrixP => i j; rewrite !mxE; case: eqP => _ //; rewrite !mulr1n; apply: Rinv_l.
by apply: Rgt_not_eq; exact: s0.
Qed.
Let HE : H = (E *m shape)%ring.
Proof. by rewrite /E /shape -!mulmxA (mulmxA (diag_mx _) (diag_mx _)) inverse mul1mx oO mulmx1. Qed.
Let EE : (E^T *m E = 1%:M)%ring.
Proof.
rewrite /E !trmx_mul tr_diag_mx -!mulmxA (mulmxA H^T) HO !mulmxA -(mulmxA _ O^T O) (orthogonal_tr_mul oO) mulmx1.
rewrite -(mulmxA (diag_mx _) O^T O) (orthogonal_tr_mul oO) mulmx1 !mulmx_diag; apply/matrixP => i j; rewrite !mxE; case: eqP => _ //; rewrite !mulr1n.
have aux (x y : R) : 0 < x -> x * x = y -> / x * y * / x = 1 by move=> x0 <-; field; lra.
exact: (aux _ _ (s0 i) (ss i)).
Qed.
Let Eu : (E^T *m u = 0)%ring.
Proof. by rewrite /E !trmx_mul -!mulmxA away !mulmx0. Qed.
Let V : 'M[R]_(m.+1, d) := \matrix_(k, j) (if unlift ord_max k is Some k' then E j (rev_ord k') else u j 0%ring).
Let V_old k j : V (lift ord_max k) j = E j (rev_ord k). Proof. by rewrite mxE liftK. Qed.
Let V_new j : V ord_max j = u j 0%ring. Proof. by rewrite mxE unlift_none. Qed.
Let V_ortho : (V *m V^T = 1%:M)%ring.
Proof.
apply/matrixP => a b; rewrite mulmxE (total_ext (g := fun j => V a j * V b j)); last by move=> j; rewrite [V^T%ring j b]mxE.
have old k k' : \S_(j < d) (E j k * E j k') = if k == k' then 1 else 0.
  have := congr1 (fun M : 'M[R]_m => M k k') EE; rewrite mulmxE [RHS]mxE.
  rewrite (total_ext (g := fun j => E j k * E j k')); last by move=> j; rewrite [E^T%ring k j]mxE.
  by move=> ->; case: (k == k').
have mix k : \S_(j < d) (E j k * u j 0%ring) = 0.
  have := congr1 (fun M : 'cV[R]_m => M k 0%ring) Eu; rewrite mulmxE [RHS]mxE.
  by rewrite (total_ext (g := fun j => E j k * u j 0%ring)); last by move=> j; rewrite [E^T%ring k j]mxE.
have new : \S_(j < d) (u j 0%ring * u j 0%ring) = 1.
  have := congr1 (fun M : 'M[R]_1 => M 0%ring 0%ring) unit; rewrite mulmxE [RHS]mxE eqxx.
  by rewrite (total_ext (g := fun j => u j 0%ring * u j 0%ring)); last by move=> j; rewrite [u^T%ring _ j]mxE.
rewrite [RHS]mxE; case: (unliftP ord_max a) => [k -> | ->]; case: (unliftP ord_max b) => [k' -> | ->].
- rewrite (total_ext (g := fun j => E j (rev_ord k) * E j (rev_ord k'))); last by move=> j; rewrite !V_old.
  by rewrite old (inj_eq rev_ord_inj) (inj_eq lift_inj); case: (k == k').
- rewrite (total_ext (g := fun j => E j (rev_ord k) * u j 0%ring)); last by move=> j; rewrite V_old V_new.
  by rewrite mix eq_sym (negbTE (neq_lift _ _)).
- rewrite (total_ext (g := fun j => E j (rev_ord k') * u j 0%ring)); last by move=> j; rewrite V_old V_new; ring.
  by rewrite mix (negbTE (neq_lift _ _)).
- by rewrite eqxx (total_ext (g := fun j => u j 0%ring * u j 0%ring)); last by move=> j; rewrite V_new.
Qed.
Lemma sample_frame : exists2 P : 'M[R]_d, orthogonal P &
  forall W : 'M[R]_d, (W *m H = first (W *m P) *m shape)%ring /\ (W *m u = last (W *m P))%ring.
Proof.
have [P [oP _ e]] := @frames.frame d (fun=> True) Logic.I (fun _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ _ => Logic.I) (fun _ => Logic.I) m.+1 V V_ortho.
have inv : V = ((\matrix_(i, j) (if i == j :> nat then 1 else 0) : 'M[R]_(m.+1, d)) *m P^T)%ring by rewrite -e -mulmxA oP mulmx1.
have at_ k j : V k j = P j (Ordinal (leq_trans (ltn_ord k) md)).
  rewrite inv mulmxE (total_ext (g := fun i => if i == Ordinal (leq_trans (ltn_ord k) md) then P j i else 0)); first exact: total_delta.
  move=> i; rewrite [P^T%ring i j]mxE [X in X * _]mxE -val_eqE /= eq_sym; by case: eqP => _; [exact: Rmult_1_l | exact: Rmult_0_l].
exists P => // W; split.
  rewrite {1}HE mulmxA; congr (_ *m _)%ring; apply/matrixP => i k; rewrite mulmxE [RHS]mxE mulmxE; apply: total_ext => j.
  have := at_ (lift ord_max (rev_ord k)) j; rewrite V_old rev_ordK => ->; congr (_ * P _ _).
  by apply: val_inj; exact: lift_max.
apply/matrixP => i k; rewrite mulmxE (ord1 k) [RHS]mxE mulmxE; apply: total_ext => j.
by have := at_ ord_max j; rewrite V_new (_ : Ordinal _ = Ordinal md) => [<-|]; last exact: val_inj.
Qed.
End Basis.

(* in terms of the columns *)
Section Law.
Variables (T : 'M[R]_m) (q : 'I_m -> R).
Hypotheses (TT : (T *m T^T = diag_mx (\row_k q k))%ring) (q0 : forall k, 0 < q k) (q1 : \S_(k < m) q k = 1).
Notation cols := (draws none L d).
Notation now := (draws none L m.+1).
Notation past := (draws none L m).
Definition F (W : 'M[R]_d) : R := ln (factor (first W *m T)%ring (last W)).
Definition Phi (W : 'M[R]_d) : R := phi (scaled (/ sqrt (INR d)) (BN (first W *m T)%ring)).
Let firstE C : (first (scaled (/ sqrt (INR d)) (columns d C)) *m T)%ring = scaled (/ sqrt (INR d)) (rows d T C).
Proof.
have -> : first (scaled (/ sqrt (INR d)) (columns d C)) = scaled (/ sqrt (INR d)) (vectors d m C) by apply/matrixP => i k; rewrite !mxE.
by rewrite /rows !scaledE -scalemxAl.
Qed.
Let lastE C : last (scaled (/ sqrt (INR d)) (columns d C)) = scaled (/ sqrt (INR d)) (column d (C m)).
Proof. by apply/matrixP => i k; rewrite !mxE. Qed.
Lemma F_columns C : F (scaled (/ sqrt (INR d)) (columns d C)) = ln (leaving d T C / INR d).
Proof.
rewrite /F firstE lastE factor_scaled // /factor outside_residual.
have -> : (/ sqrt (INR d) / / sqrt (INR d)) ^ 2 = 1.
  by have := sqrt_lt_R0 _ D0 => s; field; lra.
rewrite Rmult_1_l /leaving /size /size_of /reduced -mulmxA; congr (ln (frobsq (_ *m _)%ring / _)).
by apply/matrixP => i k; rewrite mul_diag_mx !mxE /Rdiv mulE Rmult_comm.
Qed.
Lemma Phi_columns C : good d T C -> Phi (scaled (/ sqrt (INR d)) (columns d C)) = ln (INR d / INR m) - ln (next_volume d T C) / INR m.
Proof.
move=> g; have nv := next_volume_pos TT q0 g.
by rewrite /Phi firstE BN_scaled // phi_scaled // phiE // (frobsq_BN (proj2 g)).
Qed.
Let borel_first : measurable_matrix (zero_matrix d d) (fun W => first W *m T)%ring.
Proof.
apply: measurable_matrix_mul => i k; last exact: measurable_const.
by apply: measurable_ext (@borel_entry d d i (Ordinal (back_below k))) => W; rewrite mxE.
Qed.
Lemma F_borel : borel_fun F.
Proof.
apply: measurable_ln; apply: measurable_factor; first exact: borel_first.
by move=> i k; apply: measurable_ext (@borel_entry d d i (Ordinal md)) => W; rewrite mxE.
Qed.
Lemma Phi_borel : borel_fun Phi.
Proof. by apply: measurable_phi; apply: measurable_matrix_scaled; exact: chains.measurable_BN borel_first. Qed.
Lemma law_mean : [/\ integrable G F, integrable G Phi &
  (INR d - (INR m + 1) ^ 2 + 1) / (INR m * (INR d - INR m)) + (INR m * mean G Phi + INR m * ln (INR m) + \S_(k < m) ln (q k)) / (INR d - INR m) <= mean G F].
Proof.
have [i a le] := layer_mean normal m0 md TT q0 q1.
have inext := next_volume_integrable normal m0 md TT q0 q1.
have rE : INR (d - m) = INR d - INR m by rewrite minus_INR //; apply/ssrnat.leP; exact: ltnW.
have dm : INR m < INR d by apply: lt_INR; apply/ssrnat.ltP.
(* the factor *)
have dR : depends_on m (rows d T) by move=> C C' e; rewrite /rows (@vectors_depends d m _ _ e).
have dl : depends_on m.+1 (fun C => ln (leaving d T C / INR d)).
  move=> C C' e; rewrite /leaving /size (dR C C') ?e // => k km; apply: e; exact: leqW.
have iF0 : integrable now (fun C => ln (leaving d T C) - ln (INR d)) by apply: integrable_sub => //; exact: integrable_const.
have mF0 : measurable_on now (fun C => ln (leaving d T C / INR d)).
  have mF : measurable_on cols (fun C => ln (leaving d T C / INR d)).
    apply: (measurable_ext (f := fun C => F (scaled (/ sqrt (INR d)) (columns d C)))) => [C|]; first exact: F_columns.
    have me := @columns_entries N d normal.
    have ms : measurable_entries (image (fun C => scaled (/ sqrt (INR d)) (columns d C)) cols).
      move=> b c; change (measurable_on cols (fun C => scaled (/ sqrt (INR d)) (columns d C) b c)).
      apply: (measurable_ext (f := fun C => / sqrt (INR d) * columns d C b c)) => [C|]; first by rewrite [RHS]mxE.
      by apply: measurable_scal; exact: me.
    exact: (borel_measurable ms F_borel).
  exact: ((@draws_measurable_later _ none L _ _ _ md dl).2 mF).
have [|iF1 eF1] := almost_ext iF0 mF0 a; first by move=> w [_ p]; rewrite ln_div.
have iF2 := (@draws_integrable_later _ none L _ _ _ md dl).1 iF1.
have iF3 : integrable cols (fun C => F (scaled (/ sqrt (INR d)) (columns d C))) by apply: integrable_ext iF2 => C; rewrite F_columns.
have [iF eF] := columns_mean normal d0 F_borel iF3.
have {}eF : mean G F = mean now (fun C => ln (leaving d T C)) - ln (INR d).
  by rewrite eF (mean_ext _ F_columns) (draws_mean_later md dl iF1) eF1 mean_sub ?mean_const //; exact: integrable_const.
(* the gap *)
pose f C := phi (scaled (/ sqrt (INR d)) (BN (scaled (/ sqrt (INR d)) (rows d T C)))).
have df : depends_on m f by move=> C C' e; rewrite /f (dR _ _ e).
have fE C : f C = Phi (scaled (/ sqrt (INR d)) (columns d C)) by rewrite /Phi firstE.
have mf : measurable_on past f.
  apply: measurable_phi; apply: measurable_matrix_scaled; apply: chains.measurable_BN; apply: measurable_matrix_scaled.
  by apply: measurable_matrix_mul => [|b c]; [exact: vectors_measurable | exact: measurable_const].
have i0 : integrable past (fun C => ln (INR d / INR m) - ln (next_volume d T C) / INR m).
  by apply: integrable_sub; [exact: integrable_const | exact: integrable_div].
have ag : almost_surely past (good d T).
  by have [_ b _] := bartlett normal (ltnW md); have := almost_and b (row_pos d normal m0 TT q0); apply: almost_weaken.
have [|i1 e1] := almost_ext i0 mf ag; first by move=> w g; rewrite fE Phi_columns.
have mle : (m <= d)%N by exact: ltnW.
have i2 := (@draws_integrable_later _ none L _ _ _ mle df).1 i1.
have i3 : integrable cols (fun C => Phi (scaled (/ sqrt (INR d)) (columns d C))) by apply: integrable_ext i2.
have [iP eP] := columns_mean normal d0 Phi_borel i3.
have {}eP : mean G Phi = ln (INR d / INR m) - mean past (fun C => ln (next_volume d T C)) / INR m.
  rewrite eP -(mean_ext _ fE) (draws_mean_later mle df i1) e1 mean_sub ?mean_const ?mean_div //; [exact: integrable_const | exact: integrable_div].
split=> //; rewrite eF eP ln_div //.
have rate := rate_below normal m0 wide; rewrite rE in le rate.
move: (mean now _) (mean past _) (log_square N (d - m)) (log_square N m - _) (\S_(k < m) ln (q k)) (\S_(j < m) _) le rate => A B a1 b1 l s le rate.
apply: Rle_trans (Rplus_le_compat_r (- ln (INR d)) _ _ le).
apply: Rle_trans (Rplus_le_compat_r _ _ _ rate) _; apply: Req_le; field; lra.
Qed.
(* bounds of the means, and what is almost sure *)
Lemma law_bounds : mean G (fun W => Rabs (F W)) <= mean now (fun C => Rabs (ln (leaving d T C))) + Rabs (ln (INR d)) /\
  mean G (fun W => Rabs (Phi W)) <= Rabs (ln (INR d / INR m)) + mean past (fun C => Rabs (ln (next_volume d T C))) / INR m.
Proof.
have [i a _] := layer_mean normal m0 md TT q0 q1.
have inext := next_volume_integrable normal m0 md TT q0 q1.
have dR : depends_on m (rows d T) by move=> C C' e; rewrite /rows (@vectors_depends d m _ _ e).
have ms : measurable_entries (image (fun C => scaled (/ sqrt (INR d)) (columns d C)) cols).
  move=> b c; change (measurable_on cols (fun C => scaled (/ sqrt (INR d)) (columns d C) b c)).
  apply: (measurable_ext (f := fun C => / sqrt (INR d) * columns d C b c)) => [C|]; first by rewrite [RHS]mxE.
  by apply: measurable_scal; exact: (@columns_entries N d normal).
split.
  have dl : depends_on m.+1 (fun C => Rabs (ln (leaving d T C / INR d))).
    move=> C C' e; rewrite /leaving /size (dR C C') ?e // => k km; apply: e; exact: leqW.
  have bF : borel_fun (fun W => Rabs (F W)) by apply: measurable_abs; exact: F_borel.
  have iF0 : integrable now (fun C => Rabs (ln (leaving d T C) - ln (INR d))).
    by apply: integrable_abs; apply: integrable_sub => //; exact: integrable_const.
  have mF0 : measurable_on now (fun C => Rabs (ln (leaving d T C / INR d))).
    have mF : measurable_on cols (fun C => Rabs (ln (leaving d T C / INR d))).
      apply: (measurable_ext (f := fun C => Rabs (F (scaled (/ sqrt (INR d)) (columns d C))))) => [C|]; first by rewrite F_columns.
      exact: (borel_measurable ms bF).
    exact: ((@draws_measurable_later _ none L _ _ _ md dl).2 mF).
  have [|iF1 eF1] := almost_ext iF0 mF0 a; first by move=> w [_ p]; rewrite ln_div.
  have iF2 := (@draws_integrable_later _ none L _ _ _ md dl).1 iF1.
  have iF3 : integrable cols (fun C => Rabs (F (scaled (/ sqrt (INR d)) (columns d C)))) by apply: integrable_ext iF2 => C; rewrite F_columns.
  have [_ ->] := columns_mean normal d0 bF iF3.
  rewrite (mean_ext _ (g := fun C => Rabs (ln (leaving d T C / INR d)))); last by move=> C; rewrite F_columns.
  rewrite (draws_mean_later md dl iF1) eF1 -(mean_const now (Rabs (ln (INR d)))) -mean_add; [|exact: integrable_abs|exact: integrable_const].
  apply: mean_le => // [|C]; first by apply: integrable_add; [exact: integrable_abs | exact: integrable_const].
  by have := Rabs_triang (ln (leaving d T C)) (- ln (INR d)); rewrite Rabs_Ropp.
pose f C := Rabs (phi (scaled (/ sqrt (INR d)) (BN (scaled (/ sqrt (INR d)) (rows d T C))))).
have df : depends_on m f by move=> C C' e; rewrite /f (dR _ _ e).
have fE C : f C = Rabs (Phi (scaled (/ sqrt (INR d)) (columns d C))) by rewrite /Phi firstE.
have bP : borel_fun (fun W => Rabs (Phi W)) by apply: measurable_abs; exact: Phi_borel.
have mf : measurable_on past f.
  have mle : (m <= d)%N by exact: ltnW.
  apply: ((@draws_measurable_later _ none L _ _ _ mle df).2).
  apply: (measurable_ext (f := fun C => Rabs (Phi (scaled (/ sqrt (INR d)) (columns d C))))) => [C|]; first by rewrite fE.
  exact: (borel_measurable ms bP).
have idiv : integrable past (fun C => ln (next_volume d T C) / INR m) by exact: integrable_div.
have i0 : integrable past (fun C => Rabs (ln (INR d / INR m) - ln (next_volume d T C) / INR m)).
  by apply: integrable_abs; apply: integrable_sub => //; exact: integrable_const.
have ag : almost_surely past (good d T).
  by have [_ b _] := bartlett normal (ltnW md); have := almost_and b (row_pos d normal m0 TT q0); apply: almost_weaken.
have [|i1 e1] := almost_ext i0 mf ag; first by move=> w g; rewrite fE Phi_columns.
have mle : (m <= d)%N by exact: ltnW.
have i2 := (@draws_integrable_later _ none L _ _ _ mle df).1 i1.
have i3 : integrable cols (fun C => Rabs (Phi (scaled (/ sqrt (INR d)) (columns d C)))) by apply: integrable_ext i2.
have [_ ->] := columns_mean normal d0 bP i3.
rewrite -(mean_ext _ fE) (draws_mean_later mle df i1) e1.
have ia : integrable past (fun C => Rabs (ln (next_volume d T C)) / INR m) by apply: integrable_div; exact: integrable_abs.
rewrite -mean_div; last exact: integrable_abs.
rewrite -(mean_const past (Rabs (ln (INR d / INR m)))) -mean_add //; last exact: integrable_const.
apply: mean_le => // [|C]; first by apply: integrable_add => //; exact: integrable_const.
have := Rabs_triang (ln (INR d / INR m)) (- (ln (next_volume d T C) / INR m)); rewrite Rabs_Ropp.
rewrite [Rabs (ln (next_volume d T C) / INR m)]Rabs_mult (Rabs_pos_eq (/ INR m)) //; exact/Rlt_le/Rinv_0_lt_compat.
Qed.
Definition alive (W : 'M[R]_d) : Prop :=
  [/\ 0 < (\det ((scaled (/ sqrt (INR d)) (BN (first W *m T)%ring))^T *m scaled (/ sqrt (INR d)) (BN (first W *m T)%ring)))%ring,
      frobsq (scaled (/ sqrt (INR d)) (BN (first W *m T)%ring)) = 1 & 0 < factor (first W *m T)%ring (last W)].
Definition dead (W : 'M[R]_d) : R := if `[< alive W >] then 0 else 1.
Lemma dead_mean : borel_fun dead /\ integrable G dead /\ mean G dead = 0.
Proof.
have [i a _] := layer_mean normal m0 md TT q0 q1.
have mB := chains.measurable_BN borel_first; have mS := measurable_matrix_scaled (/ sqrt (INR d)) mB.
have bd : borel_fun dead.
  apply: measurable_if; [|exact: measurable_const|exact: measurable_const].
  apply: (@event_ext _ _ (fun W => 0 < (\det ((scaled (/ sqrt (INR d)) (BN (first W *m T)%ring))^T *m scaled (/ sqrt (INR d)) (BN (first W *m T)%ring)))%ring /\
      (frobsq (scaled (/ sqrt (INR d)) (BN (first W *m T)%ring)) = 1 /\ 0 < factor (first W *m T)%ring (last W)))).
    by move=> W; split=> [[x [y z]] | [x y z]].
  apply: event_and.
    apply: event_lt; first exact: measurable_const.
    exact: chains.measurable_det (measurable_matrix_mul (measurable_matrix_tr mS) mS).
  apply: event_and; first by apply: event_eq; [exact: chains.measurable_frobsq | exact: measurable_const].
  apply: event_lt; first exact: measurable_const.
  apply: measurable_factor; first exact: borel_first.
  by move=> b c; apply: measurable_ext (@borel_entry d d b (Ordinal md)) => W; rewrite mxE.
split=> //.
pose f C := dead (scaled (/ sqrt (INR d)) (columns d C)).
have dR : depends_on m (rows d T) by move=> C C' e; rewrite /rows (@vectors_depends d m _ _ e).
have df : depends_on m.+1 f.
  move=> C C' e; rewrite /f /dead /alive !firstE !lastE (dR C C') ?e // => k km; apply: e; exact: leqW.
have ms : measurable_entries (image (fun C => scaled (/ sqrt (INR d)) (columns d C)) cols).
  move=> b c; change (measurable_on cols (fun C => scaled (/ sqrt (INR d)) (columns d C) b c)).
  apply: (measurable_ext (f := fun C => / sqrt (INR d) * columns d C b c)) => [C|]; first by rewrite [RHS]mxE.
  by apply: measurable_scal; exact: (@columns_entries N d normal).
have mf : measurable_on now f by exact: ((@draws_measurable_later _ none L _ _ _ md df).2 (borel_measurable ms bd)).
have zero_at C : good d T C /\ 0 < leaving d T C -> f C = 0.
  move=> [g p]; rewrite /f /dead; case: asboolP => // n; case: n; rewrite /alive firstE.
  have nv := next_volume_pos TT q0 g; rewrite BN_scaled //; split.
  - exact: full_scaled.
  - rewrite frobsq_scaled (frobsq_BN (proj2 g)); have s := sqrt_lt_R0 _ D0; rewrite -[X in _ * X](sqrt_sqrt (INR d)); [by field; lra | lra].
  - rewrite lastE factor_scaled // /factor outside_residual.
    have -> : (/ sqrt (INR d) / / sqrt (INR d)) ^ 2 = 1 by have s := sqrt_lt_R0 _ D0; field; lra.
    rewrite Rmult_1_l; apply: Rdiv_lt_0_compat => //; move: p; rewrite /leaving /size /size_of /reduced -mulmxA; congr (0 < frobsq (_ *m _)%ring).
    by apply/matrixP => b c; rewrite mul_diag_mx !mxE /Rdiv mulE Rmult_comm.
have [|i1 e1] := almost_ext (integrable_const now 0) mf a; first by move=> w h; rewrite zero_at.
have i2 := (@draws_integrable_later _ none L _ _ _ md df).1 i1.
have [j e] := columns_mean normal d0 bd i2.
by split=> //; rewrite e (draws_mean_later md df i1) e1 mean_const.
Qed.
End Law.

Theorem mean_log_distance : [/\ integrable G (fun W => ln (distance_factor H u W)), integrable G (fun W => phi (layer W H)) &
  (INR d - (INR m + 1) ^ 2 + 1) / (INR m * (INR d - INR m)) + INR m * (mean G (fun W => phi (layer W H)) - phi H) / (INR d - INR m)
  <= mean G (fun W => ln (distance_factor H u W))].
Proof.
have [q [O [oO HO]]] := gram_spectrum H.
have sp : spectrum (H^T *m H)%ring q by exists O.
have q0 : forall k, 0 < q k by exact: (@gram_spectrum_pos d m H q full sp).
have q1 : \S_(k < m) q k = 1 by rewrite -(spectra.gram_frobsq sp).
have [P oP e] := sample_frame oO HO.
have [iF iP le] := law_mean (shape_gram oO HO) q0 q1.
have [jF eF] := blocks.gaussian_rotated normal oP (F_borel _) iF.
have [jP eP] := blocks.gaussian_rotated normal oP (Phi_borel _) iP.
have FE W : F (shape O q) (W *m P)%ring = ln (distance_factor H u W) by rewrite distance_factorE /F; have [-> ->] := e W.
have PE W : Phi (shape O q) (W *m P)%ring = phi (layer W H) by rewrite /Phi /layer; have [-> _] := e W.
split; [by apply: integrable_ext jF => W; rewrite FE | by apply: integrable_ext jP => W; rewrite PE |].
rewrite -(mean_ext _ FE) -(mean_ext _ PE) eF eP; apply: Rle_trans le; apply: Req_le.
have -> : phi H = - ln (INR m) - (\S_(k < m) ln (q k)) / INR m.
  rewrite (phiE m0 full) norm (spectrum_det sp) (ln_prod q0) /Rdiv Rmult_1_l (ln_Rinv _ M0); exact: erefl.
have dm : INR m < INR d by apply: lt_INR; apply/ssrnat.ltP.
by field; lra.
Qed.
Theorem layer_alive : almost_surely G (fun W => [/\ 0 < (\det ((layer W H)^T *m layer W H))%ring, frobsq (layer W H) = 1 & 0 < distance_factor H u W]).
Proof.
have [q [O [oO HO]]] := gram_spectrum H.
have sp : spectrum (H^T *m H)%ring q by exists O.
have q0 : forall k, 0 < q k by exact: (@gram_spectrum_pos d m H q full sp).
have q1 : \S_(k < m) q k = 1 by rewrite -(spectra.gram_frobsq sp).
have [P oP e] := sample_frame oO HO.
have [bd [jd zd]] := dead_mean (shape_gram oO HO) q0 q1.
have [jF eF] := blocks.gaussian_rotated normal oP bd jd.
have d01 W : 0 <= dead (shape O q) W by rewrite /dead; case: asboolP => _; lra.
have := almost_zero (integrable_measurable jF) (fun W => d01 (W *m P)%ring); rewrite (integral_meanE jF) eF zd => h.
apply: almost_weaken (h erefl) => w; rewrite /dead; case: asboolP => [[x y z] _|]; last by lra.
rewrite /layer distance_factorE; have [-> ->] := e (draw w); by split.
Qed.
Theorem layer_bounds : exists q : 'I_m -> R, - (\S_(k < m) ln (q k)) = INR m * phi H + INR m * ln (INR m) /\
  mean G (fun W => Rabs (ln (distance_factor H u W))) <= leaving_bound N d m (- (\S_(k < m) ln (q k))) + Rabs (ln (INR d)) /\
  mean G (fun W => Rabs (phi (layer W H))) <= Rabs (ln (INR d / INR m)) + next_bound N d m (- (\S_(k < m) ln (q k))) / INR m.
Proof.
have [q [O [oO HO]]] := gram_spectrum H.
have sp : spectrum (H^T *m H)%ring q by exists O.
have q0 : forall k, 0 < q k by exact: (@gram_spectrum_pos d m H q full sp).
have q1 : \S_(k < m) q k = 1 by rewrite -(spectra.gram_frobsq sp).
have [P oP e] := sample_frame oO HO.
have [iF iP _] := law_mean (shape_gram oO HO) q0 q1.
have [bF bP] := law_bounds (shape_gram oO HO) q0 q1.
have [_ eF] := blocks.gaussian_rotated normal oP (measurable_abs (F_borel (shape O q))) (integrable_abs iF).
have [_ eP] := blocks.gaussian_rotated normal oP (measurable_abs (Phi_borel (shape O q))) (integrable_abs iP).
have FE W : Rabs (F (shape O q) (W *m P)%ring) = Rabs (ln (distance_factor H u W)) by rewrite distance_factorE /F; have [-> ->] := e W.
have PE W : Rabs (Phi (shape O q) (W *m P)%ring) = Rabs (phi (layer W H)) by rewrite /Phi /layer; have [-> _] := e W.
exists q; split.
  rewrite (phiE m0 full) norm (spectrum_det sp) (ln_prod q0) /Rdiv Rmult_1_l (ln_Rinv _ M0); field; lra.
rewrite -(mean_ext _ FE) -(mean_ext _ PE) eF eP; split.
  by apply: Rle_trans bF _; apply: Rplus_le_compat_r; exact: leaving_mean (shape_gram oO HO) q0 q1.
apply: Rle_trans bP _; apply: Rplus_le_compat_l; apply: Rmult_le_compat_r; first exact/Rlt_le/Rinv_0_lt_compat.
exact: next_mean (shape_gram oO HO) q0 q1.
Qed.
End Sample.
