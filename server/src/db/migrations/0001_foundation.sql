-- Conventions: times are Unix seconds (*_at, bigint); `id` is used inside the server, `uid` in the API.
-- Rows of a user are deleted with the user only if they are useless without the user.

create table users (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  nickname text not null,
  avatar text,
  mobile text unique,
  password_hash text,
  student_status text not null default 'none' check (student_status in ('none', 'pending', 'passed', 'rejected')),
  created_at bigint not null,
  closed_at bigint
);

create table sessions (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  device text not null,
  platform text not null,
  ip text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table idempotency (
  user_id bigint not null references users on delete cascade,
  path text not null,
  key uuid not null,
  body_hash bytea not null,
  -- Null only until the call's own transaction commits, so that other transactions never see null.
  reply jsonb,
  created_at bigint not null,
  primary key (user_id, path, key)
);
create index idempotency_age on idempotency (created_at);

create table rate_counters (
  name text not null,
  subject text not null,
  window_start bigint not null,
  count int not null,
  primary key (name, subject, window_start)
);
create index rate_counters_age on rate_counters (window_start);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at bigint not null,
  attempts int not null default 0,
  locked_until bigint,
  last_error text,
  unique_key text,
  -- For people who inspect the table. Nothing depends on it, so the database's own time is good enough.
  created_at bigint not null default extract(epoch from clock_timestamp())::bigint,
  failed_at bigint
);
create unique index jobs_unique_key on jobs (unique_key) where failed_at is null;
create index jobs_due on jobs (run_at) where failed_at is null;

-- Every item that is sold or studied: course, e-book, textbook, question bank.
create table curricula (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  kind text not null check (kind in ('course', 'ebook', 'textbook', 'bank')),
  slug text not null,
  title text not null,
  price_cents int not null default 0,
  discount_percent numeric(5, 2) not null default 100 check (discount_percent between 0 and 100),
  published boolean not null default true,
  created_at bigint not null,
  unique (kind, slug)
);

create table entitlements (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  curriculum_id bigint not null references curricula,
  source text not null,
  created_at bigint not null,
  revoked_at bigint
);
create unique index entitlements_current on entitlements (user_id, curriculum_id) where revoked_at is null;

create table messages (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('system', 'order', 'study', 'social')),
  title text not null,
  body text not null,
  link text not null default '',
  created_at bigint not null,
  read_at bigint
);
create index messages_newest on messages (user_id, id desc);
create index messages_unread on messages (user_id, kind) where read_at is null;

create table categories (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  slug text not null unique,
  title text not null,
  icon text not null,
  colour text not null,
  link text not null,
  position int not null
);

create table banners (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  slug text not null unique,
  title text not null,
  subtitle text not null,
  action text not null,
  image text,
  colour text not null,
  link text not null,
  html text not null,
  position int not null,
  starts_at bigint,
  ends_at bigint
);

create table agreements (
  id int primary key,
  title text not null,
  html text not null,
  updated_at bigint not null
);

create table articles (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  slug text not null unique,
  title text not null,
  summary text not null,
  html text not null,
  published_at bigint not null
);
create index articles_newest on articles (published_at desc, id);

create table app_versions (
  version text primary key,
  notes text not null,
  force boolean not null,
  url text not null,
  published_at bigint not null
);

create table settings (
  key text primary key,
  value jsonb not null
);
