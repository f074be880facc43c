"""Speed compared with other packages, every target and every size in one result (`./dev bench`)."""
