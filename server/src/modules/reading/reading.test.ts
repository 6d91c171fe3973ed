import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataOf } from '@dxx/contract/call'
import type { AllCalls } from '@dxx/contract/calls'
import { withMedia } from '@dxx/contract/rules/media'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storageOf } from '../../adapters/storage/storage'
import { importContent } from '../../importer/import'
import { contentFolder, smallTextbook, textbook } from '../../importer/import.fixture'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { grant } from '../access/public'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const one = (paragraphs: string[]) => `# 一\n\n${paragraphs.join('\n\n')}\n`
const paragraphs = [
  '把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。',
  '计算机里的栈也是如此：只允许在一端添加和取出数据。',
  '入栈与出栈都只动栈顶，与栈里已有多少元素无关。',
]
const two = '# 二\n\n付费的第二节，讲队列。\n\n@[resource](sheet)\n\n```sql run id=q db=school\nselect 1\n```\n'
const manifest = `${textbook}    test: small-test
questions: [questions/all.md]
resources:
  - { slug: sheet, title: 速查表, kind: file, file: resources/sheet.txt }
  - { slug: open, title: 公开的表, kind: file, file: resources/open.txt }
  - { slug: site, title: 参考网站, kind: link, url: 'https://example.com/' }
expand:
  - { slug: more, title: 拓展, after: one, file: chapters/more.md }
`
const question = '## q-one\ntype: judge\nscore: 2\ndifficulty: 1\nanswer: true\ntest: small-test\n\n对吗？\n\n> 对。\n'

let server: TestApp
let folder: Awaited<ReturnType<typeof contentFolder>>
let dataDir: string
let ids: Record<string, string>
let curriculum: { id: number; uid: string }

async function importNow() {
  const { problems } = await importContent(server.db, folder.path, {
    storage: storageOf(server.env.config),
    now: server.clock.now(),
  })
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dxx-reading-'))
  server = await startTestApp({ dataDir })
  folder = await contentFolder({
    ...smallTextbook('', two),
    'textbooks/small/textbook.yaml': manifest,
    'textbooks/small/questions/all.md': question,
    'textbooks/small/resources/sheet.txt': '速查的内容',
    'textbooks/small/resources/open.txt': '公开的内容',
    'textbooks/small/resources/school.sql': 'create table t (a int);',
    'textbooks/small/chapters/more.md': '拓展的文字。',
    'textbooks/small/images/a.png': png,
  })
})
afterAll(async () => {
  await server.close()
  await folder.remove()
  await rm(dataDir, { recursive: true, force: true })
})

let user: { id: number; uid: string }
let client: Client
let stranger: Client

const write = async (lines: string[], more: Record<string, string | null> = {}) => {
  await folder.write({ 'textbooks/small/chapters/one.md': one(lines), ...more })
  await importNow()
}

beforeEach(async () => {
  await write([...paragraphs, '![一张图](images/a.png)', '@[resource](open)'], {
    'textbooks/small/chapters/two.md': two,
  })
  const rows = await server.db.selectFrom('chapters').select(['slug', 'uid']).execute()
  ids = Object.fromEntries(rows.map(({ slug, uid }) => [slug, uid]))
  curriculum = await server.db.selectFrom('curricula').select(['id', 'uid']).executeTakeFirstOrThrow()
  user = await server.createUser()
  await grant(server.db, { userId: user.id, curriculumId: curriculum.id, source: 'test', now: server.clock.now() })
  client = await server.as(user)
  stranger = await server.as()
})

const pidOf = async (text: string) => {
  const row = await server.db
    .selectFrom('paragraphs')
    .select('pid')
    .where('text', 'like', `%${text}%`)
    .executeTakeFirstOrThrow()
  return row.pid
}

async function change(exact: string, more: object = {}) {
  const row = await server.db
    .selectFrom('paragraphs')
    .select(['pid', 'text'])
    .where('text', 'like', `%${exact}%`)
    .executeTakeFirstOrThrow()
  const start = row.text.indexOf(exact)
  const end = start + exact.length
  return {
    id: randomUUID(),
    curriculumId: curriculum.uid,
    chapterId: ids.one!,
    mark: 'yellow' as const,
    note: '',
    locator: {
      pid: row.pid,
      start,
      end,
      exact,
      prefix: row.text.slice(Math.max(0, start - 20), start),
      suffix: row.text.slice(end, end + 20),
    },
    at: server.clock.now(),
    ...more,
  }
}

