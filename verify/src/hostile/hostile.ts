import type { StudentCallName } from '@dxx/contract/calls'
import { fill, type Shape, shapeOf } from '../../../server/src/testing/inputs'

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown

/** Values that our web client never sends. Each is put into one field while the others are valid. */
const poisons: Record<string, unknown> = {
  null: null,
  nothing: '',
  number: 7,
  negative: -1,
  huge: 1e308,
  unsafe: 2 ** 53,
  fraction: 0.1,
  true: true,
  list: [],
  object: {},
  proto: JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  deep: deep(500),
  nul: 'a\0b',
  surrogate: '\ud800',
  long: '长'.repeat(40_000),
  many: Array.from({ length: 5000 }, () => 'x'),
  quote: `'; drop table users; -- " \\ \u202e %00 %s {{7*7}} \${7*7}`,
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  date: '9999-99-99',
  uuid: '00000000-0000-0000-0000-000000000000',
  wild: '%_%',
  spaces: ' \t\u3000\u200b\ufeff ',
}

/** Seconds an injected SQL statement sleeps: longer than any response time limit. */
export const sleepSeconds = 300

/** Strings that break careless programs, for free-text fields. */
const hostileInputs: string[] = [
  'null',
  'undefined',
  'NaN',
  '-Infinity',
  '1e400',
  '0x7fffffffffffffff',
  '99999999999999999999999999',
  '-9223372036854775809',
  '1,000.00',
  '٣٤٥',
  '0012',
  '1970-01-01T00:00:00Z',
  '2027-02-30',
  '-271821-04-19',
  '+275760-09-14T00:00:00.000Z',
  '24:61:61',
  '\u202egnp.exe\u202c\u2066\u2069',
  '\u200b\u200d\u2060\ufeff\u00ad',
  '👩‍👩‍👧‍👦🏳️‍🌈🇨🇳',
  'Z\u0351\u036b\u0343\u036a\u0302a\u0307\u0309\u0300l\u0322\u0334g\u0339\u0355o',
  'ﷺﷺﷺ ﬀ ǆ İ ı ß ẞ',
  '\ud83d',
  '\udc00\ud800',
  '\ufffe\uffff\u{10ffff}',
  '\u0000',
  '\u0001\u0007\u0008\u001b[31m\u007f\u0085\u2028\u2029',
  '\r\nset-cookie: a=b\r\n\r\n',
  '%00%0d%0a%c0%ae%ff',
  "1' or '1'='1",
  `1; select pg_sleep(${sleepSeconds}); --`,
  `' || (select pg_sleep(${sleepSeconds})) || '`,
  `$1 $$ \${1} :name ?`,
  '\\x41 \\u0041 \\',
  "E'\\'; -- /* */",
  'a & b | c ! <-> (d:*)',
  '<svg/onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  ']]><!--<!ENTITY x SYSTEM "file:///etc/passwd">-->',
  '{{constructor.constructor("return 1")()}}',
  '<%= 7*7 %> #{7*7} @(7*7)',
  '$(touch x) `touch x` ; touch x | touch x && touch x',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '//example.cn/x',
  'CON',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '(a+)+$',
  '*'.repeat(300),
  '['.repeat(2000),
  '=1+1',
  '@somebody #topic',
]

