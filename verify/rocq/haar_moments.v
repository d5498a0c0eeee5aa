(* All even moments of an entry of a Haar matrix: m_k = E w^(2k) has m_0 = 1 and (d + 2k) m_(k+1) = (2k + 1) m_k.

   For every real e the reflection at e e_a + e_b takes the entries u = w_ja and v = w_jb of a row to
   ((1 - e^2) u - 2 e v)/(1 + e^2) in column a. So E (u - 2 e v - e^2 u)^N = (1 + e^2)^N E u^N, two polynomials in e; the
   coefficients of e^2 give 2 N (N-1) E u^(N-2) v^2 = 2 N E u^N. With N = 2k + 2 sum over b: the row is a unit vector. *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means isometry haar.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

(* two polynomials that agree everywhere are the same *)
Lemma poly_eq (p q : {poly R}) : (forall x, p.[x]%ring = q.[x]%ring) -> p = q.
Proof.
move=> h; apply/eqP; rewrite -subr_eq0; apply/negPn/negP => n0.
pose rs := [seq (i%:R : RR)%ring | i <- iota 0 (size (p - q)%ring)].
have u : uniq rs by rewrite map_inj_uniq ?iota_uniq // => i j /eqP; rewrite eqr_nat => /eqP.
have r : all (poly.root (p - q)%ring) rs.
  by apply/allP => x _; rewrite /poly.root hornerD hornerN h subrr.
by have := max_poly_roots n0 r u; rewrite size_map size_iota ltnn.
Qed.

(* ---------- u - 2 e v - e^2 u as a polynomial in e ---------- *)
Definition turned (u v : R) : {poly R} := Poly [:: u; (- (2 * v))%R; (- u)%R].
Lemma turned_at u v e : (turned u v).[e]%ring = u - 2 * e * v - e ^ 2 * u.
Proof. by rewrite /turned horner_Poly /=; toR; real_eq; ring. Qed.
Lemma turned_coef u v j : (turned u v)`_j = if j is 0%N then u else if j is 1%N then - (2 * v) else if j is 2%N then - u else 0.
Proof. by rewrite coef_Poly; case: j => [|[|[|j]]] //=; rewrite nth_nil. Qed.
Lemma turned_next u v N i : ((turned u v ^+ N.+1)`_i)%ring = \S_(j < i.+1) ((turned u v)`_j * (turned u v ^+ N)%ring`_(i - j)).
Proof. by rewrite exprS coefM. Qed.
Lemma turned_0 u v N : (turned u v ^+ N)%ring`_0 = u ^ N.
Proof.
elim: N => [|N IH]; first by rewrite expr0 coefC eqxx.
by rewrite turned_next /total big_ord_recl big_ord0 /= turned_coef IH; toR; real_eq; ring.
Qed.
Lemma turned_1 u v N : (turned u v ^+ N.+1)%ring`_1 = - (2 * INR N.+1 * (u ^ N * v)).
Proof.
elim: N => [|N IH]; first by rewrite expr1 turned_coef /=; real_eq; ring.
rewrite S_INR; move: (INR N.+1) IH => c IH.
rewrite turned_next /total !big_ord_recl big_ord0 /= /bump /= addn0 subn0 subnn !turned_coef IH turned_0.
by toR; real_eq; rewrite -[u ^ N.+1]/(u * u ^ N); ring.
Qed.
Lemma turned_2 u v N : (turned u v ^+ N.+2)%ring`_2 = 2 * INR N.+2 * INR N.+1 * (u ^ N * v ^ 2) - INR N.+2 * u ^ N.+2.
Proof.
have step M : (turned u v ^+ M.+1)%ring`_2 = u * (turned u v ^+ M)%ring`_2 - 2 * v * (turned u v ^+ M)%ring`_1 - u * (turned u v ^+ M)%ring`_0.
  rewrite turned_next /total !big_ord_recl big_ord0 /= /bump /= !addn0 subn0 subnn !turned_coef.
  by rewrite -[(2 - 1)%N]/1%N -[(1 + 1)%N]/2%N; toR; real_eq; ring.
elim: N => [|N IH].
  by rewrite step turned_1 turned_0 expr1 turned_coef /=; real_eq; ring.
rewrite step IH turned_1 turned_0 !S_INR -[u ^ N.+3]/(u * (u * (u * u ^ N))) -[u ^ N.+2]/(u * (u * u ^ N)) -[u ^ N.+1]/(u * u ^ N).
by real_eq; ring.
Qed.
Lemma turned_size u v N : (size (turned u v ^+ N)%ring <= (2 * N).+1)%N.
Proof.
apply: leq_trans (size_exp_leq _ _) _; rewrite ltnS leq_mul2r; apply/orP; right.
by have := size_Poly [:: u; (- (2 * v))%R; (- u)%R]; rewrite -/(turned u v) /=; case: (size _).
Qed.
(* (1 + e^2)^N *)
Definition stretched : {poly R} := Poly [:: 1; 0; 1].
Lemma stretched_at e : stretched.[e]%ring = 1 + e ^ 2.
Proof. by rewrite /stretched horner_Poly /=; toR; real_eq; ring. Qed.
Lemma stretched_coef j : stretched`_j = if j is 0%N then 1 else if j is 2%N then 1 else 0.
Proof. by rewrite coef_Poly; case: j => [|[|[|j]]] //=; rewrite nth_nil. Qed.
Lemma stretched_2 N : (stretched ^+ N)%ring`_2 = INR N.
Proof.
have z M : (stretched ^+ M)%ring`_0 = 1.
  elim: M => [|M IH]; first by rewrite expr0 coefC eqxx.
  by rewrite exprS coefM big_ord_recl big_ord0 /= stretched_coef IH; toR; real_eq; ring.
