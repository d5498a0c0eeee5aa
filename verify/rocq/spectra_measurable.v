(* Random matrices: the least and the largest eigenvalue, the determinant, the Frobenius norm and the
   gaps phi, V and Vhat are measurable as soon as the entries are. The least eigenvalue is at least c
   where x A x^T >= c |x|^2 for all rational x, which are countably many. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means spectra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- rational vectors suffice ---------- *)
Definition rational n (q : 'rV[rat]_n) : 'rV[R]_n := map_mx (ratr : rat -> R) q.
Lemma rational_near (a e : R) : 0 < e -> exists q : rat, Rabs (a - ratr q) < e.
Proof.
move=> e0; have h : ((a - e : RR) < a + e)%ring by apply/RltP; toR; lra.
have [q] := rat_in_itvoo h; rewrite in_itv /= => /andP [/RltP l /RltP r]; toR_in l; toR_in r.
exists q; pose t : R := ratr q; have l' : a - e < t := l; have r' : t < a + e := r.
by rewrite -/t; apply: Rabs_def1; lra.
Qed.
Lemma form_step n (B : 'M[R]_n) (x : 'rV[R]_n) (i : 'I_n) : exists b : R, forall s : R,
  form B (x + s *: (delta_mx ord0 i : 'rV[R]_n))%ring = form B x + s * b + s ^ 2 * B i i.
Proof.
pose e : 'rV[R]_n := delta_mx ord0 i; exists ((x *m B *m e^T) ord0 ord0 + (e *m B *m x^T) ord0 ord0) => s.
rewrite -form_delta -/e /form linearD linearZ !(mulmxDl, mulmxDr) -?scalemxAl -?scalemxAr -?scalemxAl.
move: (x *m B *m x^T) (x *m B *m e^T) (e *m B *m x^T) (e *m B *m e^T) => a b c g.
rewrite !mxE; move: (a _ _) (b _ _) (c _ _) (g _ _) => {a b c g} a b c g.
change (a + s * c + (s * b + s * (s * g)) = a + s * (b + c) + s ^ 2 * g :> R); ring.
Qed.
Lemma form_negative_rational n (B : 'M[R]_n) x : form B x < 0 -> exists q, form B (rational q) < 0.
Proof.
move=> neg; have steps m : exists y, form B y < 0 /\ forall i : 'I_n, (i < m)%N -> exists q, y ord0 i = ratr q.
  elim: m => [|k [y [ny hy]]]; first by exists x.
  case: (ltnP k n) => kn; last first.
    by exists y; split=> // i ik; apply: hy; exact: leq_trans (ltn_ord i) kn.
  pose i := Ordinal kn; have [b hb] := form_step B y i.
  pose c := Rabs b + Rabs (B i i) + 1; have c0 : 0 < c by rewrite /c; have := Rabs_pos b; have := Rabs_pos (B i i); lra.
  pose e := Rmin 1 (- form B y / c).
  have e0 : 0 < e by apply: Rmin_pos; [lra | apply: Rdiv_lt_0_compat; lra].
  have [q hq] := rational_near (y ord0 i) e0; pose s := ratr q - y ord0 i.
  exists (y + s *: (delta_mx ord0 i : 'rV[R]_n))%ring; split.
    rewrite hb; have hs : Rabs s < e by rewrite /s Rabs_minus_sym.
    have s1 : Rabs s < 1 by apply: Rlt_le_trans hs (Rmin_l _ _).
    have s2 : Rabs s * c < - form B y.
      have := Rlt_le_trans _ _ _ hs (Rmin_r 1 (- form B y / c)) => h.
      have := Rmult_lt_compat_r c _ _ c0 h; have -> : - form B y / c * c = - form B y by field; lra.
      lra.
    have h1 := Rle_abs (s * b); rewrite Rabs_mult in h1.
    have h2 := Rle_abs (s ^ 2 * B i i); rewrite Rabs_mult -RPow_abs in h2.
    have : Rabs s ^ 2 * Rabs (B i i) <= Rabs s * Rabs (B i i).
      by apply: Rmult_le_compat_r; [exact: Rabs_pos | have := Rabs_pos s; nra].
    by move: s2; rewrite /c; have := Rabs_pos s; lra.
  move=> j jk; rewrite mxE [X in (_ + X)%ring]mxE [X in (_ * X)%ring]mxE eqxx /=.
  case: (j =P i) => [-> | ji].
    by exists q; rewrite mulr1n /s; ringR.
  have [|p hp] := hy j; last by exists p; rewrite mulr0n mulr0 addr0.
  by move: jk; rewrite ltnS leq_eqVlt => /orP [/eqP jk | //]; case: ji; apply: val_inj.
have [y [ny hy]] := steps n.
have h i : exists q, y ord0 i = ratr q by exact: hy.
have [q e] := choice h; exists (\row_i q i).
by rewrite (_ : rational _ = y) //; apply/rowP => i; rewrite !mxE e.
Qed.
Lemma form_sub_scalar n (A : 'M[R]_n) c x : form (A - c%:M)%ring x = form A x - c * sqlen x.
Proof.
rewrite /form mulmxBr mulmxBl mul_mx_scalar -scalemxAl [LHS]mxE [X in (_ + X)%ring]mxE.
by rewrite [X in (- X)%ring]mxE -sqlenE.
Qed.
Lemma rational_suffice n (A : 'M[R]_n) c :
  (forall x, c * sqlen x <= form A x) <-> forall q, c * sqlen (rational q) <= form A (rational q).
Proof.
split=> [h q | h x]; first exact: h.
apply: Rnot_lt_le => l; have [|q] := @form_negative_rational n (A - c%:M)%ring x.
  by rewrite form_sub_scalar; lra.
by rewrite form_sub_scalar; have := h q; lra.
Qed.

(* ---------- measurable functions of a random matrix ---------- *)
Section Measurable.
Variables (T : Type) (L : law T).
Local Notation mes := (measurable_on L).
Lemma measurable_rays f : (forall c, measurable_event L (fun x => c <= f x)) -> mes f.
Proof.
move=> h; apply: (measurability (RGenCInfty.measurableE RR)) => _ [_ [c ->] <-].
rewrite setTI; have := h c; rewrite /measurable_event; congr (measurable _).
by apply/seteqP; split=> w /=; rewrite in_itv /= andbT => /RleP.
Qed.
Lemma event_rational n (E : 'rV[rat]_n -> T -> Prop) : (forall q, measurable_event L (E q)) ->
  measurable_event L (fun x => forall q, E q x).
Proof.
move=> m; apply: (event_ext (A := fun x => forall k : nat, if unpickle k is Some q then E q x else True)) => [x|].
  split=> [h q | h k]; first by have := h (pickle q); rewrite pickleK.
  by case: unpickle => // q; exact: h.
by apply: event_countable => k; case: (unpickle k) => [q|]; [exact: m | exact: event_const].
Qed.
Lemma measurable_product n (f : 'I_n -> T -> R) : (forall k, mes (f k)) -> mes (fun x => (\prod_k f k x)%ring : R).
Proof.
move=> m; have h : forall s : seq 'I_n, mes (fun x => (\prod_(k <- s) f k x)%ring : R).
  elim=> [|k s IH]; first by apply: (measurable_ext (f := fun=> 1)) => [x|]; [rewrite big_nil | exact: measurable_const].
  by apply: (measurable_ext _ (measurable_mul (m k) IH)) => x; rewrite big_cons.
by apply: measurable_ext (h (index_enum _)) => x.
Qed.
Lemma measurable_sum (I : Type) (s : seq I) (f : I -> T -> R) : (forall k, mes (f k)) ->
  mes (fun x => (\sum_(k <- s) f k x)%ring : R).
Proof.
move=> m; elim: s => [|k s IH]; first by apply: (measurable_ext (f := fun=> 0)) => [x|]; [rewrite big_nil | exact: measurable_const].
by apply: (measurable_ext _ (measurable_add (m k) IH)) => x; rewrite big_cons.
Qed.
Lemma measurable_det n (A : T -> 'M[R]_n) : (forall i j, mes (fun x => A x i j)) -> mes (fun x => \det (A x)).
Proof.
move=> m; apply: measurable_sum => p; apply: measurable_mul; first exact: measurable_const.
by apply: measurable_product => k; exact: m.
Qed.
Lemma measurable_rowsq d n (X : T -> 'M[R]_(d, n)) j : (forall i k, mes (fun x => X x i k)) -> mes (fun x => rowsq (X x) j).
Proof. by move=> m; apply: measurable_total => k; apply: measurable_pow; exact: m. Qed.
Lemma measurable_frobsq d n (X : T -> 'M[R]_(d, n)) : (forall i k, mes (fun x => X x i k)) -> mes (fun x => frobsq (X x)).
Proof. by move=> m; apply: measurable_total => j; exact: measurable_rowsq. Qed.
Lemma measurable_frobenius d n (X : T -> 'M[R]_(d, n)) : (forall i k, mes (fun x => X x i k)) -> mes (fun x => frobenius (X x)).
Proof. by move=> m; apply: measurable_sqrt; exact: measurable_frobsq. Qed.
Lemma measurable_mulmx d e n (X : T -> 'M[R]_(d, e)) (Y : T -> 'M[R]_(e, n)) :
  (forall i k, mes (fun x => X x i k)) -> (forall i k, mes (fun x => Y x i k)) ->
  forall i j, mes (fun x => (X x *m Y x) i j).
Proof.
move=> mX mY i j; apply: (measurable_ext (fun x => esym (mulmxE (X x) (Y x) i j))).
by apply: measurable_total => k; apply: measurable_mul.
Qed.
Lemma measurable_trmx d n (X : T -> 'M[R]_(d, n)) : (forall i k, mes (fun x => X x i k)) ->
  forall i j, mes (fun x => (X x)^T i j).
Proof. by move=> m i j; apply: measurable_ext (m j i) => x; rewrite mxE. Qed.
Lemma measurable_gram d n (X : T -> 'M[R]_(d, n)) : (forall i k, mes (fun x => X x i k)) ->
  forall i j, mes (fun x => ((X x)^T *m X x) i j).
Proof. by move=> m; apply: measurable_mulmx => //; exact: measurable_trmx. Qed.
Lemma measurable_BN d n (X : T -> 'M[R]_(d, n)) : (forall i k, mes (fun x => X x i k)) ->
  forall i j, mes (fun x => BN (X x) i j).
Proof.
move=> m i j; apply: (measurable_ext (f := fun x => X x i j / sqrt (rowsq (X x) i))) => [x|]; first by rewrite mxE.
by apply: measurable_div => //; apply: measurable_sqrt; exact: measurable_rowsq.
Qed.
Lemma measurable_form n (A : T -> 'M[R]_n) y : (forall i j, mes (fun x => A x i j)) -> mes (fun x => form (A x) y).
Proof.
move=> m; apply: (measurable_ext (fun x => esym (formE (A x) y))).
apply: measurable_total => i; apply: measurable_total => j; apply: measurable_mul; last exact: measurable_const.
by apply: measurable_mul => //; exact: measurable_const.
Qed.
Lemma measurable_lambda_min n (A : T -> 'M[R]_n) : (forall i j, mes (fun x => A x i j)) ->
  (forall x, (A x)^T = A x) -> mes (fun x => lambda_min (A x)).
Proof.
move=> m s; case: n A m s => [|n] A m s.
  apply: (measurable_ext (f := fun=> lambda_min (1%:M%ring : 'M[R]_0))) => [x|]; last exact: measurable_const.
  by congr lambda_min; apply/matrixP => - [].
apply: measurable_rays => c; apply: event_ext (event_rational (E := fun q x => c * sqlen (rational q) <= form (A x) (rational q)) _).
  by move=> x; rewrite rayleigh_min_iff // rational_suffice.
by move=> q; apply: event_le; [exact: measurable_const | exact: measurable_form].
Qed.
Lemma lambda_max_opp n (A : 'M[R]_n) : (0 < n)%N -> A^T = A -> lambda_max A = - lambda_min (- A)%ring.
Proof.
move=> n0 s; have [lam sp] := spectral_theorem s; have [i [-> h]] := lambda_maxE sp n0.
have sp' : spectrum (- A)%ring (fun k => - lam k).
  have := spectrum_affine (-1) 0 sp; rewrite (_ : ((-1)%R *: A + 0%R%:M)%ring = (- A)%ring).
    by move=> q; apply: spectrum_ext q _ => k; ring.
  by apply/matrixP => j k; rewrite !mxE mul0rn; move: (A j k) => a; change (-1 * a + 0 = - a :> R); ring.
by rewrite (lambda_min_at sp' (i := i)) => [|k]; [ring | have := h k; lra].
Qed.
Lemma measurable_lambda_max n (A : T -> 'M[R]_n) : (forall i j, mes (fun x => A x i j)) ->
  (forall x, (A x)^T = A x) -> mes (fun x => lambda_max (A x)).
Proof.
move=> m s; case: n A m s => [|n] A m s.
  apply: (measurable_ext (f := fun=> lambda_max (1%:M%ring : 'M[R]_0))) => [x|]; last exact: measurable_const.
  by congr lambda_max; apply/matrixP => - [].
apply: (measurable_ext (fun x => esym (lambda_max_opp (ltn0Sn n) (s x)))).
apply: measurable_opp; apply: measurable_lambda_min => [i j | x].
  by apply: (measurable_ext _ (measurable_opp (m i j))) => x; rewrite mxE.
by rewrite linearN /= s.
Qed.
Section Gaps.
Variables (d n : nat) (X : T -> 'M[R]_(d, n)).
Hypothesis m : forall i k, mes (fun x => X x i k).
Lemma measurable_gram_min : mes (fun x => lambda_min ((X x)^T *m X x)).
Proof. by apply: measurable_lambda_min => [|x]; [exact: measurable_gram | exact: gram_sym_r]. Qed.
Lemma measurable_Vhat : mes (fun x => Vhat (X x)).
Proof. by apply: measurable_sub; [exact: measurable_const | exact: measurable_gram_min]. Qed.
Lemma measurable_isometry : mes (fun x => isometry (X x)).
Proof.
apply: measurable_div; last by apply: measurable_div; [exact: measurable_frobsq | exact: measurable_const].
by apply: measurable_Rpower; [apply: measurable_det; exact: measurable_gram | exact: measurable_const].
Qed.
Lemma measurable_phi : mes (fun x => phi (X x)).
Proof. by apply: measurable_opp; apply: measurable_ln; exact: measurable_isometry. Qed.
Lemma measurable_V : mes (fun x => V (X x)).
Proof.
apply: measurable_frobenius => i j; apply: (measurable_ext (f := fun x => ((X x)^T *m X x) i j / frobsq (X x) - (if i == j then 1 else 0) / INR n)) => [x|].
  by rewrite [RHS]mxE.
apply: measurable_sub; last exact: measurable_const.
by apply: measurable_div; [exact: measurable_gram | exact: measurable_frobsq].
Qed.
End Gaps.
End Measurable.
