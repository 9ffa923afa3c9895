BEGIN TRANSACTION;
CREATE TABLE contest (configuration TEXT NOT NULL, digest TEXT NOT NULL, begun REAL NOT NULL);
INSERT INTO "contest" VALUES('{"game": "piles.py:THREE", "players": [{"name": "random-1", "player": "random", "settings": []}, {"name": "random-2", "player": "random", "settings": []}, {"name": "random-3", "player": "random", "settings": []}], "format": "match", "games": 3, "rounds": null, "seed": null, "swap": true, "openings": [], "random_plies": 0, "max_plies": null, "limits": {"start_time": null, "first_move_time": null, "move_time": null, "clock": null, "grace": 0.0, "strikes": 0, "line_bytes": 65536, "answer_bytes": 1048576, "memory": null, "processes": 100, "cpu_time": null, "ponder": false}, "sandbox": "none", "sprt": null, "seats": 3}','021f2c3592854d02',1.79588576876743745806e+09);
CREATE TABLE games (
        number INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,
        first INTEGER NOT NULL, second INTEGER NOT NULL, score REAL NOT NULL, reason TEXT NOT NULL,
        fault TEXT, fault_seat INTEGER, detail TEXT, plies INTEGER NOT NULL,
        first_time REAL NOT NULL, second_time REAL NOT NULL,
        first_slowest REAL NOT NULL, second_slowest REAL NOT NULL, finished REAL NOT NULL
    );
INSERT INTO "games" VALUES(1,1,1,0,1,0.75,'last',NULL,NULL,NULL,6,2.0e-05,6.0e-06,1.8e-05,4.0e-06,1.79588576877067804338e+09);
CREATE TABLE records (number INTEGER PRIMARY KEY REFERENCES games, record TEXT NOT NULL);
INSERT INTO "records" VALUES(1,'{"schema": 1, "game": "piles.py:THREE", "options": {}, "seed": null, "players": [{"name": "random-1", "player": "random"}, {"name": "random-2", "player": "random"}, {"name": "random-3", "player": "random"}], "start": "10 0", "actions": ["take1", "take2", "take2", "take2", "take1", "take2"], "times": [1.8e-05, 4e-06, 3e-06, 2e-06, 2e-06, 3e-06], "outcome": {"returns": [0.5, 0.5, -1.0], "reason": "last", "loser": 2, "fault": null}}');
CREATE TABLE seats (
    number INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, player INTEGER NOT NULL, points REAL NOT NULL,
    time REAL NOT NULL, slowest REAL NOT NULL, PRIMARY KEY (number, seat)
);
INSERT INTO "seats" VALUES(1,0,0,0.75,2.0e-05,1.8e-05);
INSERT INTO "seats" VALUES(1,1,1,0.75,6.0e-06,4.0e-06);
INSERT INTO "seats" VALUES(1,2,2,0.0,5.0e-06,3.0e-06);
CREATE TABLE seed (salt BLOB NOT NULL, digest BLOB NOT NULL);
INSERT INTO "seed" VALUES(X'47D286B69E80802457F883DCC4F3E526',X'9ABFBDDB6EC2A75641A8D6952333D96F');
COMMIT;
PRAGMA application_id = 1651466610;
PRAGMA user_version = 4;
