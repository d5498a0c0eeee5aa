(* sharp:majorisation. By lemma 9 p_k = G(q_k), where G rises and is concave, as x/(1 + 2 t x) is for every t. Let m be the index of
   the least q, gamma = 1 - 2n/(n+2) q_m and F_k = p_k - gamma q_k - (1 - gamma)/n. Then \S F_k = 0, F_m >= 0 is lemma 8, and
   F is concave in q: once F_i < 0, F_k < 0 for every larger q_k. So over the K largest q the F_k sum to at most 0:
   if some F_i < 0 below the threshold, all of them are negative; else those left out are >= 0, and all sum to 0. As G rises,
   any K of the p_k sum to at most what those of the K largest q do.
   The gap: \S p_k F_k <= 0, as the p_k where F_k < 0 are not less than those where F_k >= 0; so
   \S (p_k - F_k - 1/n)^2 = \S (p_k - 1/n)^2 - 2 \S p_k F_k + \S F_k^2 is at least \S (p_k - 1/n)^2. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp.analysis Require Import Rstruct.
From Lemmata.theory Require Import definitions.
From Lemmata.verify.rocq Require Import reals means gram_map wide.
From Lemmata.statements.sharp Require layers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma total_perm n (s : 'S_n) (f : 'I_n -> R) : \S_(k < n) f k = \S_(k < n) f (s k).
Proof. exact: (reindex_inj (@perm_inj _ s)). Qed.
Lemma total_below n K : (K <= n)%N -> \S_(i < n) (if (i < K)%N then 1 else 0) = INR K.
Proof.
move=> h; rewrite /total -big_mkcond /= -(big_ord_widen n (fun=> 1) h) GRing.sumr_const card_ord.
exact: natE.
Qed.
Lemma total_in n (T : {set 'I_n}) : \S_(k < n) (if k \in T then 1 else 0) = INR #|T|.
Proof. by rewrite /total -big_mkcond /= GRing.sumr_const; exact: natE. Qed.

Theorem majorisation : statements.sharp.layers.majorisation.
Proof.
move=> n N T q r n0 normal inj sorted q1 q0; pose s := perm inj.
have {}sorted (i j : 'I_n) : (i <= j)%N -> q (s j) <= q (s i) by rewrite !permE; exact: sorted.
have rE : 1 - 2 * INR n * least (fun k => q k) / (INR n + 2) = 1 - 2 * INR n / (INR n + 2) * least q.
  by rewrite -[least (fun k => q k)]/(least q) /Rdiv; ring.
rewrite rE; split; last first.
  have [r0 _] := rate_range n0 q0 q1.
  rewrite -(sqrt_pow2 _ r0) -sqrt_mult_alt; last exact: pow2_ge_0.
  by apply: sqrt_le_1_alt; exact: mixed_gap.
pose K := #|T|; have Kn : (K <= n)%N by rewrite -[X in (_ <= X)%N]card_ord; exact: max_card.
pose c k := if ((s^-1)%g k < K)%N then 1 else 0.
have cs i : c (s i) = if (i < K)%N then 1 else 0 by rewrite /c permK.
have [tau h] : exists tau, chooses_largest q tau c.
  case: (posnP K) => [K0 | Kp].
    exists 2 => k; rewrite /c K0 ltn0; split=> //; first lra.
    by have := total_one_term k q0; rewrite q1; lra.
  have Ln : (K.-1 < n)%N by rewrite (leq_trans _ Kn) // prednK.
  exists (q (s (Ordinal Ln))) => k; rewrite /c; case: ltnP => le; split=> //; try lra.
    move=> lt; exfalso; have := sorted ((s^-1)%g k) (Ordinal Ln); rewrite permKV /=.
    by move=> u; have := u ltac:(rewrite -ltnS prednK //); lra.
  move=> lt; exfalso; have := sorted (Ordinal Ln) ((s^-1)%g k); rewrite permKV /=.
  by move=> u; have := u ltac:(rewrite (leq_trans (leq_pred _)) //); lra.
have := @mixed_largest N n normal n0 q q0 q1 tau c (fun k => if k \in T then 1 else 0) h.
rewrite total_in (total_perm s c) (total_ext cs) total_below // => /(_ _ erefl) u.
have {}u := u (fun k => ltac:(by case: (k \in T); lra)).
apply: Rle_trans (_ : _ <= _) (Rle_trans _ _ _ u _).
  by apply: Req_le; apply: total_ext => k; case: (k \in T); ring.
apply: Req_le; rewrite (total_perm s); apply: total_ext => i; rewrite cs permE.
by case: (i < K)%N; ring.
Qed.
