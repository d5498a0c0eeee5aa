(* The projector I - A (A^T A)^(-1) A^T on what is orthogonal to the columns of A, for A of full column rank: symmetric, idempotent,
   of trace d - m; it takes a vector to 0 only if it is a combination of the columns. *)
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

Definition residual d m (A : 'M[R]_(d, m)) : 'M[R]_d := (1%:M - A *m invmx (A^T *m A) *m A^T)%ring.
Section Residual.
Variables (d m : nat) (A : 'M[R]_(d, m)).
Notation G := (A^T *m A)%ring.
Hypothesis full : (\det G)%ring <> 0.
Let unit : G \in unitmx. Proof. by rewrite unitmxE unitfE; apply/eqP. Qed.
Let sym : (invmx G)^T%ring = invmx G.
Proof. by rewrite trmx_inv trmx_mul trmxK. Qed.
Lemma residual_sym : (residual A)^T%ring = residual A.
Proof. by rewrite /residual linearB /= trmx1 !trmx_mul trmxK sym mulmxA. Qed.
Lemma residual_A : (residual A *m A)%ring = 0%ring.
Proof. by rewrite /residual mulmxBl mul1mx -!mulmxA mulVmx // mulmx1 subrr. Qed.
Lemma residual_idempotent : (residual A *m residual A)%ring = residual A.
Proof.
by rewrite {2}/residual mulmxBr mulmx1 !mulmxA residual_A !mul0mx subr0.
Qed.
Lemma residual_square i : \S_(k < d) residual A k i ^ 2 = residual A i i.
Proof.
rewrite -{2}residual_idempotent mulmxE; apply: total_ext => k.
by have := congr1 (fun M : ('M[R]_d) => M k i) residual_sym; rewrite [(residual A)^T%ring k i]mxE => ->; ring.
Qed.
Lemma residual_range i : 0 <= residual A i i <= 1.
Proof.
have e := residual_square i; have p : 0 <= residual A i i by rewrite -e; apply: total_ge0 => k; exact: pow2_ge_0.
have := total_one_term i (fun k => pow2_ge_0 (residual A k i)); rewrite e; nra.
Qed.
Lemma residual_trace : \S_(i < d) residual A i i = INR d - INR m.
Proof.
have -> : \S_(i < d) residual A i i = (\tr (residual A))%ring by [].
rewrite /residual linearB /= mxtrace1 -mulmxA mxtrace_mulC -mulmxA mulVmx // mxtrace1.
by rewrite -!natE.
Qed.
Lemma residual_zero (v : 'cV[R]_d) : (residual A *m v)%ring = 0%ring -> exists x, v = (A *m x)%ring.
Proof.
move=> z; exists (invmx G *m A^T *m v)%ring; rewrite !mulmxA; apply/eqP; rewrite -subr_eq0; apply/eqP.
by rewrite -[RHS]z /residual mulmxBl mul1mx.
Qed.
End Residual.

(* a matrix of full column rank *)
Lemma gram_of_kernel d m (A : 'M[R]_(d, m)) : (forall x : 'cV[R]_m, (A *m x)%ring = 0%ring -> x = 0%ring) -> (\det (A^T *m A))%ring <> 0.
Proof.
move=> h z.
have [x nx kx] : exists2 x : 'rV[R]_m, x != 0%ring & (x *m (A^T *m A))%ring = 0%ring.
  by apply/det0P; apply/eqP.
have q : frobsq (x *m A^T)%ring = 0.
  have e : (x *m A^T *m (x *m A^T)^T)%ring = 0%ring by rewrite trmx_mul trmxK !mulmxA -(mulmxA x) kx mul0mx.
  have := congr1 (fun M : 'M[R]_1 => (\tr M)%ring) e; rewrite /= mxtrace_mulC -frobsq_trace mxtrace0 => ->.
  by [].
have {}q := frobsq_zero q; move/eqP: nx; apply.
have := h (x^T)%ring; rewrite -[X in (A *m X)%ring]trmxK trmxK => k.
have {}k : (x^T)%ring = 0%ring by apply: k; rewrite -[LHS]trmxK trmx_mul trmxK q trmx0.
by rewrite -[x]trmxK k trmx0.
Qed.
