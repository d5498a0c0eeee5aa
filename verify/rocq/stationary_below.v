(* The squared gap of a wide network from orthogonal samples, from below (sharp:stationary-gap-below). Let g = n/(n+2), K = 1 - 1/n.

   One layer: with e_k = q_k - 1/n the Gram map has p_k - 1/n = g e_k + err_k, h_k = err_k + 2 g e_k^2 >= 0 (lemma 8) and \S err_k = 0.
   Let e_k lie between -b and a. \S e_k err_k = \S e_k h_k - 2 g \S e_k^3 >= - 2 g (a + b) V^2, and (a + b)^2 <= 2 V^2, so that
   \S (p_k - 1/n)^2 >= g^2 (V^2 - 4 (a + b) V^2) >= g^2 ((1 - 2 e) V^2 - 4 V^4/e) for every e > 0 ([gram_square_below]).
   Depth: x = E V^2 has x' >= (1 - 1/d) g^2 ((1 - 2 e) x - 4 y/e) + K/d, y = E V^4 being at most 96 n^4 (n+2) l/d^2 (stationary.v);
   with e = 28 n^2 sqrt(l/d) this leads to the bound ([recursion_below]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra means chains normal gram_map wide layer_gaps normed_chain stationary.
From Lemmata.verify.rocq Require series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the Gram map ---------- *)
Section Gram.
Variables (N : law R) (n : nat) (q : 'I_n -> R).
Hypotheses (normal : standard_normal N) (n0 : (0 < n)%N) (q0 : forall k, 0 <= q k) (q1 : \S_(k < n) q k = 1).
Let M : 0 < INR n := INR_pos n0.
Notation g := (INR n / (INR n + 2)).
Let e k := q k - 1 / INR n.
Let V2 := \S_(k < n) e k ^ 2.
Lemma spread_ends : exists a b, [/\ 0 <= a, 0 <= b, (a + b) ^ 2 <= 2 * V2 & forall k, - b <= e k <= a].
Proof.
have [i hi] := largest_index e n0; have [m hm] := least_index e n0.
have z : \S_(k < n) e k = 0 by exact: deviations_total.
have a0 : 0 <= e i.
  apply: Rnot_lt_le => lt; have := total_le hi; rewrite z total_const => h; nra.
have b0 : 0 <= - e m.
  have := total_le hm; rewrite z total_const => h; nra.
exists (e i), (- e m); split=> // [|k]; last by have := hi k; have := hm k; lra.
have v0 : 0 <= V2 by apply: total_ge0 => k; exact: pow2_ge_0.
have [im | ne] := eqVneq i m; first by rewrite im; have -> : e m + - e m = 0 by [ring]; lra.
have : e i ^ 2 + e m ^ 2 <= V2.
  rewrite /V2 (total_split _ i) (total_split (fun k => if k == i then 0 else e k ^ 2) m) eq_sym (negbTE ne).
  have : 0 <= \S_(k < n) (if k == m then 0 else if k == i then 0 else e k ^ 2).
    by apply: total_ge0 => k; case: eqP => _; [lra | case: eqP => _; [lra | exact: pow2_ge_0]].
  lra.
by have := pow2_ge_0 (e i - - e m); lra.
Qed.
Lemma gram_square_below eps : 0 < eps ->
  g ^ 2 * ((1 - 2 * eps) * V2 - 4 / eps * V2 ^ 2) <= \S_(k < n) (gram_map N q k * gram_map N q k) - 1 / INR n.
Proof.
move=> ep; pose p k := gram_map N q k; pose err k := p k - 1 / INR n - g * e k; pose h k := err k + 2 * g * e k ^ 2.
have gp : 0 < g by apply: Rdiv_lt_0_compat; lra.
have p1 : \S_(k < n) p k = 1 by exact: gram_total.
have ez : \S_(k < n) e k = 0 by exact: deviations_total.
have h0 k : 0 <= h k.
  have := gram_below normal q0 q1 k; rewrite /h /err /p /e.
  have -> : 2 * INR n / (INR n + 2) = 2 * g by field; lra.
  have gE : g = 1 - 2 * g * (1 / INR n) by field; lra.
  have z : (q k - 1 / INR n) * (1 - g - 2 * g * (1 / INR n)) = 0 by have -> : 1 - g - 2 * g * (1 / INR n) = 0 by [lra]; ring.
  move: z; set G := g; set i := 1 / INR n => z low; lra.
have ez2 : \S_(k < n) err k = 0.
  by rewrite /err !total_sub total_scal p1 ez total_const; field; lra.
have hs : \S_(k < n) h k = 2 * g * V2 by rewrite /h total_add ez2 total_scal -/V2; ring.
have [a [b [a0 b0 ab range]]] := spread_ends.
have cross : - (2 * g * V2 * (a + b)) <= \S_(k < n) (e k * err k).
  have : \S_(k < n) (- b * h k - 2 * g * a * e k ^ 2) <= \S_(k < n) (e k * err k).
    apply: total_le => k; have [r1 r2] := range k; have hk := h0 k; have e2 := pow2_ge_0 (e k).
    have -> : e k * err k = e k * h k - 2 * g * e k * e k ^ 2 by rewrite /h; ring.
    have : - b * h k <= e k * h k by apply: Rmult_le_compat_r.
    have : g * (e k * e k ^ 2) <= g * (a * e k ^ 2) by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_r].
    lra.
  by rewrite total_sub !total_scal hs -/V2; lra.
have sq : \S_(k < n) (p k * p k) - 1 / INR n = \S_(k < n) ((g * e k) ^ 2 + 2 * g * (e k * err k) + err k ^ 2).
  rewrite [RHS](total_ext (g := fun k => p k * p k - 2 / INR n * p k + / INR n ^ 2)); last by move=> k; rewrite /err; field; lra.
  by rewrite total_add total_sub total_scal p1 total_const; field; lra.
rewrite sq !total_add total_scal (total_ext (g := fun k => g ^ 2 * e k ^ 2)); last by move=> k; ring.
rewrite total_scal -/V2; have r0 : 0 <= \S_(k < n) err k ^ 2 by apply: total_ge0 => k; exact: pow2_ge_0.
have v0 : 0 <= V2 by apply: total_ge0 => k; exact: pow2_ge_0.
have am : 4 * (a + b) <= 2 * eps + 4 / eps * V2.
  have : 0 <= 2 / eps * ((a + b) - eps) ^ 2 by apply: Rmult_le_pos; [apply: Rlt_le; apply: Rdiv_lt_0_compat; lra | exact: pow2_ge_0].
  have -> : 2 / eps * ((a + b) - eps) ^ 2 = 2 / eps * (a + b) ^ 2 - 4 * (a + b) + 2 * eps by field; lra.
  have i0 : 0 <= 2 / eps by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
  have := Rmult_le_compat_l _ _ _ i0 ab; have -> : 2 / eps * (2 * V2) = 4 / eps * V2 by field; lra.
  lra.
have := Rmult_le_compat_l (2 * g) _ _ ltac:(lra) cross.
have := Rmult_le_compat_l (g ^ 2 * V2) _ _ (Rmult_le_pos _ _ (pow2_ge_0 g) v0) am.
lra.
Qed.
End Gram.

(* ---------- one layer ---------- *)
Lemma layer_square_below (N : law R) d n (H : 'M[R]_(d, n)) eps : standard_normal N -> (0 < d)%N -> (0 < n)%N -> frobsq H = 1 -> 0 < eps ->
  (1 - 1 / INR d) * ((INR n / (INR n + 2)) ^ 2 * ((1 - 2 * eps) * V H ^ 2 - 4 / eps * V H ^ 4)) + (1 - 1 / INR n) / INR d
  <= mean (gaussian N d d) (fun W => V (layer W H) ^ 2).
Proof.
move=> normal d0 n0 f ep; have [q sp] := gram_spectrum H; have q0 := gram_spectrum_ge0 sp.
have q1 : \S_(k < n) q k = 1 by rewrite -(gram_frobsq sp).
case: (sp) => U [oU eU]; have [_ ->] := layer_V_square normal d0 n0 sp q1 oU eU; have b := gram_square_below normal n0 q0 q1 ep.
rewrite -(V_norm_one f sp) in b; have -> : V H ^ 4 = (V H ^ 2) ^ 2 by ring.
have D : 1 <= INR d by apply: (le_INR 1); apply/leP.
have M := INR_pos n0; have c0 : 0 <= 1 - 1 / INR d.
  have : / INR d <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  by rewrite /Rdiv; lra.
have := Rmult_le_compat_l _ _ _ c0 b; set S := \S_(k < n) _.
have -> : (1 - 1 / INR d) * (S - 1 / INR n) = S - 1 / INR n + (1 - S) / INR d - (1 - 1 / INR n) / INR d by field; lra.
lra.
Qed.

(* ---------- numbers ---------- *)
Section Recursion.
Variables (n d : R) (L : nat) (x y : nat -> R).
Hypotheses (n2 : 2 <= n) (d1 : 1 <= d) (L1 : (1 <= L)%N).
Notation g := (n / (n + 2)).
Notation r := (g ^ 2).
Let s := sqrt (INR L / d).
Let eps := 28 * n ^ 2 * s.
Hypotheses (x0 : forall l, 0 <= x l) (y0 : forall l, (l <= L)%N -> y l <= 96 * n ^ 4 * (n + 2) * INR L / d ^ 2).
Hypothesis step : 0 < eps -> forall l, (1 - 1 / d) * (r * ((1 - 2 * eps) * x l - 4 / eps * y l)) + (1 - 1 / n) / d <= x l.+1.
Let geo (t : R) (l : nat) := \S_(j < l) t ^ j.
Lemma geo_next t l : geo t l.+1 = 1 + t * geo t l.
Proof.
elim: l => [|l IH]; first by rewrite /geo (series.total_recr (fun j => t ^ j)) !series.total_empty /=; ring.
by rewrite {1}/geo (series.total_recr (fun j => t ^ j)) -/(geo t l.+1) IH {2}/geo (series.total_recr (fun j => t ^ j)) -/(geo t l) /=; ring.
Qed.
Lemma geo_closed t l : (1 - t) * geo t l = 1 - t ^ l.
Proof.
elim: l => [|l IH]; first by rewrite /geo series.total_empty /=; ring.
by rewrite geo_next Rmult_plus_distr_l (_ : (1 - t) * (t * geo t l) = t * ((1 - t) * geo t l)); [rewrite IH /=; ring | ring].
Qed.
Theorem recursion_below :
  (1 + - (30 * n ^ 3 * s)) * (1 - g ^ (2 * L)) * ((n - 1) * (n + 2) ^ 2 / (4 * n * (n + 1))) / d <= x L.
Proof.
have LR : 1 <= INR L by apply: (le_INR 1); apply/leP.
have ss : s * s = INR L / d by apply: sqrt_sqrt; apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
have s0 : 0 < s by apply: sqrt_lt_R0; apply: Rdiv_lt_0_compat; lra.
have n3 : 8 <= n ^ 3 by have : 0 <= (n - 2) * (n ^ 2 + 2 * n + 4); [apply: Rmult_le_pos; nra | lra].
have gE : r = n ^ 2 / (n + 2) ^ 2 by field; lra.
have g1 : 0 < r < 1.
  rewrite gE; split; first by apply: Rdiv_lt_0_compat; nra.
  by apply: (Rmult_le_reg_r ((n + 2) ^ 2)) || idtac; apply: (Rmult_lt_reg_r ((n + 2) ^ 2)); [nra | rewrite /Rdiv Rmult_assoc Rinv_l; nra].
have cE : (n - 1) * (n + 2) ^ 2 / (4 * n * (n + 1)) = (1 - 1 / n) / (1 - r) by rewrite gE; field; repeat split; nra.
have S0 : 0 <= geo r L by apply: total_ge0 => j; apply: pow_le; lra.
have k0 : 0 < 1 - 1 / n.
  have : / n <= / 2 by apply: Rinv_le_contravar; lra.
  by rewrite /Rdiv; lra.
have -> : (1 + - (30 * n ^ 3 * s)) * (1 - g ^ (2 * L)) * ((n - 1) * (n + 2) ^ 2 / (4 * n * (n + 1))) / d
        = (1 - 30 * n ^ 3 * s) * ((1 - 1 / n) / d * geo r L).
  have -> : g ^ (2 * L) = r ^ L by rewrite -pow_mult; congr (_ ^ _).
  by rewrite -geo_closed cE; field; lra.
set T := (1 - 1 / n) / d * geo r L; have T0 : 0 <= T by apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
have [big | small] := Rle_lt_dec 1 (30 * n ^ 3 * s).
  by apply: Rle_trans (x0 L); have := Rmult_le_compat_r T _ _ T0 big; lra.
have ep : 0 < eps by apply: Rmult_lt_0_compat => //; nra.
have e2 : eps <= 28 / 60.
  have : n ^ 2 * s * n <= / 30 by have -> : n ^ 2 * s * n = n ^ 3 * s by [ring]; lra.
  have : 0 <= n ^ 2 * s by apply: Rmult_le_pos; [nra | lra].
  rewrite /eps; nra.
have i1 : 0 < / d <= 1 by split; [apply: Rinv_0_lt_compat; lra | rewrite -Rinv_1; apply: Rinv_le_contravar; lra].
pose rho := (1 - 1 / d) * (1 - 2 * eps) * r; pose a := n / 4 * (2 * eps + / d).
pose Q := r * (4 / eps) * (96 * n ^ 4 * (n + 2) * INR L / d ^ 2).
have rho0 : 0 <= rho by apply: Rmult_le_pos; [apply: Rmult_le_pos; rewrite /Rdiv; lra | lra].
have a0 : 0 <= a by apply: Rmult_le_pos; lra.
have Q0 : 0 <= Q.
  apply: Rmult_le_pos; first by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rdiv_lt_0_compat; lra].
  apply: Rmult_le_pos; last by apply: Rlt_le; apply: Rinv_0_lt_compat; nra.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; [have := pow_le n 4 ltac:(lra); lra | lra] | lra].
