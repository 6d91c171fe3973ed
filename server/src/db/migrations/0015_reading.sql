-- Highlights and bookmarks. Every change gets the next number, so that a device can ask for what it has not seen; what
-- was removed stays as an empty row, so that other devices learn of it.
create sequence highlight_changes;
create table highlights (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Made by the device, and so unique within a user only.
  uid uuid not null,
  curriculum_id bigint not null references curricula,
  chapter_id bigint not null references chapters,
  mark text not null check (mark in ('yellow', 'green', 'blue', 'pink', 'purple', 'underline', 'bookmark')),
  note text not null,
  -- As the user marked it: quote and context.
  locator jsonb not null,
  -- Where that is in this revision of the chapter, and how sure it is.
  place jsonb not null,
  revision int not null,
  state text not null check (state in ('sure', 'unsure', 'lost')),
  created_at bigint not null,
  -- When the user changed it last, by their device.
  edited_at bigint not null,
  removed boolean not null default false,
  change bigint not null default nextval('highlight_changes'),
  unique (user_id, uid)
);
-- So that a restored database goes on counting.
alter sequence highlight_changes owned by highlights.change;
create index highlights_change on highlights (user_id, change);
create index highlights_chapter on highlights (user_id, chapter_id) where not removed;
create index highlights_curriculum on highlights (user_id, curriculum_id, edited_at desc) where not removed;

-- Where somebody stopped a film or recording of a book.
create table resource_positions (
  user_id bigint not null references users on delete cascade,
  resource_id bigint not null references resources,
  seconds int not null,
  updated_at bigint not null,
  primary key (user_id, resource_id)
);
