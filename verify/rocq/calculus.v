(* Derivatives, by Coquelicot: those that the normal law and the Gram map need. No mathcomp here, whose notations clash. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Lemma derive_root_1 : derivable_pt_lim (fun t => / sqrt (1 + 2 * t) ^ 1) 0 (-1).
Proof.
apply is_derive_Reals; auto_derive; rewrite Rmult_0_r, Rplus_0_r, sqrt_1; [repeat split; lra | field].
Qed.
Lemma derive_root_3 : derivable_pt_lim (fun t => / sqrt (1 + 2 * t) ^ 3) 0 (-3).
Proof.
apply is_derive_Reals; auto_derive; rewrite Rmult_0_r, Rplus_0_r, sqrt_1; [repeat split; lra | field].
Qed.
