-- A comparison is kept like a run, in the same two tables: one ID names one of
-- them, and what lists, finds and deletes runs does so with comparisons. Its
-- columns of source and cell are those of its base.

ALTER TABLE run ADD COLUMN kind TEXT NOT NULL DEFAULT 'run'; -- or 'comparison'; doc is a record of that name

-- NULL in a run; the verdicts also until the comparison is finished.
ALTER TABLE run ADD COLUMN design       TEXT;
ALTER TABLE run ADD COLUMN variants     TEXT; -- JSON array of what was compared, base first: ["v1.2", "HEAD gogc=50"]
ALTER TABLE run ADD COLUMN slower       BIGINT;
ALTER TABLE run ADD COLUMN faster       BIGINT;
ALTER TABLE run ADD COLUMN equivalent   BIGINT;
ALTER TABLE run ADD COLUMN inconclusive BIGINT;
ALTER TABLE run ADD COLUMN invalid      BIGINT;

ALTER TABLE trial ADD COLUMN variant BIGINT NOT NULL DEFAULT 0; -- index into the comparison's variants