const list = async (by = client, input: object = {}) =>
  (await by.call('GET /v1/textbooks_brightness_search', { sort: 'place', ...input })).list

describe('a chapter', () => {
  it('is opened with all that belongs to it', async () => {
    const opened = await client.call('GET /v1/textbooks_view_chapter', { id: ids.one! })
    expect(opened).toMatchObject({
      title: '一',
      kind: 'text',
      free: true,
      curriculum: { id: curriculum.uid, kind: 'textbook', title: '小教材', owned: true },
      partTitle: '第 1 章',
      rightToLeft: false,
      previous: null,
      next: { id: ids.two, locked: false },
      testId: null,
      expands: [{ id: ids.more, title: '拓展', locked: false }],
      resources: [{ title: '公开的表', locked: false }],
      video: null,
      discussions: {},
      progress: null,
    })
    const html = withMedia(opened.html!, opened.media)
    const src = /src="([^"]+)"/.exec(html)![1]!
    expect((await fetch(`${server.base}${src}`)).status).toBe(200)
    const second = await client.call('GET /v1/textbooks_view_chapter', { id: ids.two! })
    expect(second).toMatchObject({
      previous: { id: ids.one },
      next: null,
      testId: ids['part-one'],
      datasets: { school: 'create table t (a int);' },
      resources: [{ title: '速查表' }],
    })
    const file = await fetch(`${server.base}${second.resources[0]!.url}`)
    expect(await file.text()).toBe('速查的内容')
    const extra = await client.call('GET /v1/textbooks_view_chapter', { id: ids.more! })
    expect(extra).toMatchObject({ kind: 'expand', previous: { id: ids.one }, next: null, expands: [] })
  })

  it('is not sent again to whoever has it', async () => {
    const first = await client.call('GET /v1/textbooks_view_chapter', { id: ids.one! })
    const again = await client.call('GET /v1/textbooks_view_chapter', { id: ids.one!, known: first.revision })
    expect(again).toMatchObject({ html: null, revision: first.revision, media: first.media })
    await write([...paragraphs, '新的一段。'])
    const changed = await client.call('GET /v1/textbooks_view_chapter', { id: ids.one!, known: first.revision })
    expect(changed.html).toContain('新的一段')
    expect(changed.revision).toBeGreaterThan(first.revision)
  })

  it('is opened by those who may read it, through the call of its kind', async () => {
    const open = (by: Client, id: string, name = 'textbooks_view_chapter') =>
      by.send(`GET /v1/${name}` as 'GET /v1/view_chapter', { id })
    expect(await open(stranger, ids.one!)).toMatchObject({ code: 1, data: { next: { locked: true } } })
    expect(await open(stranger, ids.two!)).toMatchObject({ code: 7 })
    expect(await open(stranger, ids.more!)).toMatchObject({ code: 7 })
    expect(await open(server.guest, ids.one!)).toMatchObject({ code: 3 })
    for (const [id, name] of [
      [randomUUID(), undefined],
      [ids['part-one']!, undefined],
      [ids.one!, 'view_chapter'],
      [ids.one!, 'ebook_view_chapter'],
    ] as const)
      expect(await open(client, id, name)).toMatchObject({ data: { error: 'chapter-not-found' } })
  })
})

