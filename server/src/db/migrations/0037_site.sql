-- Data of the owner's pages: processes, errors of external services, facts measured from time to time.

-- One row per running server process. The process renews it every few seconds and deletes it when it stops.
create table server_processes (
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  started_at bigint not null,
  seen_at bigint not null,
  -- 99th percentile of the event loop delay since the previous report, in milliseconds.
  loop_delay_ms int not null,
  memory_bytes bigint not null,
  connections_used int not null,
  connections_waiting int not null,
  connections_max int not null,
  -- Students' programs that are running and waiting.
  runs_running int not null,
  runs_waiting int not null,
  runs_slots int not null,
  disk_free_bytes bigint not null,
  disk_bytes bigint not null
);
create index server_processes_age on server_processes (seen_at);

-- Errors of external services, counted per hour.
create table service_errors (
  service text not null check (service in ('sms', 'payment', 'ai')),
  -- First second of the hour.
  hour bigint not null,
  count int not null,
  last_at bigint not null,
  -- Last error message, without personal data.
  last_message text not null,
  primary key (service, hour)
);
create index service_errors_age on service_errors (hour);

-- Newest value of each fact that is measured or done from time to time: storage, backup, roll-up of the numbers.
create table site_facts (
  key text primary key,
  value jsonb not null,
  at bigint not null
);

create index jobs_failed on jobs (id desc) where failed_at is not null;
create index jobs_retrying on jobs (id desc) where failed_at is null and last_error is not null;
