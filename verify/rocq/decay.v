(* The chain of daneshmand2021 where assumption A1 holds.

   A function F >= 0 of the state with E F(layer W H) <= r F(H) + s for all H of norm 1 with lambda_min(H^T H) >= alpha^2 decays along
   the chain: E[F(H_(l+1)); A1(alpha, l)] <= r^l B + s (1 + r + ... + r^(l-1)), B a bound of F ([decay]). A1(alpha, k) is decided by
   the first k weights and implies A1(alpha, k-1); ||H_k||_F = 1 with probability 1 (normed_chain.v).
   [wide_decay]: the same at infinite width, for the least eigenvalue and for the sum of squares. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry spectra gram_map wide chains normed_chain.
From Lemmata.verify.rocq Require spectra_measurable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* 1 + r + ... + r^(l-1) *)
Fixpoint geometric (r : R) (l : nat) : R := if l is m.+1 then r * geometric r m + 1 else 0.
Lemma geometricE r l : (1 - r) * geometric r l = 1 - r ^ l.
Proof. by elim: l => [|l IH] /=; [ring | rewrite Rmult_plus_distr_l -Rmult_assoc (Rmult_comm _ r) Rmult_assoc IH; ring]. Qed.
Lemma geometric_le r l : 0 <= r < 1 -> geometric r l <= 1 / (1 - r).
Proof.
move=> [r0 r1]; apply: (Rmult_le_reg_l (1 - r)); first lra.
rewrite geometricE; have -> : (1 - r) * (1 / (1 - r)) = 1 by field; lra.
by have := pow_le r l r0; lra.
Qed.

Section Where.
Variables (T : Type) (L : law T).
Implicit Types (A B : T -> Prop) (f g : T -> R).
Lemma where_in A f x : A x -> only_where A f x = f x.
Proof. by move=> a; rewrite /only_where asboolT. Qed.
Lemma where_out A f x : ~ A x -> only_where A f x = 0.
Proof. by move=> a; rewrite /only_where asboolF. Qed.
Lemma where_integrable A f : measurable_event L A -> integrable L f -> integrable L (only_where A f).
Proof.
move=> mA i; apply: (integrable_dominated (g := fun x => Rabs (f x))).
- by apply: measurable_if => //; [exact: integrable_measurable | exact: measurable_const].
- exact: integrable_abs.
move=> w; have [a|a] := pselect (A (draw w)); first by rewrite where_in //; lra.
by rewrite where_out // Rabs_R0; exact: Rabs_pos.
Qed.
End Where.

Section Chain.
Variables (N : law R) (d n : nat) (H0 : 'M[R]_(d, n)) (alpha : R).
Hypotheses (normal : standard_normal N) (d0 : (0 < d)%N) (h0 : frobsq H0 = 1).
Notation G := (gaussian N d d).
Notation Wts l := (weights G l).
Notation event k := (A1 H0 alpha k).
Lemma event_measurable l k : measurable_event (Wts l) (event k).
Proof.
apply: event_countable => j; have [/andP[a b] | nj] := boolP (1 <= j <= k)%N; last first.
  by apply: (event_ext (A := fun=> True)); [move=> W; split | exact: event_const].
apply: (event_ext (A := fun W => alpha ^ 2 <= lambda_min ((hidden H0 W j)^T *m hidden H0 W j)%ring)).
  by move=> W; split=> // h; apply: h.
apply: event_le; first exact: measurable_const.
by apply: spectra_measurable.measurable_gram_min; exact: hidden_matrix.
Qed.
Lemma event_depends k W W' : (forall i, (i < k)%N -> W i = W' i) -> event k W -> event k W'.
Proof.
move=> e h j jk; have <- : hidden H0 W j = hidden H0 W' j; last exact: h.
  apply: hidden_depends => i ij; apply: e; apply: leq_trans ij _; by move/andP: jk => [].
Qed.
Lemma event_put k w W : event k (put k w W) <-> event k W.
Proof. by split; apply: event_depends => i ik; rewrite put_earlier. Qed.
Lemma event_before k W : event k.+1 W -> event k W.
Proof. by move=> h j /andP[a b]; apply: h; rewrite a leqW. Qed.
Lemma hidden_norm_le k W : frobsq (hidden H0 W k) <= 1.
Proof. by case: k => [|k] /=; [rewrite h0; lra | exact: layer_norm_le]. Qed.

