-- Files of questions that staff upload: checked by a job, and imported by another one when staff decide to.
create table question_imports (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  curriculum_id bigint not null references curricula on delete cascade,
  created_by bigint references users on delete set null,
  created_at bigint not null,
  name text not null,
  -- Key of the file in the storage; null after the import.
  file_key text,
  chapter text,
  state text not null check (state in ('checking', 'checked', 'importing', 'done', 'failed')),
  accepted int not null default 0,
  refused int not null default 0,
  -- Rejected items and warnings with their lines.
  report jsonb not null default '[]'
);
create index question_imports_curriculum on question_imports (curriculum_id, id);
