"""Game records of the shogi family: KIF, KI2, CSA, JKF, BOD and the position command of USI."""
