-- Jobs on behalf of users: by priority (lower first), then owners in turn.
-- No foreign keys: a turn is useless without its jobs, and an erased owner has no jobs.
alter table jobs add column owner bigint;
alter table jobs add column priority int not null default 0;
create index jobs_owner on jobs (kind, owner) where failed_at is null and owner is not null;

create table job_turns (
  kind text not null,
  owner bigint not null,
  -- Increases with every turn: the owner with the lowest value was served longest ago.
  served bigint not null,
  served_at bigint not null,
  primary key (kind, owner)
);
create index job_turns_served on job_turns (kind, served);
create index job_turns_age on job_turns (served_at);

-- Number of runs in which the runner did not finish this answer; after several, it is scored manually.
alter table question_attempts add column grading_failures int not null default 0;
-- Whether the answer was passed to manual grading.
alter table question_attempts add column grading_manual boolean not null default false;
create index question_attempts_manual on question_attempts (id)
  where grading_manual and exam_attempt_id is null and verdict = 'marking';

-- Fills the new columns for programs that are waiting now.
update jobs j set owner = a.user_id, priority = case when a.source = 'exam' then 0 else 1 end
from question_attempts a
where j.kind = 'grade_code' and j.failed_at is null and a.id = (j.payload ->> 'attempt')::bigint;
