"""meterez2024, appendix D: what the text beside table D1 says of batches of common data sets."""

from lemmata.theory.figures import FigureClaim, Said, at_least, at_most, figure

_SETS = ("MNIST", "FashionMNIST", "CIFAR-10", "CIFAR-100")

REMARK_BATCH_SIZES = figure(
    FigureClaim(
        "meterez2024:remark-batch-sizes",
        title="Random batches of 10 to 500 images are linearly independent",
        sentence="Most batches across various batch sizes are full-rank.",
        says={
            f"share of batches of full rank, {name}": Said(
                rf"P(r = n) (\text{{{name}}})", at_least(0.5)
            )
            for name in _SETS
        },
        x=r"batch size $n$",
        y="share of batches of full rank",
    ),
    quotation="we empirically tested that most batches across various batch sizes are full-rank",
    subject="the rank of batches of all sizes",
    source="Section 3.1, after Theorem 1; r is the rank of the batch itself in float64, over sizes"
    " 10, 50, 100, 200, 500 together, as the paper's are lost; its own way to compute it, the Gram"
    " matrix in float32, is drawn beside: it loses rank from 200 images on",
    decided_by="the rank of random batches of MNIST, FashionMNIST, CIFAR-10 and CIFAR-100",
    wrong={
        "most are deficient": {
            f"share of batches of full rank, {name}": at_most(0.4) for name in _SETS
        }
    },
)

REMARK_AUGMENTATION = figure(
    FigureClaim(
        "meterez2024:remark-augmentation",
        title="Crops and flips raise the rank that float32 finds in large batches, not to the full",
        sentence="The rank degeneracy can be alleviated even in the larger batch sizes through"
        " various data augmentation techniques.",
        says={
            f"rank with augmentation over that without, {name}": Said(
                rf"\frac{{r_{{\mathrm{{aug}}}}}}{{r}} (\text{{{name}}})", at_least(1.05)
            )
            for name in _SETS
        },
        x=r"batch size $n$",
        y=r"$\mathrm{rank}(X_0^\top X_0)/n$",
    ),
    quotation="the rank degeneracy can be alleviated even in the larger batch sizes through various"
    " data augmentations techniques",
    subject="augmentation and the rank",
    source="Appendix D; r is torch's matrix_rank of the Gram matrix in float32, n = 500; random"
    " crops of the images with a margin of 4 pixels, half of them flipped, as the paper names none",
    decided_by="the rank of random batches of MNIST, FashionMNIST, CIFAR-10 and CIFAR-100, as they"
    " are and augmented",
    wrong={
        "it changes nothing": {
            f"rank with augmentation over that without, {name}": at_most(1.01) for name in _SETS
        }
    },
)

REMARK_COSINE = figure(
    FigureClaim(
        "meterez2024:remark-cosine",
        title="Images of a batch have mean cosines of .4 (MNIST) to .8 (CIFAR)",
        sentence="These datasets have a high degree of correlation between samples.",
        says={
            f"mean cosine similarity, {name}": Said(
                rf"\overline{{\cos}} (\text{{{name}}})", at_least(0.3)
            )
            for name in _SETS
        },
        x=r"batch size $n$",
        y="mean cosine similarity of two samples",
    ),
    quotation="these datasets have a high degree of correlation between samples. Most notably, the"
    " average cosine similarity between samples",
    subject="cosines between images",
    source="Appendix D; pixels from 0 to 1, n = 500; the paper's values and batch size are lost:"
    " 'high' is read as at least .3, where independent directions have 0",
    decided_by="random batches of MNIST, FashionMNIST, CIFAR-10 and CIFAR-100",
    wrong={
        "samples are nearly orthogonal": {
            f"mean cosine similarity, {name}": at_most(0.1) for name in _SETS
        }
    },
)
