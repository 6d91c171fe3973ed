-- Weights of a gradebook by term: those of an old term stay when the next one is weighed differently.

alter table gradebooks
  drop constraint gradebooks_pkey,
  add column id bigint generated always as identity primary key,
  -- Null: all terms without settings of their own.
  add column term_id bigint references terms on delete cascade,
  add constraint gradebooks_class_term unique nulls not distinct (class_id, term_id);
