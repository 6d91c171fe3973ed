-- What was studied and when. Minutes, days in a row, progress and done marks all derive from study_events; `progress`
-- keeps what is asked for often.

create table study_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  -- Null for what belongs to no chapter, such as practising a question bank.
  chapter_id bigint references chapters,
  session uuid not null,
  -- In Shanghai. A stretch that goes on after midnight is two events.
  day date not null,
  -- From the first second to the one behind the last; equal where nothing but a place was reached.
  start_at bigint not null,
  end_at bigint not null check (end_at >= start_at),
  -- Of the chapter, when this ended.
  percent int not null default 0 check (percent between 0 and 100),
  -- A second of a user counts once, whatever devices and servers say: one line of seconds for all users, each user's
  -- far behind the one before (34 bits of Unix seconds last until the year 2514).
  exclude using gist (int8range(user_id * 17179869184 + start_at, user_id * 17179869184 + end_at) with &&)
);
create index study_events_day on study_events (user_id, day);
create index study_events_curriculum on study_events (user_id, curriculum_id);

-- Opened chapters that still count seconds. Forgotten when too old to be credited.
create table study_sessions (
  user_id bigint not null references users on delete cascade,
  id uuid not null,
  -- All seconds so far that had time to pass, credited or not.
  seconds int not null,
  -- Time up to here is settled.
  last_at bigint not null,
  primary key (user_id, id)
);
create index study_sessions_age on study_sessions (last_at);

-- What users took off their study lists; studying it again brings it back.
create table study_removals (
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  removed_at bigint not null,
  primary key (user_id, curriculum_id)
);

alter table progress
  -- When the user was at `seconds` or `position`: a place that arrives late does not replace a later one.
  add column position_at bigint not null default 0,
  -- The revision of the chapter that `position` was found in.
  add column revision int not null default 0,
  -- Ranges of a video that were watched, [[from, to], …].
  add column covered jsonb not null default '[]';
