-- Refunds at the test cashier, one row each, because a payment may be refunded in parts. `cashier_trades.refund_no` is
-- no longer used.
create table cashier_refunds (
  refund_no text primary key,
  no text not null references cashier_trades,
  cents int not null
);
create index cashier_refunds_trade on cashier_refunds (no);
insert into cashier_refunds (refund_no, no, cents)
select refund_no, no, cents from cashier_trades where refund_no is not null;

-- Staff member who started a refund that the buyer did not request.
alter table refunds add column asked_by bigint references users;

-- When staff hid the post: it is invisible to all users, except that an author still sees a note as private. A restored
-- post is public again.
alter table posts
  add column hidden_at bigint,
  add column hidden_reason text not null default '',
  add column hidden_by bigint references users,
  drop constraint posts_check3,
  add constraint posts_public check (public or kind = 'note' or hidden_at is not null);
create index posts_recent on posts (created_at, id) where public;
create index posts_hidden on posts (created_at, id) where hidden_at is not null;

-- Pictures sent with a canned reply, as in cs_messages.images: uploads of the staff member who saved the reply.
alter table canned_replies add column images jsonb not null default '[]';