describe('resources', () => {
  it('are listed for everybody and opened for those who may', async () => {
    const { list: all, counts } = await stranger.call('GET /v1/textbooks_resource', { id: curriculum.uid })
    expect(counts).toEqual({ file: 2, link: 1 })
    expect(all.map(({ title, locked, url }) => [title, locked, url !== null])).toEqual([
      ['速查表', true, false],
      ['公开的表', false, true],
      ['参考网站', true, false],
    ])
    const [sheet, , site] = all
    expect(await stranger.send('GET /v1/textbooks_resource_info', { id: sheet!.id })).toMatchObject({ code: 7 })
    const mine = await client.call('GET /v1/textbooks_resource_info', { id: sheet!.id })
    expect(mine).toMatchObject({ locked: false, chapterId: ids.two, curriculum: { id: curriculum.uid } })
    expect((await client.call('GET /v1/textbooks_resource_info', { id: site!.id })).url).toBe('https://example.com/')
    const some = await client.call('GET /v1/textbooks_resource', { id: curriculum.uid, kind: 'link' })
    expect(some).toMatchObject({ total: 1, list: [{ title: '参考网站', expiresAt: null }] })
    expect(await client.send('GET /v1/textbooks_resource_info', { id: randomUUID() })).toMatchObject({
      data: { error: 'resource-not-found' },
    })
  })

  it('remember where they were stopped, by the latest device', async () => {
    const [sheet] = (await client.call('GET /v1/textbooks_resource', { id: curriculum.uid })).list
    const beat = (second: number, at: number) =>
      client.call('POST /v1/textbooks_speed', {
        id: curriculum.uid,
        chapterId: null,
        session: randomUUID(),
        seconds: 0,
        at,
        resource: { id: sheet!.id, second },
      })
    const now = server.clock.now()
    await beat(50, now)
    await beat(20, now - 60)
    expect((await client.call('GET /v1/textbooks_resource_info', { id: sheet!.id })).seconds).toBe(50)
  })
})

describe('search in a book', () => {
  it('finds words where they stand, in what may be read', async () => {
    const search = (by: Client, keyword: string) => by.call('GET /v1/textbooks_search', { id: curriculum.uid, keyword })
    const mine = await search(client, '栈 数据')
    expect(mine).toMatchObject({ total: 1, lockedChapters: 0, list: [{ chapterId: ids.one, chapterTitle: '一' }] })
    const [hit] = mine.list
    expect(paragraphs[1]!.slice(hit!.start, hit!.end)).toBe('栈')
    expect((await search(client, '队列')).total).toBe(1)
    expect(await search(stranger, '队列')).toMatchObject({ total: 0, lockedChapters: 2 })
    expect((await search(client, '栈')).total).toBe(2)
    expect((await search(client, '%_')).total).toBe(0)
  })
})

