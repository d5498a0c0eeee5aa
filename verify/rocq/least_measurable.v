(* The least eigenvalue of a Gram matrix is a measurable function of the matrix.

   c <= lambda_min exactly when the Rayleigh form is at least c sqlen on all vectors x; where it fails it fails near x, so
   vectors of rational entries suffice, and they are countable ([rational_form]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require interval.
From mathcomp.classical Require Import boolp classical_sets cardinality.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* a real number has rationals in every neighbourhood *)
Lemma rational_near (a e : R) : 0 < e -> exists r : rat, Rabs (a - @ratr RR r) < e.
Proof.
move=> e0; pose u : RR := a - e; pose v : RR := a + e.
have lt : (u < v)%ring by apply/RltP; rewrite /u /v; lra.
have [r h] := rat_in_itvoo lt; exists r; move: h; rewrite interval.in_itv /= => /andP[/RltP h1 /RltP h2].
by move: (@ratr RR r) h1 h2 => y; rewrite /u /v => h1 h2; apply: Rabs_def1; lra.
Qed.
Section Form.
Variables (n : nat) (A : 'M[R]_n) (c : R).
Definition below (x : 'rV[R]_n) : R := form A x - c * sqlen x.
Definition vector (r : {ffun 'I_n -> rat}) : 'rV[R]_n := \row_k @ratr RR (r k).
Lemma belowE x : below x = \S_(i < n) \S_(j < n) ((A i j - (if i == j then c else 0)) * (x ord0 i * x ord0 j)).
Proof.
rewrite /below formE /sqlen -total_scal -total_sub; apply: total_ext => i.
have -> : c * x ord0 i ^ 2 = \S_(j < n) (if j == i then c * (x ord0 i * x ord0 j) else 0).
  by rewrite (total_delta (fun j => c * (x ord0 i * x ord0 j))) /=; ring.
by rewrite -total_sub; apply: total_ext => j; rewrite eq_sym; case: eqP => [->|_]; ring.
Qed.
Let K := \S_(i < n) \S_(j < n) Rabs (A i j - (if i == j then c else 0)).
Let K0 : 0 <= K. Proof. by apply: total_ge0 => i; apply: total_ge0 => j; exact: Rabs_pos. Qed.
Lemma total_abs_le m (f g : 'I_m -> R) : (forall k, Rabs (f k) <= g k) -> Rabs (\S_(k < m) f k) <= \S_(k < m) g k.
Proof.
move=> h; apply: Rabs_le; split.
  by rewrite -total_opp; apply: total_le => k; have := h k; have := Rle_abs (- f k); rewrite Rabs_Ropp; lra.
by apply: total_le => k; have := h k; have := Rle_abs (f k); lra.
Qed.
Lemma below_near (x y : 'rV[R]_n) e B : 0 <= e -> 0 <= B -> (forall k, Rabs (x ord0 k) <= B) -> (forall k, Rabs (x ord0 k - y ord0 k) <= e) ->
  Rabs (below x - below y) <= K * (e * (2 * B + e)).
Proof.
move=> e0 B0 xB xy; rewrite !belowE -total_sub /K -total_scal_r; apply: total_abs_le => i.
rewrite -total_sub -total_scal_r; apply: total_abs_le => j; rewrite -Rmult_minus_distr_l Rabs_mult.
apply: Rmult_le_compat_l; first exact: Rabs_pos.
have -> : x ord0 i * x ord0 j - y ord0 i * y ord0 j = (x ord0 i - y ord0 i) * x ord0 j + (x ord0 i - (x ord0 i - y ord0 i)) * (x ord0 j - y ord0 j) by ring.
apply: Rle_trans (Rabs_triang _ _) _; rewrite !Rabs_mult.
have a := xy i; have b := xy j; have u := xB i; have v := xB j.
have t : Rabs (x ord0 i - (x ord0 i - y ord0 i)) <= B + e.
  by apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_Ropp; lra.
have p1 : Rabs (x ord0 i - y ord0 i) * Rabs (x ord0 j) <= e * B by apply: Rmult_le_compat => //; exact: Rabs_pos.
have p2 : Rabs (x ord0 i - (x ord0 i - y ord0 i)) * Rabs (x ord0 j - y ord0 j) <= (B + e) * e by apply: Rmult_le_compat => //; exact: Rabs_pos.
lra.
Qed.
Lemma rational_form : (forall r, 0 <= below (vector r)) -> forall x, 0 <= below x.
Proof.
move=> h x; apply: Rnot_lt_le => neg.
pose B := \S_(k < n) Rabs (x ord0 k).
have xB k : Rabs (x ord0 k) <= B by exact: (total_one_term k (fun k => Rabs_pos (x ord0 k))).
have B0 : 0 <= B by apply: total_ge0 => k; exact: Rabs_pos.
pose w := (K + 1) * (2 * B + 1); have w0 : 0 < w by apply: Rmult_lt_0_compat; lra.
pose e := Rmin 1 (- below x / (2 * w)).
have q0 : 0 < - below x / (2 * w) by apply: Rdiv_lt_0_compat; lra.
have e0 : 0 < e by apply: Rmin_pos; lra.
have e1 : e <= 1 by exact: Rmin_l.
have e2 : e * w <= - below x / 2.
  have -> : - below x / 2 = - below x / (2 * w) * w by field; lra.
  by apply: Rmult_le_compat_r; [lra | exact: Rmin_r].
have near k : exists r : rat, Rabs (x ord0 k - @ratr RR r) < e by exact: rational_near.
have [r hr] := choice near.
have d := @below_near x (vector [ffun k => r k]) e B (Rlt_le _ _ e0) B0 xB.
have {}d : Rabs (below x - below (vector [ffun k => r k])) <= K * (e * (2 * B + e)).
  by apply: d => k; rewrite mxE ffunE; apply: Rlt_le; exact: hr.
have le : K * (e * (2 * B + e)) <= e * w.
  have a : K * (e * (2 * B + e)) <= K * (e * (2 * B + 1)).
    by apply: Rmult_le_compat_l => //; apply: Rmult_le_compat_l; lra.
  have b : K * (e * (2 * B + 1)) <= (K + 1) * (e * (2 * B + 1)).
    by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | lra].
  by rewrite /w; lra.
by have := h [ffun k => r k]; have := Rle_abs (- (below x - below (vector [ffun k => r k]))); rewrite Rabs_Ropp; lra.
Qed.
End Form.

Section Measurable.
Variables (T : Type) (L : law T) (d n : nat) (X : T -> 'M[R]_(d, n)).
Hypothesis n0 : (0 < n)%N.
Hypothesis m : measurable_matrix L X.
Lemma below_measurable c r : measurable_on L (fun t => below ((X t)^T *m X t) c (vector r)).
Proof.
have g := measurable_gram m.
apply: (measurable_ext (f := fun t => \S_(i < n) \S_(j < n) ((((X t)^T *m X t) i j - (if i == j then c else 0)) * (vector r ord0 i * vector r ord0 j)))) => [t|].
  by rewrite belowE.
apply: measurable_total => i; apply: measurable_total => j; apply: measurable_mul; last exact: measurable_const.
by apply: measurable_sub; [exact: g | exact: measurable_const].
Qed.
Lemma least_event c : measurable_event L (fun t => c <= lambda_min ((X t)^T *m X t)).
Proof.
pose E (k : nat) t := 0 <= below ((X t)^T *m X t) c (vector (odflt [ffun=> 0%ring] (unpickle k))).
apply: (event_ext (A := fun t => forall k, E k t)) => [t|].
  rewrite (rayleigh_min_iff n0 (gram_sym_r (X t))); split=> [h x | h k]; last by rewrite /E /below; have := h (vector (odflt [ffun=> 0%ring] (unpickle k))); lra.
  have : 0 <= below ((X t)^T *m X t) c x; last by rewrite /below; lra.
  by apply: rational_form => r; have := h (pickle r); rewrite /E pickleK.
by apply: event_countable => k; apply: event_le; [exact: measurable_const | exact: below_measurable].
Qed.
Lemma least_measurable : measurable_on L (fun t => lambda_min ((X t)^T *m X t)).
Proof.
have h : measurable_fun setT (fun w : space L => (lambda_min ((X (draw w))^T *m X (draw w)) : RR)); last exact: h.
apply: (measurability (@RGenCInfty.measurableE RR)) => //.
move=> _ [_ [c ->] <-]; rewrite setTI; have := least_event c; rewrite /measurable_event; congr measurable.
by apply/seteqP; split=> w /=; rewrite interval.in_itv /= andbT => /RleP.
Qed.
Lemma vhat_measurable : measurable_on L (fun t => Vhat (X t)).
Proof. by apply: measurable_sub; [exact: measurable_const | exact: least_measurable]. Qed.
End Measurable.
