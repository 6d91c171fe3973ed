import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StudentCallName } from '@dxx/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importContent } from '../../importer/import'
import { contentFolder, smallTextbook, textbook } from '../../importer/import.fixture'
import { startTestApp, type TestApp } from '../../testing/app'
import { callAll } from '../../testing/call-all'
import type { Client } from '../../testing/client'
import { grantEntitlement } from '../access/public'
import { encryptParam } from '../catalogue/public'
import { signedUrl } from '../media/public'

/** Marker in all paid content: text, question and file, and therefore in quotes of them. */
const secret = '付过钱才看得到的句子'

interface Fixture {
  curriculum: string
  chapter: string
  part: string
  pid: string
  question: string
  post: string
  buyer: string
  mediaKey: string
  code: string
  paper: string
  resource: string
}

/**
 * Calls that could return paid content, with exact inputs. `buyer`: the buyer's response contains the marker, which
 * proves that the input is right. All other calls are tested below with every id a user could know.
 */
const calls: { name: StudentCallName; input: (place: Fixture) => object; buyer?: true }[] = [
  { name: 'GET /v1/textbooks_info', input: (at) => ({ id: at.curriculum }) },
  { name: 'GET /v1/textbooks_chapter', input: (at) => ({ id: at.curriculum }) },
  { name: 'GET /v1/textbooks_list', input: () => ({}) },
  { name: 'GET /v1/textbooks_index', input: () => ({}) },
  { name: 'GET /v1/course_ebook', input: (at) => ({ id: at.curriculum }) },
  { name: 'GET /v130/curriculum_search', input: () => ({ keyword: secret }) },
  { name: 'GET /v130/curriculum_search', input: () => ({ keyword: '小教材' }) },
  { name: 'GET /v130/search_suggest', input: () => ({ keyword: secret.slice(0, 4) }) },
  { name: 'POST /v130/code2id', input: (at) => ({ code: `${at.code}.${at.pid}` }) },
  { name: 'POST /v130/param_decrypt', input: (at) => ({ param: at.paper }) },
  { name: 'GET /v130/comment_list', input: (at) => ({ curriculumId: at.curriculum }) },
  {
    name: 'GET /v131/get_discuss',
    input: (at) => ({ curriculumId: at.curriculum, chapterId: at.chapter }),
    buyer: true,
  },
  { name: 'GET /v131/get_discuss', input: (at) => ({ curriculumId: at.curriculum }), buyer: true },
  { name: 'GET /v131/get_note', input: (at) => ({ curriculumId: at.curriculum, scope: 'public' }), buyer: true },
  { name: 'GET /v131/get_note', input: () => ({ scope: 'public' }), buyer: true },
  { name: 'GET /v131/reply_list', input: (at) => ({ target: 'discuss', id: at.post }), buyer: true },
  {
    name: 'POST /v131/push_note',
    input: (at) => ({ curriculumId: at.curriculum, chapterId: at.chapter, text: '看看' }),
  },
  { name: 'GET /v1/user_home_notes', input: (at) => ({ id: at.buyer }), buyer: true },
  { name: 'GET /v1/textbooks_test_list', input: (at) => ({ id: at.curriculum }) },
  { name: 'GET /v1/textbooks_get_question', input: (at) => ({ id: at.question }), buyer: true },
  { name: 'GET /v1/textbooks_get_test', input: (at) => ({ id: at.part }), buyer: true },
  { name: 'GET /v1/test_list', input: () => ({}) },
  { name: 'GET /v1/textbooks_view_chapter', input: (at) => ({ id: at.chapter }), buyer: true },
  { name: 'GET /v1/textbooks_view_chapter', input: (at) => ({ id: at.chapter, known: 1 }) },
  { name: 'GET /v1/ebook_view_chapter', input: (at) => ({ id: at.chapter }) },
  { name: 'GET /v1/view_chapter', input: (at) => ({ id: at.chapter }) },
  { name: 'GET /v1/textbooks_resource', input: (at) => ({ id: at.curriculum }) },
  { name: 'GET /v1/textbooks_resource_info', input: (at) => ({ id: at.resource }) },
  { name: 'GET /v1/textbooks_search', input: (at) => ({ id: at.curriculum, keyword: secret }), buyer: true },
  { name: 'POST /v1/textbooks_speed', input: (at) => ({ id: at.curriculum, chapterId: at.chapter, ...heartbeat }) },
  { name: 'POST /v1/textbooks_brightness', input: (at) => highlight(at, '看') },
  { name: 'GET /v1/textbooks_brightness_search', input: (at) => ({ id: at.curriculum }), buyer: true },
  { name: 'POST /v1/highlights_sync', input: (at) => ({ changes: [highlight(at, '看')] }), buyer: true },
  { name: 'GET /v1/highlights_export', input: (at) => ({ id: at.curriculum, format: 'markdown' }), buyer: true },
  { name: 'GET /v130/recently_study', input: () => ({}) },
  { name: 'GET /v130/study_library', input: () => ({}) },
]

