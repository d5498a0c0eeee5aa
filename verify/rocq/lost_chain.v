(* A new sample infinitesimally near the span of m independent ones, through l layers with Gaussian weights (sharp:exponent-below).

   With probability 1 the samples stay independent, and the new one does not reach their span. By nearly_lost.v the means of |ln Y_k| and of
   |phi| of the next layer, given the layers before, are at most affine in phi of the layer, so that all means exist, and given the layers
   before E ln Y_k >= c + (m/(d-m)) (E phi(H_(k+1)) - phi(H_k)). Summed over the layers the gaps telescope, and phi >= 0. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains residual almost_surely log_means log_squares lost_direction almost_tower nearly_lost new_sample.
From Lemmata.verify.rocq Require blocks new_direction series.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* the new sample after a layer, outside the span of the others *)
Definition gone d m (H : 'M[R]_(d, m)) (u : 'cV[R]_d) (W : 'M[R]_d) : 'cV[R]_d :=
  outside (BN (W *m H)) (\col_j ((W *m u) j 0%ring / sqrt (rowsq (W *m H) j))).

Section Chain.
Variables (N : law R) (d m : nat) (H0 : 'M[R]_(d, m)) (u : nat -> (nat -> 'M[R]_d) -> 'cV[R]_d).
Hypothesis normal : standard_normal N.
Hypotheses (m0 : (0 < m)%N) (wide : (m.+1 ^ 2 <= d)%N).
Hypotheses (full : 0 < (\det (H0^T *m H0))%ring) (norm : frobsq H0 = 1).
Hypotheses (away : forall W, ((H0^T *m u 0 W) = 0)%ring) (unit : forall W, ((u 0 W)^T *m u 0 W = 1%:M)%ring) (fixed : forall W W', u 0 W = u 0 W').
Hypothesis next : forall k W, u k.+1 W = scaled (/ frobenius (gone (hidden H0 W k) (u k W) (W k))) (gone (hidden H0 W k) (u k W) (W k)).
Notation G := (gaussian N d d).
Notation L l := (weights G l).
Let md : (m < d)%N. Proof. by apply: leq_trans wide; rewrite expnS expn1 leq_pmulr. Qed.
Let d0 : (0 < d)%N. Proof. exact: leq_ltn_trans md. Qed.
Let M0 : 0 < INR m. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let D0 : 0 < INR d. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let dm : INR m < INR d. Proof. by apply: lt_INR; apply/ssrnat.ltP. Qed.
Notation Hk k W := (hidden H0 W k).
Let entries : measurable_entries G := blocks.gaussian_entries normal (d := d) (n := d).
Let measurable_gone T (P : law T) (A : T -> 'M[R]_(d, m)) (v : T -> 'cV[R]_d) (W : T -> 'M[R]_d) :
  measurable_matrix P A -> measurable_matrix P v -> measurable_matrix P W -> measurable_matrix P (fun x => gone (A x) (v x) (W x)).
Proof.
move=> hA hv hW; have mB := measurable_matrix_mul hW hA; have mw := measurable_matrix_mul hW hv; have mX := measurable_BN mB.
have mG := measurable_matrix_mul (measurable_matrix_tr mX) mX.
have mV : measurable_matrix P (fun x => \col_j ((W x *m v x)%ring j 0%ring / sqrt (rowsq (W x *m A x)%ring j))).
  move=> i j; apply: (measurable_ext (f := fun x => (W x *m v x)%ring i 0%ring / sqrt (rowsq (W x *m A x)%ring i))); first by move=> x; rewrite mxE.
  by apply: measurable_div; [exact: mw | apply: measurable_sqrt; exact: measurable_rowsq].
have mP := measurable_matrix_mul (measurable_matrix_mul (measurable_matrix_mul mX (new_direction.measurable_invmx mG)) (measurable_matrix_tr mX)) mV.
move=> i j; apply: measurable_ext (measurable_sub (mV i j) (mP i j)) => x.
have minus (X Y : 'cV[R]_d) a b : (X - Y)%ring a b = X a b - Y a b by rewrite !mxE.
by rewrite /gone /outside minus.
Qed.
Let mhidden l k : measurable_matrix (L l) (fun W => Hk k W). Proof. exact: hidden_measurable. Qed.
Let mdraw l k : measurable_matrix (L l) (fun W => W k). Proof. exact: draws_matrix. Qed.
Lemma direction_measurable l k : measurable_matrix (L l) (u k).
Proof.
elim: k => [|k IH].
  move=> i j; apply: (measurable_ext (f := fun=> u 0 (fun=> 1%:M%ring) i j)) => [W|]; first by rewrite (fixed W (fun=> 1%:M%ring)).
  exact: measurable_const.
have mg := measurable_gone (@mhidden l k) IH (@mdraw l k).
move=> i j; apply: (measurable_ext (f := fun W => / frobenius (gone (Hk k W) (u k W) (W k)) * gone (Hk k W) (u k W) (W k) i j)) => [W|].
  by rewrite next [RHS]mxE.
by apply: measurable_mul => //; apply: measurable_inv; exact: measurable_frobenius.
Qed.
Lemma direction_depends k : depends_on k (u k).
Proof.
elim: k => [|k IH] W W' e; first exact: fixed.
have e' i : (i < k)%N -> W i = W' i by move=> ik; apply: e; exact: leqW.
by rewrite !next (@hidden_depends d m H0 k _ _ e') (IH _ _ e') e.
Qed.
(* what every state has with probability 1 *)
Definition valid k W : Prop := [/\ 0 < (\det ((Hk k W)^T *m Hk k W))%ring, frobsq (Hk k W) = 1, ((Hk k W)^T *m u k W = 0)%ring & ((u k W)^T *m u k W = 1%:M)%ring].
Lemma valid_measurable l k : measurable_event (L l) (valid k).
Proof.
have mH := @mhidden l k; have mu := @direction_measurable l k.
have ma := measurable_matrix_mul (measurable_matrix_tr mH) mu; have mb := measurable_matrix_mul (measurable_matrix_tr mu) mu.
apply: (@event_ext _ _ (fun W => 0 < (\det ((Hk k W)^T *m Hk k W))%ring /\ (frobsq (Hk k W) = 1 /\
    ((forall i : 'I_m, ((Hk k W)^T *m u k W)%ring i 0%ring = 0) /\ ((u k W)^T *m u k W)%ring 0%ring 0%ring = 1)))).
  move=> W; split=> [[a [b [c e]]] | [a b c e]].
    split=> //; first by apply/matrixP => i j; rewrite (ord1 j) c mxE.
    by apply/matrixP => i j; rewrite (ord1 i) (ord1 j) e mxE.
  split=> //; split=> //; split=> [i|]; first by rewrite c mxE.
  by rewrite e mxE.
apply: event_and.
  apply: event_lt; first exact: measurable_const.
  exact: measurable_det (measurable_matrix_mul (measurable_matrix_tr mH) mH).
apply: event_and; first by apply: event_eq; [exact: measurable_frobsq | exact: measurable_const].
apply: event_and; first by apply: event_forall => i; apply: event_eq; [exact: ma | exact: measurable_const].
by apply: event_eq; [exact: mb | exact: measurable_const].
Qed.
Let hidden_put' k w W : hidden H0 (put k w W) k = hidden H0 W k.
Proof. by apply: hidden_depends => i ik; exact: put_earlier. Qed.
Let u_put k w W : u k (put k w W) = u k W.
Proof. by apply: direction_depends => i ik; exact: put_earlier. Qed.
Lemma valid_next (A : 'M[R]_(d, m)) (v : 'cV[R]_d) (W : 'M[R]_d) : 0 < (\det ((layer W A)^T *m layer W A))%ring -> 0 < distance_factor A v W ->
  (((layer W A)^T *m scaled (/ frobenius (gone A v W)) (gone A v W)) = 0)%ring /\
  ((scaled (/ frobenius (gone A v W)) (gone A v W))^T *m scaled (/ frobenius (gone A v W)) (gone A v W) = 1%:M :> 'M[R]_1)%ring.
Proof.
move=> f y; set g := gone A v W.
have g0 : 0 < frobsq g.
  have := Rmult_lt_0_compat _ _ y D0; rewrite /distance_factor -/(gone A v W) -/g.
  by rewrite (_ : frobsq g / INR d * INR d = frobsq g) //; field; lra.
split.
  have nz : (\det ((BN (W *m A))^T *m BN (W *m A)))%ring <> 0.
    move=> z; move: f; rewrite /layer gram_scaled det_scaled z Rmult_0_r; lra.
  rewrite /layer !scaledE -scalemxAr linearZ /= -scalemxAl.
  have -> : ((BN (W *m A))^T *m g = 0)%ring.
    rewrite /g /gone outside_residual mulmxA; have r := residual_A nz.
    by rewrite -[residual _](residual_sym (BN (W *m A))) -trmx_mul r trmx0 mul0mx.
  by rewrite !scaler0.
apply/matrixP => i j; rewrite (ord1 i) (ord1 j) mulmxE [RHS]mxE eqxx.
rewrite (total_ext (g := fun k => / frobsq g * g k 0%ring ^ 2)).
  rewrite total_scal; have -> : \S_(k < d) g k 0%ring ^ 2 = frobsq g by apply: total_ext => k; rewrite /rowsq {1}/total big_ord1.
  by apply: Rinv_l; lra.
move=> k; have s : 0 < frobenius g by exact: sqrt_lt_R0.
have e : frobsq g = frobenius g * frobenius g by rewrite /frobenius sqrt_sqrt //; lra.
have aux (a b : R) : 0 < a -> / a * b * (/ a * b) = / (a * a) * b ^ 2 by move=> a0; field; lra.
rewrite e -aux //; congr (_ * _); first by rewrite !mxE.
by rewrite [LHS]mxE.
Qed.
Lemma valid_almost k : almost_surely (L k) (valid k).
Proof.
elim: k => [|k IH]; first by apply: almost_all => W; split=> //; exact: away.
apply: (almost_tower (valid_measurable k.+1 k.+1) IH) => W [f n a e].
have := layer_alive normal m0 wide f n a e; apply: almost_weaken => w [f' n' y].
by rewrite /valid hidden_put next /put eqxx -/(put k (draw w) W) hidden_put' u_put; have [x z] := valid_next f' y; split.
Qed.
Definition log_factor k (W : nat -> 'M[R]_d) : R := ln (distance_factor (Hk k W) (u k W) (W k)).
Let gap k W : R := phi (Hk k W).
Let factor_put k w W : log_factor k (put k w W) = ln (distance_factor (Hk k W) (u k W) w).
Proof. by rewrite /log_factor hidden_put' u_put /put eqxx. Qed.
Let gap_put k w W : gap k.+1 (put k w W) = phi (layer w (Hk k W)).
Proof. by rewrite /gap hidden_put. Qed.
Let mgap l k : measurable_on (L l) (gap k).
Proof. by apply: measurable_phi; exact: hidden_measurable. Qed.
Let mfactor k : measurable_on (L k.+1) (log_factor k).
Proof.
apply: measurable_ln; apply: measurable_div; last exact: measurable_const.
apply: measurable_frobsq; apply: measurable_gone; [exact: mhidden | exact: direction_measurable | exact: mdraw].
Qed.
Let r0 : 0 < / INR (d - m).
Proof. by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ssrnat.ltP; rewrite subn_gt0. Qed.
(* affine bounds *)
Let bounds : exists a b : R, forall k W, valid k W ->
  mean G (fun w => Rabs (log_factor k (put k w W))) <= a * gap k W + b /\ mean G (fun w => Rabs (gap k.+1 (put k w W))) <= a * gap k W + b.
Proof.
have [a1 [b1 h1]] : exists a b, forall x, leaving_bound N d m x + Rabs (ln (INR d)) = a * x + b.
  rewrite /leaving_bound /slack_bound; set s := \S_(j < m) _; set l1 := log_square N m; set l2 := log_square N (d - m).
  exists (2 * (INR d * / INR m) + / INR (d - m)).
  exists (2 * (INR d + INR d * (3 - l1)) - l2 - (s - INR d * (l1 - ln (INR m)) - INR m * ln (INR d / INR m)) * / INR (d - m) + Rabs (ln (INR d))).
  by move=> x; rewrite /Rdiv; ring.
have [a2 [b2 h2]] : exists a b, forall x, Rabs (ln (INR d / INR m)) + next_bound N d m x / INR m = a * x + b.
  rewrite /next_bound /slack_bound; set K := mean _ _; set l1 := log_square N m; set l := INR m * _; set l3 := Rabs (ln _).
  exists ((1 + INR d * / INR m + INR d * (INR d * / INR m)) * / INR m).
  exists (l3 + (Rabs l + K + INR d * (3 - l1) + INR d * (ln (INR m) + INR d * (3 - l1))) * / INR m).
  by move=> x; rewrite /Rdiv; ring.
exists (Rmax (a1 * INR m) (a2 * INR m)), (Rmax (a1 * (INR m * ln (INR m)) + b1) (a2 * (INR m * ln (INR m)) + b2)).
move=> k W [f n a e]; have [q [eq [bF bP]]] := layer_bounds normal m0 wide f n a e.
have g0 : 0 <= gap k W by exact: phi_ge0.
rewrite h1 eq in bF; rewrite h2 eq in bP.
split.
  rewrite (mean_ext _ (g := fun w => Rabs (ln (distance_factor (Hk k W) (u k W) w)))); last by move=> w; rewrite factor_put.
  apply: Rle_trans bF _; have := Rmax_l (a1 * INR m) (a2 * INR m); have := Rmax_l (a1 * (INR m * ln (INR m)) + b1) (a2 * (INR m * ln (INR m)) + b2).
  by rewrite -/(gap k W); move: (Rmax _ _) (Rmax _ _) => x y hx hy; have := Rmult_le_compat_r _ _ _ g0 hy; lra.
rewrite (mean_ext _ (g := fun w => Rabs (phi (layer w (Hk k W))))); last by move=> w; rewrite gap_put.
apply: Rle_trans bP _; have := Rmax_r (a1 * INR m) (a2 * INR m); have := Rmax_r (a1 * (INR m * ln (INR m)) + b1) (a2 * (INR m * ln (INR m)) + b2).
by rewrite -/(gap k W); move: (Rmax _ _) (Rmax _ _) => x y hx hy; have := Rmult_le_compat_r _ _ _ g0 hy; lra.
Qed.
Let section k W : valid k W -> integrable G (fun w => log_factor k (put k w W)) /\ integrable G (fun w => gap k.+1 (put k w W)).
Proof.
move=> [f n a e]; have [i j _] := mean_log_distance normal m0 wide f n a e.
by split; [apply: integrable_ext i => w; rewrite factor_put | apply: integrable_ext j => w; rewrite gap_put].
Qed.
Let of_abs S (M : law S) (f : S -> R) : measurable_on M f -> integrable M (fun x => Rabs (f x)) -> integrable M f.
Proof. by move=> mf i; apply: (integrable_dominated mf i) => w; exact: Rle_refl. Qed.
Lemma gap_integrable k : integrable (L k) (gap k).
Proof.
elim: k => [|k IH]; first exact: (integrable_const (L 0) (phi H0)).
have [a [b h]] := bounds.
apply: of_abs; first exact: mgap.
apply: (@integrable_tower _ _ G k (fun W => Rabs (gap k.+1 W)) (fun W => a * gap k W + b) (valid k)).
- by apply: measurable_abs; exact: mgap.
- by move=> W; exact: Rabs_pos.
- by apply: integrable_add; [exact: integrable_scal | exact: integrable_const].
- exact: valid_almost.
by move=> W v; have [_ j] := section v; have [_ le] := h _ _ v; split=> //; exact: integrable_abs.
Qed.
Lemma factor_integrable k : integrable (L k.+1) (log_factor k).
Proof.
have [a [b h]] := bounds; apply: of_abs; first exact: mfactor.
apply: (@integrable_tower _ _ G k (fun W => Rabs (log_factor k W)) (fun W => a * gap k W + b) (valid k)).
- by apply: measurable_abs; exact: mfactor.
- by move=> W; exact: Rabs_pos.
- by apply: integrable_add; [apply: integrable_scal; exact: gap_integrable | exact: integrable_const].
- exact: valid_almost.
by move=> W v; have [j _] := section v; have [le _] := h _ _ v; split=> //; exact: integrable_abs.
Qed.
Definition rate : R := (INR d - (INR m + 1) ^ 2 + 1) / (INR m * (INR d - INR m)).
Let c := INR m / (INR d - INR m).
Let c0 : 0 < c. Proof. by apply: Rdiv_lt_0_compat; lra. Qed.
Let step k : rate + c * (mean (L k.+1) (gap k.+1) - mean (L k) (gap k)) <= mean (L k.+1) (log_factor k).
Proof.
have iy := factor_integrable k; have ip := gap_integrable k.+1; have iq := gap_integrable k.
have jy := draws_integrable_next iy; have jp := draws_integrable_next ip.
rewrite (draws_mean_next iy) (draws_mean_next ip).
have il : integrable (L k) (fun W => rate + c * (mean G (fun w => gap k.+1 (put k w W)) - gap k W)).
  by apply: integrable_add; [exact: integrable_const | apply: integrable_scal; exact: integrable_sub].
have := mean_le_almost il jy (valid_almost k).
rewrite mean_add ?mean_const ?mean_scal ?mean_sub //; [|exact: integrable_sub|exact: integrable_const|by apply: integrable_scal; exact: integrable_sub].
apply=> w [f n a e]; have [_ _ le] := mean_log_distance normal m0 wide f n a e.
rewrite (mean_ext _ (f := fun v => log_factor k (put k v (draw w))) (g := fun v => ln (distance_factor (Hk k (draw w)) (u k (draw w)) v))); last by move=> v; rewrite factor_put.
rewrite (mean_ext _ (f := fun v => gap k.+1 (put k v (draw w))) (g := fun v => phi (layer v (Hk k (draw w))))); last by move=> v; rewrite gap_put.
by apply: Rle_trans le; apply: Req_le; rewrite /rate /c /gap; field; lra.
Qed.
Let at_l l k : (k < l)%N -> integrable (L l) (log_factor k) /\ mean (L l) (log_factor k) = mean (L k.+1) (log_factor k).
Proof.
move=> kl; have dl : depends_on k.+1 (log_factor k).
  move=> W W' e; have e' i : (i < k)%N -> W i = W' i by move=> ik; apply: e; exact: leqW.
  by rewrite /log_factor (@hidden_depends d m H0 k _ _ e') (@direction_depends k _ _ e') e.
split; first exact: (@draws_integrable_later _ _ G _ _ _ kl dl).1 (factor_integrable k).
exact: draws_mean_later kl dl (factor_integrable k).
Qed.
Theorem mean_log_factors l : (0 < l)%N -> (forall k : 'I_l, integrable (L l) (log_factor k)) /\
  rate - INR m * phi H0 / ((INR d - INR m) * INR l) <= (\S_(k < l) mean (L l) (log_factor k)) / INR l.
Proof.
move=> l0; split=> [k|]; first by have [] := at_l (ltn_ord k).
have l1 : 0 < INR l by apply: lt_0_INR; apply/ssrnat.ltP.
have sum n : INR n * rate + c * (mean (L n) (gap n) - phi H0) <= \S_(k < n) mean (L k.+1) (log_factor k).
  elim: n => [|n IH].
    have e : mean (L 0) (gap 0) = phi H0 by exact: (mean_const (L 0) (phi H0)).
    by rewrite series.total_empty e /=; lra.
  by rewrite total_recr S_INR /=; have := step n; lra.
have g0 : 0 <= mean (L l) (gap l).
  rewrite -(mean_const (L l) 0); apply: (mean_le_almost (integrable_const _ 0) (gap_integrable l) (valid_almost l)) => w [f _ _ _].
  exact: phi_ge0.
rewrite (total_ext (g := fun k : 'I_l => mean (L k.+1) (log_factor k))); last by move=> k; have [_ ->] := at_l (ltn_ord k).
apply: (Rmult_le_reg_r (INR l)) => //; rewrite /Rdiv [X in _ <= X]Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
apply: Rle_trans (sum l); have : 0 <= c * mean (L l) (gap l) by apply: Rmult_le_pos; lra.
have -> : (rate - INR m * phi H0 * / ((INR d - INR m) * INR l)) * INR l = INR l * rate - c * phi H0 by rewrite /c; field; lra.
lra.
Qed.
End Chain.
