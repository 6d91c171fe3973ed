-- Conversations with the study assistant. A turn is a question with its answer.
create table ai_conversations (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users on delete cascade,
  title text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index ai_conversations_user on ai_conversations (user_id, updated_at desc, uid desc);

create table ai_turns (
  id bigint generated always as identity primary key,
  -- Chosen by the client, so that a question sent twice is answered once.
  uid uuid not null unique,
  conversation_id bigint not null references ai_conversations on delete cascade,
  mode text not null check (mode in ('ask', 'hint', 'explain', 'practice')),
  question text not null,
  quote text not null,
  -- Text for which content was searched; a hint or explanation continues with the same text.
  topic text not null,
  -- {passage, questionId} as the user asked, for a retry.
  about jsonb not null default '{}',
  answer text not null default '',
  html text not null default '',
  sources jsonb not null default '[]',
  held boolean not null default true,
  generated boolean not null default false,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
  created_at bigint not null,
  started_at bigint not null
);
create index ai_turns_conversation on ai_turns (conversation_id, id);

-- Number of questions that a user has asked per day in Shanghai.
create table ai_quota (
  user_id bigint not null references users on delete cascade,
  day date not null,
  used int not null,
  primary key (user_id, day)
);

-- Text by which search finds questions: stems and options of the current version, never the right answers.
create table question_texts (
  question_id bigint primary key references questions on delete cascade,
  version_id bigint not null,
  text text not null,
  grams tsvector not null
);
create index question_texts_grams on question_texts using gin (grams);
