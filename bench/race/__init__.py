"""The race: speed beside the peers, every target and every size in one result (`./dev bench`)."""
