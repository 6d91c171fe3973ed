-- Numbers of the dashboard by day in Shanghai. Triggers append changes to number_deltas in the same transaction; a job
-- adds them to daily_numbers and deletes them. The original tables are never counted for the dashboard.

create table daily_numbers (
  day date not null,
  metric text not null,
  value bigint not null,
  primary key (day, metric)
);

create table number_deltas (
  id bigint generated always as identity primary key,
  day date not null,
  metric text not null,
  amount bigint not null
);

-- Users who were active on a day, so that each user counts once. Deleted after three days.
create table active_days (
  day date not null,
  user_id bigint not null,
  primary key (day, user_id)
);

create function day_of(seconds bigint) returns date language sql immutable
  return date '1970-01-01' + ((seconds + 28800) / 86400)::int;

-- False while a backup is restored, because the restored rows have already been counted.
create function counts_numbers() returns boolean language sql stable
  return coalesce(current_setting('dxx.restoring', true), '') <> 'on';

create function count_users() returns trigger language plpgsql as $$
begin
  insert into number_deltas (day, metric, amount)
    select day_of(created_at), 'new_users', count(*) from added where counts_numbers() group by 1;
  return null;
end $$;
create trigger users_counted after insert on users
  referencing new table as added for each statement execute function count_users();

create function count_orders() returns trigger language plpgsql as $$
begin
  insert into number_deltas (day, metric, amount)
    select day_of(created_at), 'orders', count(*) from added where counts_numbers() group by 1;
  return null;
end $$;
create trigger orders_counted after insert on orders
  referencing new table as added for each statement execute function count_orders();

create function count_money() returns trigger language plpgsql as $$
begin
  insert into number_deltas (day, metric, amount)
    select day_of(at), case when cents > 0 then 'revenue_cents' else 'refund_cents' end, sum(abs(cents))
      from added where counts_numbers() group by 1, 2
    union all
    select day_of(at), case when cents > 0 then 'payments' else 'refunds' end, count(*)
      from added where counts_numbers() group by 1, 2;
  return null;
end $$;
create trigger money_events_counted after insert on money_events
  referencing new table as added for each statement execute function count_money();

create function count_study() returns trigger language plpgsql as $$
begin
  insert into number_deltas (day, metric, amount)
    select day, 'study_seconds', sum(end_at - start_at) from added where counts_numbers()
    group by day having sum(end_at - start_at) > 0;
  return null;
end $$;
create trigger study_events_counted after insert on study_events
  referencing new table as added for each statement execute function count_study();

-- A study interval that continues extends its event, so the difference is counted.
create function count_study_change() returns trigger language plpgsql as $$
begin
  insert into number_deltas (day, metric, amount)
    select day, 'study_seconds', sum(seconds) from (
      select day, end_at - start_at as seconds from changed
      union all select day, start_at - end_at from previous) as moved
    group by day having sum(seconds) <> 0;
  return null;
end $$;
create trigger study_events_recounted after update on study_events
  referencing old table as previous new table as changed for each statement execute function count_study_change();

create function count_active() returns trigger language plpgsql as $$
begin
  with first as (
    insert into active_days (day, user_id)
      select distinct day_of(last_seen_at), user_id from added where counts_numbers() order by 1, 2
      on conflict do nothing returning day)
  insert into number_deltas (day, metric, amount) select day, 'active_users', count(*) from first group by day;
  return null;
end $$;
create trigger sessions_counted after insert on sessions
  referencing new table as added for each statement execute function count_active();

create function count_active_change() returns trigger language plpgsql as $$
begin
  -- Only if the session was used again: revoking an old session must not count the day of its last use again.
  with first as (
    insert into active_days (day, user_id)
      select distinct day_of(c.last_seen_at), c.user_id from changed c join previous p using (id)
      where c.last_seen_at > p.last_seen_at order by 1, 2
      on conflict do nothing returning day)
  insert into number_deltas (day, metric, amount) select day, 'active_users', count(*) from first group by day;
  return null;
end $$;
create trigger sessions_recounted after update on sessions
  referencing old table as previous new table as changed for each statement execute function count_active_change();

-- Counts existing rows. The triggers lock the tables until this commits, so that nothing is missed or counted twice.
insert into daily_numbers (day, metric, value)
  select day_of(created_at), 'new_users', count(*) from users group by 1
  union all select day_of(created_at), 'orders', count(*) from orders group by 1
  union all select day_of(at), case when cents > 0 then 'revenue_cents' else 'refund_cents' end, sum(abs(cents))
    from money_events group by 1, 2
  union all select day_of(at), case when cents > 0 then 'payments' else 'refunds' end, count(*)
    from money_events group by 1, 2
  union all select day, 'study_seconds', sum(end_at - start_at) from study_events group by 1;
-- Logins of past days were not recorded, so days with study or a last use of a session count as active.
insert into active_days (day, user_id)
  select day, user_id from study_events union select day_of(last_seen_at), user_id from sessions;
insert into daily_numbers (day, metric, value) select day, 'active_users', count(*) from active_days group by day;
