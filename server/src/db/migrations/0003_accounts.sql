alter table users
  add column gender text not null default 'unknown' check (gender in ('unknown', 'male', 'female')),
  -- yyyy-mm-dd
  add column birthday text,
  add column location text not null default '',
  add column bio text not null default '',
  add column show_school boolean not null default false,
  -- When the account will be erased, unless its owner logs in before.
  add column cancel_at bigint;

-- Codes sent by SMS, kept for two days because limits count them. If a number has no account, no code is sent and the
-- row has a hash that matches no code, so that the response does not reveal whether the account exists.
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

-- Proofs, such as of a mobile number, that the next step of a login or change uses once.
create table tickets (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('change', 'find', 'cancel', 'merge-wechat')),
  user_id bigint references users on delete cascade,
  -- The mobile number or the WeChat identity that was proven.
  proof jsonb not null,
  expires_at bigint not null
);
create index tickets_expiry on tickets (expires_at);

-- Logins by QR code: a browser waits until a phone confirms.
create table qr_logins (
  uid uuid primary key default gen_random_uuid(),
  -- Hash of a secret that only the waiting browser knows.
  secret_hash bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'refused', 'used')),
  -- The user who scanned the QR code; only this user may confirm.
  user_id bigint references users on delete cascade,
  device text not null,
  platform text not null,
  ip text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index qr_logins_expiry on qr_logins (expires_at);

-- A person has one openid per WeChat app; rows with the same unionid belong to the same person.
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

-- Access tokens of external services, shared by all servers.
create table service_tokens (
  name text primary key,
  value text not null,
  expires_at bigint not null
);

create table student_applications (
  user_id bigint primary key references users on delete cascade,
  uid uuid not null default gen_random_uuid() unique,
  -- A school with content on this site, or a university of the national list, by its code.
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
