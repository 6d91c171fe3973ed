-- When the server stored that a chapter was completed. Reading without network arrives later than done_at says, so that
-- a job that follows done_at would miss it. Null for what was completed before this migration.
alter table progress add column done_recorded_at bigint;
create index progress_done_recorded on progress (done_recorded_at) where done_recorded_at is not null;
