(* The orthogonality gaps V and Vhat of a fixed matrix.

   Vhat bounds V (lemma 4 of daneshmand2021, and its best constant); the gap where the Gram matrix is
   a projection (full whitening); sums of powers of the singular values (iterative orthogonalisation). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- V from the power sums of the eigenvalues ---------- *)
Lemma V_power_sums d n (H : 'M[R]_(d, n)) q : (0 < n)%N -> 0 < frobsq H -> spectrum (H^T *m H) q ->
  V H ^ 2 = (\S_(k < n) q k ^ 2) / (\S_(k < n) q k) ^ 2 - 1 / INR n.
Proof.
move=> /INR_pos N f sp; rewrite (V_spectrum sp) -(gram_frobsq sp); set s := frobsq H in f *.
rewrite (total_ext (g := fun k => q k ^ 2 / s ^ 2 - q k * (2 / (s * INR n)) + 1 / INR n ^ 2)); last by move=> k; field; lra.
rewrite total_add total_sub total_div total_scal_r total_const -(gram_frobsq sp) -/s.
by field; lra.
Qed.
Lemma V_of_square d n (H : 'M[R]_(d, n)) a : V H ^ 2 = a -> V H = sqrt a.
Proof. by move=> <-; rewrite sqrt_pow2 //; exact: V_ge0. Qed.

(* ---------- lemma 4: the sum of squares of numbers >= -v of sum 0 ---------- *)
Section Lemma4.
Variables (n : nat) (e : 'I_n -> R) (v : R).
Hypotheses (mean_zero : \S_(k < n) e k = 0).
Lemma shifted_squares : \S_(k < n) (e k + v) ^ 2 = \S_(k < n) e k ^ 2 + INR n * v ^ 2.
Proof.
rewrite (total_ext (g := fun k => e k ^ 2 + e k * (2 * v) + v ^ 2)); last by move=> k; ring.
by rewrite !total_add total_scal_r total_const mean_zero; ring.
Qed.
Lemma squares_le_square (x : 'I_n -> R) : (forall k, 0 <= x k) -> \S_(k < n) x k ^ 2 <= (\S_(k < n) x k) ^ 2.
Proof.
move=> p; have -> : (\S_(k < n) x k) ^ 2 = \S_(k < n) (x k * \S_(k < n) x k) by rewrite total_scal_r; ring.
apply: total_le => k; have := total_one_term k p; have := p k; nra.
Qed.
Lemma squares_from_least : (forall k, - v <= e k) -> \S_(k < n) e k ^ 2 <= INR n * (INR n - 1) * v ^ 2.
Proof.
move=> b; have := @squares_le_square (fun k => e k + v) (fun k => ltac:(have := b k; lra)).
by rewrite shifted_squares total_add mean_zero total_const; nra.
Qed.
(* attained where all but one are -v *)
Lemma squares_attained m : (forall k, k != m -> e k = - v) -> \S_(k < n) e k ^ 2 = INR n * (INR n - 1) * v ^ 2.
Proof.
move=> b; have := shifted_squares; rewrite (total_split _ m) (total_ext (g := fun=> 0)); last first.
  by move=> k; case: eqP => // /eqP ne; rewrite b //; ring.
have : \S_(k < n) (e k + v) = INR n * v by rewrite total_add mean_zero total_const; ring.
rewrite (total_split _ m) (total_ext (g := fun=> 0)); last first.
  by move=> k; case: eqP => // /eqP ne; rewrite b //; ring.
by rewrite !total_const => h1 h2; nra.
Qed.
End Lemma4.

Section GapFromLeast.
Variables (d n : nat) (H : 'M[R]_(d, n)).
Hypotheses (n0 : (0 < n)%N) (norm : frobsq H = 1).
Let N : 0 < INR n. Proof. exact: INR_pos. Qed.
Let N1 : 1 <= INR n. Proof. by rewrite -[1]/(INR 1); apply/le_INR/leP. Qed.
Let mean_zero q : spectrum (H^T *m H) q -> \S_(k < n) (q k - 1 / INR n) = 0.
Proof. by move=> sp; rewrite total_sub -(gram_frobsq sp) norm total_const; field; lra. Qed.
Lemma V_sq_le : V H ^ 2 <= INR n * (INR n - 1) * Vhat H ^ 2.
Proof.
have [q sp] := gram_spectrum H; rewrite (V_norm_one norm sp).
apply: squares_from_least => [| k]; first exact: mean_zero.
by have := lambda_min_le sp n0 k; rewrite /Vhat; lra.
Qed.
Lemma V_le : V H <= sqrt (INR n * (INR n - 1)) * Vhat H.
Proof.
have [v0 _] := Vhat_range n0 norm; rewrite -(sqrt_pow2 _ v0) -sqrt_mult; [|nra|exact: pow2_ge_0].
by rewrite -(sqrt_pow2 _ (V_ge0 H)); apply: sqrt_le_1_alt; exact: V_sq_le.
Qed.
Lemma V_attained q m : spectrum (H^T *m H) q -> (forall k, k != m -> q k = lambda_min (H^T *m H)) ->
  V H = sqrt (INR n * (INR n - 1)) * Vhat H.
Proof.
move=> sp b; have [v0 _] := Vhat_range n0 norm.
rewrite -(sqrt_pow2 _ v0) -sqrt_mult; [|nra|exact: pow2_ge_0].
apply: V_of_square; rewrite (V_norm_one norm sp); apply: squares_attained (m) _; first exact: mean_zero.
by move=> k ne; rewrite b // /Vhat; lra.
Qed.
Lemma V_le_2n : V H <= 2 * INR n * Vhat H.
Proof.
have [v0 _] := Vhat_range n0 norm; apply: Rle_trans V_le _; apply: Rmult_le_compat_r => //.
rewrite -(sqrt_pow2 (2 * INR n)); [apply: sqrt_le_1_alt; nra | lra].
Qed.
End GapFromLeast.

(* ---------- sums of powers ---------- *)
Section Powers.
Variables (n : nat) (s : 'I_n -> R).
Hypothesis pos : forall k, 0 < s k.
Local Notation p1 := (\S_(k < n) s k).
Local Notation p2 := (\S_(k < n) s k ^ 2).
Local Notation p3 := (\S_(k < n) s k ^ 3).
Local Notation p4 := (\S_(k < n) s k ^ 4).
Lemma powers_123 : p2 ^ 2 <= p1 * p3.
Proof.
have r k := sqrt_def (s k) (Rlt_le _ _ (pos k)).
have := cauchy_schwarz (fun k => sqrt (s k)) (fun k => sqrt (s k) * s k).
rewrite (total_ext (f := fun k => sqrt (s k) * (sqrt (s k) * s k)) (g := fun k => s k ^ 2)); last first.
  by move=> k; rewrite -Rmult_assoc r; ring.
rewrite (total_ext (f := fun k => sqrt (s k) ^ 2) (g := s)); last by move=> k; rewrite -[RHS]r; ring.
rewrite (total_ext (f := fun k => (sqrt (s k) * s k) ^ 2) (g := fun k => s k ^ 3)) // => k.
have -> : (sqrt (s k) * s k) ^ 2 = (sqrt (s k) * sqrt (s k)) * s k ^ 2 by ring.
by rewrite r; ring.
Qed.
Lemma powers_234 : p3 ^ 2 <= p2 * p4.
Proof.
have := cauchy_schwarz s (fun k => s k ^ 2).
rewrite (total_ext (f := fun k => s k * s k ^ 2) (g := fun k => s k ^ 3)); last by move=> k; ring.
by rewrite (total_ext (f := fun k => (s k ^ 2) ^ 2) (g := fun k => s k ^ 4)) // => k; ring.
Qed.
Lemma powers_pos (n0 : (0 < n)%N) m : 0 < \S_(k < n) s k ^ m.
Proof.
by apply: (@total_pos _ _ (Ordinal n0)) => [k|]; [apply: Rlt_le |]; exact: pow_lt.
Qed.
Lemma power_sums_le : (0 < n)%N -> p2 ^ 3 <= p1 ^ 2 * p4.
Proof.
move=> n0; have a := powers_pos n0 2; have b := powers_pos n0 3; have c : 0 < p1.
  by apply: (@total_pos _ _ (Ordinal n0)) => // k; exact: Rlt_le.
have h1 := powers_123; have h2 := powers_234.
have : p2 ^ 4 <= (p1 * p3) ^ 2.
  by have -> : p2 ^ 4 = (p2 ^ 2) ^ 2 by [ring]; apply: pow_incr; split=> //; exact: pow2_ge_0.
move=> h3; apply: (Rmult_le_reg_l p2) => //; nra.
Qed.
Lemma power_sums_equal : (forall i j, s i = s j) -> p2 ^ 3 = p1 ^ 2 * p4.
Proof.
case: n s => [|m] t e; first by rewrite /total !big_ord0; toR; ring.
have h j : \S_(k < m.+1) t k ^ j = INR m.+1 * t ord0 ^ j.
  by rewrite -total_const; apply: total_ext => k; rewrite (e k ord0).
have h1 : \S_(k < m.+1) t k = INR m.+1 * t ord0.
  by rewrite -total_const; apply: total_ext => k; rewrite (e k ord0).
by rewrite !h h1; ring.
Qed.
Lemma power_sums_only : (0 < n)%N -> p2 ^ 3 = p1 ^ 2 * p4 -> forall i j, s i = s j.
Proof.
move=> n0 e; have a := powers_pos n0 2; have b := powers_pos n0 3; have c : 0 < p1.
  by apply: (@total_pos _ _ (Ordinal n0)) => // k; exact: Rlt_le.
have h1 := powers_123.
have h3 : p2 ^ 4 <= (p1 * p3) ^ 2.
  by have -> : p2 ^ 4 = (p2 ^ 2) ^ 2 by [ring]; apply: pow_incr; split=> //; exact: pow2_ge_0.
have h2 : p2 * p4 <= p3 ^ 2.
  apply: (Rmult_le_reg_l (p1 ^ 2)); first exact: pow_lt.
  have -> : p1 ^ 2 * (p2 * p4) = p2 ^ 4 by rewrite -[RHS]/(p2 * p2 ^ 3) e; ring.
  by move: h3; rewrite Rpow_mult_distr.
suff h k : s k = p3 / p2 by move=> i j; rewrite !h.
have z : \S_(k < n) (s k ^ 2 - p3 / p2 * s k) ^ 2 = 0.
  apply: Rle_antisym; last by apply: total_ge0 => i; exact: pow2_ge_0.
  rewrite (total_ext (g := fun k => s k ^ 4 - 2 * (p3 / p2) * s k ^ 3 + (p3 / p2) ^ 2 * s k ^ 2)); last by move=> i; ring.
  rewrite total_add total_sub !total_scal.
  have -> : p4 - 2 * (p3 / p2) * p3 + (p3 / p2) ^ 2 * p2 = (p2 * p4 - p3 ^ 2) / p2 by field; lra.
  apply: (Rmult_le_reg_r p2) => //; rewrite Rmult_0_l.
  by have -> : (p2 * p4 - p3 ^ 2) / p2 * p2 = p2 * p4 - p3 ^ 2; [field; lra | lra].
have := total_zero (fun k => pow2_ge_0 (s k ^ 2 - p3 / p2 * s k)) z k => z'.
have : s k ^ 2 - p3 / p2 * s k = 0 by nra.
by move=> z2; apply: (Rmult_eq_reg_r (s k)); have := pos k; lra.
Qed.
End Powers.

(* ---------- V from the eigenvalues of H H^T ---------- *)
Lemma V_power_sums_l d n (H : 'M[R]_(d, n)) mu : (0 < n)%N -> 0 < frobsq H -> spectrum (H *m H^T) mu ->
  V H ^ 2 = (\S_(k < d) mu k ^ 2) / (\S_(k < d) mu k) ^ 2 - 1 / INR n.
Proof.
move=> n0 f sp; have [q sq] := gram_spectrum H; rewrite (V_power_sums n0 f sq) -(gram_frobsq sq) (gram_l_frobsq sp).
congr (_ / _ - _); rewrite -(spectrum_frobsq sq) -(spectrum_frobsq sp) !frobsq_trace gram_sym_r gram_sym_l.
by rewrite -mulmxA mxtrace_mulC !mulmxA.
Qed.

(* ---------- whitening ---------- *)
(* the trace of a projection is its rank *)
Lemma trace_idempotent n (A : 'M[R]_n) : A *m A = A -> \tr A = INR (\rank A).
Proof.
move=> i; move: (mulmx_base A) (col_base_full A) (row_base_free A); move: (col_base A) (row_base A) => C B b full free.
have e : B *m C = 1%:M%ring.
  apply: (row_full_inj full); apply: (row_free_inj free); rewrite /= mulmx1.
  by have -> : C *m (B *m C) *m B = (C *m B) *m (C *m B); [rewrite !mulmxA | rewrite b].
by rewrite -{1}b mxtrace_mulC e mxtrace1 natE.
Qed.
Section Conjugated.
Variables (d : nat) (U : 'M[R]_d).
Hypothesis o : orthogonal U.
Definition conjugated (f : 'I_d -> R) : 'M[R]_d := U *m diag_mx (\row_k f k) *m U^T.
Lemma conjugated_spectrum f : spectrum (conjugated f) f.
Proof. by exists U. Qed.
Lemma conjugated_sym f : (conjugated f)^T = conjugated f.
Proof. exact: spectrum_sym (conjugated_spectrum f). Qed.
Lemma conjugated_mul f g : conjugated f *m conjugated g = conjugated (fun k => f k * g k).
Proof.
rewrite /conjugated -!mulmxA; congr (_ *m _); rewrite !mulmxA; congr (_ *m _).
rewrite -[_ *m U^T *m U]mulmxA orthogonal_tr_mul // mulmx1 mulmx_diag; congr diag_mx.
by apply/rowP => k; rewrite !mxE.
Qed.
Lemma conjugated_ext f g : (forall k, f k = g k) -> conjugated f = conjugated g.
Proof. by move=> e; rewrite /conjugated; congr (_ *m diag_mx _ *m _); apply/rowP => k; rewrite !mxE e. Qed.
Lemma conjugated_1 : conjugated (fun=> 1) = 1%:M%ring.
Proof.
rewrite /conjugated (_ : diag_mx _ = 1%:M%ring) ?mulmx1 //.
by apply/matrixP => i j; rewrite !mxE.
Qed.
Lemma conjugated_sub f g : (conjugated f - conjugated g)%ring = conjugated (fun k => f k - g k).
Proof.
rewrite /conjugated -mulmxBl -mulmxBr; congr (_ *m _ *m _).
by apply/matrixP => i j; rewrite !mxE; case: (i == j); rewrite ?mulr1n ?mulr0n ?subrr.
Qed.
End Conjugated.

Section Whitening.
Variables (d n : nat) (M : 'M[R]_(d, n)) (lam : 'I_d -> R) (U : 'M[R]_d).
Hypotheses (o : orthogonal U) (e : M *m M^T = U *m diag_mx (\row_k lam k) *m U^T).
Let c k := if Rlt_dec 0 (lam k) then / sqrt (lam k) else 0.
Let kept k := if Rlt_dec 0 (lam k) then 1 else 0.
Let gram : M *m M^T = conjugated U lam. Proof. exact: e. Qed.
Let lam0 k : 0 <= lam k.
Proof. by apply: (gram_l_spectrum_ge0 (X := M)); exists U. Qed.
Let H := conjugated U c *m M.
Lemma whitened_gram : H *m H^T = conjugated U kept.
Proof.
rewrite /H trmx_mul conjugated_sym // mulmxA -[_ *m M *m M^T]mulmxA gram !conjugated_mul //.
apply: conjugated_ext => k; rewrite /c /kept; case: Rlt_dec => l; rewrite /is_left; last by ring.
by rewrite -{2}(sqrt_def (lam k)) //; field; have := sqrt_lt_R0 _ l; lra.
Qed.
(* nothing of M is lost *)
Lemma kept_id : conjugated U kept *m M = M.
Proof.
apply/eqP; rewrite -subr_eq0; apply/eqP; apply: frobsq_zero; rewrite frobsq_trace_l.
have -> : (conjugated U kept *m M - M = (conjugated U kept - 1%:M) *m M)%ring by rewrite mulmxBl mul1mx.
have -> : (conjugated U kept - 1%:M)%ring = conjugated U (fun k => kept k - 1).
  by rewrite -(conjugated_1 o) conjugated_sub.
rewrite trmx_mul conjugated_sym // mulmxA -[_ *m M *m M^T]mulmxA gram !conjugated_mul //.
rewrite (spectrum_trace (conjugated_spectrum o _)) (total_ext (g := fun=> 0)) ?total_const; first by ring.
move=> k; rewrite /kept; case: Rlt_dec => l; rewrite /is_left; first by ring.
by have -> : lam k = 0; [have := lam0 k; lra | ring].
Qed.
Lemma kept_rank : \rank (conjugated U kept) = \rank M.
Proof.
apply/eqP; rewrite eqn_leq -{2}kept_id mxrankM_maxl andbT -whitened_gram.
exact: leq_trans (mxrankM_maxl _ _) (mxrankM_maxr _ _).
Qed.
Lemma whitened_norm : frobsq H = INR (\rank M).
Proof.
rewrite frobsq_trace_l whitened_gram trace_idempotent ?kept_rank // conjugated_mul //.
by apply: conjugated_ext => k; rewrite /kept; case: Rlt_dec => l; rewrite /is_left; ring.
Qed.
Lemma V_whitened : (0 < n)%N -> (0 < \rank M)%N -> V H = sqrt (1 / INR (\rank M) - 1 / INR n).
Proof.
move=> n0 /INR_pos r; apply: V_of_square; have sp := conjugated_spectrum o kept; rewrite -whitened_gram in sp.
rewrite (V_power_sums_l n0 _ sp); last by rewrite whitened_norm.
have s : \S_(k < d) kept k = INR (\rank M) by rewrite -(gram_l_frobsq sp) whitened_norm.
rewrite (total_ext (f := fun k => kept k ^ 2) (g := kept)) ?s; first by congr (_ - _); field; lra.
by move=> k; rewrite /kept; case: Rlt_dec => l; rewrite /is_left; ring.
Qed.
(* of full rank: exactly orthogonal columns *)
Lemma whitened_orthogonal : 0 < \det (M^T *m M) -> H^T *m H = 1%:M%ring.
Proof.
move=> f; have keep : conjugated U kept *m H = H.
  rewrite /H mulmxA conjugated_mul //; congr (_ *m _); apply: conjugated_ext => k.
  by rewrite /c /kept; case: Rlt_dec => l; rewrite /is_left; ring.
have i : (H^T *m H) *m (H^T *m H) = H^T *m H by rewrite mulmxA -[H^T *m H *m H^T]mulmxA whitened_gram -mulmxA keep.
have full : \rank M = n.
  apply/eqP; rewrite eqn_leq rank_leq_col -{1}(@mxrank_unit _ n (M^T *m M)) ?mxrankM_maxr //.
  by rewrite unitmxE unitfE; apply/eqP => z; rewrite z in f; have : 0 < 0 by []; lra.
have : INR (\rank (H^T *m H)) = INR n by rewrite -trace_idempotent // -frobsq_trace whitened_norm full.
move=> /INR_eq r; have u : H^T *m H \in unitmx by rewrite -row_free_unit /row_free r.
by rewrite -(mulKmx u (H^T *m H)) i mulVmx.
Qed.
End Whitening.

(* ---------- iterative orthogonalisation ---------- *)
Lemma V_same_gram d e n (H : 'M[R]_(d, n)) (K : 'M[R]_(e, n)) : H^T *m H = K^T *m K -> V H = V K.
Proof. by move=> h; rewrite /V /frobenius !deviationE h !frobsq_trace h. Qed.
Lemma root_of_share x : 0 < x -> / sqrt x * x = sqrt x.
Proof.
move=> p; have r := sqrt_lt_R0 _ p; rewrite -{2}(sqrt_def x); last exact: Rlt_le.
by field; lra.
Qed.
Section Iterative.
Variables (d n r : nat) (P : 'M[R]_r) (U : 'M[R]_(d, r)) (Q : 'M[R]_(r, n)) (s : 'I_r -> R).
Hypotheses (r0 : (0 < r)%N) (n0 : (0 < n)%N) (oP : orthogonal P).
Hypotheses (oU : U^T *m U = 1%:M%ring) (oQ : Q *m Q^T = 1%:M%ring).
Hypothesis pos : forall k, 0 < s k.
Local Notation p1 := (\S_(k < r) s k).
Local Notation p2 := (\S_(k < r) s k ^ 2).
Local Notation p4 := (\S_(k < r) s k ^ 4).
Let after := P *m diag_mx (\row_k (/ sqrt (s k))) *m U^T *m (U *m diag_mx (\row_k s k) *m Q).
Let before := sqrt (\S_(k < r) (s k * s k / (\S_(k < r) (s k * s k)) - 1 / INR n) ^ 2 + (INR n - INR r) * (1 / INR n) ^ 2).
Let p1_pos : 0 < p1.
Proof. by apply: (@total_pos _ _ (Ordinal r0)) => // k; exact: Rlt_le. Qed.
Let p2_pos : 0 < p2. Proof. exact: powers_pos. Qed.
Let N : 0 < INR n. Proof. exact: INR_pos. Qed.
Lemma after_gram : after *m after^T = conjugated P s.
Proof.
have -> : after = P *m diag_mx (\row_k sqrt (s k)) *m Q.
  rewrite /after !mulmxA -[_ *m U^T *m U]mulmxA oU mulmx1 -[_ *m diag_mx _ *m diag_mx _]mulmxA mulmx_diag.
  congr (_ *m diag_mx _ *m _); apply/rowP => k; rewrite !mxE mulE; exact: root_of_share.
rewrite !trmx_mul tr_diag_mx !mulmxA -[_ *m Q *m Q^T]mulmxA oQ mulmx1 -[_ *m diag_mx _ *m diag_mx _]mulmxA mulmx_diag.
congr (_ *m diag_mx _ *m _); apply/rowP => k; rewrite !mxE mulE sqrt_def //; exact: Rlt_le.
Qed.
Lemma V_after : V after = sqrt (p2 / p1 ^ 2 - 1 / INR n).
Proof.
have sp := conjugated_spectrum oP s; rewrite -after_gram in sp.
by apply: V_of_square; rewrite (V_power_sums_l n0 _ sp) // (gram_l_frobsq sp).
Qed.
Lemma V_before : before = sqrt (p4 / p2 ^ 2 - 1 / INR n).
Proof.
rewrite /before; congr sqrt.
rewrite (total_ext (f := fun k => s k * s k) (g := fun k => s k ^ 2)); last by move=> k; ring.
rewrite (total_ext (g := fun k => s k ^ 4 / p2 ^ 2 - s k ^ 2 * (2 / (p2 * INR n)) + 1 / INR n ^ 2)); last by move=> k; field; lra.
by rewrite total_add total_sub total_div total_scal_r total_const; field; lra.
Qed.
(* the formula is the gap of H = U diag(s) Q, whose Gram matrix is that of diag(s) Q *)
Lemma V_singular : V (U *m diag_mx (\row_k s k) *m Q) = before.
Proof.
rewrite V_before (@V_same_gram _ _ _ _ (diag_mx (\row_k s k) *m Q)); last first.
  by rewrite !trmx_mul !mulmxA -[_ *m U^T *m U]mulmxA oU mulmx1.
have g : diag_mx (\row_k s k) *m Q *m (diag_mx (\row_k s k) *m Q)^T = conjugated 1%:M%ring (fun k => s k ^ 2).
  rewrite trmx_mul tr_diag_mx mulmxA -[_ *m Q *m Q^T]mulmxA oQ mulmx1 mulmx_diag /conjugated trmx1 mul1mx mulmx1.
  by congr diag_mx; apply/rowP => k; rewrite !mxE; ringR.
have sp := conjugated_spectrum (orthogonal_1 r) (fun k => s k ^ 2); rewrite -g in sp.
apply: V_of_square; rewrite (V_power_sums_l n0 _ sp) ?(gram_l_frobsq sp) //; congr (_ / _ - _).
by apply: total_ext => k; ring.
Qed.
(* n drops out *)
Let ratios : p2 / p1 ^ 2 <= p4 / p2 ^ 2.
Proof.
have q : 0 < p1 ^ 2 * p2 ^ 2 by apply: Rmult_lt_0_compat; exact: pow_lt.
apply: (Rmult_le_reg_r _ _ _ q).
have -> : p2 / p1 ^ 2 * (p1 ^ 2 * p2 ^ 2) = p2 ^ 3 by field; lra.
have -> : p4 / p2 ^ 2 * (p1 ^ 2 * p2 ^ 2) = p1 ^ 2 * p4 by field; lra.
exact: power_sums_le.
Qed.
Lemma V_iterative : V after <= before.
Proof. by rewrite V_after V_before; apply: sqrt_le_1_alt; have := ratios; lra. Qed.
Lemma V_iterative_equal : (forall i j, s i = s j) -> V after = before.
Proof.
move=> e; rewrite V_after V_before; congr (sqrt (_ - _)).
have -> : p2 / p1 ^ 2 = p2 ^ 3 / (p1 ^ 2 * p2 ^ 2) by field; lra.
by rewrite (power_sums_equal e); field; lra.
Qed.
(* V^2 is not negative: 1/n is at most the sum of the squares of the shares *)
Lemma V_iterative_only : V after = before -> forall i j, s i = s j.
Proof.
move=> h; apply: power_sums_only => //.
have a : 0 <= p2 / p1 ^ 2 - 1 / INR n.
  have sp := conjugated_spectrum oP s; rewrite -after_gram in sp.
  by rewrite -(V_power_sums_l n0 _ sp); [exact: pow2_ge_0 | rewrite (gram_l_frobsq sp)].
have := h; rewrite V_after V_before => /sqrt_inj h'.
have e : p2 / p1 ^ 2 = p4 / p2 ^ 2 by have := h' a ltac:(have := ratios; lra); lra.
have -> : p2 ^ 3 = p2 / p1 ^ 2 * (p1 ^ 2 * p2 ^ 2) by field; lra.
by rewrite e; field; lra.
Qed.
End Iterative.
