-- Format in which the file is read: chosen by staff, or recognised by the check.
alter table question_imports add column format text;
