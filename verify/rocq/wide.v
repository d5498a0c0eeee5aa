(* Infinite width: what the Gram map does to the eigenvalues q >= 0 of sum 1.

   [least_attained]: the least is one of the q_k. [least_contracts] is lemma 8 of daneshmand2021. With m the index of the
   least, gamma = 1 - 2n/(n+2) q_m and F_k = p_k - (gamma q_k + (1 - gamma)/n): the F_k sum to 0 and are first >= 0, then <= 0 along
   ascending q ([excess_sign]). Hence [mixed_largest] (p is majorised by gamma q + (1 - gamma)/n) and [mixed_gap]; by
   induction [wide_gap] and [wide_least]. [gram_local]: p_k = 1/n + n/(n+2) eps_k up to 2n/(n+2) \S eps_k^2. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means gram_map.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the least ---------- *)
Lemma arg_least_where n (P : 'I_n -> Prop) (q : 'I_n -> R) i : P i -> exists m, P m /\ forall k, P k -> q m <= q k.
Proof.
move=> /asboolP Pi; have [m /asboolP Pm h] := @arg_minP _ RR _ i (fun k => `[< P k >]) q Pi.
by exists m; split=> // k /asboolP Pk; apply/RleP; exact: h.
Qed.
Lemma arg_least n (q : 'I_n -> R) : (0 < n)%N -> exists m, forall k, q m <= q k.
Proof.
by move=> n0; have [m [_ h]] := @arg_least_where n (fun=> True) q (Ordinal n0) I; exists m => k; exact: h.
Qed.
Lemma leastE n (q : 'I_n -> R) m : (forall k, q m <= q k) -> least q = q m.
Proof.
move=> h; rewrite /least; apply/eqP; rewrite eq_le; apply/andP; split.
  apply: inf_lb; last by exists m.
  by exists (q m) => x [k ->]; apply/RleP.
by apply: lb_le_inf; [exists (q m); exists m | move=> x [k ->]; apply/RleP].
Qed.
Lemma least_attained n (q : 'I_n -> R) : (0 < n)%N -> exists2 m, least q = q m & forall k, q m <= q k.
Proof. by move=> n0; have [m h] := arg_least q n0; exists m => //; exact: leastE. Qed.
Lemma least_le n (q : 'I_n -> R) k : least q <= q k.
Proof. by have [m -> h] := least_attained q (leq_ltn_trans (leq0n k) (ltn_ord k)); exact: h. Qed.

Lemma positive_count n : (0 < n)%N -> 0 < INR n.
Proof. by move=> h; apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Lemma count_ge1 n : (0 < n)%N -> 1 <= INR n.
Proof. by move=> h; rewrite -[1]/(INR 1); apply: le_INR; apply/ssrnat.leP. Qed.

(* a family of sum 1 *)
Section Sum.
Variables (n : nat) (q : 'I_n -> R).
Hypothesis n0 : (0 < n)%N.
Hypothesis q1 : \S_(k < n) q k = 1.
Let M := positive_count n0.
Lemma least_below : least q <= 1 / INR n.
Proof.
have [m -> h] := least_attained q n0.
have := total_le h; rewrite total_const q1 => u.
by apply: (Rmult_le_reg_l (INR n)) => //; have -> : INR n * (1 / INR n) = 1 by field; lra.
Qed.
Lemma deviations_total : \S_(k < n) (q k - 1 / INR n) = 0.
Proof. by rewrite total_sub q1 total_const; field; lra. Qed.
(* V^2 <= n (n-1) Vhat^2 *)
Lemma gap_from_least : \S_(k < n) (q k - 1 / INR n) ^ 2 <= INR n * (INR n - 1) * (1 / INR n - least q) ^ 2.
Proof.
set v := 1 / INR n - least q; pose f k := q k - least q.
have f0 k : 0 <= f k by have := least_le q k; rewrite /f; lra.
have fs : \S_(k < n) f k = INR n * v by rewrite /f /v total_sub q1 total_const; field; lra.
have sq : \S_(k < n) f k ^ 2 <= (INR n * v) ^ 2.
  have h k : f k ^ 2 <= (INR n * v) * f k.
    by have := total_one_term k f0; have := f0 k; rewrite fs; nra.
  by apply: Rle_trans (total_le h) _; rewrite total_scal fs; lra.
have -> : \S_(k < n) (q k - 1 / INR n) ^ 2 = \S_(k < n) f k ^ 2 - INR n * v ^ 2.
  rewrite (total_ext (g := fun k => f k ^ 2 - (2 * v) * f k + v ^ 2)); last by move=> k /=; rewrite /f /v; ring.
  by rewrite total_add total_sub total_scal fs total_const; ring.
lra.
Qed.
End Sum.

Section Wide.
Variables (N : law R) (n : nat).
Hypothesis normal : standard_normal N.
Hypothesis n0 : (0 < n)%N.
Let M := positive_count n0.

Section OneLayer.
Variable q : 'I_n -> R.
Hypothesis q0 : forall k, 0 <= q k.
Hypothesis q1 : \S_(k < n) q k = 1.
Notation p := (gram_map N q).
Notation rate := (1 - 2 * INR n / (INR n + 2) * least q).
Notation mixed k := (rate * q k + (1 - rate) / INR n).
Definition excess k := p k - mixed k.

Lemma least_ge0 : 0 <= least q. Proof. by have [m -> _] := least_attained q n0. Qed.
Lemma rate_range : 0 <= rate <= 1.
Proof.
have a := least_ge0; have b := least_below n0 q1.
have e : 2 * INR n / (INR n + 2) * (1 / INR n) = 2 / (INR n + 2) by field; lra.
have c0 : 0 <= 2 * INR n / (INR n + 2) by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
have := Rmult_le_compat_l _ _ _ c0 b; rewrite e.
have : 2 / (INR n + 2) <= 1 by apply: (Rmult_le_reg_r (INR n + 2)); [lra | rewrite /Rdiv Rmult_assoc Rinv_l; lra].
have := Rmult_le_pos _ _ c0 a; lra.
Qed.
Lemma gram_least m : (forall k, q m <= q k) -> least p = p m.
Proof. by move=> h; apply: leastE => k; apply: gram_mono. Qed.
(* lemma 8 *)
Lemma least_contracts : 1 / INR n - least p <= rate * (1 / INR n - least q).
Proof.
have [m e h] := least_attained q n0; rewrite (gram_least h) e.
have := gram_below normal q0 q1 m; set c := 2 * INR n / (INR n + 2); lra.
Qed.
Lemma least_rises : least q <= least p.
Proof.
have := least_contracts; have [_ r] := rate_range; have := least_below n0 q1 => a.
have : 0 <= (1 - rate) * (1 / INR n - least q) by apply: Rmult_le_pos; lra.
lra.
Qed.

Lemma excess_total : \S_(k < n) excess k = 0.
Proof.
rewrite /excess total_sub (gram_total normal q0 q1) total_add total_scal q1 total_const.
by field; lra.
Qed.
Lemma excess_least m : (forall k, q m <= q k) -> 0 <= excess m.
Proof.
move=> h; rewrite /excess (leastE h).
have := gram_below normal q0 q1 m; set c := 2 * INR n / (INR n + 2) => b.
have -> : (1 - (1 - c * q m)) / INR n = c * q m * (1 / INR n) by field; lra.
lra.
Qed.
Lemma excess_concave i j k : q i <= q j <= q k ->
  (q k - q j) * excess i + (q j - q i) * excess k <= (q k - q i) * excess j.
Proof.
move=> h; have := gram_concave normal q0 h; rewrite /excess.
set r := rate; set s := (1 - r) / INR n; lra.
Qed.
(* first >= 0, then <= 0 *)
Lemma excess_sign i j : q i <= q j -> excess i < 0 -> excess j < 0.
Proof.
move=> ij neg; have [m h] := arg_least q n0; have f := excess_least h.
have c := @excess_concave m i j (conj (h i) ij).
have mi := h i.
have a : 0 <= (q j - q i) * excess m by apply: Rmult_le_pos; lra.
case: (Rle_lt_or_eq_dec _ _ mi) => [lt | e].
  apply: Rnot_le_lt => g.
  have b : 0 <= (q i - q m) * excess j by apply: Rmult_le_pos; lra.
  have d : (q j - q m) * - excess i > 0 by apply: Rmult_lt_0_compat; lra.
  lra.
have pe : p m = p i by apply: Rle_antisym; apply: gram_mono => //; lra.
by move: neg f; rewrite /excess pe e; lra.
Qed.

(* c_k is 1 where q_k > tau and 0 where q_k < tau *)
Definition chooses_largest (tau : R) (c : 'I_n -> R) : Prop := forall k,
  [/\ 0 <= c k <= 1, tau < q k -> c k = 1 & q k < tau -> c k = 0].
Lemma excess_largest tau c : chooses_largest tau c -> \S_(k < n) (c k * excess k) <= 0.
Proof.
move=> h.
have [[i [it neg]] | none] := pselect (exists i, q i <= tau /\ excess i < 0).
  rewrite -(Rmult_0_r (INR n)) -total_const; apply: total_le => k; have [[c0 c1] _ z] := h k.
  case: (Rlt_le_dec (q k) tau) => [lt | le]; first by rewrite z // Rmult_0_l; lra.
  have : excess k < 0 by apply: (@excess_sign i k) => //; lra.
  nra.
have -> : \S_(k < n) (c k * excess k) = - \S_(k < n) ((1 - c k) * excess k).
  rewrite -{1}[\S_(k < n) (c k * excess k)]Rminus_0_r -excess_total -total_sub -total_opp.
  by apply: total_ext => k; ring.
suff : 0 <= \S_(k < n) ((1 - c k) * excess k) by lra.
apply: total_ge0 => k; have [[c0 c1] o _] := h k.
case: (Rlt_le_dec tau (q k)) => [lt | le]; first by rewrite o // Rminus_eq_0 Rmult_0_l; lra.
apply: Rmult_le_pos; first lra.
by apply: Rnot_lt_le => neg; apply: none; exists k.
Qed.
(* majorisation: as many of any p_k as of the largest *)
Lemma mixed_largest tau c e : chooses_largest tau c -> (forall k, 0 <= e k <= 1) ->
  \S_(k < n) e k = \S_(k < n) c k -> \S_(k < n) (e k * p k) <= \S_(k < n) (c k * mixed k).
Proof.
move=> h e01 same.
have le : \S_(k < n) (e k * p k) <= \S_(k < n) (c k * p k).
  (* the p_k of the chosen are at least kappa, the others at most *)
  have [kappa [up down]] : exists kappa, (forall k, c k < 1 -> p k <= kappa) /\ (forall k, 0 < c k -> kappa <= p k).
    have [[i ci] | all1] := pselect (exists i, c i < 1); last first.
      have [m hm] := arg_least p n0; exists (p m); split => k ck; last exact: hm.
      by exfalso; apply: all1; exists k.
    (* the largest p_k with c_k < 1 *)
    have [m [cm hm]] := @arg_least_where n (fun k => c k < 1) (fun k => - p k) i ci.
    exists (p m); split => k ck; first by have := hm k ck; lra.
    apply: gram_mono => //.
    have [_ o _] := h m; have [_ _ z] := h k.
    have a : q m <= tau by apply: Rnot_lt_le => t; have := o t; lra.
    have b : tau <= q k by apply: Rnot_lt_le => t; have := z t; lra.
    lra.
  suff : 0 <= \S_(k < n) ((c k - e k) * (p k - kappa)).
    rewrite (total_ext (g := fun k => c k * p k - e k * p k - kappa * (c k - e k))); last by move=> k /=; ring.
    by rewrite !total_sub total_scal total_sub same; lra.
  apply: total_ge0 => k; have [[c0 c1] _ _] := h k; have [e0 e1] := e01 k.
  case: (Rle_lt_dec (c k) (e k)) => ce.
    case: (Rle_lt_or_eq_dec _ _ c1) => [lt | e']; last by rewrite (_ : c k - e k = 0) ?Rmult_0_l; lra.
    by have := up k lt; nra.
  by have := down k ltac:(lra); nra.
have := excess_largest h; rewrite (total_ext (g := fun k => c k * p k - c k * mixed k)); last by move=> k /=; rewrite /excess; ring.
rewrite total_sub; lra.
Qed.

(* \S p_k F_k <= 0, and so the gap falls *)
Lemma excess_gram : \S_(k < n) (p k * excess k) <= 0.
Proof.
have [[i ni] | none] := pselect (exists i, excess i < 0); last first.
  have F0 k : 0 <= excess k by apply: Rnot_lt_le => t; apply: none; exists k.
  have z := total_zero F0 excess_total.
  by rewrite (total_ext (g := fun=> 0)) => [|k /=]; [rewrite total_const; lra | rewrite z; ring].
have [m [nm hm]] := @arg_least_where n (fun k => excess k < 0) p i ni.
have -> : \S_(k < n) (p k * excess k) = - \S_(k < n) ((p m - p k) * excess k).
  rewrite -[\S_(k < n) (p k * excess k)]Rminus_0_r -(Rmult_0_r (p m)) -excess_total -total_scal -total_sub -total_opp.
  by apply: total_ext => k; ring.
suff : 0 <= \S_(k < n) ((p m - p k) * excess k) by lra.
apply: total_ge0 => k; case: (Rlt_le_dec (excess k) 0) => [nk | pk].
  by have := hm k nk; nra.
have : p k <= p m; last by nra.
apply: gram_mono => //; apply: Rnot_lt_le => t; have := excess_sign (Rlt_le _ _ t) nm; lra.
Qed.
Lemma mixed_gap : \S_(k < n) (p k - 1 / INR n) ^ 2 <= rate ^ 2 * \S_(k < n) (q k - 1 / INR n) ^ 2.
Proof.
have e k : rate ^ 2 * (q k - 1 / INR n) ^ 2 = (p k - 1 / INR n) ^ 2 - 2 * (p k * excess k) + 2 / INR n * excess k + excess k ^ 2.
  by rewrite /excess; set r := rate; field; lra.
have -> : rate ^ 2 * (\S_(k < n) (q k - 1 / INR n) ^ 2) = (\S_(k < n) (p k - 1 / INR n) ^ 2)
    - 2 * (\S_(k < n) (p k * excess k)) + 2 / INR n * (\S_(k < n) excess k) + \S_(k < n) excess k ^ 2.
  by rewrite -!total_scal -total_sub -!total_add; exact: total_ext.
rewrite excess_total.
have := excess_gram; have : 0 <= \S_(k < n) excess k ^ 2 by apply: total_ge0 => k; exact: pow2_ge_0.
lra.
Qed.

(* near q = 1/n the deviations contract by n/(n+2) *)
Lemma gram_local k : Rabs (gram_map N q k - (1 / INR n + INR n / (INR n + 2) * (q k - 1 / INR n)))
  <= 2 * INR n / (INR n + 2) * \S_(j < n) (q j - 1 / INR n) ^ 2.
Proof.
set c := 2 * INR n / (INR n + 2); pose err j := p j - (1 / INR n + INR n / (INR n + 2) * (q j - 1 / INR n)).
have c0 : 0 <= c by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
have lo j : - (c * (q j - 1 / INR n) ^ 2) <= err j.
  have := gram_below normal q0 q1 j; rewrite /err -/c.
  have -> : INR n / (INR n + 2) = 1 - c * (1 / INR n) by rewrite /c; field; lra.
  lra.
have es : \S_(j < n) err j = 0.
  rewrite /err total_sub (gram_total normal q0 q1) total_add total_scal (deviations_total n0 q1) total_const.
  by field; lra.
rewrite -/(err k); have s := total_split err k; rewrite es in s.
have t := total_split (fun j => (q j - 1 / INR n) ^ 2) k; rewrite t.
have u : - (c * \S_(j < n) (if j == k then 0 else (q j - 1 / INR n) ^ 2)) <= \S_(j < n) (if j == k then 0 else err j).
  rewrite -total_scal -total_opp; apply: total_le => j; case: eqP => _; last exact: lo.
  by rewrite Rmult_0_r; lra.
have o : 0 <= \S_(j < n) (if j == k then 0 else (q j - 1 / INR n) ^ 2).
  by apply: total_ge0 => j; case: eqP => _; [lra | exact: pow2_ge_0].
have a := lo k; have b := Rmult_le_pos _ _ c0 o; have d := Rmult_le_pos _ _ c0 (pow2_ge_0 (q k - 1 / INR n)).
by apply: Rabs_le; lra.
Qed.
End OneLayer.

(* ---------- depth ---------- *)
Variable q : 'I_n -> R.
Hypothesis q0 : forall k, 0 <= q k.
Hypothesis q1 : \S_(k < n) q k = 1.
Notation rate := (1 - 2 * INR n / (INR n + 2) * least q).
Lemma wideS l : wide N q l.+1 = gram_map N (wide N q l). Proof. by []. Qed.
Lemma wide_shares l : (forall k, 0 <= wide N q l k) /\ \S_(k < n) wide N q l k = 1.
Proof.
elim: l => [|l [a b]]; first by [].
by rewrite wideS; split=> [k|]; [have [] := gram_range normal a k | exact: gram_total].
Qed.
Lemma wide_least_rises l : least q <= least (wide N q l).
Proof.
elim: l => [|l IH]; first exact: Rle_refl.
by have [a b] := wide_shares l; apply: Rle_trans IH _; exact: least_rises.
Qed.
Lemma wide_rate l : 0 <= 1 - 2 * INR n / (INR n + 2) * least (wide N q l) <= rate.
Proof.
have [a b] := wide_shares l; have [r _] := rate_range a b; split => //.
have c0 : 0 <= 2 * INR n / (INR n + 2) by apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
by have := Rmult_le_compat_l _ _ _ c0 (wide_least_rises l); lra.
Qed.
Lemma wide_vhat l : 0 <= 1 / INR n - least (wide N q l) <= rate ^ l * (1 / INR n - least q).
Proof.
have [a b] := wide_shares l; split; first by have := least_below n0 b; lra.
elim: l a b => [|l IH] a b; first by rewrite /=; lra.
have [a' b'] := wide_shares l; have [r0 r1] := wide_rate l; have u := IH a' b'.
have v := least_contracts a' b'; have w := least_below n0 b'.
rewrite wideS; apply: Rle_trans v _.
apply: (Rle_trans _ (rate * (1 / INR n - least (wide N q l)))); first by apply: Rmult_le_compat_r; lra.
by rewrite /= Rmult_assoc; apply: Rmult_le_compat_l => //; lra.
Qed.
Lemma wide_gap l : \S_(k < n) (wide N q l k - 1 / INR n) ^ 2 <= (rate ^ l) ^ 2 * \S_(k < n) (q k - 1 / INR n) ^ 2.
Proof.
elim: l => [|l IH]; first by rewrite /=; lra.
have [a b] := wide_shares l; have [r0 r1] := wide_rate l.
rewrite wideS; apply: Rle_trans (mixed_gap a b) _.
set s := \S_(k < n) _ in IH *; set s0 := \S_(k < n) _ in IH *.
have sp : 0 <= s by apply: total_ge0 => k; exact: pow2_ge_0.
apply: (Rle_trans _ (rate ^ 2 * s)); first by apply: Rmult_le_compat_r => //; apply: pow_incr.
have -> : (rate ^ l.+1) ^ 2 * s0 = rate ^ 2 * ((rate ^ l) ^ 2 * s0) by rewrite /=; ring.
by apply: Rmult_le_compat_l => //; exact: pow2_ge_0.
Qed.
(* sharp:mixing *)
Lemma wide_mixing l : sqrt (\S_(k < n) (wide N q l k - 1 / INR n) ^ 2)
  <= sqrt (INR n * (INR n - 1)) * (1 / INR n - least q) * rate ^ l.
Proof.
have [r0 _] := rate_range q0 q1; have g := count_ge1 n0; have v := least_below n0 q1.
have rl : 0 <= rate ^ l by exact: pow_le.
have nn : 0 <= INR n * (INR n - 1) by apply: Rmult_le_pos; lra.
have s0 := sqrt_pos (INR n * (INR n - 1)).
have p0 : 0 <= sqrt (INR n * (INR n - 1)) * (1 / INR n - least q) * rate ^ l.
  by apply: Rmult_le_pos => //; apply: Rmult_le_pos; lra.
rewrite -(sqrt_pow2 (sqrt (INR n * (INR n - 1)) * (1 / INR n - least q) * rate ^ l)) //.
apply: sqrt_le_1_alt; apply: Rle_trans (wide_gap l) _.
rewrite !Rpow_mult_distr -(Rsqr_pow2 (sqrt _)) Rsqr_sqrt //.
have := gap_from_least n0 q1; set w := (rate ^ l) ^ 2; have w0 : 0 <= w by exact: pow2_ge_0.
by move=> h; have := Rmult_le_compat_l _ _ _ w0 h; lra.
Qed.
End Wide.
