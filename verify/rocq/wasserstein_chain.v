(* The Wasserstein distance along the chain of daneshmand2021, from the gap V (lemma 2, sharp:wasserstein-from-gap).

   H of norm 1 with eigenvalues q of H^T H: \S (sqrt(q_k) - 1/sqrt(n))^2 = 2 - (2/sqrt(n)) \S sqrt(q_k), and with S = \S q_k^2 =
   V^2 + 1/n, r = sqrt(q_k/S), r - (3 r^2 - r^4)/2 = r (r-1)^2 (r+2)/2 >= 0 sums up to \S sqrt(q_k) >= 1/sqrt(S). So the distance is at
   most f(V^2), f(x) = 2 - 2/sqrt(1 + n x), which is concave and increasing, with f(0) = 0 and f(x) <= n x ([from_gap]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normal normed_chain gram_chain wasserstein.
From Lemmata.verify.rocq Require orthogonality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the function f ---------- *)
Definition from_gap (m x : R) : R := 2 - 2 / sqrt (1 + m * x).
Section Function.
Variable m : R.
Hypothesis m0 : 0 < m.
Lemma gap_root x : 0 <= x -> 1 <= sqrt (1 + m * x) /\ sqrt (1 + m * x) * sqrt (1 + m * x) = 1 + m * x.
Proof.
move=> h; have p : 0 <= m * x by apply: Rmult_le_pos; lra.
by split; [rewrite -{1}sqrt_1; apply: sqrt_le_1_alt; lra | apply: sqrt_sqrt; lra].
Qed.
Lemma from_gap_0 : from_gap m 0 = 0.
Proof. by rewrite /from_gap Rmult_0_r Rplus_0_r sqrt_1; field. Qed.
Lemma from_gapE x : 0 <= x -> from_gap m x = 2 * (m * x) / (sqrt (1 + m * x) * (1 + sqrt (1 + m * x))).
Proof.
move=> h; have [a b] := gap_root h; rewrite /from_gap; have -> : m * x = sqrt (1 + m * x) * sqrt (1 + m * x) - 1 by lra.
set u := sqrt (1 + m * x) in a b *.
have -> : 1 + (u * u - 1) = u * u by ring.
by rewrite sqrt_square; [field; lra | lra].
Qed.
Lemma from_gap_mono x y : 0 <= x -> x <= y -> from_gap m x <= from_gap m y.
Proof.
move=> h k; have [a _] := gap_root h; rewrite /from_gap.
have le : sqrt (1 + m * x) <= sqrt (1 + m * y) by apply: sqrt_le_1_alt; have := Rmult_le_compat_l m x y ltac:(lra) k; lra.
suff : / sqrt (1 + m * y) <= / sqrt (1 + m * x) by rewrite /Rdiv; lra.
by apply: Rinv_le_contravar; lra.
Qed.
Lemma from_gap_ge0 x : 0 <= x -> 0 <= from_gap m x.
Proof. by move=> h; rewrite -from_gap_0; apply: from_gap_mono; lra. Qed.
(* it lies below its tangents *)
Lemma from_gap_tangent x y : 0 <= x -> 0 <= y ->
  from_gap m x <= from_gap m y + m / sqrt (1 + m * y) ^ 3 * (x - y).
Proof.
move=> h k; have [u1 uu] := gap_root h; have [w1 ww] := gap_root k; rewrite /from_gap.
set u := sqrt (1 + m * x) in u1 uu *; set w := sqrt (1 + m * y) in w1 ww *.
have -> : m / w ^ 3 * (x - y) = (u * u - w * w) / w ^ 3 by rewrite uu ww; field; lra.
have p : 0 < u * w ^ 3 by apply: Rmult_lt_0_compat; [lra | apply: pow_lt; lra].
apply: (Rmult_le_reg_r _ _ _ p).
have -> : (2 - 2 / u) * (u * w ^ 3) = 2 * u * w ^ 3 - 2 * w ^ 3 by field; lra.
have -> : (2 - 2 / w + (u * u - w * w) / w ^ 3) * (u * w ^ 3) = 2 * u * w ^ 3 - 2 * u * w ^ 2 + u * (u * u - w * w) by field; lra.
have : 0 <= (u - w) ^ 2 * (u + 2 * w) by apply: Rmult_le_pos; [exact: pow2_ge_0 | lra].
lra.
Qed.
Lemma from_gap_linear x : 0 <= x -> from_gap m x <= m * x.
Proof.
move=> h; have := @from_gap_tangent x 0 h (Rle_refl 0).
by rewrite from_gap_0 Rmult_0_r Rplus_0_r sqrt_1 pow1 /Rdiv Rinv_1; lra.
Qed.
(* f(v^2) <= sqrt(m) v *)
Lemma from_gap_root v : 0 <= v -> from_gap m (v ^ 2) <= sqrt m * v.
Proof.
move=> h; have x0 : 0 <= v ^ 2 by exact: pow2_ge_0.
have [u1 uu] := gap_root x0; rewrite from_gapE //; set u := sqrt (1 + m * v ^ 2) in u1 uu *.
have r0 := sqrt_pos m; have rr := sqrt_sqrt m (Rlt_le _ _ m0); set y := sqrt m * v; have y0 : 0 <= y by apply: Rmult_le_pos.
have yy : m * v ^ 2 = y * y by rewrite -rr /y; ring.
rewrite yy in uu *; have p : 0 < u * (1 + u) by nra.
apply: (Rmult_le_reg_r _ _ _ p); rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
have yu : y <= u by nra.
have : y * (2 * y) <= y * (u * (1 + u)) by apply: Rmult_le_compat_l => //; nra.
lra.
Qed.
End Function.

(* ---------- one matrix ---------- *)
Section Matrix.
Variables (d n : nat) (n0 : (0 < n)%N).
Let M : 0 < INR n := INR_pos n0.
Implicit Types H : 'M[R]_(d, n).
Lemma V_square_le H : V H ^ 2 <= 1 /\ (frobsq H = 1 -> V H ^ 2 <= 1 - 1 / INR n).
Proof.
have i0 : 0 < / INR n by exact: Rinv_0_lt_compat.
have i1 : / INR n <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; [lra | apply: (le_INR 1); apply/leP].
have [q sp] := gram_spectrum H; have q0 := gram_spectrum_ge0 sp; have [p|z] := frobsq_ge0 H.
  have e := orthogonality.V_power_sums n0 p sp; have := orthogonality.squares_le_square q0.
  rewrite -(gram_frobsq sp) in e *; set S := \S_(k < n) _ in e * => h.
  have : S / frobsq H ^ 2 <= 1.
    have p2 : 0 < frobsq H ^ 2 by exact: pow_lt.
    by apply: (Rmult_le_reg_r _ _ _ p2); rewrite /Rdiv Rmult_assoc Rinv_l; lra.
  by rewrite e /Rdiv; split=> [|_]; lra.
split=> [|h]; last by rewrite h in z; lra.
rewrite (V_spectrum sp) -z (total_ext (g := fun=> (/ INR n) ^ 2)) ?total_const; last by move=> k; rewrite /Rdiv Rinv_0; ring.
by have -> : INR n * (/ INR n) ^ 2 = / INR n by field; lra.
Qed.
Lemma V_le1 H : 0 <= V H <= 1.
Proof.
have v0 := V_ge0 H; split=> //; have [h _] := V_square_le H; apply: Rnot_lt_le => q; nra.
Qed.
Lemma roots_below (q : 'I_n -> R) S : (forall k, 0 <= q k) -> \S_(k < n) q k = 1 -> S = \S_(k < n) q k ^ 2 -> 0 < S ->
  / sqrt S <= \S_(k < n) sqrt (q k).
Proof.
move=> q0 q1 e S0; have s0 := sqrt_lt_R0 _ S0; have ss := sqrt_sqrt S (Rlt_le _ _ S0).
pose r k := sqrt (q k) / sqrt S; have r0 k : 0 <= r k by apply: Rmult_le_pos; [exact: sqrt_pos | apply: Rlt_le; exact: Rinv_0_lt_compat].
have rr k : r k ^ 2 = q k / S.
  by rewrite /r /Rdiv Rpow_mult_distr pow2_sqrt // pow_inv pow2_sqrt //; lra.
have b : \S_(k < n) (3 / 2 * r k ^ 2 - / 2 * (r k ^ 2) ^ 2) <= \S_(k < n) r k.
  apply: total_le => k; have := r0 k; set x := r k => x0.
  have : 0 <= x * (x - 1) ^ 2 * (x + 2) by apply: Rmult_le_pos; [apply: Rmult_le_pos => //; exact: pow2_ge_0 | lra].
  lra.
rewrite (total_ext (g := fun k => 3 / 2 / S * q k - / 2 / S ^ 2 * q k ^ 2)) in b; last by move=> k; rewrite rr; field; lra.
rewrite total_sub !total_scal q1 -e in b.
have t : \S_(k < n) r k = (\S_(k < n) sqrt (q k)) / sqrt S by rewrite -total_div.
rewrite t in b; have b' : / S <= (\S_(k < n) sqrt (q k)) / sqrt S.
  have : 3 / 2 / S * 1 - / 2 / S ^ 2 * S = / S by field; lra.
  lra.
have := Rmult_le_compat_r (sqrt S) _ _ (Rlt_le _ _ s0) b'.
by rewrite -{1}ss /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; [|lra]; have -> : / (sqrt S * sqrt S) * sqrt S = / sqrt S by field; lra.
Qed.
Lemma bures_from_gap H : frobsq H = 1 -> bures H <= from_gap (INR n) (V H ^ 2).
Proof.
move=> f; have [q sp] := gram_spectrum H; have q0 := gram_spectrum_ge0 sp; have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
rewrite (bures_spectrum (Req_le _ _ f) sp); have s0 := sqrt_lt_R0 _ M; have ss := sqrt_sqrt (INR n) (Rlt_le _ _ M).
rewrite (total_ext (g := fun k => q k - 2 / sqrt (INR n) * sqrt (q k) + / INR n)); last first.
  move=> k; have rr := sqrt_sqrt (q k) (q0 k); set r := sqrt (q k) in rr *; set w := sqrt (INR n) in s0 ss *.
  by rewrite -rr -ss; field; lra.
rewrite total_add total_sub total_scal total_const q1.
have v : V H ^ 2 = \S_(k < n) q k ^ 2 - 1 / INR n.
  by rewrite (orthogonality.V_power_sums n0 _ sp) ?q1; [field; lra | rewrite f; lra].
set S := \S_(k < n) q k ^ 2 in v; have S0 : 0 < S.
  have := pow2_ge_0 (V H); have : 0 < / INR n by exact: Rinv_0_lt_compat.
  by rewrite v /Rdiv; lra.
have b := @roots_below q S q0 q1 erefl S0.
rewrite /from_gap v; have -> : 1 + INR n * (S - 1 / INR n) = INR n * S by field; lra.
rewrite sqrt_mult; [|lra|lra]; have r0 := sqrt_lt_R0 _ S0.
have -> : 2 / (sqrt (INR n) * sqrt S) = 2 / sqrt (INR n) * / sqrt S by field; lra.
have c0 : 0 <= 2 / sqrt (INR n) by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
have := Rmult_le_compat_l _ _ _ c0 b; have -> : INR n * / INR n = 1 by field; lra.
lra.
Qed.
Lemma bures_largest H : frobsq H = 1 -> bures H <= 2 - 2 / sqrt (INR n).
Proof.
move=> f; apply: Rle_trans (bures_from_gap f) _; have [_ h] := V_square_le H.
have := from_gap_mono M (pow2_ge_0 (V H)) (h f); rewrite {2}/from_gap.
by have -> : 1 + INR n * (1 - 1 / INR n) = INR n by field; lra.
Qed.
End Matrix.

(* ---------- the chain ---------- *)
Section Chain.
Variables (N : law R) (d n : nat) (H0 : 'M[R]_(d, n)).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n0 : (0 < n)%N) (h0 : frobsq H0 = 1).
Notation G := (gaussian N d d).
Let M : 0 < INR n := INR_pos n0.
Lemma hidden_le1 W k : frobsq (hidden H0 W k) <= 1.
Proof. by case: k => [|k] /=; [rewrite h0; lra | exact: layer_norm_le]. Qed.
Lemma hidden_mes m k : measurable_matrix (weights G m) (fun W => hidden H0 W k).
Proof. by apply: hidden_measurable; exact: gaussian_entries. Qed.
Notation first l := (image (fun W => W l *m hidden H0 W l)%ring (weights G l.+1)).
Notation second := (image (scaled (/ sqrt (INR n))) (gaussian N d n)).
Notation distance l := (W2sq (first l) second).
Lemma chain_coupled l : coupled (first l) second (mean (weights G l) (fun W => bures (hidden H0 W l))).
Proof.
apply: (random_coupling normal d0 n0 (M := fun W => hidden H0 W l) (@hidden_mes l l)) => [W|B bB]; first exact: hidden_le1.
have m : measurable_matrix (weights G l.+1) (fun W => W l *m hidden H0 W l)%ring.
  by apply: measurable_matrix_mul; [apply: draws_matrix; exact: gaussian_entries | exact: hidden_mes].
rewrite prob_mean //; congr EFin; rewrite mean_image.
have i : integrable (weights G l.+1) (fun W => member B (W l *m hidden H0 W l)%ring).
  apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: member_range.
  exact: borel_of_measurable m (member_borel bB).
rewrite (draws_mean_next i); apply: mean_ext => W; apply: mean_ext => w; congr (member B (_ *m _)%ring).
  by rewrite /put eqxx.
by apply: hidden_depends => k kl; exact: put_earlier.
Qed.
Lemma chain_distance l : distance l <= mean (weights G l) (fun W => bures (hidden H0 W l)).
Proof. exact: W2sq_le (chain_coupled l). Qed.
Lemma chain_pairs l : exists c, coupled (first l) second c.
Proof. by exists (mean (weights G l) (fun W => bures (hidden H0 W l))); exact: chain_coupled. Qed.
(* a bound that holds where the norm is 1 *)
Lemma chain_bures_le l g C : integrable (weights G l) g -> (forall W, - C <= g W) ->
  (forall W, frobsq (hidden H0 W l) = 1 -> bures (hidden H0 W l) <= g W) ->
  mean (weights G l) (fun W => bures (hidden H0 W l)) <= mean (weights G l) g.
Proof.
move=> ig gC h; have ib := integrable_bad (@hidden_mes l l).
have i1 := @bures_integrable d n n0 _ (weights G l) (fun W => hidden H0 W l) (@hidden_mes l l) (fun W => hidden_le1 W l).
rewrite -[X in _ <= X]Rplus_0_r -(Rmult_0_r (INR n + C)) -(chain_bad normal d0 h0 l) -mean_scal // -mean_add //;
  last exact: integrable_scal.
apply: mean_le => // [|W]; first by apply: integrable_add => //; exact: integrable_scal.
have [e|ne] := Req_dec (frobsq (hidden H0 W l)) 1; first by rewrite bad_of // Rmult_0_r Rplus_0_r; exact: h.
by rewrite bad_at //; have [_ b] := bures_range n0 (hidden_le1 W l); have := gC W; lra.
Qed.
Lemma chain_V_integrable l k : integrable (weights G l) (fun W => V (hidden H0 W k)).
Proof.
apply: (integrable_between (a := 0) (b := 1)); last by move=> w; exact: V_le1.
by apply: measurable_V; exact: hidden_mes.
Qed.
Lemma chain_V2_integrable l k : integrable (weights G l) (fun W => V (hidden H0 W k) ^ 2).
Proof.
apply: (integrable_between (a := 0) (b := 1)).
  by apply: measurable_pow; apply: measurable_V; exact: hidden_mes.
by move=> w; split; [exact: pow2_ge_0 | have [] := V_square_le n0 (hidden H0 (draw w) k)].
Qed.
Notation square l := (mean (weights G l) (fun W => V (hidden H0 W l) ^ 2)).
Lemma square_ge0 l : 0 <= square l.
Proof. by apply: mean_ge0 => W; exact: pow2_ge_0. Qed.
Lemma distance_from_gap l : distance l <= from_gap (INR n) (square l).
Proof.
apply: Rle_trans (chain_distance l) _; set x := square l; have x0 : 0 <= x by exact: square_ge0.
have [w1 _] := gap_root M x0; set c := INR n / sqrt (1 + INR n * x) ^ 3.
have c0 : 0 <= c by apply: Rlt_le; apply: Rdiv_lt_0_compat => //; apply: pow_lt; lra.
have i : integrable (weights G l) (fun W => c * (V (hidden H0 W l) ^ 2 - x)).
  by apply: integrable_scal; apply: integrable_sub; [exact: chain_V2_integrable | exact: integrable_const].
have -> : from_gap (INR n) x = mean (weights G l) (fun W => from_gap (INR n) x + c * (V (hidden H0 W l) ^ 2 - x)).
  rewrite mean_add //; last exact: integrable_const.
  rewrite mean_const mean_scal ?mean_sub ?mean_const //; try exact: chain_V2_integrable; try exact: integrable_const.
    by rewrite -/x; ring.
  by apply: integrable_sub; [exact: chain_V2_integrable | exact: integrable_const].
apply: (chain_bures_le (C := c * x)).
- by apply: integrable_add => //; exact: integrable_const.
- move=> W; have := from_gap_ge0 M x0; have := Rmult_le_pos _ _ c0 (pow2_ge_0 (V (hidden H0 W l))); lra.
- by move=> W f; apply: Rle_trans (bures_from_gap n0 f) _; apply: from_gap_tangent => //; exact: pow2_ge_0.
Qed.
Lemma square_le_gap l : square l <= mean (weights G l) (fun W => V (hidden H0 W l)).
Proof.
apply: mean_le; [exact: chain_V2_integrable | exact: chain_V_integrable | move=> W].
by have := V_le1 n0 (hidden H0 W l); nra.
Qed.
End Chain.
