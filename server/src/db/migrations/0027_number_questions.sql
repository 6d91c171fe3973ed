-- Adds 数值题. server/src/modules/questions/database-types.test.ts compares this list with the contract.
alter table questions drop constraint questions_type_check;
alter table questions add constraint questions_type_check check (
  type in (
    'single', 'multiple', 'indefinite', 'judge', 'blank', 'short', 'material', 'order', 'match', 'code', 'number'
  )
);
