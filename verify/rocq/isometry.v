(* What BN and rotations do to row norms, the Frobenius norm, determinants, the isometry and its gap phi.
   Square X: det (BN X) = det X / prod_j ||X_j||, and so phi (BN X) = phi X - ln mean_j r_j^2 + mean_j ln r_j^2. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals spectral_theorem.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma sq_pos x : x <> 0 -> 0 < x ^ 2.
Proof. by move=> h; have := Rsqr_pos_lt x h; rewrite /Rsqr; lra. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [h | ->]; [left; exact: exp_increasing | right]. Qed.

(* ---------- row norms ---------- *)
Section Rows.
Variables d n : nat.
Implicit Types X : 'M[R]_(d, n).
Lemma rowsq_ge0 X j : 0 <= rowsq X j.
Proof. by apply: total_ge0 => k; exact: pow2_ge_0. Qed.
Lemma frobsq_ge0 X : 0 <= frobsq X.
Proof. by apply: total_ge0 => j; exact: rowsq_ge0. Qed.
Lemma frobenius_sq X : frobenius X ^ 2 = frobsq X.
Proof. by rewrite /frobenius pow2_sqrt //; exact: frobsq_ge0. Qed.
Lemma rowsq_pos X j k : X j k <> 0 -> 0 < rowsq X j.
Proof. by move=> h; apply: (@total_pos _ _ k) => [i|]; [exact: pow2_ge_0 | exact: sq_pos]. Qed.
Lemma rowsq_zero X j : rowsq X j = 0 -> forall k, X j k = 0.
Proof.
move=> z k; have [//|h] := Req_dec (X j k) 0; have := rowsq_pos h; lra.
Qed.
Lemma rowsq_pos_or X j : 0 < rowsq X j \/ rowsq X j = 0.
Proof. case: (rowsq_ge0 X j); [by left | by right]. Qed.
Lemma BN_diag X : BN X = (diag_mx (\row_j (/ sqrt (rowsq X j))) *m X)%ring.
Proof. by apply/matrixP => j k; rewrite mul_diag_mx !mxE mulE Rmult_comm. Qed.
Lemma rowsq_BN X j : 0 < rowsq X j -> rowsq (BN X) j = 1.
Proof.
move=> p; have s := sqrt_lt_R0 _ p; rewrite /rowsq.
rewrite (total_ext (g := fun k => X j k ^ 2 / rowsq X j)); last first.
  by move=> k; rewrite mxE -{2}(sqrt_sqrt (rowsq X j)); [field; lra | exact: rowsq_ge0].
rewrite total_div -/(rowsq X j); field; lra.
Qed.
Lemma frobsq_BN X : (forall j, 0 < rowsq X j) -> frobsq (BN X) = INR d.
Proof.
move=> p; rewrite /frobsq (total_ext (g := fun=> 1)) ?total_const; first lra.
by move=> j; exact: rowsq_BN.
Qed.
Lemma rowsq_scaled c X j : rowsq (scaled c X) j = c ^ 2 * rowsq X j.
Proof. by rewrite /rowsq -total_scal; apply: total_ext => k; rewrite mxE; ring. Qed.
Lemma frobsq_scaled c X : frobsq (scaled c X) = c ^ 2 * frobsq X.
Proof. by rewrite /frobsq -total_scal; apply: total_ext => j; exact: rowsq_scaled. Qed.
Lemma scaledE c X : scaled c X = (c *: X)%ring.
Proof. by apply/matrixP => j k; rewrite !mxE. Qed.
(* in a row of norm 0 both sides are 0 *)
Lemma BN_scaled c X : 0 < c -> BN (scaled c X) = BN X.
Proof.
move=> c0; apply/matrixP => j k; rewrite !mxE rowsq_scaled.
have [p|z] := rowsq_pos_or X j.
  rewrite sqrt_mult ?sqrt_pow2; [|lra|exact: pow2_ge_0|lra].
  by field; have := sqrt_lt_R0 _ p; lra.
by rewrite (rowsq_zero z k) Rmult_0_r /Rdiv !Rmult_0_l.
Qed.
(* the diagonals of X X^T and X^T X *)
Lemma gram_diag X j : (X *m X^T) j j = rowsq X j.
Proof. by rewrite mulmxE; apply: total_ext => k; rewrite mxE /=; ring. Qed.
Lemma frobsq_trace X : frobsq X = (\tr (X^T *m X))%ring.
Proof.
rewrite /mxtrace [LHS]total_exchange; apply: eq_bigr => k _.
by rewrite mulmxE; apply: total_ext => j; rewrite mxE; ring.
Qed.
Lemma frobsq_zero X : frobsq X = 0 -> X = 0%ring.
Proof.
move=> z; apply/matrixP => j k; rewrite mxE; apply: rowsq_zero.
by apply: (total_zero (f := rowsq X)) => // i; exact: rowsq_ge0.
Qed.
End Rows.
Lemma scaled1 d n (X : 'M[R]_(d, n)) : scaled 1 X = X.
Proof. by apply/matrixP => i j; rewrite mxE; lra. Qed.
Lemma scaled_scaled d n a b (X : 'M[R]_(d, n)) : scaled a (scaled b X) = scaled (a * b) X.
Proof. by apply/matrixP => i j; rewrite !mxE; ring. Qed.
Lemma mulmx_scaled m d n c (W : 'M[R]_(m, d)) (X : 'M[R]_(d, n)) : (W *m scaled c X)%ring = scaled c (W *m X)%ring.
Proof. by rewrite !scaledE -scalemxAr. Qed.

(* ---------- orthogonal matrices ---------- *)
Section Orthogonal.
Variables d n : nat.
Implicit Types (W U : 'M[R]_d) (X : 'M[R]_(d, n)).
Lemma orthogonal_tr_mul W : orthogonal W -> (W^T *m W = 1%:M)%ring.
Proof. exact: mulmx1C. Qed.
Lemma orthogonal_tr W : orthogonal W -> orthogonal (W^T)%ring.
Proof. by rewrite /orthogonal trmxK; exact: orthogonal_tr_mul. Qed.
Lemma orthogonal_mul W U : orthogonal W -> orthogonal U -> orthogonal (W *m U)%ring.
Proof.
move=> w u; rewrite /orthogonal trmx_mul mulmxA -(mulmxA W) u mulmx1; exact: w.
Qed.
Lemma orthogonal_1 : orthogonal (1%:M : 'M[R]_d)%ring.
Proof. by rewrite /orthogonal trmx1 mulmx1. Qed.
Lemma det_orthogonal W : orthogonal W -> (\det W) ^ 2 = 1.
Proof.
move=> w; have e : (\det (W *m W^T) = 1)%ring by rewrite w det1.
by move: e; rewrite det_mulmx det_tr => e; rewrite -expE expr2.
Qed.
Lemma gram_rotated W X : orthogonal W -> ((W *m X)^T *m (W *m X) = X^T *m X)%ring.
Proof.
move=> /orthogonal_tr_mul w; rewrite trmx_mul mulmxA -(mulmxA X^T)%ring w mulmx1; exact: erefl.
Qed.
Lemma frobsq_rotated W X : orthogonal W -> frobsq (W *m X)%ring = frobsq X.
Proof. by move=> w; rewrite !frobsq_trace gram_rotated. Qed.
Lemma isometry_rotated W X : orthogonal W -> isometry (W *m X)%ring = isometry X.
Proof. by move=> w; rewrite /isometry gram_rotated // frobsq_rotated. Qed.
Lemma phi_rotated W X : orthogonal W -> phi (W *m X)%ring = phi X.
Proof. by move=> w; rewrite /phi isometry_rotated. Qed.
End Orthogonal.
Lemma frobsq_tr d n (X : 'M[R]_(d, n)) : frobsq (X^T)%ring = frobsq X.
Proof. by rewrite !frobsq_trace trmxK mxtrace_mulC. Qed.

(* ---------- determinants ---------- *)
Lemma det_gram d (X : 'M[R]_d) : (\det (X^T *m X))%ring = (\det X)%ring ^ 2.
Proof. by rewrite det_mulmx det_tr -expE expr2. Qed.
Lemma det_BN d (X : 'M[R]_d) : (\det (BN X))%ring = (\det X)%ring / (\prod_j sqrt (rowsq X j))%ring.
Proof.
rewrite BN_diag det_mulmx det_diag mulE Rmult_comm; congr (_ * _).
apply: (big_rec2 (fun x y => x = / y)); first by rewrite -[1%ring]/1 Rinv_1.
by move=> j x y _ ->; rewrite mxE mulE Rinv_mult.
Qed.
Lemma prod_pos n (f : 'I_n -> R) : (forall k, 0 < f k) -> 0 < (\prod_k f k)%ring.
Proof.
move=> h; apply: (big_ind (fun x => 0 < x)) => //; first by rewrite oneE; lra.
by move=> x y px py; rewrite mulE; exact: Rmult_lt_0_compat.
Qed.
Lemma ln_prod n (f : 'I_n -> R) : (forall k, 0 < f k) -> ln (\prod_k f k)%ring = \S_(k < n) ln (f k).
Proof.
move=> h; suff [] : 0 < (\prod_k f k)%ring /\ ln (\prod_k f k)%ring = \S_(k < n) ln (f k) by [].
apply: (big_rec2 (fun x y => 0 < x /\ ln x = y)); first by rewrite oneE ln_1; split; [lra|].
move=> k y x _ [px e]; rewrite mulE; split; first exact: Rmult_lt_0_compat.
by rewrite ln_mult // e.
Qed.
Lemma prod_sq n (f : 'I_n -> R) : (\prod_k f k)%ring ^ 2 = (\prod_k (f k ^ 2)%R)%ring.
Proof. by rewrite -expE -prodrXl; apply: eq_bigr => k _; rewrite expE. Qed.
(* a square matrix of full rank has no zero row *)
Lemma det_gram_pos d (X : 'M[R]_d) : 0 < (\det (X^T *m X))%ring <-> (\det X)%ring <> 0.
Proof.
rewrite det_gram; split=> [p z | h]; [rewrite z in p; lra | exact: sq_pos].
Qed.
Lemma full_rowsq d (X : 'M[R]_d) j : 0 < (\det (X^T *m X))%ring -> 0 < rowsq X j.
Proof.
move=> /det_gram_pos h; have [//|z] := rowsq_pos_or X j; case: h.
rewrite (expand_det_row _ j) big1 // => k _; rewrite (rowsq_zero z k); exact: mul0r.
Qed.
Lemma det_gram_BN d (X : 'M[R]_d) : (forall j, 0 < rowsq X j) ->
  (\det ((BN X)^T *m BN X))%ring = (\det (X^T *m X))%ring / (\prod_j rowsq X j)%ring.
Proof.
move=> p; rewrite !det_gram det_BN.
have -> : (\prod_j rowsq X j)%ring = (\prod_j sqrt (rowsq X j))%ring ^ 2.
  by rewrite prod_sq; apply: eq_bigr => j _; rewrite pow2_sqrt //; exact: rowsq_ge0.
by rewrite /Rdiv Rpow_mult_distr pow_inv.
Qed.
Lemma full_BN d (X : 'M[R]_d) : 0 < (\det (X^T *m X))%ring -> 0 < (\det ((BN X)^T *m BN X))%ring.
Proof.
move=> f; have p j := full_rowsq j f; rewrite det_gram_BN //.
by apply: Rdiv_lt_0_compat => //; exact: prod_pos.
Qed.
Lemma full_rotated d n (W : 'M[R]_d) (X : 'M[R]_(d, n)) : orthogonal W ->
  0 < (\det (X^T *m X))%ring -> 0 < (\det ((W *m X)^T *m (W *m X)))%ring.
Proof. by move=> w f; rewrite gram_rotated. Qed.
Lemma full_frobsq d n (X : 'M[R]_(d, n)) : (0 < n)%N -> 0 < (\det (X^T *m X))%ring -> 0 < frobsq X.
Proof.
move=> n0 f; have [//|/esym/frobsq_zero z] := frobsq_ge0 X; move: f; rewrite z mulmx0.
rewrite -(scale0r (0 : 'M[R]_n)%ring) detZ expr0n eqn0Ngt n0 mul0r zeroE; lra.
Qed.

(* ---------- the isometry and its gap ---------- *)
Section Gap.
Variables d n : nat.
Hypothesis n0 : (0 < n)%N.
Implicit Types X : 'M[R]_(d, n).
Let N : 0 < INR n. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Lemma isometry_pos X : 0 < (\det (X^T *m X))%ring -> 0 < isometry X.
Proof.
move=> f; apply: Rdiv_lt_0_compat; first exact: exp_pos.
by apply: Rdiv_lt_0_compat => //; exact: full_frobsq.
Qed.
Lemma isometry_exp X : 0 < (\det (X^T *m X))%ring -> isometry X = exp (- phi X).
Proof. by move=> f; rewrite /phi Ropp_involutive exp_ln //; exact: isometry_pos. Qed.
Lemma phiE X : 0 < (\det (X^T *m X))%ring ->
  phi X = ln (frobsq X / INR n) - ln (\det (X^T *m X))%ring / INR n.
Proof.
move=> f; have s := full_frobsq n0 f; rewrite /phi /isometry ln_div; last exact: Rdiv_lt_0_compat.
  by rewrite /Rpower ln_exp; field; lra.
exact: exp_pos.
Qed.
Lemma gram_scaled c X : ((scaled c X)^T *m scaled c X = scaled (c ^ 2)%R (X^T *m X))%ring.
Proof.
apply/matrixP => i j; rewrite [RHS]mxE !mulmxE -total_scal; apply: total_ext => k.
by rewrite !mxE; ring.
Qed.
Lemma det_scaled c (A : 'M[R]_n) : (\det (scaled c A))%ring = c ^ n * (\det A)%ring.
Proof. by rewrite scaledE detZ -expE. Qed.
Lemma full_scaled c X : 0 < c -> 0 < (\det (X^T *m X))%ring ->
  0 < (\det ((scaled c X)^T *m scaled c X))%ring.
Proof.
move=> c0 f; rewrite gram_scaled det_scaled.
by apply: Rmult_lt_0_compat => //; apply: pow_lt; exact: pow_lt.
Qed.
Lemma phi_scaled c X : 0 < c -> 0 < (\det (X^T *m X))%ring -> phi (scaled c X) = phi X.
Proof.
move=> c0 f; have s := full_frobsq n0 f.
rewrite !phiE //; last exact: full_scaled.
rewrite frobsq_scaled gram_scaled det_scaled.
have cc : 0 < c ^ 2 by exact: pow_lt.
rewrite (ln_mult (_ ^ _)) //; last exact: pow_lt.
rewrite ln_pow // {1}/Rdiv Rmult_assoc ln_mult -/(_ / _) //; last exact: Rdiv_lt_0_compat.
by field; lra.
Qed.
End Gap.

(* ---------- BN and the gap: the identity ---------- *)
Section Identity.
Variable d : nat.
Hypothesis d0 : (0 < d)%N.
Implicit Types X : 'M[R]_d.
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Lemma phi_BN X : 0 < (\det (X^T *m X))%ring ->
  phi (BN X) = phi X - ln ((\S_(j < d) rowsq X j) / INR d) + (\S_(j < d) ln (rowsq X j)) / INR d.
Proof.
move=> f; have p j := full_rowsq j f; have P := prod_pos p; have f' := full_BN f.
rewrite !phiE // frobsq_BN // det_gram_BN // (ln_div f P) -/(frobsq X) -(ln_prod p).
rewrite (_ : INR d / INR d = 1); last by field; lra.
by rewrite ln_1; field; lra.
Qed.
Lemma phi_BN_le X : 0 < (\det (X^T *m X))%ring -> phi (BN X) <= phi X.
Proof.
move=> f; have p j := full_rowsq j f; rewrite phi_BN //.
have h := mean_ln d0 p; suff : (\S_(j < d) ln (rowsq X j)) / INR d <= ln ((\S_(j < d) rowsq X j) / INR d) by lra.
apply: (Rmult_le_reg_r (INR d)) => //; rewrite (_ : _ / INR d * INR d = \S_(j < d) ln (rowsq X j)); [lra | field; lra].
Qed.
Lemma isometry_BN X : 0 < (\det (X^T *m X))%ring ->
  isometry (BN X) / isometry X
  = ((\S_(j < d) rowsq X j) / INR d) / Rpower (\prod_j rowsq X j)%ring (1 / INR d).
Proof.
move=> f; have p j := full_rowsq j f; have s := full_frobsq d0 f; have f' := full_BN f.
rewrite !isometry_exp // phi_BN // /Rpower (ln_prod p) -/(frobsq X).
rewrite -{2}(exp_ln (frobsq X / INR d)); last exact: Rdiv_lt_0_compat.
rewrite /Rdiv -!exp_Ropp -!exp_plus; congr exp; field; lra.
Qed.
End Identity.

(* ---------- the gap by eigenvalues ---------- *)
Section Eigenvalues.
Variables d n : nat.
Implicit Types X : 'M[R]_(d, n).
Lemma gram_spectrum X : exists lam, spectrum (X^T *m X)%ring lam.
Proof.
have s : ((X^T *m X)^T = X^T *m X)%ring by rewrite trmx_mul trmxK.
have [P [D [u e]]] := @spectral_theorem real_realType n (X^T *m X)%ring s.
exists (D ord0), P; split; first exact: u.
rewrite {1}e; congr (_ *m diag_mx _ *m _)%ring; apply/rowP => k; rewrite mxE; exact: erefl.
Qed.
Lemma spectrum_det (A : 'M[R]_n) lam : spectrum A lam -> (\det A = \prod_k lam k)%ring.
Proof.
case=> U [u ->]; rewrite !det_mulmx det_diag det_tr mulrC mulrA -expr2 expE det_orthogonal // mul1r.
by apply: eq_bigr => k _; rewrite mxE.
Qed.
Lemma spectrum_trace (A : 'M[R]_n) lam : spectrum A lam -> (\tr A)%ring = \S_(k < n) lam k.
Proof.
case=> U [u ->]; rewrite mxtrace_mulC mulmxA orthogonal_tr_mul // mul1mx mxtrace_diag.
by apply: eq_bigr => k _; rewrite mxE.
Qed.
Lemma gram_spectrum_ge0 X lam : spectrum (X^T *m X)%ring lam -> forall k, 0 <= lam k.
Proof.
case=> U [u e] k; suff -> : lam k = rowsq ((X *m U)^T)%ring k by exact: rowsq_ge0.
rewrite -gram_diag trmxK trmx_mul mulmxA -(mulmxA _ X^T)%ring e !mulmxA orthogonal_tr_mul // mul1mx.
by rewrite -mulmxA orthogonal_tr_mul // mulmx1 !mxE eqxx mulr1n.
Qed.
Lemma gram_spectrum_pos X lam : 0 < (\det (X^T *m X))%ring -> spectrum (X^T *m X)%ring lam -> forall k, 0 < lam k.
Proof.
move=> f s k; have [//|z] := gram_spectrum_ge0 s k.
move: f; rewrite (spectrum_det s) (bigD1 k) //= -z mul0r zeroE; lra.
Qed.
Hypothesis n0 : (0 < n)%N.
Let N : 0 < INR n. Proof. by apply: lt_0_INR; apply/ltP. Qed.
(* phi = ln of the mean of the eigenvalues - the mean of their logarithms *)
Lemma phi_spectrum X lam : 0 < (\det (X^T *m X))%ring -> spectrum (X^T *m X)%ring lam ->
  phi X = ln ((\S_(k < n) lam k) / INR n) - (\S_(k < n) ln (lam k)) / INR n.
Proof.
move=> f s; rewrite phiE // frobsq_trace (spectrum_trace s) (spectrum_det s) ln_prod //.
exact: gram_spectrum_pos s.
Qed.
Lemma phi_ge0 X : 0 < (\det (X^T *m X))%ring -> 0 <= phi X.
Proof.
move=> f; have [lam s] := gram_spectrum X; rewrite (phi_spectrum f s).
have h := mean_ln n0 (gram_spectrum_pos f s).
suff : (\S_(k < n) ln (lam k)) / INR n <= ln ((\S_(k < n) lam k) / INR n) by lra.
apply: (Rmult_le_reg_r (INR n)) => //; rewrite (_ : _ / INR n * INR n = \S_(k < n) ln (lam k)); [lra | field; lra].
Qed.
Lemma isometry_le1 X : 0 < (\det (X^T *m X))%ring -> isometry X <= 1.
Proof.
move=> f; rewrite isometry_exp // -exp_0.
by apply: exp_le; have := phi_ge0 f; lra.
Qed.
End Eigenvalues.

(* ---------- along the chain X_(l+1) = BN(W_l X_l) ---------- *)
Section Chain.
Variable d : nat.
Variables (X : 'M[R]_d) (W : nat -> 'M[R]_d).
Hypothesis o : forall l, orthogonal (W l).
Hypothesis f : 0 < (\det (X^T *m X))%ring.
Lemma chain_full l : 0 < (\det ((rotated X W l)^T *m rotated X W l))%ring.
Proof. by elim: l => //= l IH; apply: full_BN; exact: full_rotated. Qed.
Lemma chain_frobsq l : frobsq (rotated X W l.+1) = INR d.
Proof. by apply: frobsq_BN => j; apply: full_rowsq; apply: full_rotated => //; exact: chain_full. Qed.
Hypothesis d0 : (0 < d)%N.
Lemma chain_phi_step l : phi (rotated X W l.+1) <= phi (rotated X W l).
Proof.
rewrite -(phi_rotated (rotated X W l) (o l)); apply: phi_BN_le => //.
by apply: full_rotated => //; exact: chain_full.
Qed.
Lemma chain_phi_falls k l : (k <= l)%N -> phi (rotated X W l) <= phi (rotated X W k).
Proof.
elim: l => [|l IH]; first by rewrite leqn0 => /eqP ->; lra.
rewrite leq_eqVlt => /orP [/eqP -> | h]; first lra.
exact: Rle_trans (chain_phi_step l) (IH h).
Qed.
Lemma chain_phi_ge0 l : 0 <= phi (rotated X W l).
Proof. exact: phi_ge0 (chain_full l). Qed.
Lemma chain_phi_le l : phi (rotated X W l) <= phi X.
Proof. exact: (@chain_phi_falls 0 l). Qed.
End Chain.

(* ---------- the spread of the row norms (lemma A.1) ---------- *)
Section Spread.
Variable d : nat.
Hypothesis d0 : (0 < d)%N.
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
(* 1 + Var/Mean^2 is the mean square over the squared mean *)
Lemma spread_ratio (r : 'I_d -> R) m : m = (\S_(j < d) r j) / INR d -> m <> 0 ->
  1 + (\S_(j < d) ((r j - m) / m) ^ 2) / INR d = (\S_(j < d) r j ^ 2) / INR d / m ^ 2.
Proof.
move=> e m0; have e' : \S_(j < d) r j = INR d * m by rewrite e; field; lra.
rewrite (total_ext (g := fun j => (r j ^ 2 - r j * (2 * m) + m ^ 2) / m ^ 2)); last by move=> j; field.
rewrite total_div total_add total_sub total_scal_r total_const e'; field; lra.
Qed.
Lemma isometry_BN_spread (X : 'M[R]_d) m : 0 < (\det (X^T *m X))%ring ->
  m = (\S_(j < d) sqrt (rowsq X j)) / INR d ->
  (1 + (\S_(j < d) ((sqrt (rowsq X j) - m) / m) ^ 2) / INR d) * isometry X <= isometry (BN X).
Proof.
move=> f e; have p j := full_rowsq j f; have r j := sqrt_lt_R0 _ (p j).
have s := full_frobsq d0 f; have f' := full_BN f.
have m0 : 0 < m.
  rewrite e; apply: Rdiv_lt_0_compat => //; apply: (@total_pos _ _ (Ordinal d0)) => // j; exact: Rlt_le.
rewrite (spread_ratio e); last lra.
rewrite (total_ext (g := rowsq X)); last by move=> j; rewrite pow2_sqrt //; exact: rowsq_ge0.
rewrite -/(frobsq X) !isometry_exp // phi_BN // -/(frobsq X).
have h : (\S_(j < d) ln (rowsq X j)) / INR d <= 2 * ln m.
  have := mean_ln d0 r; rewrite -e => h.
  rewrite (total_ext (g := fun j => 2 * ln (sqrt (rowsq X j)))); last first.
    move=> j; rewrite -{1}(pow2_sqrt (rowsq X j) (rowsq_ge0 X j)) ln_pow //; rewrite /=; lra.
  rewrite total_scal; apply: (Rmult_le_reg_r (INR d)) => //.
  by rewrite (_ : _ / INR d * INR d = 2 * \S_(j < d) ln (sqrt (rowsq X j))); [lra | field; lra].
have t : 0 < frobsq X / INR d by exact: Rdiv_lt_0_compat.
have m2 : 0 < m ^ 2 by exact: pow_lt.
rewrite -{1}(exp_ln (frobsq X / INR d / m ^ 2)); last exact: Rdiv_lt_0_compat.
rewrite -exp_plus ln_div // ln_pow // [INR 2]/=; apply: exp_le; lra.
Qed.
End Spread.
(* the norm of H_l, l >= 1 (daneshmand2021, equation 1) *)
Lemma frobenius_layer d n (X : 'M[R]_(d, n)) : (0 < d)%N -> (forall j, 0 < rowsq X j) ->
  frobenius (scaled (/ sqrt (INR d)) (BN X)) = 1.
Proof.
move=> d0 p; have D : 0 < INR d by apply: lt_0_INR; apply/ltP.
rewrite /frobenius frobsq_scaled frobsq_BN // pow_inv pow2_sqrt; last lra.
by rewrite Rinv_l ?sqrt_1 //; lra.
Qed.
(* BN is a product with a diagonal matrix: it raises no rank *)
Lemma rank_BN d n (X : 'M[R]_(d, n)) : (\rank (BN X) <= \rank X)%N.
Proof. by rewrite BN_diag mxrankM_maxr. Qed.
Lemma rank_rotated d n (W : 'M[R]_d) (X : 'M[R]_(d, n)) : (\rank (BN (W *m X)) <= \rank X)%N.
Proof. exact: leq_trans (rank_BN _) (mxrankM_maxr _ _). Qed.
