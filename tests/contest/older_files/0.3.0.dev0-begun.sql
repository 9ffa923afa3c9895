BEGIN TRANSACTION;
CREATE TABLE contest (configuration TEXT NOT NULL, digest TEXT NOT NULL, begun REAL NOT NULL);
INSERT INTO "contest" VALUES('{"game": "morris:preset=three", "players": [{"name": "greedy", "player": "greedy", "settings": []}, {"name": "random", "player": "random", "settings": []}], "format": "match", "games": 2, "rounds": null, "seed": null, "swap": true, "openings": [], "random_plies": 0, "max_plies": null, "limits": {"start_time": null, "first_move_time": null, "move_time": null, "clock": null, "grace": 0.0, "strikes": 0, "line_bytes": 65536, "answer_bytes": 1048576, "memory": null, "processes": 100, "cpu_time": null, "ponder": false}, "sandbox": "none", "sprt": null}','e10f49805f80e492',1.79588576867632603644e+09);
CREATE TABLE games (
        number INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,
        first INTEGER NOT NULL, second INTEGER NOT NULL, score REAL NOT NULL, reason TEXT NOT NULL,
        fault TEXT, fault_seat INTEGER, detail TEXT, plies INTEGER NOT NULL,
        first_time REAL NOT NULL, second_time REAL NOT NULL,
        first_slowest REAL NOT NULL, second_slowest REAL NOT NULL, finished REAL NOT NULL
    );
INSERT INTO "games" VALUES(1,1,1,0,1,1.0,'mill',NULL,NULL,NULL,7,0.000128,1.1e-05,7.8e-05,5.0e-06,1.79588576868656945228e+09);
CREATE TABLE models (
    number INTEGER NOT NULL, seat INTEGER NOT NULL, player INTEGER NOT NULL, over INTEGER NOT NULL, use TEXT NOT NULL
);
INSERT INTO "models" VALUES(1,1,1,1,'{"model": "m", "answered": "", "settings": "", "prompt": "", "actions": 9, "first_try": 9, "legal": 9, "by_chance": 0, "calls": 9, "failures": 0, "refusals": {}, "reasons": {}, "tokens": {"prompt": 0, "cached": 0, "answer": 0, "reasoning": 0}, "metered": 0, "seconds": 1.5, "cost": null}');
CREATE TABLE records (number INTEGER PRIMARY KEY REFERENCES games, record TEXT NOT NULL);
INSERT INTO "records" VALUES(1,'{"schema": 1, "game": "morris", "options": {"mill_memory": false, "double_mill": 1, "flying": false, "men": 3, "turns": 200, "repetition": 0, "board": "three", "early_moves": false, "mill_wins": true, "full_board_draws": false, "late_loss": false, "double_count": false}, "seed": null, "players": [{"name": "greedy", "player": "greedy"}, {"name": "random", "player": "random"}], "start": "......... b 3 3 1", "actions": ["b2", "a3", "a2", "c2", "c3", "c1", "a2-a1"], "times": [7.8e-05, 5e-06, 2e-05, 3e-06, 1.3e-05, 3e-06, 1.7e-05], "outcome": {"returns": [1.0, -1.0], "reason": "mill", "loser": 1, "fault": null}}');
CREATE TABLE seed (salt BLOB NOT NULL, digest BLOB NOT NULL);
INSERT INTO "seed" VALUES(X'C6219E3CBD465F6F93C8EA8BF9A92F8C',X'0BF9F84C6D432F7F1C31D05F7E03D680');
COMMIT;
PRAGMA application_id = 1651466610;
PRAGMA user_version = 3;
