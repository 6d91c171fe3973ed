-- Content imported from files. Slugs identify it; uids are derived from slugs.

create table subjects (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  slug text not null unique,
  name text not null,
  colour text not null,
  position int not null
);

-- A stored file, or a folder of files that belong together (a streamed video). The key is derived from the bytes.
create table media (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  key text not null unique,
  kind text not null check (kind in ('image', 'video', 'audio', 'file')),
  mime text not null,
  bytes bigint not null,
  sha256 bytea not null,
  width int,
  height int,
  duration_seconds numeric(10, 3),
  -- Widths of the smaller versions of an image.
  sizes int[] not null default '{}',
  poster_id bigint references media,
  created_at bigint not null
);

create table teachers (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  slug text not null unique,
  name text not null,
  title text not null,
  intro_html text not null,
  avatar_id bigint references media,
  position int not null
);

create table schools (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  slug text not null unique,
  name text not null,
  province text not null,
  city text not null,
  address text not null,
  latitude double precision,
  longitude double precision,
  -- Whether the school has a roster, so that students can be verified at once.
  has_roster boolean not null,
  position int not null
);

create table classes (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  school_id bigint not null references schools,
  slug text not null,
  name text not null,
  college text not null,
  year int not null,
  position int not null,
  unique (school_id, slug)
);

create table rosters (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  class_id bigint not null references classes,
  student_no text not null,
  name text not null,
  -- Each roster entry can be claimed once.
  claimed_by bigint references users on delete set null,
  claimed_at bigint,
  unique (school_id, student_no)
);
create unique index rosters_claim on rosters (claimed_by) where claimed_by is not null;
create index rosters_class on rosters (class_id);

create table help_categories (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  slug text not null unique,
  title text not null,
  position int not null
);

create table help_articles (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  category_id bigint not null references help_categories on delete cascade,
  slug text not null unique,
  title text not null,
  html text not null,
  plain text not null,
  position int not null
);
create index help_articles_category on help_articles (category_id, position);

alter table curricula
  add column subtitle text not null default '',
  add column subject_id bigint references subjects,
  add column teacher_id bigint references teachers,
  add column author text not null default '',
  add column summary text not null default '',
  add column intro_html text not null default '',
  -- Null if the client draws the cover.
  add column cover_id bigint references media,
  add column tags text[] not null default '{}',
  -- Totals of the content that can be read and watched now.
  add column word_count int not null default 0,
  add column minutes int not null default 0,
  add column chapter_count int not null default 0,
  add column duration_seconds int not null default 0,
  -- Number of learners; the imported files give only its first value.
  add column learners int not null default 0,
  add column published_at bigint not null default 0,
  add column updated_at bigint not null default 0,
  -- Hashes of everything the importer wrote, and of the files it was imported from.
  add column content_hash bytea,
  add column source_hash bytea;
create index curricula_newest on curricula (kind, published_at desc, id) where published;
create index curricula_subject on curricula (subject_id);
create index curricula_teacher on curricula (teacher_id);

create table related_curricula (
  curriculum_id bigint not null references curricula on delete cascade,
  position int not null,
  -- Refers to a curriculum by name, because that curriculum may be imported later or not at all.
  kind text not null,
  slug text not null,
  primary key (curriculum_id, position)
);

-- Chapters of all kinds of curricula, as a tree. Rows are never deleted, because learners may have progress in them.
create table chapters (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  curriculum_id bigint not null references curricula,
  parent_id bigint references chapters,
  -- Position in reading order within the whole curriculum.
  position int not null,
  slug text not null,
  title text not null,
  -- `part` has only a title; `expand` is extra reading after the chapter `after_id`.
  kind text not null check (kind in ('part', 'text', 'video', 'expand')),
  after_id bigint references chapters,
  free boolean not null,
  -- The chapter test at the end of a part; questions refer to it by this slug.
  test_slug text,
  html text not null,
  plain text not null,
  word_count int not null,
  minutes int not null,
  duration_seconds int not null,
  video_id bigint references media,
  subtitles_id bigint references media,
  content_hash bytea not null,
  -- Number of changes, so that a client can tell whether its copy is current.
  revision int not null default 1,
  updated_at bigint not null,
  removed_at bigint,
  unique (curriculum_id, slug)
);
create index chapters_order on chapters (curriculum_id, position) where removed_at is null;

-- Blocks of a chapter that highlights and notes can refer to. `pid` survives edits; other tables store it as text
-- without a foreign key.
create table paragraphs (
  chapter_id bigint not null references chapters on delete cascade,
  pid text not null,
  position int not null,
  text text not null,
  grams tsvector not null,
  primary key (chapter_id, pid)
);
create index paragraphs_grams on paragraphs using gin (grams);

create table resources (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  curriculum_id bigint not null references curricula,
  -- The chapter that shows the resource; null if the whole curriculum offers it.
  chapter_id bigint references chapters,
  slug text not null,
  title text not null,
  -- `dataset` is the SQL that runnable cells start from; it is not shown itself.
  kind text not null check (kind in ('video', 'audio', 'file', 'link', 'dataset')),
  media_id bigint references media,
  url text,
  body text,
  name text not null,
  -- Printed in books as a QR code, so it never changes.
  code text not null unique,
  position int not null,
  removed_at bigint,
  unique (curriculum_id, kind, slug)
);
create index resources_chapter on resources (chapter_id);

-- Documents that search can find: curricula, chapters by title, teachers, articles, help.
create table search_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('course', 'ebook', 'textbook', 'bank', 'chapter', 'teacher', 'article', 'help')),
  -- The uid of the item that the document describes.
  target uuid not null unique,
  curriculum_id bigint references curricula on delete cascade,
  title text not null,
  body text not null,
  grams tsvector not null,
  -- Pinyin of the title and names: first letters and full spelling.
  initials text[] not null
);
create index search_documents_grams on search_documents using gin (grams);
create index search_documents_curriculum on search_documents (curriculum_id);

-- Files that content was imported from, kept for export. Without a curriculum, the file belongs to the site.
create table source_files (
  id bigint generated always as identity primary key,
  curriculum_id bigint references curricula on delete cascade,
  path text not null,
  text text,
  media_key text,
  check ((text is null) <> (media_key is null)),
  unique nulls not distinct (curriculum_id, path)
);

-- Files that users upload. They stay in quarantine until they are checked.
create table uploads (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('avatar', 'image', 'student-card', 'feedback', 'cs')),
  name text not null,
  bytes bigint not null,
  state text not null default 'pending' check (state in ('pending', 'received', 'stored', 'refused')),
  -- Why the file was refused, returned if the client asks again.
  error text,
  media_id bigint references media,
  created_at bigint not null,
  expires_at bigint not null
);
create index uploads_user on uploads (user_id, created_at);
create index uploads_expiry on uploads (expires_at) where state in ('pending', 'received');
