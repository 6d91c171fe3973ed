-- Login by the campus account of a school (CAS or OpenID Connect), and how a school uses its roster.

-- How name and number that match the roster count. instant: the student passes at once. confirm: they do not, staff
-- review the student card. Null: confirm in production, instant elsewhere.
alter table schools add column roster_match text check (roster_match in ('instant', 'confirm'));
-- Whether the console has set it, so that an import keeps it.
alter table schools add column roster_match_at bigint;

create table campus_logins (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  school_id bigint not null unique references schools on delete cascade,
  kind text not null check (kind in ('cas', 'oidc')),
  enabled boolean not null,
  -- Address of the CAS server, or the issuer of OpenID Connect.
  url text not null,
  client_id text not null,
  -- Encrypted; see base/sealed-secret.ts.
  client_secret bytea,
  -- Names of the attribute (CAS) or claim (OpenID Connect) with student number and name; '' is the user's id.
  number_field text not null,
  name_field text not null,
  updated_at bigint not null
);

-- A campus account that belongs to a user. Also users of LTI platforms, whose issuer is the platform.
create table campus_identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  school_id bigint not null references schools on delete cascade,
  issuer text not null,
  subject text not null,
  student_no text not null default '',
  name text not null default '',
  created_at bigint not null,
  last_login_at bigint not null,
  unique (issuer, subject, school_id)
);
create unique index campus_identities_user on campus_identities (user_id, school_id, issuer);
create index campus_identities_school on campus_identities (school_id);

-- Logins that a browser has started. A row is used once.
create table campus_requests (
  state_hash bytea primary key,
  -- Hash of a secret that only the browser knows which started the login.
  secret_hash bytea not null,
  login_id bigint not null references campus_logins on delete cascade,
  -- User who binds a campus account; null for a login.
  user_id bigint references users on delete cascade,
  redirect text not null,
  nonce text not null,
  verifier text not null,
  expires_at bigint not null
);
create index campus_requests_expiry on campus_requests (expires_at);

-- Whether a campus account has proved the student; such an authentication moves with the campus account.
alter table student_applications add column by_campus boolean not null default false;

alter table tickets drop constraint tickets_purpose_check;
alter table tickets add constraint tickets_purpose_check
  check (purpose in ('change', 'find', 'cancel', 'merge-wechat', 'campus', 'merge-campus'));
