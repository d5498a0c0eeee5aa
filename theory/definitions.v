(* The definitions of both papers, on mathcomp's matrices over Coq's real numbers.

   A representation is a d x n matrix; a column is a sample. A *law* on T is a probability space of
   mathcomp-analysis with a random element of T; means are Lebesgue integrals. The Haar law and the
   normal law are what their textbook properties say; verify/rocq shows that both exist. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Coquelicot Require Derive.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* Coq's reals, as mathcomp-analysis sees them. *)
Notation RR := real_realType.

(* a sum over k = 0, ..., n-1 *)
Definition total n (f : 'I_n -> R) : R := \sum_(k < n) f k.
Notation "\S_ ( k < n ) F" := (total (fun k : 'I_n => F%R))
  (at level 41, F at level 41, k at level 50, format "\S_ ( k  <  n )  F") : R_scope.

(* ---------- matrices ---------- *)
Section Matrices.
Variables d n : nat.
Implicit Types (X H : 'M[R]_(d, n)).

(* ||X_j||^2, the squared norm of row j *)
Definition rowsq X (j : 'I_d) : R := \S_(k < n) X j k ^ 2.
(* ||X||_F^2 and ||X||_F *)
Definition frobsq X : R := \S_(j < d) rowsq X j.
Definition frobenius X : R := sqrt (frobsq X).
(* BN(X): every row divided by its norm *)
Definition BN X : 'M[R]_(d, n) := \matrix_(j, k) (X j k / sqrt (rowsq X j)).
(* I(X) = det(X^T X)^(1/n) / (tr(X^T X)/n), for X of rank n *)
Definition isometry X : R := Rpower (\det (X^T *m X)) (1 / INR n) / (frobsq X / INR n).
(* the isometry gap *)
Definition phi X : R := - ln (isometry X).
(* the orthogonality gap || H^T H / ||H||_F^2 - I/n ||_F *)
Definition deviation H : 'M[R]_n :=
  \matrix_(i, j) ((H^T *m H) i j / frobsq H - (if i == j then 1 else 0) / INR n).
End Matrices.
Definition V d n (H : 'M[R]_(d, n)) : R := frobenius (deviation H).

Definition scaled d n (c : R) (X : 'M[R]_(d, n)) : 'M[R]_(d, n) := \matrix_(j, k) (c * X j k).
Definition orthogonal d (W : 'M[R]_d) : Prop := W *m W^T = 1%:M%ring.
(* lam_0, lam_1, ... are the eigenvalues of the symmetric matrix A, with multiplicity *)
Definition spectrum n (A : 'M[R]_n) (lam : 'I_n -> R) : Prop :=
  exists U : 'M[R]_n, orthogonal U /\ A = U *m diag_mx (\row_k lam k) *m U^T.
(* the least and the largest eigenvalue *)
Definition lambda_min n (A : 'M[R]_n) : R := inf [set a : R | eigenvalue A a].
Definition lambda_max n (A : 'M[R]_n) : R := sup [set a : R | eigenvalue A a].
(* Vhat(H) = 1/n - s_n(H)^2, s_n the least of the n singular values *)
Definition Vhat d n (H : 'M[R]_(d, n)) : R := 1 / INR n - lambda_min (H^T *m H).

(* ---------- laws and means ---------- *)
Record pspace := PSpace {
  display : measure_display; points :> measurableType display;
  prob : {measure set points -> \bar RR}; mass_one : prob setT = 1%E }.
Record law (T : Type) := Law { space : pspace; draw : space -> T }.

Section Means.
Variables (T : Type) (L : law T).
Implicit Types f : T -> R.
Definition measurable_on f : Prop := measurable_fun setT (fun w : space L => (f (draw w) : RR)).
Definition integrable f : Prop := (prob (space L)).-integrable setT (fun w => (f (draw w) : RR)%:E).
Definition mean f : R := fine (\int[prob (space L)]_w (f (draw w) : RR)%:E)%E.
End Means.
Definition almost_surely T (L : law T) (A : T -> Prop) : Prop :=
  (prob (space L)).-negligible [set w | ~ A (draw w)].
(* the law of f(x), x of the law L *)
Definition image T U (f : T -> U) (L : law T) : law U := Law (fun w : space L => f (draw w)).
(* f where the event A happens, else 0; its mean *)
Definition only_where T (A : T -> Prop) (f : T -> R) (x : T) : R := if `[< A x >] then f x else 0.
Definition integrable_where T (L : law T) A (f : T -> R) : Prop := integrable L (only_where A f).
Definition mean_where T (L : law T) A (f : T -> R) : R := mean L (only_where A f).
Definition probability T (L : law T) (A : T -> Prop) : R := mean_where L A (fun=> 1).

(* ---------- independent draws ---------- *)
Lemma sigma_finite_prob (A : pspace) : sigma_finite setT (@prob A).
Proof.
exists (fun=> setT) => [|i]; first by rewrite bigcup_const //; exists 0%N.
by split=> //; rewrite mass_one ltry.
Qed.
Section Product.
Variables A B : pspace.
Definition product_prob := [the {measure set _ -> \bar RR} of product_measure1 (@prob A) (@sigma_finite_prob B)].
Lemma product_mass_one : product_prob setT = 1%E.
Proof. by rewrite /product_prob /= -setMTT product_measure1E // !mass_one mule1. Qed.
Definition product_space : pspace := PSpace product_mass_one.
End Product.
(* the space of one draw more than l: the first is never used *)
Fixpoint power (A : pspace) (l : nat) : pspace := if l is m.+1 then product_space (power A m) A else A.
Fixpoint drawn T (x : T) (L : law T) (l : nat) : power (space L) l -> nat -> T :=
  match l with
  | 0%N => fun _ _ => x
  | m.+1 => fun w i => if i == m then draw w.2 else @drawn T x L m w.1 i
  end.
(* w_0, ..., w_(l-1) independent, each of the law L; what comes after them is x *)
Definition draws T (x : T) (L : law T) (l : nat) : law (nat -> T) := Law (@drawn T x L l).

(* ---------- Haar matrices ---------- *)
(* the Borel sets of matrices: generated by the entries *)
Definition borel d n : set (set 'M[R]_(d, n)) :=
  <<s [set B : set 'M[R]_(d, n) | exists (i : 'I_d) (j : 'I_n) (C : set RR),
         measurable C /\ B = [set A : 'M[R]_(d, n) | C (A i j : RR)]] >>.
(* W is a random orthogonal matrix, and W U has the same law for every orthogonal U *)
Definition haar d (L : law 'M[R]_d) : Prop :=
  [/\ forall i j, measurable_on L (fun W => W i j),
      forall w : space L, orthogonal (draw w) &
      forall (U : 'M[R]_d) B, orthogonal U -> @borel d d B ->
        prob (space L) [set w | B (draw w *m U)] = prob (space L) [set w | B (draw w)]].

(* ---------- normal laws ---------- *)
(* the density is proportional to exp(-x^2/2) *)
Definition standard_normal (N : law R) : Prop :=
  measurable_on N (fun x => x) /\
  exists2 c : R, 0 < c & forall B : set RR, measurable B ->
    prob (space N) [set w | B (draw w : RR)]
    = (\int[lebesgue_measure]_(x in B) (c * exp (- x ^ 2 / 2))%R%:E)%E.
(* m independent standard normals g_0, ..., g_(m-1) *)
Definition normals (N : law R) (m : nat) : law (nat -> R) := draws 0 N m.
(* independent entries of variance 1/d *)
Definition gaussian (N : law R) (d n : nat) : law 'M[R]_(d, n) :=
  image (fun g => \matrix_(i, j) (g (i * n + j)%N / sqrt (INR d))) (normals N (d * n)).

(* ---------- the chains ---------- *)
(* the weights of l layers, independent *)
Definition weights d (L : law 'M[R]_d) (l : nat) : law (nat -> 'M[R]_d) := draws 1%:M%ring L l.
(* meterez2024, equation 3: X_(l+1) = BN(W_l X_l) *)
Fixpoint rotated d n (X : 'M[R]_(d, n)) (W : nat -> 'M[R]_d) (l : nat) : 'M[R]_(d, n) :=
  if l is m.+1 then BN (W m *m rotated X W m) else X.
(* daneshmand2021, equation 1: H_(l+1) = BN(W_l H_l)/sqrt(d) *)
Definition layer d n (W : 'M[R]_d) (H : 'M[R]_(d, n)) : 'M[R]_(d, n) := scaled (/ sqrt (INR d)) (BN (W *m H)).
Fixpoint hidden d n (H : 'M[R]_(d, n)) (W : nat -> 'M[R]_d) (l : nat) : 'M[R]_(d, n) :=
  if l is m.+1 then layer (W m) (hidden H W m) else H.
(* assumption A1(alpha, l): s_n(H_k) >= alpha for k = 1, ..., l *)
Definition A1 d n (H : 'M[R]_(d, n)) (alpha : R) (l : nat) (W : nat -> 'M[R]_d) : Prop :=
  forall k, (1 <= k <= l)%N -> alpha ^ 2 <= lambda_min ((hidden H W k)^T *m hidden H W k).
(* the part of v outside the span of the columns of A, which are independent *)
Definition outside d n (A : 'M[R]_(d, n)) (v : 'cV[R]_d) : 'cV[R]_d :=
  (v - A *m invmx (A^T *m A) *m A^T *m v)%ring.
(* Y = ||(I - P) v||^2/d: by how much a layer changes the squared distance of a new sample, in the
   direction u orthogonal to the samples H, from their span *)
Definition distance_factor d n (H : 'M[R]_(d, n)) (u : 'cV[R]_d) (W : 'M[R]_d) : R :=
  frobsq (outside (BN (W *m H)) (\col_j ((W *m u) j 0%ring / sqrt (rowsq (W *m H) j)))) / INR d.
(* the Gram map: the eigenvalues q of H^T H become p_i = E q_i g_i^2 / sum_k q_k g_k^2 *)
Definition gram_map (N : law R) n (q : 'I_n -> R) (i : 'I_n) : R :=
  mean (normals N n) (fun g => q i * g i ^ 2 / \S_(k < n) (q k * g k ^ 2)).
(* infinite width: the eigenvalues move by the Gram map *)
Definition wide (N : law R) n (q : 'I_n -> R) (l : nat) : 'I_n -> R := iter l (@gram_map N n) q.
Definition least n (q : 'I_n -> R) : R := inf [set x : R | exists k, x = q k].

(* ---------- derivatives ---------- *)
Definition basis d n (i : 'I_d) (j : 'I_n) : 'M[R]_(d, n) := delta_mx i j.
Definition inner d n (A B : 'M[R]_(d, n)) : R := \S_(i < d) \S_(j < n) (A i j * B i j).
(* dF/dX, the partial derivatives of a function of a matrix *)
Definition gradient d n (F : 'M[R]_(d, n) -> R) (X : 'M[R]_(d, n)) : 'M[R]_(d, n) :=
  \matrix_(i, j) Derive.Derive (fun t => F (X + scaled t (basis i j))%ring) 0.
(* along every curve through X the derivative of F is that of the curve times dF/dX *)
Definition differentiable d n (F : 'M[R]_(d, n) -> R) (X : 'M[R]_(d, n)) : Prop :=
  forall (c : R -> 'M[R]_(d, n)) (D : 'M[R]_(d, n)), c 0 = X ->
    (forall i j, derivable_pt_lim (fun t => c t i j) 0 (D i j)) ->
    derivable_pt_lim (fun t => F (c t)) 0 (inner (gradient F X) D).
(* the derivative of a map of matrices in the direction D *)
Definition derivative d n (F : 'M[R]_(d, n) -> 'M[R]_(d, n)) (X D : 'M[R]_(d, n)) : 'M[R]_(d, n) :=
  \matrix_(i, j) Derive.Derive (fun t => F (X + scaled t D)%ring i j) 0.
Definition opnorm d n (A : 'M[R]_(d, n) -> 'M[R]_(d, n)) : R :=
  sup [set y : R | exists D, frobenius D <= 1 /\ y = frobenius (A D)].
(* ||J_BN(X)||_op *)
Definition jacobian_norm d n (X : 'M[R]_(d, n)) : R := opnorm (derivative (@BN d n) X).
(* m layers of the chain above layer l *)
Definition layers d n (W : nat -> 'M[R]_d) (l m : nat) (X : 'M[R]_(d, n)) : 'M[R]_(d, n) :=
  rotated X (fun k => W (l + k)%N) m.

(* the gradients at layer l of a loss F of the state m layers above, and above the next layer *)
Definition state_gradient d n (F : 'M[R]_(d, n) -> R) X (W : nat -> 'M[R]_d) (l m : nat) : 'M[R]_(d, n) :=
  gradient (fun A => F (layers W l m A)) (rotated X W l).
Definition weight_gradient d n (F : 'M[R]_(d, n) -> R) X (W : nat -> 'M[R]_d) (l m : nat) : 'M[R]_d :=
  gradient (fun A : 'M[R]_d => F (layers W l.+1 m (BN (A *m rotated X W l)))) (W l).
(* the Jacobian matrix of a map of row vectors *)
Definition jacobian n (F : 'rV[R]_n -> 'rV[R]_n) (x : 'rV[R]_n) : 'M[R]_n :=
  \matrix_(i, j) Derive.Derive (fun t => F (x + scaled t (basis 0 j))%ring 0%ring i) 0.

(* ---------- the Wasserstein distance ---------- *)
Definition same_law d n (L M : law 'M[R]_(d, n)) : Prop := forall B, @borel d n B ->
  prob (space L) [set w | B (draw w)] = prob (space M) [set w | B (draw w)].
(* a pair with these laws, at a squared distance of mean c *)
Definition coupled d n (L M : law 'M[R]_(d, n)) (c : R) : Prop :=
  exists P : law ('M[R]_(d, n) * 'M[R]_(d, n)),
    [/\ forall i j, measurable_on P (fun p => p.1 i j) /\ measurable_on P (fun p => p.2 i j),
        same_law (image fst P) L, same_law (image snd P) M,
        integrable P (fun p => frobsq (p.1 - p.2)%ring) & c = mean P (fun p => frobsq (p.1 - p.2)%ring)].
(* W_2(L, M)^2: the least of these *)
Definition W2sq d n (L M : law 'M[R]_(d, n)) : R := inf [set c : R | coupled L M c].

(* ---------- integrals over t > 0 ---------- *)
Definition positive : set RR := [set t | Rlt 0 t].
Definition over_positive (f : R -> R) : R := fine (\int[lebesgue_measure]_(t in positive) (f t : RR)%:E)%E.
Definition integrable_over_positive (f : R -> R) : Prop :=
  lebesgue_measure.-integrable positive (fun t => (f t : RR)%:E).

(* the h >= 0 where f is 0 *)
Definition root (f : R -> R) : R := inf [set h : R | 0 <= h /\ f h = 0].
