-- What users and staff say to each other: the conversation with customer service, and feedback.

-- One conversation per user. The other side reads it: staff what users wrote, users what staff wrote.
create table cs_messages (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  sender text not null check (sender in ('user', 'staff')),
  text text not null,
  -- [{id, key}]: the upload's uid and the stored file.
  images jsonb not null default '[]',
  created_at bigint not null,
  read_at bigint
);
create index cs_messages_user on cs_messages (user_id, created_at desc, uid desc);
create index cs_messages_unread on cs_messages (user_id, sender) where read_at is null;

create table opinions (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('bug', 'content', 'idea', 'pay', 'other')),
  text text not null,
  images jsonb not null default '[]',
  contact text not null,
  state text not null default 'waiting' check (state in ('waiting', 'handling', 'answered')),
  answer text not null default '',
  created_at bigint not null,
  answered_at bigint
);
create index opinions_user on opinions (user_id, created_at desc, uid desc);
create index opinions_waiting on opinions (created_at) where state <> 'answered';

-- Lists of one kind, newest first.
create index messages_kind on messages (user_id, kind, created_at desc, uid desc);
