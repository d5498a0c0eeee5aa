(* The squared volume det(Z^T Z) of k independent vectors of d normals, k <= d: E ln det(Z^T Z) is at least the sum of the mean logarithms
   L_(d-j) of log_squares.v over j < k (Bartlett). A new vector z multiplies the volume by |Q z|^2, Q the projector on what is orthogonal to
   the others, and conditional_forms.v has its mean logarithm. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains normal rotation residual almost_surely log_means log_squares null_forms columns conditional_forms.
From Lemmata.verify.rocq Require new_direction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.

Lemma bordered d k (z : 'cV[R]_d) (Z : 'M[R]_(d, k)) : \det (Z^T *m Z) <> 0 ->
  \det ((row_mx z Z)^T *m row_mx z Z) = (\det (Z^T *m Z) * frobsq (residual Z *m z))%R.
Proof.
move=> full; set G := Z^T *m Z; have u : G \in unitmx by rewrite unitmxE unitfE; apply/eqP.
have -> : (row_mx z Z)^T *m row_mx z Z = block_mx (z^T *m z) (z^T *m Z) (Z^T *m z) G by rewrite tr_row_mx mul_col_row.
pose s := z^T *m residual Z *m z.
have -> : block_mx (z^T *m z) (z^T *m Z) (Z^T *m z) G = block_mx 1%:M (z^T *m Z *m invmx G) 0 1%:M *m block_mx s 0 (Z^T *m z) G.
  rewrite mulmx_block ?mul1mx ?mul0mx ?mulmx1 ?mulmx0 ?addr0 ?add0r mulmxKV //.
  by rewrite /s /residual mulmxBr mulmx1 mulmxBl !mulmxA subrK.
rewrite det_mulmx det_ublock det_lblock !det1 !mul1r mulrC det_mx11; congr (_ * _)%R.
rewrite frobsq_trace trmx_mul residual_sym -mulmxA (mulmxA (residual Z)) (residual_idempotent full) mulmxA.
by rewrite /mxtrace big_ord1.
Qed.
Lemma residual_shorter d k (Z : 'M[R]_(d, k)) (z : 'cV[R]_d) : \det (Z^T *m Z) <> 0 -> (frobsq (residual Z *m z) <= frobsq z)%R.
Proof.
move=> full; have e : z = residual Z *m z + (z - residual Z *m z) by rewrite addrC subrK.
have o : (residual Z *m z)^T *m (z - residual Z *m z) = 0.
  by rewrite mulmxBr trmx_mul residual_sym -!mulmxA (mulmxA (residual Z) (residual Z)) (residual_idempotent full) subrr.
have o' : (z - residual Z *m z)^T *m (residual Z *m z) = 0 by rewrite -[LHS]trmxK trmx_mul trmxK o trmx0.
have split (a b : 'cV[R]_d) : a^T *m b = 0 -> b^T *m a = 0 -> frobsq (a + b) = (frobsq a + frobsq b)%R.
  move=> ab ba; rewrite !frobsq_trace; have -> : (a + b)^T = a^T + b^T by apply/matrixP => i j; rewrite !mxE.
  by rewrite mulmxDl !mulmxDr ab ba addr0 add0r /mxtrace !big_ord1 mxE.
by have := split _ _ o o'; rewrite -e => ->; have := frobsq_ge0 (z - residual Z *m z)%ring; lra.
Qed.

Local Open Scope R_scope.
Section Volumes.
Variables (N : law R) (d : nat).
Hypothesis normal : standard_normal N.
Notation L := (normals N d).
(* the first k vectors, the last of them first *)
Definition vectors k (C : nat -> nat -> R) : 'M[R]_(d, k) := \matrix_(i, j) C (k - j.+1)%N i.
Definition volume k C : R := (\det ((vectors k C)^T *m vectors k C))%ring.
Lemma vectors_next k C : vectors k.+1 C = row_mx (column d (C k)) (vectors k C).
Proof.
apply/matrixP => i j; rewrite [RHS]mxE; case: (@splitP 1 k j) => l e; rewrite !mxE e.
  by rewrite (ord1 l) /= subSS subn0.
by rewrite subSS.
Qed.
Lemma vectors_depends k : depends_on k (vectors k).
Proof.
move=> C C' e; apply/matrixP => i j; rewrite !mxE e //; case: k j e => [[] //|k] j _.
by rewrite subSS ltnS leq_subr.
Qed.
Lemma vectors_measurable k l : (k <= l)%N -> measurable_matrix (draws none L l) (vectors k).
Proof.
move=> kl i j; apply: (measurable_ext (f := fun C : nat -> nat -> R => C (k - j.+1)%N i)) => [C|]; first by rewrite mxE.
apply: (@draws_measurable _ none L l (k - j.+1) (fun v => v i)); last exact: row_coordinate.
by apply: leq_trans kl; case: k j => [[] //|k] j; rewrite subSS ltnS leq_subr.
Qed.
Lemma volume_measurable k l : (k <= l)%N -> measurable_on (draws none L l) (volume k).
Proof.
move=> kl; have m := vectors_measurable kl.
exact: measurable_det (measurable_matrix_mul (measurable_matrix_tr m) m).
Qed.
Lemma volume_depends k : depends_on k (volume k).
Proof. by move=> C C' e; rewrite /volume (vectors_depends e). Qed.
Lemma volume_next k C : volume k C <> 0 -> volume k.+1 C = volume k C * size_of (residual (vectors k C)) (C k).
Proof. by move=> full; rewrite /volume vectors_next bordered. Qed.
Lemma volume_zero C : volume 0 C = 1.
Proof. by rewrite /volume det_mx00. Qed.

Lemma column_length g : frobsq (column d g) = squares d g.
Proof. by apply: total_ext => i; rewrite /rowsq {1}/total big_ord1 mxE. Qed.
Theorem bartlett k : (k <= d)%N -> [/\ integrable (draws none L k) (fun C => ln (volume k C)),
  almost_surely (draws none L k) (fun C => 0 < volume k C) &
  \S_(j < k) log_square N (d - j) <= mean (draws none L k) (fun C => ln (volume k C))].
Proof.
elim: k => [|k IH] kd.
  split.
  - by apply: (integrable_ext (f := fun=> 0)) => [C|]; [rewrite volume_zero ln_1 | exact: integrable_const].
  - by apply: almost_all => C; rewrite volume_zero; lra.
  - rewrite (mean_ext _ (g := fun=> 0)) ?mean_const; last by move=> C; rewrite volume_zero ln_1.
    by rewrite /total big_ord0; exact: Rle_refl.
have [ik ak sk] := IH (ltnW kd).
pose A C := residual (vectors k C); pose P C : 'M[R]_d := (1%:M - (A C)^T *m A C)%ring; pose good C := 0 < volume k C.
have dA : depends_on k A by move=> C C' e; rewrite /A (vectors_depends e).
have dP : depends_on k P by move=> C C' e; rewrite /P (dA _ _ e).
have dg : depends_on k good by move=> C C' e; rewrite /good (volume_depends e).
have mv := vectors_measurable (leqnn k).
have mA : measurable_matrix (draws none L k) A.
  have mG := measurable_matrix_mul (measurable_matrix_tr mv) mv.
  have h := measurable_matrix_mul (measurable_matrix_mul mv (new_direction.measurable_invmx mG)) (measurable_matrix_tr mv).
  move=> i j; apply: (measurable_ext (f := fun C => (1%:M%ring : 'M[R]_d) i j - (vectors k C *m invmx ((vectors k C)^T *m vectors k C) *m (vectors k C)^T)%ring i j)).
    by move=> C; rewrite /A /residual [RHS]mxE [X in (_ + X)%ring]mxE.
  by apply: measurable_sub; [exact: measurable_const | exact: h].
have mg : measurable_event (draws none L k) good by apply: event_lt; [exact: measurable_const | exact: volume_measurable].
have one C : nonsingular (A C) (P C) = 1%:M%ring by rewrite /nonsingular /P addrC subrK.
have mD : measurable_on (draws none L k) (fun C => \det (nonsingular (A C) (P C)))%ring.
  by apply: (measurable_ext (f := fun=> 1)) => [C|]; [rewrite one det1 | exact: measurable_const].
have full C : good C -> (\det ((vectors k C)^T *m vectors k C))%ring <> 0 by rewrite /good /volume; lra.
have forms C : good C -> [/\ (P C)^T = P C, A C *m P C = 0, forall B : 'M[R]_d, A C *m B = 0 -> P C *m B = B & \tr (P C) = INR k]%ring.
  move=> g; have f := full C g; have PE : P C = (1%:M - A C)%ring by rewrite /P /A residual_sym (residual_idempotent f).
  rewrite PE; split.
  - by rewrite linearB /= trmx1 /A residual_sym.
  - by rewrite mulmxBr mulmx1 /A (residual_idempotent f) subrr.
  - by move=> B z; rewrite mulmxBl mul1mx z subr0.
  - have tA : (\tr (A C))%ring = INR d - INR k by exact: (residual_trace f).
    by rewrite linearB /= mxtrace1 tA natE; toR; ring.
have mS := size_measurable' normal dA mA.
have i2 : integrable (draws none L k.+1) (fun C => squares d (C k)).
  by have [i _] := squares_mean normal d; exact: (@draws_integrable_one _ none L k.+1 k (squares d) (ltnSn k) i).
have ag' := good_now dg mg ak.
have isize : integrable (draws none L k.+1) (fun C => ln (1 + size k A C)).
  have m1 : measurable_on (draws none L k.+1) (fun C => ln (1 + size k A C)).
    by apply: measurable_ln; apply: measurable_add => //; exact: measurable_const.
  pose f C := Rmin (ln (1 + size k A C)) (squares d (C k)).
  have mf : measurable_on (draws none L k.+1) f by apply: measurable_min => //; exact: integrable_measurable i2.
  have s0 C : 0 <= size k A C by exact: frobsq_ge0.
  have l0 C : 0 <= ln (1 + size k A C) by rewrite -ln_1; apply: calculus.ln_le; have := s0 C; lra.
  have if' : integrable (draws none L k.+1) f.
    apply: (integrable_dominated mf i2) => w; rewrite Rabs_pos_eq; first exact: Rmin_r.
    by apply: Rmin_glb => //; exact: squares_ge0.
  have [|//] := almost_ext if' m1 ag'; move=> w g; rewrite /f Rmin_left //.
  have sh : size k A (draw w) <= squares d (draw w k).
    by rewrite /size /size_of /A -column_length; apply: residual_shorter; exact: full.
  by have := @ln_below (1 + size k A (draw w)) ltac:(have := s0 (draw w); lra); lra.
have iscale : integrable (draws none L k) (fun C => ln (\det (nonsingular (A C) (P C)))%ring).
  by apply: (integrable_ext (f := fun=> 0)) => [C|]; [rewrite one det1 ln_1 | exact: integrable_const].
have [is_ le] := log_size normal kd dA dP dg mA mg mD forms ak isize iscale.
have pos := size_pos normal kd dA dg mA mg forms ak.
have dl : depends_on k (fun C => ln (volume k C)) by move=> C C' e; rewrite (volume_depends e).
have ik' := (@draws_integrable_later _ none L _ _ _ (leqnSn k) dl).1 ik.
have nx C : good C -> volume k.+1 C = volume k C * size k A C by move=> g; rewrite volume_next //; exact: full.
have [|i e] := almost_ext (integrable_add ik' is_) (measurable_ln (volume_measurable (leqnn k.+1))) pos.
  by move=> w [g s]; rewrite (nx _ g) ln_mult.
split=> //; first by apply: almost_weaken pos => w [g s]; rewrite (nx _ g); exact: Rmult_lt_0_compat.
rewrite e mean_add // (draws_mean_later (leqnSn k) dl ik) total_recr; apply: Rplus_le_compat; first exact: sk.
apply: Rle_trans le; rewrite (mean_ext _ (g := fun=> 0)) ?mean_const; last by move=> C; rewrite one det1 ln_1.
by rewrite /Rdiv Rmult_0_l Rplus_0_l; exact: Rle_refl.
Qed.
End Volumes.
