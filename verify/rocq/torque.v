(* The torque of a loss on the samples, X^T G - G^T X with G the gradient at X: how steep the loss is along rotations X Q of the samples.

   BN(W X Q) = BN(W X) Q, so that every layer keeps it, for any weights W ([torque_conserved]); by hand it is the symmetry of
   sum_i <u_i, H_i> u_i^T u_i. The norm: ||X^T G - G^T X||_F <= 2 s_1(X) ||G||_F ([torque_le]). In the weights' gradient, whose norm is that
   of G X^T, with X = P diag(s) Q and N = P^T G X^T P, the torque has the entries s_i N_ij/s_j - s_j N_ji/s_i ([torque_weight]), and for two
   eigenvalues lam_i = s_i^2 of a Gram matrix with the gap phi (lam_i + lam_j)^2 <= 4 exp(n phi) lam_i lam_j ([pair_gap]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra jacobians.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Definition torque d n (X G : 'M[R]_(d, n)) : 'M[R]_n := (X^T *m G - G^T *m X)%ring.

Lemma torqueE d n (X G : 'M[R]_(d, n)) i j : torque X G i j = \S_(k < d) (X k i * G k j - G k i * X k j).
Proof.
have -> : torque X G i j = (X^T *m G)%ring i j - (G^T *m X)%ring i j by rewrite /torque !mxE.
by rewrite !mulmxE -total_sub; apply: total_ext => k; rewrite !mxE.
Qed.

(* ---------- every layer keeps it ---------- *)
Lemma torque_mull d e n (W : 'M[R]_(d, e)) (X : 'M[R]_(e, n)) (G : 'M[R]_(d, n)) :
  torque X (W^T *m G) = torque (W *m X) G.
Proof. by rewrite /torque !trmx_mul trmxK !mulmxA. Qed.
Lemma torque_dBN d n (X G : 'M[R]_(d, n)) : (forall i, 0 < rowsq X i) -> torque X (dBN X G) = torque (BN X) G.
Proof.
move=> p; apply/matrixP => i j; rewrite !torqueE; apply: total_ext => k; rewrite !mxE.
have r : 0 < sqrt (rowsq X k) by exact: sqrt_lt_R0.
by have q := p k; field; split; lra.
Qed.
Section OneLayer.
Variables (d n : nat) (W : 'M[R]_d) (X : 'M[R]_(d, n)) (F : 'M[R]_(d, n) -> R).
Hypothesis pos : forall i, 0 < rowsq (W *m X) i.
Hypothesis smooth : differentiable F (BN (W *m X)).
Let tan := tangent_comp (tangent_mull W X) (tangent_BN pos).
Lemma layer_differentiable : differentiable (fun A => F (BN (W *m A))) X.
Proof. exact: (@differentiable_chain _ _ _ _ F (fun A => BN (W *m A)) X _ _ smooth tan). Qed.
Lemma torque_layer : torque X (gradient (fun A => F (BN (W *m A))) X) = torque (BN (W *m X)) (gradient F (BN (W *m X))).
Proof. by rewrite (@gradient_chain _ _ _ _ F (fun A => BN (W *m A)) X _ _ smooth tan) torque_mull torque_dBN. Qed.
(* the gradient in the weights, and that in the state *)
Lemma layer_gradients : orthogonal W ->
  gradient (fun A : 'M[R]_d => F (BN (A *m X))) W = W *m gradient (fun A => F (BN (W *m A))) X *m X^T.
Proof.
move=> o; rewrite (@gradient_chain _ _ _ _ F (fun A => BN (W *m A)) X _ _ smooth tan).
rewrite (gradient_chain (F := fun A => BN (A *m X)) smooth (tangent_comp (tangent_mulr X W) (tangent_BN pos))).
by rewrite mulmxA o mul1mx.
Qed.
End OneLayer.

Section Layers.
Variables (d n : nat) (W : nat -> 'M[R]_d) (l : nat) (X : 'M[R]_(d, n)).
Hypothesis no_zero_row : forall k i, 0 < rowsq (W (l + k)%N *m layers W l k X) i.
Lemma torque_layers m (F : 'M[R]_(d, n) -> R) : differentiable F (layers W l m X) ->
  torque X (gradient (fun A => F (layers W l m A)) X) = torque (layers W l m X) (gradient F (layers W l m X)).
Proof.
elim: m F => [//|m ih] F smooth; rewrite -(torque_layer (no_zero_row m) smooth).
exact: ih (layer_differentiable (no_zero_row m) smooth).
Qed.
End Layers.
Lemma layers_of_chain d n (X : 'M[R]_(d, n)) W l m : layers W l m (rotated X W l) = rotated X W (l + m)%N.
Proof. by elim: m => [|m ih] /=; rewrite ?addn0 // addnS /= -ih. Qed.
Theorem torque_conserved d n (X : 'M[R]_(d, n)) W l m F : (forall A, differentiable F A) ->
  (forall k i, 0 < rowsq (W k *m rotated X W k) i) ->
  torque (rotated X W l) (state_gradient F X W l m) = torque (rotated X W (l + m)%N) (gradient F (rotated X W (l + m)%N)).
Proof.
move=> smooth pos; rewrite /state_gradient torque_layers ?layers_of_chain // => k i.
by rewrite layers_of_chain.
Qed.

(* ---------- the bound of the state's gradient ---------- *)
Lemma both_orders n (A : 'M[R]_n) c :
  \S_(i < n) \S_(j < n) (c * A i j ^ 2 + c * A j i ^ 2) = 2 * (c * \S_(i < n) \S_(j < n) A i j ^ 2).
Proof.
transitivity (\S_(i < n) (c * (\S_(j < n) A i j ^ 2) + c * (\S_(j < n) A j i ^ 2))).
  by apply: total_ext => i; rewrite total_add !total_scal.
rewrite total_add !total_scal (total_exchange (fun i j => A j i ^ 2)); lra.
Qed.
Lemma frobenius_sub_tr n (A : 'M[R]_n) : frobenius (A - A^T)%ring <= 2 * frobenius A.
Proof.
apply: frobenius_le; first lra.
have -> : frobsq (A - A^T)%ring = \S_(i < n) \S_(j < n) (A i j - A j i) ^ 2.
  by apply: total_ext => i; apply: total_ext => j; rewrite !mxE.
apply: Rle_trans (_ : \S_(i < n) \S_(j < n) (2 * A i j ^ 2 + 2 * A j i ^ 2) <= _).
  by apply: total_le => i; apply: total_le => j; have := pow2_ge_0 (A i j + A j i); lra.
by rewrite both_orders /frobsq /rowsq; lra.
Qed.
(* ||X^T G||_F^2 <= lambda_max(X X^T) ||G||_F^2 *)
Lemma frobsq_mul_top d n (X G : 'M[R]_(d, n)) : (0 < d)%N -> frobsq (X^T *m G)%ring <= lambda_max (X *m X^T)%ring * frobsq G.
Proof.
move=> d0; rewrite -(frobsq_tr G) -(frobsq_tr (X^T *m G)%ring) trmx_mul trmxK /frobsq -total_scal.
apply: total_le => j; rewrite -!sqlen_row row_mul.
have := rayleigh_max d0 (gram_sym_l X) (row j G^T).
by rewrite /form [sqlen (_ *m _)]sqlenE trmx_mul !mulmxA.
Qed.
Theorem torque_le d n (X G : 'M[R]_(d, n)) : (0 < d)%N ->
  frobenius (torque X G) <= 2 * (sqrt (lambda_max (X *m X^T)%ring) * frobenius G).
Proof.
move=> d0; have -> : torque X G = (X^T *m G - (X^T *m G)^T)%ring by rewrite /torque trmx_mul trmxK.
apply: Rle_trans (frobenius_sub_tr _) _; apply: Rmult_le_compat_l; first lra.
have [lam sp] := spectral_theorem (gram_sym_l X).
have t0 : 0 <= lambda_max (X *m X^T)%ring.
  by have [i [-> _]] := lambda_maxE sp d0; exact: gram_l_spectrum_ge0 sp i.
apply: frobenius_le; first exact: sqrt_pos.
by rewrite pow2_sqrt //; exact: frobsq_mul_top.
Qed.

(* ---------- the bound of the weights' gradient ---------- *)
(* two eigenvalues of a Gram matrix with a gap *)
Lemma pair_gap n (X : 'M[R]_n) lam i j : (0 < n)%N -> 0 < \det (X^T *m X) -> spectrum (X^T *m X) lam ->
  lam i / lam j + lam j / lam i <= 4 * exp (INR n * phi X) - 2.
Proof.
move=> n0 full sp; have p := gram_spectrum_pos full sp.
have N : 0 < INR n by apply: lt_0_INR; apply/ssrnat.ltP.
have g := phi_ge0 n0 full.
have [-> | ne] := eqVneq i j.
  have -> : lam j / lam j = 1 by field; have := p j; lra.
  have := exp_le (Rmult_le_pos _ _ (Rlt_le _ _ N) g); rewrite exp_0; lra.
set a := (lam i + lam j) / 2; have a0 : 0 < a by have := p i; have := p j; rewrite /a; lra.
pose x k := lam k + (if k == i then a - lam i else 0) + (if k == j then a - lam j else 0).
have xi : x i = a by rewrite /x eqxx (negbTE ne); lra.
have xj : x j = a by rewrite /x eqxx eq_sym (negbTE ne); lra.
have xk k : k != i -> k != j -> x k = lam k by rewrite /x => /negbTE -> /negbTE ->; lra.
have x0 k : 0 < x k.
  have [-> | ki] := eqVneq k i; first by rewrite xi.
  by have [-> | kj] := eqVneq k j; [rewrite xj | rewrite xk].
have total_x : \S_(k < n) x k = \S_(k < n) lam k.
  rewrite /x !total_add (total_delta (fun=> a - lam i)) (total_delta (fun=> a - lam j)) /a; lra.
have logs : \S_(k < n) ln (x k) = \S_(k < n) ln (lam k) + (ln a - ln (lam i)) + (ln a - ln (lam j)).
  rewrite (total_ext (g := fun k => ln (lam k) + (if k == i then ln a - ln (lam i) else 0) + (if k == j then ln a - ln (lam j) else 0))).
    by rewrite !total_add (total_delta (fun=> ln a - ln (lam i))) (total_delta (fun=> ln a - ln (lam j))).
  move=> k; have [-> | ki] := eqVneq k i; first by rewrite xi (negbTE ne); lra.
  have [-> | kj] := eqVneq k j; first by rewrite xj; lra.
  by rewrite xk //; lra.
have := mean_ln n0 x0; rewrite total_x logs => h.
have {}h : 2 * ln a - ln (lam i) - ln (lam j) <= INR n * phi X.
  rewrite (phi_spectrum n0 full sp).
  have -> : INR n * (ln ((\S_(k < n) lam k) / INR n) - (\S_(k < n) ln (lam k)) / INR n)
    = INR n * ln ((\S_(k < n) lam k) / INR n) - \S_(k < n) ln (lam k) by field; lra.
  lra.
have pi := p i; have pj := p j.
have e : exp (2 * ln a - ln (lam i) - ln (lam j)) = a ^ 2 / (lam i * lam j).
  have -> : 2 * ln a - ln (lam i) - ln (lam j) = ln a + ln a + - ln (lam i) + - ln (lam j) by ring.
  rewrite !exp_plus !exp_Ropp !exp_ln //; field; lra.
have := exp_le h; rewrite e => {}h.
have -> : lam i / lam j + lam j / lam i = 4 * (a ^ 2 / (lam i * lam j)) - 2 by rewrite /a; field; lra.
lra.
Qed.
(* one entry of the torque in the singular basis *)
Lemma torque_entry s t x y c : 0 < s -> 0 < t -> s ^ 2 / t ^ 2 + t ^ 2 / s ^ 2 <= c ->
  (s * x / t - t * y / s) ^ 2 <= c * (x ^ 2 + y ^ 2).
Proof.
move=> s0 t0 h; set u := s / t; set v := t / s.
have e : (s * x / t - t * y / s) = u * x - v * y by rewrite /u /v; field; lra.
have {}h : u ^ 2 + v ^ 2 <= c.
  by apply: Rle_trans h; apply: Req_le; rewrite /u /v; field; lra.
rewrite e; have := pow2_ge_0 (u * y + v * x); have := pow2_ge_0 x; have := pow2_ge_0 y; nra.
Qed.
Lemma diagonal_mul n (f g : 'I_n -> R) :
  diag_mx (\row_k (f k * g k)) = (diag_mx (\row_k f k) *m diag_mx (\row_k g k))%ring.
Proof. by rewrite mulmx_diag; congr diag_mx; apply/rowP => k; rewrite !mxE. Qed.
Lemma diagonal_one n : diag_mx (\row_k 1) = 1%:M%ring :> 'M[R]_n.
Proof. by rewrite -diag_const_mx; congr diag_mx; apply/rowP => k; rewrite !mxE. Qed.
Lemma frobsq_turned d (P A Q : 'M[R]_d) : orthogonal P -> orthogonal Q^T -> frobsq (P *m A *m Q)%ring = frobsq A.
Proof.
move=> p q; rewrite -mulmxA frobsq_rotated // -[LHS]frobsq_tr trmx_mul frobsq_rotated //; exact: frobsq_tr.
Qed.
Section SquareState.
Variables (d : nat) (X G : 'M[R]_d) (lam : 'I_d -> R) (c : R).
Hypothesis full : 0 < \det (X^T *m X).
Hypothesis sp : spectrum (X^T *m X) lam.
Hypothesis ratio : forall i j, lam i / lam j + lam j / lam i <= c.
Let p := gram_spectrum_pos full sp.
Let s k := sqrt (lam k).
Let s0 k : 0 < s k. Proof. exact: sqrt_lt_R0. Qed.
Let ss k : s k ^ 2 = lam k. Proof. by rewrite pow2_sqrt //; exact: Rlt_le. Qed.
Lemma torque_weight : frobsq (torque X G) <= 2 * c * frobsq (G *m X^T)%ring.
Proof.
have [Q [o e]] := sp.
pose D : 'M[R]_d := diag_mx (\row_k s k); pose E : 'M[R]_d := diag_mx (\row_k / s k).
have DE : (D *m E = 1%:M)%ring.
  rewrite -diagonal_mul -diagonal_one; congr diag_mx; apply/rowP => k; rewrite !mxE Rinv_r //; have := s0 k; lra.
have ED : (E *m D = 1%:M)%ring by apply: mulmx1C.
have DD : (D *m D = diag_mx (\row_k lam k))%ring.
  have ss2 k : s k * s k = lam k by rewrite -ss; ring.
  by rewrite -diagonal_mul; congr diag_mx; apply/rowP => k; rewrite !mxE; exact: ss2.
have Dt : D^T%ring = D by rewrite tr_diag_mx.
have Et : E^T%ring = E by rewrite tr_diag_mx.
pose P : 'M[R]_d := (X *m Q *m E)%ring.
have oQ := orthogonal_tr_mul o.
have oP : orthogonal P^T%ring.
  rewrite /orthogonal trmxK /P !trmx_mul Et !mulmxA -(mulmxA (E *m Q^T) X^T X) e -DD !mulmxA.
  by rewrite -(mulmxA E Q^T Q) oQ mulmx1 ED mul1mx -(mulmxA D _ Q) oQ mulmx1 DE.
have oP' : orthogonal P by rewrite -[P]trmxK; exact: orthogonal_tr.
have Xe : (X = P *m D *m Q^T)%ring by rewrite /P -(mulmxA (X *m Q)) ED mulmx1 -mulmxA o mulmx1.
clearbody P; pose N : 'M[R]_d := (P^T *m (G *m X^T) *m P)%ring.
have size : frobsq N = frobsq (G *m X^T)%ring by exact: frobsq_turned.
have turned : (Q^T *m torque X G *m Q = D *m N *m E - (D *m N *m E)^T)%ring.
  have half : (Q^T *m (X^T *m G) *m Q = D *m N *m E)%ring.
    rewrite /N {1 2}Xe !trmx_mul !trmxK Dt !mulmxA oQ mul1mx.
    rewrite -(mulmxA _ P^T P) (orthogonal_tr_mul oP') mulmx1.
    by rewrite -(mulmxA _ D E) DE mulmx1.
  have -> : torque X G = (X^T *m G - (X^T *m G)^T)%ring by rewrite /torque trmx_mul trmxK.
  by rewrite mulmxBr mulmxBl -half !trmx_mul !trmxK !mulmxA.
have same : frobsq (torque X G) = frobsq (D *m N *m E - (D *m N *m E)^T)%ring.
  by rewrite -turned frobsq_turned //; exact: orthogonal_tr.
have entry i j : (D *m N *m E)%ring i j = s i * N i j / s j.
  by rewrite mul_mx_diag mul_diag_mx !mxE.
rewrite same -size.
apply: Rle_trans (_ : \S_(i < d) \S_(j < d) (c * N i j ^ 2 + c * N j i ^ 2) <= _).
  apply: total_le => i; apply: total_le => j.
  have -> : (D *m N *m E - (D *m N *m E)^T)%ring i j = s i * N i j / s j - s j * N j i / s i.
    by rewrite -!entry !mxE.
  by rewrite -Rmult_plus_distr_l; apply: torque_entry => //; rewrite !ss; exact: ratio.
by rewrite both_orders /frobsq /rowsq; lra.
Qed.
End SquareState.

(* along the chain *)
Theorem torque_weight_gradient d (X0 : 'M[R]_d) W l m F lam c : (forall A, differentiable F A) ->
  (forall k, orthogonal (W k)) -> 0 < \det (X0^T *m X0) ->
  spectrum ((rotated X0 W l)^T *m rotated X0 W l) lam -> (forall i j, lam i / lam j + lam j / lam i <= c) ->
  frobsq (torque (rotated X0 W (l + m).+1) (gradient F (rotated X0 W (l + m).+1))) <= 2 * c * frobsq (weight_gradient F X0 W l m).
Proof.
move=> smooth o f sp ratio; have full k := chain_full o f k.
have pos k i : 0 < rowsq (W k *m rotated X0 W k) i by apply: full_rowsq; exact: full_rotated.
pose E A := F (layers W l.+1 m A).
have sm : differentiable E (BN (W l *m rotated X0 W l)).
  by apply: (state_differentiable (X := rotated X0 W l.+1)) => // k i; rewrite layers_of_chain.
have -> : weight_gradient F X0 W l m = (W l *m (gradient (fun A => E (BN (W l *m A))) (rotated X0 W l) *m (rotated X0 W l)^T))%ring.
  by rewrite mulmxA -(layer_gradients (pos l) sm (o l)).
rewrite frobsq_rotated // -addSn -(torque_conserved l.+1 m smooth pos) /state_gradient -/(rotated X0 W l.+1) -/E.
by rewrite -[torque _ _](torque_layer (pos l) sm); exact: torque_weight (full l) sp ratio.
Qed.
