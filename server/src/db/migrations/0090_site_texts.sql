-- Drafts and revisions of articles, help and the pages of banners.

-- Text that staff write. The row is created with the first edit in the console and stays after a publication.
create table site_drafts (
  id bigint generated always as identity primary key,
  section text not null check (section in ('articles', 'help', 'banners')),
  slug text not null,
  -- Null: the published text is not changed. Else title, summary, time, category, text and pictures by name.
  draft jsonb,
  updated_at bigint not null,
  updated_by bigint references users on delete set null,
  -- Deleted in the console; the last revision is what was deleted.
  deleted_at bigint,
  unique (section, slug)
);

-- State of a text after each publication. Each row is complete, because a text is small.
create table site_revisions (
  id bigint generated always as identity primary key,
  section text not null check (section in ('articles', 'help', 'banners')),
  slug text not null,
  number int not null,
  -- 'files': by an import; 'console': published here; 'start': what was there before the first revision.
  origin text not null check (origin in ('files', 'console', 'start')),
  content jsonb not null,
  created_by bigint references users on delete set null,
  created_at bigint not null,
  note text not null default '',
  unique (section, slug, number)
);
