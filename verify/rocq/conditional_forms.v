(* The mean logarithm of a quadratic form |A w|^2 of d normals w, where A depends on k independent vectors drawn before.

   If the kernel of A has the dimension k, P is the projector on it and r = d - k, then by null_forms.v, given the past, the transform of
   |A w|^2 is at most that of kappa times the sum of r squared normals. So [log_size]: E ln |A w|^2 >= E ln det(A^T A + P)/r + L_r. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal measure lebesgue_measure lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry chains normal rotation normed_chain almost_surely log_means log_squares null_forms columns.
From Lemmata.verify.rocq Require calculus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Conditional.
Variables (N : law R) (d k : nat).
Hypothesis normal : standard_normal N.
Hypothesis kd : (k < d)%N.
Variables (A P : (nat -> nat -> R) -> 'M[R]_d) (good : (nat -> nat -> R) -> Prop).
Notation L := (normals N d).
Notation past := (draws none L k).
Notation now := (draws none L k.+1).
Hypotheses (dA : depends_on k A) (dP : depends_on k P) (dg : depends_on k good).
Hypotheses (mA : measurable_matrix past A) (mg : measurable_event past good).
Hypothesis mD : measurable_on past (fun C => \det (nonsingular (A C) (P C)))%ring.
Hypothesis forms : forall C, good C -> [/\ (P C)^T = P C, A C *m P C = 0, forall B : 'M[R]_d, A C *m B = 0 -> P C *m B = B & \tr (P C) = INR k]%ring.
Hypothesis ag : almost_surely past good.
Let r := (d - k)%N.
Let r0 : (0 < r)%N. Proof. by rewrite subn_gt0. Qed.
Let rE : INR r = INR d - INR k. Proof. by rewrite /r minus_INR //; apply/ssrnat.leP; exact: ltnW. Qed.
Let R0 : 0 < INR r. Proof. by apply: lt_0_INR; apply/ssrnat.ltP. Qed.
Let d0 : (0 < d)%N. Proof. exact: leq_ltn_trans kd. Qed.
Definition size C := size_of (A C) (C k).
Definition scale C := geometric (A C) (P C) k.
Let bad C : R := if `[< good C >] then 0 else 1.
Let mbad : measurable_on past bad. Proof. by apply: measurable_if => //; exact: measurable_const. Qed.
Let dbad : depends_on k bad. Proof. by move=> C C' e; rewrite /bad (dg e). Qed.
Lemma good_now : almost_surely now good.
Proof.
have [|ib eb] := almost_ext (integrable_const past 0) mbad ag; first by move=> w g; rewrite /bad; case: asboolP.
rewrite mean_const in eb.
have ib' := (@draws_integrable_later _ none L _ _ _ (leqnSn k) dbad).1 ib.
have := @almost_zero _ now bad (integrable_measurable ib') (fun C => _ : 0 <= bad C).
rewrite (integral_meanE ib') (draws_mean_later (leqnSn k) dbad ib) eb => h.
have b0 C : 0 <= bad C by rewrite /bad; case: asboolP => _; lra.
apply: almost_weaken (h b0 erefl) => w; rewrite /bad; case: asboolP => // _; lra.
Qed.
Let mgn : measurable_event now good.
Proof.
have mb : measurable_on now bad := (@draws_measurable_later _ none L _ _ _ (leqnSn k) dbad).1 mbad.
apply: (@event_ext _ now (fun C => bad C = 0) good) => [C|]; last by apply: (event_eq mb); exact: measurable_const.
by rewrite /bad; case: asboolP => g; split=> // e; lra.
Qed.
Let mAn : measurable_matrix now A.
Proof.
move=> i j; apply: (@draws_measurable_later _ none L k k.+1 (fun C => A C i j) (leqnSn k) _).1; last exact: mA.
by move=> C C' e; rewrite (dA e).
Qed.
Let coord i : measurable_on now (fun C => C k i).
Proof. exact: (@draws_measurable_last _ none L k (fun v => v i) (@row_coordinate N normal d i)). Qed.
Lemma size_measurable' : measurable_on now size.
Proof.
apply: chains.measurable_frobsq; apply: measurable_matrix_mul => // i j.
by apply: measurable_ext (coord i) => C; rewrite mxE.
Qed.
Let mS : measurable_on now size := size_measurable'.
Let size0 C : 0 <= size C. Proof. exact: frobsq_ge0. Qed.
Lemma size_put w C : size (put k w C) = size_of (A C) w.
Proof.
rewrite /size (_ : A (put k w C) = A C) /put ?eqxx //; apply: dA => i ik; by rewrite ltn_eqF.
Qed.
Let good_put w C : good (put k w C) = good C.
Proof. by apply: dg => i ik; rewrite /put ltn_eqF. Qed.
Let mscale : measurable_on past scale.
Proof. by apply: measurable_exp; apply: measurable_div; [exact: measurable_ln | exact: measurable_const]. Qed.
Let dscale : depends_on k scale. Proof. by move=> C C' e; rewrite /scale (dA e) (dP e). Qed.
Let scale0 C : 0 < scale C. Proof. exact: exp_pos. Qed.
Let mscale' : measurable_on now scale := (@draws_measurable_later _ none L _ _ _ (leqnSn k) dscale).1 mscale.
Let given C t : good C -> 0 < t -> mean L (fun w => exp (- (size_of (A C) w * t))) <= exp (- (INR r * ln (1 + 2 * t * scale C)) / 2).
Proof. by move=> g t0; have [s z ke tr] := forms g; rewrite rE; exact: (form_transform s z ke tr kd normal t0). Qed.
Let exp_int (L' : law (nat -> nat -> R)) F t : measurable_on L' F -> (forall C, 0 <= F C) -> 0 < t -> integrable L' (fun C => exp (- (F C * t))).
Proof. by move=> mF F0 t0; exact: exp_integrable. Qed.
(* it is not 0 *)
Lemma size_pos : almost_surely now (fun C => good C /\ 0 < size C).
Proof.
pose F C := if `[< good C >] then zero (size C) else 0.
have F01 C : 0 <= F C <= 1 by rewrite /F; case: asboolP => _; [exact: zero_range | lra].
have mF : measurable_on now F by apply: measurable_if => //; [exact: measurable_zero | exact: measurable_const].
have iF : integrable now F by apply: (integrable_between (a := 0) (b := 1)).
have inner C : mean L (fun w => F (put k w C)) = 0.
  rewrite (mean_ext _ (g := fun w => if `[< good C >] then zero (size_of (A C) w) else 0)); last by move=> w; rewrite /F good_put size_put.
  case: asboolP => g; last exact: mean_const.
  have mz : measurable_on L (fun w => zero (size_of (A C) w)).
    by apply: measurable_zero; exact: size_measurable.
  have iz : integrable L (fun w => zero (size_of (A C) w)) by apply: (integrable_between (a := 0) (b := 1)) => // w; exact: zero_range.
  have z0 : 0 <= mean L (fun w => zero (size_of (A C) w)) by apply: mean_ge0 => w; case: (zero_range (size_of (A C) w)).
  suff : mean L (fun w => zero (size_of (A C) w)) <= 0 by lra.
  apply: le_vanishing => j; have s0 := scale0 C.
  have J : 0 < INR j.+1 by apply: lt_0_INR; apply/ssrnat.ltP.
  pose t := (exp (2 * INR j.+1 / INR r) - 1) / (2 * scale C).
  have e1 : 1 < exp (2 * INR j.+1 / INR r) by rewrite -exp_0; apply: exp_increasing; apply: Rdiv_lt_0_compat; lra.
  have t0 : 0 < t by apply: Rdiv_lt_0_compat; lra.
  apply: Rle_trans (_ : exp (- INR j.+1) <= _); last first.
    rewrite exp_Ropp; apply: Rinv_le_contravar => //; have := exp_ineq1_le (INR j.+1); lra.
  apply: Rle_trans (_ : mean L (fun w => exp (- (size_of (A C) w * t))) <= _).
    apply: mean_le => // [|w].
      by apply: exp_integrable => //; [exact: size_measurable | move=> w; exact: frobsq_ge0].
    rewrite /zero; case: asboolP => [-> | _]; last exact: Rlt_le (exp_pos _).
    by rewrite Rmult_0_l Ropp_0 exp_0; lra.
  apply: Rle_trans (given g t0) _; apply: Req_le; congr exp.
  have -> : 1 + 2 * t * scale C = exp (2 * INR j.+1 / INR r) by rewrite /t; field; lra.
  by rewrite ln_exp; field; lra.
have z : mean now F = 0 by rewrite draws_mean_next // (mean_ext _ inner) mean_const.
have := almost_zero mF (fun C => proj1 (F01 C)); rewrite (integral_meanE iF) z => h.
apply: almost_weaken (almost_and good_now (h erefl)) => w [g e]; split=> //.
have [//|/esym e0] := size0 (draw w); move: e; rewrite /F; case: asboolP => // _; rewrite zero_at //; lra.
Qed.
Let sq C := squares r (C k).
Let sq0 C : 0 <= sq C. Proof. exact: squares_ge0. Qed.
Let rd : (r <= d)%N. Proof. exact: leq_subr. Qed.
Let msq : measurable_on now sq.
Proof. by apply: measurable_total => i; apply: measurable_pow; exact: coord. Qed.
Let sq_pos : almost_surely now (fun C => 0 < sq C).
Proof.
have mz : measurable_on L (fun v => zero (squares r v)) by apply: measurable_zero; exact: squares_measurable.
have iz : integrable L (fun v => zero (squares r v)) by apply: (integrable_between (a := 0) (b := 1)) => // w; exact: zero_range.
have z : mean L (fun v => zero (squares r v)) = 0.
  have [|_ ->] := almost_ext (integrable_const L 0) mz (squares_pos normal r0 rd); last exact: mean_const.
  by move=> w p; rewrite zero_of //; exact: Rgt_not_eq.
have i1 := @draws_integrable_one _ none L k.+1 k _ (ltnSn k) iz.
have := @almost_zero _ now (fun C => zero (squares r (C k))) (integrable_measurable i1) (fun C => proj1 (zero_range (squares r (C k)))).
rewrite (integral_meanE i1) (draws_mean_one _ (ltnSn k) iz) z => h.
apply: almost_weaken (h erefl) => w e; have [//|/esym e0] := sq0 (draw w).
by move: e; rewrite zero_at //; lra.
Qed.
Hypothesis isize : integrable now (fun C => ln (1 + size C)).
Hypothesis iscale : integrable past (fun C => ln (\det (nonsingular (A C) (P C)))%ring).
Theorem log_size : integrable now (fun C => ln (size C)) /\
  mean past (fun C => ln (\det (nonsingular (A C) (P C)))%ring) / INR r + log_square N r <= mean now (fun C => ln (size C)).
Proof.
pose X1 C := if `[< good C >] then size C else 1; pose Y1 C := if `[< good C >] then scale C * sq C else 1.
pose fix1 (Z : (nat -> nat -> R) -> R) C := if `[< 0 < Z C >] then Z C else 1.
have mX1 : measurable_on now X1 by apply: measurable_if => //; exact: measurable_const.
have mY1 : measurable_on now Y1 by apply: measurable_if => //; [exact: measurable_mul | exact: measurable_const].
have X10 C : 0 <= X1 C by rewrite /X1; case: asboolP => _ //; lra.
have Y10 C : 0 <= Y1 C.
  by rewrite /Y1; case: asboolP => _; [apply: Rmult_le_pos => //; exact: Rlt_le | lra].
have mfix Z : measurable_on now Z -> measurable_on now (fix1 Z).
  move=> mZ; apply: measurable_if => //; last exact: measurable_const.
  by apply: event_lt => //; exact: measurable_const.
have fix0 Z C : 0 < fix1 Z C by rewrite /fix1; case: asboolP => //; lra.
have fixE Z C : 0 < Z C -> fix1 Z C = Z C by rewrite /fix1; case: asboolP.
have aX : almost_surely now (fun C => [/\ good C, 0 < size C & 0 < sq C]).
  by apply: almost_weaken (almost_and size_pos sq_pos) => w [[g s] q].
have XE w : good w -> X1 w = size w by move=> g; rewrite /X1; case: asboolP.
have YE w : good w -> Y1 w = scale w * sq w by move=> g; rewrite /Y1; case: asboolP.
have Xd (w : space now) : [/\ good (draw w), 0 < size (draw w) & 0 < sq (draw w)] -> fix1 X1 (draw w) = size (draw w).
  by move=> [g s q]; rewrite fixE XE.
have Yd (w : space now) : [/\ good (draw w), 0 < size (draw w) & 0 < sq (draw w)] -> fix1 Y1 (draw w) = scale (draw w) * sq (draw w).
  by move=> [g s q]; rewrite fixE YE //; exact: Rmult_lt_0_compat.
have dD : depends_on k (fun C => ln (\det (nonsingular (A C) (P C)))%ring) by move=> C C' e; rewrite (dA e) (dP e).
have iD := (@draws_integrable_later _ none L _ _ _ (leqnSn k) dD).1 iscale.
have isq := @draws_integrable_one _ none L k.+1 k (fun v => ln (squares r v)) (ltnSn k).
have dr : depends_on r (fun g => ln (squares r g)) by move=> g h e; rewrite (squares_depends e).
have ir := log_squares_integrable normal r0.
have ird := (@draws_integrable_later _ 0 N _ _ _ rd dr).1 ir.
have {}isq := isq ird.
have iY0 : integrable now (fun C => ln (\det (nonsingular (A C) (P C)))%ring / INR r + ln (squares r (C k))) by apply: integrable_add => //; exact: integrable_div.
have [|iY eY] := almost_ext iY0 (measurable_ln (mfix _ mY1)) aX.
  move=> w h; rewrite Yd //; have [g s q] := h; rewrite ln_mult // /scale /geometric ln_exp -rE //.
have iX1 : integrable now (fun C => ln (1 + fix1 X1 C)).
  have m1 : measurable_on now (fun C => ln (1 + fix1 X1 C)) by apply: measurable_ln; apply: measurable_add; [exact: measurable_const | exact: mfix].
  by have [|//] := almost_ext isize m1 aX; move=> w h; rewrite Xd.
have fixed Z t : measurable_on now Z -> (forall C, 0 <= Z C) -> 0 < t -> almost_surely now (fun C => 0 < Z C) ->
    mean now (fun C => exp (- (fix1 Z C * t))) = mean now (fun C => exp (- (Z C * t))).
  move=> mZ Z0 t0 a; have m1 : measurable_on now (fun C => exp (- (fix1 Z C * t))).
    by apply: measurable_exp; apply: measurable_opp; apply: measurable_mul; [exact: mfix | exact: measurable_const].
  by have [|_ ->] := almost_ext (exp_int mZ Z0 t0) m1 a; move=> // w p; rewrite fixE.
have X1p : almost_surely now (fun C => 0 < X1 C) by apply: almost_weaken aX => w [g s q]; rewrite XE.
have Y1p : almost_surely now (fun C => 0 < Y1 C) by apply: almost_weaken aX => w [g s q]; rewrite YE //; exact: Rmult_lt_0_compat.
have [|iX le] := log_order (mfix _ mX1) (mfix _ mY1) (fix0 X1) (fix0 Y1) iX1 iY.
  move=> t t0; rewrite !fixed //.
  rewrite (draws_mean_next (exp_int mX1 X10 t0)) (draws_mean_next (exp_int mY1 Y10 t0)).
  apply: mean_le_drawn => [||w]; [exact: draws_integrable_next (exp_int mX1 X10 t0) | exact: draws_integrable_next (exp_int mY1 Y10 t0) |].
  set C := draw w.
  rewrite (mean_ext _ (g := fun v => exp (- ((if `[< good C >] then size_of (A C) v else 1) * t)))); last by move=> v; rewrite /X1 good_put size_put.
  rewrite [X in _ <= X](mean_ext _ (g := fun v => exp (- ((if `[< good C >] then scale C * squares r v else 1) * t)))); last first.
    move=> v; rewrite /Y1 good_put /sq /put eqxx -/(put k v C); congr (exp (- ((if _ then _ * _ else _) * _))).
    by apply: dscale => i ik; rewrite /put ltn_eqF.
  case: asboolP => g; last exact: Rle_refl.
  apply: Rle_trans (given g t0) _; apply: Req_le.
  have st : 0 < scale C * t by exact: Rmult_lt_0_compat.
  rewrite (mean_ext _ (g := fun v => exp (- (squares r v * (scale C * t))))); last by move=> v; congr exp; ring.
  have [_ ->] := squares_transform normal rd st; rewrite /laplace; congr (exp (- (_ * ln _) / 2)); ring.
have [|i e] := almost_ext iX (measurable_ln mS) aX; first by move=> w h; rewrite Xd.
split=> //; rewrite e; apply: Rle_trans le; rewrite eY mean_add //; last exact: integrable_div.
rewrite mean_div // (draws_mean_later (leqnSn k) dD iscale) (@draws_mean_one _ none L k.+1 k (fun v => ln (squares r v)) (ltnSn k) ird).
by rewrite (draws_mean_later rd dr ir); exact: Rle_refl.
Qed.
End Conditional.
