"""Rules to closures, and closures to proofs: OWL 2 RL, SRL and Datalog on one engine."""

from __future__ import annotations

from thence.reason.check import check_proof
from thence.reason.closure import Budget, Closure, close
from thence.reason.explain import clash_proof, proof
from thence.reason.infer import Inference, infer
from thence.reason.load import load_rules, rule_set

__all__ = [
    "Budget",
    "Closure",
    "Inference",
    "check_proof",
    "clash_proof",
    "close",
    "infer",
    "load_rules",
    "proof",
    "rule_set",
]
