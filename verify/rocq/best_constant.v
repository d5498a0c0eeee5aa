(* No smaller constant in theorem 1 of meterez2024 (sharp:absolute-constant): at d = 2 one layer takes a small gap to about a half of it
   (local_rate.v), so E phi(X_1) <= phi_0 exp(-c/(d^2 (1 + d phi_0))) fails for every c > 4 ln 2 and some X_0 ([best_constant]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra pairs means tower haar drift mean_gap local_rate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* a diagonal matrix with the given eigenvalues of X X^T *)
Lemma diagonal_spectrum d (lam : 'I_d -> R) : (forall k, 0 <= lam k) ->
  exists X : 'M[R]_d, spectrum (X *m X^T)%ring lam.
Proof.
move=> p; exists (diag_mx (\row_k sqrt (lam k)))%ring, 1%:M%ring; split; first exact: orthogonal_1.
rewrite tr_diag_mx mulmx_diag trmx1 mulmx1 mul1mx; congr diag_mx; apply/rowP => k; rewrite !mxE.
by change (sqrt (lam k) * sqrt (lam k) = lam k); exact: sqrt_sqrt.
Qed.
(* a 2 x 2 matrix of a given gap *)
Lemma small_gap_exists p : 0 <= p -> exists X : 'M[R]_2, 0 < (\det (X^T *m X))%ring /\ phi X = p.
Proof.
move=> p0; have ep := exp_pos (- (2 * p)).
have e1 : exp (- (2 * p)) <= 1 by rewrite -exp_0; apply: exp_le; lra.
pose e := sqrt (1 - exp (- (2 * p))); have e0 : 0 <= e by exact: sqrt_pos.
have ee : e * e = 1 - exp (- (2 * p)) by apply: sqrt_sqrt; lra.
have e2 : e < 1 by nra.
pose lam (k : 'I_2) := if k == 0%ring then 1 - e else 1 + e.
have pos k : 0 < lam k by rewrite /lam; case: eqP => _; lra.
have [X s] := @diagonal_spectrum 2 lam (fun k => Rlt_le _ _ (pos k)).
have f := gram_l_full s pos; exists X; split=> //.
rewrite (phi_l _ f s) // !total_two /lam eqxx [INR 2]/=.
rewrite (_ : (1 - e + (1 + e)) / (1 + 1) = 1); last by field.
rewrite ln_1 -ln_mult; [|lra|lra]; rewrite (_ : (1 - e) * (1 + e) = exp (- (2 * p))); last by lra.
by rewrite ln_exp; field.
Qed.
Theorem best_constant (L : law 'M[R]_2) c : haar L -> 4 * ln 2 < c -> exists X0 : 'M[R]_2,
  0 < (\det (X0^T *m X0))%ring /\
  phi X0 * exp (- c * INR 1 / (INR 2 ^ 2 * (1 + INR 2 * phi X0))) < mean (weights L 1) (fun W => phi (rotated X0 W 1)).
Proof.
move=> H lc; have l2 := ln_lt_2; have d0 : (0 < 2)%N by [].
(* the middle between exp(-c/4) and 1/2 *)
pose h := exp (- (c / 4)); have h0 : 0 < h by exact: exp_pos.
have h1 : h < 1 / 2.
  have -> : 1 / 2 = exp (- ln 2) by rewrite exp_Ropp exp_ln; lra.
  by apply: exp_increasing; lra.
have e0 : 0 < (1 / 2 - h) / 2 by lra.
have [delta dp near] := local_rate d0 H e0.
(* exp(-(c/4)/(1+2p)) <= h exp(c p/2) <= h (1 + x) for small p *)
pose m := (1 / 2 + h) / 2; have m1 : h < m by rewrite /m; lra.
have g0 : 0 < ln (m / h) by rewrite -ln_1; apply: ln_increasing; [lra | apply: (Rmult_lt_reg_r h) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra].
pose p := Rmin (delta / 2) (ln (m / h) / c); have c0 : 0 < c by lra.
have p0 : 0 < p by apply: Rmin_pos; [lra | exact: Rdiv_lt_0_compat].
have pd : p < delta by have := Rmin_l (delta / 2) (ln (m / h) / c); rewrite -/p; lra.
have pc : p * c <= ln (m / h).
  have := Rmult_le_compat_r c _ _ ltac:(lra) (Rmin_r (delta / 2) (ln (m / h) / c)); rewrite -/p.
  by rewrite (_ : ln (m / h) / c * c = ln (m / h)); [ | field; lra].
have [X [f e]] := @small_gap_exists p ltac:(lra); exists X; split=> //.
have n := near X f ltac:(rewrite e; lra).
have -> : mean (weights L 1) (fun W => phi (rotated X W 1)) = mean L (fun W => phi (BN (W *m X)%ring)).
  have [_ ->] := weights_tower (weights_phi_integrable H 1 1 d0 f).
  rewrite (mean_ext (weights L 0) (g := fun=> mean L (fun W => phi (BN (W *m X)%ring)))) ?mean_const //.
have low : m * p <= mean L (fun W => phi (BN (W *m X)%ring)).
  move: n; rewrite e [INR 2]/=; set x := mean _ _ => n.
  have : m <= x / p by move: n; rewrite /m /Rabs; case: Rcase_abs; lra.
  move=> q; have := Rmult_le_compat_r p _ _ ltac:(lra) q; rewrite (_ : x / p * p = x) //; field; lra.
apply: Rlt_le_trans low; rewrite e Rmult_comm; apply: Rmult_lt_compat_r => //.
have -> : m = exp (ln m) by rewrite exp_ln //; lra.
apply: exp_increasing; rewrite [INR 2]/= [INR 1]/=.
have lm : ln (m / h) = ln m + c / 4 by rewrite ln_div; [rewrite /h ln_exp; ring | lra | lra].
rewrite lm in pc.
have : - c * 1 / ((1 + 1) ^ 2 * (1 + (1 + 1) * p)) < - (c / 4) + p * c; last lra.
apply: (Rmult_lt_reg_r (4 * (1 + 2 * p))); first lra.
rewrite (_ : _ / _ * _ = - c); last by field; lra.
by nra.
Qed.