have next l : (l <= L)%N -> rho * x l + ((1 - 1 / n) / d - Q) <= x l.+1.
  move=> lL; apply: Rle_trans (step ep l); have yl := y0 lL.
  have w0 : 0 <= r * (4 / eps) by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rdiv_lt_0_compat; lra].
  have := Rmult_le_compat_l _ _ _ w0 yl; rewrite -/Q => yq.
  have : (1 - 1 / d) * (r * (4 / eps) * y l) <= Q.
    have [ny | py] := Rle_lt_dec (r * (4 / eps) * y l) 0.
      by apply: Rle_trans Q0; have := Rmult_le_compat_l (1 - 1 / d) _ _ ltac:(rewrite /Rdiv; lra) ny; lra.
    have : (1 - 1 / d) * (r * (4 / eps) * y l) <= 1 * (r * (4 / eps) * y l) by apply: Rmult_le_compat_r; rewrite /Rdiv; lra.
    lra.
  by rewrite /rho; lra.
(* the geometric sums *)
have rs l : r * geo r l <= n / 4.
  have gl : geo r l <= 1 / (1 - r).
    apply: (Rmult_le_reg_l (1 - r)); first lra.
    by rewrite geo_closed; have -> : (1 - r) * (1 / (1 - r)) = 1 by [field; lra]; have := pow_le r l ltac:(lra); lra.
  apply: Rle_trans (Rmult_le_compat_l r _ _ ltac:(lra) gl) _.
  have -> : r * (1 / (1 - r)) = n ^ 2 / (4 * (n + 1)) by rewrite gE; field; repeat split; nra.
  by apply: (Rmult_le_reg_r (4 * (n + 1))); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; nra].
