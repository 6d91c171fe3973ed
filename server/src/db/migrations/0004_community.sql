-- Posts, likes, favourites, history and progress of learners; additional columns for search.

alter table curricula
  -- Number of ratings with one to five stars, updated with each comment.
  add column ratings int[] not null default '{0,0,0,0,0}' check (array_length(ratings, 1) = 5),
  -- Price after discount, rounded half up like contract/src/rules/amount.ts.
  add column pay_cents int not null generated always as (floor((price_cents * discount_percent * 100 + 5000) / 10000)::int) stored;

-- Normalised for search: width and case of letters do not matter.
alter table search_documents
  add column folded_title text not null generated always as (lower(normalize(title, NFKC))) stored,
  add column folded_body text not null generated always as (lower(normalize(body, NFKC))) stored;
create index search_documents_initials on search_documents using gin (array_to_tsvector(array_remove(initials, '')));

-- Short code that may be printed for a chapter; must give the same result as printedCode in base/stable-ids.ts.
create function printed_code(uid uuid) returns text language sql immutable parallel safe as $$
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + (get_byte(h, 2 * i) * 256 + get_byte(h, 2 * i + 1)) % 31, 1), '' order by i)
  from (select sha256(('printed ' || uid)::bytea) as h) as hashed, generate_series(0, 7) as i
$$;
create index chapters_code on chapters (printed_code(uid));

-- Comments on a curriculum, discussions and notes in a chapter, and replies to all three.
create table posts (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  kind text not null check (kind in ('comment', 'discuss', 'note', 'reply')),
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  chapter_id bigint references chapters,
  -- For replies: the post above, and the addressee if the reply answers another reply.
  parent_id bigint references posts on delete cascade,
  to_user_id bigint references users on delete set null,
  text text not null,
  -- [{id, key}]: uid of the upload and key of the stored file.
  images jsonb not null default '[]',
  stars smallint check (stars between 1 and 5),
  -- Only notes may be private.
  public boolean not null default true,
  -- The paragraph that the post refers to, by the id that survives edits.
  pid text not null default '',
  quote text not null default '',
  locator jsonb,
  seconds int,
  colour text not null default '',
  created_at bigint not null,
  edited_at bigint,
  check ((kind = 'comment') = (stars is not null)),
  check ((kind = 'reply') = (parent_id is not null)),
  check (kind not in ('discuss', 'note') or chapter_id is not null),
  check (public or kind = 'note')
);
create unique index posts_one_comment on posts (user_id, curriculum_id) where kind = 'comment';
create index posts_comments on posts (curriculum_id, created_at desc, uid desc) where kind = 'comment';
create index posts_chapter on posts (chapter_id, kind, created_at desc, uid desc);
create index posts_replies on posts (parent_id, created_at, uid) where kind = 'reply';
create index posts_user on posts (user_id, kind, created_at desc, uid desc);

create table likes (
  post_id bigint not null references posts on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- A withdrawn like stays as an inactive row, so that a new like does not notify the author again.
  active boolean not null,
  created_at bigint not null,
  primary key (post_id, user_id)
);
create index likes_user on likes (user_id);

create table reports (
  id bigint generated always as identity primary key,
  -- Null after the post was deleted; the reported text stays for staff to decide.
  post_id bigint references posts on delete set null,
  user_id bigint not null references users on delete cascade,
  reason text not null,
  text text not null,
  created_at bigint not null,
  unique (post_id, user_id)
);
create index reports_user on reports (user_id);

create table favourites (
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  created_at bigint not null,
  primary key (user_id, curriculum_id)
);
create index favourites_curriculum on favourites (curriculum_id);

create table browse_records (
  user_id bigint not null references users on delete cascade,
  curriculum_id bigint not null references curricula,
  viewed_at bigint not null,
  primary key (user_id, curriculum_id)
);
create index browse_records_newest on browse_records (user_id, viewed_at desc);

-- Progress of a learner in each chapter.
create table progress (
  user_id bigint not null references users on delete cascade,
  chapter_id bigint not null references chapters,
  curriculum_id bigint not null references curricula,
  percent int not null default 0 check (percent between 0 and 100),
  -- Position in a video.
  seconds int not null default 0,
  -- Position in a text.
  position jsonb,
  done_at bigint,
  updated_at bigint not null,
  primary key (user_id, chapter_id)
);
create index progress_newest on progress (user_id, updated_at desc);
create index progress_curriculum on progress (user_id, curriculum_id);

-- Events by day. A visitor is a user (`user 7`) or a hashed IP address; nothing else identifies the visitor.
create table events (
  id bigint generated always as identity primary key,
  day date not null,
  name text not null,
  visitor text not null,
  platform text not null,
  page text not null,
  value text not null,
  at bigint not null
);
create index events_day on events (day, name);
create index events_visitor on events (visitor);