/** Bodies that are not valid input. */
export const hostileBodies: Record<string, string> = {
  text: 'hello',
  cut: '{"id":"',
  list: '[]',
  null: 'null',
  word: '"x"',
  deep: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  lists: `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  open: '['.repeat(100_000),
  huge: `{"a":"${'x'.repeat(1_100_000)}"}`,
  exactly: `{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`,
  number: `{"id":1${'0'.repeat(50_000)}}`,
  keys: `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`,
  proto: '{"__proto__":{"id":"x"},"constructor":{"prototype":{"id":"x"}},"id":"x"}',
  escapes: '{"id":"\\ud800\\u0000\\udfff"}',
  comment: '{/**/"id":1,}',
  mark: '\ufeff{"id":1}',
  twice: '{"id":1,"id":2}',
  empty: '',
}

/** Queries that are not valid input. */
export const hostileQueries: Record<string, string> = {
  broken: 'id=%E0%A4%A',
  nested: 'id[a][b]=1&id[]=2',
  repeated: 'id=1&id=2&pageNo=1&pageNo=2',
  many: Array.from({ length: 1500 }, (_, i) => `a${i}=1`).join('&'),
  long: `id=${'x'.repeat(12_000)}`,
  empty: 'id=&pageNo=&kind=&chapterId=',
  proto: '__proto__[id]=1&constructor=1&hasOwnProperty=1&toString=1',
  signs: '&&==&=&a==b&?x=1#y',
  nul: 'id=%00&text=a%00b',
  lone: 'id=%ED%A0%80&text=%F5%80%80%80',
}

/** Headers that do not match the body. */
export const headersOf: Record<string, Record<string, string>> = {
  plain: { 'content-type': 'text/plain' },
  form: { 'content-type': 'application/x-www-form-urlencoded' },
  parts: { 'content-type': 'multipart/form-data; boundary=x' },
  unboundParts: { 'content-type': 'multipart/form-data' },
  xml: { 'content-type': 'application/xml' },
  utf16: { 'content-type': 'application/json; charset=utf-16' },
  nonsense: { 'content-type': ';;;/' },
  gzip: { 'content-encoding': 'gzip' },
  brotli: { 'content-encoding': 'br' },
  unknown: { 'content-encoding': 'x-unknown' },
  accept: { accept: 'x/y;q=nonsense', 'accept-encoding': 'x, *;q=0', 'accept-language': '\u00ff'.repeat(50) },
  range: { range: 'bytes=-1-,5-2', 'if-none-match': '"'.repeat(100), 'if-modified-since': 'never' },
  origin: { origin: 'null', referer: 'javascript:alert(1)', 'x-forwarded-for': "'; --, ::1", forwarded: 'for=unknown' },
  platform: { platform: '\u00ff'.repeat(300), 'user-agent': '<script>'.repeat(200) },
  key: { 'idempotency-key': "'; --".repeat(100) },
  time: { 'x-dxx-timestamp': '99999999999999999999' },
  signature: { authorization: 'g'.repeat(64) },
  token: { 'x-dxx-token': 'x'.repeat(5000) },
}

/** Raw bytes that no HTTP client sends; `*` is replaced by the path. */
export const rawRequests: Record<string, string> = {
  shorter: post('*', 'content-length: 2', '{"id":1}'),
  longer: post('*', 'content-length: 2000', '{"id":1}'),
  negative: post('*', 'content-length: -1', '{}'),
  noNumber: post('*', 'content-length: 1e3', '{}'),
  twoLengths: post('*', 'content-length: 2\r\ncontent-length: 3', '{} '),
  both: post('*', 'content-length: 2\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
  noChunk: post('*', 'transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  cutChunk: post('*', 'transfer-encoding: chunked', '5\r\n{"a'),
  hugeChunk: post('*', 'transfer-encoding: chunked', 'ffffffffffffffff1\r\n{}'),
  unknownCoding: post('*', 'transfer-encoding: gzip', '{}'),
  twice: post(
    '*',
    'content-length: 2\r\nx-dxx-token: a\r\nx-dxx-token: b\r\nauthorization: a\r\nauthorization: b',
    '{}',
  ),
  twoTypes: post('*', 'content-length: 2\r\ncontent-type: text/plain', '{}'),
  noHost: 'GET * HTTP/1.1\r\n\r\n',
  twoHosts: 'GET * HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  old: 'GET * HTTP/1.0\r\n\r\n',
  older: 'GET *\r\n\r\n',
  newer: 'GET * HTTP/9.9\r\nhost: x\r\n\r\n',
  absolute: 'GET http://elsewhere.example* HTTP/1.1\r\nhost: x\r\n\r\n',
  fragment: 'GET *#a HTTP/1.1\r\nhost: x\r\n\r\n',
  raw: 'GET *?\u0001=\u00ff HTTP/1.1\r\nhost: x\r\n\r\n',
  nul: 'GET *\0 HTTP/1.1\r\nhost: x\r\n\r\n',
  folded: 'GET * HTTP/1.1\r\nhost: x\r\nx-dxx-token: a\r\n b\r\n\r\n',
  noColon: 'GET * HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n',
  manyHeaders: `GET * HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3000)}\r\n`,
  longHeader: `GET * HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(100_000)}\r\n\r\n`,
  upgrade: 'GET * HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  expect: post('*', 'content-length: 2\r\nexpect: 200-maybe', '{}'),
  next: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  secret: '\u0016\u0003\u0001\u0002\u0000\u0001',
}

function post(path: string, headers: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`
}

export const triedMethods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'GET']

/** Paths outside the API, existing or not. */
export const otherPaths = [
  '/',
  '/index.html',
  '/assets/none.js',
  '/sw.js',
  '/MP_verify_none.txt',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/.git/config',
  '/%',
  '/%00',
  '/%ff%fe',
  `/${'a/'.repeat(2000)}`,
  `/${'长'.repeat(300)}`,
  '/healthz',
  '/readyz',
  '/metrics',
  '/api',
  '/api/',
  '/api/docs',
  '/api/openapi.json',
  '/api/v1/none',
  '/api/v999/exam_save',
  '/api/__proto__/constructor',
  '/api/notify/wechat',
  '/api/notify/alipay',
  '/api/notify/none',
  '/media/p/none.png',
  '/media/p/../../etc/passwd',
  '/media/p/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/media/s/1.x/f/none.pdf',
  '/media/s/99999999999.x/f/none.pdf',
  '/media/s/99999999999999999999.x/v/a/b.m3u8',
  '/media/s/%00/f/%00',
  '/media/upload/none',
  `/media/upload/${'x'.repeat(3000)}`,
]

type Path = (string | number)[]

/** Returns the path of every value inside an input. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pathsOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

function withPoison(value: unknown, [key, ...rest]: Path, poison: unknown): unknown {
  if (key === undefined) return poison
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = withPoison(copy[key], rest, poison)
  return copy
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

/** Returns inputs with exactly one hostile field each. Each field gets every `share`-th of the hostile values. */
export function inputsWithHostileValues(
  name: StudentCallName,
  filling: Parameters<typeof fill>[1],
  share: number,
): object[] {
  const shape: Shape = shapeOf(name)
  const input = fill(shape, filling)
  return pathsOf(input).flatMap((path, i) => {
    const all = [...Object.values(poisons), ...(typeof at(input, path) === 'string' ? hostileInputs : [])]
    return all.filter((_, j) => (i + j) % share === 0).map((poison) => withPoison(input, path, poison) as object)
  })
}

/** Integers beyond the range of smallint and int columns, up to the largest that a JSON number holds exactly. */
const extremes = [2 ** 15, -(2 ** 31), 2 ** 31, -(2 ** 53 - 1), 2 ** 53 - 1]

/** Returns inputs with one number at an extreme, for every number of the call's input. */
export function withExtremes(name: StudentCallName, filling: Parameters<typeof fill>[1]): object[] {
  const input = fill(shapeOf(name), filling)
  return pathsOf(input)
    .filter((path) => typeof at(input, path) === 'number')
    .flatMap((path) => extremes.map((value) => withPoison(input, path, value) as object))
}
