-- What users call a run or comparison: -save=baseline. A name is of one record, the last
-- that was given it.
CREATE TABLE name (
  name   TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE
);

CREATE INDEX name_run ON name (run_id);
