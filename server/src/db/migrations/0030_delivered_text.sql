-- Characters of a chapter's text that were sent, as paragraph * 100000 + character. Unbounded if the whole text was
-- sent, which is also what the previous build records.
alter table deliveries add column text int4multirange not null default '{(,)}';
