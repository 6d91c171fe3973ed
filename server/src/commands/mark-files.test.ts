import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { start, stepsFor, withSchool } from '../modules/exams/exams.fixture'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { gb18030 } from '../testing/gb18030'
import { runOps } from '../testing/ops'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let folder: string
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 100_000 })
  school = await withSchool(server)
})
beforeEach(async () => {
  server.clock.set(testStart)
  folder = await mkdtemp(join(tmpdir(), 'dxx-marks-'))
  vi.stubEnv('INIT_CWD', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

const ops = (...args: string[]) => runOps(server, 'exams', ...args)

/** Creates two submitted attempts whose 简答 is not graded, and lists them in a file with `exams waiting`. */
async function waitingFile(): Promise<{ attempts: string[]; text: string }> {
  const exam = await school.publish({ questions: [{ from: { kind: 'bank', slug: 'pool' } }], pass: 9 })
  const attempts: string[] = []
  for (let i = 0; i < 2; i++) {
    const { client } = await school.student()
    const paper = await start(client, exam)
    await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
    attempts.push(paper.attempt.id)
  }
  await school.tick()
  const { slug } = await server.db.selectFrom('exams').select('slug').where('uid', '=', exam).executeTakeFirstOrThrow()
  await ops('waiting', slug, '--out', 'waiting.csv')
  return { attempts, text: await readFile(join(folder, 'waiting.csv'), 'utf8') }
}

const scores = async (attempts: string[]) => {
  const rows = await server.db
    .selectFrom('exam_attempts')
    .select(['uid', 'score'])
    .where('uid', 'in', attempts)
    .execute()
  return attempts.map((uid) => rows.find((row) => row.uid === uid)!.score)
}

/** Writes a score into the last column of each row. */
const filled = (text: string, score: string) => text.replaceAll(',\r\n', `,${score}\r\n`)

it.each<[string, (text: string) => Buffer]>([
  ['in UTF-8 with a byte order mark, as it was written', (text) => Buffer.from(text)],
  ['in GB 18030, as Chinese spreadsheets save CSV', (text) => gb18030(text.replace('\uFEFF', ''))],
  ['in UTF-16 with tabs, as spreadsheets save text', (text) => Buffer.from(text.replaceAll(',', '\t'), 'utf16le')],
])('`exams mark` stores the scores of a file from `exams waiting` %s', async (_, encode) => {
  const { attempts, text } = await waitingFile()
  await mkdir(join(folder, '批阅'))
  await writeFile(join(folder, '批阅/分数.csv'), encode(filled(text, '3')))
  expect(await ops('mark', '批阅/分数.csv')).toEqual(['已批阅 2 题。'])
  await school.tick()
  expect(await scores(attempts)).toEqual([1300, 1300])
  // Running the command again, as after a lost terminal, gives the same scores.
  expect(await ops('mark', '批阅/分数.csv')).toEqual(['已批阅 2 题。'])
  expect(await scores(attempts)).toEqual([1300, 1300])
})

it('`exams mark` stores valid scores, skips rows without a score, and fails because of invalid ones', async () => {
  const { attempts, text } = await waitingFile()
  const [head, first, second] = text.trimEnd().split('\r\n')
  await writeFile(join(folder, 'marks.csv'), [head, `${first}很好`, second, ''].join('\r\n'))
  await expect(ops('mark', 'marks.csv')).rejects.toThrow('有 1 行没有批阅')
  await writeFile(join(folder, 'marks.csv'), [head, `${first}4.5`, `${second}99`, ''].join('\r\n'))
  await expect(ops('mark', 'marks.csv')).rejects.toThrow('有 1 行没有批阅')
  await school.tick()
  // The second attempt has only the points of its other questions.
  expect(await scores(first!.startsWith(attempts[0]!) ? attempts : attempts.reverse())).toEqual([1450, 1000])
})
