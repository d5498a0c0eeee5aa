(* How a layer moves a new sample that is infinitesimally near the span of m orthogonal ones (sharp:exponent-above).

   In the basis of the samples, W has rows (r_j, N_j, ...) of independent normals, r_j in R^m. A = BN(R) has the rows r_j/|r_j|, Q is
   the projector on what is orthogonal to its columns, v_j = N_j/|r_j|, and y = |Q v|^2. Changing the sign of N_j shows that
   E y = E sum_j Q_jj N_j^2/|r_j|^2; N_j is independent of R, and E N_j^2 = 1; Q does not change when r_j is stretched, so that it is
   independent of |r_j| (homogeneous.v), and E 1/|r_j|^2 = 1/(m - 2); tr Q = d - m. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains density normal gaussian rotation homogeneous residual.
From Lemmata.verify.rocq Require series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma measurable_invmx T (L : law T) n (M : T -> 'M[R]_n) : measurable_matrix L M -> measurable_matrix L (fun x => invmx (M x)).
Proof.
move=> mM i j; have mdet := measurable_det mM.
apply: (measurable_ext (f := fun x => if `[< (\det (M x))%ring = 0 >] then M x i j else / (\det (M x))%ring * cofactor (M x) j i)).
  move=> x; rewrite /invmx unitmxE unitfE; case: asboolP => [-> | h]; first by rewrite eqxx.
  by have /eqP -> := h; rewrite !mxE RinvE //; apply/eqP.
apply: measurable_if => //; first by apply: event_eq => //; exact: measurable_const.
apply: measurable_mul; first exact: measurable_inv.
rewrite /cofactor; apply: measurable_mul; first exact: measurable_const.
by apply: measurable_det => a b; apply: measurable_ext (mM (lift j a) (lift i b)) => x; rewrite !mxE.
Qed.

(* functions of a sequence *)
Lemma sequence_mass_one : [the {measure set sequence -> \bar RR} of dirac (point : sequence)] setT = 1%E.
Proof. by rewrite /= diracE in_setT. Qed.
Definition sequences : law (nat -> R) := @Law _ (PSpace sequence_mass_one) (fun g : sequence => (g : nat -> R)).
Lemma sequences_coordinate k : measurable_on sequences (fun g => g k).
Proof. exact: (coordinate_measurable k). Qed.

Section Factor.
Variables d m : nat.
Hypothesis md : (m < d)%N.
Definition rows_of (g : nat -> R) : 'M[R]_(d, m) := \matrix_(i, j) g (i * d + j)%N.
Definition last_of (g : nat -> R) (j : 'I_d) : R := g (j * d + m)%N.
Definition gram_of (g : nat -> R) : 'M[R]_m := ((BN (rows_of g))^T *m BN (rows_of g))%ring.
Definition chi (g : nat -> R) : R := if `[< (\det (gram_of g))%ring = 0 >] then 0 else 1.
Definition proj (g : nat -> R) : 'M[R]_d := residual (BN (rows_of g)).
Definition weight (g : nat -> R) (i j : 'I_d) : R := proj g i j / sqrt (rowsq (rows_of g) j).
Lemma rows_measurable : measurable_matrix sequences rows_of.
Proof. by move=> i j; apply: measurable_ext (sequences_coordinate (i * d + j)) => g; rewrite mxE. Qed.
Lemma A_measurable : measurable_matrix sequences (fun g => BN (rows_of g)).
Proof. exact: measurable_BN rows_measurable. Qed.
Lemma gram_measurable : measurable_matrix sequences gram_of.
Proof. exact: (measurable_matrix_mul (measurable_matrix_tr A_measurable) A_measurable). Qed.
Lemma chi_measurable : measurable_on sequences chi.
Proof.
apply: measurable_if; [|exact: measurable_const|exact: measurable_const].
by apply: event_eq; [exact: measurable_det gram_measurable | exact: measurable_const].
Qed.
Lemma proj_measurable : measurable_matrix sequences proj.
Proof.
have h := measurable_matrix_mul (measurable_matrix_mul A_measurable (measurable_invmx gram_measurable)) (measurable_matrix_tr A_measurable).
move=> i j; apply: (measurable_ext (f := fun g => (1%:M%ring : 'M[R]_d) i j - (BN (rows_of g) *m invmx (gram_of g) *m (BN (rows_of g))^T)%ring i j)).
  by move=> g; rewrite !mxE.
by apply: measurable_sub; [exact: measurable_const | exact: h].
Qed.
Lemma weight_measurable i j : measurable_on sequences (fun g => weight g i j).
Proof.
apply: measurable_div; first exact: proj_measurable.
by apply: measurable_sqrt; apply: measurable_rowsq; exact: rows_measurable.
Qed.
Lemma last_measurable j : measurable_on sequences (fun g => last_of g j).
Proof. exact: sequences_coordinate. Qed.
Lemma chi_range g : 0 <= chi g <= 1.
Proof. by rewrite /chi; case: asboolP => _; lra. Qed.
Lemma chi_full g : chi g <> 0 -> (\det (gram_of g))%ring <> 0.
Proof. by rewrite /chi; case: asboolP. Qed.

(* the first k squares apart *)
Definition mixed k (g : nat -> R) : R := chi g * \S_(i < d)
  (\S_(j < d) (if (j < k)%N then (weight g i j * last_of g j) ^ 2 else 0) + (\S_(j < d) (if (j < k)%N then 0 else weight g i j * last_of g j)) ^ 2).
Lemma mixed_measurable k : measurable_on sequences (mixed k).
Proof.
have t i j : measurable_on sequences (fun g => weight g i j * last_of g j).
  by apply: measurable_mul; [exact: weight_measurable | exact: last_measurable].
apply: measurable_mul; first exact: chi_measurable.
apply: measurable_total => i; apply: measurable_add.
  by apply: measurable_total => j; case: (j < k)%N; [exact: measurable_pow | exact: measurable_const].
by apply: measurable_pow; apply: measurable_total => j; case: (j < k)%N; [exact: measurable_const | exact: t].
Qed.
Lemma mixed_ge0 k g : 0 <= mixed k g.
Proof.
apply: Rmult_le_pos; first by case: (chi_range g).
apply: total_ge0 => i; apply: Rplus_le_le_0_compat; last exact: pow2_ge_0.
by apply: total_ge0 => j; case: (j < k)%N; [exact: pow2_ge_0 | lra].
Qed.
(* the sign of N_k *)
Lemma below_next (j k : 'I_d) : (j < k.+1)%N = (j == k) || (j < k)%N.
Proof. by rewrite ltnS leq_eqVlt val_eqE. Qed.
Lemma below_d (i : 'I_d) : (i * d + m < d * d)%N. Proof. exact: index_below. Qed.
Lemma index_m (i : 'I_d) (j : 'I_m) (k : nat) : (i * d + j == k * d + m)%N = false.
Proof. by rewrite index_eq // ?(ltn_eqF (ltn_ord j)) ?andbF // (ltn_trans _ md). Qed.
Lemma rows_mirror k g : rows_of (mirror (k * d + m) g) = rows_of g.
Proof. by apply/matrixP => i j; rewrite !mxE /mirror index_m. Qed.
Lemma last_mirror (k : 'I_d) g j : last_of (mirror (k * d + m) g) j = if j == k then - last_of g j else last_of g j.
Proof. by rewrite /last_of /mirror index_eq // eqxx andbT. Qed.
Lemma weight_mirror k g i j : weight (mirror (k * d + m) g) i j = weight g i j.
Proof. by rewrite /weight /proj rows_mirror. Qed.
Lemma mixed_mirror (k : 'I_d) g : (mixed k g + mixed k (mirror (k * d + m) g)) / 2 = mixed k.+1 g.
Proof.
rewrite /mixed /chi /gram_of rows_mirror -/(gram_of g) -/(chi g) -Rmult_plus_distr_l -total_add /Rdiv Rmult_assoc -total_scal_r.
congr (_ * _); apply: total_ext => i.
set a := \S_(j < d) (if (j < k)%N then _ else 0); set b := \S_(j < d) (if (j < k)%N then 0 else _).
set a' := \S_(j < d) (if (j < k)%N then (weight _ i j * last_of (mirror _ _) j) ^ 2 else 0).
have -> : a' = a.
  apply: total_ext => j; case: ltnP => // jk; rewrite weight_mirror last_mirror; case: eqP => // e.
  by rewrite e ltnn in jk.
set x := weight g i k * last_of g k.
have -> : \S_(j < d) (if (j < k.+1)%N then (weight g i j * last_of g j) ^ 2 else 0) = a + x ^ 2.
  rewrite /a /x -(total_delta (fun j => (weight g i j * last_of g j) ^ 2) k) -total_add; apply: total_ext => j.
  by rewrite below_next; case: eqP => [-> | ne] /=; [rewrite ltnn; ring | case: (j < k)%N; ring].
set c := \S_(j < d) (if (j < k.+1)%N then 0 else weight g i j * last_of g j).
have -> : b = c + x.
  rewrite /b /c /x -(total_delta (fun j => weight g i j * last_of g j) k) -total_add; apply: total_ext => j.
  by rewrite below_next; case: eqP => [-> | ne] /=; [rewrite ltnn; ring | case: (j < k)%N; ring].
have -> : \S_(j < d) (if (j < k)%N then 0 else weight (mirror (k * d + m) g) i j * last_of (mirror (k * d + m) g) j) = c - x.
  rewrite /c /x -(total_delta (fun j => weight g i j * last_of g j) k) -total_sub; apply: total_ext => j.
  rewrite weight_mirror last_mirror below_next.
  by case: eqP => [-> | ne] /=; [rewrite ltnn; ring | case: (j < k)%N; ring].
field.
Qed.

(* ---------- means ---------- *)
Variable N : law R.
Hypothesis normal : standard_normal N.
Notation M := (d * d)%N.
Definition ej (f : (nat -> R) -> R) : \bar RR := rotation.joint N M (fun g => (f g : RR)%:E).
Notation mes f := (measurable_on sequences f).
Let real_mes f : mes f -> measurable_fun setT (fun g : sequence => (f g : RR)%:E).
Proof. by move=> h; apply/EFin_measurable_fun. Qed.
Let real_ge0 (f : (nat -> R) -> R) : (forall g, 0 <= f g) -> forall g : sequence, (0 <= (f g : RR)%:E)%E.
Proof. by move=> h g; rewrite lee_fin; apply/RleP. Qed.
Lemma ej_ext f h : (forall g, f g = h g) -> ej f = ej h.
Proof. by move=> e; apply: eq_integral => w _; rewrite e. Qed.
Lemma ej_add f h : mes f -> mes h -> (forall g, 0 <= f g) -> (forall g, 0 <= h g) -> ej (fun g => f g + h g) = (ej f + ej h)%E.
Proof.
move=> mf mh f0 h0; rewrite -(joint_add normal M (real_mes mf) (real_mes mh) (real_ge0 f0) (real_ge0 h0)).
by apply: eq_integral => w _; rewrite -EFinD.
Qed.
Lemma ej_scal c f : 0 <= c -> mes f -> (forall g, 0 <= f g) -> ej (fun g => c * f g) = ((c : RR)%:E * ej f)%E.
Proof.
move=> c0 mf f0; rewrite -(joint_scal normal M c0 (real_mes mf) (real_ge0 f0)).
by apply: eq_integral => w _; rewrite -EFinM.
Qed.
Lemma ej_le f h : mes f -> mes h -> (forall g, 0 <= f g) -> (forall g, f g <= h g) -> (ej f <= ej h)%E.
Proof.
move=> mf mh f0 le; apply: (joint_le normal M (real_mes mf) (real_mes mh) (real_ge0 f0)) => g.
by rewrite lee_fin; apply/RleP.
Qed.
Lemma ej_ge0 f : (forall g, 0 <= f g) -> (0 <= ej f)%E.
Proof. by move=> f0; apply: integral_ge0 => w _; exact: (real_ge0 f0). Qed.
Lemma ej_total n (f : 'I_n -> (nat -> R) -> R) (b : 'I_n -> R) : (forall k, mes (f k)) -> (forall k g, 0 <= f k g) ->
  (forall k, (ej (f k) <= (b k : RR)%:E)%E) -> (ej (fun g => \S_(k < n) f k g) <= (\S_(k < n) b k : RR)%R%:E)%E.
Proof.
elim: n f b => [|n IH] f b mf f0 h.
  rewrite series.total_empty (@ej_ext _ (fun=> 0)) ?/ej ?joint_const // => g; exact: series.total_empty.
rewrite (@ej_ext _ (fun g => f ord0 g + \S_(k < n) f (lift ord0 k) g)); last by move=> g; rewrite /total big_ord_recl.
rewrite ej_add //; [|by apply: measurable_total|by move=> g; apply: total_ge0].
rewrite (_ : \S_(k < n.+1) b k = b ord0 + \S_(k < n) b (lift ord0 k)); last by rewrite /total big_ord_recl.
by rewrite EFinD; apply: lee_add => //; apply: IH.
Qed.
Lemma ej_mirror (k : 'I_d) f : mes f -> (forall g, 0 <= f g) -> ej (fun g => f (mirror (k * d + m) g)) = ej f.
Proof.
move=> mf f0; have [_ h] := preserves_mirror normal (below_d k).
exact: (h _ (real_mes mf) (real_ge0 f0)).
Qed.
Lemma mixed_step (k : 'I_d) : ej (mixed k.+1) = ej (mixed k).
Proof.
have mm : mes (fun g => mixed k (mirror (k * d + m) g)).
  exact: (measurable_fun_comp (mixed_measurable k) (mirror_measurable (k * d + m))).
have m0 := mixed_measurable k. have g0 := mixed_ge0 k.
rewrite -(@ej_ext (fun g => / 2 * mixed k g + / 2 * mixed k (mirror (k * d + m) g))); last first.
  by move=> g; rewrite -mixed_mirror; field.
have sc f : mes f -> mes (fun g => / 2 * f g) by exact: measurable_scal.
rewrite ej_add ?ej_scal ?ej_mirror //; try lra; try exact: sc; try (by move=> g; have := g0 g; lra);
  try (by move=> g; have := g0 (mirror (k * d + m) g); lra).
have := ej_ge0 g0; case: (ej (mixed k)) => [r| |] // _.
  by rewrite -EFinM -EFinD; congr EFin; change (/ 2 * r + / 2 * r = r); field.
by rewrite mulry gtr0_sg ?mul1e //; apply/RltP; lra.
Qed.
Lemma mixed_all : ej (mixed 0) = ej (mixed d).
Proof.
have h k : (k <= d)%N -> ej (mixed k) = ej (mixed 0).
  by elim: k => // k IH kd; rewrite -(IH (ltnW kd)) -[k]/(nat_of_ord (Ordinal kd)) mixed_step.
by rewrite h.
Qed.
End Factor.
