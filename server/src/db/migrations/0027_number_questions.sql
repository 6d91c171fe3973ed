-- 数值题. The list is held against the contract's by server/src/modules/questions/database-types.test.ts.
alter table questions drop constraint questions_type_check;
alter table questions add constraint questions_type_check check (
  type in (
    'single', 'multiple', 'indefinite', 'judge', 'blank', 'short', 'material', 'order', 'match', 'code', 'number'
  )
);
