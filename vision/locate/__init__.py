"""Where wands lie: proposals, the one wand that fits each, its outline to a tenth of a millimetre."""
