(* A new sample near the span of m orthogonal ones, in a layer with Gaussian weights: the factor Y of theory/definitions.v is a function
   of W H and W u. The columns of sqrt(m) H and u are orthonormal, the first m + 1 columns of an orthogonal P, and W P has the law
   of W: so Y has the law of the factor of the first m + 1 columns of W, of which new_direction.v bounds the mean log. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains residual new_direction.
From Lemmata.verify.rocq Require frames blocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* Y as a function of B = W H and w = W u *)
Definition factor d m (B : 'M[R]_(d, m)) (w : 'cV[R]_d) : R :=
  frobsq (outside (BN B) (\col_j (w j 0%ring / sqrt (rowsq B j)))) / INR d.
Lemma distance_factorE d m (H : 'M[R]_(d, m)) u W : distance_factor H u W = factor (W *m H) (W *m u).
Proof. by []. Qed.
Lemma outside_residual d m (A : 'M[R]_(d, m)) v : outside A v = (residual A *m v)%ring.
Proof. by rewrite /outside /residual mulmxBl mul1mx. Qed.
Lemma factor_scaled d m (B : 'M[R]_(d, m)) w a b : 0 < a -> factor (scaled a B) (scaled b w) = (b / a) ^ 2 * factor B w.
Proof.
move=> a0; rewrite /factor (BN_scaled _ a0) !outside_residual.
have -> : \col_j (scaled b w j 0%ring / sqrt (rowsq (scaled a B) j)) = scaled (b / a) (\col_j (w j 0%ring / sqrt (rowsq B j))).
  apply/matrixP => j k; rewrite [LHS]mxE [RHS]mxE [X in _ = _ * X]mxE [scaled b w j _]mxE rowsq_scaled sqrt_mult; [|exact: pow2_ge_0|exact: rowsq_ge0].
  by rewrite sqrt_pow2; [rewrite /Rdiv Rinv_mult; ring | lra].
by rewrite mulmx_scaled frobsq_scaled /Rdiv; ring.
Qed.
Lemma measurable_factor T (L : law T) d m (B : T -> 'M[R]_(d, m)) (w : T -> 'cV[R]_d) : measurable_matrix L B -> measurable_matrix L w ->
  measurable_on L (fun x => factor (B x) (w x)).
Proof.
move=> mB mw; have mA := measurable_BN mB.
have mv : measurable_matrix L (fun x => \col_j (w x j 0%ring / sqrt (rowsq (B x) j))).
  move=> i j; apply: (measurable_ext (f := fun x => w x i 0%ring / sqrt (rowsq (B x) i))); first by move=> x; rewrite mxE.
  by apply: measurable_div; [exact: mw | apply: measurable_sqrt; exact: measurable_rowsq].
have mG := measurable_matrix_mul (measurable_matrix_tr mA) mA.
have mP := measurable_matrix_mul (measurable_matrix_mul (measurable_matrix_mul mA (measurable_invmx mG)) (measurable_matrix_tr mA)) mv.
apply: measurable_div; last exact: measurable_const.
apply: measurable_frobsq => i j; apply: measurable_ext (measurable_sub (mv i j) (mP i j)) => x.
have minus (X Y : 'cV[R]_d) a b : (X - Y)%ring a b = X a b - Y a b by rewrite !mxE.
by rewrite /outside minus.
Qed.

Section Sample.
Variables (d m : nat).
Hypothesis md : (m < d)%N.
Definition early (k : 'I_m) : 'I_d := Ordinal (ltn_trans (ltn_ord k) md).
Definition next : 'I_d := Ordinal md.
Definition first_columns (W : 'M[R]_d) : 'M[R]_(d, m) := \matrix_(i, k) W i (early k).
Definition next_column (W : 'M[R]_d) : 'cV[R]_d := \col_i W i next.
Definition standard (W : 'M[R]_d) : R := factor (scaled (/ sqrt (INR m)) (first_columns W)) (next_column W).
Lemma standard_borel : borel_fun standard.
Proof.
apply: measurable_factor.
  by apply: measurable_matrix_scaled => i k; apply: measurable_ext (@borel_entry d d i (early k)) => W; rewrite mxE.
by move=> i k; apply: measurable_ext (@borel_entry d d i next) => W; rewrite mxE.
Qed.

Section Frame.
Variables (H : 'M[R]_(d, m)) (u : 'cV[R]_d).
Hypotheses (m0 : (0 < m)%N) (ortho : (H^T *m H = (1 / INR m)%:M)%ring) (away : (H^T *m u = 0)%ring) (unit : (u^T *m u = 1%:M)%ring).
Let M0 : 0 < INR m. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let s := sqrt (INR m).
Let s0 : 0 < s. Proof. exact: sqrt_lt_R0. Qed.
Let ss : s * s = INR m. Proof. by rewrite /s sqrt_sqrt //; lra. Qed.
Let V : 'M[R]_(m.+1, d) := \matrix_(k, j) (if unlift ord_max k is Some k' then s * H j k' else u j 0%ring).
Let V_old k j : V (lift ord_max k) j = s * H j k. Proof. by rewrite mxE liftK. Qed.
Let V_new j : V ord_max j = u j 0%ring. Proof. by rewrite mxE unlift_none. Qed.
Let V_ortho : (V *m V^T = 1%:M)%ring.
Proof.
apply/matrixP => a b; rewrite mulmxE (total_ext (g := fun j => V a j * V b j)); last by move=> j; rewrite [V^T%ring j b]mxE.
have old k k' : \S_(j < d) (H j k * H j k') = if k == k' then 1 / INR m else 0.
  have := congr1 (fun M : 'M[R]_m => M k k') ortho; rewrite mulmxE [RHS]mxE.
  rewrite (total_ext (g := fun j => H j k * H j k')); last by move=> j; rewrite [H^T%ring k j]mxE.
  have inv : (1 / INR m)%ring = 1 / INR m :> R by rewrite -RdivE //; apply/eqP; exact: Rgt_not_eq M0.
  by move=> ->; rewrite inv; case: (k == k'); rewrite ?mulr1n ?mulr0n.
have mix k : \S_(j < d) (H j k * u j 0%ring) = 0.
  have := congr1 (fun M : 'cV[R]_m => M k 0%ring) away; rewrite mulmxE [RHS]mxE.
  by rewrite (total_ext (g := fun j => H j k * u j 0%ring)); last by move=> j; rewrite [H^T%ring k j]mxE.
have new : \S_(j < d) (u j 0%ring * u j 0%ring) = 1.
  have := congr1 (fun M : 'M[R]_1 => M 0%ring 0%ring) unit; rewrite mulmxE [RHS]mxE eqxx.
  by rewrite (total_ext (g := fun j => u j 0%ring * u j 0%ring)); last by move=> j; rewrite [u^T%ring _ j]mxE.
rewrite [RHS]mxE; case: (unliftP ord_max a) => [k -> | ->]; case: (unliftP ord_max b) => [k' -> | ->].
- rewrite (total_ext (g := fun j => H j k * H j k' * INR m)); last by move=> j; rewrite !V_old -ss; ring.
  rewrite total_scal_r old (inj_eq lift_inj); case: (k == k'); rewrite ?mulr1n ?mulr0n.
    by change (1 / INR m * INR m = 1); field; lra.
  by change (0 * INR m = 0); ring.
- rewrite (total_ext (g := fun j => H j k * u j 0%ring * s)); last by move=> j; rewrite V_old V_new; ring.
  by rewrite total_scal_r mix Rmult_0_l eq_sym (negbTE (neq_lift _ _)).
- rewrite (total_ext (g := fun j => H j k' * u j 0%ring * s)); last by move=> j; rewrite V_old V_new; ring.
  by rewrite total_scal_r mix Rmult_0_l (negbTE (neq_lift _ _)).
- by rewrite eqxx (total_ext (g := fun j => u j 0%ring * u j 0%ring)); last by move=> j; rewrite V_new.
Qed.
Lemma sample_frame : exists2 P : 'M[R]_d, orthogonal P & forall W, distance_factor H u W = standard (W *m P)%ring.
Proof.
have [P [oP _ e]] := @frames.frame d (fun=> True) Logic.I (fun _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ _ => Logic.I) (fun _ => Logic.I) m.+1 V V_ortho.
have inv : V = ((\matrix_(i, j) (if i == j :> nat then 1 else 0) : 'M[R]_(m.+1, d)) *m P^T)%ring by rewrite -e -mulmxA oP mulmx1.
have entry k j : V k j = P j (Ordinal (leq_trans (ltn_ord k) md)).
  rewrite inv mulmxE (total_ext (g := fun i => if i == Ordinal (leq_trans (ltn_ord k) md) then P j i else 0)); first exact: total_delta.
  move=> i; rewrite [P^T%ring i j]mxE [X in X * _]mxE -val_eqE /= eq_sym; by case: eqP => _; [exact: Rmult_1_l | exact: Rmult_0_l].
exists P => // W; rewrite distance_factorE; congr factor.
  apply/matrixP => i k; rewrite mulmxE [RHS]mxE [first_columns _ i k]mxE mulmxE -total_scal; apply: total_ext => j.
  have := entry (lift ord_max k) j; rewrite V_old (_ : Ordinal _ = early k); last by apply: val_inj; exact: lift_max.
  by move=> <-; rewrite -/s; field; lra.
apply/matrixP => i k; rewrite mulmxE (ord1 k) [RHS]mxE mulmxE; apply: total_ext => j.
by have := entry ord_max j; rewrite V_new (_ : Ordinal _ = next) => [<-|]; last exact: val_inj.
Qed.
End Frame.

(* in terms of independent normals *)
Variable N : law R.
Hypothesis normal : standard_normal N.
Lemma standard_normals g : (0 < m)%N -> standard (\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d))) = INR m * leaving d m g / INR d.
Proof.
move=> m0; have D0 : 0 < INR d by apply: lt_0_INR; apply/ltP; exact: leq_ltn_trans md.
have M0 : 0 < INR m by apply: lt_0_INR; apply/ltP.
have sd := sqrt_lt_R0 _ D0; have sm := sqrt_lt_R0 _ M0.
rewrite /standard; set W := \matrix_(i, j) _.
have -> : first_columns W = scaled (/ sqrt (INR d)) (rows_of d m g).
  by apply/matrixP => i k; rewrite !mxE /= /Rdiv Rmult_comm.
have -> : next_column W = scaled (/ sqrt (INR d)) (\col_i last_of m g i).
  by apply/matrixP => i k; rewrite !mxE /= /Rdiv Rmult_comm.
rewrite scaled_scaled factor_scaled; last by apply: Rmult_lt_0_compat; exact: Rinv_0_lt_compat.
have -> : factor (rows_of d m g) (\col_i last_of m g i) = leaving d m g / INR d.
  rewrite /factor outside_residual; rewrite /leaving /proj; congr (frobsq (_ *m _)%ring / _); apply/matrixP => i k; rewrite [LHS]mxE [RHS]mxE.
  by rewrite [X in X / _]mxE.
have -> : (/ sqrt (INR d) / (/ sqrt (INR m) * / sqrt (INR d))) ^ 2 = INR m.
  rewrite -[RHS](sqrt_sqrt (INR m)); last lra.
  by field; lra.
by rewrite /Rdiv; ring.
Qed.
Theorem mean_log_factor (H : 'M[R]_(d, m)) u : (2 < m)%N -> (H^T *m H = (1 / INR m)%:M)%ring -> (H^T *m u = 0)%ring -> (u^T *m u = 1%:M)%ring ->
  integrable (gaussian N d d) (fun W => ln (distance_factor H u W)) ->
  mean (gaussian N d d) (fun W => ln (distance_factor H u W)) <= ln (factor_bound d m).
Proof.
move=> m3 ortho away unit i; have m0 : (0 < m)%N by exact: ltn_trans m3.
have [P oP e] := sample_frame m0 ortho away unit.
have b : borel_fun (fun W => ln (standard W)) by apply: measurable_ln; exact: standard_borel.
have bP : borel_fun (fun W : 'M[R]_d => ln (standard (W *m P)%ring)) by exact: (borel_mulmx_r P b).
have i' : integrable (gaussian N d d) (fun W => ln (standard (W *m P)%ring)) by apply: integrable_ext i => W; rewrite e.
have oT : orthogonal P^T%ring by exact: orthogonal_tr.
have back (W : 'M[R]_d) : (W *m P^T *m P)%ring = W by rewrite -mulmxA (orthogonal_tr_mul oP) mulmx1.
have [j q] := blocks.gaussian_rotated normal oT bP i'.
rewrite (mean_ext _ (g := fun W => ln (standard (W *m P)%ring))); last by move=> W; rewrite e.
rewrite -q (mean_ext _ (g := fun W => ln (standard W))); last by move=> W; rewrite back.
have {}j : integrable (gaussian N d d) (fun W => ln (standard W)) by apply: integrable_ext j => W; rewrite back.
have same g : ln (standard (\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d)))) = ln (INR m * leaving d m g / INR d).
  by rewrite standard_normals.
have k : integrable (normals N (d * d)) (fun g => ln (INR m * leaving d m g / INR d)).
  by apply: integrable_ext (j : integrable (normals N (d * d)) (fun g => ln (standard (\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d)))))) => g.
apply: Rle_trans (mean_log_leaving md normal m3 k); apply: Req_le.
exact: (mean_ext (normals N (d * d)) same).
Qed.
End Sample.
