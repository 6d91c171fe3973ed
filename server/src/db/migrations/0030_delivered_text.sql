-- Which characters of a chapter's text were sent: paragraph * 100000 + character; unbounded for the whole text, which is
-- also what a previous build records.
alter table deliveries add column text int4multirange not null default '{(,)}';