have gs l : 0 <= geo r l by apply: total_ge0 => j; apply: pow_le; lra.
have compare l : (1 - a) * geo r l <= geo rho l.
  elim: l => [|l IH]; first by rewrite /geo !series.total_empty; lra.
  rewrite !geo_next; have u := Rmult_le_compat_l _ _ _ rho0 IH.
  suff : (1 - a) * ((r - rho) * geo r l) <= a by lra.
  have d0 : 0 <= (r - rho) * geo r l <= a.
    have -> : (r - rho) * geo r l = (1 - (1 - 1 / d) * (1 - 2 * eps)) * (r * geo r l) by rewrite /rho; ring.
    have f0 : 0 <= 1 - (1 - 1 / d) * (1 - 2 * eps) <= 2 * eps + / d by rewrite /Rdiv Rmult_1_l; nra.
    have rg : 0 <= r * geo r l by apply: Rmult_le_pos; [lra | exact: gs].
    split; first by apply: Rmult_le_pos; lra.
    by rewrite /a Rmult_comm; apply: Rmult_le_compat => //; lra.
  nra.
(* a + b <= 30 n^3 s *)
pose b := Q * d / (1 - 1 / n).
have bE : b <= 14 * n ^ 3 * s.
  have e : b = 96 / 7 * n ^ 2 * (n ^ 3 / ((n + 2) * (n - 1))) * s.
    rewrite /b /Q gE /eps (_ : INR L = s * s * d); last by rewrite ss; field; lra.
    by field; repeat split; nra.
  have le : n ^ 3 / ((n + 2) * (n - 1)) <= n.
    have p : 0 < (n + 2) * (n - 1) by nra.
    apply: (Rmult_le_reg_r _ _ _ p); rewrite /Rdiv Rmult_assoc Rinv_l; nra.
  have c0 : 0 <= 96 / 7 * n ^ 2 by nra.
  have := Rmult_le_compat_l _ _ _ c0 le; rewrite e => h; apply: Rmult_le_compat_r; first lra.
  have -> : n ^ 3 = n ^ 2 * n by ring.
  by have : 0 <= n ^ 2 * n by [nra]; lra.
