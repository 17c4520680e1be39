-- Types carry their standard names, so that the same statements make the
-- Postgres schema. Times are BIGINT Unix nanoseconds: exact, and in order.
-- NULL means "not known" or "does not apply", never zero.
--
-- doc holds the whole record as JSON and is what a run is loaded from. The
-- other columns are copies for queries, written in the same statement.
-- nonfinite lists the NaN and infinite numbers of doc, which JSON cannot
-- express and which read 0 there: {"/extra/\"x\"": "NaN"}.

CREATE TABLE run (
  id         TEXT PRIMARY KEY,
  started    BIGINT NOT NULL,
  finished   BIGINT,            -- NULL: tare never came to the end
  tare       TEXT NOT NULL,
  module     TEXT NOT NULL,
  go_version TEXT NOT NULL,
  vcs_status TEXT NOT NULL,
  revision   TEXT,              -- NULL with dirty unless vcs_status is 'measured'
  dirty      BOOLEAN,
  cpu_model  TEXT NOT NULL,
  goos       TEXT NOT NULL,
  goarch     TEXT NOT NULL,
  kernel     TEXT NOT NULL,
  cell_level TEXT NOT NULL,
  quota      DOUBLE PRECISION,  -- CPUs; NULL: no quota
  gomaxprocs BIGINT,            -- NULL: what the Go runtime picks
  failures   BIGINT,            -- NULL until the run is finished
  doc        TEXT NOT NULL,     -- record.Run without its trials
  nonfinite  TEXT
);

CREATE INDEX run_started ON run (started);

CREATE TABLE trial (
  run_id           TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ord              BIGINT NOT NULL,   -- position within the run, in time
  started          BIGINT,
  elapsed_ns       BIGINT NOT NULL,   -- the whole process
  package          TEXT NOT NULL,
  benchmark        TEXT NOT NULL,
  procs            BIGINT NOT NULL,
  round            BIGINT NOT NULL,
  outcome          TEXT NOT NULL,
  polluted         BOOLEAN NOT NULL,
  accounting       TEXT NOT NULL,
  n                BIGINT NOT NULL,
  wall_ns_op       DOUBLE PRECISION,  -- the bill: NULL unless outcome is 'ok'
  net_ns_op        DOUBLE PRECISION,
  net_status       TEXT,
  cpu_ns_op        DOUBLE PRECISION,
  throttled_ns_op  DOUBLE PRECISION,
  waiting_ns_op    DOUBLE PRECISION,
  stolen_ns_op     DOUBLE PRECISION,
  doc              TEXT NOT NULL,     -- record.Trial, every reading included
  nonfinite        TEXT,
  PRIMARY KEY (run_id, ord)
);

-- Serves both the counts of a run list and its filters without touching doc.
CREATE INDEX trial_benchmark ON trial (run_id, package, benchmark, procs);
