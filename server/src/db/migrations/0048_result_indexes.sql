-- Results of an exam are read from these indexes alone. An attempt's score changes only twice, so the index costs
-- submissions little.
drop index exam_attempts_exam;
create index exam_attempts_exam on exam_attempts (exam_id, user_id) include (id, state, score_state, score) where state <> 'prepared';

drop index student_applications_class;
create index student_applications_class on student_applications (class_id) include (user_id, school_id);
