from boardgames.testkit import ladder

test_the_ladder = ladder("connect-four", "connect-four:preset=five-in-a-row", "connect-four:columns=4,height=3,row=3")
