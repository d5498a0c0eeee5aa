(* The rows of a Gaussian matrix are independent, and it may be rotated from the right.

   [blocks]: of a + b independent draws, a function of the first a times a function of the last b has the product of the
   means; here for bounded functions. So for functions of a row, or of two rows, of d x n normals ([row_mean], [row_mean_two]).
   [gaussian_right]: W P has the law of W for an orthogonal P. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import mathcomp_extra boolp classical_sets functions.
From mathcomp.analysis Require Import Rstruct reals ereal signed topology normedtype sequences esum
  measure lebesgue_measure numfun lebesgue_integral.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry normal rotation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Section Blocks.
Variables (T : Type) (x : T) (L : law T).
Implicit Types (F f : (nat -> T) -> R).
(* what comes after the first a draws *)
Definition shift (a : nat) (W : nat -> T) (i : nat) : T := W (i + a)%N.

Lemma forget a b : exists2 s : power (space L) (b + a) -> power (space L) b,
  measurable_fun setT s & forall w i, (i < b)%N -> drawn x (s w) i = shift a (drawn x w) i.
Proof.
elim: b => [|b [s ms e]].
  exists (fun=> point) => //; exact: measurable_fun_cst.
exists (fun w : power (space L) (b + a).+1 => (s w.1, w.2)).
  apply/prod_measurable_funP; split=> /=.
    exact: (measurable_fun_comp ms (@fst_measurable (power (space L) (b + a)) (space L))).
  exact: (@snd_measurable (power (space L) (b + a)) (space L)).
move=> w i; rewrite /shift ltnS leq_eqVlt => /orP[/eqP -> | ib] /=; first by rewrite !eqxx.
by rewrite eqn_add2r (ltn_eqF ib); exact: e.
Qed.
Lemma shift_measurable a b f : depends_on b f -> measurable_on (draws x L b) f ->
  measurable_on (draws x L (b + a)) (fun W => f (shift a W)).
Proof.
move=> df mf; have [s ms e] := forget a b.
have := measurable_fun_comp mf ms; rewrite /measurable_on; congr measurable_fun.
by apply/funext => w /=; apply: df => i ib; exact: e.
Qed.
Lemma put_shift a b w W : shift a (put (b + a) w W) = put b w (shift a W).
Proof. by apply/funext => i; rewrite /shift /put eqn_add2r. Qed.
Lemma put_depends b w f : depends_on b.+1 f -> depends_on b (fun W => f (put b w W)).
Proof.
move=> df W W' e; apply: df => i; rewrite ltnS leq_eqVlt => /orP[/eqP -> | ib]; rewrite /put ?eqxx //.
by rewrite (ltn_eqF ib); exact: e.
Qed.
Lemma section_measurable b f : measurable_on (draws x L b.+1) f ->
  forall u : power (space L) b, measurable_on L (fun w => f (put b w (drawn x u))).
Proof. move=> mf u; exact: (measurable_fun_prod1 u mf). Qed.
Definition bounded b f k := forall w : power (space L) b, Rabs (f (drawn x w)) <= k.

Lemma blocks_integrable a b F f c k : depends_on a F -> depends_on b f ->
  measurable_on (draws x L a) F -> measurable_on (draws x L b) f -> bounded a F c -> bounded b f k ->
  integrable (draws x L (b + a)) (fun W => F W * f (shift a W)).
Proof.
move=> dF df mF mf bF bf; apply: (integrable_bounded (c := c * k)).
  apply: measurable_mul; last exact: shift_measurable.
  by apply/(@draws_measurable_later _ x L a (b + a)) => //; exact: leq_addl.
have [s _ e] := forget a b; have [r re] : exists r : power (space L) (b + a) -> power (space L) a,
    forall w i, (i < a)%N -> drawn x (r w) i = drawn x w i.
  elim: b {s e df mf bf} => [|b [r re]]; first by exists id.
  exists (fun w : power (space L) (b + a).+1 => r w.1) => w i ia /=.
  by rewrite ltn_eqF ?(ltn_addl _ ia) //; exact: re.
move=> w; rewrite Rabs_mult; apply: Rmult_le_compat; [exact: Rabs_pos | exact: Rabs_pos | |].
- by rewrite -(dF _ _ (re w)); exact: bF.
- by rewrite -(df _ _ (e w)); exact: bf.
Qed.
Lemma blocks a b F f c k : depends_on a F -> depends_on b f ->
  measurable_on (draws x L a) F -> measurable_on (draws x L b) f -> bounded a F c -> bounded b f k ->
  mean (draws x L (b + a)) (fun W => F W * f (shift a W)) = mean (draws x L a) F * mean (draws x L b) f.
Proof.
move=> dF df mF mf bF bf.
have Fi : integrable (draws x L a) F by apply: (integrable_bounded (c := c)).
elim: b f df mf bf => [|b IH] f df mf bf.
  have e W : f W = f (fun=> x) by apply: df.
  rewrite (mean_ext _ (g := fun W => F W * f (fun=> x))); last by move=> W; rewrite e.
  by rewrite mean_scal_r // (mean_ext (draws x L 0) e) mean_const.
have fi : integrable (draws x L b.+1) f by apply: (integrable_bounded (c := k)).
pose f' V := mean L (fun w => f (put b w V)).
have si (u : power (space L) b) : integrable L (fun w => f (put b w (drawn x u))).
  apply: (integrable_bounded (c := k)); first exact: section_measurable.
  by move=> w; exact: (bf (u, w)).
have bf' : bounded b f' k.
  move=> u; apply: Rle_trans (mean_abs (si u)) _; apply: mean_above; first exact: integrable_abs.
  by move=> w; exact: (bf (u, w)).
have df' : depends_on b f' by move=> W W' e; apply: mean_ext => w; exact: (put_depends w df).
have f'i := draws_integrable_next fi.
rewrite [LHS](@draws_mean_next _ x L (b + a)); last exact: (blocks_integrable dF df mF mf bF bf).
rewrite (draws_mean_next fi) -IH //; last exact: integrable_measurable.
apply: mean_ext_drawn => w; have [s _ e] := forget a b.
transitivity (F (drawn x w) * f' (drawn x (s w))); last by congr (_ * _); apply: df' => i ib; exact: e.
rewrite /f' -mean_scal //; apply: mean_ext => v; rewrite put_shift; congr (_ * _).
  by apply: dF => i ia; rewrite /put ltn_eqF // (leq_trans ia (leq_addl _ _)).
by apply: (put_depends v df) => i ib; rewrite e.
Qed.

(* ---------- rows of n draws each ---------- *)
Lemma shift_depends a b f : depends_on b f -> depends_on (b + a) (fun W => f (shift a W)).
Proof. by move=> df W W' e; apply: df => i ib; rewrite /shift; apply: e; rewrite ltn_add2r. Qed.
Section Rows.
Variable n : nat.
Lemma row_below i j : (i < j)%N -> (n + i * n <= j * n)%N.
Proof. by move=> ij; rewrite -mulSn leq_mul2r ij orbT. Qed.
Lemma row_measurable d j f : (j < d)%N -> depends_on n f -> measurable_on (draws x L n) f ->
  measurable_on (draws x L (d * n)) (fun W => f (shift (j * n) W)).
Proof.
move=> jd df mf; apply/(@draws_measurable_later _ x L (n + j * n)); first exact: row_below.
  exact: shift_depends.
exact: shift_measurable.
Qed.
Lemma row_bounded d j f k : (j < d)%N -> depends_on n f -> bounded n f k -> bounded (d * n) (fun W => f (shift (j * n) W)) k.
Proof.
move=> jd df bf w; have [s _ e] := forget (j * n) n.
have [r re] : exists r : power (space L) (d * n) -> power (space L) (n + j * n),
    forall w i, (i < n + j * n)%N -> drawn x (r w) i = drawn x w i.
  have := row_below jd; move: (n + j * n)%N (d * n)%N {w s e} => a b; elim: b => [|b IH].
    by rewrite leqn0 => /eqP ->; exists id.
  rewrite leq_eqVlt => /orP[/eqP -> | ab]; first by exists id.
  have [r re] := IH ab; exists (fun w : power (space L) b.+1 => r w.1) => w i ia /=.
  by rewrite ltn_eqF ?(leq_trans ia ab) //; exact: re.
have := bf (s (r w)); congr (Rabs _ <= _); apply: df => i i_n.
by rewrite e // /shift re // ltn_add2r.
Qed.
Lemma row_mean d j f k : (j < d)%N -> depends_on n f -> measurable_on (draws x L n) f -> bounded n f k ->
  integrable (draws x L (d * n)) (fun W => f (shift (j * n) W)) /\
  mean (draws x L (d * n)) (fun W => f (shift (j * n) W)) = mean (draws x L n) f.
Proof.
move=> jd df mf bf; have one : measurable_on (draws x L (j * n)) (fun=> 1) by exact: measurable_const.
have le1 : bounded (j * n) (fun=> 1) 1 by move=> w; rewrite Rabs_R1; exact: Rle_refl.
split.
  by apply: (integrable_bounded (c := k)); [exact: row_measurable | exact: row_bounded].
rewrite (@draws_mean_later _ x L (n + j * n)); [|exact: row_below|exact: shift_depends|]; last first.
  have := @blocks_integrable (j * n) n (fun=> 1) f 1 k (fun _ _ _ => erefl) df one mf le1 bf.
  by apply: integrable_ext => W; exact: Rmult_1_l.
have := @blocks (j * n) n (fun=> 1) f 1 k (fun _ _ _ => erefl) df one mf le1 bf.
by rewrite mean_const Rmult_1_l => <-; apply: mean_ext => W; rewrite Rmult_1_l.
Qed.
Lemma row_mean_two d i j f h k : (i < j < d)%N -> depends_on n f -> depends_on n h ->
  measurable_on (draws x L n) f -> measurable_on (draws x L n) h -> bounded n f k -> bounded n h k ->
  integrable (draws x L (d * n)) (fun W => f (shift (i * n) W) * h (shift (j * n) W)) /\
  mean (draws x L (d * n)) (fun W => f (shift (i * n) W) * h (shift (j * n) W)) = mean (draws x L n) f * mean (draws x L n) h.
Proof.
move=> /andP[ij jd] df dh mf mh bf bh.
have dF : depends_on (j * n) (fun W => f (shift (i * n) W)) := depends_later (row_below ij) (@shift_depends (i * n) n f df).
have mF := row_measurable ij df mf; have bF := row_bounded ij df bf.
have I := blocks_integrable dF dh mF mh bF bh.
have D : depends_on (n + j * n) (fun W => f (shift (i * n) W) * h (shift (j * n) W)).
  move=> W W' e; congr (_ * _); last exact: (@shift_depends (j * n) n h dh).
  by apply: dF => m mj; apply: e; exact: (leq_trans mj (leq_addl _ _)).
split; first exact: ((@draws_integrable_later _ x L _ _ _ (row_below jd) D).1 I).
rewrite (draws_mean_later (row_below jd) D I) (blocks dF dh mF mh bF bh).
by have [_ ->] := row_mean ij df mf bf.
Qed.
End Rows.
End Blocks.

(* ---------- rotations from the right ---------- *)
Section Gaussian.
Variables (N : law R) (d n : nat).
Hypothesis normal : standard_normal N.
Notation G := (gaussian N d n).
Lemma gaussian_entries : measurable_entries G.
Proof.
move=> i j; change (measurable_on (normals N (d * n)) (fun g => (\matrix_(i, j) (g (i * n + j)%N / sqrt (INR d))) i j)).
apply: (measurable_ext (f := fun g => g (i * n + j)%N / sqrt (INR d))) => [g|]; first by rewrite mxE.
apply: measurable_div; last exact: measurable_const.
apply: (@draws_measurable _ 0 N (d * n) (i * n + j) (fun x => x)); last by case: normal.
exact: index_below.
Qed.
Lemma gaussian_drawE (w : space G) : draw w = scaled (/ sqrt (INR d)) (entries d n (drawn 0 w)).
Proof. by apply/matrixP => i j; rewrite !mxE /Rdiv Rmult_comm. Qed.
Lemma borel_scaled c (B : set 'M[R]_(d, n)) : borel B -> borel [set A | B (scaled c A)].
Proof.
move=> bB; have e : measurable_entries (image (scaled c) (zero_matrix d n)).
  move=> i j; change (measurable_on (zero_matrix d n) (fun A => scaled c A i j)).
  by apply: (measurable_ext (f := fun A : 'M[R]_(d, n) => c * A i j)) => [A|]; [rewrite mxE | apply: measurable_scal; exact: borel_entry].
exact: (borel_event e bB).
Qed.
Lemma gaussian_right (P : 'M[R]_n) : orthogonal P -> same_law G (image (fun W => W *m P) G).
Proof.
move=> oP B bB; have bS := borel_scaled (/ sqrt (INR d)) bB.
pose F (A : 'M[R]_(d, n)) : \bar RR := (\1_[set A | B (scaled (/ sqrt (INR d)) A)] A)%:E.
have mF : measurable_fun setT (F : Borel_matrices d n -> \bar RR).
  apply/EFin_measurable_fun; apply: measurable_fun_indic; exact: bS.
have F0 A : (0 <= F A)%E by rewrite lee_fin indicE; case: (_ \in _).
have e := @normal_matrix_right N normal d n P F oP mF F0.
pose J (C : 'M[R]_(d, n) -> Prop) := (\int[prob (space G)]_w (\1_[set A | C (scaled (/ sqrt (INR d)) A)] (entries d n (drawn 0%R w)))%:E)%E.
have ev C : measurable_event G C -> prob (space G) [set w | C (draw w)] = J C.
  move=> mC; rewrite -[in LHS](setIT [set w : space G | C (draw w)]) -integral_indic //.
  apply: eq_integral => w _; rewrite !indicE; congr ((nat_of_bool _)%:R%:E).
  apply/idP/idP => /set_mem h; apply: mem_set.
    by change (C (scaled (/ sqrt (INR d)) (entries d n (drawn 0 w)))); rewrite -gaussian_drawE.
  by change (C (draw (l := G) w)); rewrite gaussian_drawE.
rewrite (ev B (borel_event gaussian_entries bB)).
have mP : measurable_event G (fun W => B (W *m P)).
  have h : measurable_entries (image (fun W => W *m P) G); last exact: (borel_event h bB).
  move=> i j; change (measurable_on G (fun W => (W *m P) i j)).
  apply: (measurable_ext (f := fun W : 'M[R]_(d, n) => \S_(k < n) (W i k * P k j))) => [W|]; first by rewrite mulmxE.
  by apply: measurable_total => k; apply: measurable_mul; [exact: gaussian_entries | exact: measurable_const].
rewrite [RHS](ev _ mP) /J -[LHS]e /joint; apply: eq_integral => w _; rewrite /F !indicE; congr ((nat_of_bool _)%:R%:E).
have sc : scaled (/ sqrt (INR d)) (entries d n (drawn 0 w) *m P) = scaled (/ sqrt (INR d)) (entries d n (drawn 0 w)) *m P.
  by rewrite !scaledE -scalemxAl.
by apply/idP/idP; rewrite !inE /= sc.
Qed.
Lemma gaussian_rotated (P : 'M[R]_n) f : orthogonal P -> borel_fun f -> integrable G f ->
  integrable G (fun W => f (W *m P)) /\ mean G (fun W => f (W *m P)) = mean G f.
Proof.
move=> oP bf fi.
have h : measurable_entries (image (fun W => W *m P) G).
  move=> i j; change (measurable_on G (fun W => (W *m P) i j)).
  apply: (measurable_ext (f := fun W : 'M[R]_(d, n) => \S_(k < n) (W i k * P k j))) => [W|]; first by rewrite mulmxE.
  by apply: measurable_total => k; apply: measurable_mul; [exact: gaussian_entries | exact: measurable_const].
exact: (same_law_mean gaussian_entries h (gaussian_right oP) bf fi).
Qed.
End Gaussian.
