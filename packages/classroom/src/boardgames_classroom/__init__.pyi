from .classroom import GradedSubmission as GradedSubmission, grade_class as grade_class
from .conditions import GradingConditions as GradingConditions
from .sandboxed import grade_submission as grade_submission
from .submissions import Submission as Submission, find_submissions as find_submissions
from .tables import as_csv as as_csv, as_html as as_html, as_json as as_json
from .unpacking import (
    UnreadableSubmissions as UnreadableSubmissions,
    unpack_class as unpack_class,
    workplace as workplace,
)
