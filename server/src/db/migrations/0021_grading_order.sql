-- Background work on behalf of users: each owner is served in turn, by priority first (smaller is sooner).
-- No foreign keys: a turn means nothing once its jobs are gone, and an owner who was erased has none.
alter table jobs add column owner bigint;
alter table jobs add column priority int not null default 0;
create index jobs_owner on jobs (kind, owner) where failed_at is null and owner is not null;

create table job_turns (
  kind text not null,
  owner bigint not null,
  -- Counts up: the smallest was served longest ago.
  served bigint not null,
  served_at bigint not null,
  primary key (kind, owner)
);
create index job_turns_served on job_turns (kind, served);
create index job_turns_age on job_turns (served_at);

-- How often a runner did not finish this answer; after some a person scores it.
alter table question_attempts add column grading_failures int not null default 0;
-- The grader gave this answer to a person.
alter table question_attempts add column grading_manual boolean not null default false;
create index question_attempts_manual on question_attempts (id)
  where grading_manual and exam_attempt_id is null and verdict = 'marking';

-- Programs that are waiting now.
update jobs j set owner = a.user_id, priority = case when a.source = 'exam' then 0 else 1 end
from question_attempts a
where j.kind = 'grade_code' and j.failed_at is null and a.id = (j.payload ->> 'attempt')::bigint;
