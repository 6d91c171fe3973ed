-- Questions of textbooks and banks, and what learners answered.

-- What a question said and was scored by at some time. Never changed: papers and attempts point at it.
create table question_versions (
  id bigint generated always as identity primary key,
  -- The uid of its question, which may not exist yet.
  question_uid uuid not null,
  hash bytea not null,
  -- As the author wrote it, for export; as a student sees it; what answers are scored by.
  source jsonb not null,
  body jsonb not null,
  rubric jsonb not null,
  created_at bigint not null,
  unique (question_uid, hash)
);

create table questions (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  curriculum_id bigint not null references curricula,
  slug text not null,
  -- Where it came from: the curriculum's folder, or a file that an operator imported by itself.
  origin text not null,
  type text not null check (
    type in ('single', 'multiple', 'indefinite', 'judge', 'blank', 'short', 'material', 'order', 'match', 'code')
  ),
  -- Hundredths of a point.
  score int not null check (score > 0),
  difficulty smallint not null check (difficulty between 1 and 5),
  tags text[] not null,
  -- The chapter of a bank, or the chapter of a textbook whose text embeds it first.
  chapter_id bigint references chapters,
  -- A chapter that anybody may read embeds it.
  free boolean not null,
  -- The chapter test it belongs to.
  test_slug text,
  position int not null,
  version_id bigint not null references question_versions,
  removed_at bigint,
  unique (curriculum_id, slug)
);
create index questions_chapter on questions (chapter_id, position) where removed_at is null;
create index questions_test on questions (curriculum_id, test_slug, position)
  where test_slug is not null and removed_at is null;

-- A chapter test that was handed in.
create table test_attempts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  chapter_id bigint not null references chapters,
  -- The paper it was answered on; one paper is handed in once.
  seed bytea not null unique,
  seconds int not null,
  -- Hundredths of a point, over the answers; kept here so that lists need not add them up.
  score int not null,
  max_score int not null,
  waiting_score int not null,
  right_count int not null,
  question_count int not null,
  state text not null check (state in ('scored', 'grading', 'marking')),
  created_at bigint not null
);
create index test_attempts_chapter on test_attempts (user_id, chapter_id, id desc);
create index test_attempts_curriculum on test_attempts (user_id, curriculum_id, id desc);
create index test_attempts_newest on test_attempts (user_id, id desc);

-- Every answer that was handed in, appended. The grade of a program and a teacher's mark come later and are set once.
create table question_attempts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  version_id bigint not null references question_versions,
  -- Where it was answered.
  source text not null check (source in ('textbook', 'test', 'bank', 'exam')),
  test_attempt_id bigint references test_attempts on delete cascade,
  position int not null,
  -- What the ids of options in the paper were derived from. A paper with one question is handed in once.
  seed bytea not null,
  -- By the question's own numbering; null where nothing was answered.
  answer jsonb,
  verdict text not null check (verdict in ('right', 'partial', 'wrong', 'unanswered', 'marking', 'grading')),
  score int not null,
  max_score int not null,
  -- How much of max_score is not scored yet.
  waiting_score int not null,
  -- Blank by blank, part by part, test by test.
  detail jsonb not null,
  created_at bigint not null,
  unique (seed, question_id)
);
create index question_attempts_question on question_attempts (user_id, question_id, id desc);
create index question_attempts_test on question_attempts (test_attempt_id, position) where test_attempt_id is not null;

-- 错题本: one row per question that was ever answered wrong.
create table wrong_questions (
  user_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  -- Of the last wrong answer.
  source text not null check (source in ('textbook', 'test', 'bank', 'exam')),
  attempt_id bigint not null references question_attempts on delete cascade,
  wrong_count int not null,
  -- Right answers in a row since.
  right_streak int not null default 0,
  first_at bigint not null,
  last_at bigint not null,
  -- Its owner took it out; a new wrong answer brings it back.
  removed_at bigint,
  primary key (user_id, question_id)
);
create index wrong_questions_newest on wrong_questions (user_id, last_at desc) where removed_at is null;
