-- Work on uploaded content that takes longer than a request: reading a book, a document or an archive into a draft, and
-- converting a video for streaming.
create table content_tasks (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  curriculum_id bigint not null references curricula on delete cascade,
  -- Null after the account was closed.
  created_by bigint references users on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  kind text not null check (kind in ('file', 'video')),
  -- Name of the uploaded file, or path of the video in the draft.
  name text not null,
  -- Key of the uploaded file in the storage; null when it is no longer needed.
  file_key text,
  -- Section after which a document is inserted, or lesson of the video.
  slug text,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  progress text not null default '',
  -- Losses and problems with their files and lines.
  report jsonb not null default '[]'
);
create index content_tasks_curriculum on content_tasks (curriculum_id, id);
-- One unfinished task of a kind per curriculum and name.
create unique index content_tasks_unfinished on content_tasks (curriculum_id, kind, name) where state in ('waiting', 'running');
