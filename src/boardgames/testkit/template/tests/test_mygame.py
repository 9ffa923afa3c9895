from boardgames.testkit import ladder

test_the_ladder = ladder("mygame")
