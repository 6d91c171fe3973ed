-- Orders with their payments and refunds, the ledger, invoices and coupons.

create table orders (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  -- Order number that users and staff see.
  no text not null unique,
  user_id bigint not null references users,
  curriculum_id bigint not null references curricula,
  -- Title and price at the time of the order.
  title text not null,
  price_cents int not null,
  discount_percent numeric(5, 2) not null,
  pay_cents int not null check (pay_cents > 0),
  -- Values as in contract/src/rules/order-state.ts; changed only by modules/commerce/change-status.ts.
  status smallint not null default 0 check (status between 0 and 5),
  created_at bigint not null,
  expires_at bigint not null,
  paid_at bigint,
  -- When the user deleted the order from the list; the row stays for accounting.
  deleted_at bigint,
  check ((status in (1, 4, 5)) = (paid_at is not null))
);
create unique index orders_one_unpaid on orders (user_id, curriculum_id) where status = 0;
create index orders_newest on orders (user_id, created_at desc, uid desc) where deleted_at is null;
create index orders_expiry on orders (expires_at) where status = 0;

-- Every status of an order, including the first.
create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  status smallint not null,
  actor text not null check (actor in ('owner', 'payment', 'time', 'operator')),
  note text not null,
  at bigint not null
);
create index order_events_order on order_events (order_id, id);

-- Attempts to pay an order at a payment service. `no` is our number at the service.
create table payments (
  id bigint generated always as identity primary key,
  no text not null unique,
  order_id bigint not null references orders,
  channel text not null check (channel in ('wechat', 'alipay', 'test')),
  way text not null,
  cents int not null check (cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  -- The payment service's own number.
  transaction_id text,
  created_at bigint not null,
  expires_at bigint not null,
  paid_at bigint,
  -- Whether this payment completed the order; any other payment of the order is refunded.
  settles boolean not null default false check (state = 'paid' or not settles),
  -- When to query the payment service next; null once the state is final.
  check_at bigint,
  check ((state = 'paid') = (paid_at is not null))
);
-- Two open tabs of a user share one open payment.
create unique index payments_one_open on payments (order_id, way) where state = 'open';
create unique index payments_one_settles on payments (order_id) where settles;
create index payments_order on payments (order_id);
create index payments_check on payments (check_at) where check_at is not null;

create table refunds (
  id bigint generated always as identity primary key,
  no text not null unique,
  order_id bigint not null references orders,
  payment_id bigint not null references payments,
  -- `surplus`: the money arrived too late or twice and is refunded without a request.
  kind text not null check (kind in ('order', 'surplus')),
  cents int not null check (cents > 0),
  state text not null check (state in ('asked', 'approved', 'done', 'declined')),
  reason text not null,
  -- Note of staff, or the reason why the payment service rejected the refund.
  note text not null default '',
  asked_at bigint not null,
  done_at bigint,
  check_at bigint,
  check ((state = 'done') = (done_at is not null))
);
-- Each payment is refunded once.
create unique index refunds_one on refunds (payment_id) where state <> 'declined';
create index refunds_order on refunds (order_id);
create index refunds_check on refunds (check_at) where check_at is not null;

-- The ledger: one row for each amount received (positive) or refunded (negative); rows never change.
create table money_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  payment_id bigint not null references payments,
  refund_id bigint references refunds,
  cents int not null check (cents <> 0 and (cents < 0) = (refund_id is not null)),
  at bigint not null
);
create unique index money_events_payment on money_events (payment_id) where refund_id is null;
create unique index money_events_refund on money_events (refund_id) where refund_id is not null;
create index money_events_order on money_events (order_id);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger money_events_append_only before update or delete on money_events
  for each statement execute function refuse_change();
create trigger order_events_append_only before update or delete on order_events
  for each statement execute function refuse_change();

create table invoices (
  order_id bigint primary key references orders,
  kind text not null check (kind in ('personal', 'company')),
  title text not null,
  tax_no text not null,
  email text not null,
  cents int not null,
  state text not null default 'requested' check (state in ('requested', 'issued', 'withdrawn')),
  requested_at bigint not null,
  issued_at bigint
);
create index invoices_waiting on invoices (requested_at) where state = 'requested';

-- Coupon codes that were created together for the same items.
create table coupon_batches (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  title text not null,
  expires_at bigint not null,
  created_at bigint not null
);

create table coupon_items (
  batch_id bigint not null references coupon_batches,
  curriculum_id bigint not null references curricula,
  primary key (batch_id, curriculum_id)
);

create table coupons (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  batch_id bigint not null references coupon_batches,
  -- Keyed hash; the key is not in the database.
  code_hash bytea not null unique,
  used_by bigint references users,
  used_at bigint,
  check ((used_by is null) = (used_at is null))
);
create index coupons_batch on coupons (batch_id);
create index coupons_user on coupons (used_by, used_at desc, uid desc) where used_by is not null;

-- Trades of the test cashier, which simulates a payment service in development.
create table cashier_trades (
  no text primary key,
  cents int not null,
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  refund_no text
);
