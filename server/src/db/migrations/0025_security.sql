-- A code belongs to the device that requested it: requests and guesses of other devices do not affect it.
alter table codes
  -- Hash of the device's secret, or the network of the IP address if the client sends no device secret.
  add column requester text not null default '',
  add column network text not null default '',
  -- Whether the requester was a known device of the account that owns the number.
  add column known boolean not null default false,
  -- Position in a sequence of codes, where one code is not enough.
  add column step smallint not null default 1,
  -- Wrong guesses that were charged to the budgets; refunded once the owner has proven the number.
  add column charged int not null default 0;

-- Devices on which the owner of an account has logged in. Strangers cannot use up the limits of these devices.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  device_hash text not null,
  last_login_at bigint not null,
  primary key (user_id, device_hash)
);
alter table sessions add column device_hash text;

-- Slider checks: each is solved once and used once, by the requester that requested it.
create table slider_checks (
  uid uuid primary key default gen_random_uuid(),
  requester text not null,
  network text not null,
  target smallint not null,
  tries smallint not null default 0,
  pass_hash bytea unique,
  expires_at bigint not null
);
create index slider_checks_expiry on slider_checks (expires_at);

-- Remaining budget for wrong guesses at codes, per number, network or whole site; see accounts/guess-budget.ts.
create table guess_budgets (
  subject text primary key,
  -- Until when charged guesses count; each guess adds the same time.
  busy_until bigint not null,
  -- Number of wrong guesses on the day that begins at `day`.
  day bigint not null,
  wrong int not null
);

-- Bytes used by late steps of the attempt; their total is limited.
alter table exam_attempts add column late_bytes int not null default 0;

-- Paid content that was sent to a user. Refunds are decided by it, not by what the client reports.
create table deliveries (
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  chapter_id bigint references chapters,
  resource_id bigint references resources,
  question_id bigint references questions,
  -- Bytes sent of a video or file; texts and questions are sent whole.
  bytes bigint not null default 0,
  first_at bigint not null,
  check (num_nonnulls(chapter_id, resource_id, question_id) = 1),
  unique nulls not distinct (user_id, chapter_id, resource_id, question_id)
);
create index deliveries_curriculum on deliveries (user_id, curriculum_id);

-- Media is looked up by the chapter or resource that shows it, each time a playlist or a whole file is sent.
create index chapters_video on chapters (video_id) where video_id is not null;
create index chapters_subtitles on chapters (subtitles_id) where subtitles_id is not null;
create index resources_media on resources (media_id) where media_id is not null;
