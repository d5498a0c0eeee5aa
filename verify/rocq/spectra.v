(* The eigenvalues of symmetric matrices over Coq's reals: [spectrum A lam] of theory/definitions.v.

   Every symmetric matrix has a spectrum; trace, determinant and norm from it; the quadratic form
   x A x^T in the eigenbasis and the bounds of Rayleigh; lambda_min and lambda_max; two spectra of one
   matrix differ by a permutation; Gram matrices; the isometry gap phi and the orthogonality gaps V
   and Vhat as functions of the eigenvalues. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.verify.rocq Require spectral_theorem.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ring over R where mathcomp hides the type of an equation *)
Ltac ringR := toR; match goal with |- @eq _ ?a ?b => change (@eq R a b) end; ring.

(* ---------- orthogonal matrices ---------- *)
Lemma orthogonal_of_tr n (W : 'M[R]_n) : W^T *m W = 1%:M%ring -> orthogonal W.
Proof. exact: mulmx1C. Qed.
Lemma orthogonal_perm n (p : {perm 'I_n}) : orthogonal (perm_mx p : 'M[R]_n).
Proof. by rewrite /orthogonal tr_perm_mx -perm_mxM mulgV perm_mx1. Qed.

(* ---------- norms, forms ---------- *)
Definition sqlen n (x : 'rV[R]_n) : R := \S_(k < n) x ord0 k ^ 2.
Definition form n (A : 'M[R]_n) (x : 'rV[R]_n) : R := (x *m A *m x^T) ord0 ord0.

Lemma sqlenE n (x : 'rV[R]_n) : sqlen x = (x *m x^T) ord0 ord0.
Proof. by rewrite mulmxE; apply: total_ext => k; rewrite mxE; ring. Qed.
Lemma sqlen_ge0 n (x : 'rV[R]_n) : 0 <= sqlen x.
Proof. by apply: total_ge0 => k; exact: pow2_ge_0. Qed.
Lemma sqlen_row d n (X : 'M[R]_(d, n)) j : sqlen (row j X) = rowsq X j.
Proof. by apply: total_ext => k; rewrite mxE. Qed.
Lemma sqlen_rot n (U : 'M[R]_n) x : orthogonal U -> sqlen (x *m U) = sqlen x.
Proof. by move=> o; rewrite !sqlenE trmx_mul mulmxA -[x *m U *m _]mulmxA o mulmx1. Qed.
Lemma sqlen_eq0 n (x : 'rV[R]_n) : sqlen x = 0 -> x = 0%ring.
Proof.
move=> z; apply/rowP => k; rewrite mxE.
have := total_zero (fun k => pow2_ge_0 (x ord0 k)) z k => h.
have : x ord0 k = 0 by nra.
exact.
Qed.
Lemma sqlen_gt0 n (x : 'rV[R]_n) : x <> 0%ring -> 0 < sqlen x.
Proof.
move=> x0; case: (Rle_lt_or_eq_dec _ _ (sqlen_ge0 x)) => // e; case: x0; apply: sqlen_eq0; exact: esym.
Qed.
Lemma sqlen_delta n (k : 'I_n) : sqlen (delta_mx ord0 k : 'rV[R]_n) = 1.
Proof.
rewrite /sqlen (total_ext (g := fun j => if j == k then 1 else 0)) ?total_delta // => j.
rewrite mxE eqxx /=; case: (j == k); rewrite /= ?mulr1n ?mulr0n; toR; ring.
Qed.
Lemma form_delta n (A : 'M[R]_n) k : form A (delta_mx ord0 k) = A k k.
Proof. by rewrite /form -rowE trmx_delta -colE !mxE. Qed.
Lemma formE n (A : 'M[R]_n) x : form A x = \S_(i < n) \S_(j < n) (x ord0 i * A i j * x ord0 j).
Proof.
rewrite /form mulmxE total_exchange; apply: total_ext => j.
by rewrite mulmxE mxE -total_scal_r; apply: total_ext.
Qed.
Lemma form_gram_l d n (X : 'M[R]_(d, n)) x : form (X *m X^T) x = sqlen (x *m X).
Proof. by rewrite sqlenE /form trmx_mul !mulmxA. Qed.
Lemma form_gram_r d n (X : 'M[R]_(d, n)) x : form (X^T *m X) x = sqlen (x *m X^T).
Proof. by rewrite sqlenE /form trmx_mul trmxK !mulmxA. Qed.

Lemma frobsq_trace_l d n (X : 'M[R]_(d, n)) : frobsq X = \tr (X *m X^T).
Proof. by rewrite frobsq_trace mxtrace_mulC. Qed.
Lemma frobsq_rot_r d n (U : 'M[R]_n) (X : 'M[R]_(d, n)) : orthogonal U -> frobsq (X *m U) = frobsq X.
Proof. by move=> o; rewrite !frobsq_trace_l trmx_mul mulmxA -[X *m U *m U^T]mulmxA o mulmx1. Qed.

(* ---------- the spectral theorem ---------- *)
Theorem spectral_theorem n (A : 'M[R]_n) : A^T = A -> exists lam, spectrum A lam.
Proof.
move=> s; have [U [D [o e]]] := @spectral_theorem.spectral_theorem RR n A s.
exists (fun k => D ord0 k); exists U; split; first exact: o.
by rewrite e; congr (_ *m diag_mx _ *m _); apply/rowP => k; rewrite mxE.
Qed.

Section Spectrum.
Variables (n : nat) (A : 'M[R]_n) (lam : 'I_n -> R).
Hypothesis sp : spectrum A lam.

Lemma spectrum_sym : A^T = A.
Proof. by case: sp => U [o ->]; rewrite !trmx_mul trmxK tr_diag_mx mulmxA. Qed.
Lemma spectrum_square : spectrum (A *m A) (fun k => lam k ^ 2).
Proof.
case: sp => U [o ->]; exists U; split=> //.
rewrite -!mulmxA; congr (_ *m _); rewrite !mulmxA; congr (_ *m _).
rewrite -[_ *m U^T *m U]mulmxA orthogonal_tr_mul // mulmx1 mulmx_diag; congr diag_mx.
by apply/rowP => k; rewrite !mxE; ringR.
Qed.
Lemma spectrum_char_poly : char_poly A = (\prod_(k < n) ('X - (lam k)%:P))%ring.
Proof.
case: sp => U [o ->]; rewrite -mulmxA spectral_theorem.char_poly_simC -mulmxA orthogonal_tr_mul // mulmx1.
rewrite char_poly_trig ?diag_mx_is_trig //; apply: eq_bigr => k _.
by rewrite !mxE eqxx mulr1n.
Qed.
(* the eigenvectors *)
Lemma spectrum_vectors : exists u : 'I_n -> 'rV[R]_n,
  (forall k, u k *m A = lam k *: u k)%ring /\ (forall k, sqlen (u k) = 1).
Proof.
case: sp => U [o e]; exists (fun k => delta_mx ord0 k *m U^T); split=> k.
  rewrite e !mulmxA -[_ *m U^T *m U]mulmxA orthogonal_tr_mul // mulmx1 -rowE.
  rewrite scalemxAl; congr (_ *m _); apply/rowP => j; rewrite !mxE eqxx eq_sym /=.
  by case: eqP => _ /=; rewrite ?mulr1n ?mulr0n ?mulr1 ?mulr0.
by rewrite sqlen_rot ?sqlen_delta //; exact: orthogonal_tr.
Qed.
(* the form in the eigenbasis *)
Lemma spectrum_form : exists U : 'M[R]_n, orthogonal U /\
  forall x, form A x = \S_(k < n) (lam k * (x *m U) ord0 k ^ 2).
Proof.
case: sp => U [o ->]; exists U; split=> // x.
have e : x *m (U *m diag_mx (\row_k lam k) *m U^T) *m x^T = x *m U *m diag_mx (\row_k lam k) *m (x *m U)^T.
  by rewrite trmx_mul !mulmxA.
rewrite /form e mulmxE.
by apply: total_ext => k; rewrite mul_mx_diag !mxE; toR; ring.
Qed.
Lemma spectrum_form_ge c : (forall k, c <= lam k) -> forall x, c * sqlen x <= form A x.
Proof.
move=> h x; have [U [o ->]] := spectrum_form; rewrite -(sqlen_rot x o) -total_scal; apply: total_le => k.
by apply: Rmult_le_compat_r => //; exact: pow2_ge_0.
Qed.
Lemma spectrum_form_le c : (forall k, lam k <= c) -> forall x, form A x <= c * sqlen x.
Proof.
move=> h x; have [U [o ->]] := spectrum_form; rewrite -(sqlen_rot x o) -total_scal; apply: total_le => k.
by apply: Rmult_le_compat_r => //; exact: pow2_ge_0.
Qed.
Lemma spectrum_reached k : exists x, sqlen x = 1 /\ form A x = lam k.
Proof.
have [u [e s]] := spectrum_vectors; exists (u k); split=> //.
by rewrite /form e -scalemxAl mxE -sqlenE s mulE Rmult_1_r.
Qed.
Lemma spectrum_ge c : (forall x, c * sqlen x <= form A x) -> forall k, c <= lam k.
Proof. by move=> h k; have [x [s e]] := spectrum_reached k; have := h x; rewrite s e; lra. Qed.
Lemma spectrum_le c : (forall x, form A x <= c * sqlen x) -> forall k, lam k <= c.
Proof. by move=> h k; have [x [s e]] := spectrum_reached k; have := h x; rewrite s e; lra. Qed.

Lemma spectrum_eigenvalue a : eigenvalue A a <-> exists k, lam k = a.
Proof.
rewrite eigenvalue_root_char spectrum_char_poly.
rewrite -(big_map lam predT (fun x => 'X - x%:P)%ring) root_prod_XsubC; split=> [/mapP [k _ ->] | [k <-]].
  by exists k.
by apply/mapP; exists k => //; rewrite mem_index_enum.
Qed.
End Spectrum.

Lemma spectrum_frobsq n (A : 'M[R]_n) lam : spectrum A lam -> frobsq A = \S_(k < n) lam k ^ 2.
Proof.
by move=> sp; rewrite frobsq_trace_l (spectrum_sym sp) (spectrum_trace (spectrum_square sp)).
Qed.
Lemma spectrum_ext n (A : 'M[R]_n) lam mu : spectrum A lam -> (forall k, lam k = mu k) -> spectrum A mu.
Proof.
move=> [U [o e]] h; exists U; split=> //; rewrite e; congr (_ *m diag_mx _ *m _).
by apply/rowP => k; rewrite !mxE h.
Qed.

(* ---------- two spectra of one matrix ---------- *)
Lemma spectrum_perm_eq n (A : 'M[R]_n) lam mu : spectrum A lam -> spectrum A mu ->
  perm_eq (codom lam) (codom mu).
Proof.
move=> sl sm; apply: spectral_theorem.roots_determined.
by rewrite !big_image /= -(spectrum_char_poly sl) (spectrum_char_poly sm).
Qed.
Lemma perm_eq_codom n (T : eqType) (f g : 'I_n -> T) : perm_eq (codom f) (codom g) ->
  exists p : {perm 'I_n}, forall k, g k = f (p k).
Proof.
move=> h; have /tuple_permP [p e] : perm_eq [tuple g k | k < n] [tuple f k | k < n].
  by rewrite /= -!/(codom _) perm_sym.
by exists p => k; have := congr1 (fun t => tnth t k) (val_inj e); rewrite !tnth_mktuple.
Qed.
Theorem spectrum_unique n (A : 'M[R]_n) lam mu : spectrum A lam -> spectrum A mu ->
  exists p : {perm 'I_n}, forall k, mu k = lam (p k).
Proof. by move=> sl sm; exact: perm_eq_codom (spectrum_perm_eq sl sm). Qed.
Lemma total_perm n (f : 'I_n -> R) (p : {perm 'I_n}) : \S_(k < n) f (p k) = \S_(k < n) f k.
Proof. by rewrite /total [RHS](reindex_perm p). Qed.
Lemma spectrum_total n (A : 'M[R]_n) lam mu (f : R -> R) : spectrum A lam -> spectrum A mu ->
  \S_(k < n) f (lam k) = \S_(k < n) f (mu k).
Proof.
move=> sl sm; have [p e] := spectrum_unique sl sm.
by rewrite (total_ext (fun k => congr1 f (e k))) (total_perm (fun k => f (lam k))).
Qed.
Lemma spectrum_reorder n (A : 'M[R]_n) lam (p : {perm 'I_n}) : spectrum A lam ->
  spectrum A (fun k => lam (p k)).
Proof.
move=> [U [o e]]; exists (U *m perm_mx p^-1)%g; split.
  by apply: orthogonal_mul => //; exact: orthogonal_perm.
rewrite {1}e trmx_mul tr_perm_mx invgK !mulmxA; congr (_ *m _); rewrite -!mulmxA; congr (_ *m _).
apply/matrixP => i j; rewrite -row_permE -[p]invgK -col_permE !mxE !invgK.
by rewrite (inj_eq perm_inj) permKV.
Qed.
(* a list of roots of the characteristic polynomial is a list of eigenvalues *)
Lemma spectrum_of_char_poly n (A : 'M[R]_n) lam : A^T = A ->
  char_poly A = (\prod_(k < n) ('X - (lam k)%:P))%ring -> spectrum A lam.
Proof.
move=> s e; have [mu sm] := spectral_theorem s.
have /perm_eq_codom [p h] : perm_eq (codom mu) (codom lam).
  by apply: spectral_theorem.roots_determined; rewrite !big_image /= -(spectrum_char_poly sm) e.
by apply: (spectrum_ext (spectrum_reorder p sm)) => k; rewrite h.
Qed.

(* ---------- the least and the largest eigenvalue ---------- *)
Lemma least_index n (f : 'I_n -> R) : (0 < n)%N -> exists i, forall k, f i <= f k.
Proof.
move=> n0; case: (@arg_minP _ RR _ (Ordinal n0) xpredT f) => // i _ h.
by exists i => k; apply/RleP; exact: h.
Qed.
Lemma largest_index n (f : 'I_n -> R) : (0 < n)%N -> exists i, forall k, f k <= f i.
Proof. by move=> n0; have [i h] := least_index (fun k => - f k) n0; exists i => k; have := h k; lra. Qed.

Section Extremes.
Variables (n : nat) (A : 'M[R]_n) (lam : 'I_n -> R).
Hypothesis sp : spectrum A lam.
Lemma lambda_min_at i : (forall k, lam i <= lam k) -> lambda_min A = lam i.
Proof.
move=> h; have m : eigenvalue A (lam i) by apply/(spectrum_eigenvalue sp); exists i.
have lb : lbound [set a : RR | eigenvalue A a] (lam i).
  by move=> a /= /(spectrum_eigenvalue sp) [k <-]; apply/RleP; exact: h.
apply: Rle_antisym; apply/RleP.
  by apply: (@inf_lb RR) => //; exists (lam i).
by apply: (@lb_le_inf RR) => //; exists (lam i).
Qed.
Lemma lambda_max_at i : (forall k, lam k <= lam i) -> lambda_max A = lam i.
Proof.
move=> h; have m : eigenvalue A (lam i) by apply/(spectrum_eigenvalue sp); exists i.
have ub : ubound [set a : RR | eigenvalue A a] (lam i).
  by move=> a /= /(spectrum_eigenvalue sp) [k <-]; apply/RleP; exact: h.
apply: Rle_antisym; apply/RleP.
  by apply: (@sup_le_ub RR) => //; exists (lam i).
by apply: (@sup_ub RR) => //; exists (lam i).
Qed.
Hypothesis n0 : (0 < n)%N.
Lemma lambda_minE : exists i, lambda_min A = lam i /\ forall k, lam i <= lam k.
Proof. by have [i h] := least_index lam n0; exists i; split=> //; exact: lambda_min_at. Qed.
Lemma lambda_maxE : exists i, lambda_max A = lam i /\ forall k, lam k <= lam i.
Proof. by have [i h] := largest_index lam n0; exists i; split=> //; exact: lambda_max_at. Qed.
Lemma lambda_min_le k : lambda_min A <= lam k.
Proof. by have [i [-> h]] := lambda_minE. Qed.
Lemma lambda_max_ge k : lam k <= lambda_max A.
Proof. by have [i [-> h]] := lambda_maxE. Qed.
Lemma lambda_min_ge c : c <= lambda_min A <-> forall k, c <= lam k.
Proof.
by have [i [-> h]] := lambda_minE; split=> [c0 k | //]; have := h k; lra.
Qed.
Lemma lambda_max_le c : lambda_max A <= c <-> forall k, lam k <= c.
Proof.
by have [i [-> h]] := lambda_maxE; split=> [c0 k | //]; have := h k; lra.
Qed.
End Extremes.

Section Rayleigh.
Variables (n : nat) (A : 'M[R]_n).
Hypothesis (n0 : (0 < n)%N) (s : A^T = A).
Lemma rayleigh_min x : lambda_min A * sqlen x <= form A x.
Proof.
have [lam sp] := spectral_theorem s; apply: (spectrum_form_ge sp) => k; exact: lambda_min_le.
Qed.
Lemma rayleigh_max x : form A x <= lambda_max A * sqlen x.
Proof.
have [lam sp] := spectral_theorem s; apply: (spectrum_form_le sp) => k; exact: lambda_max_ge.
Qed.
Lemma rayleigh_quotient x : x <> 0%ring -> lambda_min A <= form A x / sqlen x <= lambda_max A.
Proof.
move=> /sqlen_gt0 p; split; apply: (Rmult_le_reg_r (sqlen x)) => //.
  have -> : form A x / sqlen x * sqlen x = form A x by field; lra.
  exact: rayleigh_min.
have -> : form A x / sqlen x * sqlen x = form A x by field; lra.
exact: rayleigh_max.
Qed.
Lemma rayleigh_min_iff c : c <= lambda_min A <-> forall x, c * sqlen x <= form A x.
Proof.
have [lam sp] := spectral_theorem s; rewrite (lambda_min_ge sp n0); split; last exact: spectrum_ge.
exact: spectrum_form_ge.
Qed.
Lemma rayleigh_max_iff c : lambda_max A <= c <-> forall x, form A x <= c * sqlen x.
Proof.
have [lam sp] := spectral_theorem s; rewrite (lambda_max_le sp n0); split; last exact: spectrum_le.
exact: spectrum_form_le.
Qed.
Lemma rayleigh_min_reached : exists x, sqlen x = 1 /\ form A x = lambda_min A.
Proof.
have [lam sp] := spectral_theorem s; have [i [-> _]] := lambda_minE sp n0; exact: spectrum_reached.
Qed.
Lemma lambda_min_entry k : lambda_min A <= A k k.
Proof. by have := rayleigh_min (delta_mx ord0 k); rewrite sqlen_delta form_delta; lra. Qed.
Lemma lambda_max_entry k : A k k <= lambda_max A.
Proof. by have := rayleigh_max (delta_mx ord0 k); rewrite sqlen_delta form_delta; lra. Qed.
End Rayleigh.

(* ---------- Gram matrices ---------- *)
Lemma gram_sym_r d n (X : 'M[R]_(d, n)) : (X^T *m X)^T = X^T *m X.
Proof. by rewrite trmx_mul trmxK. Qed.
Lemma gram_sym_l d n (X : 'M[R]_(d, n)) : (X *m X^T)^T = X *m X^T.
Proof. by rewrite trmx_mul trmxK. Qed.
Lemma gram_l_spectrum_ge0 d n (X : 'M[R]_(d, n)) lam : spectrum (X *m X^T) lam -> forall k, 0 <= lam k.
Proof. by have := @gram_spectrum_ge0 n d X^T lam; rewrite trmxK. Qed.
Lemma gram_frobsq d n (X : 'M[R]_(d, n)) lam : spectrum (X^T *m X) lam -> frobsq X = \S_(k < n) lam k.
Proof. by move=> sp; rewrite frobsq_trace (spectrum_trace sp). Qed.
Lemma gram_l_frobsq d n (X : 'M[R]_(d, n)) lam : spectrum (X *m X^T) lam -> frobsq X = \S_(k < d) lam k.
Proof. by move=> sp; rewrite frobsq_trace_l (spectrum_trace sp). Qed.
Lemma gram_full_iff d n (X : 'M[R]_(d, n)) lam : spectrum (X^T *m X) lam ->
  0 < \det (X^T *m X) <-> forall k, 0 < lam k.
Proof.
move=> sp; split=> [p | p]; first exact: gram_spectrum_pos p sp.
by rewrite (spectrum_det sp); exact: prod_pos.
Qed.
(* X X^T and X^T X have the same eigenvalues *)
Lemma gram_square_iff d (X : 'M[R]_d) lam : spectrum (X *m X^T) lam <-> spectrum (X^T *m X) lam.
Proof.
split=> sp; apply: spectrum_of_char_poly.
- exact: gram_sym_r.
- by rewrite spectral_theorem.char_poly_simC; exact: spectrum_char_poly sp.
- exact: gram_sym_l.
- by rewrite spectral_theorem.char_poly_simC; exact: spectrum_char_poly sp.
Qed.
Lemma gram_square_lambda_min d (X : 'M[R]_d) : lambda_min (X *m X^T) = lambda_min (X^T *m X).
Proof.
rewrite /lambda_min; congr (inf _); apply/seteqP; split=> a /=; rewrite !eigenvalue_root_char;
by rewrite spectral_theorem.char_poly_simC.
Qed.
Lemma gram_square_lambda_max d (X : 'M[R]_d) : lambda_max (X *m X^T) = lambda_max (X^T *m X).
Proof.
rewrite /lambda_max; congr (sup _); apply/seteqP; split=> a /=; rewrite !eigenvalue_root_char;
by rewrite spectral_theorem.char_poly_simC.
Qed.
Lemma gram_lambda_min_ge0 d n (X : 'M[R]_(d, n)) : (0 < n)%N -> 0 <= lambda_min (X^T *m X).
Proof.
move=> n0; have [lam sp] := gram_spectrum X; rewrite (lambda_min_ge sp n0); exact: gram_spectrum_ge0 sp.
Qed.
Lemma gram_lambda_min_pos d n (X : 'M[R]_(d, n)) : (0 < n)%N ->
  0 < \det (X^T *m X) -> 0 < lambda_min (X^T *m X).
Proof.
by move=> n0 p; have [lam sp] := gram_spectrum X; have [i [-> _]] := lambda_minE sp n0; exact: gram_spectrum_pos p sp i.
Qed.
(* the least eigenvalue is at most the mean *)
Lemma gram_lambda_min_mean d n (X : 'M[R]_(d, n)) : (0 < n)%N -> lambda_min (X^T *m X) <= frobsq X / INR n.
Proof.
move=> n0; have [lam sp] := gram_spectrum X; rewrite (gram_frobsq sp).
have N : 0 < INR n by apply: lt_0_INR; apply/ssrnat.ltP.
apply: (Rmult_le_reg_l (INR n)) => //; have -> : INR n * ((\S_(k < n) lam k) / INR n) = \S_(k < n) lam k by field; lra.
by rewrite -total_const; apply: total_le => k; exact: lambda_min_le.
Qed.
Lemma gram_lambda_min_row d (X : 'M[R]_d) j : (0 < d)%N -> lambda_min (X^T *m X) <= rowsq X j.
Proof.
move=> d0; rewrite -gram_square_lambda_min -gram_diag; apply: lambda_min_entry => //; exact: gram_sym_l.
Qed.

(* ---------- the isometry gap ---------- *)
Lemma INR_pos n : (0 < n)%N -> 0 < INR n.
Proof. by move=> n0; apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Section Gap.
Variables (d n : nat) (X : 'M[R]_(d, n)) (lam : 'I_n -> R).
Hypothesis (n0 : (0 < n)%N) (full : 0 < \det (X^T *m X)) (sp : spectrum (X^T *m X) lam).
(* mean 1: d phi = - sum of the logarithms, and the same with positive terms *)
Lemma phi_mean_one : frobsq X = INR n -> INR n * phi X = - \S_(k < n) ln (lam k).
Proof.
have N := INR_pos n0; rewrite (gram_frobsq sp) => f; rewrite (phi_spectrum n0 full sp) f.
by rewrite /Rdiv Rinv_r ?ln_1; [field | ]; lra.
Qed.
Lemma phi_mean_one_terms : frobsq X = INR n -> INR n * phi X = \S_(k < n) (lam k - 1 - ln (lam k)).
Proof.
move=> f; rewrite phi_mean_one // !total_sub total_const; move: f; rewrite (gram_frobsq sp) => ->; ring.
Qed.
End Gap.
Section GapSquare.
Variables (d : nat) (X : 'M[R]_d) (lam : 'I_d -> R).
Hypothesis (d0 : (0 < d)%N) (full : 0 < \det (X^T *m X)) (sp : spectrum (X *m X^T) lam).
Let sp' : spectrum (X^T *m X) lam. Proof. exact/gram_square_iff. Qed.
Lemma gram_l_pos k : 0 < lam k.
Proof. exact: gram_spectrum_pos full sp' k. Qed.
Lemma phi_l : phi X = ln ((\S_(k < d) lam k) / INR d) - (\S_(k < d) ln (lam k)) / INR d.
Proof. exact: phi_spectrum. Qed.
Lemma phi_l_mean_one : frobsq X = INR d -> INR d * phi X = - \S_(k < d) ln (lam k).
Proof. exact: phi_mean_one. Qed.
Lemma phi_l_mean_one_terms : frobsq X = INR d -> INR d * phi X = \S_(k < d) (lam k - 1 - ln (lam k)).
Proof. exact: phi_mean_one_terms. Qed.
End GapSquare.

(* ---------- the orthogonality gaps ---------- *)
Lemma spectrum_affine n (A : 'M[R]_n) lam (a b : R) : spectrum A lam ->
  spectrum (a *: A + b%:M)%ring (fun k => a * lam k + b).
Proof.
move=> [U [o e]]; exists U; split=> //.
have -> : diag_mx (\row_k (a * lam k + b)) = (a *: diag_mx (\row_k lam k) + b%:M)%ring.
  apply/matrixP => i j; rewrite !mxE; case: (i == j); rewrite ?mulr1n ?mulr0n //.
  by rewrite mulr0 addr0.
rewrite mulmxDr mulmxDl -scalemxAr -scalemxAl -e mul_mx_scalar -scalemxAl o.
by rewrite scalemx1.
Qed.
Lemma deviationE d n (H : 'M[R]_(d, n)) :
  deviation H = ((/ frobsq H) *: (H^T *m H) + (- (/ INR n))%:M)%ring.
Proof.
apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE [X in (X + _)%ring]mxE [X in (_ + X)%ring]mxE.
by case: (i == j); rewrite ?mulr1n ?mulr0n; toR; rewrite /Rdiv; ring.
Qed.
Lemma deviation_spectrum d n (H : 'M[R]_(d, n)) q : spectrum (H^T *m H) q ->
  spectrum (deviation H) (fun k => q k / frobsq H - 1 / INR n).
Proof.
move=> sp; rewrite deviationE; apply: (spectrum_ext (spectrum_affine (/ frobsq H) (- / INR n) sp)) => k.
rewrite /Rdiv; ring.
Qed.
Lemma V_ge0 d n (H : 'M[R]_(d, n)) : 0 <= V H.
Proof. exact: sqrt_pos. Qed.
Lemma V_spectrum d n (H : 'M[R]_(d, n)) q : spectrum (H^T *m H) q ->
  V H ^ 2 = \S_(k < n) (q k / frobsq H - 1 / INR n) ^ 2.
Proof. by move=> sp; rewrite /V frobenius_sq (spectrum_frobsq (deviation_spectrum sp)). Qed.
Lemma V_norm_one d n (H : 'M[R]_(d, n)) q : frobsq H = 1 -> spectrum (H^T *m H) q ->
  V H ^ 2 = \S_(k < n) (q k - 1 / INR n) ^ 2.
Proof. by move=> f sp; rewrite (V_spectrum sp) f; apply: total_ext => k; rewrite /Rdiv Rinv_1 Rmult_1_r. Qed.
Lemma Vhat_spectrum d n (H : 'M[R]_(d, n)) q : (0 < n)%N -> spectrum (H^T *m H) q ->
  exists i, Vhat H = 1 / INR n - q i /\ forall k, q i <= q k.
Proof. by move=> n0 sp; have [i [e h]] := lambda_minE sp n0; exists i; rewrite /Vhat e. Qed.
Lemma Vhat_range d n (H : 'M[R]_(d, n)) : (0 < n)%N -> frobsq H = 1 -> 0 <= Vhat H <= 1 / INR n.
Proof.
move=> n0 f; have := gram_lambda_min_ge0 H n0; have := gram_lambda_min_mean H n0.
by rewrite f /Vhat; lra.
Qed.

(* ---------- orthogonal rows ---------- *)
Lemma BN_gram_l d n (X : 'M[R]_(d, n)) i j :
  (BN X *m (BN X)^T) i j = (X *m X^T) i j / sqrt (rowsq X i) / sqrt (rowsq X j).
Proof.
rewrite !mulmxE -!total_div; apply: total_ext => k; rewrite !mxE /Rdiv; ring.
Qed.
Lemma BN_orthogonal_rows d n (X : 'M[R]_(d, n)) : (forall i j, i != j -> (X *m X^T) i j = 0) ->
  (forall j, 0 < rowsq X j) -> BN X *m (BN X)^T = 1%:M%ring.
Proof.
move=> o p; apply/matrixP => i j; rewrite BN_gram_l [RHS]mxE; have [<- | ne] := eqVneq i j; last first.
  by rewrite o // mulr0n /Rdiv !Rmult_0_l.
have s := sqrt_lt_R0 _ (p i); rewrite mulr1n gram_diag -{1}(sqrt_def (rowsq X i)); last exact: rowsq_ge0.
have e : sqrt (rowsq X i) * sqrt (rowsq X i) / sqrt (rowsq X i) / sqrt (rowsq X i) = 1 by field; lra.
exact: e.
Qed.
Lemma isometry_orthogonal d (X : 'M[R]_d) : (0 < d)%N -> orthogonal X -> isometry X = 1.
Proof.
move=> /INR_pos D o; rewrite /isometry frobsq_trace orthogonal_tr_mul // det1 mxtrace1 natE oneE.
by rewrite /Rpower ln_1 Rmult_0_r exp_0; field; lra.
Qed.
(* the rows of diag(s) Q^T are orthogonal *)
Lemma diag_orthogonal_gram d (Q : 'M[R]_d) (s : 'I_d -> R) : orthogonal Q ->
  (diag_mx (\row_k s k) *m Q^T) *m (diag_mx (\row_k s k) *m Q^T)^T = diag_mx (\row_k (s k ^ 2)).
Proof.
move=> o; rewrite trmx_mul trmxK tr_diag_mx mulmxA -[_ *m Q^T *m Q]mulmxA orthogonal_tr_mul // mulmx1.
by rewrite mulmx_diag; congr diag_mx; apply/rowP => k; rewrite !mxE; ringR.
Qed.
