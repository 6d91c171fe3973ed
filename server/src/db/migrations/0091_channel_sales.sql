-- Sales by the place where the payer paid. Alipay in the Android app opens its web page and counts as web.
create function sales_channel(way text) returns text language sql immutable as $$
  select case way when 'jsapi' then 'wechat' when 'app' then 'app' else 'web' end
$$;

-- As daily_sales, by channel; a trigger of the ledger adds them up.
create table channel_sales (
  day date not null,
  curriculum_id bigint not null references curricula,
  channel text not null check (channel in ('web', 'wechat', 'app')),
  payments int not null,
  cents bigint not null,
  refunds int not null,
  refund_cents bigint not null,
  primary key (day, curriculum_id, channel)
);

create function count_channel_sales() returns trigger language plpgsql as $$
begin
  insert into channel_sales (day, curriculum_id, channel, payments, cents, refunds, refund_cents)
    select day_of(m.at), o.curriculum_id, sales_channel(p.way), count(*) filter (where m.cents > 0),
      coalesce(sum(m.cents) filter (where m.cents > 0), 0), count(*) filter (where m.cents < 0),
      coalesce(-sum(m.cents) filter (where m.cents < 0), 0)
    from added m join orders o on o.id = m.order_id join payments p on p.id = m.payment_id
    where counts_numbers() group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, curriculum_id, channel) do update set payments = channel_sales.payments + excluded.payments,
      cents = channel_sales.cents + excluded.cents, refunds = channel_sales.refunds + excluded.refunds,
      refund_cents = channel_sales.refund_cents + excluded.refund_cents;
  return null;
end $$;
create trigger money_events_channel after insert on money_events
  referencing new table as added for each statement execute function count_channel_sales();

insert into channel_sales (day, curriculum_id, channel, payments, cents, refunds, refund_cents)
  select day_of(m.at), o.curriculum_id, sales_channel(p.way), count(*) filter (where m.cents > 0),
    coalesce(sum(m.cents) filter (where m.cents > 0), 0), count(*) filter (where m.cents < 0),
    coalesce(-sum(m.cents) filter (where m.cents < 0), 0)
  from money_events m join orders o on o.id = m.order_id join payments p on p.id = m.payment_id group by 1, 2, 3;

-- Exchange codes that were used in a period.
create index coupons_used on coupons (used_at) where used_at is not null;
