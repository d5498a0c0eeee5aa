(* Orthonormal rows.
   - frame: orthonormal rows V are moved to e_0, ..., e_(n-1) by a product of plane rotations of neighbouring
     coordinates and changes of sign (Givens). Whatever is closed under products and holds of these holds of the product.
   - gram_schmidt: the rows of G made orthonormal one after the other; it commutes with orthogonal maps. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.
(* an entry of a matrix is a real number *)
Ltac asR := match goal with |- @eq _ ?a ?b => change (@eq R a b) end.

(* ---------- orthogonal matrices ---------- *)
Lemma oneM_E D (i j : 'I_D) : (1%:M%ring : 'M[R]_D) i j = (if i == j then 1 else 0) :> R.
Proof. by rewrite mxE; case: eqP. Qed.
Lemma orthogonal_one D : @orthogonal D 1%:M%ring.
Proof. by rewrite /orthogonal trmx1 mulmx1. Qed.
Lemma orthogonal_tr D (W : 'M[R]_D) : orthogonal W -> W^T *m W = 1%:M%ring.
Proof. exact: mulmx1C. Qed.
Lemma orthogonal_trmx D (W : 'M[R]_D) : orthogonal W -> orthogonal W^T.
Proof. by move=> h; rewrite /orthogonal trmxK; exact: orthogonal_tr. Qed.
Lemma orthogonal_mul D (P Q : 'M[R]_D) : orthogonal P -> orthogonal Q -> orthogonal (P *m Q).
Proof. by rewrite /orthogonal => hP hQ; rewrite trmx_mul mulmxA -(mulmxA P) hQ mulmx1. Qed.
Lemma orthonormal_mul n D (V : 'M[R]_(n, D)) (P : 'M[R]_D) :
  V *m V^T = 1%:M%ring -> orthogonal P -> (V *m P) *m (V *m P)^T = 1%:M%ring.
Proof. by move=> hV hP; rewrite trmx_mul mulmxA -(mulmxA V) hP mulmx1. Qed.

(* ---------- rotations of a plane and changes of sign ---------- *)
Lemma total_delta_c n (f : 'I_n -> R) c i : \S_(k < n) (f k * (if k == i then c else 0)) = f i * c.
Proof. by rewrite -(total_delta (fun k => f k * c)); apply: total_ext => k; case: eqP => _; ring. Qed.
Section Generators.
Variable D : nat.
Implicit Types (p q j k : 'I_D).
(* x -> (..., c x_p + s x_q, ..., - s x_p + c x_q, ...), for row vectors x *)
Definition rotation p q (c s : R) : 'M[R]_D := \matrix_(k, j)
  (if j == p then (if k == p then c else 0) + (if k == q then s else 0)
   else if j == q then (if k == p then - s else 0) + (if k == q then c else 0)
   else if k == j then 1 else 0).
Definition flip p : 'M[R]_D := \matrix_(k, j) (if k == j then (if j == p then -1 else 1) else 0).

Lemma mul_rotation n (V : 'M[R]_(n, D)) p q c s i j : (V *m rotation p q c s) i j =
  (if j == p then c * V i p + s * V i q else if j == q then - s * V i p + c * V i q else V i j) :> R.
Proof.
rewrite mulmxE; under total_ext do rewrite mxE.
case: eqP => [_ | _].
  under total_ext do rewrite Rmult_plus_distr_l.
  by rewrite total_add !total_delta_c; ring.
case: eqP => [_ | _].
  under total_ext do rewrite Rmult_plus_distr_l.
  by rewrite total_add !total_delta_c; ring.
by rewrite total_delta_c; ring.
Qed.
Lemma mul_rotation_other n (V : 'M[R]_(n, D)) p q c s i j : j != p -> j != q -> (V *m rotation p q c s) i j = V i j :> R.
Proof. by move=> jp jq; rewrite mul_rotation (negbTE jp) (negbTE jq). Qed.
Lemma mul_flip n (V : 'M[R]_(n, D)) p i j : (V *m flip p) i j = (if j == p then - V i j else V i j) :> R.
Proof.
rewrite mulmxE; under total_ext do rewrite mxE.
rewrite (total_delta_c (fun k => V i k)); case: eqP => _; ring.
Qed.
Lemma rotation_orthogonal p q c s : p != q -> c ^ 2 + s ^ 2 = 1 -> orthogonal (rotation p q c s).
Proof.
move=> pq cs; rewrite /orthogonal.
have -> : (rotation p q c s)^T = rotation p q c (- s).
  apply/matrixP => k j; rewrite !mxE.
  have qp : (q == p) = false by rewrite eq_sym (negbTE pq).
  have [ek|nk] := eqVneq k p; have [ej|nj] := eqVneq j p; rewrite ?ek ?ej ?eqxx ?(negbTE pq) ?qp; try (by toR; asR; ring).
  - by rewrite (eq_sym p j) (negbTE nj); case: eqVneq => _; toR; asR; ring.
  - by rewrite (eq_sym p k) (negbTE nk); case: eqVneq => _; toR; asR; ring.
  have [ekq|nkq] := eqVneq k q; have [ejq|njq] := eqVneq j q; rewrite ?ekq ?ejq ?eqxx //.
  - by rewrite (eq_sym q j) (negbTE njq); toR; asR; ring.
  - by rewrite (eq_sym q k) (negbTE nkq); toR; asR; ring.
  by rewrite eq_sym.
apply/matrixP => k j; rewrite mul_rotation oneM_E !mxE eqxx.
have qp : (q == p) = false by rewrite eq_sym (negbTE pq).
rewrite qp eqxx.
have [->|nj] := eqVneq j p.
  by have [->|nk] := eqVneq k p; [rewrite (negbTE pq) | case: eqVneq => _]; nra.
have [->|nq] := eqVneq j q.
  by have [->|nk] := eqVneq k q; [rewrite qp | case: eqVneq => _]; nra.
by [].
Qed.
Lemma flip_orthogonal p : orthogonal (flip p).
Proof.
have -> : orthogonal (flip p) = (flip p *m flip p = 1%:M%ring).
  congr (_ *m _ = _); apply/matrixP => k j; rewrite !mxE eq_sym; by case: eqVneq => // ->.
apply/matrixP => k j; rewrite mul_flip oneM_E mxE.
by case: (eqVneq k j) => _; case: (eqVneq j p) => _; toR; asR; ring.
Qed.
End Generators.

(* ---------- Givens ---------- *)
Section Givens.
Variables (D : nat) (S : 'M[R]_D -> Prop).
Hypothesis S_one : S 1%:M%ring.
Hypothesis S_mul : forall P Q, S P -> S Q -> S (P *m Q).
Hypothesis S_rotation : forall (p q : 'I_D) c s, q = p.+1 :> nat -> 0 < c -> c ^ 2 + s ^ 2 = 1 -> S (rotation p q c s).
Hypothesis S_flip : forall p : 'I_D, S (flip p).

Definition unit_row n (V : 'M[R]_(n, D)) i (k : nat) := forall j, V i j = (if k == j :> nat then 1 else 0).
(* P leaves e_0, ..., e_(k-1) where they are *)
Definition fixes (k : nat) (P : 'M[R]_D) := forall i : 'I_D, (i < k)%N -> unit_row P i i.
Definition good k P := [/\ orthogonal P, S P & fixes k P].

Lemma mul_unit_row n (V : 'M[R]_(n, D)) i (k : 'I_D) (P : 'M[R]_D) j : unit_row V i k -> (V *m P) i j = P k j :> R.
Proof.
move=> u; rewrite mulmxE; under total_ext do rewrite u eq_sym Rmult_comm.
by rewrite total_delta_c Rmult_1_r.
Qed.
Lemma good_mul k P Q : good k P -> good k Q -> good k (P *m Q).
Proof.
move=> [oP sP fP] [oQ sQ fQ]; split; [exact: orthogonal_mul | exact: S_mul |].
by move=> i ik j; rewrite (mul_unit_row _ _ (fP i ik)) (fQ i ik).
Qed.
Lemma good_rotation k (p q : 'I_D) c s : q = p.+1 :> nat -> (k <= p)%N -> 0 < c -> c ^ 2 + s ^ 2 = 1 -> good k (rotation p q c s).
Proof.
move=> pq kp c0 cs; split; [apply: rotation_orthogonal => // | exact: S_rotation |].
  by apply/negP => /eqP e; move: pq; rewrite e; apply: n_Sn.
move=> i ik j; rewrite mxE.
have ip : i == p = false by apply/negbTE; rewrite -val_eqE neq_ltn (leq_trans ik).
have iq : i == q = false by apply/negbTE; rewrite -val_eqE /= pq neq_ltn ltnS ltnW // (leq_trans ik).
rewrite ip iq; have [->|_] := eqVneq j p; first by rewrite val_eqE ip; ring.
by have [->|_] := eqVneq j q; [rewrite val_eqE iq; ring | rewrite val_eqE].
Qed.
Lemma good_flip k (p : 'I_D) : (k <= p)%N -> good k (flip p).
Proof.
move=> kp; split; [exact: flip_orthogonal | exact: S_flip |].
move=> i ik j; rewrite mxE val_eqE; case: eqP => // <-.
by rewrite -val_eqE ltn_eqF // (leq_trans ik).
Qed.
Lemma rowsq_mul n (V : 'M[R]_(n, D)) (P : 'M[R]_D) i : orthogonal P -> rowsq (V *m P) i = rowsq V i.
Proof.
move=> oP; have h (A : 'M[R]_(n, D)) : rowsq A i = (A *m A^T) i i.
  by rewrite mulmxE; apply: total_ext => k; rewrite !mxE; ring.
by rewrite !h trmx_mul mulmxA -(mulmxA V) oP mulmx1.
Qed.
(* one row: kill its last entry, then the one before, down to entry k *)
Lemma straighten (k : nat) m (v : 'M[R]_(1, D)) :
  (forall j : 'I_D, (j < k)%N -> v ord0 j = 0) -> (forall j : 'I_D, (k + m < j)%N -> v ord0 j = 0) ->
  rowsq v ord0 = 1 -> exists2 P, good k P & unit_row (v *m P) ord0 k.
Proof.
move=> low; elim: m v low => [|m IH] v low high one.
  have kD : (k < D)%N.
    rewrite ltnNge; apply/negP => Dk; move: one; rewrite /rowsq.
    rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; lra.
    by move=> j; rewrite low ?(leq_trans (ltn_ord j)) //; ring.
  pose p := Ordinal kD.
  have z j : j != p -> v ord0 j = 0.
    rewrite -val_eqE neq_ltn => /orP[/low // | h]; apply: high; by rewrite addn0.
  have vp : v ord0 p ^ 2 = 1.
    rewrite -one /rowsq -[LHS](total_delta (fun k => v ord0 k ^ 2)); apply: total_ext => j.
    by case: eqVneq => // /z ->; ring.
  have [e | e] : v ord0 p = 1 \/ v ord0 p = -1.
    by apply: Rsqr_eq; rewrite !Rsqr_pow2 vp; ring.
    exists 1%:M%ring; first split=> //; first exact: orthogonal_one.
      by move=> i _ j; rewrite oneM_E val_eqE.
    move=> j; rewrite mulmx1; have [<-|n] := eqVneq p j; first by rewrite /= eqxx.
    have -> : (k == j) = false by exact: negbTE n.
    by rewrite z // eq_sym.
  exists (flip p); first exact: good_flip.
  move=> j; rewrite mul_flip; have [->|n] := eqVneq j p; first by rewrite e /= eqxx; lra.
  have -> : (k == j) = false by rewrite eq_sym; exact: negbTE n.
  by rewrite z.
have [kD | kD] := ltnP (k + m.+1) D; last first.
  apply: IH => // j h; exfalso; have := leq_trans (ltn_ord j) kD.
  by rewrite addnS ltnS leqNgt h.
pose q := Ordinal kD; have pD : (k + m < D)%N by apply: (leq_trans _ kD); rewrite addnS.
pose p := Ordinal pD.
have pq : q = p.+1 :> nat by rewrite /= addnS.
have kp : (k <= p)%N by exact: leq_addr.
have above (j : 'I_D) : (k + m < j)%N -> j != q -> (k + m.+1 < j)%N.
  by move=> h n; rewrite ltn_neqAle addnS h andbT -addnS eq_sym; exact: n.
have qp : q == p = false by rewrite -val_eqE /= addnS eqn_leq ltnn.
(* the step where the entry p is not zero *)
have main (u : 'M[R]_(1, D)) : (forall j : 'I_D, (j < k)%N -> u ord0 j = 0) ->
    (forall j : 'I_D, (k + m.+1 < j)%N -> u ord0 j = 0) -> rowsq u ord0 = 1 -> u ord0 p <> 0 ->
    exists2 P, good k P & unit_row (u *m P) ord0 k.
  move=> ulow uhigh uone up.
  set a := u ord0 p; set b := u ord0 q; pose r := sqrt (a ^ 2 + b ^ 2).
  have a2 : 0 < a ^ 2 by rewrite -Rsqr_pow2; apply: Rsqr_pos_lt.
  have r0 : 0 < r by apply: sqrt_lt_R0; have := pow2_ge_0 b; lra.
  have rr : r ^ 2 = a ^ 2 + b ^ 2 by rewrite /r -Rsqr_pow2 Rsqr_sqrt //; have := pow2_ge_0 b; lra.
  have [e e2 ea] : exists2 e, e ^ 2 = 1 & 0 < e * a.
    case: (Rtotal_order a 0) => [h | [h | h]]; [exists (-1); lra | by case: up | exists 1; lra].
  pose c := e * a / r; pose s := e * b / r.
  have c0 : 0 < c by apply: Rdiv_lt_0_compat.
  have cs : c ^ 2 + s ^ 2 = 1.
    have -> : c ^ 2 + s ^ 2 = e ^ 2 * (a ^ 2 + b ^ 2) / r ^ 2 by rewrite /c /s; field; lra.
    by rewrite e2 rr; field; have := pow2_ge_0 b; lra.
  have g := good_rotation pq kp c0 cs.
  have [P gP uP] : exists2 P, good k P & unit_row (u *m rotation p q c s *m P) ord0 k.
    apply: IH.
    - move=> j jk; have jp : (j < p)%N by exact: leq_trans jk kp.
      by rewrite mul_rotation_other ?ulow // neq_ltn ?jp // pq (leqW jp).
    - move=> j h; have [->|n] := eqVneq j q.
        by rewrite mul_rotation qp eqxx -/a -/b /c /s; field; lra.
      rewrite mul_rotation_other //; first by apply: uhigh; exact: above.
      by rewrite neq_ltn h orbT.
    - by rewrite rowsq_mul //; case: g.
  exists (rotation p q c s *m P); first exact: good_mul.
  by rewrite mulmxA.
have [up | up] := Req_dec (v ord0 p) 0; last exact: main.
have [uq | uq] := Req_dec (v ord0 q) 0.
  apply: IH => // j h; have [->|n] := eqVneq j q; first by [].
  by apply: high; exact: above.
(* a quarter of a right angle first *)
pose c := / sqrt 2; have c0 : 0 < c by apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; lra.
have cs : c ^ 2 + c ^ 2 = 1.
  have : sqrt 2 ^ 2 = 2 by rewrite -Rsqr_pow2 Rsqr_sqrt; lra.
  by rewrite /c -Rinv_pow; [move=> ->; lra | apply: Rgt_not_eq; apply: sqrt_lt_R0; lra].
have g := good_rotation pq kp c0 cs.
have [P gP uP] : exists2 P, good k P & unit_row (v *m rotation p q c c *m P) ord0 k.
  apply: main.
  - move=> j jk; have jp : (j < p)%N by exact: leq_trans jk kp.
    by rewrite mul_rotation_other ?low // neq_ltn ?jp // pq (leqW jp).
  - move=> j h; rewrite mul_rotation_other ?high // neq_ltn; last by rewrite h orbT.
    by rewrite (leq_trans _ h) ?orbT // ltnS leq_add2l.
  - by rewrite rowsq_mul //; case: g.
  - by rewrite mul_rotation eqxx up; nra.
exists (rotation p q c c *m P); first exact: good_mul.
by rewrite mulmxA.
Qed.

Theorem frame n (V : 'M[R]_(n, D)) : V *m V^T = 1%:M%ring ->
  exists P, [/\ orthogonal P, S P & V *m P = \matrix_(i, j) (if i == j :> nat then 1 else 0)].
Proof.
move=> hV.
have h k : (k <= n)%N -> exists P, [/\ orthogonal P, S P & forall i : 'I_n, (i < k)%N -> unit_row (V *m P) i i].
  elim: k => [_|k IH kn]; first by exists 1%:M%ring; split=> //; exact: orthogonal_one.
  have [P [oP sP uP]] := IH (ltnW kn).
  have o := orthonormal_mul hV oP; set A := V *m P in o uP.
  have inner i j : \S_(l < D) (A i l * A j l) = (if i == j then 1 else 0).
    by rewrite -oneM_E -o mulmxE; apply: total_ext => l; rewrite [A^T _ _]mxE.
  pose i0 := Ordinal kn; pose v : 'M[R]_(1, D) := row i0 A.
  have vE j : v ord0 j = A i0 j by rewrite [v _ _]mxE.
  have [Q [oQ sQ fQ] uQ] : exists2 Q, good k Q & unit_row (v *m Q) ord0 k.
    apply: (@straighten k D).
    - move=> j jk; have jn : (j < n)%N by exact: leq_trans jk (ltnW kn).
      have := inner i0 (Ordinal jn); rewrite ifN; last by rewrite neq_ltn /= jk orbT.
      have e l : A (Ordinal jn) l = (if l == j then 1 else 0) by rewrite (uP (Ordinal jn) jk) /= eq_sym.
      rewrite vE => <-; under total_ext => l do rewrite e.
      by rewrite (total_delta_c (fun l => A i0 l)) Rmult_1_r.
    - by move=> j h; have := ltn_ord j; rewrite ltnNge (leq_trans _ (ltnW h)) // leq_addl.
    - have := inner i0 i0; rewrite eqxx => <-; apply: total_ext => l; rewrite vE; ring.
  exists (P *m Q); split; [exact: orthogonal_mul | exact: S_mul |].
  rewrite mulmxA -/A => i; rewrite ltnS leq_eqVlt => /orP[/eqP ik | ik] j.
    have -> : i = i0 by exact: val_inj.
    by rewrite -(uQ j) /v -row_mul [row _ _ _ _]mxE.
  have iD : (i < D)%N.
    rewrite ltnNge; apply/negP => Di; have := inner i i; rewrite eqxx.
    rewrite (total_ext (g := fun=> 0)); first by rewrite total_const; lra.
    move=> l; rewrite (uP i ik) ifN; first by ring.
    by rewrite neq_ltn (leq_trans (ltn_ord l) Di) orbT.
  have u : unit_row A i (Ordinal iD) by move=> l; rewrite (uP i ik).
  by rewrite (mul_unit_row _ _ u) (fQ (Ordinal iD) ik).
have [P [oP sP uP]] := h n (leqnn n).
by exists P; split=> //; apply/matrixP => i j; rewrite uP // mxE.
Qed.
End Givens.

(* ---------- Gram and Schmidt ---------- *)
Section GramSchmidt.
Variable d : nat.
Implicit Types (M U : 'M[R]_d) (k i j : 'I_d).
Definition dot M i j : R := \S_(l < d) (M i l * M j l).
(* row k is divided by its norm, and its part in the direction of row k is taken away from every other row *)
Definition clear k M : 'M[R]_d := \matrix_(i, l)
  (if i == k then M k l / sqrt (dot M k k) else M i l - dot M i k / dot M k k * M k l).
Definition gram_schmidt M : 'M[R]_d := foldl (fun A k => clear k A) M (enum 'I_d).

Lemma dot_sym M i j : dot M i j = dot M j i.
Proof. by apply: total_ext => l; ring. Qed.
Lemma dotE M i j : dot M i j = (M *m M^T) i j.
Proof. by rewrite mulmxE; apply: total_ext => l; rewrite [M^T _ _]mxE. Qed.
Lemma dot_mul M U i j : orthogonal U -> dot (M *m U) i j = dot M i j.
Proof. by move=> o; rewrite !dotE trmx_mul mulmxA -(mulmxA M) o mulmx1. Qed.
Lemma dot_ge0 M i : 0 <= dot M i i.
Proof. by apply: total_ge0 => l; nra. Qed.
Lemma clear_mul k M U : orthogonal U -> clear k (M *m U) = clear k M *m U.
Proof.
move=> o; apply/matrixP => i l; rewrite mulmxE [LHS]mxE !dot_mul //.
have [e|n] := eqVneq i k.
  transitivity (\S_(m < d) (M k m * U m l / sqrt (dot M k k))).
    by rewrite total_div -mulmxE.
  by apply: total_ext => m; rewrite [clear k M _ _]mxE e eqxx; rewrite /Rdiv; ring.
transitivity (\S_(m < d) (M i m * U m l - dot M i k / dot M k k * (M k m * U m l))).
  by rewrite total_sub total_scal -!mulmxE.
by apply: total_ext => m; rewrite [clear k M _ _]mxE (negbTE n); ring.
Qed.
Theorem gram_schmidt_mul M U : orthogonal U -> gram_schmidt (M *m U) = gram_schmidt M *m U.
Proof.
move=> o; rewrite /gram_schmidt; elim: (enum _) M => [//|k s IH] M /=.
by rewrite clear_mul // IH.
Qed.

(* the rows are linearly independent *)
Definition free M : Prop := forall x : 'rV[R]_d, x *m M = 0%ring -> x = 0%ring.
Lemma free_dot M k : free M -> 0 < dot M k k.
Proof.
move=> f; case: (Rle_lt_or_eq_dec _ _ (dot_ge0 M k)) => // e; exfalso.
have z l : M k l = 0.
  have := total_zero (f := fun l => M k l * M k l) _ (esym e) l; move=> h.
  by apply: Rsqr_0_uniq; apply: h => m; nra.
have x0 : (delta_mx ord0 k : 'rV[R]_d) *m M = 0%ring.
  by rewrite -rowE; apply/matrixP => a l; rewrite !mxE z.
have := congr1 (fun x : 'rV[R]_d => x ord0 k) (f _ x0); rewrite !mxE !eqxx /= => h.
by apply: R1_neq_R0; exact: h.
Qed.
Lemma free_clear k M : free M -> free (clear k M).
Proof.
move=> f x hx; have p := free_dot k f.
have s0 : 0 < sqrt (dot M k k) by exact: sqrt_lt_R0.
(* x clear(M) = y M *)
pose c := x ord0 k / sqrt (dot M k k) - \S_(i < d) (if i == k then 0 else x ord0 i * (dot M i k / dot M k k)).
pose y : 'rV[R]_d := \row_i (if i == k then c else x ord0 i).
have y0 : y = 0%ring.
  apply: f; rewrite -hx; apply/matrixP => a l; have -> : a = ord0 by exact: ord1.
  rewrite !mulmxE.
  rewrite (total_split _ k) [RHS](total_split _ k) [clear k M _ _]mxE [y _ _]mxE !eqxx.
  rewrite [RHS](_ : _ = x ord0 k * (M k l / sqrt (dot M k k)) + (\S_(i < d) (if i == k then 0 else x ord0 i * M i l)
     - (\S_(i < d) (if i == k then 0 else x ord0 i * (dot M i k / dot M k k))) * M k l)); last first.
    congr (_ + _); rewrite -total_scal_r -total_sub; apply: total_ext => i.
    by rewrite [clear k M _ _]mxE; case: eqP => _; asR; ring.
  rewrite (total_ext (g := fun i => if i == k then 0 else x ord0 i * M i l)); last first.
    by move=> i; rewrite [y _ _]mxE; case: eqP.
  by rewrite /c /Rdiv; asR; ring.
have yE i : y ord0 i = 0 by rewrite y0 mxE.
have xi i : i != k -> x ord0 i = 0 by move=> n; have := yE i; rewrite mxE (negbTE n).
apply/matrixP => a i; have -> : a = ord0 by exact: ord1.
rewrite [RHS]mxE.
have [->|] := eqVneq i k; last exact: xi.
have := yE k; rewrite mxE eqxx /c (total_ext (g := fun=> 0)); last first.
  by move=> j; have [//|n] := eqVneq j k; rewrite xi //; ring.
rewrite total_const => h.
have cancel (u v w : R) : 0 < v -> u / v - w * 0 = 0 -> u = 0.
  by move=> v0 e; have -> : u = (u / v - w * 0) * v; [field; lra | rewrite e Rmult_0_l].
exact: cancel s0 h.
Qed.
Lemma dot_clear k M i j : 0 < dot M k k -> dot (clear k M) i j =
  if i == k then (if j == k then 1 else 0) else if j == k then 0 else dot M i j - dot M i k * dot M j k / dot M k k.
Proof.
move=> p; set r := dot M k k in p *; have s0 : 0 < sqrt r by exact: sqrt_lt_R0.
have ss : sqrt r * sqrt r = r by apply: sqrt_sqrt; lra.
have mixed a b : \S_(l < d) ((M a l - b * M k l) * (M k l / sqrt r)) = (dot M a k - b * r) / sqrt r.
  rewrite (total_ext (g := fun l => (M a l * M k l - b * (M k l * M k l)) / sqrt r)); last by move=> l; rewrite /Rdiv; ring.
  by rewrite total_div total_sub total_scal.
have E a l : clear k M a l = if a == k then M k l / sqrt r else M a l - dot M a k / r * M k l by rewrite [LHS]mxE.
have [e|n] := eqVneq i k; have [e'|n'] := eqVneq j k.
- transitivity (\S_(l < d) (M k l * M k l / r)).
    apply: total_ext => l; rewrite !E e e' eqxx -{3}ss; field; lra.
  rewrite total_div; change (r / r = 1); field; lra.
- transitivity (\S_(l < d) ((M j l - dot M j k / r * M k l) * (M k l / sqrt r))).
    by apply: total_ext => l; rewrite !E e eqxx (negbTE n'); ring.
  rewrite mixed; field; lra.
- transitivity (\S_(l < d) ((M i l - dot M i k / r * M k l) * (M k l / sqrt r))).
    by apply: total_ext => l; rewrite !E e' eqxx (negbTE n); ring.
  rewrite mixed; field; lra.
transitivity (\S_(l < d) (M i l * M j l - dot M j k / r * (M i l * M k l) - dot M i k / r * (M j l * M k l)
   + dot M i k / r * (dot M j k / r) * (M k l * M k l))).
  by apply: total_ext => l; rewrite !E (negbTE n) (negbTE n'); ring.
rewrite total_add !total_sub !total_scal.
change (dot M i j - dot M j k / r * dot M i k - dot M i k / r * dot M j k + dot M i k / r * (dot M j k / r) * r
  = dot M i j - dot M i k * dot M j k / r); field; lra.
Qed.
Theorem gram_schmidt_orthogonal M : free M -> orthogonal (gram_schmidt M).
Proof.
move=> f.
have h (K s : seq 'I_d) A : free A -> (forall i j, i \in K -> dot A i j = if i == j then 1 else 0) ->
    forall i j, i \in K ++ s -> dot (foldl (fun A k => clear k A) A s) i j = if i == j then 1 else 0.
  elim: s K A => [|k s IH] K A fA hK i j; first by rewrite cats0; exact: hK.
  rewrite -cat_rcons /=; apply: IH; first exact: free_clear.
  move=> a b; rewrite mem_rcons inE dot_clear; last exact: free_dot.
  have [-> _|n /=] := eqVneq a k; first by rewrite eq_sym.
  move=> aK; have ak : dot A a k = 0 by rewrite hK // (negbTE n).
  have [->|_] := eqVneq b k; first by rewrite (negbTE n).
  by rewrite ak hK // /Rdiv !Rmult_0_l Rminus_0_r.
apply/matrixP => i j; rewrite -dotE oneM_E.
by apply: (h [::]) => //; rewrite mem_enum.
Qed.
Lemma free_det M : (\det M)%ring <> 0 -> free M.
Proof.
move=> h x hx; have u : M \in unitmx by rewrite unitmxE unitfE; apply/eqP; exact: h.
by rewrite -[x]mulmx1 -(mulmxV u) mulmxA hx mul0mx.
Qed.
End GramSchmidt.
