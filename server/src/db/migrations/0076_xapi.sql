-- Statements about the learning of a school's students (xAPI), for the learning record store of the school.

create table xapi_stores (
  school_id bigint primary key references schools on delete cascade,
  -- Address of the store's xAPI endpoint, without /statements.
  url text not null,
  username text not null,
  -- Encrypted; see base/sealed-secret.ts.
  password bytea,
  enabled boolean not null,
  -- Learning until this time has become statements.
  collected_until bigint not null,
  updated_at bigint not null
);

-- Statements that wait to be sent. Sent ones are deleted.
create table xapi_statements (
  id uuid primary key,
  school_id bigint not null references xapi_stores on delete cascade,
  user_id bigint not null references users on delete cascade,
  body jsonb not null,
  created_at bigint not null,
  -- Null if the store refused it for good, or after the last retry.
  due_at bigint,
  failures int not null default 0,
  last_error text not null default ''
);
create index xapi_statements_due on xapi_statements (due_at) where due_at is not null;
create index xapi_statements_user on xapi_statements (user_id);
create index xapi_statements_age on xapi_statements (created_at);
