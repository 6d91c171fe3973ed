-- Corrections of manual scores, flags, and hashes that distinguish signs and decimal points.

alter table exam_grades
  -- Rubric that the grader saw; null if there was none, or the score is older than this column.
  add column rubric jsonb;

alter table exam_grading
  -- Ids of the grades that make up the score; null if not scored, or scored before this column existed.
  add column counted bigint[],
  -- Staff member who flagged the answer for another grader.
  add column flagged_by bigint references users on delete set null,
  add column flagged_at bigint;
create index exam_grading_flags on exam_grading (question_attempt_id) where flagged_at is not null;

-- Manual scores that were corrected after the student was notified of the total, in hundredths of a point.
create table exam_grade_changes (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references exam_attempts on delete cascade,
  position smallint not null,
  -- Whether the correction answers an appeal; otherwise it was made while grading.
  appeal boolean not null,
  before int not null,
  after int not null,
  total_before int not null,
  total_after int not null,
  at bigint not null,
  -- Whether the total is not final yet.
  open boolean not null
);
create index exam_grade_changes_attempt on exam_grade_changes (attempt_id);
create unique index exam_grade_changes_open on exam_grade_changes (attempt_id, position) where open;

-- Old hashes are equal for -5 and 5, or for 3.14 and 314. Existing texts are compared exactly, new answers normalised.
update exam_grading g set hash = md5(coalesce(
    case when q.answer ->> 'type' = 'material' then q.answer -> 'parts' -> g.part::int else q.answer end ->> 'text',
    case when q.answer ->> 'type' = 'material' then q.answer -> 'parts' -> g.part::int else q.answer end ->> 'source', '')),
  -- A score based on one grade stays valid if double grading is switched on later.
  counted = case when g.state = 'graded' then (select array_agg(m.id) from exam_grades m
    where m.question_attempt_id = g.question_attempt_id and m.part = g.part and m.undone_at is null having count(*) = 1) end
from question_attempts q where q.id = g.question_attempt_id;
