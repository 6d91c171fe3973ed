-- Manual grading of exams.

-- An answer or question part that is graded manually. States `second` and `third` occur only with double grading.
create table exam_grading (
  question_attempt_id bigint not null references question_attempts on delete cascade,
  -- Number of the question part of a 材料题; 0 for other questions.
  part smallint not null,
  state text not null check (state in ('waiting', 'second', 'third', 'graded')),
  -- Hash of the normalised answer, so that equal answers can be scored together.
  hash text not null,
  claimed_by bigint references users on delete set null,
  claimed_until bigint,
  primary key (question_attempt_id, part)
);
create index exam_grading_open on exam_grading (question_attempt_id) where state <> 'graded';
create index exam_grading_claims on exam_grading (claimed_by) where claimed_by is not null;

-- Inserts the answers that wait now. Servers of the previous version score them without this table.
insert into exam_grading (question_attempt_id, part, state, hash)
select q.id, 0, 'waiting', md5(coalesce(q.answer ->> 'text', q.answer ->> 'source', ''))
from question_attempts q
where q.exam_attempt_id is not null and q.verdict = 'marking' and q.detail ->> 'type' is distinct from 'material';
insert into exam_grading (question_attempt_id, part, state, hash)
select q.id, p.nth - 1, 'waiting',
  md5(coalesce(q.answer -> 'parts' -> (p.nth - 1)::int ->> 'text', q.answer -> 'parts' -> (p.nth - 1)::int ->> 'source', ''))
from question_attempts q, jsonb_array_elements(q.detail -> 'parts') with ordinality as p(scored, nth)
where q.exam_attempt_id is not null and q.verdict = 'marking' and q.detail ->> 'type' = 'material'
  and p.scored ->> 'verdict' = 'marking';

-- Every manual score; rows are only appended. Undoing a score marks its row.
create table exam_grades (
  id bigint generated always as identity primary key,
  -- Idempotency key of the client: a repeated request changes nothing.
  key uuid not null,
  question_attempt_id bigint not null references question_attempts on delete cascade,
  part smallint not null,
  -- Hundredths of a point.
  score int not null,
  -- Numbers of the rubric points that are met.
  points smallint[] not null default '{}',
  comment text not null default '',
  -- Whether this score decides alone: a third grader, a correction, an appeal or a shell command.
  decisive boolean not null,
  -- Null for shell commands.
  by_user bigint references users,
  at bigint not null,
  undone_at bigint,
  unique (question_attempt_id, part, key)
);
create index exam_grades_key on exam_grades (key);

create table exam_grading_setups (
  exam_id bigint not null references exams on delete cascade,
  position smallint not null,
  part smallint not null,
  double boolean not null,
  -- Hundredths of a point.
  difference int not null,
  anonymous boolean not null,
  -- Null: the question's own rubric.
  rubric jsonb,
  version int not null default 1,
  primary key (exam_id, position, part)
);

create table grading_phrases (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  text text not null,
  uses int not null default 1,
  unique (user_id, text)
);
