(* One layer of daneshmand2021 with Gaussian weights: the second and fourth moments of its Gram matrix.

   [nice]: bounded and measurable, so integrable. [sum_second], [sum_fourth]: moments of a sum of independent vectors of mean 0.
   Let H^T H = U diag(q) U^T. The rows of BN(W H) U are independent, of the law of u = x/|x| with x = (sqrt(q_k) g_k)_k ([transfer],
   [mean_pair]: E u_i u_k = p_i if i = k, else 0). So d (C - diag(p)), C the next Gram matrix in the basis U, is a sum of d independent
   u u^T - diag(p): E ||C - diag(p)||^2 = (1 - sum p_k^2)/d ([mean_devsq]), E ||C - diag(p)||^4 <= 5/d^2 ([mean_devsq_sq]), and
   from both E V^4 ([fourth_moment]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra spectra_measurable gram_map density normal frames gaussian rotation.
From Lemmata.verify.rocq Require normed_chain.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- bounded measurable functions ---------- *)
Section Nice.
Variables (T : Type) (L : law T).
Implicit Types f g : T -> R.
Definition nice f : Prop := measurable_on L f /\ exists c, forall w : space L, Rabs (f (draw w)) <= c.
Lemma nice_integrable f : nice f -> integrable L f.
Proof. by move=> [m [c b]]; exact: integrable_bounded b. Qed.
Lemma nice_ext f g : (forall t, f t = g t) -> nice f -> nice g.
Proof. by move=> e; have -> : g = f by apply/funext => t. Qed.
Lemma nice_const c : nice (fun=> c).
Proof. by split; [exact: measurable_const | exists (Rabs c) => w; lra]. Qed.
Lemma nice_add f g : nice f -> nice g -> nice (fun t => f t + g t).
Proof.
move=> [mf [a ha]] [mg [b hb]]; split; first exact: measurable_add.
by exists (a + b) => w; have := Rabs_triang (f (draw w)) (g (draw w)); have := ha w; have := hb w; lra.
Qed.
Lemma nice_mul f g : nice f -> nice g -> nice (fun t => f t * g t).
Proof.
move=> [mf [a ha]] [mg [b hb]]; split; first exact: measurable_mul.
by exists (a * b) => w; rewrite Rabs_mult; apply: Rmult_le_compat => //; exact: Rabs_pos.
Qed.
Lemma nice_scal c f : nice f -> nice (fun t => c * f t).
Proof. by move=> h; apply: nice_mul => //; exact: nice_const. Qed.
Lemma nice_sub f g : nice f -> nice g -> nice (fun t => f t - g t).
Proof.
by move=> hf hg; apply: (nice_ext (f := fun t => f t + -1 * g t)) => [t|]; [ring | apply: nice_add => //; exact: nice_scal].
Qed.
Lemma nice_div f c : nice f -> nice (fun t => f t / c).
Proof. by move=> h; apply: nice_mul => //; exact: nice_const. Qed.
Lemma nice_pow f m : nice f -> nice (fun t => f t ^ m).
Proof. by move=> h; elim: m => [|m IH]; [exact: nice_const | exact: nice_mul]. Qed.
Lemma nice_total n (f : 'I_n -> T -> R) : (forall k, nice (f k)) -> nice (fun t => \S_(k < n) f k t).
Proof.
move=> h; elim: n f h => [|n IH] f h.
  by apply: (nice_ext (f := fun=> 0)) => [t|]; [rewrite /total big_ord0 | exact: nice_const].
by apply: (nice_ext (fun t => esym (total_recr (fun k => f k t)))); apply: nice_add => //; exact: IH.
Qed.
End Nice.
#[export] Hint Resolve nice_const nice_add nice_mul nice_scal nice_sub nice_div nice_pow nice_total nice_integrable : core.

(* ---------- sums of independent vectors of mean 0 ---------- *)
Section Sum.
Variables (T : Type) (x : T) (L : law T) (k : nat) (Y : 'I_k -> T -> R).
Hypothesis nY : forall p, nice L (Y p).
Hypothesis Y0 : forall p, mean L (Y p) = 0.
Notation G m := (draws x L m).
Definition sqsum (t : T) : R := \S_(p < k) Y p t ^ 2.
Definition part (m : nat) (W : nat -> T) (p : 'I_k) : R := \S_(r < m) Y p (W r).
Definition sqpart (m : nat) (W : nat -> T) : R := \S_(p < k) part m W p ^ 2.
Lemma nice_draw m r f : (r < m)%N -> nice L f -> nice (G m) (fun W => f (W r)).
Proof.
move=> rm [mf [c b]]; split; first exact: draws_measurable.
exists (Rmax c (Rabs (f x))) => w; elim: m w rm => [//|m IH] w rm /=.
case: eqP => [_ | nr]; first by apply: Rle_trans (b _) (Rmax_l _ _).
by apply: IH; move: rm; rewrite ltnS leq_eqVlt => /orP[/eqP|].
Qed.
Lemma part_next m W p : part m.+1 W p = part m W p + Y p (W m).
Proof. by rewrite /part total_recr. Qed.
Lemma part_depends m p : depends_on m (fun W => part m W p).
Proof. by move=> W W' e; apply: total_ext => r; rewrite e. Qed.
Lemma sqpart_depends m : depends_on m (sqpart m).
Proof. by move=> W W' e; apply: total_ext => p; congr (_ ^ 2); exact: part_depends. Qed.
Lemma nice_part l m p : (l <= m)%N -> nice (G m) (fun W => part l W p).
Proof. by move=> lm; apply: nice_total => r; apply: nice_draw => //; exact: leq_trans (ltn_ord r) lm. Qed.
Lemma nice_sqpart l m : (l <= m)%N -> nice (G m) (sqpart l).
Proof. by move=> lm; apply: nice_total => p; apply: nice_pow; exact: nice_part. Qed.
Lemma nice_sqsum : nice L sqsum.
Proof. by apply: nice_total => p; exact: nice_pow. Qed.
Lemma mean_part m p : mean (G m) (fun W => part m W p) = 0.
Proof.
rewrite mean_total => [|r]; last exact: nice_integrable (nice_draw _ (nY p)).
rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
by move=> r; rewrite (@draws_mean_one _ _ _ _ _ (Y p)) //; exact: nice_integrable.
Qed.
(* a function of the draws before m, times a function of mean 0 of draw m *)
Lemma mean_cross m F f : depends_on m F -> nice (G m) F -> nice L f ->
  mean (G m.+1) (fun W => F W * f (W m)) = mean (G m) F * mean L f.
Proof. by move=> dF nF nf; apply: draws_mean_product => //; exact: nice_integrable. Qed.
Definition cross (m : nat) (W : nat -> T) : R := \S_(p < k) (part m W p * Y p (W m)).
Lemma sqpart_next m W : sqpart m.+1 W = sqpart m W + 2 * cross m W + sqsum (W m).
Proof.
rewrite /sqpart /cross /sqsum -total_scal -!total_add; apply: total_ext => p.
by rewrite part_next; ring.
Qed.
Lemma nice_cross m : nice (G m.+1) (cross m).
Proof. by apply: nice_total => p; apply: nice_mul; [exact: nice_part | exact: nice_draw]. Qed.
Lemma nice_last m f : nice L f -> nice (G m.+1) (fun W => f (W m)).
Proof. exact: nice_draw. Qed.
Lemma mean_cross_zero m : mean (G m.+1) (cross m) = 0.
Proof.
rewrite mean_total => [|p]; last by apply: nice_integrable; apply: nice_mul; [exact: nice_part | exact: nice_draw].
rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
move=> p; rewrite (@mean_cross m (fun W => part m W p) (Y p)) ?Y0 ?Rmult_0_r //; first exact: part_depends.
exact: nice_part.
Qed.
Notation v := (mean L sqsum).
Lemma sum_second m : mean (G m) (sqpart m) = INR m * v.
Proof.
elim: m => [|m IH].
  rewrite Rmult_0_l -(mean_const (G 0) 0); apply: mean_ext => W; rewrite /sqpart /part.
  rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  by move=> p; rewrite /total big_ord0; toR; ring.
have n1 := nice_sqpart (leqnSn m); have n2 := nice_cross m; have n3 := nice_last m nice_sqsum.
rewrite (mean_ext _ (sqpart_next m)) mean_add; try by apply: nice_integrable; auto.
rewrite mean_add; try by apply: nice_integrable; auto.
rewrite mean_scal; last exact: nice_integrable.
rewrite mean_cross_zero (draws_mean_step (@sqpart_depends m)); last by apply: nice_integrable; exact: nice_sqpart.
rewrite IH (@draws_mean_one _ _ _ _ _ sqsum) //; last by apply: nice_integrable; exact: nice_sqsum.
by rewrite S_INR; ring.
Qed.
Notation mu4 := (mean L (fun t => sqsum t ^ 2)).
Lemma cross_below m W : cross m W ^ 2 <= sqpart m W * sqsum (W m).
Proof. exact: cauchy_schwarz. Qed.
Lemma sum_fourth m : mean (G m) (fun W => sqpart m W ^ 2) <= INR m * mu4 + 3 * INR m * (INR m - 1) * v ^ 2.
Proof.
elim: m => [|m IH].
  rewrite (@mean_ext _ _ _ (fun=> 0)); first by rewrite mean_const /=; lra.
  move=> W; rewrite /sqpart /part (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  by move=> p; rewrite /total big_ord0; toR; ring.
have n1 := nice_sqpart (leqnSn m); have n2 := nice_cross m; have n3 := nice_last m nice_sqsum.
have nS := nice_sqpart (leqnn m); have nq := nice_sqsum.
pose ab W := sqpart m W * cross m W; pose bc W := cross m W * sqsum (W m).
have zab : mean (G m.+1) ab = 0.
  rewrite (@mean_ext _ _ _ (fun W => \S_(p < k) (sqpart m W * part m W p * Y p (W m)))); last first.
    by move=> W; rewrite /ab /cross -total_scal; apply: total_ext => p; ring.
  rewrite mean_total => [|p]; last by apply: nice_integrable; apply: nice_mul; [apply: nice_mul => //; exact: nice_part | exact: nice_draw].
  rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  move=> p; rewrite (@mean_cross m (fun W => sqpart m W * part m W p) (Y p)) ?Y0 ?Rmult_0_r //.
    by move=> W W' e; rewrite (@sqpart_depends m _ _ e) (@part_depends m p _ _ e).
  by apply: nice_mul => //; exact: nice_part.
have zbc : mean (G m.+1) bc = 0.
  rewrite (@mean_ext _ _ _ (fun W => \S_(p < k) (part m W p * (Y p (W m) * sqsum (W m))))); last first.
    by move=> W; rewrite /bc /cross -total_scal_r; apply: total_ext => p; ring.
  have ny p : nice L (fun t => Y p t * sqsum t) by exact: nice_mul.
  rewrite mean_total => [|p]; last first.
    apply: nice_integrable; apply: nice_mul; [exact: nice_part | exact: (nice_last m (ny p))].
  rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
  move=> p; rewrite (@mean_cross m (fun W => part m W p) (fun t => Y p t * sqsum t)) ?mean_part ?Rmult_0_l //.
    exact: part_depends.
  exact: nice_part.
have zac : mean (G m.+1) (fun W => sqpart m W * sqsum (W m)) = INR m * v * v.
  by rewrite (@mean_cross m (sqpart m) sqsum) ?sum_second //; exact: sqpart_depends.
have zaa : mean (G m.+1) (fun W => sqpart m W ^ 2) = mean (G m) (fun W => sqpart m W ^ 2).
  apply: draws_mean_step; last by apply: nice_integrable; exact: nice_pow.
  by move=> W W' e; rewrite (@sqpart_depends m _ _ e).
have zcc : mean (G m.+1) (fun W => sqsum (W m) ^ 2) = mu4.
  by rewrite (@draws_mean_one _ _ _ _ _ (fun t => sqsum t ^ 2)) //; apply: nice_integrable; exact: nice_pow.
have nab : nice (G m.+1) ab by exact: nice_mul.
have nbc : nice (G m.+1) bc by exact: nice_mul.
have nac : nice (G m.+1) (fun W => sqpart m W * sqsum (W m)) by exact: nice_mul.
have naa : nice (G m.+1) (fun W => sqpart m W ^ 2) by exact: nice_pow.
have ncc : nice (G m.+1) (fun W => sqsum (W m) ^ 2) by exact: nice_pow.
have nr : nice (G m.+1) (fun W => sqpart m W ^ 2 + sqsum (W m) ^ 2 + 6 * (sqpart m W * sqsum (W m)) + 4 * (ab W + bc W)) by auto 8.
apply: (Rle_trans _ (mean (G m.+1) (fun W => sqpart m W ^ 2 + sqsum (W m) ^ 2 + 6 * (sqpart m W * sqsum (W m)) + 4 * (ab W + bc W)))).
  apply: mean_le; try exact: nice_integrable.
    by apply: nice_integrable; apply: nice_pow; exact: nice_sqpart.
  by move=> W; rewrite sqpart_next /ab /bc; have := cross_below m W; nra.
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite !mean_scal; [|by apply: nice_integrable; auto 8..].
rewrite mean_add; [|by apply: nice_integrable; auto 8..].
rewrite zab zbc zac zaa zcc S_INR; move: IH; nra.
Qed.
End Sum.

(* ---------- sums over pairs ---------- *)
Notation pairs n := #|{: 'I_n * 'I_n}|.
Lemma total_pairs n (F : 'I_n -> 'I_n -> R) :
  \S_(e < pairs n) F (enum_val e).1 (enum_val e).2 = \S_(i < n) \S_(k < n) F i k.
Proof.
rewrite /total pair_bigA /= [RHS](reindex (enum_val (A := {: 'I_n * 'I_n}))) //=.
by apply: onW_bij; exact: enum_val_bij.
Qed.
Lemma total_diagonal n (F : 'I_n -> R) : \S_(i < n) \S_(k < n) (if i == k then F i else 0) = \S_(i < n) F i.
Proof.
apply: total_ext => i; rewrite -[RHS](total_delta F i); apply: total_ext => k.
by rewrite eq_sym; case: eqP => [->|].
Qed.

(* ---------- BN ---------- *)
Lemma BN_zero d n (X : 'M[R]_(d, n)) j k : rowsq X j = 0 -> BN X j k = 0.
Proof. by move=> z; rewrite mxE (rowsq_zero z k) /Rdiv Rmult_0_l. Qed.
Lemma rowsq_BN_or d n (X : 'M[R]_(d, n)) j : rowsq (BN X) j = 1 \/ rowsq (BN X) j = 0.
Proof.
have [p|z] := rowsq_pos_or X j; [by left; exact: rowsq_BN | right].
rewrite /rowsq (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
by move=> k; rewrite BN_zero //; ring.
Qed.
Lemma BN_le1 d n (X : 'M[R]_(d, n)) j k : Rabs (BN X j k) <= 1.
Proof.
have : BN X j k ^ 2 <= 1.
  apply: Rle_trans (total_one_term (f := fun k => BN X j k ^ 2) k _) _ => [l|]; first exact: pow2_ge_0.
  by case: (rowsq_BN_or X j) => h; rewrite -/(rowsq (BN X) j) h; lra.
by move=> h; apply: Rabs_le; nra.
Qed.
Lemma BN_mul d n (X : 'M[R]_(d, n)) (U : 'M[R]_n) : orthogonal U -> BN X *m U = BN (X *m U).
Proof.
move=> o; apply/matrixP => j k; rewrite [RHS]mxE rowsq_mul // !mulmxE -total_div.
by apply: total_ext => l; rewrite mxE /Rdiv; ring.
Qed.
Lemma borel_BN d n i k : borel_fun (fun X : 'M[R]_(d, n) => BN X i k).
Proof. by apply: measurable_BN => a b; exact: borel_entry. Qed.

Lemma scalar_entry (x a b : R) (t : bool) : x / a - (if t then 1 else 0) / b = ((/ a)%R * x + - ((1 / b)%R *+ t))%ring.
Proof. by case: t; [rewrite mulr1n | rewrite mulr0n]; rewrite /Rdiv; toR; ring. Qed.
Lemma scalar_times_entry (x a b : R) (t : bool) :
  ((/ a)%R * x + - ((1 / b)%R * (if t then 1 else 0)%R))%ring = x / a - (if t then 1 else 0) / b.
Proof. by case: t; rewrite /Rdiv; toR; asR; ring. Qed.
(* V is bounded *)
Lemma gram_entry_le d n (K : 'M[R]_(d, n)) i k : Rabs (\S_(r < d) (K r i * K r k)) <= frobsq K.
Proof.
have col j : \S_(r < d) K r j ^ 2 <= frobsq K.
  by apply: total_le => r; apply: (total_one_term (f := fun j => K r j ^ 2) j) => l; exact: pow2_ge_0.
have h (s : R) : s ^ 2 = 1 -> (s * (\S_(r < d) (K r i * K r k)) <= frobsq K)%R.
  move=> s1; rewrite -total_scal; apply: (Rle_trans _ (\S_(r < d) (K r i ^ 2 / 2 + K r k ^ 2 / 2))).
    apply: total_le => r; have := pow2_ge_0 (K r i - s * K r k).
    have -> : (K r i - s * K r k) ^ 2 = K r i ^ 2 - 2 * (s * (K r i * K r k)) + s ^ 2 * K r k ^ 2 by asR; ring.
    by rewrite s1; lra.
  by rewrite total_add !total_div; have := col i; have := col k; lra.
by apply: Rabs_le; have := h 1 ltac:(ring); have := h (-1) ltac:(ring); lra.
Qed.
Lemma V_square d n (K : 'M[R]_(d, n)) : V K ^ 2 = \S_(i < n) \S_(k < n) ((\S_(r < d) (K r i * K r k)) / frobsq K - (if i == k then 1 else 0) / INR n) ^ 2.
Proof.
rewrite /V /frobenius -Rsqr_pow2 Rsqr_sqrt; last by apply: total_ge0 => i; apply: total_ge0 => k; exact: pow2_ge_0.
apply: total_ext => i; apply: total_ext => k; rewrite mxE mulmxE; congr ((_ / _ - _) ^ 2).
by apply: total_ext => r; rewrite mxE.
Qed.
Lemma V_bounded d n (K : 'M[R]_(d, n)) : (0 < n)%N -> 0 <= V K ^ 2 <= 4 * INR n ^ 2.
Proof.
move=> n0; have N1 : 1 <= INR n by rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP.
split; first exact: pow2_ge_0.
rewrite V_square; apply: (Rle_trans _ (\S_(i < n) \S_(k < n) 4)); last by rewrite !total_const; nra.
apply: total_le => i; apply: total_le => k.
set a := _ / frobsq K; set b := _ / INR n.
have ha : Rabs a <= 1.
  have f0 : 0 <= frobsq K by apply: total_ge0 => j; apply: total_ge0 => l; exact: pow2_ge_0.
  have := gram_entry_le K i k; rewrite /a; set s := \S_(r < d) _ => hs.
  case: (Rle_lt_or_eq_dec _ _ f0) => [f1 | z].
    rewrite Rabs_mult (Rabs_pos_eq (/ frobsq K)); last by apply: Rlt_le; exact: Rinv_0_lt_compat.
    apply: (Rmult_le_reg_r (frobsq K)) => //; rewrite Rmult_assoc Rinv_l; lra.
  have -> : s = 0 by apply: Rnorm0; lra.
  by rewrite /Rdiv Rmult_0_l Rabs_R0; lra.
have hb : 0 <= b <= 1.
  have : 0 < / INR n <= 1 by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
  by rewrite /b; case: (i == k) => h; rewrite /Rdiv; lra.
have := Rle_abs a; have := Rle_abs (- a); rewrite Rabs_Ropp; nra.
Qed.

Section Layer.
Variables (N : law R) (d n : nat) (H : 'M[R]_(d, n)) (U : 'M[R]_n) (q : 'I_n -> R).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n0 : (0 < n)%N).
Hypotheses (oU : orthogonal U) (HH : H^T *m H = U *m diag_mx (\row_k q k) *m U^T) (q1 : \S_(k < n) q k = 1).
Notation p := (gram_map N q).
Notation RW := (normals N d).
Definition turned : 'M[R]_(d, n) := H *m U.
Lemma turned_gram : turned^T *m turned = diag_mx (\row_k q k).
Proof. by rewrite trmx_mul mulmxA -(mulmxA _ H^T) HH !mulmxA orthogonal_tr // mul1mx -mulmxA orthogonal_tr // mulmx1. Qed.
Let q0 k : 0 <= q k. Proof. exact: (singular_ge0 turned_gram). Qed.
(* a row of BN(W H) U, from a row of W *)
Definition dir (g : nat -> R) (k : 'I_n) : R := BN (entries 1 d g *m turned) ord0 k.

Lemma seq_measurable m (k : nat) : measurable_on (normals N m) (fun g => g k).
Proof. exact: (measurable_fun_comp (coordinate_measurable k) (@drawn_measurable N normal m)). Qed.
Lemma row_measurable i k : measurable_on RW (fun g => (entries 1 d g *m turned) i k).
Proof.
apply: (measurable_ext (f := fun g : nat -> R => \S_(l < d) (g l * turned l k))) => [g|].
  by rewrite mulmxE; apply: total_ext => l; rewrite entries_one.
by apply: measurable_total => l; apply: measurable_mul; [exact: seq_measurable | exact: measurable_const].
Qed.
Lemma nice_dir k : nice RW (fun g => dir g k).
Proof.
split; last by exists 1 => w; exact: BN_le1.
by apply: measurable_BN => i l; exact: row_measurable.
Qed.

(* ---------- the second moments of a row ---------- *)
Definition scaled_row (g : nat -> R) : 'M[R]_(1, n) := \row_k (sqrt (q k) * g k).
Lemma scaled_rowsq g : rowsq (scaled_row g) ord0 = \S_(k < n) (q k * g k ^ 2).
Proof. by apply: total_ext => k; rewrite mxE Rpow_mult_distr -Rsqr_pow2 Rsqr_sqrt. Qed.
Lemma scaled_pair g i k : BN (scaled_row g) ord0 i * BN (scaled_row g) ord0 k
  = sqrt (q i) * g i * (sqrt (q k) * g k) / \S_(j < n) (q j * g j ^ 2).
Proof.
rewrite !mxE scaled_rowsq; set r := \S_(j < n) _.
have r0 : 0 <= r by apply: total_ge0 => j; apply: Rmult_le_pos => //; exact: pow2_ge_0.
by rewrite -{3}(sqrt_sqrt r r0) /Rdiv Rinv_mult; asR; ring.
Qed.
Lemma pair_borel i k : borel_fun (fun x : 'M[R]_(1, n) => BN x ord0 i * BN x ord0 k).
Proof. by apply: measurable_mul; exact: borel_BN. Qed.
Lemma pair_int T (L : law T) (X : T -> 'M[R]_(1, n)) i k : (forall j, measurable_on L (fun t => X t ord0 j)) ->
  integrable L (fun t => BN (X t) ord0 i * BN (X t) ord0 k).
Proof.
move=> m; have mm a j : measurable_on L (fun t => X t a j) by have -> : a = ord0 by exact: ord1.
by apply: nice_integrable; apply: nice_mul; split; first [exact: measurable_BN | exists 1 => w; exact: BN_le1].
Qed.
Lemma scaled_measurable j : measurable_on (normals N n) (fun g => scaled_row g ord0 j).
Proof.
apply: (measurable_ext (f := fun g : nat -> R => sqrt (q j) * g j)) => [g|]; first by rewrite mxE.
by apply: measurable_scal; exact: seq_measurable.
Qed.
Lemma dir_scaled i k : mean RW (fun g => dir g i * dir g k)
  = mean (normals N n) (fun g => BN (scaled_row g) ord0 i * BN (scaled_row g) ord0 k).
Proof.
have [] := @same_law_mean 1 n (image scaled_row (normals N n)) (image (fun g => entries 1 d g *m turned) RW)
  (fun x => BN x ord0 i * BN x ord0 k).
- by move=> a j; have -> : a = ord0 by [exact: ord1]; exact: scaled_measurable.
- by move=> a j; exact: row_measurable.
- by move=> B bB; rewrite (row_same_law normal turned_gram bB).
- exact: pair_borel.
- by apply: pair_int => j; exact: scaled_measurable.
by [].
Qed.
Lemma mean_pair i k : mean RW (fun g => dir g i * dir g k) = if i == k then p i else 0.
Proof.
rewrite dir_scaled; have [<-|ik] := eqVneq i k.
  rewrite gram_mapE; apply: mean_ext => g; rewrite scaled_pair /share; congr (_ / _).
  by rewrite -{3}(sqrt_sqrt (q i)) //; ring.
(* the sign of g_i *)
pose D := diag_mx (\row_k sqrt (q k)) : 'M[R]_n.
pose f (x : 'M[R]_(1, n)) := BN (x *m D) ord0 i * BN (x *m D) ord0 k.
have e (g : nat -> R) : entries 1 n g *m D = scaled_row g.
  by apply/matrixP => a j; rewrite mul_mx_diag !mxE ord1 mul0n add0n; asR; toR; ring.
have bf : borel_fun f by exact: (borel_mulmx_r D (pair_borel i k)).
have h := @right_same_law N normal 1 n (flip i) (flip_orthogonal i); rewrite mul1n in h.
have me (U' : 'M[R]_n) : measurable_entries (image (fun g => entries 1 n g *m U') (normals N n)).
  move=> a j; change (measurable_on (normals N n) (fun g => (entries 1 n g *m U') a j)).
  apply: (measurable_ext (f := fun g : nat -> R => \S_(l < n) (g l * U' l j))) => [g|].
    by rewrite mulmxE; apply: total_ext => l; rewrite entries_one.
  by apply: measurable_total => l; apply: measurable_mul; [exact: seq_measurable | exact: measurable_const].
have me1 : measurable_entries (image (entries 1 n) (normals N n)).
  move=> a j; change (measurable_on (normals N n) (fun g => entries 1 n g a j)).
  by apply: (measurable_ext (f := fun g : nat -> R => g j)) => [g|]; [rewrite entries_one | exact: seq_measurable].
have i1 : integrable (image (entries 1 n) (normals N n)) f.
  change (integrable (normals N n) (fun g => BN (entries 1 n g *m D) ord0 i * BN (entries 1 n g *m D) ord0 k)).
  apply: (@pair_int _ (normals N n) (fun g => entries 1 n g *m D) i k) => j.
  by have := me D ord0 j.
have [_ m] := same_law_mean me1 (me (flip i)) h bf i1.
have odd x : f (x *m flip i) = - f x.
  have z j : (x *m flip i *m D) ord0 j = (if j == i then - (x *m D) ord0 j else (x *m D) ord0 j) :> R.
    have dE (y : 'M[R]_(1, n)) : (y *m D) ord0 j = y ord0 j * sqrt (q j) :> R by rewrite mul_mx_diag !mxE.
    by rewrite !dE mul_flip; case: eqP => _; asR; ring.
  have rz : rowsq (x *m flip i *m D) ord0 = rowsq (x *m D) ord0.
    have sq (b : bool) (a : R) : (if b then - a else a) ^ 2 = a ^ 2 by case: b; ring.
    by apply: total_ext => j; rewrite z; exact: sq.
  have bE (Y : 'M[R]_(1, n)) j : BN Y ord0 j = Y ord0 j / sqrt (rowsq Y ord0) by rewrite mxE.
  have alg (a b c : R) : - a / c * (b / c) = - (a / c * (b / c)) by rewrite /Rdiv; ring.
  rewrite /f !bE rz (z i) (z k) eqxx (eq_sym k i) (negbTE ik); exact: alg.
have : mean (normals N n) (fun g => f (entries 1 n g)) = 0.
  have : mean (normals N n) (fun g => f (entries 1 n g *m flip i)) = mean (normals N n) (fun g => f (entries 1 n g)) by exact: m.
  rewrite (@mean_ext _ _ _ (fun g => - f (entries 1 n g))); last by move=> g; exact: odd.
  by rewrite mean_opp; [lra | exact: i1].
by move=> <-; apply: mean_ext => g; rewrite /f e.
Qed.

(* ---------- the row's u u^T - diag(p) ---------- *)
Definition square (g : nat -> R) : R := \S_(k < n) dir g k ^ 2.
Lemma square_or g : square g = 1 \/ square g = 0.
Proof. exact: rowsq_BN_or. Qed.
Lemma nice_square : nice RW square.
Proof. by apply: nice_total => k; apply: nice_pow; exact: nice_dir. Qed.
Lemma mean_square_dir k : mean RW (fun g => dir g k ^ 2) = p k.
Proof.
rewrite (@mean_ext _ _ _ (fun g => dir g k * dir g k)) ?mean_pair ?eqxx // => g; ring.
Qed.
Lemma mean_square_one : mean RW square = 1.
Proof.
rewrite mean_total; last by move=> k; apply: nice_integrable; apply: nice_pow; exact: nice_dir.
by rewrite (total_ext mean_square_dir); exact: gram_total.
Qed.
Definition target (i k : 'I_n) : R := if i == k then p i else 0.
Definition Y (e : 'I_(pairs n)) (g : nat -> R) : R :=
  dir g (enum_val e).1 * dir g (enum_val e).2 - target (enum_val e).1 (enum_val e).2.
Lemma nice_Y e : nice RW (Y e).
Proof. by apply: nice_sub => //; apply: nice_mul; exact: nice_dir. Qed.
Lemma mean_Y e : mean RW (Y e) = 0.
Proof.
rewrite mean_sub; [|by apply: nice_integrable; auto; apply: nice_mul; exact: nice_dir..].
by rewrite mean_pair mean_const /target; lra.
Qed.
Notation pp := (\S_(k < n) (p k * p k)).
Lemma sqsum_Y g : sqsum Y g = square g ^ 2 - 2 * (\S_(k < n) (p k * dir g k ^ 2)) + pp.
Proof.
rewrite /sqsum (total_pairs (fun i k => (dir g i * dir g k - target i k) ^ 2)).
have row i : \S_(k < n) (dir g i * dir g k - target i k) ^ 2 = dir g i ^ 2 * square g + -2 * (p i * dir g i ^ 2) + p i * p i.
  rewrite (total_ext (g := fun k => dir g i ^ 2 * dir g k ^ 2 + (if k == i then -2 * p i * (dir g i * dir g k) + p i * p i else 0))).
    by rewrite total_add total_scal (total_delta (fun k => -2 * p i * (dir g i * dir g k) + p i * p i)) -/(square g); ring.
  by move=> k; rewrite /target eq_sym; case: eqP => [->|_]; ring.
by rewrite (total_ext row) !total_add total_scal_r total_scal -/(square g); ring.
Qed.
Let p0 k : 0 <= p k. Proof. by have [] := gram_range normal q0 k. Qed.
Let p_total : \S_(k < n) p k = 1. Proof. exact: gram_total. Qed.
Lemma pp_le1 : pp <= 1.
Proof.
rewrite -p_total; apply: total_le => k; have [a b] := gram_range normal q0 k; nra.
Qed.
Lemma pp_ge : 1 / INR n <= pp.
Proof.
have N1 : 0 < INR n by apply: lt_0_INR; apply/ssrnat.ltP.
have := cauchy_schwarz (fun k => p k) (fun=> 1).
rewrite (total_ext (g := p)); last by move=> k; ring.
rewrite p_total (total_ext (f := fun k => p k ^ 2) (g := fun k => p k * p k)); last by move=> k; ring.
rewrite (total_ext (f := fun _ : 'I_n => 1 ^ 2) (g := fun=> 1)) ?total_const; last by move=> k; ring.
move=> h; apply: (Rmult_le_reg_r (INR n)) => //; have -> : 1 / INR n * INR n = 1 by field; lra.
lra.
Qed.
Notation v := (1 - pp).
Lemma mean_sqsum_Y : mean RW (sqsum Y) = v.
Proof.
rewrite (mean_ext _ sqsum_Y).
have ns := nice_square; have nd k : nice RW (fun g => p k * dir g k ^ 2) by apply: nice_scal; apply: nice_pow; exact: nice_dir.
have nt : nice RW (fun g => \S_(k < n) (p k * dir g k ^ 2)) by exact: nice_total.
rewrite mean_add; [|by apply: nice_integrable; auto 6..].
rewrite mean_sub; [|by apply: nice_integrable; auto 6..].
rewrite mean_scal; last exact: nice_integrable.
rewrite mean_const mean_total; last by move=> k; exact: nice_integrable.
rewrite (@mean_ext _ _ (fun g => square g ^ 2) square); last by move=> g; case: (square_or g) => ->; ring.
rewrite mean_square_one (total_ext (g := fun k => p k * p k)); first by lra.
by move=> k; rewrite mean_scal ?mean_square_dir //; apply: nice_integrable; apply: nice_pow; exact: nice_dir.
Qed.
Lemma sqsum_Y_le2 g : 0 <= sqsum Y g <= 2.
Proof.
split; first by apply: total_ge0 => e; exact: pow2_ge_0.
rewrite sqsum_Y; have := pp_le1.
have : 0 <= \S_(k < n) (p k * dir g k ^ 2) by apply: total_ge0 => k; apply: Rmult_le_pos => //; exact: pow2_ge_0.
by case: (square_or g) => ->; lra.
Qed.
Lemma mean_sqsum_sq : mean RW (fun g => sqsum Y g ^ 2) <= 2 * v.
Proof.
have ny := nice_sqsum nice_Y; rewrite -mean_sqsum_Y -mean_scal; last exact: nice_integrable.
apply: mean_le; [by apply: nice_integrable; auto.. |].
by move=> g; have := sqsum_Y_le2 g; nra.
Qed.

(* ---------- all rows ---------- *)
Notation none := (fun _ : nat => 0).
Notation rows := (draws (none : nat -> R) RW d).
Definition dirs (G : nat -> nat -> R) : 'M[R]_(d, n) := \matrix_(r, k) dir (G r) k.
(* BN(W H) U *)
Definition normed (W : 'M[R]_d) : 'M[R]_(d, n) := BN (W *m H) *m U.
Lemma normedE (W : 'M[R]_d) : normed W = BN (W *m turned).
Proof. by rewrite /normed BN_mul // mulmxA. Qed.
Lemma normed_scaled c W : 0 < c -> normed (scaled c W) = normed W.
Proof.
move=> c0; rewrite !normedE -(BN_scaled _ c0) (_ : scaled c W *m turned = scaled c (W *m turned)) // 2?BN_scaled //.
by rewrite !scaledE -scalemxAl.
Qed.
Lemma normed_rows (G : nat -> nat -> R) : normed (\matrix_(i, j) G i j) = dirs G.
Proof.
rewrite normedE; apply/matrixP => r k; rewrite [RHS]mxE /dir.
have e l : ((\matrix_(i, j) G i j)%ring *m turned) r l = (entries 1 d (G r) *m turned) ord0 l.
  by rewrite !mulmxE; apply: total_ext => j; rewrite entries_one [X in X * _]mxE.
rewrite mxE [RHS]mxE e; congr (_ / sqrt _); apply: total_ext => l; by rewrite e.
Qed.
Lemma normed_borel i k : borel_fun (fun W => normed W i k).
Proof. by apply: (borel_mulmx_r (f := fun X : 'M[R]_(d, n) => (BN X *m U) i k)); apply: measurable_mulmx => a b; [exact: borel_BN | exact: measurable_const]. Qed.
Lemma rows_measurable : measurable_entries (image (fun W : nat -> nat -> R => (\matrix_(i, j) W i j)%ring : 'M[R]_d) rows).
Proof.
move=> i j; change (measurable_on rows (fun W => ((\matrix_(i, j) W i j)%ring : 'M[R]_d) i j)).
apply: (measurable_ext (f := fun W : nat -> nat -> R => W i j)) => [W|]; first by rewrite mxE.
by apply: (@draws_measurable _ none RW d i (fun g => g j)) => //; exact: seq_measurable.
Qed.
Lemma entries_all : measurable_entries (image (entries d d) (normals N (d * d))).
Proof.
move=> i j; change (measurable_on (normals N (d * d)) (fun g => entries d d g i j)).
by apply: (measurable_ext (f := fun g : nat -> R => g (i * d + j)%N)) => [g|]; [rewrite mxE | exact: seq_measurable].
Qed.
Lemma root_d : 0 < / sqrt (INR d).
Proof. by apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Lemma transfer (f : 'M[R]_(d, n) -> R) : borel_fun f -> nice rows (fun G => f (dirs G)) ->
  integrable (gaussian N d d) (fun W => f (normed W)) /\ mean (gaussian N d d) (fun W => f (normed W)) = mean rows (fun G => f (dirs G)).
Proof.
move=> bf ni.
pose F (M : 'M[R]_d) := f (normed M).
have bF : borel_fun F.
  have e : measurable_entries (image normed (zero_matrix d d)) by move=> i k; exact: normed_borel.
  exact: (borel_measurable e bf).
have E G : f (dirs G) = F (\matrix_(i, j) G i j)%ring by rewrite /F normed_rows.
have ni' : integrable (image (fun W : nat -> nat -> R => (\matrix_(i, j) W i j)%ring : 'M[R]_d) rows) F.
  exact: (integrable_ext E (nice_integrable ni)).
have s : same_law (image (fun W : nat -> nat -> R => (\matrix_(i, j) W i j)%ring : 'M[R]_d) rows) (image (entries d d) (normals N (d * d))).
  by move=> B bB; rewrite (@rows_same_law N normal d d d0 B bB).
have [I m] := same_law_mean rows_measurable entries_all s bF ni'.
have e (g : nat -> R) : F (entries d d g) = f (normed (\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d)))).
  rewrite /F; congr f; rewrite -(normed_scaled _ root_d); congr normed.
  by apply/matrixP => i j; rewrite !mxE /Rdiv Rmult_comm.
split; first exact: (@integrable_ext _ (normals N (d * d)) _ _ e I).
rewrite (mean_ext _ E) -[RHS]m; exact: (@mean_ext _ (normals N (d * d)) _ _ (fun g => esym (e g))).
Qed.

(* ---------- the Gram matrix of the next layer ---------- *)
Let D0 : 0 < INR d. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let N0 : 0 < INR n. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Definition gram (A : 'M[R]_(d, n)) i k : R := (\S_(r < d) (A r i * A r k)) / INR d.
Definition devsq A : R := \S_(i < n) \S_(k < n) (gram A i k - target i k) ^ 2.
Definition along A : R := \S_(i < n) ((gram A i i - p i) * (p i - 1 / INR n)).
Definition vsq A : R := \S_(i < n) \S_(k < n) (gram A i k - (if i == k then 1 else 0) / INR n) ^ 2.
Notation beta := (pp - 1 / INR n).
Lemma betaE : \S_(i < n) (p i - 1 / INR n) ^ 2 = beta.
Proof.
rewrite (total_ext (g := fun i => p i * p i - 2 / INR n * p i + 1 / INR n * (1 / INR n))); last by move=> i; field; lra.
by rewrite total_add total_sub total_scal total_const p_total; field; lra.
Qed.
Lemma vsqE A : vsq A = beta + 2 * along A + devsq A.
Proof.
rewrite -betaE -(total_diagonal (fun i => (p i - 1 / INR n) ^ 2)) /along -(total_diagonal (fun i => (gram A i i - p i) * (p i - 1 / INR n))).
rewrite /vsq /devsq -total_scal -!total_add; apply: total_ext => i.
rewrite -total_scal -!total_add; apply: total_ext => k.
rewrite /target; case: eqP => [->|_]; rewrite /Rdiv; ring.
Qed.
Lemma devsq_ge0 A : 0 <= devsq A.
Proof. by apply: total_ge0 => i; apply: total_ge0 => k; exact: pow2_ge_0. Qed.
Lemma along_sq A : along A ^ 2 <= beta * devsq A.
Proof.
apply: Rle_trans (cauchy_schwarz _ _) _; rewrite betaE Rmult_comm; apply: Rmult_le_compat_l; first by have := pp_ge; lra.
apply: total_le => i; apply: Rle_trans (total_one_term (f := fun k => (gram A i k - target i k) ^ 2) i _) => [|k]; last exact: pow2_ge_0.
by rewrite /target eqxx; lra.
Qed.
Lemma vsq_sq A : vsq A ^ 2 <= beta ^ 2 + 4 * beta * along A + 8 * beta * devsq A + 3 * devsq A ^ 2.
Proof.
rewrite vsqE; have b0 : 0 <= beta by have := pp_ge; lra.
have z0 := devsq_ge0 A; have h := along_sq A.
set x := along A in h *; set z := devsq A in h z0 *; set b := beta in b0 h *.
have t : 2 * x <= b + z.
  apply: Rnot_lt_le => lt; have pr : 0 < (2 * x - (b + z)) * (2 * x + (b + z)) by apply: Rmult_lt_0_compat; lra.
  by have := pow2_ge_0 (b - z); nra.
have := Rmult_le_compat_l z _ _ z0 t; nra.
Qed.
Lemma gram_borel i k : borel_fun (fun A : 'M[R]_(d, n) => gram A i k).
Proof. by apply: measurable_div; [apply: measurable_total => r; apply: measurable_mul; exact: borel_entry | exact: measurable_const]. Qed.
Lemma devsq_borel : borel_fun devsq.
Proof.
apply: measurable_total => i; apply: measurable_total => k; apply: measurable_pow.
by apply: measurable_sub; [exact: gram_borel | exact: measurable_const].
Qed.
Lemma along_borel : borel_fun along.
Proof.
apply: measurable_total => i; apply: measurable_mul; last exact: measurable_const.
by apply: measurable_sub; [exact: gram_borel | exact: measurable_const].
Qed.
Lemma dirs_part G i k e : enum_val e = (i, k) -> gram (dirs G) i k - target i k = part Y d G e / INR d.
Proof.
move=> h; rewrite /part /Y h /= total_sub total_const /gram.
rewrite (total_ext (g := fun r : 'I_d => dir (G r) i * dir (G r) k)); last by move=> r; rewrite !mxE.
by field; lra.
Qed.
Definition at_pair (i k : 'I_n) : 'I_(pairs n) := enum_rank (i, k).
Lemma at_pairE i k : enum_val (at_pair i k) = (i, k).
Proof. exact: enum_rankK. Qed.
Lemma dirs_devsq G : devsq (dirs G) = sqpart Y d G / INR d ^ 2.
Proof.
rewrite /devsq -(total_pairs (fun i k => (gram (dirs G) i k - target i k) ^ 2)) /sqpart -total_div.
apply: total_ext => e; rewrite (@dirs_part G _ _ e); first by field; lra.
by case: (enum_val e).
Qed.
Lemma nice_rows_sqpart : nice rows (sqpart Y d).
Proof. exact: nice_sqpart nice_Y _ _ (leqnn d). Qed.
Lemma nice_devsq : nice rows (fun G => devsq (dirs G)).
Proof. by apply: (nice_ext (fun G => esym (dirs_devsq G))); apply: nice_div; exact: nice_rows_sqpart. Qed.
Lemma dirs_along G : along (dirs G) = \S_(i < n) ((p i - 1 / INR n) / INR d * part Y d G (at_pair i i)).
Proof.
apply: total_ext => i; have := dirs_part G (at_pairE i i); rewrite /target eqxx => ->; field; lra.
Qed.
Lemma nice_along_part i : nice rows (fun G => (p i - 1 / INR n) / INR d * part Y d G (at_pair i i)).
Proof. by apply: nice_scal; exact: (@nice_part _ _ _ _ _ nice_Y _ _ _ (leqnn d)). Qed.
Lemma nice_along : nice rows (fun G => along (dirs G)).
Proof. by apply: (nice_ext (fun G => esym (dirs_along G))); apply: nice_total => i; exact: nice_along_part. Qed.
Notation GW := (gaussian N d d).
Lemma mean_devsq : integrable GW (fun W => devsq (normed W)) /\ mean GW (fun W => devsq (normed W)) = v / INR d.
Proof.
have [I ->] := transfer devsq_borel nice_devsq; split=> //.
rewrite (mean_ext _ dirs_devsq) mean_div; last exact: nice_integrable nice_rows_sqpart.
by rewrite (sum_second none nice_Y mean_Y) mean_sqsum_Y; field; lra.
Qed.
Lemma mean_along : integrable GW (fun W => along (normed W)) /\ mean GW (fun W => along (normed W)) = 0.
Proof.
have [I ->] := transfer along_borel nice_along; split=> //.
rewrite (mean_ext _ dirs_along) mean_total => [|i]; last exact: nice_integrable (nice_along_part i).
rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; ring.
move=> i; rewrite mean_scal; last by apply: nice_integrable; exact: (@nice_part _ _ _ _ _ nice_Y _ _ _ (leqnn d)).
by rewrite (mean_part none nice_Y mean_Y) Rmult_0_r.
Qed.
Lemma mean_devsq_sq : integrable GW (fun W => devsq (normed W) ^ 2) /\ mean GW (fun W => devsq (normed W) ^ 2) <= 5 / INR d ^ 2.
Proof.
have b2 : borel_fun (fun A => devsq A ^ 2) by apply: measurable_pow; exact: devsq_borel.
have n2 : nice rows (fun G => devsq (dirs G) ^ 2) by apply: nice_pow; exact: nice_devsq.
have [I ->] := transfer b2 n2; split=> //.
rewrite (@mean_ext _ _ _ (fun G => sqpart Y d G ^ 2 / INR d ^ 4)); last by move=> G; rewrite dirs_devsq; field; lra.
rewrite mean_div; last by apply: nice_integrable; apply: nice_pow; exact: nice_rows_sqpart.
have h := sum_fourth none nice_Y mean_Y d; rewrite mean_sqsum_Y in h.
have m4 := mean_sqsum_sq; have v1 : 0 <= v <= 1 by have := pp_le1; have := pp_ge; have : 0 < 1 / INR n by [apply: Rdiv_lt_0_compat; lra]; lra.
have D1 : 1 <= INR d by rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP.
apply: (Rmult_le_reg_r (INR d ^ 4)); first exact: pow_lt.
rewrite (_ : _ / INR d ^ 4 * INR d ^ 4 = mean rows (fun G => sqpart Y d G ^ 2)); last by field; lra.
rewrite (_ : 5 / INR d ^ 2 * INR d ^ 4 = 5 * INR d ^ 2); last by field; lra.
apply: Rle_trans h _; set m := mean _ _ in m4 *; set w := v in v1 m4 *.
have vv : w ^ 2 <= 1 by nra.
have : INR d * m <= 2 * INR d ^ 2 by nra.
have : 3 * INR d * (INR d - 1) * w ^ 2 <= 3 * INR d ^ 2 by nra.
lra.
Qed.

(* ---------- the gap of the next layer ---------- *)
Lemma layer_gram W i k : \S_(r < d) (layer W H r i * layer W H r k) = (\S_(r < d) (BN (W *m H) r i * BN (W *m H) r k)) / INR d.
Proof.
rewrite -total_div; apply: total_ext => r.
have lE j : layer W H r j = / sqrt (INR d) * BN (W *m H) r j by rewrite mxE.
have cc : / INR d = / sqrt (INR d) * / sqrt (INR d) by rewrite -Rinv_mult sqrt_sqrt //; lra.
have alg (c a b : R) : c * a * (c * b) = a * b * (c * c) by ring.
by rewrite !lE /Rdiv cc; exact: alg.
Qed.
Lemma V_normed W : frobsq (layer W H) = 1 -> V (layer W H) ^ 2 = vsq (normed W).
Proof.
move=> f1; rewrite V_square f1.
pose C : 'M[R]_n := \matrix_(i, k) ((\S_(r < d) (BN (W *m H) r i * BN (W *m H) r k)) / INR d - (if i == k then 1 else 0) / INR n).
transitivity (frobsq C).
  by apply: total_ext => i; apply: total_ext => k; rewrite mxE layer_gram (_ : forall x : R, x / 1 = x) // => x; field.
have cE : C = ((/ INR d)%R *: ((BN (W *m H))^T *m BN (W *m H)) - (1 / INR n)%R%:M)%ring.
  apply/matrixP => i k; rewrite [LHS]mxE [RHS]mxE [X in (X + _)%ring]mxE [X in (_ + X)%ring]mxE mulmxE [X in (_ - X)%ring]mxE.
  have -> : \S_(r < d) ((BN (W *m H))^T%ring i r * BN (W *m H) r k) = \S_(r < d) (BN (W *m H) r i * BN (W *m H) r k).
    by apply: total_ext => r; rewrite [X in X * _]mxE.
  exact: scalar_entry.
have e : (U^T *m C *m U)%ring = \matrix_(i, k) (gram (normed W) i k - (if i == k then 1 else 0) / INR n).
  rewrite cE mulmxBr mulmxBl -scalemxAr -scalemxAl mul_mx_scalar -scalemxAl orthogonal_tr //.
  have -> : (U^T *m ((BN (W *m H))^T *m BN (W *m H)) *m U = (normed W)^T *m normed W)%ring.
    by rewrite /normed trmx_mul !mulmxA.
  apply/matrixP => i k; rewrite [LHS]mxE [RHS]mxE [X in (X + _)%ring]mxE [X in (_ + X)%ring]mxE mulmxE [X in (_ - X)%ring]mxE oneM_E /gram.
  have -> : \S_(r < d) ((normed W)^T%ring i r * normed W r k) = \S_(r < d) (normed W r i * normed W r k).
    by apply: total_ext => r; rewrite [X in X * _]mxE.
  exact: scalar_times_entry.
have -> : frobsq C = frobsq (U^T *m C *m U)%ring.
  rewrite frobsq_rot_r // (frobsq_trace (U^T *m C)) trmx_mul trmxK mulmxA -(mulmxA C^T) oU mulmx1.
  by rewrite -frobsq_trace.
by rewrite e; apply: total_ext => i; apply: total_ext => k; rewrite mxE.
Qed.
Theorem fourth_moment : integrable GW (fun W => V (layer W H) ^ 4) /\
  mean GW (fun W => V (layer W H) ^ 4) <= beta ^ 2 + 8 * beta / INR d + 15 / INR d ^ 2.
Proof.
have mG : measurable_entries GW by exact: normed_chain.gaussian_entries.
have lm := normed_chain.layer_matrix H mG.
pose c := (4 * INR n ^ 2) ^ 2.
have nV : nice GW (fun W => V (layer W H) ^ 4).
  split; first by apply: measurable_pow; exact: measurable_V.
  exists c => w; have [a b] := V_bounded (layer (draw w) H) n0.
  have -> : V (layer (draw w) H) ^ 4 = (V (layer (draw w) H) ^ 2) ^ 2 by ring.
  by rewrite Rabs_pos_eq; [apply: pow_incr; lra | exact: pow2_ge_0].
split; first exact: nice_integrable.
have Hn : frobsq H <> 0.
  by rewrite (gram_frobsq (lam := q)) ?q1; [lra | exists U].
have bad0 := normed_chain.layer_bad (N := N) normal d0 Hn.
have ib : integrable GW (fun W => normed_chain.bad (layer W H)) by exact: normed_chain.integrable_bad.
have [I1 m1] := mean_devsq; have [I2 m2] := mean_devsq_sq; have [I3 m3] := mean_along.
pose E W := beta ^ 2 + 4 * beta * along (normed W) + 8 * beta * devsq (normed W) + 3 * devsq (normed W) ^ 2
  + c * normed_chain.bad (layer W H).
have IE : integrable GW E.
  apply: integrable_add; last exact: integrable_scal.
  apply: integrable_add; last exact: integrable_scal.
  apply: integrable_add; last exact: integrable_scal.
  by apply: integrable_add; [exact: integrable_const | exact: integrable_scal].
apply: (Rle_trans _ (mean GW E)).
  apply: mean_le => //; first exact: nice_integrable.
  move=> W; rewrite /E; have [f1 | f1] := Req_dec (frobsq (layer W H)) 1.
    rewrite normed_chain.bad_of // (_ : V (layer W H) ^ 4 = (V (layer W H) ^ 2) ^ 2); last by ring.
    by rewrite V_normed //; have := vsq_sq (normed W); lra.
  rewrite normed_chain.bad_at // (_ : V (layer W H) ^ 4 = (V (layer W H) ^ 2) ^ 2); last by ring.
  have [a b] := V_bounded (layer W H) n0.
  have : (V (layer W H) ^ 2) ^ 2 <= c by apply: pow_incr; lra.
  by have := vsq_sq (normed W); have := pow2_ge_0 (vsq (normed W)); lra.
rewrite /E mean_add; [|do 2 (apply: integrable_add; last exact: integrable_scal); apply: integrable_add; [exact: integrable_const | exact: integrable_scal] | exact: integrable_scal].
rewrite mean_add; [|apply: integrable_add; last exact: integrable_scal; apply: integrable_add; [exact: integrable_const | exact: integrable_scal] | exact: integrable_scal].
rewrite mean_add; [|apply: integrable_add; [exact: integrable_const | exact: integrable_scal] | exact: integrable_scal].
rewrite mean_add; [|exact: integrable_const | exact: integrable_scal].
rewrite mean_const !mean_scal // bad0 m1 m3.
have b0 : 0 <= beta by have := pp_ge; lra.
have v1 : v <= 1 by have := pp_ge; have : 0 < 1 / INR n by [apply: Rdiv_lt_0_compat; lra]; lra.
have : 8 * beta * (v / INR d) <= 8 * beta / INR d.
  rewrite /Rdiv -Rmult_assoc; apply: Rmult_le_compat_r; first by apply: Rlt_le; exact: Rinv_0_lt_compat.
  nra.
have -> : 15 / INR d ^ 2 = 3 * (5 / INR d ^ 2) by field; lra.
lra.
Qed.
End Layer.
