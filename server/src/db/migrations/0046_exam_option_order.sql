-- Whether an exam that does not shuffle options shows them as the author wrote them. False for exams published before: the
-- papers of students must not move.
alter table exams add column options_as_written boolean not null default false;
