-- Files that staff upload in parts; a broken upload continues where it stopped.
create table content_uploads (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  curriculum_id bigint not null references curricula on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- Name, size and time of change as the browser knows them: the same file continues.
  mark text not null,
  bytes bigint not null,
  received bigint not null default 0,
  parts int not null default 0,
  updated_at bigint not null,
  unique (curriculum_id, user_id, mark)
);
