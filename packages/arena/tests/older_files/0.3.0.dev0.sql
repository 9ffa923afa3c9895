PRAGMA application_id = 1650552417;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE accounts (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
        salt BLOB, hash BLOB, created REAL NOT NULL, banned INTEGER NOT NULL DEFAULT 0
    );
INSERT INTO "accounts" VALUES(1,'ann','ann',X'F720438823080BD7627DAED7E4C314C8',X'A41F13692D7A5A56C862B181CE10152A48771FDD63315F292292EC30BB01EEC7',1.79588681262756204607e+09,0);
INSERT INTO "accounts" VALUES(2,'bob','bob',X'92171DBA111CC5A15E783467C3813782',X'DA0CACAD62F99B374102792284D7DE27317B66D72A119EF4A439A41422DE4CB5',1.79588681264956879614e+09,0);
CREATE TABLE games (
        number INTEGER PRIMARY KEY, game TEXT NOT NULL, pair INTEGER NOT NULL, seed INTEGER NOT NULL,
        first INTEGER NOT NULL REFERENCES accounts, second INTEGER NOT NULL REFERENCES accounts,
        score REAL NOT NULL, reason TEXT NOT NULL, fault TEXT, fault_seat INTEGER, detail TEXT,
        plies INTEGER NOT NULL, finished REAL NOT NULL, record TEXT NOT NULL
    );
INSERT INTO "games" VALUES(1,'ur:tokens=1',1,265571655579074,1,2,0.0,'home',NULL,NULL,NULL,32,1.79588681302268934249e+09,'{"schema": 1, "game": "ur", "options": {"tokens": 1, "track": "bell", "rosettes": [4, 8, 14], "safe_rosettes": [4, 8, 14], "rosette_turn": true, "capture_turn": false, "dice": [1, 4, 6, 4, 1]}, "seed": 265571655579074, "players": [{"name": "ann", "player": ""}, {"name": "bob", "player": ""}], "start": "0 0 0 -", "actions": ["=2", "0", "=3", "0", "=1", "2", "=2", "3", "=3", "3", "=1", "5", "=4", "0", "=3", "4", "=2", "6", "=3", "8", "=3", "7", "=3", "11", "=2", "=2", "10", "=3", "=1", "12", "=1", "14"], "times": [0.0, 0.280894, 0.0, 0.001068, 0.0, 0.000793, 0.0, 0.000559, 0.0, 0.007751, 0.0, 0.000482, 0.0, 0.000646, 0.0, 0.000501, 0.0, 0.000533, 0.0, 0.000342, 0.0, 0.000644, 0.0, 0.00045, 0.0, 0.0, 0.000586, 0.0, 0.0, 0.000497, 0.0, 0.001497], "headers": {"event": "arena game 1", "network time credited to each answer": "ann 5.2 ms, bob 4.4 ms"}, "outcome": {"returns": [-1.0, 1.0], "reason": "home", "loser": 0, "fault": null}}');
INSERT INTO "games" VALUES(2,'ur:tokens=1',1,265571655579074,2,1,0.0,'home',NULL,NULL,NULL,32,1.79588681334594368931e+09,'{"schema": 1, "game": "ur", "options": {"tokens": 1, "track": "bell", "rosettes": [4, 8, 14], "safe_rosettes": [4, 8, 14], "rosette_turn": true, "capture_turn": false, "dice": [1, 4, 6, 4, 1]}, "seed": 265571655579074, "players": [{"name": "bob", "player": ""}, {"name": "ann", "player": ""}], "start": "0 0 0 -", "actions": ["=2", "0", "=3", "0", "=1", "2", "=2", "3", "=3", "3", "=1", "5", "=4", "0", "=3", "4", "=2", "6", "=3", "8", "=3", "7", "=3", "11", "=2", "=2", "10", "=3", "=1", "12", "=1", "14"], "times": [0.0, 0.229918, 0.0, 0.000991, 0.0, 0.000706, 0.0, 0.000556, 0.0, 0.000588, 0.0, 0.000487, 0.0, 0.000509, 0.0, 0.00045, 0.0, 0.000438, 0.0, 0.000416, 0.0, 0.0085, 0.0, 0.000499, 0.0, 0.0, 0.000563, 0.0, 0.0, 0.000376, 0.0, 0.000417], "headers": {"event": "arena game 2", "network time credited to each answer": "bob 4.4 ms, ann 0.7 ms"}, "outcome": {"returns": [-1.0, 1.0], "reason": "home", "loser": 0, "fault": null}}');
CREATE TABLE invitations (hash BLOB PRIMARY KEY, created REAL NOT NULL);
CREATE INDEX games_by_game ON games (game, finished);
CREATE INDEX games_by_first ON games (first);
CREATE INDEX games_by_second ON games (second);
COMMIT;
