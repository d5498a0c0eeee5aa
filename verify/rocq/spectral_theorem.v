(* The spectral theorem of a real symmetric matrix over any real field R, and two facts on
   characteristic polynomials: A B and B A have the same one up to a power of the variable, and a
   polynomial determines its roots with their multiplicities.

   The spectral theorem is proved without compactness. The supremum s of the Rayleigh quotient is an
   eigenvalue: if s - A were invertible, the form of s - A would be bounded below, and s would not be the
   least bound. A reflection takes the eigenvector to the first unit vector; then induction. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Local Open Scope classical_set_scope.

(* ---------- characteristic polynomials ---------- *)
Lemma char_poly_mulC (R : comRingType) m n (A : 'M[R]_(m, n)) (B : 'M[R]_(n, m)) :
  'X^n * char_poly (A *m B) = 'X^m * char_poly (B *m A).
Proof.
rewrite /char_poly /char_poly_mx !map_mxM; set a := map_mx _ A; set b := map_mx _ B.
pose M : 'M[{poly R}]_(m + n) := block_mx 'X%:M a b 1%:M.
have e1 : \det M = \det ('X%:M - a *m b).
  have := det_mulmx M (block_mx 1%:M 0 (- b) 1%:M).
  rewrite /M mulmx_block !mulmx1 !mulmx0 !mul1mx !add0r !mulmxN subrr.
  by rewrite det_ublock det_lblock !det1 !mulr1 => ->.
have e2 : 'X^n * \det M = 'X^m * \det ('X%:M - b *m a).
  have := det_mulmx (block_mx 1%:M 0 (- b) 'X%:M) M.
  rewrite /M mulmx_block !mul1mx !mul0mx !addr0 !mulmx1 !mulNmx scalar_mxC addNr.
  by rewrite det_ublock det_lblock det1 mul1r !det_scalar [- _ + _]addrC => ->.
by rewrite -e1 e2.
Qed.
Lemma char_poly_simC (R : idomainType) n (A B : 'M[R]_n) : char_poly (A *m B) = char_poly (B *m A).
Proof. by have := char_poly_mulC A B => /mulfI; apply; rewrite expf_neq0 // polyX_eq0. Qed.
Lemma roots_determined (R : idomainType) (s t : seq R) :
  \prod_(x <- s) ('X - x%:P) = \prod_(x <- t) ('X - x%:P) -> perm_eq s t.
Proof.
elim: s t => [|x s IH] t e.
  case: t e => // y t; rewrite big_nil => /(congr1 (fun p => root p y)).
  by rewrite root_prod_XsubC mem_head rootC oner_eq0.
have xt : x \in t by rewrite -root_prod_XsubC -e root_prod_XsubC mem_head.
rewrite perm_sym (permPl (perm_to_rem xt)) perm_cons perm_sym; apply: IH.
move: e; rewrite (perm_big _ (perm_to_rem xt)) /= !big_cons => /mulfI; apply.
by rewrite polyXsubC_eq0.
Qed.

(* ---------- the spectral theorem ---------- *)
Section Spectral.
Variable R : realType.

Section Forms.
Variable n : nat.
Implicit Types (x y : 'rV[R]_n) (A B : 'M[R]_n) (c : R).
Definition form A x y : R := (x *m A *m y^T) 0 0.
Definition sq x : R := (x *m x^T) 0 0.

Lemma sqE x : sq x = \sum_i x 0 i ^+ 2.
Proof. by rewrite /sq mxE; apply: eq_bigr => i _; rewrite mxE. Qed.
Lemma sq_ge0 x : 0 <= sq x.
Proof. by rewrite sqE sumr_ge0 // => i _; rewrite sqr_ge0. Qed.
Lemma sq_entry x i : x 0 i ^+ 2 <= sq x.
Proof. by rewrite sqE (bigD1 i) //= ler_addl sumr_ge0 // => j _; rewrite sqr_ge0. Qed.
Lemma sq_eq0 x : (sq x == 0) = (x == 0).
Proof.
apply/idP/eqP => [/eqP z | ->]; last by rewrite /sq mul0mx mxE.
apply/rowP => i; rewrite mxE; apply/eqP; rewrite -sqrf_eq0 eq_le sqr_ge0 andbT -z.
exact: sq_entry.
Qed.
Lemma sq_gt0 x : x != 0 -> 0 < sq x.
Proof. by move=> x0; rewrite lt_neqAle sq_ge0 andbT eq_sym sq_eq0. Qed.

Lemma formDl A x1 x2 y : form A (x1 + x2) y = form A x1 y + form A x2 y.
Proof. by rewrite /form !mulmxDl mxE. Qed.
Lemma formDr A x y1 y2 : form A x (y1 + y2) = form A x y1 + form A x y2.
Proof. by rewrite /form linearD mulmxDr mxE. Qed.
Lemma formZl A c x y : form A (c *: x) y = c * form A x y.
Proof. by rewrite /form -!scalemxAl mxE. Qed.
Lemma formZr A c x y : form A x (c *: y) = c * form A x y.
Proof. by rewrite /form linearZ -scalemxAr mxE. Qed.
Lemma form_sym A x y : A^T = A -> form A x y = form A y x.
Proof.
move=> s; rewrite /form; have -> : x *m A *m y^T = (y *m A *m x^T)^T by rewrite !trmx_mul trmxK s mulmxA.
by rewrite mxE.
Qed.
Lemma form_sub A c x : form (c%:M - A) x x = c * sq x - form A x x.
Proof. by rewrite /form mulmxBr mulmxBl mul_mx_scalar -scalemxAl [LHS]mxE [X in X + _]mxE [X in _ + X]mxE. Qed.

(* a form is bounded *)
Lemma form_bound B : exists2 c, 0 < c & forall x, form B x x <= c * sq x.
Proof.
exists (1 + \sum_k \sum_i `|B i k|).
  by rewrite ltr_spaddl // sumr_ge0 // => i _; rewrite sumr_ge0.
move=> x; apply: (@le_trans _ _ ((\sum_k \sum_i `|B i k|) * sq x)); last first.
  by rewrite ler_wpmul2r ?sq_ge0 // ler_addr.
rewrite /form mxE mulr_suml; apply: ler_sum => k _.
rewrite mxE mulr_suml mulr_suml; apply: ler_sum => i _; rewrite mxE.
have h : `|x 0 i * x 0 k| <= sq x.
  have a := sq_entry x i; have b := sq_entry x k.
  have c : `|x 0 i * x 0 k| *+ 2 <= x 0 i ^+ 2 + x 0 k ^+ 2.
    rewrite -[x 0 i ^+ 2]real_normK ?num_real // -[x 0 k ^+ 2]real_normK ?num_real // normrM.
    rewrite -subr_ge0; have -> : `|x 0 i| ^+ 2 + `|x 0 k| ^+ 2 - (`|x 0 i| * `|x 0 k|) *+ 2
      = (`|x 0 i| - `|x 0 k|) ^+ 2 by rewrite sqrrB addrAC.
    exact: sqr_ge0.
  rewrite -(ler_pmuln2r (n := 2)) // (le_trans c) // mulr2n; exact: ler_add.
rewrite mulrAC mulrC; apply: (le_trans (ler_norm _)); rewrite normrM.
by rewrite ler_wpmul2l.
Qed.

(* a form that is not negative and has an inverse is bounded below *)
Lemma form_below A : A^T = A -> (forall x, 0 <= form A x x) -> A \in unitmx ->
  exists2 c, 0 < c & forall x, c * sq x <= form A x x.
Proof.
move=> s p u; have [b b0 hb] := form_bound (invmx A).
exists b^-1; first by rewrite invr_gt0.
move=> x; pose y := x *m invmx A.
have e1 : form A y x = sq x by rewrite /form /y mulmxKV.
have e2 : form A x y = sq x by rewrite form_sym.
have e3 : form A y y = form (invmx A) x x.
  rewrite /form {1}/y mulmxKV //; have -> : x *m y^T = (y *m x^T)^T by rewrite [RHS]trmx_mul trmxK.
  by rewrite [LHS]mxE.
have := p (x - b^-1 *: y); rewrite -scaleNr formDl !formDr !formZl !formZr e1 e2 e3 => h.
rewrite -subr_ge0; apply: (le_trans h); rewrite !mulNr mulrN opprK ger_addl addrC subr_le0.
by rewrite ler_pmul2l ?invr_gt0 // ler_pdivr_mull.
Qed.

(* the largest eigenvalue *)
Lemma eigenvector A : (0 < n)%N -> A^T = A -> exists c x, x != 0 /\ x *m A = c *: x.
Proof.
move=> n0 s; pose S := [set t : R | exists2 x, x != 0 & t = form A x x / sq x].
have [b b0 hb] := form_bound A.
have Sb : ubound S b.
  by move=> _ [x x0 ->]; rewrite ler_pdivr_mulr ?sq_gt0.
have S0 : S !=set0.
  exists (form A (const_mx 1) (const_mx 1) / sq (const_mx 1)), (const_mx 1) => //.
  by apply/eqP => /rowP /(_ (Ordinal n0)) /eqP; rewrite !mxE oner_eq0.
pose c := sup S.
have up x : form A x x <= c * sq x.
  have [-> | x0] := eqVneq x 0; first by rewrite /form /sq !mul0mx !mxE mulr0.
  rewrite -ler_pdivr_mulr ?sq_gt0 //; apply: sup_ub; first by exists b.
  by exists x.
exists c; have [/det0P [x x0 e] | u] := boolP (\det (c%:M - A) == 0).
  exists x; split=> //; move/eqP: e; rewrite mulmxBr mul_mx_scalar subr_eq0 eq_sym => /eqP //.
exfalso; have [|||k k0 hk] := @form_below (c%:M - A).
- by rewrite linearB /= tr_scalar_mx s.
- by move=> x; rewrite form_sub subr_ge0.
- by rewrite unitmxE unitfE.
have : c <= c - k.
  apply: sup_le_ub => // _ [x x0 ->]; rewrite ler_pdivr_mulr ?sq_gt0 //.
  by have := hk x; rewrite form_sub mulrBl ler_subr_addr addrC -ler_subr_addr.
by rewrite ler_subr_addr ger_addl leNgt k0.
Qed.

(* a reflection between two vectors of the same length *)
Lemma reflection x y : sq x = sq y -> exists H, [/\ H^T = H, H *m H = 1%:M & x *m H = y].
Proof.
move=> xy; have [-> | ne] := eqVneq x y.
  by exists 1%:M; rewrite trmx1 !mulmx1.
pose u := y - x; have u0 : u != 0 by rewrite subr_eq0 eq_sym.
have su : sq u != 0 by rewrite sq_eq0.
have uu : u *m u^T = (sq u)%:M by rewrite [LHS]mx11_scalar.
have xu : x *m u^T = (- (sq u / 2))%:M.
  rewrite [LHS]mx11_scalar; congr (_%:M); apply: (mulIf (x := 2)); first by rewrite pnatr_eq0.
  rewrite mulNr divfK ?pnatr_eq0 // /sq /u linearB /= !mulmxBr !mulmxBl.
  have e : (y *m x^T) 0 0 = (x *m y^T) 0 0.
    have -> : y *m x^T = (x *m y^T)^T by rewrite trmx_mul trmxK.
    by rewrite [LHS]mxE.
  move: xy e; rewrite /sq.
  move: (x *m x^T) (y *m y^T) (x *m y^T) (y *m x^T) => a b c d e f.
  rewrite !mxE f -e mulr_natr mulr2n; move: (a 0 0) (c 0 0) => p q.
  by rewrite opprB opprD opprB.
exists (1%:M - (2 / sq u) *: (u^T *m u)); split.
- by rewrite linearB linearZ /= trmx1 trmx_mul trmxK.
- set K := _ *: _; have KK : K *m K = K + K.
    rewrite /K -scalemxAl -scalemxAr mulmxA -[u^T *m u *m u^T]mulmxA uu mul_mx_scalar -scalemxAl.
    by rewrite [_ *: (sq u *: _)]scalerA divfK // -[2]/(1 + 1) scalerDl scale1r scalerDr.
  have -> : (1%:M - K) *m (1%:M - K) = 1%:M - K - (K - K *m K) by rewrite mulmxBr mulmx1 mulmxBl mul1mx.
  by rewrite KK opprD opprK addKr subrK.
- rewrite mulmxBr mulmx1 -scalemxAr mulmxA xu mul_scalar_mx scalerA mulrN mulf_div [2 * _]mulrC divff ?mulf_neq0 ?pnatr_eq0 //.
  by rewrite scaleN1r opprK /u addrC subrK.
Qed.
End Forms.

Theorem spectral_theorem d (A : 'M[R]_d) : A^T = A ->
  exists P (D : 'rV_d), P *m P^T = 1%:M /\ A = P *m diag_mx D *m P^T.
Proof.
elim: d A => [A _ | d IH A s]; first by exists 1%:M, 0; split; apply/matrixP => - [].
have [c [z [z0 ez]]] := eigenvector (ltn0Sn d) s.
pose e0 : 'rV[R]_(1 + d) := row_mx 1%:M 0.
have se0 : sq e0 = 1 by rewrite /sq tr_row_mx mul_row_col trmx0 mulmx0 addr0 trmx1 mulmx1 mxE eqxx.
pose v : 'rV[R]_(1 + d) := (Num.sqrt (sq z))^-1 *: z.
have sv : sq e0 = sq v.
  rewrite se0 /sq /v linearZ /= -scalemxAr -scalemxAl scalerA mxE -/(sq z) -invfM -expr2 sqr_sqrtr ?sq_ge0 //.
  by rewrite mulVf // sq_eq0.
have ev : v *m A = c *: v by rewrite /v -scalemxAl ez !scalerA mulrC.
have [H [Hs HH Hv]] := reflection sv.
pose B : 'M[R]_(1 + d) := H *m A *m H.
have Bs : B^T = B by rewrite /B !trmx_mul Hs s mulmxA.
have e0B : e0 *m B = c *: e0.
  by rewrite /B !mulmxA Hv ev -scalemxAl -Hv -mulmxA HH mulmx1.
have [Bl Br] : ulsubmx B = c%:M /\ ursubmx B = 0.
  move: e0B; rewrite -[B]submxK /e0 mul_row_block !mul1mx !mul0mx !addr0 scale_row_mx scaler0 scalemx1.
  by move/eq_row_mx => [-> ->]; rewrite block_mxKul block_mxKur.
have Bd : dlsubmx B = 0.
  by rewrite -[B]Bs -trmx_ursub Br trmx0.
have Be : B = block_mx c%:M 0 0 (drsubmx B) by rewrite -{1}[B]submxK Bl Br Bd.
have [P [D [PP e]]] := IH (drsubmx B) ltac:(by rewrite trmx_drsub Bs).
pose Q : 'M[R]_(1 + d) := block_mx 1%:M 0 0 P.
pose F : 'rV[R]_(1 + d) := row_mx c%:M D.
have QQ : Q *m Q^T = 1%:M.
  rewrite /Q tr_block_mx mulmx_block.
  by rewrite !trmx0 trmx1 !mulmx0 !mul0mx !mul1mx !addr0 !add0r PP -scalar_mx_block.
have Qe : B = Q *m diag_mx F *m Q^T.
  rewrite {1}Be /Q /F diag_mx_row tr_block_mx !mulmx_block.
  rewrite !trmx0 trmx1 !(mulmx0, mul0mx, mul1mx, mulmx1, addr0, add0r) -e.
  by congr (block_mx _ _ _ _); rewrite [RHS]mx11_scalar !mxE.
exists (H *m Q), F; split.
  by rewrite trmx_mul Hs mulmxA -[H *m Q *m Q^T]mulmxA QQ mulmx1 HH.
have Ae : A = H *m B *m H by rewrite /B !mulmxA HH mul1mx -mulmxA HH mulmx1.
by rewrite {1}Ae Qe trmx_mul Hs !mulmxA.
Qed.
End Spectral.
