-- Exams in which each student gets one of several papers of equal difficulty. Null: all students get the same paper.
alter table exams add column forms jsonb;
comment on column exams.forms is
  'lists: positions in exam_questions of each paper, ascending; the other fields compare the papers';
