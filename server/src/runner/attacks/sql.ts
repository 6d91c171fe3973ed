import type { Attack } from './attack'

const numbers = (count: number) => `with recursive n(i) as (select 1 union all select i + 1 from n limit ${count})`

export const sqlAttacks: Attack[] = [
  {
    title: 'cells of invisible characters',
    source: `${numbers(500)} select replace(hex(zeroblob(500)), '0', char(11)) as a, replace(hex(zeroblob(500)), '0', char(11)) as b, replace(hex(zeroblob(500)), '0', char(11)) as c from n`,
    reason: 'output-cut',
    always: true,
  },
  {
    title: 'many columns of invisible characters',
    source: `${numbers(500)} select ${Array.from({ length: 1000 }, (_, n) => `char(11, 11, 11) as c${n}`).join(', ')} from n`,
    reason: 'output-cut',
  },
  {
    title: 'many tables of invisible characters',
    source: `select replace(hex(zeroblob(500)), '0', char(1));`.repeat(700),
    reason: 'output-cut',
  },
  { title: 'column names of control characters', source: `select 1 as "${'\u0001'.repeat(60_000)}"` },
  { title: 'message of control characters', source: `select * from "${'\u0001'.repeat(60_000)}"`, reason: 'error' },
  { title: 'ATTACH of a file', source: "attach '/etc/passwd' as x", reason: 'error' },
  { title: 'ATTACH of a new file', source: "attach 'other.db' as x; create table x.t as select 1", reason: 'error' },
  {
    title: 'ATTACH of the library’s own file',
    source: "attach '/dbfile_0' as x; select * from x.sqlite_master",
    reason: 'error',
  },
  {
    title: 'many ATTACH of memory',
    source: Array.from({ length: 30 }, (_, n) => `attach ':memory:' as m${n};`).join(''),
  },
  { title: 'load_extension', source: "select load_extension('/tmp/x.so', 'init')", reason: 'error' },
  { title: 'readfile, writefile, edit', source: "select readfile('/etc/passwd')", reason: 'error' },
  {
    title: 'fts3_tokenizer, whose result is a pointer',
    source: "select case when fts3_tokenizer('simple') is null then 'none' else 'ESCAPED' end as result",
    reason: 'ok',
  },
  { title: 'VACUUM INTO', source: "vacuum into '/tmp/x.db'", reason: 'error' },
  {
    title: 'endless recursion',
    source: 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c',
    reason: 'timeout',
    slow: true,
  },
  {
    title: 'recursion that keeps everything',
    source:
      'with recursive c(x) as (select zeroblob(100000) union all select x from c) select count(*) from (select x from c order by x)',
    slow: true,
  },
  {
    title: 'recursive trigger',
    source:
      'pragma recursive_triggers = on; create table t (a); create trigger r after insert on t begin insert into t values (new.a + 1); end; insert into t values (1)',
  },
  {
    title: 'recursive view',
    source: 'create view v as select * from w; create view w as select * from v; select * from v',
    reason: 'error',
  },
  { title: 'deep nesting of expressions', source: `select ${'('.repeat(2000)}1${')'.repeat(2000)}` },
  { title: 'long chain of unions', source: `select 1 ${'union all select 1 '.repeat(700)}`, reason: 'error' },
  { title: 'join of everything', source: `${numbers(1000)} select count(*) from n a, n b, n c, n d`, slow: true },
  { title: 'huge blob', source: 'select length(zeroblob(2000000000))', reason: 'error' },
  { title: 'huge string', source: "select length(printf('%.1000000000c', 'x'))" },
  { title: 'huge group_concat', source: `${numbers(1000000)} select length(group_concat(hex(zeroblob(1000)))) from n` },
  { title: 'huge table', source: `create table t as ${numbers(100000000)} select i, hex(randomblob(100)) as r from n` },
  {
    title: 'LIKE that backtracks',
    source: "select replace(hex(zeroblob(20000)), '0', 'a') like '%a%a%a%a%a%a%a%a%a%b'",
    slow: true,
  },
  {
    title: 'GLOB of great length',
    source: "select 'a' glob replace(hex(zeroblob(40000)), '0', '*a')",
    reason: 'error',
  },
  {
    title: 'raised heap limit',
    source: `pragma hard_heap_limit = 0; pragma soft_heap_limit = 0; create table t as ${numbers(100000)} select zeroblob(100000) as z from n`,
  },
  {
    title: 'pragmas that write',
    source:
      "pragma writable_schema = on; insert into sqlite_master values ('table', '__proto__', '__proto__', 0, 'create table __proto__(constructor)'); pragma integrity_check",
  },
  {
    title: 'names of prototypes',
    source:
      'create table __proto__ (constructor, prototype, "__proto__"); insert into __proto__ values (1, 2, 3); select constructor, prototype, "__proto__" from __proto__',
    reason: 'ok',
  },
  {
    title: 'temporary directory',
    source: "pragma temp_store_directory = '/tmp'; pragma temp_store = file; create temp table t as select 1",
  },
  {
    title: 'journal and locking modes',
    source: 'pragma journal_mode = wal; pragma locking_mode = exclusive; begin exclusive; select 1',
  },
  { title: 'unfinished transaction', source: 'begin; create table t (a); insert into t values (1)', reason: 'ok' },
  {
    title: 'setup of great size',
    source: 'select count(*) from t',
    setup: `create table t (a); ${'insert into t values (1); select * from t; '.repeat(4000)}`,
  },
  { title: 'setup that fails', source: 'select 1', setup: 'select * from nothing', reason: 'error' },
  {
    title: 'setup that collects everything',
    source: 'select 1',
    setup: `${numbers(2000000)} select hex(zeroblob(200)) from n`,
  },
]
