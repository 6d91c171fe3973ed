-- Appeals against exam scores are in the work queue; their subject_id is exam_appeals.id.
alter table work_items
  drop constraint work_items_kind_check,
  add constraint work_items_kind_check
    check (kind in ('student', 'refund', 'invoice', 'support', 'feedback', 'report', 'appeal')),
  -- Who assigned the item: an item assigned by a colleague is shown as new to its assignee.
  add column assigned_by bigint references users;

-- When an attempt is deleted with its appeals, their work items are closed.
create function close_appeal_work() returns trigger language plpgsql as $$
begin
  update work_items set closed_at = greatest(opened_at, extract(epoch from now())::bigint), version = version + 1
  where kind = 'appeal' and subject_id = old.id and closed_at is null;
  return null;
end $$;
create trigger exam_appeals_close_work after delete on exam_appeals for each row execute function close_appeal_work();

insert into work_items (kind, subject_id, user_id, school_id, title, opened_at, due_at)
select 'appeal', p.id, a.user_id, e.school_id, left(e.title, 30) || ' · 第 ' || (p.position + 1) || ' 题', p.created_at,
  p.created_at + 72 * 3600
from exam_appeals p join exam_attempts a on a.id = p.attempt_id join exams e on e.id = a.exam_id
where p.state = 'open';
