"""The arena: quality beside the peers, on real scores and on simulated truth (`./dev arena`)."""
