-- Programs that users typed into code cells. A cell is identified by its page.
create table code_drafts (
  user_id bigint not null references users on delete cascade,
  cell text not null,
  language text not null,
  source text not null,
  updated_at bigint not null,
  primary key (user_id, cell)
);
create index code_drafts_age on code_drafts (user_id, updated_at);

-- Earlier versions of a draft, one for each period of typing; only the newest of each cell are kept.
create table code_history (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  cell text not null,
  language text not null,
  source text not null,
  started_at bigint not null,
  updated_at bigint not null
);
create index code_history_cell on code_history (user_id, cell, id);
create index code_history_user on code_history (user_id, id);
