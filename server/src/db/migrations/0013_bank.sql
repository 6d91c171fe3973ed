-- Practice with question banks, and reviews of wrong questions when they are due.

create table practices (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  -- Null for practice of wrong questions or favourites from all banks.
  curriculum_id bigint references curricula,
  mode text not null check (mode in ('chapter', 'type', 'random', 'wrong', 'due', 'favourite')),
  way text not null check (way in ('answer', 'recite')),
  -- What the user chose to practise, so that the same choice continues this practice.
  scope text not null,
  title text not null,
  -- Seed from which the ids of its paper are derived.
  seed bytea not null unique,
  version_ids bigint[] not null,
  position int not null default 0,
  created_at bigint not null,
  -- When all questions were answered, or the user discarded the practice.
  ended_at bigint
);
create unique index practices_open on practices (user_id, scope) where ended_at is null;
create index practices_newest on practices (user_id, id desc);

alter table question_attempts add column practice_id bigint references practices on delete cascade;
create index question_attempts_practice on question_attempts (practice_id) where practice_id is not null;
create index question_attempts_day on question_attempts (user_id, created_at);

create table question_favourites (
  user_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  created_at bigint not null,
  primary key (user_id, question_id)
);

create table practice_goals (
  user_id bigint primary key references users on delete cascade,
  goal int not null check (goal between 1 and 500)
);

alter table wrong_questions
  add column causes text[] not null default '{}',
  add column note text not null default '',
  -- State of the review schedule; see modules/questions/schedule.ts.
  add column due_at bigint not null default 0,
  add column stability double precision not null default 0,
  add column hardness double precision not null default 0,
  add column reviews int not null default 0,
  add column lapses int not null default 0,
  add column reviewed_at bigint,
  -- When the question was removed after repeated success; a new wrong answer brings it back.
  add column mastered_at bigint;
drop index wrong_questions_newest;
create index wrong_questions_newest on wrong_questions (user_id, last_at desc)
  where removed_at is null and mastered_at is null;
create index wrong_questions_due on wrong_questions (user_id, due_at) where removed_at is null and mastered_at is null;
