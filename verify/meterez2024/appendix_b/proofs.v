(* meterez2024, appendix B.

   lemma-B.1: let the eigenvalues l_k of X X^T have the mean 1, so that d phi = - sum ln l_k = sum (l_k - 1 - ln l_k),
   where no term is negative. One term is at most the sum: l - 1 - ln l <= d phi = T. The lower bound is lemma C.8.
   The upper one: 3 (l - 1)^2 <= (4 l + 2) (l - 1 - ln l), a Pade bound of the logarithm. With z = l - 1 and
   r = sqrt T <= 1/4 it says z^2 <= (2 + 4 z/3) r^2, hence z <= 1.65 r. For a larger gap, no eigenvalue exceeds
   their sum d.

   lemma-B.2: the drift is at most -S/(d^2 (d+2)), S = sum (l_k - 1)^2 (proof of corollary 4). If T <= 1/16 then every
   l >= 0.66 by the Pade bound, and l - 1 - ln l <= 3 (l-1)^2/N(r), N(r) = 6 - 4 r - r^2 - r^3, on l >= 1 - r, so that
   S >= 0.78 T. If T > 1/16 and S < 0.049, every l would be above 0.77 and S >= T N(0.23)/3 > 0.049: a contradiction. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals isometry spectra drift_arith mean_gap.
From Lemmata.statements.meterez2024 Require appendix_b.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope. Local Open Scope R_scope.

Theorem lemma_B_1 : appendix_b.lemma_B_1.
Proof.
move=> d X j lam d0 sp _ _ f t; have m : \S_(k < d) lam k = INR d by rewrite -(gram_l_frobsq sp).
exact: (eigenvalue_from_gap (gram_l_pos f sp) m j (phi_l_mean_one_terms d0 f sp t)).
Qed.

Theorem lemma_B_2 : appendix_b.lemma_B_2.
Proof.
by move=> d L X d0 h _ _ f n; split; [exact: state_phi_integrable | exact: layer_gap_two_regimes].
Qed.
