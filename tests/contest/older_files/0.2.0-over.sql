BEGIN TRANSACTION;
CREATE TABLE contest (configuration TEXT NOT NULL, digest TEXT NOT NULL, begun REAL NOT NULL);
INSERT INTO "contest" VALUES('{"game": "morris:preset=three", "players": [{"name": "greedy", "player": "greedy", "settings": []}, {"name": "random", "player": "random", "settings": []}], "format": "match", "games": 2, "rounds": null, "seed": 7, "swap": true, "openings": [], "random_plies": 0, "max_plies": null, "limits": {"start_time": null, "first_move_time": null, "move_time": null, "clock": null, "grace": 0.0, "strikes": 0, "line_bytes": 65536, "answer_bytes": 1048576, "memory": null, "processes": 100, "cpu_time": null, "ponder": false}, "sandbox": "none", "sprt": null}','f5c8600e90f8d897',1.79588578016041588783e+09);
CREATE TABLE games (
        number INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,
        first INTEGER NOT NULL, second INTEGER NOT NULL, score REAL NOT NULL, reason TEXT NOT NULL,
        fault TEXT, fault_seat INTEGER, detail TEXT, plies INTEGER NOT NULL,
        first_time REAL NOT NULL, second_time REAL NOT NULL,
        first_slowest REAL NOT NULL, second_slowest REAL NOT NULL, finished REAL NOT NULL
    );
INSERT INTO "games" VALUES(1,1,1,0,1,1.0,'mill',NULL,NULL,NULL,7,0.000361,3.0e-05,0.000178,1.2e-05,1.79588578016436457634e+09);
INSERT INTO "games" VALUES(2,1,1,1,0,0.0,'mill',NULL,NULL,NULL,6,3.5e-05,0.000173,2.2e-05,7.8e-05,1.79588578016507530209e+09);
CREATE TABLE records (number INTEGER PRIMARY KEY REFERENCES games, record TEXT NOT NULL);
INSERT INTO "records" VALUES(1,'{"schema": 1, "game": "morris", "options": {"mill_memory": false, "double_mill": 1, "flying": false, "men": 3, "turns": 200, "repetition": 0, "board": "three", "early_moves": false, "mill_wins": true, "full_board_draws": false, "late_loss": false, "double_count": false}, "seed": null, "players": [{"name": "greedy", "player": "greedy"}, {"name": "random", "player": "random"}], "start": "......... b 3 3 1", "actions": ["b2", "a3", "a2", "c2", "c3", "c1", "a2-a1"], "times": [0.000178, 1.1e-05, 7.2e-05, 1.2e-05, 5.3e-05, 7e-06, 5.7e-05], "outcome": {"returns": [1.0, -1.0], "reason": "mill", "loser": 1, "fault": null}}');
INSERT INTO "records" VALUES(2,'{"schema": 1, "game": "morris", "options": {"mill_memory": false, "double_mill": 1, "flying": false, "men": 3, "turns": 200, "repetition": 0, "board": "three", "early_moves": false, "mill_wins": true, "full_board_draws": false, "late_loss": false, "double_count": false}, "seed": null, "players": [{"name": "random", "player": "random"}, {"name": "greedy", "player": "greedy"}], "start": "......... b 3 3 1", "actions": ["b2", "a3", "a1", "c3", "c2", "b3"], "times": [2.2e-05, 7.8e-05, 7e-06, 5.5e-05, 6e-06, 3.9e-05], "outcome": {"returns": [-1.0, 1.0], "reason": "mill", "loser": 0, "fault": null}}');
COMMIT;
PRAGMA application_id = 1651466610;
PRAGMA user_version = 1;
