import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importContent } from '../../importer/import'
import { contentFolder, smallTextbook, textbook } from '../../importer/import.fixture'
import { startTestApp } from '../../testing/app'
import { grantEntitlement } from '../access/public'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const one = (paragraphs: string[]) => `# 一\n\n${paragraphs.join('\n\n')}\n`
export const paragraphs = [
  '把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。',
  '计算机里的栈也是如此：只允许在一端添加和取出数据。',
  '入栈与出栈都只动栈顶，与栈里已有多少元素无关。',
]
export const two = '# 二\n\n付费的第二节，讲队列。\n\n@[resource](sheet)\n\n```sql run id=q db=school\nselect 1\n```\n'
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

/** Imports a textbook from files, which tests can edit and import again. */
export async function createReadingFixture() {
  const dataDir = await mkdtemp(join(tmpdir(), 'dxx-reading-'))
  const server = await startTestApp({ dataDir })
  const { db, clock } = server
  const folder = await contentFolder({
    ...smallTextbook('', two),
    'textbooks/small/textbook.yaml': manifest,
    'textbooks/small/questions/all.md': question,
    'textbooks/small/resources/sheet.txt': '速查的内容',
    'textbooks/small/resources/open.txt': '公开的内容',
    'textbooks/small/resources/school.sql': 'create table t (a int);',
    'textbooks/small/chapters/more.md': '拓展的文字。',
    'textbooks/small/images/a.png': png,
  })

  /** Replaces the text of the first chapter and other files. */
  async function write(lines: string[], more: Record<string, string | null> = {}) {
    await folder.write({ 'textbooks/small/chapters/one.md': one(lines), ...more })
    const options = { storage: server.env.storage, now: clock.now() }
    const { problems } = await importContent(db, folder.path, options)
    const errors = problems.filter(({ level }) => level === 'error')
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
  }

  /** Restores the initial book; creates an owner and another user. */
  async function reset() {
    await write([...paragraphs, '![一张图](images/a.png)', '@[resource](open)'], {
      'textbooks/small/chapters/two.md': two,
    })
    const rows = await db.selectFrom('chapters').select(['slug', 'uid']).execute()
    const curriculum = await db.selectFrom('curricula').select(['id', 'uid']).executeTakeFirstOrThrow()
    const user = await server.createUser()
    await grantEntitlement(db, { userId: user.id, curriculumId: curriculum.id, source: 'test', now: clock.now() })
    return {
      ids: Object.fromEntries(rows.map(({ slug, uid }) => [slug, uid])) as Record<string, string>,
      curriculum,
      user,
      client: await server.as(user),
      stranger: await server.as(),
    }
  }

  const blockWith = (text: string) =>
    db.selectFrom('paragraphs').select(['pid', 'text']).where('text', 'like', `%${text}%`).executeTakeFirstOrThrow()

  /** Returns a highlight in the first chapter as the reading page creates it. */
  async function change({ curriculum, ids }: Reset, exact: string, more: object = {}) {
    const { pid, text } = await blockWith(exact)
    const start = text.indexOf(exact)
    const end = start + exact.length
    const around = { prefix: text.slice(Math.max(0, start - 20), start), suffix: text.slice(end, end + 20) }
    return {
      id: randomUUID(),
      curriculumId: curriculum.uid,
      chapterId: ids.one!,
      mark: 'yellow' as const,
      note: '',
      locator: { pid, start, end, exact, ...around },
      at: clock.now(),
      ...more,
    }
  }

  type Reset = Awaited<ReturnType<typeof reset>>

  const close = async () => {
    await server.close()
    await folder.remove()
    await rm(dataDir, { recursive: true, force: true })
  }

  return { server, write, reset, blockWith, change, close }
}

export type ReadingFixture = Awaited<ReturnType<typeof createReadingFixture>>
export type Reading = Awaited<ReturnType<ReadingFixture['reset']>>
