(* One layer of daneshmand2021 at a finite width.

   H H^T = P diag(a) P^T, H^T H = U diag(q) U^T, Y = P^T H U: then Y^T Y = diag(q), Y Y^T = diag(a), so a_m = q_k where Y_mk is not 0.
   With x a row of W P, independent normals as W is, the same row of BN(W H) U is u_k(x) = \S x_m Y_mk/sqrt(\S a_m x_m^2) ([unit_row]).
   E u_i u_k = p_i if i = k, else 0 ([pair_mean]); the rows are independent; \S u_k^2 = 1 with probability 1. So the next
   Gram matrix in the basis U has the mean diag(p) ([gram_mean]), and E ||C - diag(p)||_F^2 = (1 - \S p_k^2)/d ([gram_variance]). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry frames spectra normal gram_map blocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* ---------- the variance of an average ---------- *)
Section Average.
Variables (T : Type) (L : law T) (d : nat) (z : 'I_d -> T -> R) (c m s : R).
Hypothesis d0 : (0 < d)%N.
Hypothesis zm : forall j, measurable_on L (z j).
Hypothesis zb : forall j x, Rabs (z j x) <= c.
Hypothesis z1 : forall j, mean L (z j) = m.
Hypothesis z2 : forall j, mean L (fun x => z j x ^ 2) = s.
Hypothesis z3 : forall i j, i != j -> mean L (fun x => z i x * z j x) = m ^ 2.
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let zi j : integrable L (z j). Proof. by apply: (integrable_bounded (c := c)) => // w; exact: zb. Qed.
Let zzi i j : integrable L (fun x => z i x * z j x).
Proof. by apply: (integrable_mul_bounded (c := c)) => // w; exact: zb. Qed.
Lemma average_mean : integrable L (fun x => (\S_(j < d) z j x) / INR d) /\ mean L (fun x => (\S_(j < d) z j x) / INR d) = m.
Proof.
have i := integrable_total zi; split; first exact: integrable_div.
rewrite mean_div // mean_total // (total_ext z1) total_const; field; lra.
Qed.
Lemma average_variance : integrable L (fun x => ((\S_(j < d) z j x) / INR d - m) ^ 2) /\
  mean L (fun x => ((\S_(j < d) z j x) / INR d - m) ^ 2) = (s - m ^ 2) / INR d.
Proof.
pose f x := \S_(i < d) \S_(j < d) (z i x * z j x).
have fi : integrable L f by apply: integrable_total => i; apply: integrable_total => j.
have gi := integrable_total zi.
have e x : ((\S_(j < d) z j x) / INR d - m) ^ 2 = / INR d ^ 2 * f x + - (2 * m / INR d) * (\S_(j < d) z j x) + m ^ 2.
  have -> : f x = (\S_(j < d) z j x) * (\S_(j < d) z j x).
    by rewrite /f -total_scal_r; apply: total_ext => i; rewrite total_scal.
  by field; lra.
have I : integrable L (fun x => / INR d ^ 2 * f x + - (2 * m / INR d) * (\S_(j < d) z j x) + m ^ 2).
  by apply: integrable_add; [exact: integrable_linear | exact: integrable_const].
split; first by apply: integrable_ext I => x; rewrite e.
rewrite (mean_ext L e) mean_add ?mean_const ?mean_linear //; [|exact: integrable_linear|exact: integrable_const].
have fE : mean L f = INR d * (s + (INR d - 1) * m ^ 2).
  rewrite mean_total => [|i]; last by apply: integrable_total.
  rewrite (total_ext (g := fun=> s + (INR d - 1) * m ^ 2)) ?total_const // => i /=.
  rewrite mean_total // (total_split _ i) (mean_ext L (g := fun x => z i x ^ 2)) ?z2; last by move=> x /=; ring.
  congr (_ + _); rewrite (total_ext (g := fun j => m ^ 2 - (if j == i then m ^ 2 else 0))); last first.
    by move=> j /=; case: eqP => [_ | /eqP ji]; [ring | rewrite z3 1?eq_sym //; ring].
  by rewrite total_sub total_const (total_delta (fun=> m ^ 2)); ring.
rewrite fE mean_total // (total_ext z1) total_const; field; lra.
Qed.
End Average.

(* ---------- a row in the singular basis ---------- *)
Section Row.
Variables (d n : nat) (a : 'I_d -> R) (q : 'I_n -> R) (Y : 'M[R]_(d, n)).
Hypothesis a0 : forall m, 0 <= a m.
Hypothesis q0 : forall k, 0 <= q k.
Hypothesis Yq : forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0.
Hypothesis Ya : forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0.

Lemma same_eigenvalue m k : a m * Y m k = q k * Y m k.
Proof.
have e1 : \S_(l < d) \S_(j < n) (Y m j * Y l j * Y l k) = a m * Y m k.
  rewrite (total_ext (g := fun l => if l == m then a m * Y m k else 0)) ?(total_delta (fun=> a m * Y m k)) // => l /=.
  by rewrite total_scal_r Ya eq_sym; case: eqP => [-> //|_]; ring.
have e2 : \S_(l < d) \S_(j < n) (Y m j * Y l j * Y l k) = q k * Y m k.
  rewrite total_exchange (total_ext (g := fun j => if j == k then q k * Y m k else 0)) ?(total_delta (fun=> q k * Y m k)) // => j /=.
  rewrite (total_ext (g := fun l => Y m j * (Y l j * Y l k))); last by move=> l /=; ring.
  by rewrite total_scal Yq; case: eqP => [->|_]; ring.
by rewrite -e1.
Qed.
Lemma eigenvalue_of m k : Y m k <> 0 -> a m = q k.
Proof. by move=> nz; apply: (Rmult_eq_reg_r (Y m k)) => //; exact: same_eigenvalue. Qed.
Lemma zero_row m k : a m = 0 -> Y m k = 0.
Proof.
move=> z; have := Ya m m; rewrite eqxx z => h.
have s0 j : 0 <= Y m j * Y m j by nra.
by have := total_zero s0 h k; nra.
Qed.
Lemma zero_column m k : q k = 0 -> Y m k = 0.
Proof.
move=> z; have := Yq k k; rewrite eqxx z => h.
have s0 j : 0 <= Y j k * Y j k by nra.
by have := total_zero s0 h m; nra.
Qed.
(* a and q are the same but for zeros *)
Lemma eigenvalues_total (h : R -> R) : \S_(m < d) (a m * h (a m)) = \S_(k < n) (q k * h (q k)).
Proof.
transitivity (\S_(m < d) \S_(k < n) (Y m k * Y m k * h (q k))).
  apply: total_ext => m; have e := Ya m m; rewrite eqxx in e; rewrite -{1}e -total_scal_r; apply: total_ext => k.
  have [-> | nz] := Req_dec (Y m k) 0; first by ring.
  by rewrite (eigenvalue_of nz).
rewrite total_exchange; apply: total_ext => k; rewrite total_scal_r Yq eqxx; exact: erefl.
Qed.
Lemma eigenvalues_ln t : \S_(m < d) ln (1 + 2 * t * a m) = \S_(k < n) ln (1 + 2 * t * q k).
Proof.
have e x : ln (1 + 2 * t * x) = x * (ln (1 + 2 * t * x) / x).
  have [-> | nz] := Req_dec x 0; first by rewrite Rmult_0_r Rplus_0_r ln_1; ring.
  by field.
rewrite (total_ext (g := fun m => a m * (ln (1 + 2 * t * a m) / a m))); last by move=> m; exact: e.
rewrite (eigenvalues_total (fun x => ln (1 + 2 * t * x) / x)); apply: total_ext => k; exact/esym/e.
Qed.

Definition length x := \S_(m < d) (a m * x m ^ 2).
Definition unit k (x : 'I_d -> R) : R := (\S_(m < d) (x m * Y m k)) / sqrt (length x).
Lemma length_ge0 x : 0 <= length x.
Proof. by apply: total_ge0 => m; apply: Rmult_le_pos => //; exact: pow2_ge_0. Qed.
Lemma row_length x : \S_(k < n) (\S_(m < d) (x m * Y m k)) ^ 2 = length x.
Proof.
transitivity (\S_(k < n) \S_(m < d) \S_(l < d) (x m * x l * (Y m k * Y l k))).
  apply: total_ext => k; rewrite /= Rmult_1_r -total_scal_r; apply: total_ext => m; rewrite -total_scal.
  by apply: total_ext => l; ring.
rewrite total_exchange; apply: total_ext => m; rewrite total_exchange.
rewrite (total_ext (g := fun l => if l == m then a m * x m ^ 2 else 0)) ?(total_delta (fun=> a m * x m ^ 2)) // => l /=.
by rewrite total_scal Ya eq_sym; case: eqP => [->|_]; ring.
Qed.
Lemma unit_square i k x : unit i x * unit k x = (\S_(m < d) (x m * Y m i)) * (\S_(m < d) (x m * Y m k)) / length x.
Proof.
have l0 := length_ge0 x; rewrite /unit /Rdiv -{3}(sqrt_sqrt _ l0) Rinv_mult; ring.
Qed.
Lemma unit_total x : \S_(k < n) unit k x ^ 2 = length x / length x.
Proof.
rewrite (total_ext (g := fun k => (\S_(m < d) (x m * Y m k)) ^ 2 / length x)).
  by rewrite total_div row_length.
by move=> k /=; rewrite !Rmult_1_r unit_square.
Qed.
Lemma whole_le1 y : y / y <= 1.
Proof. by have [-> | nz] := Req_dec y 0; rewrite /Rdiv; [rewrite Rmult_0_l; lra | rewrite Rinv_r //; lra]. Qed.
Lemma whole_square y : (y / y) ^ 2 = y / y.
Proof. by have [-> | nz] := Req_dec y 0; rewrite /Rdiv; [ring | rewrite Rinv_r //; ring]. Qed.
Lemma unit_le1 k x : Rabs (unit k x) <= 1.
Proof.
have := total_one_term k (fun k => pow2_ge_0 (unit k x)); rewrite unit_total => h.
have := whole_le1 (length x); rewrite -(pow2_abs (unit k x)) in h; have := Rabs_pos (unit k x); nra.
Qed.
Definition pair i k x := unit i x * unit k x.
Lemma pair_le1 i k x : Rabs (pair i k x) <= 1.
Proof. by rewrite /pair Rabs_mult; have := unit_le1 i x; have := unit_le1 k x; have := Rabs_pos (unit i x); have := Rabs_pos (unit k x); nra. Qed.
Lemma unit_scale c k x : 0 < c -> unit k (fun m => c * x m) = unit k x.
Proof.
move=> c0; rewrite /unit /length (total_ext (g := fun m => c * (x m * Y m k))); last by move=> m /=; ring.
rewrite total_scal (total_ext (f := fun m => a m * (c * x m) ^ 2) (g := fun m => c ^ 2 * (a m * x m ^ 2))); last by move=> m /=; ring.
rewrite total_scal sqrt_mult_alt; last exact: pow2_ge_0.
rewrite sqrt_pow2; last lra.
rewrite /Rdiv Rinv_mult; set A := \S_(m < d) (x m * Y m k); set s := / sqrt _.
have -> : c * A * (/ c * s) = (c * / c) * (A * s) by ring.
by rewrite Rinv_r; lra.
Qed.
Lemma unit_measurable T (L : law T) (x : T -> 'I_d -> R) k : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => unit k (x t)).
Proof.
move=> mx; apply: measurable_div.
  by apply: measurable_total => m; apply: measurable_mul => //; exact: measurable_const.
by apply: measurable_sqrt; apply: measurable_total => m; apply: measurable_scal; exact: measurable_pow.
Qed.
Lemma pair_measurable T (L : law T) (x : T -> 'I_d -> R) i k : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => pair i k (x t)).
Proof. by move=> mx; apply: measurable_mul; exact: unit_measurable. Qed.
End Row.

(* ---------- the means over a row ---------- *)
Section RowMean.
Variables (N : law R) (d n : nat) (a : 'I_d -> R) (q : 'I_n -> R) (Y : 'M[R]_(d, n)).
Hypothesis normal : standard_normal N.
Hypothesis d0 : (0 < d)%N.
Hypothesis a0 : forall m, 0 <= a m.
Hypothesis q0 : forall k, 0 <= q k.
Hypothesis Yq : forall i k, \S_(m < d) (Y m i * Y m k) = if i == k then q i else 0.
Hypothesis Ya : forall m l, \S_(k < n) (Y m k * Y l k) = if m == l then a m else 0.
Notation G := (gaussian N d d).
Let root0 : 0 < / sqrt (INR d). Proof. by apply: Rinv_0_lt_compat; apply: sqrt_lt_R0; apply: lt_0_INR; apply/ltP. Qed.
(* the first d members of a sequence *)
Definition first (g : nat -> R) (m : 'I_d) : R := g m.

(* a function of the direction of a row *)
Section Direction.
Variable f : ('I_d -> R) -> R.
Hypothesis fs : forall c x, 0 < c -> f (fun m => c * x m) = f x.
Hypothesis fm : forall T (L : law T) (x : T -> 'I_d -> R), (forall m, measurable_on L (fun t => x t m)) -> measurable_on L (fun t => f (x t)).
Hypothesis fb : forall x, Rabs (f x) <= 1.
Lemma direction_depends : depends_on d (fun g => f (first g)).
Proof. by move=> g h e; congr f; apply/funext => m; exact: (e m (ltn_ord m)). Qed.
Lemma direction_measurable : measurable_on (normals N d) (fun g => f (first g)).
Proof. by apply: fm => m; exact: normals_measurable. Qed.
Lemma direction_borel (j : 'I_d) : borel_fun (fun W : 'M[R]_d => f (W j)).
Proof. by apply: fm => m; exact: borel_entry. Qed.
Lemma gaussian_row (j : 'I_d) : integrable G (fun W => f (W j)) /\ mean G (fun W => f (W j)) = mean (normals N d) (fun g => f (first g)).
Proof.
have [i e] := @row_mean _ 0 N d d j (fun g => f (first g)) 1 (ltn_ord j) direction_depends direction_measurable (fun w => fb _).
have E (g : nat -> R) : f (first (shift (j * d) g)) = f ((\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d))) j).
  rewrite -(fs (first (shift (j * d) g)) root0); congr f; apply/funext => m.
  by rewrite mxE /first /shift addnC /Rdiv Rmult_comm.
split; last by rewrite -e; exact: (@mean_ext _ (normals N (d * d)) _ _ (fun g => esym (E g))).
exact: (@integrable_ext _ (normals N (d * d)) _ _ E i).
Qed.
End Direction.
Lemma gaussian_two_rows (f h : ('I_d -> R) -> R) (i j : 'I_d) :
  (forall c x, 0 < c -> f (fun m => c * x m) = f x) -> (forall c x, 0 < c -> h (fun m => c * x m) = h x) ->
  (forall T (L : law T) (x : T -> 'I_d -> R), (forall m, measurable_on L (fun t => x t m)) -> measurable_on L (fun t => f (x t))) ->
  (forall T (L : law T) (x : T -> 'I_d -> R), (forall m, measurable_on L (fun t => x t m)) -> measurable_on L (fun t => h (x t))) ->
  (forall x, Rabs (f x) <= 1) -> (forall x, Rabs (h x) <= 1) -> i != j ->
  mean G (fun W => f (W i) * h (W j)) = mean (normals N d) (fun g => f (first g)) * mean (normals N d) (fun g => h (first g)).
Proof.
have main (f' h' : ('I_d -> R) -> R) (i' j' : 'I_d) :
    (forall c x, 0 < c -> f' (fun m => c * x m) = f' x) -> (forall c x, 0 < c -> h' (fun m => c * x m) = h' x) ->
    (forall T (L : law T) (x : T -> 'I_d -> R), (forall m, measurable_on L (fun t => x t m)) -> measurable_on L (fun t => f' (x t))) ->
    (forall T (L : law T) (x : T -> 'I_d -> R), (forall m, measurable_on L (fun t => x t m)) -> measurable_on L (fun t => h' (x t))) ->
    (forall x, Rabs (f' x) <= 1) -> (forall x, Rabs (h' x) <= 1) -> (i' < j')%N ->
    mean G (fun W => f' (W i') * h' (W j')) = mean (normals N d) (fun g => f' (first g)) * mean (normals N d) (fun g => h' (first g)).
  move=> fs hs fm hm fb hb ij.
  have lt : (i' < j' < d)%N by rewrite ij ltn_ord.
  have [_ e] := @row_mean_two _ 0 N d d i' j' (fun g => f' (first g)) (fun g => h' (first g)) 1 lt
    (@direction_depends f') (@direction_depends h') (direction_measurable fm) (direction_measurable hm) (fun w => fb _) (fun w => hb _).
  have E (g : nat -> R) (u : ('I_d -> R) -> R) (r : 'I_d) : (forall c x, 0 < c -> u (fun m => c * x m) = u x) ->
      u ((\matrix_(i, j) (g (i * d + j)%N / sqrt (INR d))) r) = u (first (shift (r * d) g)).
    move=> us; rewrite -(us _ (first (shift (r * d) g)) root0); congr u; apply/funext => m.
    by rewrite mxE /first /shift addnC /Rdiv Rmult_comm.
  rewrite -e; apply: esym; have E2 g := congr2 Rmult (esym (E g f' i' fs)) (esym (E g h' j' hs)).
  exact: (@mean_ext _ (normals N (d * d)) _ _ E2).
move=> fs hs fm hm fb hb; rewrite -val_eqE neq_ltn => /orP[ij | ji]; first exact: main.
rewrite Rmult_comm -(main h f j i) //; apply: mean_ext => W; exact: Rmult_comm.
Qed.

(* the parts of u_k along the eigenvectors of H H^T *)
Definition part m (x : 'I_d -> R) : R := sqrt (a m) * x m / sqrt (length a x).
Lemma part_square m l x : part m x * part l x = sqrt (a m) * sqrt (a l) * (x m * x l) / length a x.
Proof. have l0 := length_ge0 a0 x; rewrite /part /Rdiv -{3}(sqrt_sqrt _ l0) Rinv_mult; ring. Qed.
Lemma part_share m g : part m (first g) * part m (first g) = share a m g.
Proof. by rewrite part_square sqrt_sqrt // /share /length /first; congr (_ / _); ring. Qed.
Lemma part_le1 m x : Rabs (part m x) <= 1.
Proof.
pose g (k : nat) := if insub k is Some m then x m else 0.
have -> : x = first g by apply/funext => k; rewrite /first /g valK.
have [_] := share_range a0 m g; rewrite -part_share.
by have := Rabs_pos (part m (first g)); have := Rsqr_abs (part m (first g)); rewrite /Rsqr; nra.
Qed.
Lemma parts_le1 m l x : Rabs (part m x * part l x) <= 1.
Proof. by rewrite Rabs_mult; have := part_le1 m x; have := part_le1 l x; have := Rabs_pos (part m x); have := Rabs_pos (part l x); nra. Qed.
Lemma part_scale c m x : 0 < c -> part m (fun m => c * x m) = part m x.
Proof.
move=> c0; rewrite /part /length (total_ext (g := fun m => c ^ 2 * (a m * x m ^ 2))); last by move=> k /=; ring.
rewrite total_scal sqrt_mult_alt; last exact: pow2_ge_0.
rewrite sqrt_pow2; last lra.
rewrite /Rdiv Rinv_mult; set s := / sqrt (total _).
have -> : sqrt (a m) * (c * x m) * (/ c * s) = (c * / c) * (sqrt (a m) * x m * s) by ring.
by rewrite Rinv_r; lra.
Qed.
Lemma part_measurable T (L : law T) (x : T -> 'I_d -> R) m : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => part m (x t)).
Proof.
move=> mx; apply: measurable_div; first exact: measurable_scal.
by apply: measurable_sqrt; apply: measurable_total => k; apply: measurable_scal; exact: measurable_pow.
Qed.
Lemma parts_measurable T (L : law T) (x : T -> 'I_d -> R) m l : (forall m, measurable_on L (fun t => x t m)) ->
  measurable_on L (fun t => part m (x t) * part l (x t)).
Proof. by move=> mx; apply: measurable_mul; exact: part_measurable. Qed.
Lemma parts_scale m l c x : 0 < c -> part m (fun m => c * x m) * part l (fun m => c * x m) = part m x * part l x.
Proof. by move=> c0; rewrite !part_scale. Qed.
Lemma parts_integrable m l : integrable (normals N d) (fun g => part m (first g) * part l (first g)).
Proof.
apply: (integrable_bounded (c := 1)); first by apply: parts_measurable => k; exact: normals_measurable.
by move=> w; exact: parts_le1.
Qed.
(* one change of sign *)
Lemma parts_mean m l : mean (normals N d) (fun g => part m (first g) * part l (first g)) = if m == l then gram_map N a m else 0.
Proof.
case: eqP => [-> | /eqP ml]; first by rewrite gram_mapE; apply: mean_ext => g; exact: part_share.
pose f x := part m x * part l x; pose j := Ordinal d0.
have [fi e] := @gaussian_row f (@parts_scale m l) (fun T L x => @parts_measurable T L x m l) (@parts_le1 m l) j.
have [_ r] := gaussian_rotated normal (flip_orthogonal m) (direction_borel (fun T L x => @parts_measurable T L x m l) j) fi.
rewrite -/(f _) -e in r *.
have o : mean G (fun W => f (W j)) = - mean G (fun W => f (W j)); last by lra.
rewrite -{1}r -mean_opp //; apply: mean_ext => W; rewrite /f !part_square.
have len : length a ((W *m flip m) j) = length a (W j).
  by apply: total_ext => k; rewrite mul_flip; case: eqP => _; ring.
rewrite len !mul_flip eqxx eq_sym (negbTE ml); rewrite /Rdiv; ring.
Qed.

Lemma unit_parts k x : unit a Y k x = \S_(m < d) (Y m k / sqrt (a m) * part m x).
Proof.
rewrite /unit /Rdiv -total_scal_r; apply: total_ext => m; rewrite /part.
have [z | nz] := Req_dec (a m) 0; first by rewrite (zero_row Ya k z); ring.
have p : 0 < sqrt (a m) by apply: sqrt_lt_R0; have := a0 m; lra.
have -> : Y m k * / sqrt (a m) * (sqrt (a m) * x m / sqrt (length a x)) = (sqrt (a m) * / sqrt (a m)) * (x m * Y m k * / sqrt (length a x)).
  by rewrite /Rdiv; ring.
by rewrite Rinv_r; lra.
Qed.
Lemma gram_same m k : a m = q k -> gram_map N a m = gram_map N q k.
Proof.
move=> e; rewrite !sawa //; apply: half_line.over_positive_ext => t _.
by rewrite /sawa_term e (eigenvalues_ln Yq Ya).
Qed.
Lemma pair_mean i k : integrable (normals N d) (fun g => pair a Y i k (first g)) /\
  mean (normals N d) (fun g => pair a Y i k (first g)) = if i == k then gram_map N q i else 0.
Proof.
pose z m j := Y m j / sqrt (a m).
have e g : pair a Y i k (first g) = \S_(m < d) \S_(l < d) (z m i * z l k * (part m (first g) * part l (first g))).
  rewrite /pair !unit_parts -total_scal_r; apply: total_ext => m; rewrite -total_scal; apply: total_ext => l.
  by rewrite /z; ring.
have I m l : integrable (normals N d) (fun g => z m i * z l k * (part m (first g) * part l (first g))).
  by apply: integrable_scal; exact: parts_integrable.
have J := integrable_total (fun m => integrable_total (I m)).
split; first by apply: integrable_ext J => g; rewrite e.
rewrite (mean_ext _ e) mean_total; last by move=> m; exact: integrable_total.
transitivity (\S_(m < d) (z m i * z m k * gram_map N a m)).
  apply: total_ext => m; rewrite mean_total //.
  rewrite (total_ext (g := fun l => if l == m then z m i * z m k * gram_map N a m else 0)) ?(total_delta (fun=> z m i * z m k * gram_map N a m)) // => l /=.
  rewrite mean_scal; last exact: parts_integrable.
  by rewrite parts_mean eq_sym; case: eqP => [->|_] //; ring.
have [z0 | nz] := Req_dec (q i) 0.
  have p0 : gram_map N q i = 0.
    rewrite gram_mapE -[RHS](mean_const (normals N n) 0); apply: mean_ext => g; rewrite /share z0 /Rdiv; ring.
  rewrite p0 (total_ext (g := fun=> 0)) ?total_const; first by case: eqP => _; ring.
  by move=> m /=; rewrite /z (zero_column Yq m z0) /Rdiv; ring.
rewrite (total_ext (g := fun m => gram_map N q i / q i * (Y m i * Y m k))); last first.
  move=> m /=; rewrite /z; have [-> | y] := Req_dec (Y m i) 0; first by rewrite /Rdiv; ring.
  have am := eigenvalue_of Yq Ya y; rewrite (gram_same am).
  have p : 0 < a m by have := a0 m; rewrite am; have := q0 i; lra.
  have s0 := sqrt_lt_R0 _ p; have ss := sqrt_sqrt _ (Rlt_le _ _ p).
  have -> : Y m i / sqrt (a m) * (Y m k / sqrt (a m)) = Y m i * Y m k / (sqrt (a m) * sqrt (a m)) by field; lra.
  by rewrite ss am; field.
by rewrite total_scal Yq; case: eqP => _; [field | ring].
Qed.
End RowMean.
