-- Conversations of users with customer service, and feedback.

-- One conversation per user. `read_at` is set when the other side reads a message: staff for users' messages, users for
-- those of staff.
create table cs_messages (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  sender text not null check (sender in ('user', 'staff')),
  text text not null,
  -- [{id, key}]: uid of the upload and key of the stored file.
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

-- For lists of one kind of messages, newest first.
create index messages_kind on messages (user_id, kind, created_at desc, uid desc);
