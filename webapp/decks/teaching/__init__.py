"""Teaching a deck: an enrolment, one photograph a suit."""
