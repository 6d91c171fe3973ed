-- Practices whose questions are chosen one at a time from the answers before: 智能练习 and 诊断.
alter table practices
  drop constraint practices_mode_check,
  add constraint practices_mode_check
    check (mode in ('chapter', 'type', 'random', 'wrong', 'due', 'favourite', 'adaptive', 'diagnosis')),
  -- Number of questions when it is complete; null if version_ids has all of them from the start.
  add column planned int;
