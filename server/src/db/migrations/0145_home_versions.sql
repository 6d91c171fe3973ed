-- Versions of what the home page shows to a user. A server that has cached the rows of the page compares their versions
-- and reads only what has changed. Triggers renew them, so that no writer is forgotten: jobs, shell commands and servers
-- of the previous version included. User 0 stands for all users.
create table home_versions (
  user_id bigint not null,
  -- A user has one row. A transaction that finds it locked by another adds a row, so that no writer waits for another.
  slot int not null,
  -- Positions and study times. Random, so that no version is used again after a restore or a takeover.
  study uuid not null,
  -- Everything else.
  plan uuid not null,
  primary key (user_id, slot)
) with (fillfactor = 50);

-- Renews the version of a user once per transaction. `kind`: study or plan. A transaction that changes many users renews
-- the version of all users instead.
create function renew_home_version(subject bigint, kind text) returns void language plpgsql as $$
declare
  renewed text := coalesce(nullif(current_setting('dxx.home_renewed', true), ''), ' ');
begin
  if not counts_numbers() or renewed = 'all' or strpos(renewed, ' ' || kind || subject || ' ') > 0
    or strpos(renewed, ' ' || kind || '0 ') > 0 then
    return;
  end if;
  if length(renewed) > 600 then
    perform set_config('dxx.home_renewed', 'all', true);
    subject := 0;
    kind := 'all';
  else
    perform set_config('dxx.home_renewed', renewed || kind || subject || ' ', true);
  end if;
  update home_versions h set study = case when kind = 'plan' then study else gen_random_uuid() end,
    plan = case when kind = 'study' then plan else gen_random_uuid() end
  from (select slot from home_versions where user_id = subject limit 1 for update skip locked) free
  where h.user_id = subject and h.slot = free.slot;
  if not found then
    insert into home_versions (user_id, slot, study, plan)
      values (subject, (random() * 2147483647)::int, gen_random_uuid(), gen_random_uuid())
      on conflict (user_id, slot) do update set study = excluded.study, plan = excluded.plan;
  end if;
end $$;

create function renew_home() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform renew_home_version(new.user_id, tg_argv[0]);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.user_id <> new.user_id then
    perform renew_home_version(old.user_id, tg_argv[0]);
  end if;
  return null;
end $$;

create function renew_all_homes() returns trigger language plpgsql as $$
begin
  perform renew_home_version(0, 'plan');
  return null;
end $$;

create trigger progress_renews_home after insert or update or delete on progress
  for each row execute function renew_home('study');
create trigger study_events_renew_home after insert or update or delete on study_events
  for each row execute function renew_home('study');

create trigger entitlements_renew_home after insert or update or delete on entitlements
  for each row execute function renew_home('plan');
create trigger wrong_questions_renew_home after insert or update or delete on wrong_questions
  for each row execute function renew_home('plan');
create trigger test_attempts_renew_home after insert or update or delete on test_attempts
  for each row execute function renew_home('plan');
create trigger assignment_submissions_renew_home after insert or update or delete on assignment_submissions
  for each row execute function renew_home('plan');
create trigger assignment_extensions_renew_home after insert or update or delete on assignment_extensions
  for each row execute function renew_home('plan');
create trigger student_applications_renew_home after insert or update or delete on student_applications
  for each row execute function renew_home('plan');

-- Answers in exams are stored in thousands when an exam is scored; the attempt renews the version then.
create trigger question_attempts_renew_home after insert or update on question_attempts
  for each row when (new.source <> 'exam') execute function renew_home('plan');
create trigger question_attempts_deleted_renew_home after delete on question_attempts
  for each row when (old.source <> 'exam') execute function renew_home('plan');

-- Not by saves and signs of presence, which update attempts as well.
create trigger exam_attempts_renew_home after insert or delete on exam_attempts
  for each row execute function renew_home('plan');
create trigger exam_attempts_changed_renew_home after update on exam_attempts
  for each row when (old.state <> new.state or old.score_state is distinct from new.score_state or old.user_id <> new.user_id)
  execute function renew_home('plan');

create function renew_home_of_student() returns trigger language plpgsql as $$
begin
  perform renew_home_version(new.id, 'plan');
  return null;
end $$;
create trigger users_renew_home after update on users
  for each row when (old.student_status <> new.student_status) execute function renew_home_of_student();

-- What belongs to many students. Rosters change whole classes.
create trigger class_members_renew_home after insert or update or delete on class_members
  for each statement execute function renew_all_homes();
create trigger rosters_renew_home after update on rosters
  for each row when (old.claimed_by is distinct from new.claimed_by or old.school_id <> new.school_id)
  execute function renew_all_homes();
create trigger exams_renew_home after insert or update or delete on exams
  for each row execute function renew_all_homes();
create trigger exam_classes_renew_home after insert or update or delete on exam_classes
  for each row execute function renew_all_homes();
create trigger assignments_renew_home after insert or update or delete on assignments
  for each row execute function renew_all_homes();
create trigger assignment_classes_renew_home after insert or update or delete on assignment_classes
  for each row execute function renew_all_homes();
create trigger assignment_items_renew_home after insert or update or delete on assignment_items
  for each row execute function renew_all_homes();
-- The switches of the site: whether books are shown.
create trigger settings_renew_home after insert or update on settings
  for each row when (new.key = 'gvss') execute function renew_all_homes();
