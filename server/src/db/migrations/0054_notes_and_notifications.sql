-- Review schedule of notes and highlights, posts that refer to a question, and what users want to be told.

-- One row per reviewed card. A card without a row is due a day after it was written.
create table note_reviews (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  highlight_id bigint references highlights on delete cascade,
  post_id bigint references posts on delete cascade,
  -- State of the review schedule; see modules/questions/schedule.ts.
  due_at bigint not null,
  stability double precision not null,
  hardness double precision not null,
  reviews int not null,
  lapses int not null,
  reviewed_at bigint not null,
  check (num_nonnulls(highlight_id, post_id) = 1)
);
create unique index note_reviews_highlight on note_reviews (highlight_id) where highlight_id is not null;
create unique index note_reviews_post on note_reviews (post_id) where post_id is not null;
create index note_reviews_user on note_reviews (user_id);

-- The question that a discussion or note was written to; its chapter is the chapter of the question.
alter table posts add column question_id bigint references questions;
create index posts_question on posts (question_id, kind, created_at desc, uid desc) where question_id is not null;

-- What a user wants to be told. A user without a row gets everything but the daily reminder.
create table notification_settings (
  user_id bigint primary key references users on delete cascade,
  -- Likes and replies.
  social boolean not null default true,
  -- Minute of the day in Shanghai at which a user who has not studied yet is reminded; null for never.
  remind_minute int check (remind_minute between 0 and 1439),
  reminded_at bigint
);
create index notification_settings_remind on notification_settings (remind_minute) where remind_minute is not null;
