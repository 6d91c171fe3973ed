-- Buyers of the same item at the same moment waited for one row until each transaction ended: the sums of the day and the
-- number of learners. Each connection now adds to one of 16 rows of the sums, and learners are added up by a job.
alter table daily_sales add column part smallint not null default 0,
  drop constraint daily_sales_pkey, add primary key (day, curriculum_id, part);
alter table channel_sales add column part smallint not null default 0,
  drop constraint channel_sales_pkey, add primary key (day, curriculum_id, channel, part);

create function sales_part() returns smallint language sql stable as $$
  select (pg_backend_pid() % 16)::smallint
$$;

create or replace function count_sales() returns trigger language plpgsql as $$
begin
  insert into daily_sales (day, curriculum_id, part, payments, cents, refunds, refund_cents)
    select day_of(m.at), o.curriculum_id, sales_part(), count(*) filter (where m.cents > 0),
      coalesce(sum(m.cents) filter (where m.cents > 0), 0), count(*) filter (where m.cents < 0),
      coalesce(-sum(m.cents) filter (where m.cents < 0), 0)
    from added m join orders o on o.id = m.order_id where counts_numbers() group by 1, 2 order by 1, 2
    on conflict (day, curriculum_id, part) do update set payments = daily_sales.payments + excluded.payments,
      cents = daily_sales.cents + excluded.cents, refunds = daily_sales.refunds + excluded.refunds,
      refund_cents = daily_sales.refund_cents + excluded.refund_cents;
  return null;
end $$;

create or replace function count_channel_sales() returns trigger language plpgsql as $$
begin
  insert into channel_sales (day, curriculum_id, channel, part, payments, cents, refunds, refund_cents)
    select day_of(m.at), o.curriculum_id, sales_channel(p.way), sales_part(), count(*) filter (where m.cents > 0),
      coalesce(sum(m.cents) filter (where m.cents > 0), 0), count(*) filter (where m.cents < 0),
      coalesce(-sum(m.cents) filter (where m.cents < 0), 0)
    from added m join orders o on o.id = m.order_id join payments p on p.id = m.payment_id
    where counts_numbers() group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, curriculum_id, channel, part) do update set payments = channel_sales.payments + excluded.payments,
      cents = channel_sales.cents + excluded.cents, refunds = channel_sales.refunds + excluded.refunds,
      refund_cents = channel_sales.refund_cents + excluded.refund_cents;
  return null;
end $$;

-- Learners to be added to the number of an item.
create table learner_deltas (
  id bigint generated always as identity primary key,
  curriculum_id bigint not null references curricula,
  amount int not null
);
