-- How the session began: the console opens only after a password or a code. Empty for sessions of earlier versions.
alter table sessions add column login_by text not null default '';
