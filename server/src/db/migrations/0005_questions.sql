-- Questions of textbooks and banks, and answers of learners.

-- Text and rubric of a question at some time. Rows never change, because papers and attempts refer to them.
create table question_versions (
  id bigint generated always as identity primary key,
  -- The uid of the question, whose row may not exist yet.
  question_uid uuid not null,
  hash bytea not null,
  -- `source`: as the author wrote it, for export; `body`: as students see it; `rubric`: how answers are scored.
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
  -- Where the question came from: the curriculum's folder, or a file that staff imported separately.
  origin text not null,
  type text not null check (
    type in ('single', 'multiple', 'indefinite', 'judge', 'blank', 'short', 'material', 'order', 'match', 'code')
  ),
  -- Hundredths of a point.
  score int not null check (score > 0),
  difficulty smallint not null check (difficulty between 1 and 5),
  tags text[] not null,
  -- The chapter of a bank, or the first chapter of a textbook that embeds the question.
  chapter_id bigint references chapters,
  -- Whether a free chapter embeds the question.
  free boolean not null,
  -- The chapter test that contains the question.
  test_slug text,
  position int not null,
  version_id bigint not null references question_versions,
  removed_at bigint,
  unique (curriculum_id, slug)
);
create index questions_chapter on questions (chapter_id, position) where removed_at is null;
create index questions_test on questions (curriculum_id, test_slug, position)
  where test_slug is not null and removed_at is null;

-- Submitted chapter tests.
create table test_attempts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  chapter_id bigint not null references chapters,
  -- Seed of the paper; unique, because a paper is submitted once.
  seed bytea not null unique,
  seconds int not null,
  -- Hundredths of a point, summed over the answers; stored so that lists need not add them up.
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

-- Every submitted answer; rows are only appended. The results of programs and of manual grading are set later, once.
create table question_attempts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  version_id bigint not null references question_versions,
  -- Where the question was answered.
  source text not null check (source in ('textbook', 'test', 'bank', 'exam')),
  test_attempt_id bigint references test_attempts on delete cascade,
  position int not null,
  -- Seed from which the ids of options in the paper were derived. A paper with one question is submitted once.
  seed bytea not null,
  -- By the question's own numbering of options; null if unanswered.
  answer jsonb,
  verdict text not null check (verdict in ('right', 'partial', 'wrong', 'unanswered', 'marking', 'grading')),
  score int not null,
  max_score int not null,
  -- Hundredths of a point of max_score that are not graded yet.
  waiting_score int not null,
  -- Results of each blank, question part or test case.
  detail jsonb not null,
  created_at bigint not null,
  unique (seed, question_id)
);
create index question_attempts_question on question_attempts (user_id, question_id, id desc);
create index question_attempts_test on question_attempts (test_attempt_id, position) where test_attempt_id is not null;

-- 错题本: one row for each question that a user has ever answered wrong.
create table wrong_questions (
  user_id bigint not null references users on delete cascade,
  question_id bigint not null references questions,
  -- Where the last wrong answer was given.
  source text not null check (source in ('textbook', 'test', 'bank', 'exam')),
  attempt_id bigint not null references question_attempts on delete cascade,
  wrong_count int not null,
  -- Right answers in a row since the last wrong one.
  right_streak int not null default 0,
  first_at bigint not null,
  last_at bigint not null,
  -- When the user removed the question; a new wrong answer brings it back.
  removed_at bigint,
  primary key (user_id, question_id)
);
create index wrong_questions_newest on wrong_questions (user_id, last_at desc) where removed_at is null;
