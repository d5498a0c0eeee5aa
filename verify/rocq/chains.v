(* The chains as random elements: measurable functions of matrices, the first l draws decide layer l, one
   layer under the mean, and potentials: if E F(X') + G(X) <= F(X) in every state X, then
   E (G(X_0) + ... + G(X_(l-1))) + E F(X_l) <= F(X_0). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- measurable functions of a matrix ---------- *)
Definition measurable_matrix T (L : law T) d n (M : T -> 'M[R]_(d, n)) : Prop :=
  forall i j, measurable_on L (fun x => M x i j).
Lemma measurable_prod T (L : law T) n (f : 'I_n -> T -> R) : (forall k, measurable_on L (f k)) ->
  measurable_on L (fun x => \prod_(k < n) f k x : R)%ring.
Proof.
elim: n f => [|n IH] f m.
  by apply: (measurable_ext (f := fun=> 1)) => [x|]; [rewrite big_ord0 | exact: measurable_const].
apply: (measurable_ext (f := fun x => f ord0 x * (\prod_(k < n) f (lift ord0 k) x)%ring)).
  by move=> x; rewrite big_ord_recl.
by apply: measurable_mul => //; exact: IH.
Qed.
Lemma measurable_sum T (L : law T) (I : Type) (s : seq I) (f : I -> T -> R) : (forall k, measurable_on L (f k)) ->
  measurable_on L (fun x => \sum_(k <- s) f k x : R)%ring.
Proof.
move=> m; elim: s => [|k s IH].
  by apply: (measurable_ext (f := fun=> 0)) => [x|]; [rewrite big_nil | exact: measurable_const].
apply: (measurable_ext (f := fun x => f k x + (\sum_(k <- s) f k x)%ring)); last exact: measurable_add.
by move=> x; rewrite big_cons.
Qed.

Section Matrices.
Variables (T : Type) (L : law T).
Section Shape.
Variables d n : nat.
Implicit Types M : T -> 'M[R]_(d, n).
Lemma measurable_matrix_const (A : 'M[R]_(d, n)) : measurable_matrix L (fun=> A).
Proof. by move=> i j; exact: measurable_const. Qed.
Lemma measurable_matrix_mul m (A : T -> 'M[R]_(m, d)) M : measurable_matrix L A -> measurable_matrix L M ->
  measurable_matrix L (fun x => A x *m M x)%ring.
Proof.
move=> a b i j; apply: (measurable_ext (f := fun x => \S_(k < d) (A x i k * M x k j))).
  by move=> x; rewrite mulmxE.
by apply: measurable_total => k; exact: measurable_mul.
Qed.
Lemma measurable_matrix_tr M : measurable_matrix L M -> measurable_matrix L (fun x => (M x)^T)%ring.
Proof. by move=> m i j; apply: measurable_ext (m j i) => x; rewrite mxE. Qed.
Lemma measurable_matrix_scaled c M : measurable_matrix L M -> measurable_matrix L (fun x => scaled c (M x)).
Proof. by move=> m i j; apply: measurable_ext (measurable_scal c (m i j)) => x; rewrite mxE. Qed.
Lemma measurable_rowsq M j : measurable_matrix L M -> measurable_on L (fun x => rowsq (M x) j).
Proof. by move=> m; apply: measurable_total => k; exact: measurable_pow. Qed.
Lemma measurable_frobsq M : measurable_matrix L M -> measurable_on L (fun x => frobsq (M x)).
Proof. by move=> m; apply: measurable_total => j; exact: measurable_rowsq. Qed.
Lemma measurable_frobenius M : measurable_matrix L M -> measurable_on L (fun x => frobenius (M x)).
Proof. by move=> m; apply: measurable_sqrt; exact: measurable_frobsq. Qed.
Lemma measurable_BN M : measurable_matrix L M -> measurable_matrix L (fun x => BN (M x)).
Proof.
move=> m i j; apply: (measurable_ext (f := fun x => M x i j / sqrt (rowsq (M x) i))) => [x|]; first by rewrite mxE.
by apply: measurable_div => //; apply: measurable_sqrt; exact: measurable_rowsq.
Qed.
End Shape.
Lemma measurable_det n (M : T -> 'M[R]_n) : measurable_matrix L M -> measurable_on L (fun x => \det (M x) : R)%ring.
Proof.
move=> m; apply: measurable_sum => s; apply: measurable_mul; first exact: measurable_const.
by apply: measurable_prod => k; exact: m.
Qed.
Section Gaps.
Variables d n : nat.
Variable M : T -> 'M[R]_(d, n).
Hypothesis m : measurable_matrix L M.
Lemma measurable_gram : measurable_matrix L (fun x => (M x)^T *m M x)%ring.
Proof. by apply: measurable_matrix_mul => //; exact: measurable_matrix_tr. Qed.
Lemma measurable_isometry : measurable_on L (fun x => isometry (M x)).
Proof.
apply: measurable_div; last by apply: measurable_div; [exact: measurable_frobsq | exact: measurable_const].
apply: measurable_Rpower; [exact: measurable_det measurable_gram | exact: measurable_const].
Qed.
Lemma measurable_phi : measurable_on L (fun x => phi (M x)).
Proof. by apply: measurable_opp; apply: measurable_ln; exact: measurable_isometry. Qed.
Lemma measurable_deviation : measurable_matrix L (fun x => deviation (M x)).
Proof.
move=> i j; apply: (measurable_ext (f := fun x =>
  ((M x)^T *m M x)%ring i j / frobsq (M x) - (if i == j then 1 else 0) / INR n)) => [x|]; first by rewrite [RHS]mxE.
apply: measurable_sub; last exact: measurable_const.
by apply: measurable_div; [exact: measurable_gram | exact: measurable_frobsq].
Qed.
Lemma measurable_V : measurable_on L (fun x => V (M x)).
Proof. exact: measurable_frobenius measurable_deviation. Qed.
End Gaps.
End Matrices.

(* the same for Borel functions of a matrix *)
Lemma borel_matrix d n : measurable_matrix (@zero_matrix d n) (fun A => A).
Proof. by move=> i j; exact: borel_entry. Qed.
Lemma borel_rowsq d n j : borel_fun (fun A : 'M[R]_(d, n) => rowsq A j).
Proof. exact: measurable_rowsq (@borel_matrix d n). Qed.
Lemma borel_isometry d n : borel_fun (@isometry d n).
Proof. exact: measurable_isometry (@borel_matrix d n). Qed.
Lemma borel_phi d n : borel_fun (@phi d n).
Proof. exact: measurable_phi (@borel_matrix d n). Qed.
Lemma borel_V d n : borel_fun (@V d n).
Proof. exact: measurable_V (@borel_matrix d n). Qed.
(* a Borel function of a measurable matrix *)
Lemma borel_of_measurable T (L : law T) d n (M : T -> 'M[R]_(d, n)) f :
  measurable_matrix L M -> borel_fun f -> measurable_on L (fun x => f (M x)).
Proof. by move=> m b; exact: (@borel_measurable d n (image M L) f m b). Qed.

(* ---------- the draws ---------- *)
Lemma drawn_late T (x : T) (L : law T) l (w : power (space L) l) i : (l <= i)%N -> drawn x w i = x.
Proof.
elim: l w => //= l IH w h; case: eqP => [e|_]; first by rewrite e ltnn in h.
by apply: IH; exact: ltnW.
Qed.
(* what holds of x and of every draw holds of w_0, w_1, ... *)
Lemma drawn_all T (x : T) (L : law T) (P : T -> Prop) l (w : power (space L) l) i :
  P x -> (forall v : space L, P (draw v)) -> P (drawn x w i).
Proof. by move=> px pl; elim: l w => //= l IH w; case: eqP. Qed.
Lemma weights_orthogonal d (L : law 'M[R]_d) l (w : space (weights L l)) i : haar L -> orthogonal (draw w i).
Proof.
move=> h; apply: (@drawn_all _ _ L (@orthogonal d)); first exact: orthogonal_1.
by move=> v; exact: haar_orthogonal.
Qed.

Section Draws.
Variables (d : nat) (x : 'M[R]_d) (L : law 'M[R]_d).
Hypothesis e : measurable_entries L.
Lemma draws_matrix m i : measurable_matrix (draws x L m) (fun W => W i).
Proof.
move=> a b; have [im | mi] := ltnP i m; first exact: (@draws_measurable _ x L m i (fun A => A a b)).
apply: (measurable_ext_drawn (f := fun=> x a b)); last exact: measurable_const.
by move=> w; congr (_ a b); rewrite /= drawn_late.
Qed.
Section Chains.
Variables (n : nat) (X : 'M[R]_(d, n)).
Lemma rotated_measurable m l : measurable_matrix (draws x L m) (fun W => rotated X W l).
Proof.
elim: l => [|l IH]; first exact: measurable_matrix_const.
by apply: measurable_BN; apply: measurable_matrix_mul => //; exact: draws_matrix.
Qed.
Lemma hidden_measurable m l : measurable_matrix (draws x L m) (fun W => hidden X W l).
Proof.
elim: l => [|l IH]; first exact: measurable_matrix_const.
apply: measurable_matrix_scaled; apply: measurable_BN; apply: measurable_matrix_mul => //; exact: draws_matrix.
Qed.
Lemma rotated_phi_measurable m l : measurable_on (draws x L m) (fun W => phi (rotated X W l)).
Proof. by apply: measurable_phi; exact: rotated_measurable. Qed.
Lemma hidden_V_measurable m l : measurable_on (draws x L m) (fun W => V (hidden X W l)).
Proof. by apply: measurable_V; exact: hidden_measurable. Qed.
End Chains.
(* one layer from a fixed matrix *)
Lemma layer_measurable n (X : 'M[R]_(d, n)) : measurable_matrix L (fun W => BN (W *m X)%ring).
Proof. by apply: measurable_BN; apply: measurable_matrix_mul => //; exact: measurable_matrix_const. Qed.
End Draws.

(* layer l looks at the first l draws *)
Section Dependence.
Variables (d n : nat) (X : 'M[R]_(d, n)).
Lemma rotated_depends l : depends_on l (fun W => rotated X W l).
Proof.
elim: l => [|l IH] W W' h //=; rewrite h // (IH W W') // => i il.
by apply: h; exact: ltn_trans il _.
Qed.
Lemma hidden_depends l : depends_on l (fun W => hidden X W l).
Proof.
elim: l => [|l IH] W W' h //=; rewrite h // (IH W W') // => i il.
by apply: h; exact: ltn_trans il _.
Qed.
Lemma depends_comp T U V (f : U -> V) l (F : (nat -> T) -> U) : depends_on l F -> depends_on l (fun W => f (F W)).
Proof. by move=> h W W' e; rewrite (h W W'). Qed.
Lemma put_earlier T l (w : T) W i : (i < l)%N -> put l w W i = W i.
Proof. by rewrite /put; case: eqP => // ->; rewrite ltnn. Qed.
Lemma rotated_put l w W : rotated X (put l w W) l.+1 = BN (w *m rotated X W l)%ring.
Proof.
rewrite /= {1}/put eqxx; congr BN; congr mulmx.
by apply: rotated_depends => i il; exact: put_earlier.
Qed.
Lemma hidden_put l w W : hidden X (put l w W) l.+1 = layer w (hidden X W l).
Proof.
rewrite /= {1}/put eqxx; congr layer.
by apply: hidden_depends => i il; exact: put_earlier.
Qed.
(* the tower property: the mean over layer l+1 is the mean of that of one layer *)
Variables (x : 'M[R]_d) (L : law 'M[R]_d).
Lemma rotated_mean_next (F : 'M[R]_(d, n) -> R) l :
  integrable (draws x L l.+1) (fun W => F (rotated X W l.+1)) ->
  integrable (draws x L l) (fun W => mean L (fun w => F (BN (w *m rotated X W l)%ring))) /\
  mean (draws x L l.+1) (fun W => F (rotated X W l.+1))
  = mean (draws x L l) (fun W => mean L (fun w => F (BN (w *m rotated X W l)%ring))).
Proof.
move=> i; split.
  apply: integrable_ext (draws_integrable_next i) => W; apply: mean_ext => w; congr F; exact: rotated_put.
rewrite (draws_mean_next i); apply: mean_ext => W; apply: mean_ext => w; congr F; exact: rotated_put.
Qed.
Lemma hidden_mean_next (F : 'M[R]_(d, n) -> R) l :
  integrable (draws x L l.+1) (fun W => F (hidden X W l.+1)) ->
  integrable (draws x L l) (fun W => mean L (fun w => F (layer w (hidden X W l)))) /\
  mean (draws x L l.+1) (fun W => F (hidden X W l.+1))
  = mean (draws x L l) (fun W => mean L (fun w => F (layer w (hidden X W l)))).
Proof.
move=> i; split.
  apply: integrable_ext (draws_integrable_next i) => W; apply: mean_ext => w; congr F; exact: hidden_put.
rewrite (draws_mean_next i); apply: mean_ext => W; apply: mean_ext => w; congr F; exact: hidden_put.
Qed.
End Dependence.

(* ---------- potentials along the chain X_(l+1) = BN(W_l X_l), W_l Haar ---------- *)
Section Potential.
Variables (d : nat) (L : law 'M[R]_d) (X0 : 'M[R]_d).
Hypothesis d0 : (0 < d)%N.
Hypothesis H : haar L.
(* what every state of the chain has: full rank, mean eigenvalue 1, a gap of at most phi(X_0) *)
Definition state (X : 'M[R]_d) : Prop := [/\ 0 < (\det (X^T *m X))%ring, frobsq X = INR d & phi X <= phi X0].
Lemma layer_state W X : orthogonal W -> state X -> state (BN (W *m X)%ring).
Proof.
move=> o [f s h]; have f' := full_rotated o f; split; first exact: full_BN.
- by apply: frobsq_BN => j; exact: full_rowsq.
- by apply: Rle_trans h; rewrite -(phi_rotated X o); exact: phi_BN_le.
Qed.
Hypothesis f0 : 0 < (\det (X0^T *m X0))%ring.
Hypothesis s0 : frobsq X0 = INR d.
Lemma start_state : state X0.
Proof. by split=> //; lra. Qed.
Lemma chain_state W l : (forall k, orthogonal (W k)) -> state (rotated X0 W l).
Proof. by move=> o; elim: l => [|l IH] /=; [exact: start_state | exact: layer_state]. Qed.
Lemma weights_state l (w : space (weights L l)) k : state (rotated X0 (draw w) k).
Proof. by apply: chain_state => i; exact: weights_orthogonal. Qed.
Lemma state_integrable (F : 'M[R]_d -> R) B l k : borel_fun F -> (forall X, state X -> Rabs (F X) <= B) ->
  integrable (weights L l) (fun W => F (rotated X0 W k)).
Proof.
move=> b h; apply: (@integrable_bounded _ _ _ B); last by move=> w; apply: h; exact: weights_state.
by apply: borel_of_measurable => //; apply: rotated_measurable; exact: haar_entries.
Qed.
Lemma layer_integrable (F : 'M[R]_d -> R) B X : borel_fun F -> (forall X, state X -> Rabs (F X) <= B) -> state X ->
  integrable L (fun W => F (BN (W *m X)%ring)).
Proof.
move=> b h s; apply: (@integrable_bounded _ _ _ B); last first.
  by move=> w; apply: h; apply: layer_state => //; exact: haar_orthogonal.
by apply: (@borel_of_measurable _ L d d (fun W => BN (W *m X)%ring)) => //; apply: layer_measurable; exact: haar_entries.
Qed.
Lemma state_mean_later (F : 'M[R]_d -> R) B l k : (k <= l)%N -> borel_fun F -> (forall X, state X -> Rabs (F X) <= B) ->
  mean (weights L l) (fun W => F (rotated X0 W k)) = mean (weights L k) (fun W => F (rotated X0 W k)).
Proof.
move=> kl b h; apply: draws_mean_later => //; last exact: state_integrable h.
by apply: depends_comp; exact: rotated_depends.
Qed.
Lemma potential (F G : 'M[R]_d -> R) B C l : borel_fun F -> borel_fun G ->
  (forall X, state X -> Rabs (F X) <= B) -> (forall X, state X -> Rabs (G X) <= C) ->
  (forall X, state X -> mean L (fun W => F (BN (W *m X)%ring)) + G X <= F X) ->
  \S_(k < l) mean (weights L l) (fun W => G (rotated X0 W k)) + mean (weights L l) (fun W => F (rotated X0 W l)) <= F X0.
Proof.
move=> bF bG hF hG step.
rewrite (total_ext (g := fun k : 'I_l => mean (weights L k) (fun W => G (rotated X0 W k)))); last first.
  by move=> k; apply: state_mean_later hG => //; exact: ltnW.
elim: l => [|l IH]; first by rewrite /total big_ord0 /= mean_const zeroE; lra.
apply: Rle_trans IH; rewrite total_recr /=.
have iF k m : integrable (weights L m) (fun W => F (rotated X0 W k)) by exact: state_integrable hF.
have iG k m : integrable (weights L m) (fun W => G (rotated X0 W k)) by exact: state_integrable hG.
pose E1 W := mean L (fun w => F (BN (w *m rotated X0 W l)%ring)).
have [i e] : integrable (weights L l) E1 /\ mean (weights L l.+1) (fun W => F (rotated X0 W l.+1)) = mean (weights L l) E1.
  exact: rotated_mean_next (iF l.+1 l.+1).
suff : mean (weights L l.+1) (fun W => F (rotated X0 W l.+1)) + mean (weights L l) (fun W => G (rotated X0 W l))
       <= mean (weights L l) (fun W => F (rotated X0 W l)).
  set a := mean (weights L l.+1) _; set b := mean (weights L l) _; set c := mean (weights L l) _.
  set s := total _; rewrite -/a; lra.
rewrite e -(mean_add i (iG l l)); apply: mean_le_drawn (integrable_add i (iG l l)) (iF l l) _.
by move=> w; apply: step; exact: weights_state.
Qed.
End Potential.
