(* The Gram map does not contract the eigenvalues by much more than its local rate (sharp:stationary-gap-below).

   q >= 0 of sum 1, p its Gram map, u a row of a Haar matrix (the direction of n normals), y = sum q_k u_k^2 and
   z = sum q_k^2 u_k^2: sum p_k q_k = E z/y, E y = 1/n, z >= y^2, and 1/y >= 2n - n^2 y. So
   sum p_k (q_k - 1/n) >= n E (z - y^2) - n E (z - y^2)(n y - 1). With v^2 = sum (q_k - 1/n)^2 the moments of order four give
   E (z - y^2) = v^2/(n+2), E (z - y^2)^2 <= 3 v^4/(n (n+2)) and E (n y - 1)^2 = 2 n v^2/(n+2). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry haar gram_map.
From Lemmata.verify.rocq Require sphere haar_exists.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Haar.
Variables (N : law R) (n : nat) (L : law 'M[R]_n) (j : 'I_n) (q : 'I_n -> R).
Hypotheses (normal : standard_normal N) (H : haar L) (q0 : forall k, 0 <= q k).
Notation E := (mean L).
Notation M := (INR n).
Notation p := (gram_map N q).
Let n0 : (0 < n)%N. Proof. by case: (j) => i; exact: leq_ltn_trans. Qed.
Let M1 : 1 <= M. Proof. exact: INR_ge1. Qed.
Let ratio (i : 'I_n) (x : 'M[R]_(1, n)) : R := q i * x ord0 i ^ 2 / \S_(k < n) (q k * x ord0 k ^ 2).
Let ratio_le1 i x : Rabs (ratio i x) <= 1.
Proof.
have t k : 0 <= q k * x ord0 k ^ 2 by apply: Rmult_le_pos => //; exact: pow2_ge_0.
have l := total_one_term i t; have s := total_ge0 t; rewrite /ratio; case: s => [s | z]; last first.
  have -> : q i * x ord0 i ^ 2 = 0 by have := t i; rewrite -z in l; lra.
  by rewrite /Rdiv Rmult_0_l Rabs_R0; lra.
rewrite Rabs_pos_eq; last by apply: Rmult_le_pos => //; apply: Rlt_le; exact: Rinv_0_lt_compat.
apply: (Rmult_le_reg_r (\S_(k < n) (q k * x ord0 k ^ 2))) => //.
rewrite (_ : _ / _ * _ = q i * x ord0 i ^ 2); last by field; lra.
lra.
Qed.
Let ratio_borel i : borel_fun (ratio i).
Proof.
apply: measurable_div; first by apply: measurable_scal; apply: measurable_pow; exact: borel_entry.
by apply: measurable_total => k; apply: measurable_scal; apply: measurable_pow; exact: borel_entry.
Qed.
(* the Gram map as a mean over Haar matrices *)
Lemma gram_haar i : tame (fun W : 'M[R]_n => q i * W j i ^ 2 / weighted q W j) /\ p i = E (fun W => q i * W j i ^ 2 / weighted q W j).
Proof.
have e (W : 'M[R]_n) : ratio i (row j W) = q i * W j i ^ 2 / weighted q W j.
  by rewrite /ratio /weighted mxE; congr (_ / _); apply: total_ext => k; rewrite mxE.
split.
  split; last by exists 1 => W _; rewrite -e; exact: ratio_le1.
  apply: measurable_div; first by have [] : tame (fun W : 'M[R]_n => q i * W j i ^ 2) by tame.
  by have [] := tame_weighted q j.
rewrite -(mean_ext L e) (@sphere.haar_row_normals n L N (ratio i) 1 j H normal (ratio_borel i)) //.
  by apply: mean_ext => g; rewrite /ratio mxE; congr (_ / _); apply: total_ext => k; rewrite mxE.
move=> c x c0; rewrite /ratio !mxE (total_ext (g := fun k => c ^ 2 * (q k * x ord0 k ^ 2))); last by move=> k; rewrite mxE; ring.
rewrite total_scal; set s := \S_(k < n) _; have [z | nz] := Req_dec s 0.
  have t k : 0 <= q k * x ord0 k ^ 2 by apply: Rmult_le_pos => //; exact: pow2_ge_0.
  have z' := total_zero t z i; rewrite z Rmult_0_r.
  have -> : q i * (c * x ord0 i) ^ 2 = c ^ 2 * (q i * x ord0 i ^ 2) by ring.
  by rewrite z' Rmult_0_r /Rdiv !Rmult_0_l.
by field; split=> //; lra.
Qed.
(* moments of a weighted row *)
Lemma mean_weighted_sq (a : 'I_n -> R) : E (fun W => weighted a W j ^ 2) = ((\S_(k < n) a k) ^ 2 + 2 * \S_(k < n) a k ^ 2) / (M * (M + 2)).
Proof.
rewrite (mean_ext L (g := fun W => weighted a W j * weighted a W j)); last by move=> W; ring.
rewrite (@mean_weighted_product n L a H j j (3 / (M * (M + 2))) (1 / (M * (M + 2)))); first by field; lra.
by move=> k l; rewrite (same_row_moment H); field; lra.
Qed.
Hypothesis q1 : \S_(k < n) q k = 1.
Notation dev k := (q k - 1 / M).
Notation v2 := (\S_(k < n) dev k ^ 2).
Let dev_sum : \S_(k < n) dev k = 0. Proof. by rewrite total_sub q1 total_const; field; lra. Qed.
Let v2_ge0 : 0 <= v2. Proof. by apply: total_ge0 => k; exact: pow2_ge_0. Qed.
Let y W := weighted q W j.
Let z W := weighted (fun k => q k ^ 2) W j.
Let x W := weighted (fun k => dev k) W j.
Let s W := weighted (fun k => dev k ^ 2) W j.
Let xy W : orthogonal W -> x W = y W - 1 / M.
Proof.
move=> o; rewrite /x /y /weighted (total_ext (g := fun k => q k * W j k ^ 2 - 1 / M * W j k ^ 2)); last by move=> k; ring.
by rewrite total_sub total_scal unit_row // Rmult_1_r.
Qed.
Let zy W : orthogonal W -> z W - y W ^ 2 = s W - x W ^ 2.
Proof.
move=> o; rewrite (xy o).
have -> : s W = z W - 2 / M * y W + 1 / M ^ 2.
  rewrite /s /z /y /weighted (total_ext (g := fun k => q k ^ 2 * W j k ^ 2 - 2 / M * (q k * W j k ^ 2) + 1 / M ^ 2 * W j k ^ 2)); last first.
    by move=> k; field; lra.
  by rewrite total_add total_sub !total_scal unit_row //; ring.
by field; lra.
Qed.
Let zy_ge0 W : orthogonal W -> 0 <= z W - y W ^ 2.
Proof.
move=> o; have := cauchy_schwarz (fun k => q k * W j k) (fun k => W j k).
rewrite unit_row // Rmult_1_r (total_ext (f := fun k => q k * W j k * W j k) (g := fun k => q k * W j k ^ 2)); last by move=> k; ring.
rewrite (total_ext (f := fun k => (q k * W j k) ^ 2) (g := fun k => q k ^ 2 * W j k ^ 2)); last by move=> k; ring.
by rewrite /z /y /weighted; lra.
Qed.
Let ty : tame y. Proof. exact: tame_weighted. Qed.
Let tx : tame x. Proof. exact: tame_weighted. Qed.
Let ts : tame s. Proof. exact: tame_weighted. Qed.
Let mean_x : E (fun W => x W ^ 2) = 2 * v2 / (M * (M + 2)).
Proof. by rewrite /x mean_weighted_sq dev_sum; field; lra. Qed.
Let mean_s : E (fun W => s W) = v2 / M.
Proof. by rewrite /s (mean_weighted _ H). Qed.
Let mean_s2 : E (fun W => s W ^ 2) <= 3 * v2 ^ 2 / (M * (M + 2)).
Proof.
rewrite /s mean_weighted_sq; apply: Rmult_le_compat_r; first by apply: Rlt_le; apply: Rinv_0_lt_compat; nra.
have : \S_(k < n) (dev k ^ 2) ^ 2 <= v2 ^ 2; last lra.
have -> : v2 ^ 2 = \S_(k < n) (dev k ^ 2 * v2) by rewrite total_scal_r; ring.
apply: total_le => k; have := @total_one_term n (fun k => dev k ^ 2) k (fun k => pow2_ge_0 _); have := pow2_ge_0 (dev k); nra.
Qed.
(* sum p_k q_k - 1/n, from below *)
Lemma gram_correlation e : 0 < e ->
  M / (M + 2) * ((1 - e) * v2 - 3 * v2 ^ 2 / (2 * e)) <= \S_(k < n) ((p k - 1 / M) * dev k).
Proof.
move=> e0.
have zE (W : 'M[R]_n) : \S_(k < n) (q k * (q k * W j k ^ 2 / weighted q W j)) = z W / y W.
  by rewrite /z {2}/weighted /Rdiv -total_scal_r; apply: total_ext => k; rewrite /y; ring.
have I k : integrable L (fun W => q k * (q k * W j k ^ 2 / weighted q W j)).
  by apply: integrable_scal; exact: (tame_integrable H (proj1 (gram_haar k))).
have int_zy : integrable L (fun W => z W / y W) := integrable_ext zE (integrable_total I).
have pq : \S_(k < n) (p k * q k) = E (fun W => z W / y W).
  rewrite -(mean_ext L zE) mean_total //; apply: total_ext => k.
  rewrite mean_scal; last exact: (tame_integrable H (proj1 (gram_haar k))).
  by rewrite -(proj2 (gram_haar k)) Rmult_comm.
have psum := gram_total normal q0 q1.
have -> : \S_(k < n) ((p k - 1 / M) * dev k) = \S_(k < n) (p k * q k) - 1 / M.
  rewrite (total_ext (g := fun k => p k * q k - p k * (1 / M) - 1 / M * dev k)); last by move=> k; ring.
  by rewrite !total_sub total_scal_r total_scal psum dev_sum; ring.
have ey : E (fun W => y W) = 1 / M by rewrite /y (mean_weighted q H) q1.
have -> : \S_(k < n) (p k * q k) - 1 / M = E (fun W => z W / y W - y W).
  by rewrite mean_sub // ?ey ?pq //; exact: (tame_integrable H).
(* the bound, W by W *)
pose low W := M * (s W - x W ^ 2) - M / 2 * (M / e * s W ^ 2 + e / M * (M * x W) ^ 2).
have tlow : tame low by rewrite /low; tame.
apply: (Rle_trans _ (E low)); last first.
  apply: mean_le_drawn => [||w]; [exact: (tame_integrable H) | by apply: integrable_sub => //; exact: (tame_integrable H) |].
  move: (draw w) (haar_orthogonal H w) => W o; rewrite /low -(zy o).
  have d0 := zy_ge0 o; have x1 : M * x W = M * y W - 1 by rewrite (xy o); field; lra.
  have y0 : 0 <= y W by rewrite /y /weighted; apply: total_ge0 => k; apply: Rmult_le_pos => //; exact: pow2_ge_0.
  have sd : z W - y W ^ 2 <= s W by rewrite (zy o); have := pow2_ge_0 (x W); lra.
  set D := z W - y W ^ 2 in d0 sd *.
  (* (z - y^2)/y >= (z - y^2) (2 n - n^2 y) *)
  have a : D * (2 * M - M ^ 2 * y W) <= z W / y W - y W.
    case: y0 => [yp | yz].
      have -> : z W / y W - y W = D * (2 * M - M ^ 2 * y W) + D * (1 - M * y W) ^ 2 / y W by rewrite /D; field; lra.
      suff : 0 <= D * (1 - M * y W) ^ 2 / y W by lra.
      by apply: Rmult_le_pos; [apply: Rmult_le_pos => //; exact: pow2_ge_0 | apply: Rlt_le; exact: Rinv_0_lt_compat].
    have zz : z W = 0.
      have t k : 0 <= q k * W j k ^ 2 by apply: Rmult_le_pos => //; exact: pow2_ge_0.
      have zk := total_zero t (esym yz).
      rewrite /z /weighted (total_ext (g := fun=> 0)) ?total_const; first by ring.
      by move=> k; rewrite (_ : q k ^ 2 * W j k ^ 2 = q k * (q k * W j k ^ 2)); [rewrite zk; ring | ring].
    by rewrite /D -yz zz /Rdiv !Rmult_0_l; lra.
  apply: Rle_trans _ a.
  have -> : D * (2 * M - M ^ 2 * y W) = M * D - M * (D * (M * x W)) by rewrite x1; ring.
  suff : D * (M * x W) <= (M / e * s W ^ 2 + e / M * (M * x W) ^ 2) / 2.
    by move=> h; have := Rmult_le_compat_l M _ _ ltac:(lra) h; lra.
  have s2 : D ^ 2 <= s W ^ 2 by apply: pow_incr.
  have me : 0 < M / e by apply: Rdiv_lt_0_compat; lra.
  have -> : (M / e * s W ^ 2 + e / M * (M * x W) ^ 2) / 2
    = D * (M * x W) + M / e * (s W ^ 2 - D ^ 2) / 2 + M / e * (D - e / M * (M * x W)) ^ 2 / 2 by field; lra.
  have := Rmult_le_pos (M / e) (s W ^ 2 - D ^ 2) ltac:(lra) ltac:(lra).
  have := Rmult_le_pos (M / e) ((D - e / M * (M * x W)) ^ 2) ltac:(lra) (pow2_ge_0 _).
  lra.
have is_ := tame_integrable H ts; have ix := tame_integrable H (tame_pow 2 tx); have is2 := tame_integrable H (tame_pow 2 ts).
have -> : E low = M * E (fun W => s W) - M * (1 + e * M / 2) * E (fun W => x W ^ 2) - M ^ 2 / (2 * e) * E (fun W => s W ^ 2).
  rewrite (mean_ext L (g := fun W => M * s W - M * (1 + e * M / 2) * x W ^ 2 - M ^ 2 / (2 * e) * s W ^ 2)); last first.
    by move=> W; rewrite /low; field; lra.
  rewrite mean_sub; [|by apply: integrable_sub; exact: integrable_scal|exact: integrable_scal].
  by rewrite mean_sub; [rewrite !mean_scal | exact: integrable_scal | exact: integrable_scal].
rewrite mean_s mean_x.
have k0 : 0 <= M ^ 2 / (2 * e) by apply: Rmult_le_pos; [exact: pow2_ge_0 | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
have h := Rmult_le_compat_l _ _ _ k0 mean_s2.
have -> : M / (M + 2) * ((1 - e) * v2 - 3 * v2 ^ 2 / (2 * e))
  = M * (v2 / M) - M * (1 + e * M / 2) * (2 * v2 / (M * (M + 2))) - M ^ 2 / (2 * e) * (3 * v2 ^ 2 / (M * (M + 2))).
  by field; lra.
lra.
Qed.
End Haar.

(* the squared gap after the Gram map, from below *)
Theorem gram_spread (N : law R) n (q : 'I_n -> R) e : standard_normal N -> (0 < n)%N -> (forall k, 0 <= q k) -> \S_(k < n) q k = 1 -> 0 < e ->
  (INR n / (INR n + 2)) ^ 2 * ((1 - 2 * e) * (\S_(k < n) (q k - 1 / INR n) ^ 2) - 3 * (\S_(k < n) (q k - 1 / INR n) ^ 2) ^ 2 / e)
  <= \S_(k < n) (gram_map N q k - 1 / INR n) ^ 2.
Proof.
move=> normal n0 q0 q1 e0; have [L H] := haar_exists.haar_exists n.
have c := @gram_correlation N n L (Ordinal n0) q normal H q0 q1 e e0.
set g := INR n / (INR n + 2) in c *; have M1 := INR_ge1 n0.
have g0 : 0 < g by apply: Rdiv_lt_0_compat; lra.
have sq : 0 <= \S_(k < n) ((gram_map N q k - 1 / INR n) - g * (q k - 1 / INR n)) ^ 2 by apply: total_ge0 => k; exact: pow2_ge_0.
rewrite (total_ext (g := fun k => (gram_map N q k - 1 / INR n) ^ 2 - 2 * g * ((gram_map N q k - 1 / INR n) * (q k - 1 / INR n))
  + g ^ 2 * (q k - 1 / INR n) ^ 2)) in sq; last by move=> k; ring.
rewrite total_add total_sub !total_scal in sq.
set v := \S_(k < n) (q k - 1 / INR n) ^ 2 in c sq *.
have := Rmult_le_compat_l (2 * g) _ _ ltac:(lra) c.
have -> : 2 * g * (g * ((1 - e) * v - 3 * v ^ 2 / (2 * e))) = g ^ 2 * ((1 - 2 * e) * v - 3 * v ^ 2 / e) + g ^ 2 * v by field; lra.
lra.
Qed.
