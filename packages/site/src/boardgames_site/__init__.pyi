from .building import Built as Built, NoDocs as NoDocs, NotOurs as NotOurs, build as build
from .packages import NoPackage as NoPackage
