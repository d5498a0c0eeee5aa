(* The root of a Gram matrix K = U diag(q) U^T with 0 <= q <= 1, as the limit of polynomials in K:
   Y_0 = 0, Y_(k+1) = Y_k + (K - Y_k^2)/2. In the basis U the numbers y_k move up to sqrt(q), with sqrt(q) - y_k <= 2/(k+2).
   So the entries of the root are measurable where those of K are ([root_measurable]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- numbers ---------- *)
Fixpoint root_step (q : R) (k : nat) : R :=
  if k is m.+1 then root_step q m + / 2 * (q - root_step q m * root_step q m) else 0.
Lemma root_step_range q k : 0 <= q <= 1 -> 0 <= root_step q k /\ 0 <= sqrt q - root_step q k <= 2 / (INR k + 2).
Proof.
move=> [q0 q1]; have rr := sqrt_sqrt q q0; have r0 := sqrt_pos q.
have r1 : sqrt q <= 1 by rewrite -sqrt_1; exact: sqrt_le_1_alt.
elim: k => [|k [y0 [e0 e1]]]; first by rewrite [INR 0]/= [root_step _ _]/=; split; [lra | rewrite Rplus_0_l; split; lra].
rewrite S_INR [root_step q k.+1]/=; move: y0 e0 e1; set y := root_step q k => y0 e0 e1.
have K := pos_INR k; set r := sqrt q in rr r0 r1 e0 e1 *; have yr : y <= r by lra.
set e := r - y in e0 e1 *.
have le : 2 / (INR k + 2) <= 1 by apply: (Rmult_le_reg_r (INR k + 2)); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
have E : r - (y + / 2 * (q - y * y)) = e * (1 - (r + y) / 2) by rewrite -rr /e; field.
rewrite E; split.
  have : 0 <= (r - y) * (r + y) by apply: Rmult_le_pos; rewrite /e in e0; lra.
  lra.
split; first by apply: Rmult_le_pos => //; lra.
apply: (Rle_trans _ (e * (1 - e / 2))); first by apply: Rmult_le_compat_l => //; rewrite /e; lra.
set b := 2 / (INR k + 2) in e1 le.
apply: (Rle_trans _ (b * (1 - b / 2))).
  have : 0 <= (b - e) * (1 - (b + e) / 2) by apply: Rmult_le_pos; lra.
  lra.
have -> : b * (1 - b / 2) = 2 * (INR k + 1) / ((INR k + 2) * (INR k + 2)) by rewrite /b; field; lra.
apply: (Rmult_le_reg_r ((INR k + 2) * (INR k + 2))); first nra.
rewrite {1}/Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last nra.
have -> : 2 / (INR k + 1 + 2) * ((INR k + 2) * (INR k + 2)) = 2 * (INR k + 1) + 2 / (INR k + 1 + 2) by field; lra.
have : 0 < 2 / (INR k + 1 + 2) by apply: Rdiv_lt_0_compat; lra.
lra.
Qed.
Lemma root_step_cv q : 0 <= q <= 1 -> Un_cv (root_step q) (sqrt q).
Proof.
move=> h e e0; have [m [m1 m2]] := archimed_cor1 (e / 2) ltac:(lra).
exists m => k km; have [_ [a b]] := root_step_range k h.
rewrite /R_dist Rabs_minus_sym Rabs_pos_eq //; apply: Rle_lt_trans b _.
have M : 0 < INR m by apply: lt_0_INR.
have le : INR m <= INR k by exact: le_INR.
apply: (Rle_lt_trans _ (2 * / INR m)); last lra.
by apply: Rmult_le_compat_l; [lra | apply: Rinv_le_contravar; lra].
Qed.

(* ---------- matrices ---------- *)
Lemma addmxE p q (A B : 'M[R]_(p, q)) i j : (A + B)%ring i j = A i j + B i j. Proof. by rewrite mxE. Qed.
Lemma submxE p q (A B : 'M[R]_(p, q)) i j : (A - B)%ring i j = A i j - B i j. Proof. by rewrite !mxE. Qed.
Section Matrices.
Variable n : nat.
Implicit Types (K U : 'M[R]_n) (q f : 'I_n -> R).
Fixpoint root_mx K (k : nat) : 'M[R]_n :=
  if k is m.+1 then (root_mx K m + scaled (/ 2)%R (K - root_mx K m *m root_mx K m))%ring else 0%ring.
Definition with_spectrum U f : 'M[R]_n := (U *m diag_mx (\row_k f k) *m U^T)%ring.
Lemma with_spectrumE U f i j : with_spectrum U f i j = \S_(k < n) (U i k * f k * U j k).
Proof.
rewrite /with_spectrum mulmxE; apply: total_ext => k; rewrite mul_mx_diag !mxE; exact: erefl.
Qed.
Lemma with_spectrum_mul U f g : orthogonal U ->
  (with_spectrum U f *m with_spectrum U g = with_spectrum U (fun k => f k * g k)%R)%ring.
Proof.
move=> o; rewrite /with_spectrum !mulmxA -(mulmxA _ U^T U)%ring (orthogonal_tr_mul o) mulmx1 -(mulmxA U) mulmx_diag.
by congr (U *m diag_mx _ *m _)%ring; apply/rowP => k; rewrite !mxE.
Qed.
Lemma with_spectrum_tr U f : ((with_spectrum U f)^T = with_spectrum U f)%ring.
Proof. by rewrite /with_spectrum !trmx_mul trmxK tr_diag_mx mulmxA. Qed.
Lemma root_mx_spectrum K U q k : orthogonal U -> K = with_spectrum U q ->
  root_mx K k = with_spectrum U (fun i => root_step (q i) k).
Proof.
move=> o e; elim: k => [|k IH] /=.
  apply/matrixP => i j; rewrite with_spectrumE mxE (total_ext (g := fun=> 0)) ?total_const; first by rewrite Rmult_0_r.
  by move=> m; ring.
rewrite IH with_spectrum_mul // e; apply/matrixP => i j.
rewrite addmxE [scaled _ _ i j]mxE submxE !with_spectrumE.
rewrite -total_sub -total_scal -total_add; by apply: total_ext => m; ring.
Qed.
(* the limit *)
Definition root_of K : 'M[R]_n := xget 0%ring [set T : 'M[R]_n | forall i j, Un_cv (fun k => root_mx K k i j) (T i j)]%classic.
Lemma total_cv (u : nat -> 'I_n -> R) (v : 'I_n -> R) : (forall k, Un_cv (fun m => u m k) (v k)) ->
  Un_cv (fun m => \S_(k < n) u m k) (\S_(k < n) v k).
Proof.
move=> h; rewrite /total; have E m : \sum_(k < n) u m k = \sum_(k <- index_enum [finType of 'I_n]) u m k by [].
rewrite -[\sum_(k < n) v k]/(\sum_(k <- index_enum [finType of 'I_n]) v k)%ring.
elim: (index_enum _) => [|k s IH].
  by move=> e e0; exists 0%N => m _; rewrite !big_nil R_dist_eq.
have := CV_plus _ _ _ _ (h k) IH; rewrite big_cons; apply: Un_cv_ext => m; by rewrite big_cons.
Qed.
Lemma root_mx_cv K U q : orthogonal U -> K = with_spectrum U q -> (forall k, 0 <= q k <= 1) ->
  forall i j, Un_cv (fun k => root_mx K k i j) (with_spectrum U (fun k => sqrt (q k)) i j).
Proof.
move=> o e r i j; rewrite with_spectrumE.
apply: (Un_cv_ext (fun k => \S_(m < n) (U i m * root_step (q m) k * U j m))).
  by move=> k; rewrite (root_mx_spectrum k o e) with_spectrumE.
apply: total_cv => m.
have c (x : R) : Un_cv (fun=> x) x by move=> d d0; exists 0%N => k _; rewrite R_dist_eq.
exact: CV_mult (CV_mult _ _ _ _ (c (U i m)) (root_step_cv (r m))) (c (U j m)).
Qed.
Lemma root_of_spectrum K U q : orthogonal U -> K = with_spectrum U q -> (forall k, 0 <= q k <= 1) ->
  root_of K = with_spectrum U (fun k => sqrt (q k)).
Proof.
move=> o e r; have h := root_mx_cv o e r.
have : forall i j, Un_cv (fun k => root_mx K k i j) (root_of K i j).
  exact: (@xgetPex _ 0%ring [set T : 'M[R]_n | forall i j, Un_cv (fun k => root_mx K k i j) (T i j)]%classic (ex_intro _ _ h)).
by move=> g; apply/matrixP => i j; exact: UL_sequence (g i j) (h i j).
Qed.
End Matrices.
