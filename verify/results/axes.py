"""What plots of cells call their axes: shared by the plots of a run and those of the pages."""

BOTH = "both sides, observed and claimed"
NAMES = {
    "l": r"layer $\ell$",
    "depth": "depth $L$",
    "phi_0": r"gap of the input $\phi_0$",
    "phi": r"isometry gap $\phi$",
    "v_hat": r"$\hat V$",
    "d": "width $d$",
    "n": "samples $n$",
    "alpha": r"$\alpha$",
    "R": "size $R$ of the logits",
    "last": r"$\log \|\partial \mathcal{L}/\partial X_L\|$ at the last layer",
}
