-- Revenue and refunds by day in Shanghai and by item, added up from the ledger by a trigger; orders are never counted.
create table daily_sales (
  day date not null,
  curriculum_id bigint not null references curricula,
  payments int not null,
  cents bigint not null,
  refunds int not null,
  refund_cents bigint not null,
  primary key (day, curriculum_id)
);

create function count_sales() returns trigger language plpgsql as $$
begin
  insert into daily_sales (day, curriculum_id, payments, cents, refunds, refund_cents)
    select day_of(m.at), o.curriculum_id, count(*) filter (where m.cents > 0),
      coalesce(sum(m.cents) filter (where m.cents > 0), 0), count(*) filter (where m.cents < 0),
      coalesce(-sum(m.cents) filter (where m.cents < 0), 0)
    from added m join orders o on o.id = m.order_id where counts_numbers() group by 1, 2 order by 1, 2
    on conflict (day, curriculum_id) do update set payments = daily_sales.payments + excluded.payments,
      cents = daily_sales.cents + excluded.cents, refunds = daily_sales.refunds + excluded.refunds,
      refund_cents = daily_sales.refund_cents + excluded.refund_cents;
  return null;
end $$;
create trigger money_events_sold after insert on money_events
  referencing new table as added for each statement execute function count_sales();

insert into daily_sales (day, curriculum_id, payments, cents, refunds, refund_cents)
  select day_of(m.at), o.curriculum_id, count(*) filter (where m.cents > 0),
    coalesce(sum(m.cents) filter (where m.cents > 0), 0), count(*) filter (where m.cents < 0),
    coalesce(-sum(m.cents) filter (where m.cents < 0), 0)
  from money_events m join orders o on o.id = m.order_id group by 1, 2;

-- Messages that staff send to many users, now or at a time.
create table broadcasts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  title text not null,
  body text not null,
  link text not null,
  -- Who receives it: all users, verified students, a class, or the owners of an item.
  audience text not null check (audience in ('all', 'students', 'class', 'owners')),
  class_id bigint references classes on delete set null,
  curriculum_id bigint references curricula,
  send_at bigint not null,
  state text not null default 'planned' check (state in ('planned', 'sending', 'sent', 'cancelled', 'recalled')),
  -- Users up to this id have received it: sending continues here after a crash.
  sent_to bigint not null default 0,
  recipients int not null default 0,
  recalled int not null default 0,
  created_by bigint references users on delete set null,
  created_at bigint not null,
  sent_at bigint
);
create index broadcasts_due on broadcasts (send_at) where state in ('planned', 'sending');
alter table messages add column broadcast_id bigint references broadcasts on delete set null;
create index messages_broadcast on messages (broadcast_id) where broadcast_id is not null;

-- How often a code printed in a book was scanned on a day.
create table code_scans (
  code text not null,
  day date not null,
  scans int not null,
  primary key (code, day)
);
