from .fitted import NotForTwo as NotForTwo, fit as fit
from .regression import Progress as Progress
from .settings import FitSettings as FitSettings, Games as Games
from .work_folder import BadWorkFolder as BadWorkFolder
