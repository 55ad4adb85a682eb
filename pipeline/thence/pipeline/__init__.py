"""The journey from a folder of documents to a cited, reasoned, checked graph."""

from thence.pipeline.build import build
from thence.pipeline.corpus import Progress
from thence.pipeline.report import BuildReport
from thence.pipeline.settings import Settings, load_settings
from thence.pipeline.status import Status, status
from thence.pipeline.verify import Verification, verify

__all__ = [
    "BuildReport",
    "Progress",
    "Settings",
    "Status",
    "Verification",
    "build",
    "load_settings",
    "status",
    "verify",
]
