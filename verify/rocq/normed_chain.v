(* The chain of daneshmand2021 with Gaussian weights has ||H_l||_F = 1 in every layer, with probability 1.

   BN leaves a row of norm 0 as it is, so that ||H_l||_F = 1 needs that no row of W H is 0: a linear combination of
   independent normals with a coefficient that is not 0 is 0 with probability 0 ([linear_null]).
   [bad H] is 1 where frobsq H is not 1, and 0 elsewhere; its mean is 0 in every layer ([chain_bad]). So a bound of one
   layer that holds for all H of norm 1 holds in the mean ([chain_step]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains normal.
From Lemmata.verify.rocq Require series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- where a function is 0 ---------- *)
Definition zero (x : R) : R := if `[< x = 0 >] then 1 else 0.
Lemma zero_range x : 0 <= zero x <= 1.
Proof. by rewrite /zero; case: asboolP => _; lra. Qed.
Lemma zero_of x : x <> 0 -> zero x = 0.
Proof. by rewrite /zero; case: asboolP. Qed.
Lemma zero_at x : x = 0 -> zero x = 1.
Proof. by rewrite /zero; case: asboolP. Qed.
Section Zero.
Variables (T : Type) (L : law T).
Lemma measurable_zero f : measurable_on L f -> measurable_on L (fun x => zero (f x)).
Proof.
move=> m; apply: measurable_if; [|exact: measurable_const..].
by apply: event_eq => //; exact: measurable_const.
Qed.
Lemma integrable_zero f : measurable_on L f -> integrable L (fun x => zero (f x)).
Proof.
by move=> m; apply: (integrable_between (a := 0) (b := 1)); [exact: measurable_zero | move=> w; exact: zero_range].
Qed.
End Zero.

(* ---------- linear combinations of normals ---------- *)
Section Normals.
Variable N : law R.
Hypothesis normal : standard_normal N.
Lemma measurable_linear (a : nat -> R) b l m : (l <= m)%N ->
  measurable_on (normals N m) (fun g => \S_(i < l) (a i * g i) + b).
Proof.
move=> lm; apply: measurable_add; last exact: measurable_const.
apply: measurable_total => i; apply: measurable_scal.
apply: (@draws_measurable _ 0 N m i (fun x => x)); last by case: normal.
exact: leq_trans (ltn_ord i) lm.
Qed.
Lemma linear_null (a : nat -> R) m i : (i < m)%N -> a i <> 0 ->
  forall b, mean (normals N m) (fun g => zero (\S_(i < m) (a i * g i) + b)) = 0.
Proof.
elim: m => // m IH im ai b; have [z|nz] := Req_dec (a m) 0.
  have lt : (i < m)%N by move: im; rewrite ltnS leq_eqVlt => /orP[/eqP e|//]; rewrite e in ai.
  rewrite -(IH lt ai b) -(@draws_mean_step _ 0 N m (fun g => zero (\S_(i < m) (a i * g i) + b))).
  - by apply: mean_ext => g; rewrite (series.total_recr (fun i => a i * g i)) z Rmult_0_l Rplus_0_r.
  - by move=> g h e; congr (zero (_ + b)); apply: total_ext => k; rewrite e.
  - by apply: integrable_zero; exact: measurable_linear.
rewrite draws_mean_next; last by apply: integrable_zero; exact: measurable_linear.
rewrite -[RHS](mean_const (normals N m)); apply: mean_ext => g.
pose c := - (\S_(i < m) (a i * g i) + b) / a m.
rewrite -(normal_point_event normal c); apply: mean_ext => x.
rewrite (series.total_recr (fun i => a i * put m x g i)) /put eqxx.
rewrite (total_ext (g := fun i : 'I_m => a i * g i)); last by move=> k; case: eqP => // e; have := ltn_ord k; rewrite e ltnn.
rewrite /only_where; case: asboolP => h.
  by apply: zero_at; rewrite h /c; field.
by apply: zero_of => e; apply: h; rewrite /c; apply: (Rmult_eq_reg_l (a m)) => //; field_simplify => //; lra.
Qed.
End Normals.

(* ---------- Gaussian matrices ---------- *)
Lemma mean_image T U (f : T -> U) (L : law T) F : mean (image f L) F = mean L (fun x => F (f x)).
Proof. by []. Qed.
Section Gaussian.
Variable N : law R.
Hypothesis normal : standard_normal N.
Lemma gaussian_entries d n : measurable_entries (gaussian N d n).
Proof.
move=> i j; rewrite /measurable_on.
have h : measurable_on (normals N (d * n)) (fun g => g (i * n + j)%N / sqrt (INR d)).
  apply: measurable_div; last exact: measurable_const.
  apply: (@draws_measurable _ 0 N (d * n) (i * n + j)%N (fun x => x)); last by case: normal.
  apply: (@leq_trans (i * n + n)); first by rewrite ltn_add2l.
  by rewrite -mulSnr leq_mul2r ltn_ord orbT.
move: h; rewrite /measurable_on /=; congr (measurable_fun setT _).
by apply/funext => w; rewrite mxE.
Qed.
(* a combination of the entries of a row, with coefficients that are not all 0 *)
Lemma gaussian_row_null d e n (H : 'M[R]_(e, n)) (j : 'I_d) k m : (0 < d)%N -> H k m <> 0 ->
  mean (gaussian N d e) (fun W => zero ((W *m H)%ring j m)) = 0.
Proof.
move=> d0 h; have s : sqrt (INR d) <> 0 by apply: Rgt_not_eq; apply: sqrt_lt_R0; apply: lt_0_INR; apply/ltP.
pose h' (i : nat) : R := if insub i is Some i' then H i' m else 0.
have hE (i : 'I_e) : h' i = H i m by rewrite /h' valK.
pose a (i : nat) : R := if (i < j * e)%N then 0 else h' (i - j * e)%N / sqrt (INR d).
have aE i : a (j * e + i)%N = h' i / sqrt (INR d) by rewrite /a ltnNge leq_addr addKn.
have le : (j * e + e <= d * e)%N by rewrite -mulSnr leq_mul2r ltn_ord orbT.
have lt : (j * e + k < j * e + e)%N by rewrite ltn_add2l.
have nz : a (j * e + k)%N <> 0.
  rewrite aE hE => z; apply: h; apply: (Rmult_eq_reg_r (/ sqrt (INR d))); last exact: Rinv_neq_0_compat.
  by rewrite Rmult_0_l.
rewrite -(linear_null normal lt nz 0).
rewrite -(@draws_mean_later _ 0 N (j * e + e) (d * e) (fun g => zero (\S_(i < j * e + e) (a i * g i) + 0)) le); last 2 first.
- by move=> g g' E; congr (zero (_ + 0)); apply: total_ext => i; rewrite E.
- by apply: integrable_zero; exact: measurable_linear.
rewrite [LHS]mean_image; apply: mean_ext => g; congr zero; rewrite Rplus_0_r.
rewrite mulmxE {2}/total big_split_ord /= big1 => [|i _]; last by rewrite /a ltn_ord; exact: mul0r.
rewrite add0r; apply: eq_bigr => i _; rewrite aE hE mxE; toR; rewrite /Rdiv; ring.
Qed.
(* 1 where the norm is not 1 *)
Definition bad d n (H : 'M[R]_(d, n)) : R := 1 - zero (frobsq H - 1).
Lemma bad_range d n (H : 'M[R]_(d, n)) : 0 <= bad H <= 1.
Proof. by rewrite /bad; have := zero_range (frobsq H - 1); lra. Qed.
Lemma bad_of d n (H : 'M[R]_(d, n)) : frobsq H = 1 -> bad H = 0.
Proof. by move=> e; rewrite /bad zero_at; lra. Qed.
Lemma bad_at d n (H : 'M[R]_(d, n)) : frobsq H <> 1 -> bad H = 1.
Proof. by move=> e; rewrite /bad zero_of; lra. Qed.
Lemma measurable_bad T (L : law T) d n (M : T -> 'M[R]_(d, n)) : measurable_matrix L M -> measurable_on L (fun x => bad (M x)).
Proof.
move=> m; apply: measurable_sub; first exact: measurable_const.
by apply: measurable_zero; apply: measurable_sub; [exact: measurable_frobsq | exact: measurable_const].
Qed.
Lemma integrable_bad T (L : law T) d n (M : T -> 'M[R]_(d, n)) : measurable_matrix L M -> integrable L (fun x => bad (M x)).
Proof.
by move=> m; apply: (integrable_between (a := 0) (b := 1)); [exact: measurable_bad | move=> w; exact: bad_range].
Qed.
Lemma layer_matrix d n (L : law 'M[R]_d) (H : 'M[R]_(d, n)) : measurable_entries L -> measurable_matrix L (fun W => layer W H).
Proof. by move=> e; apply: measurable_matrix_scaled; apply: layer_measurable. Qed.
Lemma layer_norm d n (W : 'M[R]_d) (H : 'M[R]_(d, n)) : (0 < d)%N -> (forall j, 0 < rowsq (W *m H)%ring j) -> frobsq (layer W H) = 1.
Proof. by move=> d0 p; rewrite -frobenius_sq frobenius_layer //; ring. Qed.
(* whatever W and H are *)
Lemma layer_norm_le d n (W : 'M[R]_d) (H : 'M[R]_(d, n)) : frobsq (layer W H) <= 1.
Proof.
case: d W H => [|d'] W H; first by rewrite /frobsq series.total_empty; lra.
set d := d'.+1 in W H *; have d0 : (0 < d)%N by [].
have D : 0 < INR d by apply: lt_0_INR; apply/ltP.
rewrite frobsq_scaled pow_inv pow2_sqrt; last lra.
suff : frobsq (BN (W *m H)%ring) <= INR d.
  move=> h; apply: (Rmult_le_reg_l (INR d)) => //; rewrite -Rmult_assoc Rinv_r; lra.
have -> : INR d = \S_(j < d) 1 by rewrite total_const; lra.
apply: total_le => j; have [p|z] := rowsq_pos_or (W *m H)%ring j; first by rewrite rowsq_BN //; lra.
rewrite (_ : rowsq _ j = 0); first lra.
rewrite /rowsq (total_ext (g := fun=> 0)) ?total_const; first lra.
by move=> k; rewrite mxE (rowsq_zero z) /Rdiv Rmult_0_l; ring.
Qed.
Section Layer.
Variables (d n : nat) (d0 : (0 < d)%N).
Notation G := (gaussian N d d).
Lemma layer_bad (H : 'M[R]_(d, n)) : frobsq H <> 0 -> mean G (fun W => bad (layer W H)) = 0.
Proof.
move=> h; have [k [m nz]] : exists k m, H k m <> 0.
  apply: contrapT => c; apply: h; rewrite /frobsq (total_ext (g := fun=> 0)) ?total_const; first lra.
  move=> k; rewrite /rowsq (total_ext (g := fun=> 0)) ?total_const; first lra.
  move=> m; suff -> : H k m = 0 by ring.
  by apply: contrapT => q; apply: c; exists k, m.
have e := @gaussian_entries d d.
have mz j : integrable G (fun W => zero ((W *m H)%ring j m)).
  by apply: integrable_zero; apply: (measurable_matrix_mul (A := fun W => W) (M := fun=> H)) => //; exact: measurable_matrix_const.
apply: Rle_antisym; last by apply: mean_ge0 => W; have [] := bad_range (layer W H).
apply: Rle_trans (_ : mean G (fun W => \S_(j < d) zero ((W *m H)%ring j m)) <= _).
  apply: mean_le; [exact: integrable_bad (@layer_matrix _ _ _ _ e) | exact: integrable_total | move=> W].
  have z j : 0 <= zero ((W *m H)%ring j m) by have [] := zero_range ((W *m H)%ring j m).
  have [all|some] := pselect (forall j, (W *m H)%ring j m <> 0).
    by rewrite bad_of; [exact: total_ge0 | apply: layer_norm => // j; exact: rowsq_pos (all j)].
  have [j q] : exists j, (W *m H)%ring j m = 0.
    by apply: contrapT => c; apply: some => j q; apply: c; exists j.
  have := total_one_term j z; rewrite zero_at //; have [] := bad_range (layer W H); lra.
rewrite mean_total // (total_ext (g := fun=> 0)) ?total_const; first lra.
by move=> j; exact: gaussian_row_null nz.
Qed.
Variable H0 : 'M[R]_(d, n).
Hypothesis h0 : frobsq H0 = 1.
Lemma hidden_matrix l k : measurable_matrix (weights G l) (fun W => hidden H0 W k).
Proof. by apply: hidden_measurable; exact: gaussian_entries. Qed.
Lemma chain_bad l : mean (weights G l) (fun W => bad (hidden H0 W l)) = 0.
Proof.
elim: l => [|l IH]; first by rewrite (mean_ext _ (g := fun=> 0)) ?mean_const // => W; exact: bad_of.
apply: Rle_antisym; last by apply: mean_ge0 => W; have [] := bad_range (hidden H0 W l.+1).
have [i ->] := @hidden_mean_next d n H0 1%:M%ring G (@bad d n) l (integrable_bad (@hidden_matrix l.+1 l.+1)).
rewrite -IH; apply: mean_le => // [|W]; first exact: integrable_bad (@hidden_matrix l l).
have [e|ne] := Req_dec (frobsq (hidden H0 W l)) 1; first by rewrite layer_bad ?bad_of //; lra.
rewrite bad_at //; apply: mean_above; first exact: integrable_bad (@layer_matrix _ _ _ _ (@gaussian_entries d d)).
by move=> w; have [] := bad_range (layer (draw w) (hidden H0 W l)).
Qed.
(* a bound of one layer that holds for every H of norm 1; elsewhere both sides are bounded *)
Lemma chain_step (F E : 'M[R]_(d, n) -> R) B C l : borel_fun F -> borel_fun E ->
  (forall H, frobsq H <= 1 -> Rabs (F H) <= B) -> (forall H, frobsq H <= 1 -> Rabs (E H) <= C) ->
  (forall H, frobsq H = 1 -> mean G (fun W => F (layer W H)) <= E H) ->
  mean (weights G l.+1) (fun W => F (hidden H0 W l.+1)) <= mean (weights G l) (fun W => E (hidden H0 W l)).
Proof.
move=> bF bE hF hE step.
have le k W : frobsq (hidden H0 W k) <= 1 by case: k => [|k] /=; [rewrite h0; lra | exact: layer_norm_le].
have iF : integrable (weights G l.+1) (fun W => F (hidden H0 W l.+1)).
  apply: (integrable_bounded (c := B)) => [|w]; last by apply: hF; exact: (le l.+1).
  exact: borel_of_measurable (@hidden_matrix l.+1 l.+1) bF.
have iE : integrable (weights G l) (fun W => E (hidden H0 W l)).
  apply: (integrable_bounded (c := C)) => [|w]; last by apply: hE; exact: le.
  exact: borel_of_measurable (@hidden_matrix l l) bE.
have ib : integrable (weights G l) (fun W => (B + C) * bad (hidden H0 W l)).
  by apply: integrable_scal; exact: integrable_bad (@hidden_matrix l l).
have [i ->] := @hidden_mean_next d n H0 1%:M%ring G F l iF.
rewrite -[X in _ <= X]Rplus_0_r -(Rmult_0_r (B + C)) -(chain_bad l) -mean_scal; last exact: integrable_bad (@hidden_matrix l l).
rewrite -mean_add //; apply: mean_le => // [|W]; first exact: integrable_add.
have [e|ne] := Req_dec (frobsq (hidden H0 W l)) 1; first by rewrite bad_of // Rmult_0_r Rplus_0_r; exact: step.
rewrite bad_at // Rmult_1_r; have := hE _ (le l W); set x := E _ => xC; have x1 : - C <= x by have := Rle_abs (- x); rewrite Rabs_Ropp; lra.
suff : mean G (fun w => F (layer w (hidden H0 W l))) <= B by lra.
apply: mean_above => [|w].
  apply: (integrable_bounded (c := B)) => [|w]; last by apply: hF; exact: layer_norm_le.
  exact: borel_of_measurable (@layer_matrix _ _ _ _ (@gaussian_entries d d)) bF.
by apply: Rle_trans (Rle_abs _) _; apply: hF; exact: layer_norm_le.
Qed.
End Layer.
End Gaussian.