Section Function.
Variables (F : 'M[R]_(d, n) -> R) (B r s : R).
Hypotheses (bF : borel_fun F) (F0 : forall H, frobsq H <= 1 -> 0 <= F H) (FB : forall H, frobsq H <= 1 -> F H <= B).
Hypotheses (r0 : 0 <= r) (s0 : 0 <= s).
Hypothesis step : forall H, frobsq H = 1 -> alpha ^ 2 <= lambda_min (H^T *m H)%ring -> mean G (fun W => F (layer W H)) <= r * F H + s.
Lemma state_integrable l k : integrable (Wts l) (fun W => F (hidden H0 W k)).
Proof.
apply: (integrable_between (a := 0) (b := B)); first exact: borel_of_measurable (@hidden_matrix N normal d n H0 l k) bF.
by move=> w; split; [apply: F0 | apply: FB]; exact: hidden_norm_le.
Qed.
Lemma decay_integrable l : integrable_where (Wts l.+1) (event l) (fun W => F (hidden H0 W l.+1)).
Proof. by apply: where_integrable; [exact: event_measurable | exact: state_integrable]. Qed.
Lemma layer_integrable H : integrable G (fun W => F (layer W H)).
Proof.
apply: (integrable_between (a := 0) (b := B)).
  exact: borel_of_measurable (layer_matrix H (@gaussian_entries N normal d d)) bF.
by move=> w; split; [apply: F0 | apply: FB]; exact: layer_norm_le.
Qed.
Lemma where_ge0 A (f : (nat -> 'M[R]_d) -> R) W : (forall W, 0 <= f W) -> 0 <= only_where A f W.
Proof. by move=> h; have [a|a] := pselect (A W); [rewrite where_in | rewrite where_out //; lra]. Qed.
Theorem decay l : mean_where (Wts l.+1) (event l) (fun W => F (hidden H0 W l.+1)) <= r ^ l * B + s * geometric r l.
Proof.
elim: l => [|l IH].
  rewrite /= Rmult_1_l Rmult_0_r Rplus_0_r; apply: mean_above; first exact: decay_integrable.
  move=> w; have [a|a] := pselect (event 0 (draw w)).
    by rewrite where_in //; apply: FB; exact: layer_norm_le.
  by rewrite where_out //; apply: Rle_trans (F0 (H := H0) _) (FB _); lra.
have i := decay_integrable l.+1; rewrite /mean_where (draws_mean_next i).
have j := draws_integrable_next i.
pose E W := r * only_where (event l) (fun W => F (hidden H0 W l.+1)) W + s + B * bad (hidden H0 W l.+1).
have ib : integrable (Wts l.+1) (fun W => bad (hidden H0 W l.+1)) by apply: integrable_bad; exact: hidden_matrix.
have iw := decay_integrable l.
have iE : integrable (Wts l.+1) E.
  apply: integrable_add; last exact: integrable_scal.
  by apply: integrable_add; [exact: integrable_scal | exact: integrable_const].
have B0 : 0 <= B by apply: Rle_trans (F0 (H := H0) _) (FB _); lra.
apply: (Rle_trans _ (mean (Wts l.+1) E)).
  apply: mean_le => // W; rewrite /E.
  have w0 : 0 <= only_where (event l) (fun W => F (hidden H0 W l.+1)) W by apply: where_ge0 => W'; apply: F0; exact: hidden_norm_le.
  have rw : 0 <= r * only_where (event l) (fun W => F (hidden H0 W l.+1)) W by exact: Rmult_le_pos.
  have b0 := bad_range (hidden H0 W l.+1).
  have Bb : 0 <= B * bad (hidden H0 W l.+1) by apply: Rmult_le_pos => //; case: b0.
  have [a|a] := pselect (event l.+1 W); last first.
    rewrite (@mean_ext _ _ _ (fun=> 0)); first by rewrite mean_const; lra.
    by move=> w; rewrite where_out // => /event_put.
  rewrite (@mean_ext _ _ _ (fun w => F (layer w (hidden H0 W l.+1)))); last first.
    by move=> w; rewrite where_in; [rewrite hidden_put | apply/event_put].
  have [f|f] := Req_dec (frobsq (hidden H0 W l.+1)) 1.
    rewrite bad_of // (where_in _ (event_before a)); have := step f (a l.+1 _); rewrite leqnn => /(_ erefl); lra.
  rewrite bad_at //; suff : mean G (fun w => F (layer w (hidden H0 W l.+1))) <= B by lra.
  by apply: mean_above; [exact: layer_integrable | move=> w; apply: FB; exact: layer_norm_le].
rewrite /E mean_add; [|by apply: integrable_add; [exact: integrable_scal | exact: integrable_const] | exact: integrable_scal].
rewrite mean_add; [|exact: integrable_scal | exact: integrable_const].
rewrite !mean_scal // mean_const chain_bad //.
have := Rmult_le_compat_l _ _ _ r0 IH; rewrite /mean_where /=; lra.
Qed.
(* another function, bounded by c F where the norm is 1 *)
Theorem decay_below (K : 'M[R]_(d, n) -> R) c C l : borel_fun K -> (forall H, 0 <= K H <= C) -> 0 <= c ->
  (forall H, frobsq H = 1 -> K H <= c * F H) ->
  integrable_where (Wts l.+1) (event l) (fun W => K (hidden H0 W l.+1)) /\
  mean_where (Wts l.+1) (event l) (fun W => K (hidden H0 W l.+1)) <= c * (r ^ l * B + s * geometric r l).
Proof.
move=> bK hK c0 le.
have iK : integrable_where (Wts l.+1) (event l) (fun W => K (hidden H0 W l.+1)).
  apply: where_integrable; first exact: event_measurable.
  apply: (integrable_between (a := 0) (b := C)); first exact: borel_of_measurable (@hidden_matrix N normal d n H0 l.+1 l.+1) bK.
  by move=> w; exact: hK.
split=> //; apply: Rle_trans (Rmult_le_compat_l _ _ _ c0 (decay l)).
have ib : integrable (Wts l.+1) (fun W => bad (hidden H0 W l.+1)) by apply: integrable_bad; exact: hidden_matrix.
have iw := decay_integrable l.
have -> : c * mean_where (Wts l.+1) (event l) (fun W => F (hidden H0 W l.+1))
  = mean (Wts l.+1) (fun W => c * only_where (event l) (fun W => F (hidden H0 W l.+1)) W + C * bad (hidden H0 W l.+1)).
  by rewrite mean_add; [rewrite !mean_scal // chain_bad //; rewrite /mean_where; ring | exact: integrable_scal..].
apply: mean_le => //; first by apply: integrable_add; exact: integrable_scal.
move=> W; have b0 := bad_range (hidden H0 W l.+1); have hk := hK (hidden H0 W l.+1); have fk := F0 (hidden_norm_le l.+1 W).
have [a|a] := pselect (event l W); last by rewrite !where_out //; nra.
rewrite !where_in //; have [f|f] := Req_dec (frobsq (hidden H0 W l.+1)) 1; first by rewrite bad_of //; have := le _ f; lra.
by rewrite bad_at //; have := Rmult_le_pos _ _ c0 fk; lra.
Qed.
End Function.
End Chain.

(* ---------- infinite width ---------- *)
Section Infinite.
Variables (N : law R) (n : nat) (q : 'I_n -> R) (alpha r : R).
Hypotheses (normal : standard_normal N) (n0 : (0 < n)%N) (q0 : forall k, 0 <= q k) (q1 : \S_(k < n) q k = 1).
Hypothesis rate_le : forall x, alpha ^ 2 <= x -> 1 - 2 * INR n / (INR n + 2) * x <= r.
Let M := positive_count n0.
Lemma shares_gap (x : 'I_n -> R) : (forall k, 0 <= x k) -> \S_(k < n) x k = 1 -> \S_(k < n) (x k - 1 / INR n) ^ 2 <= 1 - 1 / INR n.
Proof.
move=> x0 x1; rewrite (total_ext (g := fun k => x k ^ 2 - 2 / INR n * x k + 1 / INR n * (1 / INR n))); last by move=> k; field; lra.
rewrite total_add total_sub total_scal total_const x1.
have : \S_(k < n) x k ^ 2 <= 1.
  by rewrite -x1; apply: total_le => k; have := total_one_term k x0; rewrite x1; have := x0 k; nra.
have -> : INR n * (1 / INR n * (1 / INR n)) = 1 / INR n by field; lra.
have -> : 2 / INR n = 2 * (1 / INR n) by field; lra.
lra.
Qed.
Lemma wide_decay l : (forall j, (1 <= j <= l)%N -> alpha ^ 2 <= least (wide N q j)) ->
  0 <= 1 / INR n - least (wide N q l.+1) <= r ^ l * (1 / INR n) /\
  \S_(k < n) (wide N q l.+1 k - 1 / INR n) ^ 2 <= (r ^ 2) ^ l * (1 - 1 / INR n).
Proof.
elim: l => [_ | l IH h].
  have [a b] := wide_shares normal q0 q1 1; rewrite !pow_O !Rmult_1_l; split; last exact: shares_gap.
  have := least_ge0 n0 a; have := least_below n0 b; lra.
have [|[u1 u2] v] := IH; first by move=> j /andP[j1 jl]; apply: h; rewrite j1 leqW.
have [a b] := wide_shares normal q0 q1 l.+1; have [a' b'] := wide_shares normal q0 q1 l.+2.
have c := rate_le (h l.+1 (ltnSn _)); have [r0 _] := rate_range n0 a b.
rewrite (wideS N q l.+1); split.
  have := least_contracts normal n0 a b; have := least_below n0 b'; rewrite wideS => e f; split; first lra.
  apply: Rle_trans f _; apply: (Rle_trans _ (r * (1 / INR n - least (wide N q l.+1)))); first by apply: Rmult_le_compat_r.
  by rewrite [r ^ _]/= Rmult_assoc; apply: Rmult_le_compat_l => //; lra.
apply: Rle_trans (mixed_gap normal n0 a b) _; rewrite [_ ^ l.+1]/= Rmult_assoc; apply: Rmult_le_compat => //.
- exact: pow2_ge_0.
- by apply: total_ge0 => k; exact: pow2_ge_0.
- by apply: pow_incr; lra.
Qed.
End Infinite.
