-- State `ended`: the upload's owner is gone or nothing shows the upload. The file is removed first, then the row.
alter table uploads
  drop constraint uploads_state_check,
  add constraint uploads_state_check check (state in ('pending', 'received', 'stored', 'refused', 'ended'));
drop index uploads_expiry;
create index uploads_expiry on uploads (expires_at) where state <> 'stored';
