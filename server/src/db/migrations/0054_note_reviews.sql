-- Review schedule of notes and highlights, and posts that refer to a question.

-- One row per reviewed card. A card without a row is due a day after it was written.
create table note_reviews (
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
