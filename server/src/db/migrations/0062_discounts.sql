-- Discount coupons (优惠券): take an amount or a percentage off an order. How many were used is counted in `orders`, so
-- that an order which is cancelled, closed or refunded completely gives its use back without another write.
create table discounts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  title text not null,
  kind text not null check (kind in ('amount', 'percent')),
  -- `amount`: cents taken off.
  off_cents int not null default 0,
  -- `percent`: percent of the price to pay, and the maximum taken off.
  percent int not null default 100,
  cap_cents int check (cap_cents > 0),
  min_cents int not null default 0 check (min_cents >= 0),
  -- `student`: only for verified students.
  audience text not null default 'all' check (audience in ('all', 'student')),
  per_user int not null check (per_user between 1 and 100),
  -- Uses by all users together; null: unlimited.
  stock int check (stock > 0),
  starts_at bigint not null,
  ends_at bigint not null,
  created_by bigint references users,
  created_at bigint not null,
  revoked_at bigint,
  revoke_reason text not null default '',
  check (ends_at > starts_at),
  check (case kind when 'amount' then off_cents > 0 else percent between 1 and 99 end)
);
create index discounts_live on discounts (ends_at) where revoked_at is null;

-- Items for which a coupon is valid; without rows it is valid for all.
create table discount_items (
  discount_id bigint not null references discounts on delete cascade,
  curriculum_id bigint not null references curricula,
  primary key (discount_id, curriculum_id)
);
create index discount_items_curriculum on discount_items (curriculum_id);

alter table orders
  add column discount_id bigint references discounts,
  add column off_cents int not null default 0 check (off_cents >= 0),
  add constraint orders_discount_off check ((discount_id is null) = (off_cents = 0));
-- Orders that use up a coupon: unpaid, completed and being refunded.
create index orders_discount on orders (discount_id, user_id) where discount_id is not null and status in (0, 1, 4);

-- When staff revoked the codes of a batch that nobody has used yet.
alter table coupon_batches
  add column revoked_at bigint,
  add column created_by bigint references users;
