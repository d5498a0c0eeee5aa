(* The drift of one layer as an integral, exactly: for every Haar law, row j and lam > 0,
   E ln sum_k lam_k w_jk^2 = int ((1+2t)^(-d/2) - prod_k (1 + 2 lam_k t)^(-1/2)) dt/t ([haar_log]).

   The row has the direction of a vector of independent normals (sphere.v), where the integral is that of frullani.v. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains haar normal half_line frullani sphere drift.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma ln_0 : ln 0 = 0.
Proof. by rewrite /ln; case: Rlt_dec => // q; exfalso; lra. Qed.
Lemma over_positive_sub (f g : R -> R) : integrable_over_positive f -> integrable_over_positive g ->
  integrable_over_positive (fun t => f t - g t) /\ over_positive (fun t => f t - g t) = over_positive f - over_positive g.
Proof.
move=> i j; have [a b] := over_positive_linear 1 (-1) i j.
have e t : 1 * f t + -1 * g t = f t - g t by ring.
split; first by apply: eq_integrable a; [exact: positive_measurable | move=> t _; rewrite e].
by rewrite -(over_positive_ext (fun t _ => e t)) b; ring.
Qed.

Section Rows.
Variables (d : nat) (lam : 'I_d -> R).
Hypotheses (d0 : (0 < d)%N) (pos : forall k, 0 < lam k).
Notation form g := (\S_(k < d) (lam k * g (nat_of_ord k) ^ 2)).
Notation sqnorm g := (\S_(k < d) (1 * g (nat_of_ord k) ^ 2)).
Notation one := (fun _ : 'I_d => 1).
(* ln of the form on the unit sphere *)
Definition row_log (x : 'M[R]_(1, d)) : R := ln ((\S_(k < d) (lam k * x ord0 k ^ 2)) / \S_(k < d) (1 * x ord0 k ^ 2)).
Lemma row_log_borel : borel_fun row_log.
Proof.
have m (a : 'I_d -> R) : borel_fun (fun x : 'M[R]_(1, d) => \S_(k < d) (a k * x ord0 k ^ 2)).
  by apply: measurable_total => k; apply: measurable_scal; apply: measurable_pow; exact: borel_entry.
by apply: measurable_ln; apply: measurable_div; exact: m.
Qed.
Lemma row_log_directional : directional row_log.
Proof.
move=> r x r0; rewrite /row_log; congr ln.
have e (a : 'I_d -> R) : \S_(k < d) (a k * scaled r x ord0 k ^ 2) = r ^ 2 * \S_(k < d) (a k * x ord0 k ^ 2).
  by rewrite -total_scal; apply: total_ext => k; rewrite mxE; ring.
rewrite !e; case: (Req_dec (\S_(k < d) (1 * x ord0 k ^ 2)) 0) => [z | nz]; last by field; lra.
have x0 k : x ord0 k ^ 2 = 0.
  have := total_zero (f := fun k => 1 * x ord0 k ^ 2) _ z k; rewrite Rmult_1_l; apply=> l.
  by have := pow2_ge_0 (x ord0 l); lra.
rewrite (total_ext (f := fun k => lam k * x ord0 k ^ 2) (g := fun=> 0)) ?total_const; last by move=> k; rewrite x0; ring.
by rewrite /Rdiv !(Rmult_0_r, Rmult_0_l).
Qed.
Lemma row_log_bounded : exists c, forall x, Rabs (row_log x) <= c.
Proof.
have [a ha] := least_index lam d0; have [b hb] := largest_index lam d0.
exists (Rabs (ln (lam a)) + Rabs (ln (lam b))) => x; rewrite /row_log.
set q := \S_(k < d) (lam k * _); set p := \S_(k < d) (1 * _).
have p0 : 0 <= p by apply: total_ge0 => k; have := pow2_ge_0 (x ord0 k); lra.
have lo : lam a * p <= q.
  by rewrite -total_scal; apply: total_le => k; have := pow2_ge_0 (x ord0 k); have := ha k; nra.
have hi : q <= lam b * p.
  by rewrite -total_scal; apply: total_le => k; have := pow2_ge_0 (x ord0 k); have := hb k; nra.
have A := Rabs_pos (ln (lam a)); have B := Rabs_pos (ln (lam b)); have pa := pos a.
case: (Rle_lt_or_eq_dec _ _ p0) => [pp | z]; last first.
  rewrite -z in lo hi *; have -> : q / 0 = 0 by rewrite (_ : q = 0) ?/Rdiv ?Rmult_0_l //; lra.
  by rewrite ln_0 Rabs_R0; lra.
have l : lam a <= q / p by apply: (Rmult_le_reg_r p) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have h : q / p <= lam b by apply: (Rmult_le_reg_r p) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have u := calculus.ln_le _ _ pa l; have v := calculus.ln_le _ _ (Rlt_le_trans _ _ _ pa l) h.
have := Rle_abs (ln (lam b)); have := Rle_abs (- ln (lam a)); rewrite Rabs_Ropp => *.
by apply: Rabs_le; lra.
Qed.
Variable L : law 'M[R]_d.
Hypothesis H : haar L.
Lemma haar_log_normals (N : law R) j : standard_normal N ->
  mean L (fun W => ln (weighted lam W j)) = mean (normals N d) (fun g => ln (form g / sqnorm g)).
Proof.
move=> normal; have [c hc] := row_log_bounded.
have := haar_row_normals j H normal row_log_borel hc row_log_directional.
rewrite (@mean_ext_drawn _ L _ (fun W => ln (weighted lam W j))); last first.
  move=> w; rewrite /row_log; have u := haar.unit_row j (haar_orthogonal H w).
  rewrite (total_ext (f := fun k => 1 * row j (draw w) ord0 k ^ 2) (g := fun k => draw w j k ^ 2)); last first.
    by move=> k; rewrite mxE Rmult_1_l.
  by rewrite u /Rdiv Rinv_1 Rmult_1_r; congr ln; apply: total_ext => k; rewrite mxE.
move=> ->; apply: mean_ext => g; rewrite /row_log; congr (ln (_ / _)).
  by apply: total_ext => k; rewrite mxE.
by apply: total_ext => k; rewrite mxE.
Qed.
Theorem haar_log j : integrable_over_positive (log_kernel one lam) /\
  over_positive (log_kernel one lam) = mean L (fun W => ln (weighted lam W j)).
Proof.
have [N normal] := standard_normal_exists; rewrite (haar_log_normals j normal).
have [a ha] := least_index lam d0; have [b hb] := largest_index lam d0.
have pa := pos a; pose m := Rmin 1 (lam a); pose mu (_ : 'I_d) := m; pose c := Rmax 1 (lam b) / m.
have m0 : 0 < m by rewrite /m /Rmin; case: Rle_dec; lra.
have m1 : m <= 1 by exact: Rmin_l.
have mu0 k : 0 < mu k by exact: m0.
have mone k : mu k <= one k by exact: m1.
have ml k : mu k <= lam k by have := Rmin_r 1 (lam a); have := ha k; rewrite /mu /m; lra.
have cm : c * m = Rmax 1 (lam b) by rewrite /c; field; lra.
have c1 (k : 'I_d) : one k <= c * mu k by rewrite /mu cm; exact: Rmax_l.
have cl k : lam k <= c * mu k by rewrite /mu cm; have := Rmax_r 1 (lam b); have := hb k; lra.
have [i1 e1] := log_kernel_integral normal mu0 mone c1.
have [i2 e2] := log_kernel_integral normal mu0 ml cl.
have j1 := log_ratio_integrable normal mu0 mone c1.
have j2 := log_ratio_integrable normal mu0 ml cl.
have [i e] := over_positive_sub i2 i1.
have eK t : 0 < t -> log_kernel mu lam t - log_kernel mu one t = log_kernel one lam t.
  by move=> t0; rewrite /log_kernel; field; lra.
split.
  by apply: eq_integrable i; [exact: positive_measurable | move=> t; rewrite inE => t0; rewrite eK].
rewrite -(over_positive_ext eK) e e1 e2 -mean_sub //; apply: mean_ext => g; rewrite /log_ratio.
have s : \S_(k < d) (mu k * g k ^ 2) = m * sqnorm g by rewrite -total_scal; apply: total_ext => k; rewrite /mu; ring.
have p0 : 0 <= sqnorm g by apply: total_ge0 => k; have := pow2_ge_0 (g k); lra.
have lo : m * sqnorm g <= form g.
  rewrite -total_scal; apply: total_le => k; have := ml k; rewrite /mu; have := pow2_ge_0 (g k); nra.
have hi : form g <= c * m * sqnorm g.
  rewrite -total_scal; apply: total_le => k; have := cl k; rewrite /mu; have := pow2_ge_0 (g k); nra.
rewrite s; case: (Rle_lt_or_eq_dec _ _ p0) => [pp | z]; last first.
  rewrite -z in lo hi *; have -> : form g = 0 by lra.
  by rewrite /Rdiv !Rmult_0_l ln_0; lra.
have mp : 0 < m * sqnorm g by exact: Rmult_lt_0_compat.
have fp : 0 < form g by lra.
by rewrite !ln_div //; lra.
Qed.
End Rows.

(* the drift of a layer *)
Theorem drift_value d (L : law 'M[R]_d) (X : 'M[R]_d) lam : (0 < d)%N -> haar L -> spectrum (X *m X^T)%ring lam ->
  \S_(k < d) lam k = INR d -> (forall k, 0 < lam k) ->
  integrable_over_positive (log_kernel (fun=> 1) lam) /\
  mean L (fun W => phi (BN (W *m X)%ring)) - phi X = over_positive (log_kernel (fun=> 1) lam).
Proof.
move=> d0 h s m p; have D := INR_ge1 d0; split; first by case: (haar_log d0 p h (Ordinal d0)).
rewrite (drift_rows d0 h s m p) (total_ext (g := fun=> over_positive (log_kernel (fun=> 1) lam))) ?total_const; first by field; lra.
by move=> k; case: (haar_log d0 p h k).
Qed.
