-- Search by words, signs, single characters, and what a chapter is about. The tokens are computed by the program
-- (modules/search/index-document.ts); rows of an older version are computed again by a job.
alter table search_documents
  -- Title without number and spaces, as people say it.
  add column name text not null default '',
  -- A: title, B: headings and tags, C: emphasised names, summaries, D: repeated words, code, other text.
  add column words tsvector not null default '',
  -- Names that occur in it: what it is found by if its text may not be read.
  add column terms text[] not null default '{}',
  add column indexed smallint not null default 0;
create index search_documents_words on search_documents using gin (words);
create index search_documents_stale on search_documents (indexed);

-- All terms ever mined, for pinyin, initials and corrections. A term leads to a search, never to a text by itself.
create table search_terms (
  term text primary key,
  -- Letters of its pinyin: shujujiegou, sjjg, and without zh/z, ng/n.
  spelled text not null,
  initials text not null,
  blurred text not null,
  -- Characters, or pairs of letters: what a mistyped form still shares.
  pieces text[] not null,
  -- 3: of a title, 2: heading or emphasised, 1: repeated word.
  weight smallint not null
);
create index search_terms_spelled on search_terms (spelled text_pattern_ops);
create index search_terms_initials on search_terms (initials text_pattern_ops);
create index search_terms_blurred on search_terms (blurred);
create index search_terms_pieces on search_terms using gin (pieces);
