-- Gradebook of a class. Scores come from homework and exams; only weights and overrides are stored.
create table gradebooks (
  class_id bigint primary key references classes on delete cascade,
  -- {homework, test, exam}: {weight, drop}: share of the total, and how many of the lowest scores do not count.
  settings jsonb not null,
  updated_at bigint not null
);

create table gradebook_overrides (
  id bigint generated always as identity primary key,
  class_id bigint not null references classes on delete cascade,
  -- One of the two: the column that is overridden.
  assignment_id bigint references assignments on delete cascade,
  exam_id bigint references exams on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- Hundredths of a percent.
  score int not null check (score between 0 and 10000),
  -- The student sees it.
  reason text not null,
  created_by bigint not null references users,
  created_at bigint not null,
  check ((assignment_id is null) <> (exam_id is null)),
  unique nulls not distinct (class_id, assignment_id, exam_id, user_id)
);
create index gradebook_overrides_user on gradebook_overrides (user_id);
