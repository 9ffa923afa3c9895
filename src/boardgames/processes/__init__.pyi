from .executors import BadExecutor as BadExecutor, completed_calls as completed_calls, open_executor as open_executor
from .interruption import interruptible as interruptible
from .whole_file import write_whole as write_whole
from .workers import WorkerDied as WorkerDied, Workers as Workers
