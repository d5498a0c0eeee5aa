"""sharp:critical-exponent: which gains l^(-e) keep gradients bounded in depth.

Let act(z) = z + c z^k + ... with c != 0, k >= 2, after BN without mean (rows of norm sqrt(n)),
n = d, Haar weights. BN forgets a common scale, so that a gain a leaves act(a z)/a = z + eps z^k,
eps = c a^(k-1). Without activation representations become orthogonal and stay so, and a vector
tangent to the orthogonal matrices, T = Y B with B skew, keeps its length. To first order in eps
1. the slope of the activation adds k y_ij^(k-1) t_ij^2, and BN takes off s_i t_ij^2 with
   s_i = (1/n) sum_j y_ij^(k+1), since T is orthogonal to every row of Y;
2. a row y is uniform on the sphere of radius sqrt(n), whatever was before. The rotation of
   coordinates j and m leaves its law as it is, so that E(y_m d/dy_j - y_j d/dy_m)(y_j^k y_m) = 0,
   which is E k y_j^(k-1) y_m^2 = E y_j^(k+1); and E s y_m^2 = E s, the same for all m. Hence the
   two have the same mean for every B: nothing grows to first order, whatever the width;
3. what is off the orthogonal matrices, of order eps, may not add to that: by the symmetries of the
   columns (permutations and signs, under which the skew matrices are irreducible) all first
   exponents along the group are equal, and their sum is the mean divergence of a vector field under
   Haar measure, which is 0.
So R(a) is of order eps^2 = c^2 a^(2(k-1)); that its coefficient is not 0, and positive from widths
of about 6 on, is measured. The sum of R(l^(-e)) over the layers is bounded iff e > 1/(2(k-1)): 1/4
for odd activations such as tanh and sin, 1/2 for others with act(0) = 0 such as SiLU. ReLU has no
such exponent: relu(a z) = a relu(z), and BN forgets a. At width 100 rates follow this from gains
below those of figure E1 on only: deviations are of the order of eps times the time, about d layers,
in which representations become orthogonal.
"""

from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array


@claim(
    "sharp:critical-exponent",
    title="The explosion rate falls like a^(2(k-1)), and gains l^-e tame it for e > 1/(2(k-1))",
    statement=r"\lim_{a \to 0} \frac{\log R(a)}{\log a} = 2 (k - 1),\quad"
    r" \operatorname{act}(z) = z + c z^k + \dots",
    kind=Kind.LIMIT,
    hypotheses=[natural("k", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: perturbation of the network without activation; R(a) is the growth of the log"
    " gradient a layer at a constant gain a, n = d, orthogonal weights, BN without mean",
    decided_by="growth rates at small gains, one a multiple of the other",
    mutants=[
        Mutant("a rate of first order", lambda k: as_array(k) - 1, {"k": 3}),
        Mutant("a rate of fourth order", lambda k: 4 * (as_array(k) - 1), {"k": 3}),
    ],
    not_attacked="a limit of small gains, over random layers: sampled",
)
def power_of_the_rate(k: int) -> Array:
    return 2 * (as_array(k) - 1)
