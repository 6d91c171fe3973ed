-- Refunds at the test cashier, one row each: a payment may be refunded in parts. `cashier_trades.refund_no` is no
-- longer used.
create table cashier_refunds (
  refund_no text primary key,
  no text not null references cashier_trades,
  cents int not null
);
create index cashier_refunds_trade on cashier_refunds (no);
insert into cashier_refunds (refund_no, no, cents)
select refund_no, no, cents from cashier_trades where refund_no is not null;

-- Staff member who began a refund that the owner did not ask for.
alter table refunds add column asked_by bigint references users;

-- Hidden by staff: invisible to everyone, except that the author keeps a note as a private one. Restored, it is public
-- again.
alter table posts
  add column hidden_at bigint,
  add column hidden_reason text not null default '',
  add column hidden_by bigint references users,
  drop constraint posts_check3,
  add constraint posts_public check (public or kind = 'note' or hidden_at is not null);
create index posts_recent on posts (created_at, id) where public;
create index posts_hidden on posts (created_at, id) where hidden_at is not null;

-- Pictures sent with a canned reply, as in cs_messages.images: uploads of the staff who saved it.
alter table canned_replies add column images jsonb not null default '[]';
