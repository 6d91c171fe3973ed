-- Terms, teaching classes, joining a class by its code, and roster files that staff check before applying them.

create table terms (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  school_id bigint not null references schools on delete cascade,
  -- Key in roster files.
  slug text not null,
  name text not null,
  starts_on date not null,
  ends_on date not null,
  check (ends_on >= starts_on),
  unique (school_id, slug)
);

alter table classes
  -- `home`: a student has one (行政班). `course`: a student may have any number (教学班), see class_members.
  add column kind text not null default 'home' check (kind in ('home', 'course')),
  add column term_id bigint references terms on delete set null,
  -- Null if students cannot join by code.
  add column join_code text unique,
  add column archived_at bigint;

-- Students of teaching classes. The home class is rosters.class_id.
create table class_members (
  class_id bigint not null references classes on delete cascade,
  roster_id bigint not null references rosters on delete cascade,
  added_at bigint not null,
  primary key (class_id, roster_id)
);
create index class_members_roster on class_members (roster_id);

-- Students of every class: roster entries without an account, verified students in the class of their application
-- (which is what exams use), and students of teaching classes.
create view class_students as
  select r.class_id, r.id as roster_id, null::bigint as user_id, r.student_no, r.name
  from rosters r where r.claimed_by is null
  union all
  select a.class_id, r.id, a.user_id, a.student_no, a.name
  from student_applications a join users u on u.id = a.user_id and u.student_status = 'passed' and u.closed_at is null
    left join rosters r on r.claimed_by = a.user_id
  where a.class_id is not null
  union all
  select m.class_id, r.id, r.claimed_by, r.student_no, r.name
  from class_members m join rosters r on r.id = m.roster_id;

-- Requests to join a class by its code.
create table class_joins (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  class_id bigint not null references classes on delete cascade,
  user_id bigint not null references users on delete cascade,
  student_no text not null,
  name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  -- Reason of a rejection; the student sees it.
  reason text not null default '',
  created_at bigint not null,
  decided_at bigint,
  decided_by bigint references users
);
create unique index class_joins_waiting on class_joins (user_id) where state = 'waiting';
create index class_joins_user on class_joins (user_id, id desc);

-- A request that is deleted with its account no longer waits.
create function close_join_work() returns trigger language plpgsql as $$
begin
  update work_items set closed_at = greatest(opened_at, extract(epoch from now())::bigint), version = version + 1
  where kind = 'join' and subject_id = old.id and closed_at is null;
  return null;
end $$;
create trigger class_joins_close_work after delete on class_joins for each row execute function close_join_work();

-- Roster files: read by a job, compared with the database, then applied or discarded.
create table roster_imports (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  school_id bigint not null references schools on delete cascade,
  created_by bigint not null references users,
  file_name text not null,
  upload_id bigint references uploads on delete set null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'applying', 'done', 'failed', 'cancelled')),
  -- Terms, classes and teachers of the file, see modules/classes/roster-plan.ts.
  plan jsonb not null default '{}',
  -- [{line, text, fatal}]
  problems jsonb not null default '[]',
  -- Number of students by change, filled when the file was read and again when it was applied.
  counts jsonb not null default '{}',
  remove text not null default 'none' check (remove in ('none', 'unclaimed', 'all')),
  created_at bigint not null,
  read_at bigint,
  finished_at bigint
);
create index roster_imports_school on roster_imports (school_id, id desc);

-- One row per student and class of a file.
create table roster_import_rows (
  import_id bigint not null references roster_imports on delete cascade,
  student_no text not null,
  -- Slug of the class.
  class_slug text not null,
  name text not null,
  line int not null,
  home boolean not null,
  -- Difference from the roster when the file was read; null for rows of teaching classes.
  change text check (change in ('new', 'changed', 'moved', 'same')),
  before_name text,
  before_class bigint references classes on delete set null,
  primary key (import_id, student_no, class_slug)
);
create index roster_import_rows_change on roster_import_rows (import_id, change, student_no);

alter table work_items
  drop constraint work_items_kind_check,
  add constraint work_items_kind_check
    check (kind in ('student', 'refund', 'invoice', 'support', 'feedback', 'report', 'appeal', 'join', 'question'));

-- Seats of paid content that a school has bought. Null: no end.
create table school_seats (
  school_id bigint not null references schools on delete cascade,
  curriculum_id bigint not null references curricula on delete cascade,
  seats int not null check (seats >= 0),
  ends_at bigint,
  updated_at bigint not null,
  primary key (school_id, curriculum_id)
);

-- Content that a school grants to a class. Students get entitlements with the source `class <id>`.
create table class_grants (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  class_id bigint not null references classes on delete cascade,
  curriculum_id bigint not null references curricula on delete cascade,
  seats int not null check (seats > 0),
  ends_at bigint,
  created_by bigint not null references users,
  created_at bigint not null,
  revoked_at bigint
);
create unique index class_grants_live on class_grants (class_id, curriculum_id) where revoked_at is null;
