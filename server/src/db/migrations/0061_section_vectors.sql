-- Vectors of sections for retrieval by meaning; a section is named by its first paragraph.
create table section_vectors (
  seq bigint generated always as identity primary key,
  chapter_id bigint not null references chapters on delete cascade,
  pid text not null,
  model text not null,
  -- Numbers of 32 bits, little-endian; the vector has length 1.
  vector bytea not null,
  unique (chapter_id, model, pid)
);
create index section_vectors_model on section_vectors (model, seq);

-- Revision of a chapter for which its vectors were computed.
create table chapter_vectors (
  chapter_id bigint not null references chapters on delete cascade,
  model text not null,
  revision int not null,
  primary key (chapter_id, model)
);
