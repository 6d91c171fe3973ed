alter table users
  add column gender text not null default 'unknown' check (gender in ('unknown', 'male', 'female')),
  -- yyyy-mm-dd
  add column birthday text,
  add column location text not null default '',
  add column bio text not null default '',
  add column show_school boolean not null default false,
  -- When the account will be erased, unless its owner comes back before.
  add column cancel_at bigint;

-- Codes sent by SMS, kept for two days since the limits count them. One that was sent to nobody has a hash that no code
-- has, so that asking for a number without an account looks the same from outside.
create table codes (
  id bigint generated always as identity primary key,
  mobile text not null,
  scene text not null check (scene in ('login', 'bind', 'change', 'find', 'cancel')),
  code_hash bytea not null,
  guesses int not null default 0,
  created_at bigint not null,
  used_at bigint
);
create index codes_mobile on codes (mobile, created_at);
create index codes_age on codes (created_at);

-- What somebody has proven, to be used once in the next step.
create table tickets (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('change', 'find', 'cancel', 'merge-wechat')),
  user_id bigint references users on delete cascade,
  -- The number or the WeChat identity that was proven.
  proof jsonb not null,
  expires_at bigint not null
);
create index tickets_expiry on tickets (expires_at);

-- A browser that waits to be let in by a phone.
create table qr_logins (
  uid uuid primary key default gen_random_uuid(),
  -- Only the browser that asked knows it.
  secret_hash bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'refused', 'used')),
  -- Who scanned; nobody else may confirm.
  user_id bigint references users on delete cascade,
  device text not null,
  platform text not null,
  ip text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index qr_logins_expiry on qr_logins (expires_at);

-- One person may have an openid per app of ours; unionid tells that they belong together.
create table wechat_identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  app_id text not null,
  openid text not null,
  unionid text,
  nickname text not null default '',
  created_at bigint not null,
  unique (app_id, openid)
);
create index wechat_identities_user on wechat_identities (user_id);
create index wechat_identities_unionid on wechat_identities (unionid) where unionid is not null;

-- Tokens of outside services, shared by all servers.
create table service_tokens (
  name text primary key,
  value text not null,
  expires_at bigint not null
);

create table student_applications (
  user_id bigint primary key references users on delete cascade,
  uid uuid not null default gen_random_uuid() unique,
  -- A school that publishes here, or one of the national list by its code.
  school_id bigint references schools,
  university_code text,
  school_name text not null,
  class_id bigint references classes,
  class_name text not null,
  student_no text not null,
  name text not null,
  photo_id bigint references uploads on delete set null,
  submitted_at bigint not null,
  reviewed_at bigint,
  reason text not null default '',
  check ((school_id is null) <> (university_code is null))
);
create index student_applications_waiting on student_applications (submitted_at) where reviewed_at is null;
create index student_applications_class on student_applications (class_id);
