import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { repoRoot } from '../base/paths'
import { stableId } from '../base/stable-ids'
import { grantEntitlement } from '../modules/access/public'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { addCurriculum } from '../testing/catalogue'
import { seedStudy } from './study'
import { highlights, studySessions } from './study-plan'

const folders = { course: 'courses', ebook: 'ebooks', textbook: 'textbooks' } as const

interface Section {
  slug: string
  file?: string
  sections?: Section[]
  lessons?: Section[]
}

/** Returns the approximate text of each block, because rendering all content would take a minute. */
const wordsOf = (markdown: string) =>
  markdown
    .replace(/\*\*|`/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('#'))

/** Adds a sample item from its manifest. */
async function addSample(item: string) {
  const [kind, slug] = item.split('/') as [keyof typeof folders, string]
  const path = join(repoRoot, 'content', folders[kind], slug)
  const manifest = parse(readFileSync(join(path, readdirSync(path).find((name) => name.endsWith('.yaml'))!), 'utf8'))
  const sections = (manifest.chapters as Section[]).flatMap((one) => one.sections ?? one.lessons ?? [one])
  const chapters = sections.map((one) =>
    kind === 'course'
      ? { title: one.slug, kind: 'video' as const, seconds: 600 }
      : { title: one.slug, text: wordsOf(readFileSync(join(path, one.file!), 'utf8')) },
  )
  const added = await addCurriculum(server.db, { kind, title: String(manifest.title), chapters })
  await server.db.updateTable('curricula').set({ slug }).where('id', '=', added.id).execute()
  for (const { slug: name } of sections)
    await server.db.updateTable('chapters').set({ slug: name }).where('id', '=', added.chapter(name).id).execute()
  return added.id
}

let server: TestApp
const users = new Map<string, number>()
beforeAll(async () => {
  server = await startTestApp()
  const { db } = server
  for (const [learner, plan] of Object.entries(studySessions)) {
    const uid = stableId('user', learner)
    const row = { uid, nickname: learner, created_at: testStart - 90 * 86_400 }
    const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    users.set(learner, id)
    for (const item of new Set(plan.map(([, name]) => name)))
      await grantEntitlement(db, {
        userId: id,
        curriculumId: await addSample(item),
        source: 'sample',
        now: testStart - 40 * 86_400,
      })
  }
  await seedStudy(db, testStart)
})
afterAll(() => server.close())

it('seeds the planned study sessions: 46 minutes today and a streak of 12 days', async () => {
  const student = await server.as({ id: users.get('student')! })
  const { week, ...statistics } = await student.call('GET /v130/study_statistics', {})
  expect(statistics).toMatchObject({ todayMinutes: 46, streak: 12 })
  expect(week.map(({ minutes }) => minutes)).toEqual([22, 45, 12, 40, 33, 27, 46])
  const { list } = await student.call('GET /v130/study_afoot', {})
  expect(list.map(({ kind, title }) => `${kind} ${title}`)).toHaveLength(4)
  expect(list[0]).toMatchObject({ title: '数据结构与算法', progress: { chapterTitle: 'queue' } })
})

it('every seeded highlight is anchored at its exact text', async () => {
  for (const [learner, wanted] of Object.entries(highlights)) {
    const client = await server.as({ id: users.get(learner)! })
    const found = await client.call('GET /v1/textbooks_brightness_search', { pageSize: 100 })
    expect(found.list.map(({ locator }) => locator.exact).sort()).toEqual(wanted.map(({ exact }) => exact).sort())
    for (const { state } of found.list) expect(state).toBe('sure')
  }
})

it('seeding again adds no study sessions', async () => {
  const state = () =>
    server.db.selectFrom('study_events').select(['session', 'start_at', 'end_at']).orderBy('id').execute()
  const before = await state()
  expect(before).toHaveLength(Object.values(studySessions).flat().length)
  await seedStudy(server.db, testStart + 86_400)
  expect(await state()).toEqual(before)
})