describe('highlights', () => {
  const quote = '最后放上去的那只，总是最先被拿走'

  it('are kept, changed, found, exported and removed', async () => {
    const made = await change(quote)
    const saved = await client.call('POST /v1/textbooks_brightness', made)
    expect(saved).toMatchObject({ id: made.id, state: 'sure', mark: 'yellow', chapterTitle: '一', open: true })
    server.clock.advance(1)
    const noted = { ...made, mark: 'underline' as const, note: '后进先出', at: server.clock.now() }
    await client.call('POST /v1/textbooks_brightness', noted)
    const bookmark = await change('只允许', { mark: 'bookmark' })
    await client.call('POST /v1/textbooks_brightness', bookmark)
    expect((await list()).map(({ id }) => id)).toEqual([made.id, bookmark.id])
    expect((await list(client, { marks: ['bookmark'] })).map(({ id }) => id)).toEqual([bookmark.id])
    expect((await list(client, { keyword: '后进' })).map(({ id }) => id)).toEqual([made.id])
    expect((await list(client, { withNote: true, chapterId: ids.one })).length).toBe(1)
    const markdown = await client.call('GET /v1/highlights_export', { id: curriculum.uid, format: 'markdown' })
    expect(markdown.text).toContain(`> ${quote}\n\n后进先出`)
    const w3c = await client.call('GET /v1/highlights_export', { id: curriculum.uid, format: 'w3c' })
    expect(JSON.parse(w3c.text)).toMatchObject({
      type: 'AnnotationCollection',
      total: 2,
      first: { items: [{ motivation: 'commenting' }, { motivation: 'bookmarking' }] },
    })
    await client.call('POST /v1/textbooks_delete_brightness', { id: made.id })
    await client.call('POST /v1/textbooks_delete_brightness', { id: made.id })
    expect((await list()).map(({ id }) => id)).toEqual([bookmark.id])
  })

  it('belong to whoever made them', async () => {
    const made = await change(quote)
    await client.call('POST /v1/textbooks_brightness', made)
    expect(await list(stranger)).toEqual([])
    expect(await stranger.send('POST /v1/textbooks_delete_brightness', { id: made.id })).toMatchObject({
      data: { error: 'highlight-not-found' },
    })
    // The same id in other hands is another highlight.
    await stranger.call('POST /v1/textbooks_brightness', { ...made, note: '我的' })
    expect((await list())[0]).toMatchObject({ note: '' })
    const paid = { ...made, id: randomUUID(), chapterId: ids.two }
    expect(await stranger.send('POST /v1/textbooks_brightness', paid)).toMatchObject({ code: 7 })
    expect(await stranger.send('POST /v1/textbooks_brightness', { ...paid, curriculumId: randomUUID() })).toMatchObject(
      {
        data: { error: 'chapter-not-found' },
      },
    )
    expect(await server.guest.send('POST /v1/highlights_sync', {})).toMatchObject({ code: 3 })
  })

  const reimported = async (lines: string[], more: Record<string, string | null> = {}) => {
    const made = await change(quote)
    await client.call('POST /v1/textbooks_brightness', made)
    const { since } = await client.call('POST /v1/highlights_sync', {})
    await write(lines, more)
    const [now, ...rest] = await list()
    expect(rest).toEqual([])
    expect(now).toMatchObject({ id: made.id, locator: { exact: quote } })
    const news = await client.call('POST /v1/highlights_sync', { since })
    return { ...now!, told: news.list.length }
  }
  const [a, b, c] = paragraphs as [string, string, string]
  const shown = async ({ locator }: { locator: { pid: string; start: number; end: number } }) => {
    const rows = await server.db.selectFrom('paragraphs').select('text').where('pid', '=', locator.pid).execute()
    return rows[0]!.text.slice(locator.start, locator.end)
  }

  it('stay where they are when paragraphs are put in, moved and left out around them', async () => {
    const now = await reimported(['新的开头，讲点别的。', c, `想一想。${a}`])
    expect(now).toMatchObject({ state: 'sure', told: 1 })
    expect(await shown(now)).toBe(quote)
  })

  it('are not told again when nothing changed for them', async () => {
    expect(await reimported([a, b, c, '后面多一段。'])).toMatchObject({ state: 'sure', told: 0 })
  })

  it('say that they are unsure when their words changed', async () => {
    const now = await reimported([a.replace('总是最先', '总会先'), b, c])
    expect(now).toMatchObject({ state: 'unsure', told: 1 })
    expect(await shown(now)).toBe('最后放上去的那只，总会先被拿走')
  })

  it('are kept as lost when their words are gone, and come back with them', async () => {
    expect(await reimported([b, c])).toMatchObject({ state: 'lost', told: 1 })
    await write([b, a, c])
    expect((await list())[0]).toMatchObject({ state: 'sure' })
  })

  it('go along when their words move to another chapter', async () => {
    const now = await reimported([b, c], { 'textbooks/small/chapters/two.md': `${two}\n${a}\n` })
    expect(now).toMatchObject({ state: 'unsure', chapterId: ids.two, told: 1 })
    expect(await shown(now)).toBe(quote)
  })

  it('made offline in an older text are found in the new one', async () => {
    const { revision } = await client.call('GET /v1/textbooks_view_chapter', { id: ids.one! })
    const made = await change(quote, { revision })
    await write([`想一想。${a}`, b, c])
    const saved = await client.call('POST /v1/textbooks_brightness', made)
    expect(saved).toMatchObject({ state: 'sure', locator: { start: made.locator.start + 4 } })
  })

  it('the place where somebody reads is found again too', async () => {
    const { locator } = await change(quote)
    const at = { id: curriculum.uid, chapterId: ids.one!, session: randomUUID(), seconds: 0, at: server.clock.now() }
    await client.call('POST /v1/textbooks_speed', { ...at, locator, reached: await pidOf('把一摞') })
    await write([b, `想一想。${a}`])
    const { progress } = await client.call('GET /v1/textbooks_view_chapter', { id: ids.one! })
    expect(progress).toMatchObject({ state: 'sure', locator: { start: locator.start + 4, exact: quote } })
  })
})

