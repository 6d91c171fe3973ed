-- Changes with every change of a curriculum's chapters and resources. Servers use it as key of what they cache of them.
alter table curricula add column content_version bigint not null default 1;

create function count_content_change() returns trigger language plpgsql as $$
begin
  update curricula set content_version = content_version + 1 where id in (select curriculum_id from changed);
  return null;
end $$;

create trigger chapters_inserted after insert on chapters referencing new table as changed
  for each statement execute function count_content_change();
create trigger chapters_updated after update on chapters referencing new table as changed
  for each statement execute function count_content_change();
create trigger chapters_deleted after delete on chapters referencing old table as changed
  for each statement execute function count_content_change();
create trigger resources_inserted after insert on resources referencing new table as changed
  for each statement execute function count_content_change();
create trigger resources_updated after update on resources referencing new table as changed
  for each statement execute function count_content_change();
create trigger resources_deleted after delete on resources referencing old table as changed
  for each statement execute function count_content_change();
