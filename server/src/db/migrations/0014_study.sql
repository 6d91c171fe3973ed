-- Study times. Minutes, days in a row, progress and completion derive from study_events; `progress` stores results that
-- are read often.

create table study_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  -- Null for study without a chapter, such as practice with a question bank.
  chapter_id bigint references chapters,
  session uuid not null,
  -- Day in Shanghai. An interval across midnight becomes two events.
  day date not null,
  -- From the first second to the one after the last; equal if only a position was recorded.
  start_at bigint not null,
  end_at bigint not null check (end_at >= start_at),
  -- Progress of the chapter at the end of the event.
  percent int not null default 0 check (percent between 0 and 100),
  -- A second of a user counts once, whatever devices and servers report. Seconds of all users share one axis, on which
  -- each user has an own range (34 bits of Unix seconds last until the year 2514).
  exclude using gist (int8range(user_id * 17179869184 + start_at, user_id * 17179869184 + end_at) with &&)
);
create index study_events_day on study_events (user_id, day);
create index study_events_curriculum on study_events (user_id, curriculum_id);

-- Open chapters that still count seconds. Rows are deleted when they are too old to be credited.
create table study_sessions (
  user_id bigint not null references users on delete cascade,
  id uuid not null,
  -- All plausible seconds reported so far, credited or not.
  seconds int not null,
  -- Time up to this moment has been processed.
  last_at bigint not null,
  primary key (user_id, id)
);
create index study_sessions_age on study_sessions (last_at);

-- Items that users removed from their study lists; studying an item again brings it back.
create table study_removals (
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  removed_at bigint not null,
  primary key (user_id, curriculum_id)
);

alter table progress
  -- When the user was at `seconds` or `position`: a position that arrives late does not replace a later one.
  add column position_at bigint not null default 0,
  -- The revision of the chapter to which `position` refers.
  add column revision int not null default 0,
  -- Watched ranges of a video, [[from, to], …].
  add column covered jsonb not null default '[]';
