(* What a layer does on average to the distance of a new sample from the span of m others, which it nearly is in (sharp:exponent-below).

   The rows of R = Z T have T T^T = diag(q), Z of d x m normals, and w is of d more normals: with D = diag(1/|r_j|) and Q the projector on
   what is orthogonal to the columns of X = D R, Y = |Q D w|^2/d. By conditional_forms.v and complementary.v, with r = d - m,
   E ln d Y >= L_r + (1/r) E (ln det(R^T R) - \S_j ln |r_j|^2 - ln det(X^T X)). det(R^T R) = det(Z^T Z) prod q, whose mean logarithm
   column_volumes.v bounds, and E ln |r_j|^2 <= L_m - ln m, as the transform of \S_k q_k z_k^2 is least where the q_k are equal. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains normal rotation residual frullani almost_surely log_means log_squares null_forms complementary columns conditional_forms column_volumes.
From Lemmata.verify.rocq Require calculus new_direction gram_map series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- sums ---------- *)
Lemma ln_sum_le n (x : 'I_n -> R) : (forall k, 0 <= x k) -> ln (1 + \S_(k < n) x k) <= \S_(k < n) ln (1 + x k).
Proof.
elim: n x => [|n IH] x x0; first by rewrite !series.total_empty Rplus_0_r ln_1; lra.
rewrite !total_recr; have h := IH _ (fun k => x0 (widen_ord (leqnSn n) k)).
have s0 : 0 <= \S_(k < n) x (widen_ord (leqnSn n) k) by exact: total_ge0.
have y0 := x0 ord_max; move: (\S_(k < n) x _) (x ord_max) h s0 y0 => s y h s0 y0.
apply: Rle_trans (_ : ln ((1 + s) * (1 + y)) <= _); first by apply: calculus.ln_le; nra.
by rewrite ln_mult; lra.
Qed.
Lemma ln_one_plus_inv x : 0 < x -> ln (1 + / x) <= x + Rabs (ln x).
Proof.
move=> x0; have -> : 1 + / x = (1 + x) / x by field; lra.
by rewrite ln_div; [have := @ln_below (1 + x) ltac:(lra); have := Rle_abs (- ln x); rewrite Rabs_Ropp; lra | lra | lra].
Qed.
Lemma reduced_frobsq d m (B : 'M[R]_(d, m)) : (forall j, 0 < rowsq B j) -> (\det (B^T *m B))%ring <> 0 ->
  frobsq (reduced B) <= \S_(j < d) / rowsq B j.
Proof.
move=> p full; have fX := full_of_BN p full.
have -> : frobsq (reduced B) = \S_(j < d) (residual (BN B) j j * / rowsq B j).
  rewrite /frobsq /rowsq total_exchange; apply: total_ext => j; rewrite -(residual_square fX) -total_scal_r; apply: total_ext => i.
  rewrite /reduced mul_mx_diag [X in X ^ 2]mxE [X in (_ * X)%ring]mxE mulE Rpow_mult_distr pow_inv pow2_sqrt //; exact: rowsq_ge0.
apply: total_le => j; have [a b] := residual_range fX j; have := Rinv_0_lt_compat _ (p j); nra.
Qed.

Section Layer.
Variables (N : law R) (d m : nat) (T : 'M[R]_m) (q : 'I_m -> R).
Hypothesis normal : standard_normal N.
Hypotheses (m0 : (0 < m)%N) (md : (m < d)%N).
Hypotheses (TT : (T *m T^T = diag_mx (\row_k q k))%ring) (q0 : forall k, 0 < q k) (q1 : \S_(k < m) q k = 1).
Notation L := (normals N d).
Notation past := (draws none L m).
Notation now := (draws none L m.+1).
Let M0 : 0 < INR m. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let D0 : 0 < INR d. Proof. by apply: lt_0_INR; apply/ssrnat.ltP; exact: leq_ltn_trans md. Qed.
Let d0 : (0 < d)%N. Proof. exact: leq_ltn_trans md. Qed.
Definition rows C : 'M[R]_(d, m) := (vectors d m C *m T)%ring.
Definition entry (C : nat -> nat -> R) (j : 'I_d) (k : 'I_m) : R := C (m - k.+1)%N j.
Lemma row_length C j : rowsq (rows C) j = \S_(k < m) (q k * entry C j k ^ 2).
Proof.
rewrite -gram_diag /rows trmx_mul mulmxA -(mulmxA _ T) TT mulmxE; apply: total_ext => k.
by rewrite mul_mx_diag !mxE /entry; toR; ring.
Qed.
Let mR : measurable_matrix past rows.
Proof.
have mv := @vectors_measurable N d normal m m (leqnn m).
apply: measurable_matrix_mul => // i j; exact: measurable_const.
Qed.
Let ml j : measurable_on past (fun C => rowsq (rows C) j).
Proof. exact: measurable_rowsq. Qed.
Let l0 C j : 0 <= rowsq (rows C) j. Proof. exact: rowsq_ge0. Qed.
(* a row of entries is of m independent normals *)
Lemma entries_product (j : 'I_d) (f : 'I_m -> R -> R) : (forall k, integrable N (f k)) ->
  integrable past (fun C => \prod_k f k (entry C j k))%ring /\ mean past (fun C => \prod_k f k (entry C j k))%ring = (\prod_k mean N (f k))%ring.
Proof.
move=> fi.
pose h (l : nat) (v : nat -> R) : R := if insub l is Some k then f (rev_ord k) (v j) else 1.
have hE (k : 'I_m) v : h k v = f (rev_ord k) (v j) by rewrite /h valK.
have hi l : integrable L (h l).
  rewrite /h; case: (insub l : option 'I_m) => [k|]; last exact: integrable_const.
  exact: (@draws_integrable_one _ 0 N d j (f (rev_ord k)) (ltn_ord j)).
have [i e] := @draws_product _ none L m h (fun l _ => hi l).
have pw (C : nat -> nat -> R) : (\prod_(l < m) h l (C l) = \prod_k f k (entry C j k))%ring.
  rewrite [RHS](reindex_inj rev_ord_inj) /=; apply: eq_bigr => l _; rewrite hE /entry /=.
  by rewrite subnSK // subKn // ltnW.
have pm : (\prod_(l < m) mean L (h l) = \prod_k mean N (f k))%ring.
  rewrite [RHS](reindex_inj rev_ord_inj) /=; apply: eq_bigr => l _.
  rewrite (mean_ext _ (hE l)); exact: (@draws_mean_one _ 0 N d j (f (rev_ord l)) (ltn_ord j)).
split; first by apply: integrable_ext i => C; rewrite pw.
by rewrite -pm -e; apply: mean_ext => C; rewrite pw.
Qed.
Lemma row_transform j t : 0 < t -> mean past (fun C => exp (- (rowsq (rows C) j * t))) = transform q t.
Proof.
move=> t0; have tq k : 0 < t * q k by exact: Rmult_lt_0_compat.
have fi k : integrable N (fun x => exp (- (t * q k) * x ^ 2)) /\ mean N (fun x => exp (- (t * q k) * x ^ 2)) = exp (- ln (1 + 2 * t * q k) / 2).
  have root : exp (- ln (1 + 2 * t * q k) / 2) = / sqrt (1 + 2 * t * q k).
    have -> : - ln (1 + 2 * t * q k) / 2 = - (/ 2 * ln (1 + 2 * t * q k)) by field.
    by rewrite exp_Ropp -[exp (/ 2 * _)]/(Rpower _ _) Rpower_sqrt //; have := tq k; lra.
  have e : 1 + 2 * (t * q k) = 1 + 2 * t * q k by ring.
  have ht : -1 / 2 < t * q k by have := tq k; lra.
  by have [a b] := normal_laplace normal ht; rewrite e in b; rewrite root.
have [_ e] := entries_product j (fun k => proj1 (fi k)).
transitivity (\prod_k exp (- ln (1 + 2 * t * q k) / 2))%ring.
  rewrite -(eq_bigr _ (fun k _ => proj2 (fi k))) -e; apply: mean_ext => C.
  by rewrite gram_map.prod_exp row_length -total_scal_r -total_opp; congr exp; apply: total_ext => k; ring.
by rewrite gram_map.prod_exp total_div total_opp.
Qed.
Lemma row_integrable j : integrable past (fun C => rowsq (rows C) j).
Proof.
apply: (integrable_ext (f := fun C => \S_(k < m) (q k * entry C j k ^ 2))) => [C|]; first by rewrite row_length.
apply: integrable_total => k; apply: integrable_scal.
apply: (@draws_integrable_one _ none L m (m - k.+1)%N (fun v => v j ^ 2)).
  by rewrite ltn_subrL m0.
by apply: (@draws_integrable_one _ 0 N d j (fun x => x ^ 2) (ltn_ord j)); exact: normal_power.
Qed.
Lemma row_pos : almost_surely past (fun C => forall j, 0 < rowsq (rows C) j).
Proof.
apply: almost_finite => j.
have mz : measurable_on past (fun C => normed_chain.zero (rowsq (rows C) j)) by exact: normed_chain.measurable_zero.
have iz : integrable past (fun C => normed_chain.zero (rowsq (rows C) j)) by exact: normed_chain.integrable_zero.
have z0 : 0 <= mean past (fun C => normed_chain.zero (rowsq (rows C) j)) by apply: mean_ge0 => C; case: (normed_chain.zero_range (rowsq (rows C) j)).
have z : mean past (fun C => normed_chain.zero (rowsq (rows C) j)) <= 0.
  pose a := q (Ordinal m0); have a0 : 0 < a by exact: q0.
  apply: le_vanishing => i; have J : 0 < INR i.+1 by apply: lt_0_INR; apply/ssrnat.ltP.
  pose t := (exp (2 * INR i.+1) - 1) / (2 * a).
  have e1 : 1 < exp (2 * INR i.+1) by rewrite -exp_0; apply: exp_increasing; lra.
  have t0 : 0 < t by apply: Rdiv_lt_0_compat; lra.
  apply: Rle_trans (_ : exp (- INR i.+1) <= _); last first.
    rewrite exp_Ropp; apply: Rinv_le_contravar => //; have := exp_ineq1_le (INR i.+1); lra.
  apply: Rle_trans (_ : mean past (fun C => exp (- (rowsq (rows C) j * t))) <= _).
    apply: mean_le => // [|C]; first by apply: exp_integrable.
    rewrite /normed_chain.zero; case: asboolP => [-> | _]; last exact: Rlt_le (exp_pos _).
    by rewrite Rmult_0_l Ropp_0 exp_0; lra.
  rewrite row_transform // /transform; apply: calculus.exp_le.
  have pos k : 0 <= ln (1 + 2 * t * q k).
    by rewrite -ln_1; apply: calculus.ln_le; [lra | have := Rmult_lt_0_compat _ _ t0 (q0 k); lra].
  have := total_one_term (Ordinal m0) pos; rewrite -/a.
  have -> : 1 + 2 * t * a = exp (2 * INR i.+1) by rewrite /t; field; lra.
  by rewrite ln_exp; lra.
have e : mean past (fun C => normed_chain.zero (rowsq (rows C) j)) = 0 by lra.
have := almost_zero mz (fun C => proj1 (normed_chain.zero_range (rowsq (rows C) j))); rewrite (integral_meanE iz) e => h.
apply: almost_weaken (h erefl) => w z1; have [//|/esym e0] := l0 (draw w) j.
by move: z1; rewrite normed_chain.zero_at //; lra.
Qed.
Lemma row_log j : [/\ integrable past (fun C => ln (rowsq (rows C) j)), mean past (fun C => ln (rowsq (rows C) j)) <= log_square N m - ln (INR m) &
  log_square N m + (\S_(k < m) ln (q k)) / INR m <= mean past (fun C => ln (rowsq (rows C) j))].
Proof.
have aj : almost_surely past (fun C => 0 < rowsq (rows C) j) by apply: almost_weaken row_pos => w h; exact: h.
pose a := q (Ordinal m0); have a0 : 0 < a by exact: q0.
have i1 : integrable past (fun C => ln (1 + rowsq (rows C) j)).
  apply: (integrable_dominated (g := fun C => rowsq (rows C) j)).
  - by apply: measurable_ln; apply: measurable_add => //; exact: measurable_const.
  - exact: row_integrable.
  move=> w; have := l0 (draw w) j; move: (rowsq _ j) => x x0; rewrite Rabs_pos_eq; last by rewrite -ln_1; apply: calculus.ln_le; lra.
  by have := @ln_below (1 + x) ltac:(lra); lra.
have scaled_squares k c : (0 < k)%N -> 0 < c -> [/\ measurable_on (normals N k) (fun g => c * squares k g), forall g, 0 <= c * squares k g,
    almost_surely (normals N k) (fun g => 0 < c * squares k g), integrable (normals N k) (fun g => ln (c * squares k g)) &
    mean (normals N k) (fun g => ln (c * squares k g)) = ln c + log_square N k /\
    forall t, 0 < t -> mean (normals N k) (fun g => exp (- (c * squares k g * t))) = exp (- (INR k * ln (1 + 2 * (c * t))) / 2)].
  move=> k0 c0; have mS := squares_measurable normal (leqnn k); have ps := squares_pos normal k0 (leqnn k).
  have il := log_squares_integrable normal k0.
  have [|i e] := almost_ext (integrable_add (integrable_const (normals N k) (ln c)) il) (measurable_ln (measurable_scal c mS)) ps.
    by move=> w p; rewrite ln_mult.
  split=> //.
  - exact: measurable_scal.
  - by move=> g; apply: Rmult_le_pos; [lra | exact: squares_ge0].
  - by apply: almost_weaken ps => w p; exact: Rmult_lt_0_compat.
  split; first by rewrite e mean_add ?mean_const //; exact: integrable_const.
  move=> t t0; have ct : 0 < c * t by exact: Rmult_lt_0_compat.
  rewrite (mean_ext _ (g := fun g => exp (- (squares k g * (c * t))))); last by move=> g; congr exp; ring.
  by have [_ ->] := squares_transform normal (leqnn k) ct.
pose ka := exp ((\S_(k < m) ln (q k)) / INR m); have ka0 : 0 < ka by exact: exp_pos.
have [mY Y0 aY iY [eY tY]] := scaled_squares m ka m0 ka0.
have [|il low] := log_order_almost (ml j) mY (l0^~ j) Y0 aj aY i1 iY.
  move=> t t0; rewrite row_transform // tY // /transform; apply: calculus.exp_le.
  have -> : 1 + 2 * (ka * t) = 1 + 2 * t * ka by ring.
  set c := ln (1 + 2 * t * ka); set e := 2 * t * ka / (1 + 2 * t * ka).
  have le k : c + e * (ln (q k) - ln ka) <= ln (1 + 2 * t * q k) by apply: ln_tangent => //; lra.
  have := total_le le; rewrite total_add total_const total_scal total_sub total_const /ka ln_exp.
  have -> : \S_(k < m) ln (q k) - INR m * ((\S_(k < m) ln (q k)) / INR m) = 0 by field; lra.
  lra.
rewrite eY /ka ln_exp Rplus_comm in low; split=> //.
have im : 0 < / INR m by exact: Rinv_0_lt_compat.
have [mX X0 aX iX [eX tX]] := scaled_squares m (/ INR m) m0 im.
have i2 : integrable (normals N m) (fun g => ln (1 + / INR m * squares m g)).
  have [iS _] := squares_mean normal m.
  apply: (integrable_dominated (g := fun g => / INR m * squares m g)).
  - by apply: measurable_ln; apply: measurable_add => //; exact: measurable_const.
  - exact: integrable_scal.
  move=> w; have := X0 (draw w); move: (/ INR m * _) => x x0; rewrite Rabs_pos_eq; last by rewrite -ln_1; apply: calculus.ln_le; lra.
  by have := @ln_below (1 + x) ltac:(lra); lra.
have [|_ le] := log_order_almost mX (ml j) X0 (l0^~ j) aX aj i2 il.
  move=> t t0; rewrite row_transform // tX // /transform; apply: calculus.exp_le.
  have p k : 0 < 1 + 2 * t * q k by have := Rmult_lt_0_compat _ _ t0 (q0 k); lra.
  have := reals.mean_ln m0 p; rewrite total_add total_const total_scal q1.
  have -> : (INR m * 1 + 2 * t * 1) / INR m = 1 + 2 * (/ INR m * t) by field; lra.
  lra.
by apply: Rle_trans le _; rewrite eX ln_Rinv //; lra.
Qed.

(* ---------- where nothing is degenerate ---------- *)
Definition good C := 0 < volume d m C /\ forall j, 0 < rowsq (rows C) j.
Let Td : (\det T)%ring * (\det T)%ring = (\prod_k q k)%ring.
Proof.
have := congr1 determinant TT; rewrite det_mulmx det_tr det_diag mulE => ->; apply: eq_bigr => k _; by rewrite mxE.
Qed.
Let qp : 0 < (\prod_k q k)%ring. Proof. exact: prod_pos. Qed.
Lemma rows_det C : (\det ((rows C)^T *m rows C))%ring = volume d m C * (\prod_k q k)%ring.
Proof.
have e : ((rows C)^T *m rows C = T^T *m ((vectors d m C)^T *m vectors d m C) *m T)%ring by rewrite /rows trmx_mul !mulmxA.
have aux (x y : R) : x * y * x = y * (x * x) by ring.
by rewrite e 2!det_mulmx det_tr -Td; exact: aux.
Qed.
Lemma rows_full C : good C -> (\det ((rows C)^T *m rows C))%ring <> 0.
Proof. by move=> [v _]; rewrite rows_det; apply: Rgt_not_eq; exact: Rmult_lt_0_compat. Qed.
(* the squared volume after the layer, times d^m *)
Definition next_volume C : R := (\det ((BN (rows C))^T *m BN (rows C)))%ring.
Definition filled C : R := (\det (nonsingular (reduced (rows C)) (spanned (rows C))))%ring.
Lemma next_volume_pos C : good C -> 0 < next_volume C.
Proof.
move=> g; have nz : next_volume C <> 0 by apply: full_of_BN; [exact: (proj2 g) | exact: rows_full].
have [lam sp] := gram_spectrum (BN (rows C)); have l0' := gram_spectrum_ge0 sp.
have : 0 <= next_volume C; last by lra.
rewrite /next_volume (spectrum_det sp); apply: (big_ind (fun x => 0 <= x)); [rewrite oneE; lra | | by move=> k _; exact: l0'].
by move=> x y hx hy; rewrite mulE; exact: Rmult_le_pos.
Qed.
Lemma next_volume_le C : good C -> ln (next_volume C) <= INR m * ln (INR d / INR m).
Proof.
move=> g; have p := next_volume_pos g; have [lam sp] := gram_spectrum (BN (rows C)).
have lp := @gram_spectrum_pos d m _ lam p sp.
by rewrite /next_volume (spectrum_det sp) ln_prod // -(frobsq_BN (proj2 g)) (spectra.gram_frobsq sp); exact: reals.mean_ln.
Qed.
Lemma filled_log C : good C ->
  ln (filled C) = ln (volume d m C) + \S_(k < m) ln (q k) - \S_(j < d) ln (rowsq (rows C) j) - ln (next_volume C).
Proof.
move=> g; have [v p] := g; have nv := next_volume_pos g.
rewrite /filled (complementary p (rows_full g)) -/(next_volume C) rows_det.
have -> : (\det (diag_mx (\row_j (/ sqrt (rowsq (rows C) j))%R) : 'M[R]_d))%ring = (\prod_j (/ sqrt (rowsq (rows C) j))%R)%ring.
  by rewrite det_diag; apply: eq_bigr => j _; rewrite mxE.
have ip j : 0 < / sqrt (rowsq (rows C) j) by apply: Rinv_0_lt_compat; exact: sqrt_lt_R0.
have pp := prod_pos ip.
have dE (x y : R) : 0 < y -> (x / y)%ring = x / y by move=> y0; rewrite -RdivE //; apply/eqP; exact: Rgt_not_eq.
rewrite dE // !mulE ln_mult; [|exact: Rmult_lt_0_compat|by apply: Rdiv_lt_0_compat => //; exact: Rmult_lt_0_compat].
rewrite ln_div //; last exact: Rmult_lt_0_compat.
rewrite !ln_mult // !ln_prod //.
have -> : \S_(j < d) ln (/ sqrt (rowsq (rows C) j)) = - (/ 2) * \S_(j < d) ln (rowsq (rows C) j).
  rewrite -total_scal; apply: total_ext => j; rewrite ln_Rinv; last exact: sqrt_lt_R0.
  by rewrite -{2}(sqrt_sqrt (rowsq (rows C) j)) // ln_mult; [field | exact: sqrt_lt_R0 | exact: sqrt_lt_R0].
set s := \S_(j < d) _; set u := \S_(k < m) _; field.
Qed.
Definition slack C : R := \S_(j < d) (rowsq (rows C) j + Rabs (ln (rowsq (rows C) j))).
Lemma filled_le C : good C -> ln (filled C) <= INR d * (ln (INR m) + slack C).
Proof.
move=> g; have [v p] := g; have full := rows_full g.
have := nonsingular_log_le (spanned_sym _) (reduced_spanned p full) (@spanned_kernel _ _ _ p full) (spanned_trace full) md.
move=> h; apply: Rle_trans h _; apply: Rmult_le_compat_l; first exact: pos_INR.
have fr := reduced_frobsq p full; set s := \S_(j < d) / _ in fr.
have s0 : 0 <= s by apply: total_ge0 => j; exact/Rlt_le/Rinv_0_lt_compat.
have D1 : 1 <= INR d by rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP.
have M1 : 1 <= INR m by rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP.
have f0 := frobsq_ge0 (reduced (rows C)).
apply: Rle_trans (_ : ln (INR m * (1 + s)) <= _).
  apply: calculus.ln_le; first by apply: Rdiv_lt_0_compat; lra.
  apply: (Rmult_le_reg_r (INR d)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  by apply: Rle_trans (_ : INR m * (1 + s) * 1 <= _); [nra | apply: Rmult_le_compat_l => //; nra].
rewrite ln_mult //; last lra; apply: Rplus_le_compat_l.
apply: Rle_trans (ln_sum_le (fun j => Rlt_le _ _ (Rinv_0_lt_compat _ (p j)))) _.
by apply: total_le => j; exact: ln_one_plus_inv.
Qed.
Lemma size_le C : good C -> ln (1 + size m (fun C => reduced (rows C)) C) <= squares d (C m) + slack C.
Proof.
move=> g; have [v p] := g; have full := rows_full g.
have sh : size m (fun C => reduced (rows C)) C <= \S_(j < d) (C m j ^ 2 * / rowsq (rows C) j).
  rewrite /size /size_of /reduced -mulmxA; apply: Rle_trans (residual_shorter _ (full_of_BN p full)) _; apply: Req_le.
  apply: total_ext => j; rewrite /rowsq {1}/total big_ord1 mul_diag_mx ![X in X ^ 2]mxE [X in (X * _)%ring]mxE [X in (_ * X)%ring]mxE mulE Rpow_mult_distr.
  rewrite pow_inv pow2_sqrt; [ring | exact: rowsq_ge0].
have s0 : 0 <= size m (fun C => reduced (rows C)) C by exact: frobsq_ge0.
have t0 (j : 'I_d) : 0 <= C m j ^ 2 * / rowsq (rows C) j by apply: Rmult_le_pos; [exact: pow2_ge_0 | exact/Rlt_le/Rinv_0_lt_compat].
apply: Rle_trans (_ : ln (1 + \S_(j < d) (C m j ^ 2 * / rowsq (rows C) j)) <= _); first by apply: calculus.ln_le; lra.
apply: Rle_trans (ln_sum_le t0) _; rewrite /squares /slack -total_add; apply: total_le => j.
have x0 := pow2_ge_0 (C m j); have y0 := Rinv_0_lt_compat _ (p j); have h := ln_one_plus_inv (p j).
apply: Rle_trans (_ : ln ((1 + C m j ^ 2) * (1 + / rowsq (rows C) j)) <= _); first by apply: calculus.ln_le; [have := t0 j; lra | nra].
by rewrite ln_mult; [have := @ln_below (1 + C m j ^ 2) ltac:(lra); lra | lra | lra].
Qed.

(* ---------- means ---------- *)
Let drows : depends_on m rows. Proof. by move=> C C' e; rewrite /rows (@vectors_depends d m _ _ e). Qed.
Let dgood : depends_on m good. Proof. by move=> C C' e; rewrite /good (@volume_depends d m _ _ e) (drows e). Qed.
Let mgood : measurable_event past good.
Proof.
apply: event_and; first by apply: event_lt; [exact: measurable_const | exact: volume_measurable].
by apply: event_forall => j; apply: event_lt => //; exact: measurable_const.
Qed.
Let agood : almost_surely past good.
Proof. by have [_ a _] := bartlett normal (ltnW md); have := almost_and a row_pos; apply: almost_weaken. Qed.
Let mX : measurable_matrix past (fun C => BN (rows C)). Proof. exact: chains.measurable_BN. Qed.
Let mnext : measurable_on past next_volume.
Proof. exact: chains.measurable_det (measurable_matrix_mul (measurable_matrix_tr mX) mX). Qed.
Let mreduced : measurable_matrix past (fun C => reduced (rows C)).
Proof.
have mG := measurable_matrix_mul (measurable_matrix_tr mX) mX.
have h := measurable_matrix_mul (measurable_matrix_mul mX (new_direction.measurable_invmx mG)) (measurable_matrix_tr mX).
have mQ : measurable_matrix past (fun C => residual (BN (rows C))).
  move=> i j; apply: (measurable_ext (f := fun C => (1%:M%ring : 'M[R]_d) i j - (BN (rows C) *m invmx ((BN (rows C))^T *m BN (rows C)) *m (BN (rows C))^T)%ring i j)).
    by move=> C; rewrite /residual [RHS]mxE [X in (_ + X)%ring]mxE.
  by apply: measurable_sub; [exact: measurable_const | exact: h].
apply: measurable_matrix_mul mQ _ => i j.
apply: (measurable_ext (f := fun C => if i == j then / sqrt (rowsq (rows C) i) else 0)).
  by move=> C; rewrite !mxE; case: eqP => [-> | _]; rewrite ?mulr1n ?mulr0n.
by case: eqP => _; [apply: measurable_inv; exact: measurable_sqrt | exact: measurable_const].
Qed.
Let mfilled : measurable_on past filled.
Proof.
have mG := measurable_matrix_mul (measurable_matrix_tr mR) mR.
have mP : measurable_matrix past (fun C => spanned (rows C)).
  exact: (measurable_matrix_mul (measurable_matrix_mul mR (new_direction.measurable_invmx mG)) (measurable_matrix_tr mR)).
have mA := measurable_matrix_mul (measurable_matrix_tr mreduced) mreduced.
apply: chains.measurable_det => i j.
by apply: measurable_ext (measurable_add (mA i j) (mP i j)) => C; rewrite /nonsingular [RHS]mxE.
Qed.
Let mslack : measurable_on past slack.
Proof. by apply: measurable_total => j; apply: measurable_add => //; apply: measurable_abs; exact: measurable_ln. Qed.
Let islack : integrable past slack.
Proof.
apply: integrable_total => j; apply: integrable_add; first exact: row_integrable.
by apply: integrable_abs; case: (row_log j).
Qed.
Let slack0 C : 0 <= slack C.
Proof. by apply: total_ge0 => j; have := l0 C j; have := Rabs_pos (ln (rowsq (rows C) j)); lra. Qed.
Let ivol : integrable past (fun C => ln (volume d m C)). Proof. by case: (bartlett normal (ltnW md)). Qed.
Let irows : integrable past (fun C => \S_(j < d) ln (rowsq (rows C) j)).
Proof. by apply: integrable_total => j; case: (row_log j). Qed.
Let qlog := \S_(k < m) ln (q k).
(* the mean gap after the layer exists *)
Lemma next_volume_integrable : integrable past (fun C => ln (next_volume C)).
Proof.
pose up := INR m * ln (INR d / INR m).
pose low C := ln (volume d m C) + qlog - \S_(j < d) ln (rowsq (rows C) j) - INR d * (ln (INR m) + slack C).
have ilow : integrable past low.
  apply: integrable_sub; last by apply: integrable_scal; apply: integrable_add => //; exact: integrable_const.
  by apply: integrable_sub => //; apply: integrable_add => //; exact: integrable_const.
pose f C := Rmax (low C) (Rmin up (ln (next_volume C))).
have mf : measurable_on past f.
  apply: measurable_max; first exact: integrable_measurable ilow.
  by apply: measurable_min; [exact: measurable_const | exact: measurable_ln].
have iF : integrable past f.
  apply: (integrable_dominated (g := fun C => Rabs (low C) + Rabs up) mf).
    by apply: integrable_add; [exact: integrable_abs | exact: integrable_const].
  move=> w; rewrite /f; move: (low _) (ln _) => a b; apply: Rabs_le; rewrite /Rmax /Rmin.
  by have := Rle_abs a; have := Rle_abs (- a); have := Rle_abs up; have := Rle_abs (- up); rewrite !Rabs_Ropp; case: Rle_dec; case: Rle_dec; lra.
have [|//] := almost_ext iF (measurable_ln mnext) agood; move=> w g; rewrite /f.
have a := next_volume_le g; have b := filled_le g; have c := filled_log g.
rewrite Rmin_right // Rmax_right // /low /qlog; lra.
Qed.
Let ifilled : integrable past (fun C => ln (filled C)).
Proof.
have i : integrable past (fun C => ln (volume d m C) + qlog - \S_(j < d) ln (rowsq (rows C) j) - ln (next_volume C)).
  apply: integrable_sub; last exact: next_volume_integrable.
  by apply: integrable_sub => //; apply: integrable_add => //; exact: integrable_const.
by have [|//] := almost_ext i (measurable_ln mfilled) agood; move=> w g; rewrite filled_log.
Qed.
Definition leaving C := size m (fun C => reduced (rows C)) C.
Theorem layer_mean : [/\ integrable now (fun C => ln (leaving C)), almost_surely now (fun C => good C /\ 0 < leaving C) &
  log_square N (d - m) + (\S_(j < m) log_square N (d - j) + qlog - INR d * (log_square N m - ln (INR m))
    - mean past (fun C => ln (next_volume C))) / INR (d - m) <= mean now (fun C => ln (leaving C))].
Proof.
pose A C := reduced (rows C); pose P C := spanned (rows C).
have dA : depends_on m A by move=> C C' e; rewrite /A (drows e).
have dP : depends_on m P by move=> C C' e; rewrite /P (drows e).
have forms C : good C -> [/\ (P C)^T = P C, A C *m P C = 0, forall B : 'M[R]_d, A C *m B = 0 -> P C *m B = B & \tr (P C) = INR m]%ring.
  move=> g; have full := rows_full g; have p := proj2 g; split; [exact: spanned_sym | exact: reduced_spanned | | exact: spanned_trace].
  by move=> B; exact: spanned_kernel.
have mS := size_measurable' normal dA mreduced.
have ag' := good_now dgood mgood agood.
have dsl : depends_on m slack by move=> C C' e; rewrite /slack (drows e).
have isl := (@draws_integrable_later _ none L _ _ _ (leqnSn m) dsl).1 islack.
have i2 : integrable now (fun C => squares d (C m)).
  by have [i _] := squares_mean normal d; exact: (@draws_integrable_one _ none L m.+1 m (squares d) (ltnSn m) i).
have isize : integrable now (fun C => ln (1 + size m A C)).
  have m1 : measurable_on now (fun C => ln (1 + size m A C)).
    by apply: measurable_ln; apply: measurable_add => //; exact: measurable_const.
  pose b C := squares d (C m) + slack C; have ib : integrable now b by exact: integrable_add.
  pose f C := Rmin (ln (1 + size m A C)) (b C).
  have mf : measurable_on now f by apply: measurable_min => //; exact: integrable_measurable ib.
  have s0 C : 0 <= size m A C by exact: frobsq_ge0.
  have l1 C : 0 <= ln (1 + size m A C) by rewrite -ln_1; apply: calculus.ln_le; have := s0 C; lra.
  have if' : integrable now f.
    apply: (integrable_dominated mf ib) => w; rewrite Rabs_pos_eq; first exact: Rmin_r.
    by apply: Rmin_glb => //; rewrite /b; have := squares_ge0 d (draw w m); have := slack0 (draw w); lra.
  have [|//] := almost_ext if' m1 ag'; move=> w g; rewrite /f Rmin_left //; exact: size_le.
have [is_ le] := log_size normal md dA dP dgood mreduced mgood mfilled forms agood isize ifilled.
split=> //; first exact: (size_pos normal md dA dgood mreduced mgood forms agood).
apply: Rle_trans le; rewrite Rplus_comm; apply: Rplus_le_compat_r; apply: Rmult_le_compat_r.
  by apply/Rlt_le/Rinv_0_lt_compat; apply: lt_0_INR; apply/ssrnat.ltP; rewrite subn_gt0.
have iall : integrable past (fun C => ln (volume d m C) + qlog - \S_(j < d) ln (rowsq (rows C) j) - ln (next_volume C)).
  apply: integrable_sub; last exact: next_volume_integrable.
  by apply: integrable_sub => //; apply: integrable_add => //; exact: integrable_const.
have [|_ ->] := almost_ext iall (measurable_ln mfilled) agood; first by move=> w g; rewrite filled_log.
rewrite mean_sub; [|by apply: integrable_sub => //; apply: integrable_add => //; exact: integrable_const|exact: next_volume_integrable].
rewrite mean_sub //; last by apply: integrable_add => //; exact: integrable_const.
rewrite mean_add ?mean_const //; last exact: integrable_const.
have [_ _ bl] := bartlett normal (ltnW md).
rewrite mean_total; last by move=> j; case: (row_log j).
have : \S_(j < d) mean past (fun C => ln (rowsq (rows C) j)) <= \S_(j < d) (log_square N m - ln (INR m)) by apply: total_le => j; case: (row_log j).
rewrite total_const; lra.
Qed.

(* ---------- bounds that are affine in the gap of the samples ---------- *)
Let E_row j : mean past (fun C => rowsq (rows C) j) = 1.
Proof.
rewrite (mean_ext _ (g := fun C => \S_(k < m) (q k * entry C j k ^ 2))); last by move=> C; rewrite row_length.
have i1 : integrable N (fun x => x ^ 2) by exact: normal_power.
have i2 : integrable L (fun v => v j ^ 2) by exact: (@draws_integrable_one _ 0 N d j (fun x => x ^ 2) (ltn_ord j)).
have e2 : mean L (fun v => v j ^ 2) = 1 by rewrite (@draws_mean_one _ 0 N d j (fun x => x ^ 2) (ltn_ord j)) // normal_second.
have mk (k : 'I_m) : (m - k.+1 < m)%N by rewrite ltn_subrL m0.
have i3 k : integrable past (fun C => entry C j k ^ 2) by exact: (@draws_integrable_one _ none L m (m - k.+1)%N (fun v => v j ^ 2) (mk k)).
rewrite mean_total; last by move=> k; exact: integrable_scal.
rewrite -[RHS]q1; apply: total_ext => k; rewrite mean_scal //.
by rewrite (@draws_mean_one _ none L m (m - k.+1)%N (fun v => v j ^ 2) (mk k)) // e2; ring.
Qed.
Let abs_log x : 0 < x -> Rabs (ln x) <= 2 * ln (1 + x) - ln x.
Proof.
move=> x0; have a : ln x <= ln (1 + x) by apply: calculus.ln_le; lra.
have b : 0 <= ln (1 + x) by rewrite -ln_1; apply: calculus.ln_le; lra.
by apply: Rabs_le; lra.
Qed.
Definition slack_bound (a : R) : R := INR d * (3 - log_square N m + a / INR m).
Lemma slack_mean : mean past slack <= slack_bound (- qlog).
Proof.
rewrite /slack mean_total; last by move=> j; apply: integrable_add; [exact: row_integrable | apply: integrable_abs; case: (row_log j)].
rewrite /slack_bound -total_const; apply: total_le => j; have [il _ low] := row_log j; have ir := row_integrable j.
have aj : almost_surely past (fun C => 0 < rowsq (rows C) j) by apply: almost_weaken row_pos => w h; exact: h.
rewrite mean_add //; last exact: integrable_abs.
rewrite E_row; have : mean past (fun C => Rabs (ln (rowsq (rows C) j))) <= mean past (fun C => 2 * rowsq (rows C) j - ln (rowsq (rows C) j)).
  apply: (mean_le_almost (integrable_abs il) (integrable_sub (integrable_scal _ ir) il) aj) => w p.
  by have := abs_log p; have := @ln_below (1 + rowsq (rows (draw w)) j) ltac:(lra); lra.
rewrite mean_sub ?mean_scal ?E_row //; last exact: integrable_scal.
by rewrite /qlog in low *; rewrite /Rdiv Ropp_mult_distr_l_reverse; rewrite /Rdiv in low; lra.
Qed.
Let Kvol := mean past (fun C => Rabs (ln (volume d m C))).
Let up := INR m * ln (INR d / INR m).
Definition next_bound (a : R) : R := Rabs up + Kvol + a + slack_bound a + INR d * (ln (INR m) + slack_bound a).
Let qlog_le0 : qlog <= 0.
Proof.
rewrite /qlog -[X in _ <= X](Rmult_0_r (INR m)) -total_const; apply: total_le => k.
rewrite -ln_1; apply: calculus.ln_le => //; rewrite -q1; apply: total_one_term => i; exact: Rlt_le.
Qed.
Lemma next_mean : mean past (fun C => Rabs (ln (next_volume C))) <= next_bound (- qlog).
Proof.
have sm := slack_mean; have D1 : 0 <= INR d by exact: pos_INR.
pose b C := Rabs up + Rabs (ln (volume d m C)) + - qlog + slack C + INR d * (ln (INR m) + slack C).
have ib1 : integrable past (fun C => Rabs up + Rabs (ln (volume d m C))) by apply: integrable_add; [exact: integrable_const | exact: integrable_abs].
have ib2 : integrable past (fun C => Rabs up + Rabs (ln (volume d m C)) + - qlog) by apply: integrable_add => //; exact: integrable_const.
have ib3 : integrable past (fun C => ln (INR m) + slack C) by apply: integrable_add => //; exact: integrable_const.
have ib4 : integrable past (fun C => INR d * (ln (INR m) + slack C)) by exact: integrable_scal.
have ib5 : integrable past (fun C => Rabs up + Rabs (ln (volume d m C)) + - qlog + slack C) by exact: integrable_add.
have ib : integrable past b by exact: integrable_add.
apply: Rle_trans (_ : mean past b <= _).
  apply: (mean_le_almost (integrable_abs next_volume_integrable) ib agood) => w g.
  have x1 := next_volume_le g; have x2 := filled_le g; have x3 := filled_log g; rewrite -/up in x1; rewrite -/qlog in x3.
  have s0 := slack0 (draw w); have u1 := Rle_abs up; have v1 := Rle_abs (- ln (volume d m (draw w))); rewrite Rabs_Ropp in v1.
  have u0 := Rabs_pos up; have v0 := Rabs_pos (ln (volume d m (draw w))).
  have r1 : \S_(j < d) ln (rowsq (rows (draw w)) j) <= slack (draw w).
    by apply: total_le => j; have := Rle_abs (ln (rowsq (rows (draw w)) j)); have := l0 (draw w) j; lra.
  have M1 : 0 <= ln (INR m) by rewrite -ln_1; apply: calculus.ln_le; [lra | rewrite -[1]/(INR 1); apply: le_INR; exact/ssrnat.leP].
  have t0 : 0 <= INR d * (ln (INR m) + slack (draw w)) by apply: Rmult_le_pos; lra.
  by rewrite /b; apply: Rabs_le; lra.
rewrite /b mean_add // mean_add // mean_add ?mean_const //; last exact: integrable_const.
rewrite mean_add ?mean_const //; [|exact: integrable_const|exact: integrable_abs].
rewrite mean_scal // mean_add ?mean_const //; last exact: integrable_const.
rewrite /next_bound /Kvol; have := Rmult_le_compat_l (INR d) _ _ D1 sm; lra.
Qed.
Definition leaving_bound (a : R) : R := 2 * (INR d + slack_bound a) - log_square N (d - m)
  - (\S_(j < m) log_square N (d - j) - a - INR d * (log_square N m - ln (INR m)) - up) / INR (d - m).
Lemma leaving_mean : mean now (fun C => Rabs (ln (leaving C))) <= leaving_bound (- qlog).
Proof.
have [il al le] := layer_mean; have sm := slack_mean.
have dsl : depends_on m slack by move=> C C' e; rewrite /slack (drows e).
have isl := (@draws_integrable_later _ none L _ _ _ (leqnSn m) dsl).1 islack.
have [is2 es2] := squares_mean normal d.
have i2 : integrable now (fun C => squares d (C m)) by exact: (@draws_integrable_one _ none L m.+1 m (squares d) (ltnSn m) is2).
have ib : integrable now (fun C => 2 * (squares d (C m) + slack C) - ln (leaving C)).
  by apply: integrable_sub => //; apply: integrable_scal; exact: integrable_add.
apply: Rle_trans (_ : mean now (fun C => 2 * (squares d (C m) + slack C) - ln (leaving C)) <= _).
  apply: (mean_le_almost (integrable_abs il) ib al) => w [g p].
  by have := abs_log p; have := size_le g; rewrite -/(leaving (draw w)); lra.
rewrite mean_sub //; last by apply: integrable_scal; exact: integrable_add.
rewrite mean_scal; last exact: integrable_add.
rewrite mean_add // (@draws_mean_one _ none L m.+1 m (squares d) (ltnSn m) is2) es2 (draws_mean_later (leqnSn m) dsl islack).
have nl : mean past (fun C => ln (next_volume C)) <= up.
  have := mean_le_almost next_volume_integrable (integrable_const past up) agood (fun w g => next_volume_le g); by rewrite mean_const.
have R0 : 0 < / INR (d - m) by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ssrnat.ltP; rewrite subn_gt0.
rewrite /leaving_bound; rewrite /Rdiv in le *; set E1 := mean past (fun C => ln (next_volume C)) in nl le.
set s := \S_(j < m) _ in le *; set b := INR d * (_ - _) in le *.
have : (s - - qlog - b - up) * / INR (d - m) <= (s + qlog - b - E1) * / INR (d - m) by apply: Rmult_le_compat_r; lra.
lra.
Qed.
End Layer.
