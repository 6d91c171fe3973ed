-- Whether an exam that does not shuffle options shows them in the author's order. False for exams published before,
-- because the options on students' papers must not change places.
alter table exams add column options_as_written boolean not null default false;
