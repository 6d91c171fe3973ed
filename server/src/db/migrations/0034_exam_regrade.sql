-- Regrades, with the scores before and after, and appeals of students.

create table exam_regrades (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  exam_id bigint not null references exams on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('void', 'give', 'key', 'original')),
  -- The previous ruling; null: as published.
  previous text,
  reason text not null,
  -- Null for shell commands.
  by_user bigint references users,
  created_at bigint not null,
  -- Number of attempts, of attempts done, and of attempts whose total changed.
  total int not null,
  done int not null default 0,
  changed int not null default 0,
  up int not null default 0,
  down int not null default 0,
  -- Last attempt that was rescored; a restarted job continues after it.
  cursor bigint not null default 0,
  finished_at bigint
);
create index exam_regrades_exam on exam_regrades (exam_id, id);

-- Scores that a regrade changed, in hundredths of a point: of the question, and of the attempt if its total was final.
create table exam_score_changes (
  regrade_id bigint not null references exam_regrades on delete cascade,
  attempt_id bigint not null references exam_attempts on delete cascade,
  before int not null,
  after int not null,
  total_before int not null,
  total_after int not null,
  at bigint not null,
  primary key (regrade_id, attempt_id)
);
create index exam_score_changes_attempt on exam_score_changes (attempt_id);

create table exam_appeals (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  attempt_id bigint not null references exam_attempts on delete cascade,
  position smallint not null,
  reason text not null,
  created_at bigint not null,
  state text not null default 'open' check (state in ('open', 'kept', 'changed')),
  answer text not null default '',
  answered_at bigint,
  answered_by bigint references users
);
create unique index exam_appeals_open on exam_appeals (attempt_id, position) where state = 'open';
create index exam_appeals_list on exam_appeals (state, id);

-- The score without points given to all students. Manual scores and scores of the runner are stored here meanwhile.
alter table question_attempts add column ruled_from jsonb;
