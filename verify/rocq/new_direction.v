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
From Lemmata.verify.rocq Require Import reals isometry means chains density normal gaussian rotation homogeneous residual normed_chain almost_surely.
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
(* the integral of f >= 0 over d^2 independent normals, finite or not *)
Definition expected (f : (nat -> R) -> R) : \bar RR := rotation.joint N M (fun g => (f g : RR)%:E).
Notation mes f := (measurable_on sequences f).
Let real_mes f : mes f -> measurable_fun setT (fun g : sequence => (f g : RR)%:E).
Proof. by move=> h; apply/EFin_measurable_fun. Qed.
Let real_ge0 (f : (nat -> R) -> R) : (forall g, 0 <= f g) -> forall g : sequence, (0 <= (f g : RR)%:E)%E.
Proof. by move=> h g; rewrite lee_fin; apply/RleP. Qed.
Lemma expected_ext f h : (forall g, f g = h g) -> expected f = expected h.
Proof. by move=> e; apply: eq_integral => w _; rewrite e. Qed.
Lemma expected_add f h : mes f -> mes h -> (forall g, 0 <= f g) -> (forall g, 0 <= h g) -> expected (fun g => f g + h g) = (expected f + expected h)%E.
Proof.
move=> mf mh f0 h0; rewrite -(joint_add normal M (real_mes mf) (real_mes mh) (real_ge0 f0) (real_ge0 h0)).
by apply: eq_integral => w _; rewrite -EFinD.
Qed.
Lemma expected_scal c f : 0 <= c -> mes f -> (forall g, 0 <= f g) -> expected (fun g => c * f g) = ((c : RR)%:E * expected f)%E.
Proof.
move=> c0 mf f0; rewrite -(joint_scal normal M c0 (real_mes mf) (real_ge0 f0)).
by apply: eq_integral => w _; rewrite -EFinM.
Qed.
Lemma expected_le f h : mes f -> mes h -> (forall g, 0 <= f g) -> (forall g, f g <= h g) -> (expected f <= expected h)%E.
Proof.
move=> mf mh f0 le; apply: (joint_le normal M (real_mes mf) (real_mes mh) (real_ge0 f0)) => g.
by rewrite lee_fin; apply/RleP.
Qed.
Lemma expected_ge0 f : (forall g, 0 <= f g) -> (0 <= expected f)%E.
Proof. by move=> f0; apply: integral_ge0 => w _; exact: (real_ge0 f0). Qed.
Lemma expected_total n (f : 'I_n -> (nat -> R) -> R) (b : 'I_n -> R) : (forall k, mes (f k)) -> (forall k g, 0 <= f k g) ->
  (forall k, (expected (f k) <= (b k : RR)%:E)%E) -> (expected (fun g => \S_(k < n) f k g) <= (\S_(k < n) b k : RR)%R%:E)%E.
Proof.
elim: n f b => [|n IH] f b mf f0 h.
  rewrite series.total_empty (@expected_ext _ (fun=> 0)) ?/expected ?joint_const // => g; exact: series.total_empty.
