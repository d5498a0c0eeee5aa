(* Two samples (sharp:moebius-layer): with (u_j, v_j) the rows of BN(M), H = BN(M)/sqrt(d) has
   2 V(H)^2 = (mean_j (u_j^2 - v_j^2))^2 + (mean_j 2 u_j v_j)^2, the mean of the doubled angles. For M = Z diag(sqrt((1+c)/2),
   sqrt((1-c)/2)) these are Moebius maps of the doubled angles of Z, with a = c/(1 + sqrt(1 - c^2)). *)
From Coq Require Import Reals Lra Psatz.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct reals.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope R_scope.

Lemma total_two (f : 'I_2 -> R) : \S_(k < 2) f k = f ord0 + f ord_max.
Proof.
rewrite /total big_ord_recr big_ord1 /=; congr (f _ + f _); exact: val_inj.
Qed.
Section Doubled.
Variable d : nat.
Variable M : 'M[R]_(d, 2).
Hypothesis d0 : (0 < d)%N.
Hypothesis nz : forall j, 0 < rowsq M j.
Let D : 0 < INR d. Proof. by apply: lt_0_INR; apply/ltP. Qed.
Let u j := BN M j ord0.
Let v j := BN M j ord_max.
Let H := scaled (/ sqrt (INR d)) (BN M).
Lemma doubled_frobsq : frobsq H = 1.
Proof. by rewrite -frobenius_sq frobenius_layer //; ring. Qed.
Lemma doubled_gram i k : (H^T *m H)%ring i k = (\S_(j < d) (BN M j i * BN M j k)) / INR d.
Proof.
have s : sqrt (INR d) * sqrt (INR d) = INR d by apply: sqrt_sqrt; lra.
have p := sqrt_lt_R0 _ D; rewrite mulmxE -total_div; apply: total_ext => j; rewrite [(H^T)%ring i j]mxE ![H _ _]mxE.
by rewrite -{3}s; field; lra.
Qed.
Lemma doubled_V : 2 * V H ^ 2 = ((\S_(j < d) (u j ^ 2 - v j ^ 2)) / INR d) ^ 2 + ((\S_(j < d) (2 * u j * v j)) / INR d) ^ 2.
Proof.
rewrite /V frobenius_sq /frobsq total_two /rowsq !total_two ![deviation H _ _]mxE doubled_frobsq !doubled_gram -/u.
rewrite [INR 2]/= (_ : (ord0 == ord0 :> 'I_2) = true) // (_ : (ord_max == ord_max :> 'I_2) = true) //.
rewrite (_ : (ord0 == ord_max :> 'I_2) = false) // (_ : (ord_max == ord0 :> 'I_2) = false) //.
have one : (\S_(j < d) (u j * u j)) / INR d + (\S_(j < d) (v j * v j)) / INR d = 1.
  rewrite -doubled_frobsq frobsq_trace /mxtrace -/(total _) total_two !doubled_gram; exact: erefl.
have e1 : (\S_(j < d) (u j ^ 2 - v j ^ 2)) / INR d = (\S_(j < d) (u j * u j)) / INR d - (\S_(j < d) (v j * v j)) / INR d.
  rewrite -!total_div -total_sub; apply: total_ext => j; field; lra.
have e2 : (\S_(j < d) (2 * u j * v j)) / INR d = 2 * ((\S_(j < d) (u j * v j)) / INR d).
  by rewrite -!total_div -total_scal; apply: total_ext => j; field; lra.
have e3 : \S_(j < d) (v j * u j) = \S_(j < d) (u j * v j) by apply: total_ext => j; ring.
rewrite e1 e2 (_ : \S_(j < d) (BN M j ord_max * BN M j ord0) = \S_(j < d) (u j * v j)) //.
rewrite (_ : \S_(j < d) (BN M j ord0 * BN M j ord_max) = \S_(j < d) (u j * v j)) //.
rewrite (_ : \S_(j < d) (BN M j ord0 * BN M j ord0) = \S_(j < d) (u j * u j)) //.
rewrite (_ : \S_(j < d) (BN M j ord_max * BN M j ord_max) = \S_(j < d) (v j * v j)) //.
move: one; set A := _ / INR d; set B := (\S_(j < d) (v j * v j)) / _; set C := (\S_(j < d) (u j * v j)) / _ => one.
have -> : B = 1 - A by lra.
by field.
Qed.
End Doubled.

(* ---------- one row ---------- *)
Section Row.
Variables c r x y : R.
Hypotheses (c0 : 0 <= c) (c1 : c < 1) (r0 : 0 < r) (rr : r * r = (1 - c) * (1 + c)) (s0 : 0 < x * x + y * y).
Let a := c / (1 + r).
Let X := (x - y) * (x + y) / (x * x + y * y).
Let Y := 2 * x * y / (x * x + y * y).
Let t := (1 + c) * (x * x) + (1 - c) * (y * y).
Lemma row_pos : 0 < t.
Proof. rewrite /t; have [h|h] : 0 < x * x \/ 0 < y * y by nra. - by nra. - by nra. Qed.
Lemma moebius_below : X * (2 * a) + (1 + a * a) = 2 / (1 + r) * (t / (x * x + y * y)).
Proof.
rewrite /X /a /t; have -> : 1 + c / (1 + r) * (c / (1 + r)) = 2 / (1 + r).
  apply: (Rmult_eq_reg_r ((1 + r) * (1 + r))); last nra.
  have -> : 2 / (1 + r) * ((1 + r) * (1 + r)) = 2 * (1 + r) by field; lra.
  have -> : (1 + c / (1 + r) * (c / (1 + r))) * ((1 + r) * (1 + r)) = (1 + r) * (1 + r) + c * c by field; lra.
  lra.
by field; lra.
Qed.
Lemma moebius_real : (X * (1 + a * a) + 2 * a) / (X * (2 * a) + (1 + a * a)) = ((1 + c) * (x * x) - (1 - c) * (y * y)) / t.
Proof.
have tp := row_pos; rewrite moebius_below.
have -> : X * (1 + a * a) + 2 * a = 2 / (1 + r) * (((1 + c) * (x * x) - (1 - c) * (y * y)) / (x * x + y * y)).
  rewrite /X /a; have -> : 1 + c / (1 + r) * (c / (1 + r)) = 2 / (1 + r).
    apply: (Rmult_eq_reg_r ((1 + r) * (1 + r))); last nra.
    have -> : 2 / (1 + r) * ((1 + r) * (1 + r)) = 2 * (1 + r) by field; lra.
    have -> : (1 + c / (1 + r) * (c / (1 + r))) * ((1 + r) * (1 + r)) = (1 + r) * (1 + r) + c * c by field; lra.
    lra.
  by field; lra.
by field; repeat split; lra.
Qed.
Lemma moebius_imaginary : Y * (1 - a * a) / (X * (2 * a) + (1 + a * a)) = 2 * r * x * y / t.
Proof.
have tp := row_pos; rewrite moebius_below.
have -> : 1 - a * a = 2 * r / (1 + r).
  apply: (Rmult_eq_reg_r ((1 + r) * (1 + r))); last nra.
  have -> : 2 * r / (1 + r) * ((1 + r) * (1 + r)) = 2 * r * (1 + r) by field; lra.
  have -> : (1 - a * a) * ((1 + r) * (1 + r)) = (1 + r) * (1 + r) - c * c by rewrite /a; field; lra.
  nra.
by rewrite /Y; field; repeat split; lra.
Qed.
End Row.