describe('two devices', () => {
  type Synced = DataOf<AllCalls['POST /v1/highlights_sync']>

  /** A device that works without a network and keeps what it knows. */
  function device(by: Client) {
    const known = new Map<string, Synced['list'][number]>()
    let since = ''
    let changes: object[] = []
    let removals: { id: string; at: number }[] = []
    return {
      known,
      change: (one: object) => changes.push(one),
      remove: (id: string) => removals.push({ id, at: server.clock.now() }),
      async sync() {
        const sent = { changes, removals }
        changes = []
        removals = []
        for (let first = true; ; first = false) {
          const answer = (await by.call('POST /v1/highlights_sync', {
            since,
            ...(first && (sent as object)),
          })) as Synced
          for (const one of answer.list) known.set(one.id, one)
          for (const id of answer.removed) known.delete(id)
          since = answer.since
          if (!answer.hasMore) return answer
        }
      },
    }
  }

  it('that changed things apart agree in the end: the later change of each stays', async () => {
    const [phone, laptop] = [device(client), device(await server.as(user))]
    const [x, y, z] = [await change('一摞盘子'), await change('取出数据'), await change('只动栈顶')]
    phone.change(x)
    phone.change(y)
    await phone.sync()
    await laptop.sync()
    expect([...laptop.known.keys()].sort()).toEqual([x.id, y.id].sort())

    server.clock.advance(10)
    phone.change({ ...x, note: '手机写的', at: server.clock.now() })
    phone.remove(y.id)
    server.clock.advance(10)
    laptop.change({ ...x, note: '电脑写的', at: server.clock.now() })
    laptop.change({ ...y, mark: 'green', at: server.clock.now() })
    laptop.change({ ...z, at: server.clock.now() })
    server.clock.advance(10)
    // The later change arrives first.
    await laptop.sync()
    await phone.sync()
    await laptop.sync()
    for (const { known } of [phone, laptop]) {
      expect(known.get(x.id)).toMatchObject({ note: '电脑写的' })
      expect(known.get(y.id)).toMatchObject({ mark: 'green' })
      expect(known.has(z.id)).toBe(true)
    }
    expect([...phone.known.values()].sort((p, q) => (p.id < q.id ? -1 : 1))).toEqual(
      [...laptop.known.values()].sort((p, q) => (p.id < q.id ? -1 : 1)),
    )
    server.clock.advance(10)
    phone.remove(x.id)
    await phone.sync()
    await laptop.sync()
    expect(laptop.known.has(x.id)).toBe(false)
    // What is removed leaves no words behind.
    const row = await server.db.selectFrom('highlights').selectAll().where('uid', '=', x.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ note: '', locator: {}, removed: true })
  })

  it('repeat what they sent without harm, and are told what cannot be kept', async () => {
    const made = await change('一摞盘子')
    const elsewhere = { ...made, id: randomUUID(), chapterId: randomUUID() }
    const send = (by: Client) =>
      by.call('POST /v1/highlights_sync', {
        changes: [made, elsewhere, { ...made, id: randomUUID(), chapterId: ids.two! }],
      })
    const first = await send(stranger)
    expect(first.refused).toEqual([
      { id: elsewhere.id, error: 'chapter-not-found' },
      { id: expect.any(String), error: 'not-purchased' },
    ])
    await send(stranger)
    expect(await list(stranger)).toHaveLength(1)
  })

  it('at the same moment lose nothing', async () => {
    const quotes = ['一摞盘子', '取出数据', '只动栈顶', '放在桌上', '计算机里', '已有多少']
    const made = await Promise.all(quotes.map((exact) => change(exact)))
    const laptop = device(await server.as(user))
    await Promise.all([
      ...made.map((one) => client.call('POST /v1/textbooks_brightness', one)),
      ...quotes.map(() => laptop.sync()),
    ])
    await laptop.sync()
    expect(laptop.known.size).toBe(quotes.length)
  })
})
