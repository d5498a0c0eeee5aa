(* The layers before and after the gap first falls below 1/(16 d) (lemmas C.5 and C.6 of meterez2024), from the
   drift of one layer, E phi(BN(W X)) <= phi(X) (1 - 1/(d^2 (1 + d phi(X)))). As the gap never rises, a chain that
   is below the threshold stays there. Each sum is paid for by a potential (chains.v):
   before, 17 d^3 phi, which falls by at least 1 a layer; after, (17/8) d^2 sqrt(d phi), at most 17 d^2/32, which
   falls by at least sqrt(d phi) a layer. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry means chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* the arithmetic: D the width, p the gap *)
Lemma drift_above D p : 1 <= D -> 1 < 16 * D * p -> 1 <= 17 * D ^ 3 * (p / (D ^ 2 * (1 + D * p))).
Proof.
move=> D1 h; have q : 0 < 1 + D * p by lra.
have -> : 17 * D ^ 3 * (p / (D ^ 2 * (1 + D * p))) = 17 * (D * p) / (1 + D * p) by field; lra.
apply: (Rmult_le_reg_r (1 + D * p)) => //; have -> : 17 * (D * p) / (1 + D * p) * (1 + D * p) = 17 * (D * p) by field; lra.
lra.
Qed.
Lemma drift_below D p : 1 <= D -> 0 <= p -> 16 * D * p <= 1 ->
  D * (p - p / (D ^ 2 * (1 + D * p))) <= (sqrt (D * p) * (1 - 8 / (17 * D ^ 2))) ^ 2.
Proof.
move=> D1 p0 h; have t0 : 0 <= D * p by nra.
rewrite Rpow_mult_distr pow2_sqrt //; set t := D * p in t0 h *.
have -> : D * (p - p / (D ^ 2 * (1 + t))) = t * (1 - / (D ^ 2 * (1 + t))).
  by rewrite /t; field; split; [rewrite -/t; lra | nra].
apply: Rmult_le_compat_l => //.
have a : 16 / (17 * D ^ 2) <= / (D ^ 2 * (1 + t)).
  have -> : 16 / (17 * D ^ 2) = / (D ^ 2 * (17 / 16)) by field; lra.
  apply: Rinv_le_contravar; first by apply: Rmult_lt_0_compat; [nra | lra].
  by apply: Rmult_le_compat_l; [nra | rewrite /t; lra].
have -> : (1 - 8 / (17 * D ^ 2)) ^ 2 = 1 - 16 / (17 * D ^ 2) + (8 / (17 * D ^ 2)) ^ 2 by field; lra.
have := pow2_ge_0 (8 / (17 * D ^ 2)); lra.
Qed.
Lemma root_below D p : 16 * D * p <= 1 -> sqrt (D * p) <= 1 / 4.
Proof.
move=> h; rewrite -(sqrt_pow2 (1 / 4)); last lra.
by apply: sqrt_le_1_alt; lra.
Qed.

Section Hitting.
Variables (d : nat) (L : law 'M[R]_d) (X0 : 'M[R]_d).
Hypothesis d0 : (0 < d)%N.
Hypothesis H : haar L.
Hypothesis f0 : 0 < (\det (X0^T *m X0))%ring.
Hypothesis s0 : frobsq X0 = INR d.
Hypothesis drift : forall X : 'M[R]_d, 0 < (\det (X^T *m X))%ring -> frobsq X = INR d ->
  mean L (fun W => phi (BN (W *m X)%ring)) <= phi X - phi X / (INR d ^ 2 * (1 + INR d * phi X)).