/** Calls whose input cannot be generated from its schema. None of them reads content. */
const hardToAsk: StudentCallName[] = [
  'POST /v1/student_auth',
  'POST /v1/campus_start',
  'POST /v1/campus_login',
  'POST /v1/campus_bind',
  'GET /v1/class_by_code',
  'POST /v1/class_join',
  'POST /v1/lti_session',
  'GET /v130/get_new_version',
  'POST /v1/invoice_request',
  'GET /v1/exam_receipt',
  'GET /v1/runcode_draft',
  'POST /v1/runcode_draft',
  'GET /v1/runcode_history',
  'GET /v130/study_calendar',
]

const heartbeat = { session: '6f2f1d52-2f43-4a8e-9a0c-2f4f6f1d5a01', seconds: 0, at: 1_800_000_000 }

/** A highlight in a paragraph that the user may never have seen. */
const highlight = (at: Fixture, exact: string) => ({
  id: '0d1c52a4-9d0e-4a52-8f57-7c1b0c2f9a02',
  curriculumId: at.curriculum,
  chapterId: at.chapter,
  mark: 'yellow',
  locator: { pid: at.pid, start: 0, end: exact.length, exact, prefix: '', suffix: '' },
  at: 1_800_000_000,
})

let server: TestApp
let folder: Awaited<ReturnType<typeof contentFolder>>
let dataDir: string
let buyer: Client
let strangers: Client[]
let place: Fixture

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dxx-paid-'))
  server = await startTestApp({ dataDir, floodPerUser: 100_000, floodPerAddress: 100_000 })
  const { db, clock } = server
  const two = `# 二\n\n${secret}，就在这里。\n\n@[question](second)\n`
  const questions = `## second\ntype: judge\nscore: 2\ndifficulty: 1\nanswer: true\n\n${secret}，对吗？\n\n> 对。\n`
  folder = await contentFolder({
    ...smallTextbook('# 一\n\n人人可读。', two),
    'textbooks/small/textbook.yaml': `${textbook}    test: small-test
questions: [questions/all.md]
resources:
  - { slug: sheet, title: 速查表, kind: file, file: resources/sheet.txt }
`,
    'textbooks/small/questions/all.md': questions.replace('difficulty: 1', 'difficulty: 1\ntest: small-test'),
    'textbooks/small/resources/sheet.txt': secret,
  })
  const { problems } = await importContent(db, folder.path, { storage: server.env.storage, now: clock.now() })
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])

  const row = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .innerJoin('chapters as part', 'part.id', 'ch.parent_id')
    .innerJoin('paragraphs as p', 'p.chapter_id', 'ch.id')
    .innerJoin('questions as q', 'q.curriculum_id', 'c.id')
    .innerJoin('resources as r', 'r.curriculum_id', 'c.id')
    .innerJoin('media as m', 'm.id', 'r.media_id')
    .select(['c.id', 'c.uid as curriculum', 'ch.uid as chapter', 'part.uid as part', 'q.uid as question'])
    .select(['p.pid', 'm.key as mediaKey', 'r.code', 'r.uid as resource'])
    .where('ch.slug', '=', 'two')
    .where('p.text', 'like', `%${secret}%`)
    .executeTakeFirstOrThrow()
  const user = await server.createUser()
  await grantEntitlement(db, { userId: user.id, curriculumId: row.id, source: 'order 1', now: clock.now() })
  buyer = await server.as(user)
  const where = { curriculumId: row.curriculum, chapterId: row.chapter }
  const post = await buyer.call('POST /v131/push_discuss', { ...where, pid: row.pid, quote: secret, text: secret })
  await buyer.call('POST /v131/push_reply', { target: 'discuss', id: post.id, text: secret })
  await buyer.call('POST /v131/push_note', { ...where, quote: secret, text: secret, public: true })
  const paper = encryptParam(server.env.config.secret, { chapter: row.chapter, pid: row.pid })
  place = { ...row, post: post.id, buyer: user.uid, paper }
  strangers = [server.guest, await server.as()]
  await buyer.call('POST /v1/textbooks_brightness', { ...highlight(place, secret), id: row.question, mark: 'pink' })
})
afterAll(async () => {
  await server.close()
  await folder.remove()
  await rm(dataDir, { recursive: true, force: true })
})

