(* One layer of daneshmand2021 at a finite width: lemma 6 and sharp:gram-variance (in work: N).

   W H in the right singular basis of H; the mean and the variance of the next Gram matrix. *)
