-- Work queue of staff. Modules open and close an item in the transaction in which a user starts or stops waiting.
create table work_items (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('student', 'refund', 'invoice', 'support', 'feedback', 'report')),
  -- Id of the waiting row: student, support: users.id; refund: refunds.id; invoice: orders.id; feedback: opinions.id;
  -- report: posts.id.
  subject_id bigint not null,
  -- The user who waits.
  user_id bigint not null references users,
  school_id bigint references schools on delete set null,
  title text not null,
  opened_at bigint not null,
  due_at bigint not null,
  closed_at bigint,
  assignee_id bigint references users,
  taken_at bigint,
  -- First of two approvals that a large refund needs.
  approved_by bigint references users,
  approved_cents int,
  version int not null default 1
);
create unique index work_items_subject on work_items (kind, subject_id) where closed_at is null;
create index work_items_open on work_items (opened_at, id) where closed_at is null;
create index work_items_open_kind on work_items (kind, opened_at, id) where closed_at is null;
create index work_items_closed on work_items (closed_at, id) where closed_at is not null;

create table work_notes (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  item_id bigint not null references work_items,
  user_id bigint not null references users,
  text text not null,
  created_at bigint not null
);
create index work_notes_item on work_notes (item_id, id);

create table canned_replies (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  title text not null,
  text text not null,
  updated_at bigint not null
);

-- Restrictions set by staff; the user sees the reason.
alter table users
  add column muted_until bigint,
  add column mute_reason text not null default '',
  add column blocked_at bigint,
  add column block_reason text not null default '';

-- A partial refund keeps the entitlement; several can follow until the whole payment is refunded.
alter table refunds add column part boolean not null default false;
drop index refunds_one;
create unique index refunds_one_whole on refunds (payment_id) where state <> 'declined' and not part;

-- File of an issued invoice, uploaded by staff.
alter table invoices add column file_id bigint references uploads;

-- Staff member who wrote the message; the user sees only 客服.
alter table cs_messages add column staff_id bigint references users;
create index cs_messages_staff on cs_messages (staff_id) where staff_id is not null;

-- A post can be deleted by its author, with the post above it or with the account; then its reports are closed.
create function close_report_work() returns trigger language plpgsql as $$
begin
  update work_items set closed_at = greatest(opened_at, extract(epoch from now())::bigint), version = version + 1
  where kind = 'report' and subject_id = old.id and closed_at is null;
  return null;
end $$;
create trigger posts_close_work after delete on posts for each row execute function close_report_work();

insert into work_items (kind, subject_id, user_id, school_id, title, opened_at, due_at)
select 'student', a.user_id, a.user_id, a.school_id, a.school_name || ' · ' || a.name, a.submitted_at,
  a.submitted_at + 24 * 3600
from student_applications a join users u on u.id = a.user_id where u.student_status = 'pending';

insert into work_items (kind, subject_id, user_id, title, opened_at, due_at)
select 'refund', r.id, o.user_id, o.title || ' · ¥' || to_char(r.cents / 100.0, 'FM999999990.00'), r.asked_at,
  r.asked_at + 24 * 3600
from refunds r join orders o on o.id = r.order_id where r.kind = 'order' and r.state = 'asked';

insert into work_items (kind, subject_id, user_id, title, opened_at, due_at)
select 'invoice', o.id, o.user_id, o.title || ' · ¥' || to_char(i.cents / 100.0, 'FM999999990.00'), i.requested_at,
  i.requested_at + 72 * 3600
from invoices i join orders o on o.id = i.order_id where i.state = 'requested';

insert into work_items (kind, subject_id, user_id, title, opened_at, due_at)
select 'support', m.user_id, m.user_id, coalesce(nullif(left((array_agg(m.text order by m.id desc))[1], 40), ''), '[图片或视频]'),
  min(m.created_at), min(m.created_at) + 4 * 3600
from cs_messages m where m.sender = 'user' and m.read_at is null group by m.user_id;

insert into work_items (kind, subject_id, user_id, title, opened_at, due_at)
select 'feedback', o.id, o.user_id, left(o.text, 40), o.created_at, o.created_at + 72 * 3600
from opinions o where o.state <> 'answered';

insert into work_items (kind, subject_id, user_id, title, opened_at, due_at)
select 'report', p.id, p.user_id, left(p.text, 40), min(r.created_at), min(r.created_at) + 24 * 3600
from reports r join posts p on p.id = r.post_id group by p.id;
