-- Homework of classes. What a student has done is computed from progress, tests, practice, programs, exams and hand-ins.

create table assignments (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  school_id bigint not null references schools on delete cascade,
  title text not null,
  note text not null,
  starts_at bigint not null,
  due_at bigint not null,
  -- `accept`: late work counts and is shown as late; `deduct`: it loses late_percent; `close`: it does not count.
  late text not null check (late in ('accept', 'deduct', 'close')),
  late_percent int not null default 0 check (late_percent between 0 and 100),
  created_by bigint not null references users,
  created_at bigint not null,
  updated_at bigint not null,
  -- When students were told of it, and reminded before the end.
  announced_at bigint,
  reminded_at bigint,
  withdrawn_at bigint,
  check (due_at > starts_at)
);
create index assignments_start on assignments (starts_at) where announced_at is null and withdrawn_at is null;
create index assignments_due on assignments (due_at) where reminded_at is null and withdrawn_at is null;

create table assignment_classes (
  assignment_id bigint not null references assignments on delete cascade,
  class_id bigint not null references classes on delete cascade,
  primary key (assignment_id, class_id)
);
create index assignment_classes_class on assignment_classes (class_id, assignment_id);

create table assignment_items (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  assignment_id bigint not null references assignments on delete cascade,
  position int not null,
  kind text not null check (kind in ('chapter', 'lesson', 'test', 'practice', 'code', 'exam', 'handin')),
  -- Text as the teacher sees it in lists; the task of a hand-in.
  title text not null,
  -- What to do, by kind: chapter, lesson, test: chapter_id; practice: curriculum_id and perhaps chapter_id; code:
  -- question_id; exam: exam_id; handin: nothing.
  curriculum_id bigint references curricula,
  chapter_id bigint references chapters,
  question_id bigint references questions,
  exam_id bigint references exams,
  -- Number of questions of a practice.
  amount int not null default 0,
  -- Share of the points that a test or program needs to count as done.
  min_percent int not null default 0 check (min_percent between 0 and 100),
  points int not null check (points > 0),
  unique (assignment_id, position)
);

-- Hand-ins: the last one of each student. A graded one can be handed in again; the score then waits again.
create table assignment_submissions (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  item_id bigint not null references assignment_items on delete cascade,
  user_id bigint not null references users on delete cascade,
  text text not null,
  -- [{id, key, name, mime, bytes}]: uid of the upload and the stored file.
  files jsonb not null default '[]',
  submitted_at bigint not null,
  number int not null default 1,
  -- Hundredths of a point of the item; null until it is graded.
  score int,
  comment text not null default '',
  graded_by bigint references users,
  graded_at bigint,
  unique (item_id, user_id)
);
create index assignment_submissions_waiting on assignment_submissions (item_id, submitted_at) where score is null;
create index assignment_submissions_user on assignment_submissions (user_id);

-- Files of hand-ins.
alter table uploads
  drop constraint uploads_purpose_check,
  add constraint uploads_purpose_check
    check (purpose in ('avatar', 'image', 'student-card', 'feedback', 'cs', 'homework'));
