-- Modes of a question: guide asks back, why explains a wrong answer, smaller offers an easier question.
alter table ai_turns drop constraint ai_turns_mode_check;
alter table ai_turns add constraint ai_turns_mode_check
  check (mode in ('ask', 'hint', 'guide', 'explain', 'practice', 'why', 'smaller'));

-- What wrote an answer and what it cost; empty and 0 if no model was asked.
alter table ai_turns add column model text not null default '';
alter table ai_turns add column prompt_version text not null default '';
alter table ai_turns add column input_tokens int not null default 0;
alter table ai_turns add column output_tokens int not null default 0;
-- Millionths of a yuan.
alter table ai_turns add column cost_micros bigint not null default 0;
-- Sentences of the model that the server dropped, because no passage carries them, and that it marked.
alter table ai_turns add column dropped int not null default 0;
alter table ai_turns add column marked int not null default 0;

-- Tokens and cost of a day in Shanghai, per user and for the site. A running answer is counted with its maximum.
create table ai_spending (
  user_id bigint not null references users on delete cascade,
  day date not null,
  tokens bigint not null,
  cost_micros bigint not null,
  primary key (user_id, day)
);
create table ai_site_spending (
  day date primary key,
  tokens bigint not null,
  cost_micros bigint not null
);
