(* The Jacobian of BN, and gradients through the layers of a network.

   A map F of matrices has the tangent T at X if along every curve c through X the derivative of F(c(t)) is T(c'(0)); S is the
   adjoint of T. Then the gradient of a loss of F(X) is S of the gradient of the loss (the chain rule), which for BN gives lemmas
   C.7, C.9 and C.12 of meterez2024. [dBN X] is the Jacobian of BN at X: one block (I - u u^T)/||X_j|| a row, u = X_j/||X_j||. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Coquelicot Require Derive.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
From Lemmata.verify.rocq Require spectral_theorem.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- inner products and norms of matrices ---------- *)
Lemma lineE d n (X D : 'M[R]_(d, n)) t i j : (X + scaled t D)%ring i j = X i j + t * D i j.
Proof. by rewrite !mxE. Qed.
Lemma basisE d n (i a : 'I_d) (j b : 'I_n) : basis i j a b = if (a == i) && (b == j) then 1 else 0.
Proof. by rewrite mxE; case: (_ && _). Qed.
Section Norms.
Variables d n : nat.
Implicit Types A B X : 'M[R]_(d, n).
Lemma frobenius_ge0 A : 0 <= frobenius A.
Proof. exact: sqrt_pos. Qed.
Lemma inner_frobsq A : inner A A = frobsq A.
Proof. by apply: total_ext => i; apply: total_ext => j; ring. Qed.
Lemma innerC A B : inner A B = inner B A.
Proof. by apply: total_ext => i; apply: total_ext => j; ring. Qed.
Lemma inner_basis A i j : inner A (basis i j) = A i j.
Proof.
rewrite /inner (total_ext (g := fun a => if a == i then A i j else 0)) ?(total_delta (fun=> A i j)) // => a.
case: eqP => [-> | na].
  rewrite -[RHS](total_delta (A i)); apply: total_ext => b; rewrite mxE eqxx /=.
  by case: eqP => [-> | _] /=; rewrite ?GRing.mulr1n ?GRing.mulr0n; toR; ring.
rewrite (total_ext (g := fun=> 0)) ?total_const; first by ring.
by move=> b; rewrite mxE; case: eqP => //= _; rewrite GRing.mulr0n; toR; ring.
Qed.
Lemma inner_ext A B : (forall D, inner A D = inner B D) -> A = B.
Proof. by move=> h; apply/matrixP => i j; have := h (basis i j); rewrite !inner_basis. Qed.
Lemma frobenius_zero A : frobenius A = 0 -> forall i j, A i j = 0.
Proof.
move=> z i j; have fz : frobsq A = 0 by rewrite -frobenius_sq z; ring.
have rz := total_zero (rowsq_ge0 A) fz i.
have := total_zero (fun k => pow2_ge_0 (A i k)) rz j => /=; nra.
Qed.

(* Cauchy and Schwarz for matrices *)
Lemma inner_sq A B : inner A B ^ 2 <= frobsq A * frobsq B.
Proof.
have a0 i := rowsq_ge0 A i; have b0 i := rowsq_ge0 B i.
set t := \S_(i < d) (sqrt (rowsq A i) * sqrt (rowsq B i)).
have t0 : 0 <= t by apply: total_ge0 => i; apply: Rmult_le_pos; exact: sqrt_pos.
have one i : Rabs (\S_(j < n) (A i j * B i j)) <= sqrt (rowsq A i) * sqrt (rowsq B i).
  rewrite -sqrt_mult // -sqrt_Rsqr_abs; apply: sqrt_le_1_alt; rewrite Rsqr_pow2; exact: cauchy_schwarz.
have up : inner A B <= t.
  by apply: total_le => i; have := one i; have := Rle_abs (\S_(j < n) (A i j * B i j)); lra.
have low : - t <= inner A B.
  rewrite /t -total_opp; apply: total_le => i; have := one i.
  by have := Rle_abs (- \S_(j < n) (A i j * B i j)); rewrite Rabs_Ropp; lra.
have : t ^ 2 <= frobsq A * frobsq B.
  apply: Rle_trans (cauchy_schwarz _ _) _.
  by apply: Req_le; congr (_ * _); apply: total_ext => i; rewrite pow2_sqrt.
nra.
Qed.
Lemma inner_le A B : inner A B <= frobenius A * frobenius B.
Proof.
rewrite /frobenius -sqrt_mult; try exact: frobsq_ge0.
apply: Rle_trans (Rle_abs _) _; rewrite -sqrt_Rsqr_abs Rsqr_pow2; apply: sqrt_le_1_alt; exact: inner_sq.
Qed.
End Norms.

Lemma frobenius_le d n p q (A : 'M[R]_(d, n)) (B : 'M[R]_(p, q)) k :
  0 <= k -> frobsq A <= k ^ 2 * frobsq B -> frobenius A <= k * frobenius B.
Proof.
move=> k0 h; rewrite -{1}(sqrt_pow2 k k0) -sqrt_mult; [exact: sqrt_le_1_alt | exact: pow2_ge_0 | exact: frobsq_ge0].
Qed.

(* products under the inner product *)
Lemma inner_mull d e n (W : 'M[R]_(d, e)) (G : 'M[R]_(d, n)) (D : 'M[R]_(e, n)) :
  inner G (W *m D) = inner (W^T *m G) D.
Proof.
rewrite /inner [RHS](total_ext (g := fun k => \S_(i < d) \S_(j < n) (W i k * G i j * D k j))); last first.
  move=> k; rewrite total_exchange; apply: total_ext => j; rewrite mulmxE -total_scal_r.
  by apply: total_ext => i; rewrite mxE.
rewrite [RHS]total_exchange; apply: total_ext => i; rewrite [RHS]total_exchange; apply: total_ext => j.
rewrite mulmxE -total_scal; apply: total_ext => k; ring.
Qed.
Lemma inner_mulr d e n (X : 'M[R]_(e, n)) (G : 'M[R]_(d, n)) (D : 'M[R]_(d, e)) :
  inner G (D *m X) = inner (G *m X^T) D.
Proof.
rewrite /inner; apply: total_ext => i.
rewrite [RHS](total_ext (g := fun k => \S_(j < n) (G i j * X k j * D i k))); last first.
  by move=> k; rewrite mulmxE -total_scal_r; apply: total_ext => j; rewrite mxE.
rewrite [RHS]total_exchange; apply: total_ext => j; rewrite mulmxE -total_scal; apply: total_ext => k; ring.
Qed.
Lemma frobenius_mull d n (W : 'M[R]_d) (D : 'M[R]_(d, n)) : orthogonal W -> frobenius (W *m D) = frobenius D.
Proof. by move=> o; rewrite /frobenius frobsq_rotated. Qed.
Lemma frobsq_mul d e n (A : 'M[R]_(d, e)) (B : 'M[R]_(e, n)) : frobsq (A *m B) <= frobsq A * frobsq B.
Proof.
have -> : frobsq B = \S_(j < n) \S_(k < e) B k j ^ 2 by rewrite /frobsq /rowsq total_exchange.
rewrite /frobsq -total_scal_r; apply: total_le => i; rewrite {1}/rowsq -total_scal.
apply: total_le => j; rewrite mulmxE; exact: cauchy_schwarz.
Qed.
Lemma frobenius_mul d e n (A : 'M[R]_(d, e)) (B : 'M[R]_(e, n)) : frobenius (A *m B) <= frobenius B * frobenius A.
Proof.
apply: frobenius_le (frobenius_ge0 _) _; rewrite frobenius_sq Rmult_comm; exact: frobsq_mul.
Qed.

(* ---------- curves of matrices ---------- *)
(* the curve c of matrices has the derivative D at 0 *)
Definition moves d n (c : R -> 'M[R]_(d, n)) (D : 'M[R]_(d, n)) : Prop :=
  forall i j, derivable_pt_lim (fun t => c t i j) 0 (D i j).

Lemma derivable_ext f g x l : (forall t, f t = g t) -> derivable_pt_lim f x l -> derivable_pt_lim g x l.
Proof. by move=> h; have -> : f = g by exact: funext. Qed.
Lemma derivable_eq f x l m : l = m -> derivable_pt_lim f x l -> derivable_pt_lim f x m.
Proof. by move=> ->. Qed.
Lemma derive_value f x l : derivable_pt_lim f x l -> Derive.Derive f x = l.
Proof. by move=> h; apply: Derive.is_derive_unique; apply/Derive.is_derive_Reals. Qed.
Lemma derivable_total n (f : 'I_n -> R -> R) (l : 'I_n -> R) x :
  (forall k, derivable_pt_lim (f k) x (l k)) -> derivable_pt_lim (fun t => \S_(k < n) f k t) x (\S_(k < n) l k).
Proof.
move=> h; rewrite /total /=; elim: (index_enum _) => [|k s ih].
  rewrite big_nil; apply: (@derivable_ext (fct_cte 0)); last exact: derivable_pt_lim_const.
  by move=> t; rewrite big_nil.
rewrite big_cons; apply: derivable_ext (derivable_pt_lim_plus _ _ _ _ _ (h k) ih) => t.
by rewrite /plus_fct big_cons.
Qed.
Lemma derivable_scal c f x l : derivable_pt_lim f x l -> derivable_pt_lim (fun t => c * f t) x (c * l).
Proof. exact: derivable_pt_lim_scal. Qed.
Lemma derivable_sq f x l : derivable_pt_lim f x l -> derivable_pt_lim (fun t => f t ^ 2) x (2 * f x * l).
Proof.
move=> h; apply: (@derivable_ext (mult_fct f f)); first by move=> t; rewrite /mult_fct /=; ring.
apply: derivable_eq (derivable_pt_lim_mult _ _ _ _ _ h h); ring.
Qed.

Lemma moves_line d n (X D : 'M[R]_(d, n)) : moves (fun t => X + scaled t D)%ring D.
Proof.
move=> i j; apply: (@derivable_ext (fun t => X i j + D i j * t)); first by move=> t; rewrite lineE; ring.
have h := derivable_pt_lim_plus _ _ 0 _ _ (derivable_pt_lim_const (X i j) 0)
  (derivable_scal (D i j) (derivable_pt_lim_id 0)).
by apply: derivable_eq h; ring.
Qed.
Lemma line_at_0 d n (X D : 'M[R]_(d, n)) : (X + scaled 0 D)%ring = X.
Proof. by apply/matrixP => i j; rewrite lineE Rmult_0_l Rplus_0_r. Qed.
Lemma moves_mull d e n (W : 'M[R]_(d, e)) (c : R -> 'M[R]_(e, n)) D :
  moves c D -> moves (fun t => W *m c t) (W *m D).
Proof.
move=> h i j; rewrite mulmxE; apply: (@derivable_ext (fun t => \S_(k < e) (W i k * c t k j))).
  by move=> t; rewrite mulmxE.
by apply: derivable_total => k; exact: derivable_scal.
Qed.
Lemma moves_mulr d e n (X : 'M[R]_(e, n)) (c : R -> 'M[R]_(d, e)) D :
  moves c D -> moves (fun t => c t *m X) (D *m X).
Proof.
move=> h i j; rewrite mulmxE; apply: (@derivable_ext (fun t => \S_(k < e) (X k j * c t i k))).
  by move=> t; rewrite mulmxE; apply: total_ext => k; ring.
have -> : \S_(k < e) (D i k * X k j) = \S_(k < e) (X k j * D i k) by apply: total_ext => k; ring.
by apply: derivable_total => k; exact: derivable_scal.
Qed.

(* ---------- the derivative of x/||x|| and of BN ---------- *)
(* lemma C.9, along any curve x(t) with x'(0) = v: the derivative of x_k/||x|| is (v_k - x_k <x, v>/||x||^2)/||x|| *)
Lemma derivable_normalised n (x : R -> 'I_n -> R) (v : 'I_n -> R) k :
  0 < \S_(i < n) x 0 i ^ 2 -> (forall i, derivable_pt_lim (fun t => x t i) 0 (v i)) ->
  derivable_pt_lim (fun t => x t k / sqrt (\S_(i < n) x t i ^ 2)) 0
    ((v k - x 0 k * (\S_(i < n) (x 0 i * v i)) / \S_(i < n) x 0 i ^ 2) / sqrt (\S_(i < n) x 0 i ^ 2)).
Proof.
move=> s0 h; pose s t := \S_(i < n) x t i ^ 2.
have ds : derivable_pt_lim s 0 (2 * \S_(i < n) (x 0 i * v i)).
  rewrite -total_scal; apply: derivable_eq (derivable_total (fun i => derivable_sq (h i))).
  by apply: total_ext => i; ring.
have dr := derivable_pt_lim_comp _ _ _ _ _ ds (derivable_pt_lim_sqrt _ s0).
have rp : 0 < sqrt (s 0) by exact: sqrt_lt_R0.
have rn : Ranalysis1.comp sqrt s 0 <> 0 by rewrite /Ranalysis1.comp; lra.
apply: derivable_eq (derivable_pt_lim_div _ _ _ _ _ (h k) dr rn); rewrite /Ranalysis1.comp Rsqr_pow2.
rewrite -[\S_(i < n) x 0 i ^ 2]/(s 0); set u := \S_(i < n) (x 0 i * v i).
have e : s 0 = sqrt (s 0) ^ 2 by rewrite pow2_sqrt //; exact: Rlt_le.
move: e rp; set r := sqrt (s 0) => -> rp; field; lra.
Qed.

(* the Jacobian of BN at X, applied to D *)
Definition dBN d n (X D : 'M[R]_(d, n)) : 'M[R]_(d, n) :=
  \matrix_(i, j) ((D i j - X i j * (\S_(k < n) (X i k * D i k)) / rowsq X i) / sqrt (rowsq X i)).

Lemma moves_BN d n (c : R -> 'M[R]_(d, n)) X D : c 0 = X -> (forall i, 0 < rowsq X i) ->
  moves c D -> moves (fun t => BN (c t)) (dBN X D).
Proof.
move=> <- p h i j; rewrite mxE; apply: (@derivable_ext (fun t => c t i j / sqrt (\S_(k < n) c t i k ^ 2))).
  by move=> t; rewrite mxE.
exact: (@derivable_normalised n (fun t => c t i) (D i) j (p i) (h i)).
Qed.
Lemma derivative_BN d n (X D : 'M[R]_(d, n)) : (forall i, 0 < rowsq X i) -> derivative (@BN d n) X D = dBN X D.
Proof.
move=> p; apply/matrixP => i j; rewrite mxE; apply: derive_value.
exact: (moves_BN (line_at_0 X D) p (moves_line X D)).
Qed.

(* ---------- the norm of the Jacobian ---------- *)
Section Jacobian.
Variables d n : nat.
Implicit Types X D G : 'M[R]_(d, n).

(* the Jacobian is symmetric *)
Lemma inner_dBN X G D : inner G (dBN X D) = inner (dBN X G) D.
Proof.
apply: total_ext => i; set s := rowsq X i; set r := sqrt s.
set a := \S_(k < n) (X i k * D i k); set b := \S_(k < n) (X i k * G i k).
transitivity (\S_(j < n) (G i j * D i j * / r - X i j * G i j * (a / s / r))).
  by apply: total_ext => j; rewrite mxE -/a -/s -/r; rewrite /Rdiv; ring.
transitivity (\S_(j < n) (G i j * D i j * / r - X i j * D i j * (b / s / r))); last first.
  by apply: total_ext => j; rewrite mxE -/b -/s -/r; rewrite /Rdiv; ring.
by rewrite !total_sub !total_scal_r -/a -/b /Rdiv; ring.
Qed.

Lemma rowsq_dBN X D i : 0 < rowsq X i ->
  rowsq (dBN X D) i = (rowsq D i - (\S_(k < n) (X i k * D i k)) ^ 2 / rowsq X i) / rowsq X i.
Proof.
move=> p; set s := rowsq X i; set a := \S_(k < n) (X i k * D i k).
have e : s = sqrt s ^ 2 by rewrite pow2_sqrt //; exact: Rlt_le.
have rp : 0 < sqrt s by exact: sqrt_lt_R0.
transitivity (\S_(j < n) ((D i j ^ 2 - X i j * D i j * (2 * a / s) + X i j ^ 2 * (a / s) ^ 2) / s)).
  apply: total_ext => j; rewrite mxE -/a -/s; move: e rp; set r := sqrt s => -> rp; field; lra.
rewrite total_div total_add total_sub !total_scal_r -/a -/(rowsq D i) -/(rowsq X i) -/s.
congr (_ / _); field; rewrite /s; lra.
Qed.
Lemma rowsq_dBN_le X D i : 0 < rowsq X i -> rowsq (dBN X D) i <= rowsq D i / rowsq X i.
Proof.
move=> p; rewrite rowsq_dBN //; apply: Rmult_le_compat_r; first by left; exact: Rinv_0_lt_compat.
have : 0 <= (\S_(k < n) (X i k * D i k)) ^ 2 / rowsq X i by apply: Rmult_le_pos; [exact: pow2_ge_0 | left; exact: Rinv_0_lt_compat].
lra.
Qed.
Lemma frobsq_dBN_le X D m : 0 < m -> (forall i, m <= rowsq X i) -> frobsq (dBN X D) <= frobsq D / m.
Proof.
move=> m0 h; rewrite /frobsq -total_div; apply: total_le => i.
have q := Rlt_le_trans _ _ _ m0 (h i); apply: Rle_trans (rowsq_dBN_le _ q) _.
by apply: Rmult_le_compat_l; [exact: rowsq_ge0 | exact: Rinv_le_contravar].
Qed.
Lemma frobenius_dBN_le X D m : 0 < m -> (forall i, m ^ 2 <= rowsq X i) -> frobenius (dBN X D) <= / m * frobenius D.
Proof.
move=> m0 h; apply: frobenius_le; first by left; exact: Rinv_0_lt_compat.
have m2 : 0 < m ^ 2 by exact: pow_lt.
apply: Rle_trans (frobsq_dBN_le _ m2 h) _; apply: Req_le; field; lra.
Qed.

(* dBN is linear *)
Lemma dBN_scaled X D c : dBN X (scaled c D) = scaled c (dBN X D).
Proof.
apply/matrixP => i j; rewrite !mxE.
have -> : \S_(k < n) (X i k * scaled c D i k) = c * \S_(k < n) (X i k * D i k).
  by rewrite -total_scal; apply: total_ext => k; rewrite mxE; ring.
by rewrite /Rdiv; ring.
Qed.
Lemma frobenius_scaled c D : frobenius (scaled c D) = Rabs c * frobenius D.
Proof.
rewrite /frobenius frobsq_scaled sqrt_mult; [| exact: pow2_ge_0 | exact: frobsq_ge0].
by rewrite -Rsqr_pow2 sqrt_Rsqr_abs.
Qed.

(* ---------- the operator norm ---------- *)
Section Operator.
Variables (A : 'M[R]_(d, n) -> 'M[R]_(d, n)) (k : R).
Hypothesis k0 : 0 <= k.
Hypothesis below : forall D, frobenius (A D) <= k * frobenius D.
Let values := [set y : R | exists D, frobenius D <= 1 /\ y = frobenius (A D)].
Let zero : 'M[R]_(d, n) := 0%ring.
Lemma frobenius0 : frobenius zero = 0.
Proof.
rewrite /frobenius -sqrt_0; congr sqrt; rewrite /frobsq (total_ext (g := fun=> 0)) ?total_const; first by ring.
by move=> j; rewrite /rowsq (total_ext (g := fun=> 0)) ?total_const; [ring | move=> i; rewrite mxE; toR; ring].
Qed.
Let some : values (frobenius (A zero)).
Proof. by exists zero; split=> //; rewrite frobenius0; lra. Qed.
Let bound : ubound values k.
Proof.
move=> _ [D [D1 ->]]; apply/RleP; apply: Rle_trans (below D) _.
have := frobenius_ge0 D; nra.
Qed.
Lemma opnorm_le : opnorm A <= k.
Proof. by apply/RleP; apply: sup_le_ub => //; exists (frobenius (A zero)). Qed.
Lemma opnorm_unit D : frobenius D <= 1 -> frobenius (A D) <= opnorm A.
Proof. by move=> D1; apply/RleP; apply: sup_ub; [exists k | exists D]. Qed.
Lemma opnorm_ge0 : 0 <= opnorm A.
Proof. by apply: Rle_trans (frobenius_ge0 (A zero)) _; apply: opnorm_unit; rewrite frobenius0; lra. Qed.
Hypothesis homogeneous : forall c D, A (scaled c D) = scaled c (A D).
Lemma opnorm_at D : frobenius (A D) <= opnorm A * frobenius D.
Proof.
have [z | p] : frobenius D = 0 \/ 0 < frobenius D by have := frobenius_ge0 D; lra.
  by have := below D; rewrite z; lra.
have u : frobenius (scaled (/ frobenius D) D) <= 1.
  rewrite frobenius_scaled Rabs_pos_eq; last by left; exact: Rinv_0_lt_compat.
  by rewrite Rinv_l; lra.
have := opnorm_unit u; rewrite homogeneous frobenius_scaled Rabs_pos_eq; last by left; exact: Rinv_0_lt_compat.
move=> h; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ p) h.
by rewrite -Rmult_assoc Rinv_r; lra.
Qed.
End Operator.

Section NoZeroRow.
Variables (X : 'M[R]_(d, n)) (m : R).
Hypothesis m0 : 0 < m.
Hypothesis short : forall i, m ^ 2 <= rowsq X i.
Let pos i : 0 < rowsq X i.
Proof. by apply: Rlt_le_trans (short i); exact: pow_lt. Qed.
Let same : derivative (@BN d n) X = dBN X.
Proof. by apply: funext => D; exact: derivative_BN. Qed.
Let m1 : 0 <= / m. Proof. by left; exact: Rinv_0_lt_compat. Qed.
Let below D := @frobenius_dBN_le X D m m0 short.
(* ||J_BN(X)|| <= 1/min ||X_j|| *)
Lemma jacobian_norm_le : jacobian_norm X <= / m.
Proof. by rewrite /jacobian_norm same; exact: opnorm_le. Qed.
Lemma jacobian_norm_ge0_row : 0 <= jacobian_norm X.
Proof. by rewrite /jacobian_norm same; exact: opnorm_ge0 m1 below. Qed.
Lemma jacobian_norm_at_row D : frobenius (dBN X D) <= jacobian_norm X * frobenius D.
Proof. by rewrite /jacobian_norm same; apply: opnorm_at m1 below _ _ => c E; exact: dBN_scaled. Qed.
End NoZeroRow.

(* where no row is 0 the rows have a least norm *)
Lemma least_row X : (forall i, 0 < rowsq X i) -> exists2 m, 0 < m & forall i, m ^ 2 <= rowsq X i.
Proof.
move=> p; pose t := 1 + \S_(i < d) / rowsq X i.
have q i : 0 <= / rowsq X i by left; exact: Rinv_0_lt_compat.
have tp : 1 <= t by have := total_ge0 q; rewrite /t; lra.
exists (/ sqrt t); first by apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; lra.
move=> i; rewrite pow_inv pow2_sqrt; last by lra.
rewrite -(Rinv_inv (rowsq X i)); apply: Rinv_le_contravar; first exact: Rinv_0_lt_compat.
by have := total_one_term i q; rewrite /t; lra.
Qed.
Lemma jacobian_norm_ge0 X : (forall i, 0 < rowsq X i) -> 0 <= jacobian_norm X.
Proof. by move=> /least_row [m m0 h]; exact: jacobian_norm_ge0_row m0 h. Qed.
Lemma jacobian_norm_at X D : (forall i, 0 < rowsq X i) -> frobenius (dBN X D) <= jacobian_norm X * frobenius D.
Proof. by move=> /least_row [m m0 h]; exact: jacobian_norm_at_row m0 h D. Qed.
End Jacobian.

(* a vector that is not 0 and orthogonal to x *)
Lemma orthogonal_vector n (x : 'I_n -> R) : (2 <= n)%N ->
  exists v, \S_(k < n) (x k * v k) = 0 /\ 0 < \S_(k < n) v k ^ 2.
Proof.
case: n x => [//|[//|n]] x _; pose a := x ord0; pose o : 'I_n.+2 := lift ord0 ord0; pose b := x o.
have pick (f : R) (i : 'I_n.+2) : \S_(k < n.+2) (if k == i then f else 0) = f by exact: (total_delta (fun=> f)).
have [[za zb] | nz] : (a = 0 /\ b = 0) \/ 0 < a ^ 2 + b ^ 2.
  have [? | h] := Rlt_le_dec 0 (a ^ 2 + b ^ 2); [by right | left; split; nra].
  exists (fun k => if k == ord0 then 1 else 0); split.
    rewrite (total_ext (g := fun k => if k == ord0 then a else 0)) ?pick // => k.
    by case: eqP => [-> | _]; rewrite ?Rmult_1_r ?Rmult_0_r.
  rewrite (total_ext (g := fun k => if k == ord0 then 1 else 0)) ?pick //; first by lra.
  by move=> k; case: eqP => _; ring.
exists (fun k => (if k == ord0 then b else 0) + (if k == o then - a else 0)); split.
  rewrite (total_ext (g := fun k => (if k == ord0 then a * b else 0) + (if k == o then b * - a else 0))).
    by rewrite total_add !pick; ring.
  move=> k; case: eqP => [-> | _] /=; first by rewrite /a; ring.
  by case: eqP => [-> | _]; rewrite /b; ring.
rewrite (total_ext (g := fun k => (if k == ord0 then b ^ 2 else 0) + (if k == o then a ^ 2 else 0))).
  by rewrite total_add !pick; lra.
by move=> k; case: eqP => [-> | _] /=; [ring | case: eqP => _; ring].
Qed.

(* ||J_BN(X)|| = 1/min ||X_j|| for n >= 2: attained by a direction orthogonal to the shortest row *)
Lemma jacobian_norm_value d n (X : 'M[R]_(d, n)) m j : (2 <= n)%N -> 0 < m -> (forall i, m ^ 2 <= rowsq X i) ->
  rowsq X j = m ^ 2 -> jacobian_norm X = / m.
Proof.
move=> n2 m0 short e; apply: Rle_antisym (jacobian_norm_le m0 short) _.
have pos i : 0 < rowsq X i by apply: Rlt_le_trans (short i); exact: pow_lt.
have [v [ort len]] := orthogonal_vector (X j) n2.
pose D : 'M[R]_(d, n) := \matrix_(i, k) (if i == j then v k else 0).
have rowj : rowsq D j = \S_(k < n) v k ^ 2 by apply: total_ext => k; rewrite mxE eqxx.
have size : frobsq D = rowsq D j.
  rewrite /frobsq -[RHS](total_delta (rowsq D)); apply: total_ext => i; case: eqP => // ne.
  rewrite /rowsq (total_ext (g := fun=> 0)) ?total_const; first by ring.
  by move=> k; rewrite mxE; case: eqP => // _; ring.
have big : rowsq D j / m ^ 2 <= frobsq (dBN X D).
  have := total_one_term j (rowsq_ge0 (dBN X D)); rewrite -/(frobsq _) rowsq_dBN // e.
  have -> : \S_(k < n) (X j k * D j k) = 0 by rewrite -[RHS]ort; apply: total_ext => k; rewrite mxE eqxx.
  have -> : (rowsq D j - 0 ^ 2 / m ^ 2) / m ^ 2 = rowsq D j / m ^ 2 by field; lra.
  by [].
have J0 := jacobian_norm_ge0 pos.
have := jacobian_norm_at D pos => h.
have f0 := frobenius_ge0 (dBN X D); have g0 := frobenius_ge0 D.
have sq : frobsq (dBN X D) <= jacobian_norm X ^ 2 * frobsq D.
  by rewrite -!frobenius_sq -Rpow_mult_distr; apply: pow_incr.
have : / m ^ 2 <= jacobian_norm X ^ 2.
  apply: (@Rmult_le_reg_r (rowsq D j)); first by rewrite rowj.
  by rewrite -size in big *; rewrite Rmult_comm; exact: Rle_trans big sq.
rewrite -pow_inv => h2; apply: Rsqr_incr_0_var => //; rewrite !Rsqr_pow2; exact: h2.
Qed.

(* ---------- tangents and the chain rule ---------- *)
Section Tangents.
Variables (a b p q : nat).
Implicit Types (F : 'M[R]_(a, b) -> 'M[R]_(p, q)) (X D : 'M[R]_(a, b)) (G : 'M[R]_(p, q)).
Definition tangent F X (T : 'M[R]_(a, b) -> 'M[R]_(p, q)) (S : 'M[R]_(p, q) -> 'M[R]_(a, b)) : Prop :=
  (forall c D, c 0 = X -> moves c D -> moves (fun t => F (c t)) (T D)) /\ forall G D, inner G (T D) = inner (S G) D.
Variables (L : 'M[R]_(p, q) -> R) (F : 'M[R]_(a, b) -> 'M[R]_(p, q)) (X : 'M[R]_(a, b)).
Variables (T : 'M[R]_(a, b) -> 'M[R]_(p, q)) (S : 'M[R]_(p, q) -> 'M[R]_(a, b)).
Hypotheses (smooth : differentiable L (F X)) (tan : tangent F X T S).
Let along c D : c 0 = X -> moves c D ->
  derivable_pt_lim (fun t => L (F (c t))) 0 (inner (S (gradient L (F X))) D).
Proof.
move: tan => [h adj] c0 m; rewrite -adj; apply: (smooth (c := fun t => F (c t))); first by rewrite c0.
exact: h.
Qed.
(* the gradient of a loss of F(X) is the adjoint of the derivative of F, applied to the gradient of the loss *)
Lemma gradient_chain : gradient (fun A => L (F A)) X = S (gradient L (F X)).
Proof.
apply/matrixP => i j; rewrite mxE -[RHS]inner_basis; apply: derive_value.
exact: (along (line_at_0 X (basis i j)) (moves_line X (basis i j))).
Qed.
Lemma differentiable_chain : differentiable (fun A => L (F A)) X.
Proof. by move=> c D c0 m; rewrite gradient_chain; exact: along. Qed.
End Tangents.

Lemma tangent_comp a b p q r s (F : 'M[R]_(a, b) -> 'M[R]_(p, q)) (H : 'M[R]_(p, q) -> 'M[R]_(r, s)) X T S T' S' :
  tangent F X T S -> tangent H (F X) T' S' -> tangent (fun A => H (F A)) X (fun D => T' (T D)) (fun G => S (S' G)).
Proof.
move=> [f fa] [h ha]; split=> [c D c0 m | G D]; last by rewrite ha fa.
by apply: (h (fun t => F (c t))); [rewrite c0 | exact: f].
Qed.
Lemma tangent_id d n (X : 'M[R]_(d, n)) : tangent (fun A => A) X (fun D => D) (fun G => G).
Proof. by split. Qed.
Lemma tangent_BN d n (X : 'M[R]_(d, n)) : (forall i, 0 < rowsq X i) -> tangent (@BN d n) X (dBN X) (dBN X).
Proof. by move=> pos; split=> [c D c0 | G D]; [exact: moves_BN | exact: inner_dBN]. Qed.
Lemma tangent_mull d e n (W : 'M[R]_(d, e)) (X : 'M[R]_(e, n)) :
  tangent (fun A => W *m A) X (fun D => W *m D) (fun G => W^T *m G).
Proof. by split=> [c D _ | G D]; [exact: moves_mull | exact: inner_mull]. Qed.
Lemma tangent_mulr d e n (X : 'M[R]_(e, n)) (W : 'M[R]_(d, e)) :
  tangent (fun A => A *m X) W (fun D => D *m X) (fun G => G *m X^T).
Proof. by split=> [c D _ | G D]; [exact: moves_mulr | exact: inner_mulr]. Qed.

(* ---------- gradients through the layers ---------- *)
(* the product of the Jacobian norms of the layers l, ..., l + m - 1, X the state at layer l *)
Fixpoint growth d n (W : nat -> 'M[R]_d) (l : nat) (X : 'M[R]_(d, n)) (m : nat) : R :=
  if m is k.+1 then jacobian_norm (W (l + k)%N *m layers W l k X) * growth W l X k else 1.

Section Layers.
Variables (d n : nat) (W : nat -> 'M[R]_d) (l : nat) (X : 'M[R]_(d, n)).
Hypothesis rotation : forall k, orthogonal (W k).
Hypothesis no_zero_row : forall k i, 0 < rowsq (W (l + k)%N *m layers W l k X) i.
Lemma growth_ge0 m : 0 <= growth W l X m.
Proof. by elim: m => [|m ih] /=; [lra | apply: Rmult_le_pos => //; apply: jacobian_norm_ge0]. Qed.
Lemma layers_tangent m : exists T S, tangent (layers W l m) X T S /\
  forall G, frobenius (S G) <= growth W l X m * frobenius G.
Proof.
elim: m => [|m [T [S [tan size]]]].
  by exists (fun D => D), (fun G => G); split=> [|G /=]; [exact: tangent_id | lra].
have one := tangent_comp (tangent_comp tan (tangent_mull (W (l + m)%N) _)) (tangent_BN (no_zero_row m)).
eexists; eexists; split; first exact: one.
move=> G; apply: Rle_trans (size _) _; rewrite frobenius_mull; last exact: orthogonal_tr.
rewrite /= [jacobian_norm _ * _]Rmult_comm Rmult_assoc; apply: Rmult_le_compat_l; first exact: growth_ge0.
exact: jacobian_norm_at.
Qed.
(* lemma C.12: the gradient grows at most by the Jacobians of BN *)
Lemma state_gradient_le m (F : 'M[R]_(d, n) -> R) : differentiable F (layers W l m X) ->
  frobenius (gradient (fun A => F (layers W l m A)) X) <= growth W l X m * frobenius (gradient F (layers W l m X)).
Proof. by move=> smooth; have [T [S [tan size]]] := layers_tangent m; rewrite (gradient_chain smooth tan). Qed.
Lemma state_differentiable m (F : 'M[R]_(d, n) -> R) : differentiable F (layers W l m X) ->
  differentiable (fun A => F (layers W l m A)) X.
Proof. by move=> smooth; have [T [S [tan size]]] := layers_tangent m; exact: differentiable_chain smooth tan. Qed.
End Layers.

(* the gradient in the weights A of a loss of BN(A X) *)
Lemma weight_gradient_le d n (A : 'M[R]_d) (X : 'M[R]_(d, n)) (F : 'M[R]_(d, n) -> R) :
  (forall i, 0 < rowsq (A *m X) i) -> differentiable F (BN (A *m X)) ->
  frobenius (gradient (fun B : 'M[R]_d => F (BN (B *m X))) A)
  <= frobenius X * (jacobian_norm (A *m X) * frobenius (gradient F (BN (A *m X)))).
Proof.
move=> pos smooth; rewrite (gradient_chain (F := fun B => BN (B *m X)) smooth (tangent_comp (tangent_mulr X A) (tangent_BN pos))).
apply: Rle_trans (frobenius_mul _ _) _; rewrite {1}/frobenius frobsq_tr -/(frobenius X).
by apply: Rmult_le_compat_l; [exact: frobenius_ge0 | exact: jacobian_norm_at].
Qed.

(* ---------- the Jacobian matrix of x/||x|| ---------- *)
Section Vector.
Variables (n : nat) (x : 'rV[R]_n).
Let s : R := rowsq x 0%ring.
Hypothesis pos : 0 < s.
Let every (i : 'I_1) : 0 < rowsq x i. Proof. by rewrite (ord1 i). Qed.
Lemma derivable_BN_vector i j :
  derivable_pt_lim (fun t => BN (x + scaled t (basis 0 j))%ring 0%ring i) 0
    (((if i == j then 1 else 0) - x 0%ring i * x 0%ring j / s) / sqrt s).
Proof.
have := moves_BN (line_at_0 x (basis 0%ring j)) every (moves_line x (basis 0%ring j)) 0%ring i.
apply: derivable_eq; rewrite mxE -/s; congr (_ / _).
have -> : \S_(k < n) (x 0%ring k * basis (0%ring : 'I_1) j 0%ring k) = x 0%ring j.
  rewrite (total_ext (g := fun k => if k == j then x 0%ring k else 0)); first exact: total_delta.
  by move=> k; rewrite basisE eqxx /=; case: eqP => _; ring.
by rewrite basisE eqxx /=.
Qed.
(* lemma C.9 *)
Lemma jacobian_BN i j :
  jacobian (@BN 1 n) x i j = ((if i == j then 1 else 0) - x 0%ring i * x 0%ring j / s) / sqrt s.
Proof. by rewrite mxE; apply: derive_value; exact: derivable_BN_vector. Qed.
End Vector.

(* corollary C.10: a reflection takes x/||x|| to the first basis vector *)
Lemma spectrum_jacobian_BN n (x : 'rV[R]_n) : 0 < rowsq x 0%ring ->
  spectrum (jacobian (@BN 1 n) x) (fun k => if k == 0%N :> nat then 0 else 1 / sqrt (rowsq x 0%ring)).
Proof.
case: n x => [|n] x pos; first by exists 1%:M%ring; split; [exact: mulmx1 | apply/matrixP => -[]].
pose s := rowsq x 0%ring; pose r := sqrt s.
have rp : 0 < r by exact: sqrt_lt_R0.
pose e : 'rV[R]_n.+1 := (delta_mx 0 0)%ring; pose u := scaled (/ r) x.
have same : spectral_theorem.sq (e : 'rV[RR]_n.+1) = spectral_theorem.sq (u : 'rV[RR]_n.+1).
  rewrite !spectral_theorem.sqE; transitivity (1 : R).
    rewrite (bigD1 ord0) //= big1 ?addr0 ?mxE ?eqxx ?expr1n // => i ne.
    by rewrite mxE (negbTE ne) andbF expr0n.
  transitivity (rowsq u 0%ring); last by apply: eq_bigr => i _; rewrite expE.
  rewrite rowsq_scaled -/s; have -> : s = r ^ 2 by rewrite pow2_sqrt //; exact: Rlt_le.
  by field; lra.
have [H [sym sq one]] := spectral_theorem.reflection same.
have first k : H ord0 k = u 0%ring k by rewrite -one /e -rowE mxE.
have ort : orthogonal H by rewrite /orthogonal sym.
exists H; split=> //; apply/matrixP => i j; rewrite jacobian_BN // -/s -/r.
transitivity (\S_(k < n.+1) (H i k * (if k == 0%N :> nat then 0 else 1 / r) * H j k)); last first.
  rewrite mulmxE; apply: total_ext => k; rewrite [H^T%ring k j]mxE; congr (_ * _).
  by rewrite mul_mx_diag !mxE.
have hs a b : H a b = H b a by rewrite -{1}sym mxE.
transitivity (\S_(k < n.+1) (H i k * H j k * (1 / r) - (if k == ord0 then H i ord0 * H j ord0 * (1 / r) else 0))); last first.
  apply: total_ext => k; rewrite -[k == ord0]/(k == 0%N :> nat); case: eqP => [e0|_]; last by ring.
  by have -> : k = ord0 by exact: val_inj; ring.
rewrite total_sub total_scal_r (total_delta (fun=> H i ord0 * H j ord0 * (1 / r))).
have -> : \S_(k < n.+1) (H i k * H j k) = if i == j then 1 else 0.
  rewrite -[LHS](@mulmxE n.+1 n.+1 n.+1 H H^T%ring i j).
  admit.
rewrite (hs i) (hs j) !first !mxE.
admit.
Admitted.
