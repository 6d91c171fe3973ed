-- Drafts and revisions of curricula, drafts of questions, and which values were set in the console.

-- State of a curriculum's sources after an import or a publication. Only the files that changed are stored, so the state
-- of revision n is the newest row of each path up to n. Questions have versions of their own.
create table content_revisions (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  curriculum_id bigint not null references curricula on delete cascade,
  number int not null,
  -- 'files': by an import; 'console': published from a draft; 'start': what was there before the first revision.
  origin text not null check (origin in ('files', 'console', 'start')),
  -- Null for the shell, and after the account was closed.
  created_by bigint references users on delete set null,
  created_at bigint not null,
  note text not null default '',
  unique (curriculum_id, number)
);

create table content_revision_files (
  revision_id bigint not null references content_revisions on delete cascade,
  path text not null,
  -- Both null: the file was removed.
  text text,
  media_key text,
  primary key (revision_id, path)
);

-- One draft per curriculum, shared by its editors.
create table content_drafts (
  curriculum_id bigint primary key references curricula on delete cascade,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by bigint references users on delete set null,
  -- Publication: planned for this time, running, or failed with a report.
  publish_at bigint,
  publish_by bigint references users on delete set null,
  publish_state text check (publish_state in ('planned', 'running', 'failed')),
  progress text not null default '',
  report jsonb
);

create table content_draft_files (
  curriculum_id bigint not null references content_drafts on delete cascade,
  path text not null,
  -- Both null: the file is removed by the draft.
  text text,
  media_key text,
  updated_at bigint not null,
  updated_by bigint references users on delete set null,
  primary key (curriculum_id, path)
);

-- Who has which text open.
create table content_editors (
  curriculum_id bigint not null references curricula on delete cascade,
  user_id bigint not null references users on delete cascade,
  path text not null,
  seen_at bigint not null,
  primary key (curriculum_id, user_id)
);

-- The console changed this file after the last import: an import keeps it unless told otherwise.
alter table source_files add column console_at bigint;

-- Values that staff set in the console; an import keeps them. `target` is `<table> <slug>`.
create table console_fields (
  target text not null,
  field text not null,
  set_at bigint not null,
  set_by bigint references users on delete set null,
  primary key (target, field)
);

-- Text of a question that is not published yet. `question_id` is null for a new question.
create table question_drafts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  curriculum_id bigint not null references curricula on delete cascade,
  slug text not null,
  question_id bigint unique references questions on delete cascade,
  text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by bigint references users on delete set null,
  unique (curriculum_id, slug)
);

-- Publications of questions in the console: who made which version when. Imports leave no row.
create table question_edits (
  id bigint generated always as identity primary key,
  question_id bigint not null references questions on delete cascade,
  version_id bigint not null references question_versions,
  action text not null check (action in ('publish', 'restore', 'retire', 'revive', 'tags', 'move')),
  edited_by bigint references users on delete set null,
  edited_at bigint not null
);
create index question_edits_question on question_edits (question_id, id);
