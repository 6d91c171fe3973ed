-- Exams can be withdrawn or corrected until the first student starts.

alter table exams
  add column withdrawn_at bigint,
  -- Shown to students.
  add column withdrawn_reason text,
  -- The notice as written (Markdown), for export; null for exams of earlier versions.
  add column notice_source text;

-- The first start freezes a paper, not its publication: until then a correction replaces the whole paper.
create function refuse_rewriting_started_papers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (
    select from exam_attempts where exam_id = old.exam_id and state <> 'prepared') then
    raise exception 'rows of % are never changed', tg_table_name;
  end if;
  return old;
end $$;
drop trigger exam_questions_frozen on exam_questions;
create trigger exam_questions_frozen before update or delete on exam_questions
  for each row execute function refuse_rewriting_started_papers();
