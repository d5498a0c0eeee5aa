(* The Gram map of two eigenvalues.

   [gram_pair]: p_i = sqrt(q_i)/(sqrt(q_0) + sqrt(q_1)), from lemma 9: q_i (1 + 2 t q_i)^(-3/2) (1 + 2 t q_j)^(-1/2) is the derivative of
   q_i/(q_j - q_i) sqrt((1 + 2 t q_j)/(1 + 2 t q_i)). [wide_pair]: so ln q_0 - ln q_1 halves in every layer.
   [gram_pair_gap]: |p_0 - p_1| >= |q_0 - q_1|/2. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means half_line gram_map wide.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma total_two (f : 'I_2 -> R) : \S_(k < 2) f k = f 0%ring + f 1%ring.
Proof.
by rewrite /total big_ord_recl big_ord1; congr (_ + f _); apply: val_inj.
Qed.
Lemma two_cases (P : 'I_2 -> Prop) : P 0%ring -> P 1%ring -> forall i, P i.
Proof. by move=> a b; case=> -[|[|//]] h; [have <- : 0%ring = Ordinal h | have <- : 1%ring = Ordinal h] => //; apply: val_inj. Qed.

(* the integrand of lemma 9 falls *)
Lemma sawa_term_falls n (q : 'I_n -> R) i x y : (forall k, 0 <= q k) -> 0 <= x <= y -> sawa_term q i y <= sawa_term q i x.
Proof.
move=> q0 [x0 xy].
have l k : 0 < 1 + 2 * x * q k <= 1 + 2 * y * q k.
  have := q0 k => z; have : 0 <= x * q k by apply: Rmult_le_pos.
  by have := Rmult_le_compat_r _ _ _ z xy; lra.
apply: Rmult_le_compat.
- by apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rinv_0_lt_compat; have := l i; lra.
- exact: Rlt_le (exp_pos _).
- by apply: Rmult_le_compat_l => //; apply: Rinv_le_contravar; have := l i; lra.
- apply: calculus.exp_le; suff : \S_(j < n) ln (1 + 2 * x * q j) <= \S_(j < n) ln (1 + 2 * y * q j) by lra.
  by apply: total_le => k; have [a b] := l k; exact: calculus.ln_le.
Qed.

Section Pair.
Variables (N : law R) (q : 'I_2 -> R).
Hypothesis normal : standard_normal N.
Hypothesis q0 : forall k, 0 <= q k.

Lemma gram_pair_unequal i j : i != j -> 0 < q i -> q i <> q j ->
  gram_map N q i = sqrt (q i) / (sqrt (q i) + sqrt (q j)).
Proof.
move=> ij a ne; have b := q0 j.
have s (f : 'I_2 -> R) : \S_(k < 2) f k = f i + f j.
  by rewrite total_two; move: i j ij {a ne b}; apply: two_cases; apply: two_cases => //= _; ring.
have e : (gram_map N q i : R) = q i / (q j - q i) * (sqrt (q j) / sqrt (q i)) - q i / (q j - q i) * (sqrt (1 + 2 * 0 * q j) / sqrt (1 + 2 * 0 * q i)).
  rewrite sawa // /over_positive.
  rewrite (@half_line (sawa_term q i) (fun t => q i / (q j - q i) * (sqrt (1 + 2 * t * q j) / sqrt (1 + 2 * t * q i)))
    (q i / (q j - q i) * (sqrt (q j) / sqrt (q i)))) //.
  - exact: sawa_term_borel.
  - move=> x x0; apply: Rmult_le_pos; last exact: Rlt_le (exp_pos _).
    have : 0 <= 2 * x * q i by apply: Rmult_le_pos; lra.
    by move=> z; apply: Rmult_le_pos; [lra | apply: Rlt_le; apply: Rinv_0_lt_compat; lra].
  - by move=> x y h; exact: sawa_term_falls.
  - by move=> x x0; rewrite /sawa_term s; exact: calculus.derive_pair.
  - exact: calculus.limit_pair.
have u := sqrt_lt_R0 _ a; have v := sqrt_pos (q j).
have u2 := sqrt_sqrt _ (Rlt_le _ _ a); have v2 := sqrt_sqrt _ b.
have nz : sqrt (q j) - sqrt (q i) <> 0.
  by move=> z; apply: ne; rewrite -u2 -v2; have -> : sqrt (q j) = sqrt (q i) by lra.
rewrite e !Rmult_0_r !Rmult_0_l Rplus_0_r sqrt_1 -{1 2 4 5}u2 -{1 3}v2.
set x := sqrt (q i) in u u2 nz *; set y := sqrt (q j) in v v2 nz *.
have -> : y * y - x * x = (y - x) * (y + x) by ring.
by field; repeat split; lra.
Qed.
Lemma gram_pair i j : i != j -> 0 < q i -> 0 < q j -> q 0%ring + q 1%ring = 1 ->
  gram_map N q i = sqrt (q i) / (sqrt (q i) + sqrt (q j)).
Proof.
move=> ij a b q1; have [e | ne] := Req_dec (q i) (q j); last exact: gram_pair_unequal.
have q1' : \S_(k < 2) q k = 1 by rewrite total_two.
have p : gram_map N q i = gram_map N q j by apply: Rle_antisym; apply: gram_mono => //; lra.
have t : gram_map N q i + gram_map N q j = 1.
  rewrite -(gram_total normal q0 q1') total_two; move: i j ij {a b e p}.
  by apply: two_cases; apply: two_cases => //= _; ring.
have u := sqrt_lt_R0 _ a; rewrite -e; have -> : gram_map N q i = / 2 by lra.
by field; lra.
Qed.
(* the difference at least halves *)
Lemma gram_pair_gap : q 0%ring + q 1%ring = 1 -> (q 0%ring - q 1%ring) ^ 2 <= 4 * (gram_map N q 0%ring - gram_map N q 1%ring) ^ 2.
Proof.
move=> q1; have q1' : \S_(k < 2) q k = 1 by rewrite total_two.
have pt := gram_total normal q0 q1'; rewrite total_two in pt.
have a := q0 0%ring; have b := q0 1%ring.
(* one of them is 0 *)
have zero i : q i = 0 -> gram_map N q i = 0.
  move=> z; apply: Rle_antisym; last by have [] := gram_range normal q0 i.
  have := gram_mapE N q i; rewrite /share z => ->.
  by apply: Req_le; rewrite -[RHS](mean_const (normals N 2) 0); apply: mean_ext => g; rewrite Rmult_0_l /Rdiv Rmult_0_l.
case: (Rle_lt_or_eq_dec _ _ a) => [a' | z]; last by have := zero 0%ring (esym z); nra.
case: (Rle_lt_or_eq_dec _ _ b) => [b' | z]; last by have := zero 1%ring (esym z); nra.
rewrite (@gram_pair 0%ring 1%ring) // (@gram_pair 1%ring 0%ring) //.
have u := sqrt_lt_R0 _ a'; have v := sqrt_lt_R0 _ b'.
have u2 := sqrt_sqrt _ a; have v2 := sqrt_sqrt _ b.
set x := sqrt (q 0%ring) in u u2 *; set y := sqrt (q 1%ring) in v v2 *.
have -> : x / (x + y) - y / (y + x) = (x * x - y * y) / (x + y) ^ 2 by field; lra.
rewrite u2 v2; set D := q 0%ring - q 1%ring.
have s : 0 < (x + y) ^ 2 <= 2 by split; [apply: pow_lt; lra | have := pow2_ge_0 (x - y); nra].
have -> : D ^ 2 = D ^ 2 / ((x + y) ^ 2) ^ 2 * ((x + y) ^ 2) ^ 2 by field; lra.
have -> : (D / (x + y) ^ 2) ^ 2 = D ^ 2 / ((x + y) ^ 2) ^ 2 by field; lra.
rewrite (Rmult_comm 4); apply: Rmult_le_compat_l; last by nra.
by apply: Rmult_le_pos; [exact: pow2_ge_0 | apply: Rlt_le; apply: Rinv_0_lt_compat; apply: pow_lt; lra].
Qed.
End Pair.

(* ---------- depth ---------- *)
Section Depth.
Variables (N : law R) (q : 'I_2 -> R).
Hypothesis normal : standard_normal N.
Hypothesis qp : forall k, 0 < q k.
Hypothesis q1 : q 0%ring + q 1%ring = 1.
Lemma ln_sqrt x : 0 < x -> ln (sqrt x) = ln x / 2.
Proof. by move=> p; rewrite -Rpower_sqrt // /Rpower ln_exp; field. Qed.
Lemma wide_pair l : [/\ forall k, 0 < wide N q l k, wide N q l 0%ring + wide N q l 1%ring = 1 &
  ln (wide N q l 0%ring) - ln (wide N q l 1%ring) = (ln (q 0%ring) - ln (q 1%ring)) / 2 ^ l].
Proof.
elim: l => [|l [a b e]]; first by split => //=; field.
have ge0 k := Rlt_le _ _ (a k).
have p0 : gram_map N (wide N q l) 0%ring = _ := gram_pair normal ge0 (erefl : 0%ring != 1%ring :> 'I_2) (a _) (a _) b.
have p1 : gram_map N (wide N q l) 1%ring = _ := gram_pair normal ge0 (erefl : 1%ring != 0%ring :> 'I_2) (a _) (a _) b.
have u := sqrt_lt_R0 _ (a 0%ring); have v := sqrt_lt_R0 _ (a 1%ring).
rewrite wideS; split.
- by apply: two_cases; rewrite ?p0 ?p1; apply: Rdiv_lt_0_compat; lra.
- by rewrite p0 p1; field; lra.
- rewrite p0 p1 !ln_div; try lra.
  rewrite !ln_sqrt // [X in _ - ln X - _]Rplus_comm /=.
  have -> : (ln (q 0%ring) - ln (q 1%ring)) / (2 * 2 ^ l) = (ln (q 0%ring) - ln (q 1%ring)) / 2 ^ l / 2.
    by field; apply: pow_nonzero; lra.
  by rewrite -e; field.
Qed.
End Depth.

(* x + y = 1: |x - y| = (1 - e)/(1 + e), e = exp(-|ln x - ln y|) *)
Lemma difference_of_logs x y : 0 < x -> 0 < y -> x + y = 1 ->
  Rabs (x - y) = (1 - exp (- Rabs (ln x - ln y))) / (1 + exp (- Rabs (ln x - ln y))) /\
  exp (- Rabs (ln x - ln y)) = (1 - Rabs (x - y)) / (1 + Rabs (x - y)).
Proof.
have main a b : 0 < a -> a <= b -> a + b = 1 ->
    Rabs (a - b) = (1 - exp (- Rabs (ln a - ln b))) / (1 + exp (- Rabs (ln a - ln b))) /\
    exp (- Rabs (ln a - ln b)) = (1 - Rabs (a - b)) / (1 + Rabs (a - b)).
  move=> p le s; have l := calculus.ln_le a b p le.
  rewrite !Rabs_left1; try lra; rewrite Ropp_involutive.
  have -> : exp (ln a - ln b) = a / b by rewrite -ln_div; try lra; rewrite exp_ln //; apply: Rdiv_lt_0_compat; lra.
  have -> : b = 1 - a by lra.
  by split; field; lra.
move=> px py s; case: (Rle_lt_dec x y) => h; first exact: main.
rewrite Rabs_minus_sym (Rabs_minus_sym (ln x)); apply: main; lra.
Qed.
(* sqrt 2 V of two eigenvalues *)
Lemma pair_gap (q : 'I_2 -> R) : q 0%ring + q 1%ring = 1 -> sqrt 2 * sqrt (\S_(k < 2) (q k - 1 / 2) ^ 2) = Rabs (q 0%ring - q 1%ring).
Proof.
move=> s; rewrite total_two -sqrt_mult_alt; last lra.
have -> : 2 * ((q 0%ring - 1 / 2) ^ 2 + (q 1%ring - 1 / 2) ^ 2) = Rsqr (q 0%ring - q 1%ring).
  by rewrite /Rsqr; have -> : q 1%ring = 1 - q 0%ring by [lra]; field.
exact: sqrt_Rsqr_abs.
Qed.