it.each(calls)(
  '$name returns no paid content to users without an entitlement',
  async ({ name, input, buyer: buyerGetsIt }) => {
    const ask = async (client: Client) => (await client.fetch(name, input(place))).text()
    for (const stranger of strangers) {
      const text = await ask(stranger)
      expect(text).not.toContain(secret)
      // A call rejected for invalid input would prove nothing.
      expect(text).not.toContain('invalid-input')
    }
    if (buyerGetsIt) expect(await ask(buyer)).toContain(secret)
  },
)

it('no call with any id of the paid content returns it to users without an entitlement', async () => {
  const { curriculum, chapter, part, question, post, resource, pid, code } = place
  const ids = [curriculum, chapter, question, resource, post, part]
  const named = { curriculumId: curriculum, chapterId: chapter, pid, code }
  for (const stranger of strangers) {
    const { responses, alwaysInvalid } = await callAll(stranger, { ids, named, text: secret.slice(0, 6) })
    expect(responses.length).toBeGreaterThan(100)
    expect(responses.filter(({ text }) => text.includes(secret)).map(({ name, input }) => [name, input])).toEqual([])
    expect(alwaysInvalid.filter((name) => !hardToAsk.includes(name))).toEqual([])
  }
}, 240_000)

describe('files', () => {
  it('files of paid content require a valid link signed for the user', async () => {
    const get = (path: string) => fetch(`${server.base}${path}`)
    const now = server.clock.now()
    const to = { user: place.buyer }
    const good = signedUrl(server.env.config.secret, place.mediaKey, now, to)
    expect(await (await get(good)).text()).toBe(secret)
    const [, , , token = ''] = good.split('/')
    const bad = [
      `/media/${place.mediaKey}`,
      `/media/p/${place.mediaKey.split('/').slice(1).join('/')}`,
      `/media/s/${token.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))}/${place.mediaKey}`,
      signedUrl('another secret', place.mediaKey, now, to),
      signedUrl(server.env.config.secret, place.mediaKey, now),
      signedUrl(server.env.config.secret, place.mediaKey, now - 86_400, to),
      `/media/s/${token}/${place.mediaKey.replace(/.(?=\.)/, (c) => (c === 'a' ? 'b' : 'a'))}`,
    ]
    for (const path of bad) {
      const response = await get(path)
      expect([403, 404], path).toContain(response.status)
      expect(await response.text()).not.toContain(secret)
    }
  })
})
