-- What the owner's pages show: processes, errors of outside services, facts measured now and then.

-- One row per running server process, which renews it every few seconds and deletes it when it stops.
create table server_processes (
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  started_at bigint not null,
  seen_at bigint not null,
  -- 99th percentile since the report before, in milliseconds.
  loop_delay_ms int not null,
  memory_bytes bigint not null,
  connections_used int not null,
  connections_waiting int not null,
  connections_max int not null,
  -- Students' programs.
  runs_running int not null,
  runs_waiting int not null,
  runs_slots int not null,
  disk_free_bytes bigint not null,
  disk_bytes bigint not null
);
create index server_processes_age on server_processes (seen_at);

-- Errors of outside services, counted by the hour in which they happened.
create table service_errors (
  service text not null check (service in ('sms', 'payment', 'ai')),
  -- First second of the hour.
  hour bigint not null,
  count int not null,
  last_at bigint not null,
  -- Without personal data.
  last_message text not null,
  primary key (service, hour)
);
create index service_errors_age on service_errors (hour);

-- The newest value of what is measured or done now and then: storage, backup, rollup of the numbers.
create table site_facts (
  key text primary key,
  value jsonb not null,
  at bigint not null
);

create index jobs_failed on jobs (id desc) where failed_at is not null;
create index jobs_retrying on jobs (id desc) where failed_at is null and last_error is not null;