have aE : a <= 15 * n ^ 3 * s.
  have ds : / d <= s.
    apply: Rnot_lt_le => lt; have : s * s < / d * / d by nra.
    rewrite ss; have : / d * / d <= INR L / d by apply: Rmult_le_compat_r; lra.
    lra.
  have -> : a = 14 * n ^ 3 * s + n / 4 * / d by rewrite /a /eps; field; lra.
  have : n / 4 * / d <= n ^ 3 * s by apply: Rmult_le_compat; [lra | lra | nra | lra].
  lra.
have qE : (1 - 1 / n) / d - Q = (1 - 1 / n) / d * (1 - b) by rewrite /b; field; repeat split; nra.
have kd : 0 < (1 - 1 / n) / d by apply: Rdiv_lt_0_compat; lra.
have b0 : 0 <= b by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
have b1 : b < 1 by nra.
have low l : (l <= L)%N -> ((1 - 1 / n) / d - Q) * geo rho l <= x l.
  elim: l => [|l IH] lL; first by rewrite /geo series.total_empty Rmult_0_r.
  apply: Rle_trans (next l (ltnW lL)); rewrite geo_next.
  by have := Rmult_le_compat_l _ _ _ rho0 (IH (ltnW lL)); lra.
apply: Rle_trans (low L (leqnn L)); rewrite qE.
apply: (Rle_trans _ ((1 - 1 / n) / d * (1 - b) * ((1 - a) * geo r L))); last first.
  by apply: Rmult_le_compat_l; [apply: Rmult_le_pos; lra | exact: compare].
