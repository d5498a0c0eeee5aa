(* The mean determinant of the next Gram matrix of daneshmand2021 (sharp:volume-in-a-layer).

   [rows_product]: a product of bounded functions, one of each row of a Gaussian matrix, has the product of the means. In the right singular
   basis C = (1/d) \S_j (u_i(x_j) u_k(x_j)) with independent rows x_j; the rows of a determinant are sums, so that det C is d^-n times the
   sum over all maps f of the samples to the rows of det (u_i(x_f(i)) u_k(x_f(i))) ([det_sum]). Where f takes a value twice, two rows are
   proportional ([repeated]); of the others the mean is that of independent rows, det diag(p), and there are d (d-1) ... (d-n+1). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains frames spectra normal gram_map blocks gram_layer layer_variance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma prod_le1 (I : Type) (s : seq I) (P : pred I) (f : I -> R) : (forall i, Rabs (f i) <= 1) -> Rabs (\prod_(i <- s | P i) f i)%ring <= 1.
Proof.
move=> h; elim/big_ind: _ => [|x y hx hy|i _]; [by rewrite Rabs_R1; lra | | exact: h].
by rewrite mulE Rabs_mult; have := Rabs_pos x; have := Rabs_pos y; nra.
Qed.

Lemma mean_sum T (L : law T) (I : Type) (s : seq I) (f : I -> T -> R) : (forall i, integrable L (f i)) ->
  integrable L (fun x => \sum_(i <- s) f i x)%ring /\ mean L (fun x => \sum_(i <- s) f i x)%ring = (\sum_(i <- s) mean L (f i))%ring.
Proof.
move=> h; elim: s => [|i s [J E]].
  split; first by apply: (integrable_ext (f := fun=> 0)) => [x|]; [rewrite big_nil | exact: integrable_const].
  by rewrite big_nil -[RHS](mean_const L 0); apply: mean_ext => x; rewrite big_nil.
split; first by apply: integrable_ext (integrable_add (h i) J) => x; rewrite big_cons.
by rewrite big_cons -E addE -(mean_add (h i) J); apply: mean_ext => x; rewrite big_cons.
Qed.

(* ---------- a product over rows ---------- *)
Section Rows.
Variables (T : Type) (x : T) (L : law T) (n : nat) (f : nat -> (nat -> T) -> R).
Hypothesis df : forall j, depends_on n (f j).
Hypothesis mf : forall j, measurable_on (draws x L n) (f j).
Hypothesis bf : forall j W, Rabs (f j W) <= 1.
Let F l W : R := (\prod_(j < l) f j (shift (j * n) W))%ring.
Let bF l W : Rabs (F l W) <= 1.
Proof. by apply: prod_le1 => j; exact: bf. Qed.
Let FS l W : F l.+1 W = F l W * f l (shift (l * n) W).
Proof. by rewrite /F big_ord_recr. Qed.
Lemma rows_product l : [/\ depends_on (l * n) (F l), integrable (draws x L (l * n)) (F l) &
  mean (draws x L (l * n)) (F l) = (\prod_(j < l) mean (draws x L n) (f j))%ring].
Proof.
elim: l => [|l [dF iF eF]].
  have one W : F 0 W = 1 by rewrite /F big_ord0.
  split; first by move=> W W' _; rewrite !one.
    by apply: (integrable_ext (f := fun=> 1)) => [W|]; [rewrite one | exact: integrable_const].
  by rewrite (mean_ext _ one) mean_const big_ord0.
have mF := integrable_measurable iF.
have I := @blocks_integrable T x L (l * n) n (F l) (f l) 1 1 dF (df l) mF (mf l) (fun w => bF l _) (fun w => bf l _).
have E := @blocks T x L (l * n) n (F l) (f l) 1 1 dF (df l) mF (mf l) (fun w => bF l _) (fun w => bf l _).
rewrite mulSn; split.
- move=> W W' e; rewrite !FS; congr (_ * _); first by apply: dF => i il; apply: e; exact: (leq_trans il (leq_addl _ _)).
  exact: (@shift_depends T (l * n) n (f l) (df l)).
- by apply: integrable_ext I => W; rewrite FS.
by rewrite (mean_ext _ (FS l)) E eF big_ord_recr.
Qed.
End Rows.

(* ---------- a sum of determinants ---------- *)
Section Determinants.
Variables (d n : nat).
(* rows that are sums *)
Lemma det_sum (A : 'I_d -> 'I_n -> 'I_n -> R) :
  (\det (\matrix_(i, k) \S_(j < d) A j i k) = \sum_(f : {ffun 'I_n -> 'I_d}) \det (\matrix_(i, k) A (f i) i k))%ring.
Proof.
rewrite /determinant exchange_big /=; apply: eq_bigr => s _.
rewrite -mulr_sumr; congr (_ * _)%ring.
rewrite (eq_bigr (fun i => \sum_(j < d) A j i (s i))%ring); last by move=> i _; rewrite mxE.
by rewrite bigA_distr_bigA; apply: eq_bigr => f _; apply: eq_bigr => i _; rewrite mxE.
Qed.
(* two proportional rows *)
Lemma repeated (u : 'I_d -> 'I_n -> R) (f : {ffun 'I_n -> 'I_d}) : ~~ injectiveb f ->
  (\det (\matrix_(i, k) (u (f i) i * u (f i) k)) = 0)%ring.
Proof.
move=> /injectivePn [i [k ik e]].
have -> : (\matrix_(i, k) (u (f i) i * u (f i) k) = diag_mx (\row_i u (f i) i) *m \matrix_(i, k) u (f i) k)%ring.
  by apply/matrixP => a b; rewrite mul_diag_mx !mxE.
have z : (\det (\matrix_(i, k) u (f i) k) = 0)%ring by apply: (determinant_alternate ik) => b; rewrite !mxE e.
by rewrite det_mulmx z mulr0.
Qed.
End Determinants.

(* ---------- the rows of a Gaussian matrix ---------- *)
Section Gaussian.
Variables (N : law R) (d : nat) (F : 'I_d -> ('I_d -> R) -> R).
Hypothesis normal : standard_normal N.
Hypothesis d0 : (0 < d)%N.
Hypothesis Fs : forall j c y, 0 < c -> F j (fun m => c * y m) = F j y.
Hypothesis Fm : forall j T (L : law T) (y : T -> 'I_d -> R), (forall m, measurable_on L (fun t => y t m)) -> measurable_on L (fun t => F j (y t)).
Hypothesis Fb : forall j y, Rabs (F j y) <= 1.
Notation G := (gaussian N d d).
Let root0 : 0 < / sqrt (INR d). Proof. by apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; apply: lt_0_INR; apply/ltP. Qed.
Let f (j : nat) (g : nat -> R) : R := if insub j is Some j' then F j' (first g) else 1.
Let fE (j : 'I_d) g : f j g = F j (first g). Proof. by rewrite /f valK. Qed.
Lemma gaussian_rows : integrable G (fun W => \prod_(j < d) F j (W j))%ring /\
  mean G (fun W => \prod_(j < d) F j (W j))%ring = (\prod_(j < d) mean (normals N d) (fun g => F j (first g)))%ring.
Proof.
have df j : depends_on d (f j).
  move=> g h e; rewrite /f; case: (insub j : option 'I_d) => // j'; congr (F j'); apply/funext => m; exact: (e m (ltn_ord m)).
have mf j : measurable_on (normals N d) (f j).
  rewrite /f; case: (insub j : option 'I_d) => [j'|]; last exact: measurable_const.
  by apply: Fm => m; exact: normals_measurable.
have bf j g : Rabs (f j g) <= 1 by rewrite /f; case: (insub j : option 'I_d) => [j'|]; [exact: Fb | rewrite Rabs_R1; lra].
have [_ I E] := @rows_product R 0 N d f df mf bf d.
have e (g : nat -> R) : (\prod_(j < d) f j (shift (j * d) g) = \prod_(j < d) F j ((\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d))%R) j))%ring.
  apply: eq_bigr => j _; rewrite fE -(Fs j (first (shift (j * d) g)) root0); congr (F j); apply/funext => m.
  by rewrite mxE /first /shift addnC /Rdiv Rmult_comm.
split; first exact: (@integrable_ext _ (normals N (d * d)) _ _ e I).
transitivity (\prod_(j < d) mean (normals N d) (f j))%ring; last by apply: eq_bigr => j _; apply: mean_ext => g; exact: fE.
by rewrite -E; exact: (@mean_ext _ (normals N (d * d)) _ _ (fun g => esym (e g))).
Qed.
End Gaussian.

(* ---------- the mean determinant ---------- *)
Section Volume.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)) (q : 'I_n -> R) (U : 'M[R]_n).
Hypothesis normal : standard_normal N.
Hypothesis d0 : (0 < d)%N.
Hypothesis oU : orthogonal U.
Hypothesis HU : H^T *m H = U *m diag_mx (\row_k q k) *m U^T.
Notation G := (gaussian N d d).
Notation p := (gram_map N q).
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let q0 := layer_eigenvalues oU HU.
Section Basis.
Variables (a : 'I_d -> R) (P : 'M[R]_d) (Y : 'M[R]_(d, n)).
Hypothesis oP : orthogonal P.
Hypothesis a0 : forall m, 0 <= a m.
Hypothesis PY : P *m Y = H *m U.
Hypothesis Yq : forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0.
Hypothesis Ya : forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0.
(* the pairs of the rows that f takes, over one permutation *)
Let term (f : {ffun 'I_n -> 'I_d}) (s : 'S_n) (X : 'M[R]_d) : R := (\prod_i pair a Y i (s i) (X (f i)))%ring.
Let group (f : {ffun 'I_n -> 'I_d}) (s : 'S_n) (j : 'I_d) (y : 'I_d -> R) : R := (\prod_(i | f i == j) pair a Y i (s i) y)%ring.
Let term_group f s X : term f s X = (\prod_j group f s j (X j))%ring.
Proof.
rewrite /term (partition_big f xpredT) //=; apply: eq_bigr => j _; apply: eq_bigr => i /eqP <-; exact: erefl.
Qed.
Let m i k := if i == k then p i else 0.
Lemma term_mean (f : {ffun 'I_n -> 'I_d}) s : injective f ->
  integrable G (term f s) /\ mean G (term f s) = (\prod_i m i (s i))%ring.
Proof.
move=> inj.
have gs j c y : 0 < c -> group f s j (fun l => c * y l) = group f s j y.
  by move=> c0; apply: eq_bigr => i _; rewrite /pair !unit_scale.
have gm j T (L : law T) (y : T -> 'I_d -> R) : (forall l, measurable_on L (fun t => y t l)) -> measurable_on L (fun t => group f s j (y t)).
  move=> my; rewrite /group; elim: (index_enum _) => [|i r IH].
    by apply: (measurable_ext (f := fun=> 1)) => [t|]; [rewrite big_nil | exact: measurable_const].
  case c : (f i == j).
    apply: measurable_ext (measurable_mul (pair_measurable a Y i (s i) my) IH) => t; by rewrite big_cons c.
  by apply: measurable_ext IH => t; rewrite big_cons c.
have gb j y : Rabs (group f s j y) <= 1 by apply: prod_le1 => i; exact: (pair_le1 a0 Ya).
have [I E] := gaussian_rows normal d0 gs gm gb.
split; first by apply: integrable_ext I => X; rewrite term_group.
rewrite (mean_ext _ (term_group f s)) E (partition_big f xpredT) //=; apply: eq_bigr => j _.
have one i : f i == j -> (fun k => f k == j) =1 pred1 i.
  by move=> /eqP e k; rewrite /= -e (inj_eq inj).
case: (pickP (fun i => f i == j)) => [i fi | none].
  rewrite (eq_bigl _ _ (one i fi)) big_pred1_eq.
  have [_] := pair_mean normal d0 a0 q0 Yq Ya i (s i); rewrite -/(m i (s i)) => <-.
  by apply: mean_ext => g; rewrite /group (eq_bigl _ _ (one i fi)) big_pred1_eq.
rewrite big_pred0 // -[RHS](mean_const (normals N d) 1); apply: mean_ext => g; by rewrite /group big_pred0.
Qed.
Let minor (f : {ffun 'I_n -> 'I_d}) (X : 'M[R]_d) : R := (\det (\matrix_(i, k) pair a Y i k (X (f i))))%ring.
Lemma minor_mean f : integrable G (minor f) /\ mean G (minor f) = if injectiveb f then (\prod_i p i)%ring else 0.
Proof.
case: injectiveP => [inj | /injectiveP not]; last first.
  have z X : minor f X = 0 by exact: (@repeated d n (fun j i => unit a Y i (X j)) f not).
  split; first by apply: (integrable_ext (f := fun=> 0)) => [X|]; [rewrite z | exact: integrable_const].
  by rewrite (mean_ext _ z) mean_const.
have e X : (\sum_(s : 'S_n) (-1) ^+ s * term f s X)%ring = minor f X.
  by rewrite /minor /determinant; apply: eq_bigr => s _; congr (_ * _)%ring; apply: eq_bigr => i _; rewrite mxE.
have term_scaled (t : 'S_n) : integrable G (fun X => (-1) ^+ t * term f t X)%ring.
  by apply: integrable_scal; have [] := term_mean t inj.
have [I E] := mean_sum (index_enum _) term_scaled.
split; first exact: integrable_ext e I.
rewrite -(mean_ext _ e) E.
transitivity (\det (diag_mx (\row_i p i)))%ring.
  rewrite /determinant; apply: eq_bigr => t _.
  have [J T] := term_mean t inj; rewrite (mean_scal _ J) T; congr (_ * _)%ring; apply: eq_bigr => i _.
  by rewrite !mxE /m; case: eqP => _; rewrite ?mulr1n ?mulr0n.
by rewrite det_diag; apply: eq_bigr => i _; rewrite mxE.
Qed.
Lemma det_next (W : 'M[R]_d) : (\det ((layer W H)^T *m layer W H))%ring =
  (/ INR d) ^ n * (\sum_(f : {ffun 'I_n -> 'I_d}) minor f (W *m P))%ring.
Proof.
have UU : (\det U^T * \det U = 1)%ring by rewrite -det_mulmx (orthogonal_tr oU) det1.
have -> : (\det ((layer W H)^T *m layer W H) = \det (next_gram H U W))%ring.
  by rewrite /next_gram !det_mulmx [RHS]mulrAC UU mul1r.
have -> : next_gram H U W = scaled (/ INR d) (\matrix_(i, k) \S_(j < d) pair a Y i k ((W *m P) j)).
  by apply/matrixP => i k; rewrite (next_gram_entry d0 oU PY Ya) !mxE /Rdiv Rmult_comm.
by rewrite det_scaled det_sum.
Qed.
Lemma volume_mean : integrable G (fun W => \det ((layer W H)^T *m layer W H))%ring /\
  mean G (fun W => \det ((layer W H)^T *m layer W H))%ring = (/ INR d) ^ n * INR (d ^_ n) * (\prod_i p i)%ring.
Proof.
pose S X := (/ INR d) ^ n * (\sum_(f : {ffun 'I_n -> 'I_d}) minor f X)%ring.
have [I E] := mean_sum (index_enum _) (fun f => (minor_mean f).1).
have SI : integrable G S by exact: integrable_scal.
have bS : borel_fun S.
  apply: measurable_scal; apply: measurable_sum => f; apply: measurable_det => i k.
  apply: (measurable_ext (f := fun X : 'M[R]_d => pair a Y i k (X (f i)))) => [X|]; first by rewrite mxE.
  by apply: pair_measurable => l; exact: borel_entry.
have [J e] := gaussian_rotated normal oP bS SI.
split; first by apply: integrable_ext J => W; rewrite det_next.
rewrite (mean_ext _ det_next) e mean_scal // E (eq_bigr _ (fun f _ => (minor_mean f).2)) -big_mkcond /= sumr_const.
have -> : #|(fun f : {ffun 'I_n -> 'I_d} => injectiveb f)| = (d ^_ n)%N.
  have := card_inj_ffuns [finType of 'I_n] [finType of 'I_d]; rewrite !card_ord cardsE => <-; exact: eq_card.
rewrite -mulr_natl natE; toR; ring.
Qed.
End Basis.
Theorem volume : integrable G (fun W => \det ((layer W H)^T *m layer W H))%ring /\
  mean G (fun W => \det ((layer W H)^T *m layer W H))%ring = (\prod_(k < n) (1 - 1 * INR k / INR d)%R)%ring * (\prod_i p i)%ring.
Proof.
have [a [P [Y [oP a0 PY Yq Ya]]]] := left_basis oU HU.
have [I ->] := volume_mean oP a0 PY Yq Ya; split=> //; congr (_ * _).
have [nd | dn] := leqP n d; last first.
  rewrite ffact_small // Rmult_0_r (bigD1 (Ordinal dn)) //= [X in (X * _)%ring](_ : _ = 0) ?mul0r //.
  by field; lra.
elim: n nd => [|l IH] nd; first by rewrite ffactn0 big_ord0 /= oneE; ring.
rewrite big_ord_recr /= -IH; last exact: ltnW.
rewrite ffactnSr mult_INR minus_INR; last by apply/leP; exact: ltnW.
by toR; field; lra.
Qed.
End Volume.
