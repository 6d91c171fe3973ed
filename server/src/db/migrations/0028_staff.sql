-- Roles of staff. A user may have several; the permissions of each role are in contract/src/staff.ts.
create table staff_grants (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users,
  role text not null,
  scope_kind text not null check (scope_kind in ('site', 'school', 'class', 'curriculum', 'exam')),
  -- Id in the table of `scope_kind`; null for the whole site.
  scope_id bigint,
  created_at bigint not null,
  -- Last time the role was granted; granting it again reactivates a dormant account.
  renewed_at bigint not null,
  -- Null for shell commands.
  granted_by bigint references users,
  ends_at bigint,
  revoked_at bigint,
  revoked_by bigint references users,
  check ((scope_kind = 'site') = (scope_id is null))
);
create unique index staff_grants_live on staff_grants (user_id, role, scope_kind, scope_id)
  nulls not distinct where revoked_at is null;
create index staff_grants_scope on staff_grants (scope_kind, scope_id, role) where revoked_at is null;

-- Second factor and last login of a staff member.
create table staff_accounts (
  user_id bigint primary key references users,
  last_login_at bigint,
  -- Encrypted with the server's secret; stored in `factor_pending` until its first code is entered.
  factor_secret bytea,
  factor_pending bytea,
  factor_confirmed_at bigint,
  -- Time step of the last accepted code; stored because each code is accepted only once.
  factor_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references staff_accounts on delete cascade,
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);

create table console_sessions (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users,
  token_hash bytea not null unique,
  created_at bigint not null,
  seen_at bigint not null,
  ends_at bigint not null,
  factor_at bigint,
  proof_at bigint,
  address text not null,
  agent text not null,
  revoked_at bigint
);
create index console_sessions_user on console_sessions (user_id) where revoked_at is null;
create index console_sessions_end on console_sessions (ends_at);

-- Audit log: changes by staff. Numbered without gaps; each row contains the hash of the previous row.
create table audit (
  id bigint primary key,
  at bigint not null,
  -- Null for shell commands.
  user_id bigint references users,
  -- Roles that gave the permission, separated by commas.
  roles text not null,
  call text not null,
  target_kind text not null,
  target_id text not null,
  target_name text not null,
  -- json, not jsonb, because the hash covers the text as written.
  before json,
  after json,
  reason text not null,
  address text not null,
  request_id text not null,
  previous bytea not null,
  hash bytea not null
);
create index audit_user on audit (user_id, id);
create index audit_call on audit (call, id);
create index audit_target on audit (target_kind, target_id, id);
create index audit_at on audit (at, id);

-- Checkpoints: the hash chain continues after older rows were deleted.
create table audit_checkpoints (
  -- Id and hash of the last deleted row.
  through bigint primary key,
  hash bytea not null,
  at bigint not null
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  -- Allowed on an empty table, because restoring a backup truncates all tables.
  if tg_op = 'TRUNCATE' and not exists (select from audit) then return null; end if;
  -- Rows older than three years may be deleted once a checkpoint replaces them.
  if tg_op = 'DELETE' and tg_table_name = 'audit' then
    if exists (select from audit_checkpoints c where old.id <= c.through and old.at < c.at - 94608000) then
      return old;
    end if;
  end if;
  raise exception 'the audit is append-only';
end $$;

create trigger audit_append_only before update or delete on audit
  for each row execute function refuse_audit_change();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_audit_change();
create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints
  for each row execute function refuse_audit_change();
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints
  for each statement execute function refuse_audit_change();
