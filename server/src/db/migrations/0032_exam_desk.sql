-- Exam desk: drafts, points per paper, pauses, early ends, scoring rulings, messages to students.

-- Drafts as typed, valid or not. A published draft stays, to correct its exam until the first start.
create table exam_drafts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  body jsonb not null,
  -- Increases with every change; a save names the version it is based on.
  version int not null default 1,
  -- School and classes of the draft, for permission checks.
  school_id bigint references schools,
  class_ids bigint[] not null default '{}',
  exam_id bigint references exams,
  created_by bigint not null references users,
  created_at bigint not null,
  updated_by bigint not null references users,
  updated_at bigint not null,
  deleted_at bigint
);
create index exam_drafts_newest on exam_drafts (updated_at desc, id desc) where deleted_at is null;
create unique index exam_drafts_exam on exam_drafts (exam_id) where exam_id is not null and deleted_at is null;

-- Staff members who have a draft open.
create table exam_draft_editors (
  draft_id bigint not null references exam_drafts on delete cascade,
  user_id bigint not null references users on delete cascade,
  seen_at bigint not null,
  primary key (draft_id, user_id)
);
create index exam_draft_editors_age on exam_draft_editors (seen_at);

alter table exams
  -- While set, the exam's clock stands still at this time.
  add column paused_at bigint,
  -- Shown to students.
  add column pause_reason text,
  -- Total length of pauses that have ended.
  add column paused_seconds int not null default 0,
  add column ended_early_at bigint,
  add column ended_early_reason text,
  -- Titles and sizes of the paper's consecutive sections; null for exams published from files.
  add column sections jsonb,
  -- Increases with every ruling, so that servers read the paper again.
  add column paper_version int not null default 0;

alter table exam_attempts
  -- Same values as in the exam, because saving and closing lock only this row.
  add column paused_at bigint,
  add column paused_seconds int not null default 0;

-- Hundredths of a point on this paper; null: the points of the bank.
alter table exam_questions add column points int check (points > 0);

-- How a question of an exam is scored if that differs from the published paper. The paper itself never changes.
create table exam_rulings (
  exam_id bigint not null references exams on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('void', 'give', 'key')),
  -- Rubrics in addition to the published one; the best score counts.
  rubrics jsonb not null default '[]',
  keep_key boolean not null default true,
  reason text not null,
  -- Null for shell commands.
  by_user bigint references users,
  at bigint not null,
  primary key (exam_id, position)
);

create table exam_messages (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  exam_id bigint not null references exams on delete cascade,
  body text not null,
  -- Null: all students of the exam.
  user_ids bigint[],
  by_user bigint references users,
  at bigint not null
);
create index exam_messages_exam on exam_messages (exam_id, id);

-- When the page of an attempt last contacted the server. Useless after a crash, so unlogged and without foreign key.
create unlogged table exam_presence (
  attempt_id bigint primary key,
  seen_at bigint not null,
  -- Last save of steps; the number of answered questions is then computed again.
  saved_at bigint
) with (fillfactor = 50);
create index exam_attempts_exam on exam_attempts (exam_id, user_id) where state <> 'prepared';
-- For the measured difficulty of a question.
create index question_attempts_version on question_attempts (version_id);
