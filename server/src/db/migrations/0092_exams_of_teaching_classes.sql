-- Exams and messages reach teaching classes; single students may get more time for homework.

-- Every class of a student with an application: the home class and teaching classes of the same school. `since` is when
-- the student came into the class.
create view student_classes as
  select a.user_id, a.class_id, a.school_id, coalesce(a.reviewed_at, 0) as since
  from student_applications a where a.class_id is not null
  union all
  select a.user_id, m.class_id, a.school_id, greatest(coalesce(a.reviewed_at, 0), m.added_at)
  from student_applications a join rosters r on r.claimed_by = a.user_id and r.school_id = a.school_id
    join class_members m on m.roster_id = r.id and m.class_id is distinct from a.class_id;

-- Students of an exam, each once, with the class that counts: the home class, otherwise the first teaching class. Written
-- without `distinct`, so that a search by exam and student needs no sort: starting an exam reads it.
create view exam_candidates as
  select k.exam_id, a.user_id, k.class_id, coalesce(a.reviewed_at, 0) as since
  from exam_classes k join exams e on e.id = k.exam_id
    join student_applications a on a.class_id = k.class_id and a.school_id = e.school_id
  union all
  select k.exam_id, a.user_id, k.class_id, greatest(coalesce(a.reviewed_at, 0), m.added_at)
  from exam_classes k join exams e on e.id = k.exam_id
    join class_members m on m.class_id = k.class_id
    join rosters r on r.id = m.roster_id and r.school_id = e.school_id
    join student_applications a on a.user_id = r.claimed_by and a.school_id = e.school_id
  where not exists (select from exam_classes o where o.exam_id = k.exam_id and o.class_id = a.class_id)
    and not exists (select from class_members n join exam_classes o on o.class_id = n.class_id
      where n.roster_id = m.roster_id and o.exam_id = k.exam_id and n.class_id < m.class_id);

-- More time for one student. The later of this and the assignment's end counts.
create table assignment_extensions (
  assignment_id bigint not null references assignments on delete cascade,
  user_id bigint not null references users on delete cascade,
  due_at bigint not null,
  -- The student sees it.
  reason text not null,
  created_by bigint not null references users,
  created_at bigint not null,
  reminded_at bigint,
  primary key (assignment_id, user_id)
);
create index assignment_extensions_user on assignment_extensions (user_id);
create index assignment_extensions_due on assignment_extensions (due_at) where reminded_at is null;
