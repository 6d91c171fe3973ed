-- How often the process that ran a job died: a job that kills its process is set aside earlier than one that fails.
alter table jobs add column deaths int not null default 0;

-- The oldest due job of each kind, found without reading the jobs of other kinds.
create index jobs_kind_due on jobs (kind, run_at, id) where failed_at is null;
