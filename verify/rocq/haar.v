(* Haar matrices: moments to order four, from invariance alone.

   A polynomial in the entries of an orthogonal matrix is a bounded Borel function, so its mean may be taken
   of W U in place of W. Permutations of the columns, one change of sign and one reflection in the plane of
   two columns give all the relations between the moments; unit and orthogonal rows give their values.
   In an eigenbasis of X X^T the squared row norms of W X are sum_k lam_k w_jk^2, w again Haar. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals measure lebesgue_measure.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma INR_ge1 d : (0 < d)%N -> 1 <= INR d.
Proof. by move=> h; rewrite -[1]/(INR 1); apply/le_INR/leP. Qed.

(* an equation of real numbers, for ring and field *)
Ltac real_eq := match goal with |- @eq _ ?a ?b => change (@eq R a b) end.

(* ---------- two kinds of orthogonal matrices ---------- *)
Definition delta d (a b : 'I_d) : R := if a == b then 1 else 0.
Lemma delta_sym d (a b : 'I_d) : delta a b = delta b a.
Proof. by rewrite /delta eq_sym. Qed.
Lemma delta_same d (a : 'I_d) : delta a a = 1.
Proof. by rewrite /delta eqxx. Qed.
Lemma delta_other d (a b : 'I_d) : a != b -> delta a b = 0.
Proof. by rewrite /delta => /negbTE ->. Qed.
Lemma pick d (f : 'I_d -> R) k : \S_(a < d) (f a * delta a k) = f k.
Proof. by rewrite -[RHS](total_delta f k); apply: total_ext => a; rewrite /delta; case: eqP => _; lra. Qed.
Lemma idE d (a b : 'I_d) : (1%:M%ring : 'M[R]_d) a b = delta a b.
Proof. by rewrite mxE /delta; case: eqP. Qed.
(* the reflection that takes the unit vector x e_k + y e_l to its opposite *)
Definition reflection d (k l : 'I_d) (x y : R) : 'M[R]_d :=
  \matrix_(a, b) (delta a b - 2 * ((x * delta a k + y * delta a l) * (x * delta b k + y * delta b l))).
(* a row of W times the reflection *)
Lemma times_reflection m d (W : 'M[R]_(m, d)) k l x y i b :
  (W *m reflection k l x y) i b = W i b - 2 * (x * W i k + y * W i l) * (x * delta b k + y * delta b l).
Proof.
rewrite mulmxE; set v := x * delta b k + y * delta b l.
rewrite (total_ext (g := fun a => W i a * delta a b
  - 2 * v * (x * (W i a * delta a k) + y * (W i a * delta a l)))).
  by rewrite total_sub total_scal total_add !total_scal !pick; real_eq; ring.
by move=> a; rewrite mxE /v; real_eq; ring.
Qed.
Lemma reflection_orthogonal d (k l : 'I_d) x y : k != l -> x ^ 2 + y ^ 2 = 1 -> orthogonal (reflection k l x y).
Proof.
move=> kl e; have s : ((reflection k l x y)^T = reflection k l x y)%ring.
  by apply/matrixP => a b; rewrite !mxE (delta_sym b a); apply: (congr1 (fun z => delta a b - 2 * z)); exact: Rmult_comm.
rewrite /orthogonal s; apply/matrixP => a b; rewrite times_reflection idE !mxE /=.
rewrite !delta_same (delta_other kl) (delta_sym l k) (delta_other kl).
set p := x * delta a k + y * delta a l; set q := x * delta b k + y * delta b l.
have -> : x * (delta a k - 2 * (p * (x * 1 + y * 0))) + y * (delta a l - 2 * (p * (x * 0 + y * 1)))
        = p - 2 * p * (x ^ 2 + y ^ 2) by rewrite /p; real_eq; ring.
by rewrite e; real_eq; ring.
Qed.
Lemma times_perm m d (W : 'M[R]_(m, d)) (s : 'S_d) i k : (W *m perm_mx s) i (s k) = W i k.
Proof. by rewrite -{1}[s]invgK -col_permE mxE permK. Qed.
Lemma perm_orthogonal d (s : 'S_d) : orthogonal (perm_mx s).
Proof. by rewrite /orthogonal tr_perm_mx -perm_mxM mulgV perm_mx1. Qed.

(* ---------- bounded Borel functions of an orthogonal matrix ---------- *)
Lemma orthogonal_rows d (W : 'M[R]_d) i j : orthogonal W -> \S_(k < d) (W i k * W j k) = delta i j.
Proof.
move=> o; have := congr1 (fun A : 'M[R]_d => A i j) o; rewrite idE mulmxE => <-.
by apply: total_ext => k; rewrite mxE.
Qed.
Lemma unit_row d (W : 'M[R]_d) i : orthogonal W -> \S_(k < d) W i k ^ 2 = 1.
Proof. by move=> o; rewrite -(delta_same i) -(orthogonal_rows i i o); apply: total_ext => k; real_eq; ring. Qed.
Lemma entry_bounded d (W : 'M[R]_d) i k : orthogonal W -> Rabs (W i k) <= 1.
Proof.
move=> o; have b : W i k ^ 2 <= 1.
  rewrite -(unit_row i o); apply: (@total_one_term _ (fun k => W i k ^ 2)) => a; exact: pow2_ge_0.
by apply: Rabs_le; nra.
Qed.
(* a Borel function that is bounded on the orthogonal matrices *)
Definition tame d (f : 'M[R]_d -> R) : Prop :=
  borel_fun f /\ exists c, forall W, orthogonal W -> Rabs (f W) <= c.
Section Tame.
Variable d : nat.
Implicit Types f g : 'M[R]_d -> R.
Lemma tame_ext f g : (forall W, f W = g W) -> tame f -> tame g.
Proof.
move=> e [m [c b]]; split; first exact: measurable_ext m.
by exists c => W o; rewrite -e; exact: b.
Qed.
Lemma tame_const (c : R) : tame (fun _ : 'M[R]_d => c).
Proof. by split; [exact: measurable_const | exists (Rabs c) => W _; lra]. Qed.
Lemma tame_entry i k : tame (fun W : 'M[R]_d => W i k).
Proof. by split; [exact: borel_entry | exists 1 => W o; exact: entry_bounded]. Qed.
Lemma tame_add f g : tame f -> tame g -> tame (fun W => f W + g W).
Proof.
move=> [m [a p]] [n [b q]]; split; first exact: measurable_add.
by exists (a + b) => W o; have := Rabs_triang (f W) (g W); have := p W o; have := q W o; lra.
Qed.
Lemma tame_mul f g : tame f -> tame g -> tame (fun W => f W * g W).
Proof.
move=> [m [a p]] [n [b q]]; split; first exact: measurable_mul.
exists (a * b) => W o; rewrite Rabs_mult.
by apply: Rmult_le_compat; [exact: Rabs_pos | exact: Rabs_pos | exact: p | exact: q].
Qed.
Lemma tame_opp f : tame f -> tame (fun W => - f W).
Proof. by move=> t; apply: tame_ext (tame_mul (tame_const (-1)) t) => W; real_eq; ring. Qed.
Lemma tame_sub f g : tame f -> tame g -> tame (fun W => f W - g W).
Proof. by move=> s t; apply: tame_add => //; exact: tame_opp. Qed.
Lemma tame_pow f n : tame f -> tame (fun W => f W ^ n).
Proof. by move=> t; elim: n => [|n IH] /=; [exact: tame_const | exact: tame_mul]. Qed.
Lemma tame_total n (f : 'I_n -> 'M[R]_d -> R) : (forall k, tame (f k)) -> tame (fun W => \S_(k < n) f k W).
Proof.
elim: n f => [|n IH] f t.
  by apply: (tame_ext (f := fun=> 0)) => [W|]; [rewrite /total big_ord0 | exact: tame_const].
apply: (tame_ext (f := fun W => \S_(k < n) f (widen_ord (leqnSn n) k) W + f ord_max W)).
  by move=> W; rewrite total_recr.
by apply: tame_add => //; exact: IH.
Qed.
End Tame.
Ltac tame := repeat (first [exact: tame_const | exact: tame_entry | apply: tame_total => ? | apply: tame_pow
  | apply: tame_add | apply: tame_sub | apply: tame_mul | apply: tame_opp]).

Section Moments.
Variables (d : nat) (L : law 'M[R]_d).
Hypothesis H : haar L.
Implicit Types (f g : 'M[R]_d -> R) (i j k l : 'I_d).
Notation E := (mean L).
Lemma tame_integrable f : tame f -> integrable L f.
Proof.
move=> [m [c b]]; apply: (integrable_bounded (c := c)); first exact: borel_measurable (haar_entries H) m.
by move=> w; apply: b; exact: haar_orthogonal.
Qed.
Lemma tame_mean U f : orthogonal U -> tame f -> E (fun W => f (W *m U)) = E f.
Proof. by move=> o t; apply: haar_mean => //; [case: t | exact: tame_integrable]. Qed.
Lemma mean_orthogonal f g : (forall W, orthogonal W -> f W = g W) -> E f = E g.
Proof. by move=> e; apply: mean_ext_drawn => w; apply: e; exact: haar_orthogonal. Qed.

(* columns may be renamed: what f reads in column k, the renamed f reads in column s k *)
Lemma mean_perm (s : 'S_d) f g : tame f -> (forall W, f (W *m perm_mx s) = g W) -> E g = E f.
Proof. by move=> t e; rewrite -(tame_mean (perm_orthogonal s) t); apply: mean_ext. Qed.

(* E w_ik^2 w_jk^2, E w_ik^2 w_jl^2 and E w_ik w_il w_jk w_jl *)
Definition same_column i j k := E (fun W => W i k ^ 2 * W j k ^ 2).
Definition two_columns i j k l := E (fun W => W i k ^ 2 * W j l ^ 2).
Definition mixed i j k l := E (fun W => W i k * W i l * (W j k * W j l)).

Lemma two_columns_rename (s : 'S_d) i j k l : two_columns i j k l = two_columns i j (s k) (s l).
Proof. by apply: (mean_perm (s := s)) => [|W]; [tame | rewrite !times_perm]. Qed.
Lemma same_column_all i j k l : same_column i j k = same_column i j l.
Proof. by rewrite [LHS](two_columns_rename (tperm k l)) !tpermL. Qed.
Lemma two_columns_all i j k l l' : l != k -> l' != k -> two_columns i j k l = two_columns i j k l'.
Proof.
move=> h h'; rewrite (two_columns_rename (tperm l l')) tpermL tpermD //.
Qed.
Lemma two_columns_swap i j k l : two_columns i j k l = two_columns i j l k.
Proof. by rewrite (two_columns_rename (tperm k l)) tpermL tpermR. Qed.
(* a change of sign in column l *)
Lemma mean_odd f k l : k != l -> tame f -> (forall W, f (W *m reflection k l 0 1) = - f W) -> E f = 0.
Proof.
move=> kl t e; have o : orthogonal (reflection k l 0 1) by apply: reflection_orthogonal => //; real_eq; ring.
have := tame_mean o t; rewrite (mean_ext L e) mean_opp; last exact: tame_integrable.
by lra.
Qed.
Lemma sign_k (W : 'M[R]_d) k l i : k != l -> (W *m reflection k l 0 1) i k = W i k.
Proof. by move=> kl; rewrite times_reflection delta_same delta_other //; real_eq; ring. Qed.
Lemma sign_l (W : 'M[R]_d) k l i : k != l -> (W *m reflection k l 0 1) i l = - W i l.
Proof. by move=> kl; rewrite times_reflection delta_same (delta_sym l k) delta_other //; real_eq; ring. Qed.
(* the reflection with x = 3/5, y = 4/5 *)
Lemma reflect_k (W : 'M[R]_d) k l i : k != l ->
  (W *m reflection k l (3/5) (4/5)) i k = 7/25 * W i k - 24/25 * W i l.
Proof. by move=> kl; rewrite times_reflection delta_same delta_other //; real_eq; field. Qed.
Lemma reflect_l (W : 'M[R]_d) k l i : k != l ->
  (W *m reflection k l (3/5) (4/5)) i l = - (24/25) * W i k - 7/25 * W i l.
Proof. by move=> kl; rewrite times_reflection delta_same (delta_sym l k) delta_other //; real_eq; field. Qed.

Lemma mixed_relation i j k l : k != l -> 2 * mixed i j k l = same_column i j k - two_columns i j k l.
Proof.
move=> kl.
pose P (W : 'M[R]_d) := W i k * W i l * (W j k * W j l).
pose Q (W : 'M[R]_d) := (W i k ^ 2 - W i l ^ 2) * (W j k ^ 2 - W j l ^ 2).
pose G (W : 'M[R]_d) := (W i k ^ 2 - W i l ^ 2) * (W j k * W j l) + (W j k ^ 2 - W j l ^ 2) * (W i k * W i l).
have tP : tame P by rewrite /P; tame.
have tQ : tame Q by rewrite /Q; tame.
have tG : tame G by rewrite /G; tame.
have o : orthogonal (reflection k l (3/5) (4/5)) by apply: reflection_orthogonal => //; real_eq; field.
have G0 : E G = 0 by apply: (mean_odd kl tG) => W; rewrite /G !sign_k // !sign_l //; real_eq; ring.
have iP := tame_integrable tP; have iQ := tame_integrable tQ; have iG := tame_integrable tG.
have := tame_mean o tP.
rewrite (mean_ext L (g := fun W => (168/625) ^ 2 * Q W + 1 * ((527/625) ^ 2 * P W + (- (168 * 527 / 625 ^ 2)) * G W))); last first.
  by move=> W; rewrite /P /Q /G !reflect_k // !reflect_l //; real_eq; field.
rewrite !mean_linear //; last exact: integrable_linear.
rewrite G0.
have -> : E Q = 2 * same_column i j k - 2 * two_columns i j k l.
  rewrite (mean_ext L (g := fun W => 1 * (1 * (W i k ^ 2 * W j k ^ 2) + 1 * (W i l ^ 2 * W j l ^ 2))
     + (-1) * (1 * (W i k ^ 2 * W j l ^ 2) + 1 * (W i l ^ 2 * W j k ^ 2)))); last by move=> W; rewrite /Q; real_eq; ring.
  have t a b : integrable L (fun W => W i a ^ 2 * W j b ^ 2) by apply: tame_integrable; tame.
  rewrite !mean_linear //; try exact: integrable_linear.
  rewrite -/(same_column i j k) -/(same_column i j l) -/(two_columns i j k l) -/(two_columns i j l k).
  by rewrite (same_column_all i j l k) (two_columns_swap i j l k); real_eq; ring.
by rewrite /mixed -/P; lra.
Qed.

Lemma mean_entry_sq_all i k l : E (fun W => W i k ^ 2) = E (fun W => W i l ^ 2).
Proof. by apply: (mean_perm (s := tperm k l)) => [|W]; [tame | rewrite -{2}(tpermL k l) times_perm]. Qed.
Theorem mean_entry_sq i k : E (fun W => W i k ^ 2) = 1 / INR d.
Proof.
have D : 1 <= INR d by apply: INR_ge1; case: (i) => a /=; case: d.
have : \S_(l < d) E (fun W => W i l ^ 2) = 1.
  rewrite -mean_total; last by move=> l; apply: tame_integrable; tame.
  by rewrite -[RHS](mean_const L); apply: mean_orthogonal => W o; exact: unit_row.
rewrite (total_ext (g := fun=> E (fun W => W i k ^ 2))); last by move=> l; exact: mean_entry_sq_all.
by rewrite total_const => e; apply: (Rmult_eq_reg_l (INR d)); [rewrite e; real_eq; field; lra | lra].
Qed.

Section Rows.
Variables (i j k : 'I_d).
Notation D := (INR d).
Let D1 : 1 <= D. Proof. by apply: INR_ge1; case: (i) => a /=; case: d. Qed.
(* a sum over the columns other than k *)
Lemma total_others c e (f : 'I_d -> R) : f k = c -> (forall l, l != k -> f l = e) -> \S_(l < d) f l = c + (D - 1) * e.
Proof.
move=> fk fl; rewrite (total_ext (g := fun l => e + (c - e) * delta l k)).
  by rewrite total_add total_const pick; lra.
by move=> l; rewrite /delta; case: eqP => [->|/eqP h]; [rewrite fk | rewrite fl //]; real_eq; ring.
Qed.
Lemma columns_sum : \S_(l < d) two_columns i j k l = 1 / D.
Proof.
rewrite -mean_total; last by move=> l; apply: tame_integrable; tame.
rewrite -(mean_entry_sq i k); apply: mean_orthogonal => W o.
by rewrite total_scal unit_row // Rmult_1_r.
Qed.
Lemma mixed_sum : \S_(l < d) mixed i j k l = if i == j then 1 / D else 0.
Proof.
rewrite -mean_total; last by move=> l; apply: tame_integrable; tame.
rewrite (@mean_orthogonal _ (fun W => delta i j * (W i k * W j k))); last first.
  move=> W o; rewrite -(orthogonal_rows i j o) -total_scal_r; apply: total_ext => l; real_eq; ring.
case: eqP => [<-|/eqP n].
  by rewrite -(mean_entry_sq i k); apply: mean_ext => W; rewrite delta_same; real_eq; ring.
by rewrite -[RHS](mean_const L); apply: mean_ext => W; rewrite delta_other //; real_eq; ring.
Qed.
End Rows.

(* E w_ik^2 w_jl^2 in all cases *)
Theorem same_row_moment i k l : two_columns i i k l = (1 + 2 * delta k l) / (INR d * (INR d + 2)).
Proof.
have D1 : 1 <= INR d by apply: INR_ge1; case: (i) => a /=; case: d.
have third l' : l' != k -> two_columns i i k l' = same_column i i k / 3.
  move=> n; have := @mixed_relation i i k l'; rewrite eq_sym => /(_ n).
  have -> : mixed i i k l' = two_columns i i k l' by apply: mean_ext => W; real_eq; ring.
  by lra.
have := columns_sum i i k; rewrite (total_others (f := two_columns i i k) (c := same_column i i k) erefl third) => e.
have c : same_column i i k = 3 / (INR d * (INR d + 2)).
  apply: (Rmult_eq_reg_r ((INR d + 2) / 3)); last lra.
  have -> : same_column i i k * ((INR d + 2) / 3) = 1 / INR d by lra.
  by field; lra.
rewrite /delta; case: eqP => [<-|/eqP n].
  by rewrite (_ : two_columns i i k k = same_column i i k) // c; congr (_ / _); lra.
by rewrite third ?(eq_sym l k) // c; real_eq; field; lra.
Qed.
Theorem other_row_moments i j k : i != j ->
  same_column i j k = 1 / (INR d * (INR d + 2)) /\
  forall l, l != k -> two_columns i j k l = (INR d + 1) / (INR d * (INR d - 1) * (INR d + 2))
                   /\ mixed i j k l = -1 / (INR d * (INR d - 1) * (INR d + 2)).
Proof.
move=> ij.
have D2 : 2 <= INR d.
  rewrite -[2]/(INR 2); apply/le_INR/leP; case: d (i) (j) ij => [|[|n]] // a b.
  - by case: a.
  - by rewrite !ord1.
have [l0 n0] : exists l0, l0 != k.
  by have [e|n] := eqVneq i k; [exists j; rewrite -e eq_sym | exists i].
set a := same_column i j k; set b := two_columns i j k l0.
have bl l : l != k -> two_columns i j k l = b by move=> n; exact: two_columns_all.
have cl l : l != k -> mixed i j k l = (a - b) / 2.
  by move=> n; have := @mixed_relation i j k l; rewrite eq_sym => /(_ n); rewrite bl // -/a; lra.
have e1 := columns_sum i j k; rewrite (total_others (f := two_columns i j k) (c := a) erefl bl) in e1.
have e2 := mixed_sum i j k; rewrite (negbTE ij) in e2.
have ck : mixed i j k k = a by apply: mean_ext => W; real_eq; ring.
rewrite (total_others (f := mixed i j k) ck cl) in e2.
have av : a = 1 / (INR d * (INR d + 2)).
  apply: (Rmult_eq_reg_r (INR d + 2)); last lra.
  have -> : 1 / (INR d * (INR d + 2)) * (INR d + 2) = 1 / INR d by field; lra.
  by rewrite -e1; nra.
split=> // l n; have bv : b = (INR d + 1) / (INR d * (INR d - 1) * (INR d + 2)).
  apply: (Rmult_eq_reg_r (INR d - 1)); last lra.
  have -> : b * (INR d - 1) = 1 / INR d - a by lra.
  by rewrite av; real_eq; field; lra.
by rewrite bl // cl // bv av; split=> //; real_eq; field; lra.
Qed.
End Moments.

(* ---------- the rows of W X in an eigenbasis of X X^T ---------- *)
(* sum_k lam_k w_jk^2 *)
Definition weighted d (lam : 'I_d -> R) (W : 'M[R]_d) (j : 'I_d) : R := \S_(k < d) (lam k * W j k ^ 2).
Lemma rowsq_eigenbasis d n (X : 'M[R]_(d, n)) (U : 'M[R]_d) lam (W : 'M[R]_d) j :
  (X *m X^T = U *m diag_mx (\row_k lam k) *m U^T)%ring ->
  rowsq (W *m X) j = weighted lam (W *m U) j.
Proof.
move=> e; rewrite -gram_diag trmx_mul mulmxA -(mulmxA W) e.
rewrite -!mulmxA -trmx_mul !mulmxA mulmxE; apply: total_ext => k.
set A := (W *m U)%ring; rewrite mul_mx_diag [X in X * _]mxE [X in (_ * X)%ring * _]mxE [X in _ * X]mxE mulE.
by have h (a b : R) : a * b * a = b * a ^ 2; [real_eq; ring | exact: h].
Qed.
Lemma tame_weighted d (lam : 'I_d -> R) j : tame (fun W => weighted lam W j).
Proof. by rewrite /weighted; tame. Qed.
Lemma weighted_same d (lam : 'I_d -> R) c W j : orthogonal W -> (forall k, lam k = c) -> weighted lam W j = c.
Proof.
move=> o h; rewrite /weighted (total_ext (g := fun k => c * W j k ^ 2)); last by move=> k; rewrite h.
by rewrite total_scal unit_row // Rmult_1_r.
Qed.
Lemma weighted_le d (lam : 'I_d -> R) c W j : orthogonal W -> (forall k, lam k <= c) -> weighted lam W j <= c.
Proof.
move=> o h; rewrite -(@weighted_same d (fun=> c) c W j o) //; apply: total_le => k.
by apply: Rmult_le_compat_r; [exact: pow2_ge_0 | exact: h].
Qed.
Lemma weighted_ge d (lam : 'I_d -> R) c W j : orthogonal W -> (forall k, c <= lam k) -> c <= weighted lam W j.
Proof.
move=> o h; rewrite -{1}(@weighted_same d (fun=> c) c W j o) //; apply: total_le => k.
by apply: Rmult_le_compat_r; [exact: pow2_ge_0 | exact: h].
Qed.
Lemma weighted_sum d (lam : 'I_d -> R) W : orthogonal W -> \S_(j < d) weighted lam W j = \S_(k < d) lam k.
Proof.
move=> o; rewrite /weighted total_exchange; apply: total_ext => k; rewrite total_scal.
rewrite (total_ext (g := fun j => (W^T)%ring k j ^ 2)); last by move=> j; rewrite mxE.
by rewrite unit_row; [ring | exact: orthogonal_tr].
Qed.
(* an upper bound of finitely many that is one of them *)
Lemma largest_of d (lam : 'I_d -> R) : (0 < d)%N -> exists i, forall k, lam k <= lam i.
Proof.
elim: d lam => // -[|d] IH lam _; first by exists ord0 => k; rewrite !(ord1 k); exact: Rle_refl.
have [i h] := IH (fun k => lam (lift ord0 k)) (ltn0Sn _).
case: (Rle_lt_dec (lam (lift ord0 i)) (lam ord0)) => q.
  by exists ord0 => k; case: (unliftP ord0 k) => [a|] ->; [have := h a; lra | lra].
by exists (lift ord0 i) => k; case: (unliftP ord0 k) => [a|] ->; [exact: h | lra].
Qed.

Section Rows.
Variables (d n : nat) (L : law 'M[R]_d) (X : 'M[R]_(d, n)) (lam : 'I_d -> R).
Hypothesis H : haar L.
Hypothesis S : spectrum (X *m X^T) lam.
Notation E := (mean L).
(* means of functions of the row norms *)
Lemma row_norms_mean (F : ('I_d -> R) -> R) : borel_fun (fun W => F (weighted lam W)) ->
  integrable L (fun W => F (weighted lam W)) ->
  integrable L (fun W => F (rowsq (W *m X))) /\ E (fun W => F (rowsq (W *m X))) = E (fun W => F (weighted lam W)).
Proof.
have [U [o e]] := S => b i.
have eF W : F (weighted lam (W *m U)) = F (rowsq (W *m X)).
  by congr F; apply/funext => j; rewrite (rowsq_eigenbasis W j e).
split; first exact: integrable_ext eF (haar_integrable H o b i).
by rewrite -(haar_mean H o b i); apply: mean_ext => W; rewrite eF.
Qed.
Lemma row_norms_tame (F : ('I_d -> R) -> R) : tame (fun W => F (weighted lam W)) ->
  integrable L (fun W => F (rowsq (W *m X))) /\ E (fun W => F (rowsq (W *m X))) = E (fun W => F (weighted lam W)).
Proof. by move=> t; apply: row_norms_mean; [case: t | exact: (tame_integrable H)]. Qed.

Lemma mean_weighted j : E (fun W => weighted lam W j) = (\S_(k < d) lam k) / INR d.
Proof.
rewrite /weighted mean_total; last by move=> k; apply: (tame_integrable H); tame.
rewrite -total_div; apply: total_ext => k; rewrite mean_scal; last by apply: (tame_integrable H); tame.
by rewrite (mean_entry_sq H); rewrite /Rdiv Rmult_1_l.
Qed.
(* E a_i a_j, if E w_ik^2 w_jl^2 is a for k = l and b else *)
Lemma mean_weighted_product i j a b : (forall k l, two_columns L i j k l = b + (a - b) * delta k l) ->
  E (fun W => weighted lam W i * weighted lam W j)
  = (a - b) * (\S_(k < d) lam k ^ 2) + b * (\S_(k < d) lam k) ^ 2.
Proof.
move=> m.
rewrite (mean_ext L (g := fun W => \S_(k < d) \S_(l < d) (lam k * lam l * (W i k ^ 2 * W j l ^ 2)))); last first.
  move=> W; rewrite -total_scal_r; apply: total_ext => k; rewrite -total_scal.
  by apply: total_ext => l; ring.
rewrite mean_total; last by move=> k; apply: (tame_integrable H); tame.
rewrite (total_ext (g := fun k => (a - b) * lam k ^ 2 + b * (\S_(l < d) lam l) * lam k)).
  by rewrite total_add !total_scal; ring.
move=> k; rewrite mean_total; last by move=> l; apply: (tame_integrable H); tame.
rewrite (total_ext (g := fun l => b * lam k * lam l + (a - b) * lam k * (lam l * delta l k))).
  by rewrite total_add !total_scal pick; ring.
move=> l; rewrite mean_scal; last by apply: (tame_integrable H); tame.
by rewrite -/(two_columns L i j k l) m (delta_sym k l); ring.
Qed.
Lemma sum_of_squares : \S_(k < d) lam k = INR d -> \S_(k < d) lam k ^ 2 = \S_(k < d) (lam k - 1) ^ 2 + INR d.
Proof.
move=> s; rewrite (total_ext (f := fun k => (lam k - 1) ^ 2) (g := fun k => lam k ^ 2 - 2 * lam k + 1)); last by move=> k; ring.
by rewrite total_add total_sub total_scal s total_const; ring.
Qed.
Hypothesis mean_one : \S_(k < d) lam k = INR d.
Notation spread := (\S_(k < d) (lam k - 1) ^ 2).
Lemma mean_row j : integrable L (fun W => rowsq (W *m X) j) /\ E (fun W => rowsq (W *m X) j) = 1.
Proof.
have [i e] := row_norms_tame (F := fun a => a j) (tame_weighted lam j); split=> //.
rewrite e mean_weighted mean_one; field.
by have := INR_ge1 (leq_ltn_trans (leq0n j) (ltn_ord j)); lra.
Qed.
Lemma mean_row_sq j : integrable L (fun W => rowsq (W *m X) j ^ 2) /\
  E (fun W => rowsq (W *m X) j ^ 2) = 1 + 2 * spread / (INR d * (INR d + 2)).
Proof.
have D := INR_ge1 (leq_ltn_trans (leq0n j) (ltn_ord j)).
have [i e] := row_norms_tame (F := fun a => a j ^ 2) (tame_pow 2 (tame_weighted lam j)); split=> //.
rewrite e (mean_ext L (g := fun W => weighted lam W j * weighted lam W j)); last by move=> W; ring.
rewrite (@mean_weighted_product j j (3 / (INR d * (INR d + 2))) (1 / (INR d * (INR d + 2)))).
  by rewrite sum_of_squares // mean_one; field; lra.
by move=> k l; rewrite (same_row_moment H); field; lra.
Qed.
Lemma mean_two_rows i j : i != j -> integrable L (fun W => rowsq (W *m X) i * rowsq (W *m X) j) /\
  E (fun W => rowsq (W *m X) i * rowsq (W *m X) j) = 1 - 2 * spread / (INR d * (INR d - 1) * (INR d + 2)).
Proof.
move=> ij; have D : 2 <= INR d.
  rewrite -[2]/(INR 2); apply/le_INR/leP; case: d (i) (j) ij => [|[|m]] // a b; first by case: a.
  by rewrite !ord1.
have [g e] := row_norms_tame (F := fun a => a i * a j) (tame_mul (tame_weighted lam i) (tame_weighted lam j)); split=> //.
rewrite e (@mean_weighted_product i j (1 / (INR d * (INR d + 2))) ((INR d + 1) / (INR d * (INR d - 1) * (INR d + 2)))).
  by rewrite sum_of_squares // mean_one; field; lra.
move=> k l; have [sc oc] := other_row_moments H k ij; rewrite {1}/delta; case: eqP => [<-|/eqP kl].
  by rewrite (_ : two_columns L i j k k = same_column L i j k) // sc; ring.
by have [-> _] := oc l (introN eqP (fun q => negP kl (introT eqP (esym q)))); ring.
Qed.
Lemma mean_row_deviation j : integrable L (fun W => (rowsq (W *m X) j - 1) ^ 2) /\
  E (fun W => (rowsq (W *m X) j - 1) ^ 2) = 2 * spread / (INR d * (INR d + 2)).
Proof.
have [i1 e1] := mean_row j; have [i2 e2] := mean_row_sq j.
have e W : 1 * rowsq (W *m X) j ^ 2 + 1 * (-2 * rowsq (W *m X) j + 1 * 1) = (rowsq (W *m X) j - 1) ^ 2 by ring.
have c := integrable_const L 1; have i3 := integrable_linear (-2) 1 i1 c.
split; first exact: integrable_ext e (integrable_linear 1 1 i2 i3).
by rewrite -(mean_ext L e) !mean_linear // mean_const e1 e2; lra.
Qed.
End Rows.
