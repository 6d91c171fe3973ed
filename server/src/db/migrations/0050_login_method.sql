-- How the session began: the staff console opens only after a login by password or code. Empty for older sessions.
alter table sessions add column login_by text not null default '';
