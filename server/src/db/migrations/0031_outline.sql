-- Outline: headings and table-of-contents entries inside a chapter, [{ title, depth, pid }].
alter table chapters add column outline jsonb not null default '[]';
