-- Messages to the students of a running exam: the question they are about, and up to which one a student has read them.

-- Position of the question on the composed paper; null for a message that is not about one question.
alter table exam_messages add column position smallint;
-- Time of the newest message that the student confirmed on the exam page.
alter table exam_attempts add column messages_read_at bigint;