Let D := INR d.
Fact D1 : 1 <= D. Proof. by apply: (le_INR 1); apply/leP. Qed.
Fact state_phi X : state X0 X -> 0 <= phi X <= phi X0.
Proof. by move=> [f _ h]; split=> //; exact: phi_ge0. Qed.
Fact phi_bound X : state X0 X -> Rabs (phi X) <= phi X0.
Proof. by move=> /state_phi h; rewrite Rabs_pos_eq; lra. Qed.
Fact below_later X (w : space L) : state X0 X -> 16 * D * phi X <= 1 -> 16 * D * phi (BN (draw w *m X)%ring) <= 1.
Proof.
move=> [f _ _] h; have o := haar_orthogonal H w.
have : phi (BN (draw w *m X)%ring) <= phi X by rewrite -(phi_rotated X o); apply: phi_BN_le => //; exact: full_rotated.
by move: D1; nra.
Qed.
Fact threshold_borel : borel_fun (fun X : 'M[R]_d => 16 * INR d * phi X).
Proof. by apply: measurable_scal; exact: borel_phi. Qed.

(* lemma C.6 *)
Lemma layers_above l :
  integrable (weights L l) (fun W => \S_(k < l) (if Rle_dec (16 * INR d * phi (rotated X0 W k)) 1 then 0 else 1)) /\
  mean (weights L l) (fun W => \S_(k < l) (if Rle_dec (16 * INR d * phi (rotated X0 W k)) 1 then 0 else 1))
  <= (if Rle_dec (16 * INR d * phi X0) 1 then 0 else 17 * INR d ^ 3 * phi X0).
Proof.
pose G (X : 'M[R]_d) := if Rle_dec (16 * INR d * phi X) 1 then 0 else 1.
pose F (X : 'M[R]_d) := if Rle_dec (16 * INR d * phi X) 1 then 0 else 17 * INR d ^ 3 * phi X.
have D1 := D1; have D3 : 0 < 17 * INR d ^ 3 by rewrite -/D; apply: Rmult_lt_0_compat; [lra | apply: pow_lt; lra].
have bG : borel_fun G by apply: measurable_if_le; [exact: threshold_borel | exact: measurable_const ..].
have bF : borel_fun F.
  apply: measurable_if_le; [exact: threshold_borel | exact: measurable_const | exact: measurable_const |].
  by apply: measurable_scal; exact: borel_phi.
have hG X : state X0 X -> Rabs (G X) <= 1.
  by move=> _; rewrite /G; case: Rle_dec => ?; rewrite [is_left _]/=; rewrite Rabs_pos_eq; lra.
have F0 X : state X0 X -> 0 <= F X <= 17 * INR d ^ 3 * phi X0.
  move=> s; have [a b] := state_phi s; rewrite /F; case: Rle_dec => ?; rewrite [is_left _]/=; split; try lra.
  - by apply: Rmult_le_pos; lra.
  - by apply: Rmult_le_pos; lra.
  - by apply: Rmult_le_compat_l; lra.
have hF X : state X0 X -> Rabs (F X) <= 17 * INR d ^ 3 * phi X0 by move=> /F0 h; rewrite Rabs_pos_eq; lra.
have iG (k : 'I_l) : integrable (weights L l) (fun W => G (rotated X0 W k)) by exact: state_integrable hG.
split; first exact: integrable_total iG.
rewrite (mean_total iG).
have P : \S_(k < l) mean (weights L l) (fun W => G (rotated X0 W k)) + mean (weights L l) (fun W => F (rotated X0 W l)) <= F X0.
  apply: (potential d0 H f0 s0 l bF bG hF hG) => X s; have [f t _] := s; have [p _] := state_phi s.
  have i := layer_integrable d0 H bF hF s; have ip := layer_integrable d0 H (@borel_phi d d) phi_bound s.
  rewrite {2}/F /G; case: Rle_dec => h; rewrite [is_left _]/=.
    rewrite (mean_ext_drawn (g := fun=> 0)) ?mean_const; first lra.
    by move=> w; rewrite /F; case: Rle_dec => // n; case: n; exact: below_later.
  have a : mean L (fun W => F (BN (W *m X)%ring)) <= mean L (fun W => 17 * INR d ^ 3 * phi (BN (W *m X)%ring)).
    apply: mean_le_drawn => //; first exact: integrable_scal.
    move=> w; have [q _] := state_phi (layer_state d0 (haar_orthogonal H w) s).
    by rewrite /F; case: Rle_dec => ?; rewrite [is_left _]/=; [apply: Rmult_le_pos; lra | lra].
  rewrite mean_scal // in a; have b := drift f t.
  have c := drift_above D1 (Rnot_le_lt _ _ h); rewrite /D in c.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ D3) b; lra.
have : 0 <= mean (weights L l) (fun W => F (rotated X0 W l)).
  by apply: mean_ge0_drawn => w; have [] := F0 _ (weights_state d0 H f0 s0 w l).
rewrite /F in P *; rewrite /F; lra.
Qed.

(* lemma C.5 *)
Lemma roots_below l :
  integrable (weights L l) (fun W => \S_(k < l)
    (if Rle_dec (16 * INR d * phi (rotated X0 W k)) 1 then sqrt (INR d * phi (rotated X0 W k)) else 0)) /\
  mean (weights L l) (fun W => \S_(k < l)
    (if Rle_dec (16 * INR d * phi (rotated X0 W k)) 1 then sqrt (INR d * phi (rotated X0 W k)) else 0))
  <= 17 / 32 * INR d ^ 2.
Proof.
pose G (X : 'M[R]_d) := if Rle_dec (16 * INR d * phi X) 1 then sqrt (INR d * phi X) else 0.
pose F (X : 'M[R]_d) := if Rle_dec (16 * INR d * phi X) 1 then 17 / 8 * INR d ^ 2 * sqrt (INR d * phi X) else 17 / 32 * INR d ^ 2.
have D1 := D1; have D2 : 1 <= INR d ^ 2 by rewrite -/D; nra.
have broot : borel_fun (fun X : 'M[R]_d => sqrt (INR d * phi X)).
  by apply: measurable_sqrt; apply: measurable_scal; exact: borel_phi.
have bG : borel_fun G.
  by apply: measurable_if_le; [exact: threshold_borel | exact: measurable_const | | exact: measurable_const].
have bF : borel_fun F.
  apply: measurable_if_le; [exact: threshold_borel | exact: measurable_const | | exact: measurable_const].
  by apply: measurable_scal.
have hG X : state X0 X -> Rabs (G X) <= 1 / 4.
  move=> _; rewrite /G; case: Rle_dec => h; rewrite [is_left _]/=; last by rewrite Rabs_R0; lra.
  by rewrite Rabs_pos_eq; [exact: root_below | exact: sqrt_pos].
have F0 X : 0 <= F X <= 17 / 32 * INR d ^ 2.
  rewrite /F; case: Rle_dec => h; rewrite [is_left _]/=; last lra.
  by have := root_below h; have := sqrt_pos (INR d * phi X); nra.
have hF X : state X0 X -> Rabs (F X) <= 17 / 32 * INR d ^ 2 by move=> _; have h := F0 X; rewrite Rabs_pos_eq; lra.
have iG (k : 'I_l) : integrable (weights L l) (fun W => G (rotated X0 W k)) by exact: state_integrable hG.
split; first exact: integrable_total iG.
rewrite (mean_total iG).
have P : \S_(k < l) mean (weights L l) (fun W => G (rotated X0 W k)) + mean (weights L l) (fun W => F (rotated X0 W l)) <= F X0.
  apply: (potential d0 H f0 s0 l bF bG hF hG) => X s; have [f t _] := s; have [p _] := state_phi s.
  have i := layer_integrable d0 H bF hF s; have ip := layer_integrable d0 H (@borel_phi d d) phi_bound s.
  rewrite {2}/F /G; case: Rle_dec => h; rewrite [is_left _]/=; last first.
    by have := mean_above i (fun w => proj2 (F0 _)); lra.
  have next (w : space L) : 0 <= INR d * phi (BN (draw w *m X)%ring).
    by apply: Rmult_le_pos; [rewrite -/D; lra | have [] := state_phi (layer_state d0 (haar_orthogonal H w) s)].
  pose r (W : 'M[R]_d) := sqrt (INR d * phi (BN (W *m X)%ring)).
  have r2 (w : space L) : r (draw w) ^ 2 = INR d * phi (BN (draw w *m X)%ring) by rewrite /r pow2_sqrt.
  have ir2 : integrable L (fun W => r W ^ 2).
    by apply: (integrable_ext_drawn (f := fun W => INR d * phi (BN (W *m X)%ring))) => [w|]; [rewrite r2 | exact: integrable_scal].
  have ir : integrable L r.
    apply: integrable_square ir2.
    by apply: (@borel_of_measurable _ L d d (fun W => BN (W *m X)%ring)) broot; apply: layer_measurable; exact: haar_entries.
  rewrite (mean_ext_drawn (g := fun W => 17 / 8 * INR d ^ 2 * r W)) => [|w]; last first.
    by rewrite /F; case: Rle_dec => // n; case: n; exact: below_later.
  rewrite mean_scal //; have j := mean_square ir ir2.
  rewrite (mean_ext_drawn (g := fun W => INR d * phi (BN (W *m X)%ring)) r2) mean_scal // in j.
  have b := Rmult_le_compat_l D _ _ (Rle_trans _ _ _ Rle_0_1 D1) (drift f t).
  have c := drift_below D1 p h; rewrite /D in b c.
  set u := 8 / (17 * INR d ^ 2) in c; set y := sqrt (INR d * phi X) in c *.
  have y0 : 0 <= y by exact: sqrt_pos.
  have e : 17 / 8 * INR d ^ 2 * u = 1 by rewrite /u; field; rewrite -/D; lra.
  have u1 : u <= 1 by nra.
  have m : mean L r <= y * (1 - u).
    apply: Rnot_lt_le => n; have q : 0 <= y * (1 - u) by apply: Rmult_le_pos; lra.
    have : (y * (1 - u)) ^ 2 < mean L r ^ 2 by nra.
    by apply: Rle_not_lt; exact: Rle_trans j (Rle_trans _ _ _ b c).
  have := Rmult_le_compat_l (17 / 8 * INR d ^ 2) _ _ ltac:(lra) m.
  rewrite (_ : 17 / 8 * INR d ^ 2 * (y * (1 - u)) = 17 / 8 * INR d ^ 2 * y - 17 / 8 * INR d ^ 2 * u * y); last ring.
  rewrite e; lra.
have : 0 <= mean (weights L l) (fun W => F (rotated X0 W l)) by apply: mean_ge0 => W; have [] := F0 (rotated X0 W l).
have := proj2 (F0 X0); lra.
Qed.
End Hitting.
