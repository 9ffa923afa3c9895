from .scene import (
    Area as Area,
    ClicksOf as ClicksOf,
    Die as Die,
    Line as Line,
    Man as Man,
    Scene as Scene,
    SceneOf as SceneOf,
    Spot as Spot,
    Text as Text,
    plain_clicks as plain_clicks,
    plain_scene as plain_scene,
    turn_in_words as turn_in_words,
)
from .view_options import ViewOptions as ViewOptions