have -> : (1 - 1 / n) / d * (1 - b) * ((1 - a) * geo r L) = (1 - b) * (1 - a) * T by rewrite /T; ring.
apply: Rmult_le_compat_r => //; have := Rmult_le_pos _ _ a0 b0.
have : a + b <= 29 * n ^ 3 * s by lra.
have : 0 <= n ^ 3 * s by apply: Rmult_le_pos; lra.
lra.
Qed.
End Recursion.

(* ---------- the chain ---------- *)
Section Chain.
Variables (N : law R) (d n : nat) (H0 : 'M[R]_(d, n)).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (n2 : (2 <= n)%N) (h0 : frobsq H0 = 1) (start : V H0 = 0).
Notation G := (gaussian N d d).
Let n0 : (0 < n)%N. Proof. exact: ltnW. Qed.
Let M2 : 2 <= INR n. Proof. by rewrite -[2]/(INR 2); apply/le_INR/ssrnat.leP. Qed.
Let D1 : 1 <= INR d. Proof. by rewrite -[1]/(INR 1); apply/le_INR/ssrnat.leP. Qed.
Notation square l := (mean (weights G l) (fun W => V (hidden H0 W l) ^ 2)).
Notation fourth l := (mean (weights G l) (fun W => capped (hidden H0 W l))).
Lemma fourth_below L l : (l <= L)%N -> fourth l <= 96 * INR n ^ 4 * (INR n + 2) * INR L / INR d ^ 2.
Proof.
move=> lL; set c := 96 * INR n ^ 4 * (INR n + 2) / INR d ^ 2.
have c0 : 0 <= c.
  apply: Rmult_le_pos; last by apply: Rlt_le; apply: Rinv_0_lt_compat; nra.
  by apply: Rmult_le_pos; [have := pow_le (INR n) 4 ltac:(lra); lra | lra].
have -> : 96 * INR n ^ 4 * (INR n + 2) * INR L / INR d ^ 2 = c * INR L by rewrite /c; field; lra.
apply: (Rle_trans _ (c * INR l)); last by apply: Rmult_le_compat_l => //; apply/le_INR/ssrnat.leP.
elim: l lL => [|l IH] lL.
  rewrite Rmult_0_r (mean_ext _ (g := fun=> 0)) ?mean_const; first lra.
  by move=> W /=; rewrite /capped start Rmin_left; rewrite /=; lra.
by rewrite S_INR; have := fourth_next normal d0 n2 h0 l; rewrite -/c; have := IH (ltnW lL); lra.
Qed.
Lemma square_next_below eps l : 0 < eps ->
  (1 - 1 / INR d) * ((INR n / (INR n + 2)) ^ 2 * ((1 - 2 * eps) * square l - 4 / eps * fourth l)) + (1 - 1 / INR n) / INR d <= square l.+1.
Proof.
move=> ep; set a := (1 - 1 / INR d) * ((INR n / (INR n + 2)) ^ 2); set c := (1 - 1 / INR n) / INR d.
have a0 : 0 <= a.
  apply: Rmult_le_pos; last exact: pow2_ge_0.
  have : / INR d <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  by rewrite /Rdiv; lra.
have f0 : 0 < 4 / eps by apply: Rdiv_lt_0_compat; lra.
pose E (K : 'M[R]_(d, n)) := - (a * (1 - 2 * eps)) * V K ^ 2 + a * (4 / eps) * capped K + - c.
have bV : borel_fun (fun K : 'M[R]_(d, n) => V K ^ 2) by apply: measurable_pow; exact: borel_V.
have bC : borel_fun (@capped d n).
  by apply: measurable_min; [apply: measurable_scal; apply: measurable_pow; exact: borel_V | exact: measurable_const].
have i1 := square_integrable (H0 := H0) normal n2 l l; have i2 := fourth_integrable (H0 := H0) normal n2 l l.
have i3 := integrable_linear (- (a * (1 - 2 * eps))) (a * (4 / eps)) i1 i2.
have e : mean (weights G l) (fun W => E (hidden H0 W l)) = - (a * (1 - 2 * eps)) * square l + a * (4 / eps) * fourth l + - c.
  by rewrite mean_add ?mean_const ?mean_linear //; exact: integrable_const.
have h : mean (weights G l.+1) (fun W => - V (hidden H0 W l.+1) ^ 2) <= mean (weights G l) (fun W => E (hidden H0 W l)).
  apply: (@chain_step N normal d n d0 H0 h0 (fun K => - V K ^ 2) E 1 (Rabs (a * (1 - 2 * eps)) + a * (4 / eps) + Rabs c)).
  - exact: measurable_opp.
  - apply: measurable_add; last exact: measurable_const.
    by apply: measurable_add; apply: measurable_scal.
  - by move=> K _; have [v0 v1] := V_square_range K n0; rewrite Rabs_Ropp Rabs_pos_eq.
  - move=> K _; have [v0 v1] := V_square_range K n0; have [k0 k1] := capped_range n2 K.
    apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_Ropp; apply: Rplus_le_compat_r; apply: Rle_trans (Rabs_triang _ _) _.
    apply: Rplus_le_compat; rewrite Rabs_mult ?Rabs_Ropp.
      by rewrite -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l; [exact: Rabs_pos | rewrite Rabs_pos_eq].
    have af : 0 <= a * (4 / eps) by apply: Rmult_le_pos; lra.
    by rewrite (Rabs_pos_eq _ af) Rabs_pos_eq // -[X in _ <= X]Rmult_1_r; apply: Rmult_le_compat_l.
  - move=> K k1; have b := layer_square_below normal d0 n0 k1 ep; rewrite -/c in b.
    have [i _] : integrable G (fun W => V (layer W K) ^ 2) /\ True.
      split=> //; apply: (integrable_between (a := 0) (b := 1)) => [|w]; last exact: V_square_range.
      exact: borel_of_measurable (@layer_matrix d n G K (@gaussian_entries N normal d d)) bV.
    rewrite mean_opp // /E; have q := fourth_le_capped n2 K.
    have := Rmult_le_compat_l (a * (4 / eps)) _ _ ltac:(apply: Rmult_le_pos; lra) q.
    move: b; rewrite -/a => b; have : a * ((1 - 2 * eps) * V K ^ 2 - 4 / eps * V K ^ 4) + c <= mean G (fun W => V (layer W K) ^ 2).
      by rewrite /a Rmult_assoc.
    lra.
rewrite mean_opp in h; last exact: square_integrable.
rewrite e in h; rewrite -Rmult_assoc -/a; lra.
Qed.
Theorem square_below l : (1 <= l)%N ->
  (1 + - (30 * INR n ^ 3 * sqrt (INR l / INR d))) * (1 - (INR n / (INR n + 2)) ^ (2 * l))
  * ((INR n - 1) * (INR n + 2) ^ 2 / (4 * INR n * (INR n + 1))) / INR d <= square l.
Proof.
move=> l1; apply: (@recursion_below (INR n) (INR d) l (fun k => square k) (fun k => fourth k)) => //.
- by move=> k; apply: mean_ge0 => W; exact: pow2_ge_0.
- by move=> k kl; exact: fourth_below.
- by move=> ep k; exact: square_next_below.
Qed.
End Chain.