elim: N => [|N IH]; first by rewrite expr0 coefC.
rewrite S_INR exprS coefM !big_ord_recl big_ord0 /= /bump /= !addn0 subn0 subnn !stretched_coef.
by rewrite -[(2 - 1)%N]/1%N -[(1 + 1)%N]/2%N IH z; toR; real_eq; ring.
Qed.

Section Moments.
Variables (d : nat) (L : law 'M[R]_d) (j : 'I_d).
Hypothesis H : haar L.
Notation E := (mean L).
Notation D := (INR d).
Let D1 : 1 <= D. Proof. by apply: INR_ge1; case: (j) => a /=; case: d. Qed.
Lemma turned_tame a b N i : tame (fun W : 'M[R]_d => (turned (W j a) (W j b) ^+ N)%ring`_i).
Proof.
elim: N i => [|N IH] i.
  by apply: (tame_ext (f := fun=> (1%:P)%ring`_i)) => [W|]; [rewrite expr0 | exact: tame_const].
apply: (tame_ext (f := fun W => \S_(k < i.+1) ((turned (W j a) (W j b))`_k * (turned (W j a) (W j b) ^+ N)%ring`_(i - k)))).
  by move=> W; rewrite turned_next.
apply: tame_total => k; apply: tame_mul => //.
by case: k => [[|[|[|k]]] h] /=; (apply: tame_ext => [W|]; [by rewrite turned_coef |]); tame.
Qed.
Lemma reflected_mean a b N e : a != b ->
  E (fun W => (W j a - 2 * e * W j b - e ^ 2 * W j a) ^ N) = (1 + e ^ 2) ^ N * E (fun W => W j a ^ N).
Proof.
move=> ab; have p : 0 < 1 + e ^ 2 by have := pow2_ge_0 e; lra.
have r := sqrt_lt_R0 _ p; have r2 : sqrt (1 + e ^ 2) * sqrt (1 + e ^ 2) = 1 + e ^ 2 by apply: sqrt_def; lra.
set x := e / sqrt (1 + e ^ 2); set y := 1 / sqrt (1 + e ^ 2).
have x2 : x * x = e ^ 2 / (1 + e ^ 2) by rewrite -r2 /x; field; lra.
have xy : x * y = e / (1 + e ^ 2) by rewrite -r2 /x /y; field; lra.
have y2 : y * y = 1 / (1 + e ^ 2) by rewrite -r2 /y; field; lra.
have o : orthogonal (reflection a b x y).
  apply: reflection_orthogonal => //; have -> : x ^ 2 + y ^ 2 = x * x + y * y by ring.
  by rewrite x2 y2; field; lra.
have t : tame (fun W : 'M[R]_d => W j a ^ N) by tame.
rewrite -(tame_mean H o t) -mean_scal; last first.
  by apply: (haar_integrable H o (proj1 t)); exact: (tame_integrable H).
apply: mean_ext => W; rewrite times_reflection delta_same (delta_other ab) -Rpow_mult_distr; congr (_ ^ N).
have -> : W j a - 2 * (x * W j a + y * W j b) * (x * 1 + y * 0) = W j a - 2 * (x * x) * W j a - 2 * (x * y) * W j b by ring.
by rewrite x2 xy; field; lra.
Qed.
Lemma mixed_moment a b N : a != b -> INR N.+1 * E (fun W => W j a ^ N * W j b ^ 2) = E (fun W => W j a ^ N.+2).
Proof.
move=> ab; set m := E (fun W => W j a ^ N.+2).
pose q : {poly R} := (\poly_(i < (2 * N.+2).+1) E (fun W => (turned (W j a) (W j b) ^+ N.+2)%ring`_i))%ring.
have : q = (m *: stretched ^+ N.+2)%ring.
  apply: poly_eq => e; rewrite hornerZ horner_exp stretched_at horner_poly expE mulE Rmult_comm /m -(reflected_mean _ _ ab).
  rewrite (mean_ext L (g := fun W => \S_(i < (2 * N.+2).+1) ((turned (W j a) (W j b) ^+ N.+2)%ring`_i * e ^ i))).
    rewrite mean_total => [|i]; last by apply: integrable_scal_r; apply: (tame_integrable H); exact: turned_tame.
    apply: eq_bigr => i _; rewrite mean_scal_r ?expE //; apply: (tame_integrable H); exact: turned_tame.
  move=> W; rewrite -turned_at -expE -horner_exp (horner_coef_wide _ (turned_size _ _ _)).
  by apply: eq_bigr => i _; rewrite expE.
move=> /(congr1 (fun p : {poly R} => p`_2)); rewrite coef_poly coefZ stretched_2.
have -> : (2 < (2 * N.+2).+1)%N by rewrite ltnS mulnS.
rewrite (mean_ext L (fun W => turned_2 (W j a) (W j b) N)) mean_sub; last first.
- by apply: (tame_integrable H); tame.
- by apply: (tame_integrable H); tame.
rewrite !mean_scal; try by apply: (tame_integrable H); tame.
rewrite -/m mulE => e; have n0 : 0 < INR N.+2 by apply: lt_0_INR; apply/ltP.
by apply: (Rmult_eq_reg_l (2 * INR N.+2)); [lra | nra].
Qed.
Definition moment a k := E (fun W => W j a ^ (2 * k)).
Lemma moment_0 a : moment a 0 = 1.
Proof. by rewrite /moment muln0 mean_const. Qed.
Lemma moment_next a k : (D + 2 * INR k) * moment a k.+1 = (2 * INR k + 1) * moment a k.
Proof.
have K : 0 <= INR k by exact: pos_INR.
have n : INR (2 * k).+1 = 2 * INR k + 1 by rewrite S_INR mult_INR.
have e : moment a k = \S_(b < d) E (fun W => W j a ^ (2 * k) * W j b ^ 2).
  rewrite -mean_total => [|b]; last by apply: (tame_integrable H); tame.
  by apply: (mean_orthogonal H) => W o; rewrite total_scal unit_row // Rmult_1_r.
have s : (2 * k.+1 = (2 * k).+2)%N by rewrite mulnS add2n.
rewrite e (@total_others d a (moment a k.+1) (moment a k.+1 / (2 * INR k + 1))); first by field; lra.
  apply: mean_ext => W; rewrite s -[W j a ^ (2 * k).+2]/(W j a * (W j a * W j a ^ (2 * k))); real_eq; ring.
move=> b ba; have := @mixed_moment a b (2 * k); rewrite eq_sym n => h.
by rewrite /moment s -(h ba); field; lra.
Qed.
End Moments.
