-- Discussions that teachers pin, close or answer. A question to the teacher is a discussion with a work item.
alter table posts
  add column pinned_at bigint,
  add column closed_at bigint,
  -- Reply that answers the discussion.
  add column accepted_id bigint references posts on delete set null;
create index posts_accepted on posts (accepted_id) where accepted_id is not null;

create function close_question_work() returns trigger language plpgsql as $$
begin
  update work_items set closed_at = greatest(opened_at, extract(epoch from now())::bigint), version = version + 1
  where kind = 'question' and subject_id = old.id and closed_at is null;
  return null;
end $$;
create trigger posts_close_question after delete on posts for each row
  when (old.kind = 'discuss') execute function close_question_work();
