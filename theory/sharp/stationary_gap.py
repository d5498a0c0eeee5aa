"""sharp:stationary-gap: the gap at which wide networks stay, as in figure 2b of daneshmand2021.

Let g = n/(n+2), the local rate of sharp:gram-map. From independent samples:
1. C_{k+1} = diag(p) + D_k with D_k a mean of d bounded independent terms of mean 0: by Hoeffding
   P[||D_k|| > eps] <= 2 n^2 exp(-c eps^2 d). While all of them are within eps, Vhat' <= gamma Vhat
   + eps (lemma 8) leads below 1/(2n) in a number of layers that depends on the input alone, and
   keeps it there: outside an event of probability o(1/d), for all l << exp(c d).
2. On it V_{k+1} <= rho V_k + ||D_k||, rho < 1 (sharp:majorisation), so that in L4
   ||V_l|| <= rho^l + O(d^(-1/2)): E V^3 = O(d^(-3/2)) from a depth of order log d on.
3. sum p^2 - 1/n = g^2 V^2 + O(V^3), so that by sharp:gram-variance
   E V_{l+1}^2 = (1 - 1/d)(g^2 E V_l^2 + O(d^(-3/2))) + (1 - 1/n)/d. Hence
   d E V_l^2 -> (1 - 1/n)/(1 - g^2) = (n-1)(n+2)^2/(4 n (n+1)).
It is the radius of sharp:gap-in-depth at alpha^2 = 1/n: that one is sharp. At n = 2, where
E c'^2 = a^2 + (1 - a^2)/d, a^2 = c^2/4 + c^4/8 + ... and c^2 is nearly exponential, the next order
is 2/3 (1 + 1/(9 d)). For large n it is, heuristically, n/4 (1 + 2/n + 7 n/(12 d)): the mean of
log det is kept (sharp:critical-width, 4.). At n = 16, d = 256 a scratch run lay 1 % below it.
"""

from theory.hypotheses import natural
from theory.ledger import Kind, Mutant, Verdict, claim
from theory.numerics.backends import Array, as_array


@claim(
    "sharp:stationary-gap",
    title="The squared gap of a wide network stays near n/(4 d)",
    statement=r"\lim_{d \to \infty} d\, \mathbb{E} V(H_l)^2 = \frac{(n-1)(n+2)^2}{4 n (n+1)},\quad"
    r" \log d \ll l \ll e^{c d}",
    kind=Kind.LIMIT, hypotheses=[natural("n", at_least=2)], expected=Verdict.HOLDS,
    source="derived: the local rate of the Gram map against the variance of a layer",
    uses=["sharp:gram-map", "sharp:gram-variance", "sharp:majorisation"],
    reason="proved on paper, in the module. At n = 2 its lower half is proved at every width"
    " (sharp:two-samples-at-rest), and the order without A1 at every n (sharp:average-gap)."
    " The kernel lacks Hoeffding's inequality for all layers at once, which bounds the"
    " probability of leaving the neighbourhood of 1/n (step 1), and p to the third order"
    " there (step 3); step 2 and the recursion are proved (sharp:gap-in-depth)",
    decided_by="the mean of d V^2 over deep layers at d much larger than n",
    mutants=[Mutant("the rate for its square", lambda n: (n - 1) * (n + 2) / (2 * as_array(n)),
                    {"n": 4})],
)  # fmt: skip
def stationary_square(n: int) -> Array:
    """lim d E V^2."""
    n = as_array(n)
    return (n - 1) * (n + 2) ** 2 / (4 * n * (n + 1))
