-- Search by words, signs, single characters and topics of chapters. modules/search/index-document.ts computes the
-- tokens; a job computes rows of an older version again.
alter table search_documents
  -- Title without number and spaces, as users type it.
  add column name text not null default '',
  -- Weights: A title; B headings and tags; C emphasised names and summaries; D repeated words, code and other text.
  add column words tsvector not null default '',
  -- Names in the document, by which it is found even if the user may not read its text.
  add column terms text[] not null default '{}',
  add column indexed smallint not null default 0;
create index search_documents_words on search_documents using gin (words);
create index search_documents_stale on search_documents (indexed);

-- Terms found in documents, for pinyin, initials and corrections. A term leads to a search, never directly to a text.
create table search_terms (
  term text primary key,
  -- Pinyin of the term (shujujiegou), its initials (sjjg), and pinyin with zh/z and ng/n treated as equal.
  spelled text not null,
  initials text not null,
  blurred text not null,
  -- Characters, or pairs of letters, some of which a mistyped term still contains.
  pieces text[] not null,
  -- 3: from a title, 2: from a heading or emphasised, 1: repeated word.
  weight smallint not null
);
create index search_terms_spelled on search_terms (spelled text_pattern_ops);
create index search_terms_initials on search_terms (initials text_pattern_ops);
create index search_terms_blurred on search_terms (blurred);
create index search_terms_pieces on search_terms using gin (pieces);
