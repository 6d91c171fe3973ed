-- End of the sale (`published_at` is its start): a job then takes the curriculum off the shelf.
-- `recommended`: place among its kind, before all that have none; null: sorted by score.
alter table curricula
  add column sale_ends_at bigint,
  add column recommended int;
create index curricula_sale_end on curricula (sale_ends_at) where published and sale_ends_at is not null;

-- Sections of the home page that staff compose. All items of a collection have one kind.
create table collections (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid() unique,
  kind text not null check (kind in ('course', 'ebook', 'textbook', 'bank')),
  title text not null,
  note text not null default '',
  position int not null,
  published boolean not null,
  updated_at bigint not null
);

create table collection_items (
  collection_id bigint not null references collections on delete cascade,
  curriculum_id bigint not null references curricula on delete cascade,
  position int not null,
  primary key (collection_id, curriculum_id)
);
