-- Statistics of questions from the first answer of each user. Whoever stores or scores answers appends them to
-- answer_changes in the same transaction; a job moves them to first_answers and adds the differences to the sums.

create table answer_changes (
  id bigint generated always as identity primary key,
  -- Row of question_attempts, which may be deleted before the job runs.
  attempt_id bigint not null
);

-- First answer of a user to a question: afterwards the user knows the key, so later answers say nothing about the question.
create table first_answers (
  question_id bigint not null references questions,
  user_id bigint not null references users on delete cascade,
  attempt_id bigint not null references question_attempts on delete cascade,
  version_id bigint not null references question_versions,
  kind text not null check (kind in ('exam', 'test', 'practice')),
  -- Share of the points, 0 to 1; null if the answer does not count: not final, void, not honest, or of staff.
  share float8,
  -- Share of the points of the other questions of the same exam or test; null for practice.
  rest float8,
  -- Null if not measured.
  seconds int,
  -- Chosen options: 100 × question part + option; 99 instead of the option if the part was not answered.
  chosen smallint[] not null,
  primary key (question_id, user_id)
);
create index first_answers_user on first_answers (user_id);
create index first_answers_attempt on first_answers (attempt_id);

-- Sums over the counted first answers to one version of a question. They name nobody and stay when an account is closed.
create table item_statistics (
  version_id bigint not null references question_versions,
  kind text not null check (kind in ('exam', 'test', 'practice')),
  answers int not null,
  -- Answers with all points.
  rights int not null,
  share_sum float8 not null,
  -- Answers with a rest, and the sums that their correlation needs.
  rest_answers int not null,
  rest_sum float8 not null,
  rest_squares float8 not null,
  rest_share_sum float8 not null,
  rest_share_squares float8 not null,
  rest_products float8 not null,
  primary key (version_id, kind)
);

-- Counted first answers by chosen option and by time.
create table item_counts (
  version_id bigint not null references question_versions,
  kind text not null check (kind in ('exam', 'test', 'practice')),
  counter text not null check (counter in ('option', 'seconds')),
  -- `option`: as in first_answers.chosen. `seconds`: 8 × log2(1 + seconds), rounded down.
  value smallint not null,
  answers int not null,
  primary key (version_id, kind, counter, value)
);

-- Answers that exist already are counted by the job, batch by batch.
insert into answer_changes (attempt_id)
  select q.id from question_attempts q left join exam_attempts a on a.id = q.exam_attempt_id
  where q.exam_attempt_id is null or a.score_state = 'scored' order by q.id;