rewrite (@expected_ext _ (fun g => f ord0 g + \S_(k < n) f (lift ord0 k) g)); last by move=> g; rewrite /total big_ord_recl.
rewrite expected_add //; [|by apply: measurable_total|by move=> g; apply: total_ge0].
rewrite (_ : \S_(k < n.+1) b k = b ord0 + \S_(k < n) b (lift ord0 k)); last by rewrite /total big_ord_recl.
by rewrite EFinD; apply: lee_add => //; apply: IH.
Qed.
Lemma expected_mirror (k : 'I_d) f : mes f -> (forall g, 0 <= f g) -> expected (fun g => f (mirror (k * d + m) g)) = expected f.
Proof.
move=> mf f0; have [_ h] := preserves_mirror normal (below_d k).
exact: (h _ (real_mes mf) (real_ge0 f0)).
Qed.
Lemma mixed_step (k : 'I_d) : expected (mixed k.+1) = expected (mixed k).
Proof.
have mm : mes (fun g => mixed k (mirror (k * d + m) g)).
  exact: (measurable_fun_comp (mixed_measurable k) (mirror_measurable (k * d + m))).
have m0 := mixed_measurable k. have g0 := mixed_ge0 k.
rewrite -(@expected_ext (fun g => / 2 * mixed k g + / 2 * mixed k (mirror (k * d + m) g))); last first.
  by move=> g; rewrite -mixed_mirror; field.
have sc f : mes f -> mes (fun g => / 2 * f g) by exact: measurable_scal.
rewrite expected_add ?expected_scal ?expected_mirror //; try lra; try exact: sc; try (by move=> g; have := g0 g; lra);
  try (by move=> g; have := g0 (mirror (k * d + m) g); lra).
have := expected_ge0 g0; case: (expected (mixed k)) => [r| |] // _.
  by rewrite -EFinM -EFinD; congr EFin; change (/ 2 * r + / 2 * r = r); field.
have p : (0 < (/ 2 : R) :> RR)%ring by apply/RltP; change (Rlt 0 (/ 2)); lra.
by rewrite mulry gtr0_sg // mul1e.
Qed.
Lemma mixed_all : expected (mixed 0) = expected (mixed d).
Proof.
have h k : (k <= d)%N -> expected (mixed k) = expected (mixed 0).
  by elim: k => // k IH kd; rewrite -(IH (ltnW kd)) -[k]/(nat_of_ord (Ordinal kd)) mixed_step.
by rewrite h.
Qed.

Lemma expected_total_value n (f : 'I_n -> (nat -> R) -> R) (b : 'I_n -> R) : (forall k, mes (f k)) -> (forall k g, 0 <= f k g) ->
  (forall k, expected (f k) = (b k : RR)%:E) -> expected (fun g => \S_(k < n) f k g) = (\S_(k < n) b k : RR)%R%:E.
Proof.
elim: n f b => [|n IH] f b mf f0 h.
  rewrite series.total_empty (@expected_ext _ (fun=> 0)) ?/expected ?joint_const // => g; exact: series.total_empty.
rewrite (@expected_ext _ (fun g => f ord0 g + \S_(k < n) f (lift ord0 k) g)); last by move=> g; rewrite /total big_ord_recl.
rewrite expected_add //; [|by apply: measurable_total|by move=> g; apply: total_ge0].
rewrite (_ : \S_(k < n.+1) b k = b ord0 + \S_(k < n) b (lift ord0 k)); last by rewrite /total big_ord_recl.
by rewrite EFinD h; congr (_ + _)%E; apply: IH.
Qed.
(* the place of row j *)
Definition place (j : 'I_d) : pred nat := fun k => (j * d <= k < j * d + m)%N.
Lemma place_total (j : 'I_d) (F : nat -> R) : \S_(k < M) (if place j k then F k else 0) = \S_(i < m) F (j * d + i)%N.
Proof.
have le : (j * d + m <= M)%N by apply: ltnW; exact: below_d.
rewrite /total -(big_mkord xpredT (fun k => if place j k then F k else 0)) (@big_cat_nat _ _ _ (j * d)%N) //=; last first.
  by apply: leq_trans le; exact: leq_addr.
rewrite (@big_cat_nat _ _ _ (j * d + m)%N _ M) ?leq_addr //=.
rewrite big_nat_cond big1 ?add0r; last by move=> k /andP[/andP[_ h] _]; rewrite /place leqNgt h.
rewrite [X in (_ + X)%ring]big_nat_cond [X in (_ + X)%ring]big1 ?addr0; last first.
  by move=> k /andP[/andP[h _] _]; rewrite /place [(k < _)%N]ltnNge h andbF.
rewrite big_nat_cond (eq_bigr F); last by move=> k /andP[h _]; rewrite /place h.
rewrite -big_nat_cond -{1}[(j * d)%N]add0n big_addn addnC addnK big_mkord.
by apply: eq_bigr => i _; rewrite addnC.
Qed.
Lemma place_squares j g : squares (place j) M g = rowsq (rows_of g) j.
Proof.
rewrite /squares (place_total j (fun k => g k ^ 2)); apply: total_ext => i; by rewrite mxE.
Qed.
Lemma place_count j : count (place j) (iota 0 M) = m.
Proof.
have sum (s : seq nat) : INR (count (place j) s) = (\sum_(k <- s) (if place j k then 1 else 0))%ring :> R.
  elim: s => [|k s IH]; first by rewrite big_nil.
  by rewrite big_cons /= plus_INR IH; case: (place j k).
apply: INR_eq; rewrite sum; have := place_total j (fun=> 1); rewrite total_const Rmult_1_r => <-.
by rewrite /total -(big_mkord xpredT (fun k => if place j k then 1 else 0)) /index_iota subn0.
Qed.
Lemma place_other (j i : 'I_d) (k : nat) : (k < d)%N -> place j (i * d + k)%N = (i == j) && (k < m)%N.
Proof.
move=> kd; rewrite /place; have [-> | ij] /= := eqVneq i j; first by rewrite leq_addr ltn_add2l.
have [lt | ge] := ltnP i j.
  apply/negbTE; rewrite negb_and -ltnNge; apply/orP; left.
  by apply: (@leq_trans (i.+1 * d)); [rewrite mulSn addnC ltn_add2r | rewrite leq_mul2r lt orbT].
apply/negbTE; rewrite negb_and -[X in _ || X]leqNgt; apply/orP; right.
have lt : (j < i)%N by rewrite ltn_neqAle ge andbT eq_sym val_eqE.
apply: leq_trans (leq_addr _ _); apply: (@leq_trans (j.+1 * d)); last by rewrite leq_mul2r lt orbT.
by rewrite mulSn addnC leq_add2r ltnW.
Qed.
Lemma BN_stretch j s g : 0 < s -> BN (rows_of (stretch (place j) s g)) = BN (rows_of g).
Proof.
move=> s0; have e i k : rows_of (stretch (place j) s g) i k = (if i == j then s else 1) * rows_of g i k.
  by rewrite !mxE /stretch place_other ?ltn_ord ?andbT; [case: eqP => _; ring | exact: ltn_trans (ltn_ord k) md].
apply/matrixP => i k; set c := (if i == j then s else 1); have c0 : 0 < c by rewrite /c; case: eqP; lra.
have r : rowsq (rows_of (stretch (place j) s g)) i = c ^ 2 * rowsq (rows_of g) i.
  by rewrite /rowsq -total_scal; apply: total_ext => l; rewrite e -/c; ring.
rewrite [LHS]mxE [RHS]mxE r e -/c sqrt_mult; [| exact: pow2_ge_0 | exact: rowsq_ge0].
rewrite sqrt_pow2; last lra.
rewrite /Rdiv Rinv_mult; set q := / sqrt _; set b := rows_of g i k.
have -> : c * b * (/ c * q) = c * / c * (b * q) by ring.
by rewrite Rinv_r; [ring | lra].
Qed.
Lemma rows_put j x g : rows_of (put (j * d + m) x g) = rows_of g.
Proof. by apply/matrixP => i k; rewrite !mxE /put index_m. Qed.

(* the part of row j *)
Definition share_of (j : 'I_d) (g : nat -> R) : R := chi g * proj g j j.
Lemma share_measurable j : mes (share_of j).
Proof. by apply: measurable_mul; [exact: chi_measurable | exact: proj_measurable]. Qed.
Lemma share_range j g : 0 <= share_of j g <= 1.
Proof.
rewrite /share_of; have [c | c] := Req_dec (chi g) 0; first by rewrite c; lra.
have := residual_range (chi_full c) j; rewrite -/(proj g); have := chi_range g; nra.
Qed.
Lemma share_stretch j s g : 0 < s -> share_of j (stretch (place j) s g) = share_of j g.
Proof. by move=> s0; rewrite /share_of /chi /gram_of /proj !BN_stretch. Qed.
Lemma share_total g : \S_(j < d) share_of j g = chi g * (INR d - INR m).
Proof.
rewrite total_scal; have [-> | c] := Req_dec (chi g) 0; first ring.
by rewrite (residual_trace (chi_full c)).
Qed.
Lemma share_value j : exists J : R, expected (share_of j) = (J : RR)%:E.
Proof.
have h : (expected (share_of j) <= 1%E)%E.
  rewrite -(joint_const N M 1%E); apply: (joint_le normal M (real_mes (share_measurable j))) => [|g|g].
  - exact: measurable_fun_cst.
  - by apply: real_ge0 => g'; case: (share_range j g').
  - by rewrite lee_fin; apply/RleP; case: (share_range j g).
have := expected_ge0 (fun g => proj1 (share_range j g)).
by case: (expected _) h => [r| |] // _ _; exists r.
Qed.
Lemma mixed_last g : mixed d g = \S_(j < d) (share_of j g / rowsq (rows_of g) j * last_of g j ^ 2).
Proof.
rewrite /mixed (total_ext (g := fun i => \S_(j < d) (weight g i j * last_of g j) ^ 2)); last first.
  move=> i; rewrite [X in _ + X ^ 2](total_ext (g := fun=> 0)); last by move=> j; rewrite ltn_ord.
  by rewrite total_const Rmult_0_r; rewrite (total_ext (g := fun j => (weight g i j * last_of g j) ^ 2)); [ring | move=> j; rewrite ltn_ord].
rewrite total_exchange -total_scal; apply: total_ext => j.
rewrite (total_ext (g := fun i => proj g i j ^ 2 * (last_of g j ^ 2 / rowsq (rows_of g) j))); last first.
  move=> i; rewrite /weight Rpow_mult_distr /Rdiv Rpow_mult_distr pow_inv pow2_sqrt; [ring | exact: rowsq_ge0].
rewrite total_scal_r /share_of; have [-> | c] := Req_dec (chi g) 0; first by rewrite /Rdiv; ring.
by rewrite (residual_square (chi_full c)) -/(proj g) /Rdiv; ring.
Qed.
Hypothesis m3 : (2 < m)%N.
Theorem mixed_mean : (expected (mixed 0) <= ((INR d - INR m) / (INR m - 2) : RR)%R%:E)%E.
Proof.
have m2 : 2 < INR m by rewrite -[2]/(INR 2); apply: lt_INR; apply/ssrnat.ltP.
pose J (j : 'I_d) : R := fine (expected (share_of j)); have hJ j : expected (share_of j) = (J j : RR)%:E by rewrite /J; have [r ->] := share_value j.
have sJ : \S_(j < d) J j <= INR d - INR m.
  have e := expected_total_value share_measurable (fun j g => proj1 (share_range j g)) hJ.
  have dm : 0 <= INR d - INR m by have : INR m <= INR d; [apply: le_INR; apply/ssrnat.leP; exact: ltnW | lra].
  have : (expected (fun g => (\S_(j < d) share_of j g)%R) <= (INR d - INR m : RR)%R%:E)%E.
    rewrite -(joint_const N M (INR d - INR m : RR)%R%:E); apply: (joint_le normal M) => [| |g|g].
    - by apply: real_mes; apply: measurable_total => j; exact: share_measurable.
    - exact: measurable_fun_cst.
    - by rewrite lee_fin; apply/RleP; apply: total_ge0 => j; case: (share_range j g).
    - by rewrite lee_fin; apply/RleP; rewrite share_total; have := chi_range g; nra.
  by rewrite e lee_fin => /RleP.
rewrite mixed_all (expected_ext mixed_last).
apply: le_trans (_ : ((\S_(j < d) (J j / (INR m - 2)))%R : RR)%:E <= _)%E; last first.
  rewrite lee_fin; apply/RleP; rewrite total_div; apply: Rmult_le_compat_r => //.
  by apply: Rlt_le; apply: Rinv_0_lt_compat; lra.
have mr j : mes (fun g => share_of j g / rowsq (rows_of g) j).
  by apply: measurable_div; [exact: share_measurable | apply: measurable_rowsq; exact: rows_measurable].
have r0 j g : 0 <= share_of j g / rowsq (rows_of g) j.
  have [a b] := share_range j g; have [q | ->] := rowsq_pos_or (rows_of g) j; last by rewrite /Rdiv Rinv_0; lra.
  by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
apply: expected_total => [j | j g | j].
- by apply: measurable_mul => //; apply: measurable_pow; exact: last_measurable.
- by apply: Rmult_le_pos => //; exact: pow2_ge_0.
- have bl : blind (j * d + m) (fun g => share_of j g / rowsq (rows_of g) j).
    by move=> x g; rewrite /share_of /chi /gram_of /proj rows_put.
  have e := joint_factor normal (below_d j) (mr j) (r0 j) bl.
  rewrite -/(expected (fun g => share_of j g / rowsq (rows_of g) j)) in e; rewrite /expected; apply: le_trans (_ : expected (fun g => share_of j g / rowsq (rows_of g) j) <= _)%E; first by rewrite -e.
  have := @joint_inverse N normal (place j) M (share_of j) (J j) (share_measurable j) (fun g => proj1 (share_range j g)) (share_stretch j) (hJ j).
  rewrite place_count => h; apply: le_trans (h m3); rewrite /expected; apply: joint_le => //.
  + exact: real_mes (mr j).
  + apply: real_mes; apply: measurable_div; first exact: share_measurable.
    exact: squares_measurable.
  + exact: real_ge0 (r0 j).
  + by move=> g; rewrite place_squares.
Qed.

(* ---------- with probability 1 the samples are independent and the new one leaves their span ---------- *)
Definition corner k (g : nat -> R) : 'M[R]_k := \matrix_(i, j) g (i * d + j)%N.
Lemma corner_measurable k : measurable_matrix sequences (corner k).
Proof. by move=> i j; apply: measurable_ext (sequences_coordinate (i * d + j)) => g; rewrite mxE. Qed.
Lemma corner_next k g : (k < d)%N ->
  (\det (corner k.+1 g))%ring = (\det (corner k g))%ring * g (k * d + k)%N + (\det (corner k.+1 (put (k * d + k) 0 g)))%ring.
Proof.
move=> kd; rewrite (expand_det_row _ ord_max) [in RHS](expand_det_row (corner k.+1 (put _ _ _)) ord_max).
have other (i : 'I_k.+1) (j : 'I_k.+1) x : i != ord_max \/ j != ord_max -> corner k.+1 (put (k * d + k) x g) i j = corner k.+1 g i j.
  move=> h; rewrite !mxE /put index_eq //; last by apply: leq_trans kd; exact: ltn_ord.
  by rewrite -[k]/(nat_of_ord (ord_max : 'I_k.+1)) !val_eqE; case: h => /negbTE ->; rewrite ?andbF.
have cof j x : cofactor (corner k.+1 (put (k * d + k) x g)) ord_max j = cofactor (corner k.+1 g) ord_max j.
  rewrite /cofactor; congr (_ * \det _)%ring; apply/matrixP => a b; rewrite !mxE /put index_eq //; last first.
    by apply: leq_trans kd; exact: ltn_ord.
  by rewrite lift_max (ltn_eqF (ltn_ord a)).
rewrite !big_ord_recr /= !addE (eq_bigr (fun i : 'I_k => (corner k.+1 (put (k * d + k) 0 g) ord_max (widen_ord (leqnSn k) i)
    * cofactor (corner k.+1 (put (k * d + k) 0 g)) ord_max (widen_ord (leqnSn k) i))%ring)); last first.
  by move=> i _; rewrite cof other //; right; apply/eqP => e; have := congr1 val e; rewrite /= => q; have := ltn_ord i; rewrite q ltnn.
have -> : cofactor (corner k.+1 g) ord_max ord_max = (\det (corner k g))%ring.
  rewrite /cofactor addnn -mul2n exprM sqrrN expr1n expr1n mul1r; congr (\det _)%ring; apply/matrixP => a b.
  by rewrite !mxE !lift_max.
have -> : corner k.+1 (put (k * d + k) 0 g) ord_max ord_max = 0 by rewrite mxE /put eqxx.
rewrite mul0r; have -> : corner k.+1 g ord_max ord_max = g (k * d + k)%N by rewrite mxE.
have aux (x y z : R) : x + y * z = z * y + (x + 0) by ring.
exact: aux.
Qed.
Lemma mes_zero f : mes f -> mes (fun g => zero (f g)). Proof. exact: measurable_zero. Qed.
Lemma expected_null_le f h : mes f -> mes h -> (forall g, 0 <= f g) -> (forall g, f g <= h g) -> expected h = 0%E -> expected f = 0%E.
Proof. by move=> mf mh f0 le e; apply/eqP; rewrite eq_le expected_ge0 // andbT -e; exact: expected_le. Qed.
Lemma expected_null k (a b : (nat -> R) -> R) : (k < M)%N -> mes a -> mes b -> blind k a -> blind k b ->
  expected (fun g => if `[< a g <> 0 /\ a g * g k + b g = 0 >] then 1 else 0) = 0%E.
Proof. exact: joint_null. Qed.
Lemma corner_null k : (k <= d)%N -> expected (fun g => zero (\det (corner k g))%ring) = 0%E.
Proof.
elim: k => [_|k IH kd].
  rewrite (@expected_ext _ (fun=> 0)) ?/expected ?joint_const // => g; apply: zero_of; rewrite det_mx00 oneE; lra.
pose c g : R := (\det (corner k g))%ring; pose b (g : nat -> R) : R := (\det (corner k.+1 (put (k * d + k) 0 g)))%ring.
have mc : mes c by have := measurable_det (@corner_measurable k).
have mb : mes b.
  have h : measurable_fun setT (fun g : sequence => put (k * d + k) 0%R g : sequence).
    by apply: sequence_valued => i; rewrite /put; case: eqP => _; [exact: measurable_fun_cst | exact: coordinate_measurable].
  have h' := measurable_det (@corner_measurable k.+1).
  exact: (measurable_fun_comp h' h).
have bc : blind (k * d + k) c.
  move=> x g; congr (\det _)%ring; apply/matrixP => i j; rewrite !mxE /put index_eq //; last exact: leq_trans (ltn_ord j) (ltnW kd).
  by rewrite (ltn_eqF (ltn_ord i)).
have bb : blind (k * d + k) b by move=> x g; rewrite /b put_put.
have idx : (k * d + k < M)%N by exact: index_below.
have n1 := expected_null idx mc mb bc bb; have n2 := IH (ltnW kd).
have mz : mes (fun g => zero (c g)) by exact: mes_zero.
have mu : mes (fun g => if `[< c g <> 0 /\ c g * g (k * d + k)%N + b g = 0 >] then 1 else 0).
  apply: (measurable_ext (f := fun g => zero (c g * g (k * d + k)%N + b g) * (1 - zero (c g)))) => [g|].
    rewrite /zero; case: (asboolP (c g = 0)) => [-> | nz]; case: asboolP => e //; try lra.
    - by case: asboolP => [[] // |]; lra.
    - by case: asboolP => [[] // |]; lra.
    - by case: asboolP => [? | []]; [lra | split].
    - by case: asboolP => [[] // |]; lra.
  apply: measurable_mul; last by apply: measurable_sub => //; exact: measurable_const.
  by apply: mes_zero; apply: measurable_add => //; apply: measurable_mul => //; exact: sequences_coordinate.
apply: (@expected_null_le _ (fun g => zero (c g) + (if `[< c g <> 0 /\ c g * g (k * d + k)%N + b g = 0 >] then 1 else 0))).
- by apply: mes_zero; have := measurable_det (@corner_measurable k.+1).
- exact: measurable_add.
- by move=> g; case: (zero_range (\det (corner k.+1 g))%ring).
- move=> g; rewrite corner_next // -/(c g) -/(b g); have [z0 _] := zero_range (c g); rewrite {1}/zero.
  case: asboolP => e; last by case: asboolP => _; lra.
  by have [z | nz] := Req_dec (c g) 0; [rewrite zero_at //; case: asboolP => _; lra | case: asboolP => [_ | h]; [lra | case: h]].
- rewrite expected_add //; first by rewrite n1 [expected _]n2 add0e.
  + by move=> g; case: (zero_range (c g)).
  + by move=> g; case: asboolP => _; lra.
Qed.
Lemma entry_null k : (k < M)%N -> expected (fun g => zero (g k)) = 0%E.
Proof.
move=> kM; have one x : 1 * x + 0 = x by ring.
rewrite -(@expected_null k (fun=> 1) (fun=> 0) kM) //; try exact: measurable_const; apply: expected_ext => g; rewrite one /zero.
by case: asboolP => e; case: asboolP => // h; [case: h; split=> //; lra | case: e; case: h].
Qed.
(* where this is 0 nothing is degenerate *)
Definition degenerate (g : nat -> R) : R := zero (\det (corner m.+1 g))%ring + \S_(i < d) zero (g (i * d)%N).
Lemma degenerate_measurable : mes degenerate.
Proof.
apply: measurable_add; first by apply: mes_zero; have := measurable_det (@corner_measurable m.+1).
by apply: measurable_total => i; apply: mes_zero; exact: sequences_coordinate.
Qed.
Lemma degenerate_ge0 g : 0 <= degenerate g.
Proof.
apply: Rplus_le_le_0_compat; first by case: (zero_range (\det (corner m.+1 g))%ring).
by apply: total_ge0 => i; case: (zero_range (g (i * d)%N)).
Qed.
Lemma degenerate_null : expected degenerate = 0%E.
Proof.
have z0 x : 0 <= zero x by case: (zero_range x).
rewrite /degenerate expected_add //; last 2 first.
- by apply: measurable_total => i; apply: mes_zero; exact: sequences_coordinate.
- by move=> g; apply: total_ge0 => i.
- rewrite corner_null // add0e (@expected_total_value d (fun i g => zero (g (i * d)%N)) (fun=> 0)) //.
  + by rewrite total_const Rmult_0_r.
  + by move=> i; apply: mes_zero; exact: sequences_coordinate.
  + by move=> i; apply: entry_null; apply: leq_trans (below_d i); rewrite ltnS leq_addr.
- by apply: mes_zero; have := measurable_det (@corner_measurable m.+1).
Qed.

(* ---------- where nothing is degenerate ---------- *)
Definition vector_of (g : nat -> R) : 'cV[R]_d := \col_j (last_of g j / sqrt (rowsq (rows_of g) j)).
Definition leaving (g : nat -> R) : R := frobsq (proj g *m vector_of g)%ring.
Lemma leavingE g : leaving g = \S_(i < d) (\S_(j < d) (weight g i j * last_of g j)) ^ 2.
Proof.
apply: total_ext => i; rewrite /rowsq {1}/total big_ord1; congr (_ ^ 2); rewrite mulmxE; apply: total_ext => j.
by rewrite [vector_of g j _]mxE /weight /Rdiv; ring.
Qed.
Lemma mixed_0 g : mixed 0 g = chi g * leaving g.
Proof.
rewrite /mixed leavingE; congr (_ * _); apply: total_ext => i.
by rewrite (total_ext (g := fun=> 0)) // total_const Rmult_0_r Rplus_0_l.
Qed.
Section Regular.
Variable g : nat -> R.
Hypothesis regular : degenerate g = 0.
Let parts : zero (\det (corner m.+1 g))%ring = 0 /\ \S_(i < d) zero (g (i * d)%N) = 0.
Proof.
have := regular; have [a _] := zero_range (\det (corner m.+1 g))%ring.
have : 0 <= \S_(i < d) zero (g (i * d)%N) by apply: total_ge0 => i; case: (zero_range (g (i * d)%N)).
by rewrite /degenerate; lra.
Qed.
Let det_corner : (\det (corner m.+1 g))%ring <> 0.
Proof. by move=> e; have [] := parts; rewrite zero_at //; lra. Qed.
Let row_pos i : 0 < rowsq (rows_of g) i.
Proof.
have m0 : (0 < m)%N by exact: ltn_trans m3.
apply: (rowsq_pos (k := Ordinal m0)); rewrite mxE /= addn0 => e.
have := total_zero (fun j : 'I_d => proj1 (zero_range (g (j * d)%N))) (proj2 parts) i; rewrite zero_at //; lra.
Qed.
Let sqrt_pos i : 0 < sqrt (rowsq (rows_of g) i). Proof. exact: sqrt_lt_R0. Qed.
(* the columns of R and N are independent *)
Lemma independent (x : 'cV[R]_m) t : (forall i, (rows_of g *m x)%ring i 0%ring + last_of g i * t = 0) -> x = 0%ring /\ t = 0.
Proof.
move=> h; pose y : 'cV[R]_m.+1 := \col_k (if unlift ord_max k is Some k' then x k' 0%ring else t).
have z : (corner m.+1 g *m y = 0)%ring.
  apply/matrixP => i j; rewrite (ord1 j) mulmxE [RHS]mxE /total big_ord_recr /=.
  have im : (i < d)%N by apply: leq_trans md; exact: ltn_ord.
  have e := h (Ordinal im); rewrite mulmxE in e; apply: etrans e; congr (_ + _).
    apply: eq_bigr => k _; have -> : widen_ord (leqnSn m) k = lift ord_max k by apply: val_inj; rewrite [RHS]lift_max.
    by rewrite !mxE liftK lift_max.
  by rewrite !mxE unlift_none.
have u : corner m.+1 g \in unitmx by rewrite unitmxE unitfE; apply/eqP.
have {}z : y = 0%ring by rewrite -[y]mul1mx -(mulVmx u) -mulmxA z mulmx0.
split; last by have := congr1 (fun M : 'cV[R]_m.+1 => M ord_max 0%ring) z; rewrite !mxE unlift_none.
apply/matrixP => k j; rewrite (ord1 j).
by have := congr1 (fun M : 'cV[R]_m.+1 => M (lift ord_max k) 0%ring) z; rewrite !mxE liftK.
Qed.
Lemma BN_rows_mul (x : 'cV[R]_m) i : (BN (rows_of g) *m x)%ring i 0%ring = (rows_of g *m x)%ring i 0%ring / sqrt (rowsq (rows_of g) i).
Proof.
rewrite !mulmxE -total_div; apply: total_ext => k; rewrite [BN _ i k]mxE /Rdiv; ring.
Qed.
Lemma regular_chi : chi g = 1.
Proof.
have full : (\det (gram_of g))%ring <> 0.
  apply: gram_of_kernel => x z; have [] // := @independent x 0 => i.
  have := congr1 (fun M : 'cV[R]_d => M i 0%ring) z; rewrite BN_rows_mul [RHS]mxE Rmult_0_r Rplus_0_r => e.
  have p := sqrt_pos i; have := Rmult_eq_compat_r (sqrt (rowsq (rows_of g) i)) _ _ e.
  by rewrite /Rdiv !Rmult_assoc Rinv_l ?zeroE; lra.
by rewrite /chi; case: asboolP.
Qed.
Lemma regular_leaving : 0 < leaving g.
Proof.
have [// | z] : 0 < leaving g \/ leaving g = 0 by have := frobsq_ge0 (proj g *m vector_of g)%ring; rewrite -/(leaving g); lra.
exfalso.
have [x e] := residual_zero (frobsq_zero z).
suff h i : (rows_of g *m - x)%ring i 0%ring + last_of g i * 1 = 0 by have [_] := independent h; lra.
have -> : (rows_of g *m - x)%ring i 0%ring = - (rows_of g *m x)%ring i 0%ring by rewrite mulmxN [LHS]mxE.
rewrite Rmult_1_r; have := congr1 (fun M : 'cV[R]_d => M i 0%ring) e.
rewrite BN_rows_mul [LHS]mxE => q; have p := sqrt_pos i.
have := Rmult_eq_compat_r (sqrt (rowsq (rows_of g) i)) _ _ q; rewrite /Rdiv !Rmult_assoc Rinv_l; lra.
Qed.
End Regular.

(* ---------- Jensen ---------- *)
Notation L := (normals N M).
Let on_normals f : mes f -> measurable_on L f.
Proof. by move=> mf; exact: (measurable_fun_comp mf (@drawn_measurable N normal M)). Qed.
Definition factor_bound : R := (1 - INR m / INR d) * INR m / (INR m - 2).
Theorem mean_log_leaving : integrable L (fun g => ln (INR m * leaving g / INR d)) ->
  mean L (fun g => ln (INR m * leaving g / INR d)) <= ln factor_bound.
Proof.
move=> i; have m2 : 2 < INR m by rewrite -[2]/(INR 2); apply: lt_INR; apply/ssrnat.ltP.
have dm : INR m < INR d by apply: lt_INR; apply/ssrnat.ltP.
pose Z g := INR m / INR d * mixed 0 g; have Z0 g : 0 <= Z g.
  by apply: Rmult_le_pos; [apply: Rlt_le; apply: Rdiv_lt_0_compat; lra | exact: mixed_ge0].
have k0 : 0 <= INR m / INR d by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
have mZ : mes Z by apply: measurable_scal; exact: mixed_measurable.
have c0 : 0 < factor_bound.
  rewrite /factor_bound; have : 0 < 1 - INR m / INR d; last by move=> h; apply: Rdiv_lt_0_compat; nra.
  have -> : 1 - INR m / INR d = (INR d - INR m) / INR d by field; lra.
  by apply: Rdiv_lt_0_compat; lra.
have eZ : (expected Z <= (factor_bound : RR)%:E)%E.
  rewrite expected_scal //; [|exact: mixed_measurable|exact: mixed_ge0].
  have -> : (factor_bound : RR)%:E = ((INR m / INR d : RR)%R%:E * ((INR d - INR m) / (INR m - 2) : RR)%R%:E)%E.
    by rewrite -EFinM; congr EFin; change (factor_bound = INR m / INR d * ((INR d - INR m) / (INR m - 2)) :> R); rewrite /factor_bound; field; lra.
  by apply: lee_wpmul2l mixed_mean; rewrite lee_fin; apply/RleP.
have [iZ sZ] : integrable L Z /\ mean L Z <= factor_bound.
  have := expected_ge0 Z0; case E : (expected Z) eZ => [r| |] // h _.
  have [iz ->] := integral_finite (on_normals mZ) Z0 E; split=> //; by move: h; rewrite lee_fin => /RleP.
have ih : integrable L (fun g => ln factor_bound + (Z g - factor_bound) / factor_bound).
  apply: integrable_add; first exact: integrable_const.
  by apply: integrable_div; apply: integrable_sub => //; exact: integrable_const.
have regular := almost_zero (on_normals degenerate_measurable) degenerate_ge0 degenerate_null.
apply: Rle_trans (mean_le_almost i ih regular _) _.
  move=> w z; have p := regular_leaving z; rewrite /Z mixed_0 (regular_chi z) Rmult_1_l.
  have -> : INR m * leaving (draw w) / INR d = INR m / INR d * leaving (draw w) by rewrite /Rdiv; ring.
  apply: ln_le_tangent => //; apply: Rmult_lt_0_compat => //; apply: Rdiv_lt_0_compat; lra.
rewrite mean_add; [|exact: integrable_const|by apply: integrable_div; apply: integrable_sub => //; exact: integrable_const].
rewrite mean_const mean_div; last by apply: integrable_sub => //; exact: integrable_const.
rewrite mean_sub //; last exact: integrable_const.
rewrite mean_const; have : (mean L Z - factor_bound) / factor_bound <= 0; last lra.
apply: (Rmult_le_reg_r factor_bound) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
End Factor.
