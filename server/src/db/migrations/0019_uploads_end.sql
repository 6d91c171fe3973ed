-- An upload whose owner is gone, or that nothing shows any more: its file is removed first, its row afterwards.
alter table uploads
  drop constraint uploads_state_check,
  add constraint uploads_state_check check (state in ('pending', 'received', 'stored', 'refused', 'ended'));
drop index uploads_expiry;
create index uploads_expiry on uploads (expires_at) where state <> 'stored';
