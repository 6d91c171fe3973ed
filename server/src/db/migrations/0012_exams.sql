-- Exams that schools publish for their classes, and attempts of students.

-- Published exams. Times can be extended; the paper never changes.
create table exams (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  slug text not null unique,
  school_id bigint not null references schools,
  title text not null,
  -- As HTML.
  notice text not null,
  starts_at bigint not null,
  ends_at bigint not null check (ends_at > starts_at),
  -- In seconds.
  duration int not null check (duration > 0),
  attempts_allowed int not null check (attempts_allowed > 0),
  -- Hundredths of a point.
  score int not null,
  pass_score int not null,
  question_count int not null,
  -- When students may see answers and analysis.
  analysis text not null check (analysis in ('never', 'submitted', 'ended')),
  -- Whether students see their rank after the end.
  rank boolean not null,
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  -- Seed from which the ids of options on the paper are derived; the same for all students.
  seed bytea not null,
  -- Additional seconds for all students.
  extension int not null default 0,
  -- When the last attempt can end, with the longest extension. Until then its questions are hidden everywhere else.
  closes_at bigint not null,
  published_at bigint not null,
  -- When students were reminded, and when wrong answers were added to 错题本; each happens once.
  reminded_at bigint,
  finished_at bigint
);
create index exams_open on exams (closes_at) where finished_at is null;

create table exam_classes (
  exam_id bigint not null references exams on delete cascade,
  class_id bigint not null references classes,
  primary key (exam_id, class_id)
);
create index exam_classes_class on exam_classes (class_id);

-- The paper as published: versions of questions, which never change.
create table exam_questions (
  exam_id bigint not null references exams,
  position smallint not null,
  question_id bigint not null references questions,
  version_id bigint not null references question_versions,
  primary key (exam_id, position),
  unique (exam_id, question_id)
);
create index exam_questions_question on exam_questions (question_id);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create trigger exam_questions_frozen before update or delete on exam_questions
  for each row execute function refuse_rewriting();
create trigger question_versions_frozen before update or delete on question_versions
  for each row execute function refuse_rewriting();

create table exam_attempts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  exam_id bigint not null references exams,
  user_id bigint not null references users on delete cascade,
  number int not null,
  -- Seed for the order of questions and options.
  seed int not null,
  -- `prepared`: created before the start; the student has not begun.
  state text not null check (state in ('prepared', 'running', 'submitted', 'closed')),
  started_at bigint,
  deadline_at bigint,
  -- Additional seconds for this student.
  extension int not null default 0,
  -- Counts how often the student entered the exam; only steps of the newest epoch count.
  epoch int not null default 0,
  device uuid,
  saved_at bigint,
  submitted_at bigint,
  -- Receipt of the submission. A closed attempt gets its receipt when it is scored.
  answered int,
  hash text,
  score_state text check (score_state in ('scoring', 'grading', 'marking', 'scored')),
  -- Hundredths of a point, summed over the answers.
  score int,
  waiting_score int,
  -- When the student was notified of the final score.
  told_at bigint,
  unique (exam_id, user_id, number)
) with (fillfactor = 80);
create index exam_attempts_newest on exam_attempts (user_id, id desc);
create index exam_attempts_running on exam_attempts (deadline_at) where state = 'running';
create index exam_attempts_scoring on exam_attempts (id) where score_state = 'scoring';
create index exam_attempts_untold on exam_attempts (id) where score_state = 'scored' and told_at is null;
create index exam_attempts_rank on exam_attempts (exam_id, score desc) where score_state = 'scored';

-- Every change of an answer, appended. The newest counted step of a question is its answer.
create table exam_steps (
  attempt_id bigint not null references exam_attempts on delete cascade,
  epoch int not null,
  seq int not null,
  position smallint not null,
  -- By the question's own numbering of options; null if the student removed the answer.
  answer jsonb,
  flagged boolean not null,
  -- Time by the device's clock.
  at bigint not null,
  received_at bigint not null,
  -- `late`: after the deadline and grace period; `stale`: from a device after another one took over. Neither is scored.
  fate text not null check (fate in ('counted', 'late', 'stale')),
  primary key (attempt_id, epoch, seq)
);
create trigger exam_steps_frozen before update on exam_steps for each row execute function refuse_rewriting();

-- When a student left the window: recorded and shown to the student, without automatic consequences.
create table exam_leaves (
  attempt_id bigint not null references exam_attempts on delete cascade,
  epoch int not null,
  seq int not null,
  at bigint not null,
  seconds int not null,
  primary key (attempt_id, epoch, seq)
);

alter table question_attempts add column exam_attempt_id bigint references exam_attempts on delete cascade;
create index question_attempts_exam on question_attempts (exam_attempt_id, position) where exam_attempt_id is not null;
create index question_attempts_marking on question_attempts (exam_attempt_id)
  where exam_attempt_id is not null and verdict = 'marking';
