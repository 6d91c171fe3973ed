-- Exam desk: drafts, points per paper, pauses, early ends, rulings, messages to the room.

-- A draft as typed, valid or not. Published, it stays to correct its exam until the first start.
create table exam_drafts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  body jsonb not null,
  -- Grows with every change; a save names the one it is based on.
  version int not null default 1,
  -- Of the body, for scope.
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

-- Who has a draft open.
create table exam_draft_editors (
  draft_id bigint not null references exam_drafts on delete cascade,
  user_id bigint not null references users on delete cascade,
  seen_at bigint not null,
  primary key (draft_id, user_id)
);
create index exam_draft_editors_age on exam_draft_editors (seen_at);

alter table exams
  -- While set, the clock of the exam stands at this time.
  add column paused_at bigint,
  -- Shown to students.
  add column pause_reason text,
  -- Length of all pauses that are over.
  add column paused_seconds int not null default 0,
  add column ended_early_at bigint,
  add column ended_early_reason text,
  -- Titles and sizes of consecutive sections of the paper; null for exams published from files.
  add column sections jsonb,
  -- Grows with every ruling, so that servers read the paper again.
  add column paper_version int not null default 0;

alter table exam_attempts
  -- The same time as of its exam, because saving and closing lock only this row.
  add column paused_at bigint,
  add column paused_seconds int not null default 0;

-- Hundredths of a point on this paper; null: as in the bank.
alter table exam_questions add column points int check (points > 0);

-- How a question of an exam is scored, where that differs from the published paper. The paper itself never changes.
create table exam_rulings (
  exam_id bigint not null references exams on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('void', 'give', 'key')),
  -- Rubrics besides the published one; the best score counts.
  rubrics jsonb not null default '[]',
  keep_key boolean not null default true,
  reason text not null,
  -- Null: the shell.
  by_user bigint references users,
  at bigint not null,
  primary key (exam_id, position)
);

create table exam_messages (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  exam_id bigint not null references exams on delete cascade,
  body text not null,
  -- Null: everybody in the room.
  user_ids bigint[],
  by_user bigint references users,
  at bigint not null
);
create index exam_messages_exam on exam_messages (exam_id, id);

-- When the page of an attempt was last heard from. Worthless after a crash, hence unlogged and without foreign key.
create unlogged table exam_presence (
  attempt_id bigint primary key,
  seen_at bigint not null,
  -- Last save of steps: answered questions are counted again.
  saved_at bigint
) with (fillfactor = 50);
create index exam_attempts_exam on exam_attempts (exam_id, user_id) where state <> 'prepared';
-- The measured difficulty of a question.
create index question_attempts_version on question_attempts (version_id);
