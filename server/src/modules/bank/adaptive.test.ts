import type { PracticeItem } from '@dxx/contract/calls/bank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentFolder } from '../../importer/import.fixture'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { grantEntitlement } from '../access/public'

const chapters = ['甲', '乙', '丙']
const each = 10
const questions = chapters.flatMap((_, chapter) =>
  Array.from(
    { length: each },
    (_, i) =>
      `## q${chapter}-${i}\ntype: judge\nanswer: true\nchapter: c${chapter}\ndifficulty: ${1 + (i % 5)}\n\n第 ${chapter}-${i} 题对吗？\n`,
  ),
)

let server: TestApp
let folder: Awaited<ReturnType<typeof contentFolder>>
let bank: { id: number; uid: string }
beforeAll(async () => {
  server = await startTestApp()
  folder = await contentFolder({
    'banks/b/bank.yaml': `title: 小题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [${chapters.map((title, i) => `{ slug: c${i}, title: ${title} }`).join(', ')}]\n`,
    'banks/b/questions/a.md': questions.join('\n'),
  })
  const report = await folder.run(server.db)
  if (report.refused.length > 0) throw new Error(JSON.stringify(report.problems))
  bank = await server.db.selectFrom('curricula').select(['id', 'uid']).executeTakeFirstOrThrow()
})
afterAll(async () => {
  await folder.remove()
  await server.close()
})

async function owner() {
  const user = await server.createUser()
  await grantEntitlement(server.db, { userId: user.id, curriculumId: bank.id, source: 'free', now: testStart })
  return server.as(user)
}

/** In these tests the student knows chapter 甲 and no other chapter. */
const inFirst = (stem: string) => stem.includes('第 0-')

/** Answers a whole practice. Returns the stems in order. */
async function practise(client: Client, scope: { mode: 'adaptive' | 'diagnosis'; chapter?: string }, knows = inFirst) {
  const sheet = await client.call('POST /v1/bank_practice_start', { bank: bank.uid, ...scope })
  const [first] = await client.call('GET /v1/bank_practice_questions', { id: sheet.id, from: 0 })
  const stems: string[] = []
  let item: PracticeItem | null = first!
  while (item) {
    const { stem, id } = item.question
    stems.push(stem)
    const answer = { type: 'judge' as const, value: knows(stem) }
    const input = { id: sheet.id, question: id, answer }
    const scored: { next: PracticeItem | null } = await client.call('POST /v1/bank_practice_answer', input)
    item = scored.next
  }
  return { sheet, stems }
}

describe('诊断', () => {
  it('诊断 asks twelve different questions over all chapters and estimates the mastery of each', async () => {
    const client = await owner()
    const before = await client.call('GET /v1/bank_mastery', { id: bank.uid })
    expect(before.chapters.map(({ title, answers }) => [title, answers])).toEqual(chapters.map((title) => [title, 0]))
    const { sheet, stems } = await practise(client, { mode: 'diagnosis' })
    expect(sheet).toMatchObject({ title: '诊断', count: 12, cards: [{}] })
    expect(new Set(stems).size).toBe(12)
    const { chapters: after } = await client.call('GET /v1/bank_mastery', { id: bank.uid })
    expect(after.map(({ answers }) => answers)).toEqual([4, 4, 4])
    const [known, ...unknown] = after
    for (const one of unknown) expect(known!.share).toBeGreaterThan(one.share + 0.1)
    for (const [i, { low, share, high }] of after.entries()) {
      expect(low).toBeLessThan(share)
      expect(high).toBeGreaterThan(share)
      expect(high - low).toBeLessThan(before.chapters[i]!.high - before.chapters[i]!.low)
    }
    // The practice is complete, so the next start creates a new one.
    expect(await client.call('GET /v1/bank_practice', { id: sheet.id })).toMatchObject({ count: 12, answered: 12 })
    const next = await client.call('POST /v1/bank_practice_start', { bank: bank.uid, mode: 'diagnosis' })
    expect(next).toMatchObject({ resumed: false, answered: 0 })
  })
})

describe('智能练习', () => {
  it('ends when a chapter has no more questions, and can be resumed', async () => {
    const client = await owner()
    const { chapters: known } = await client.call('GET /v1/bank_mastery', { id: bank.uid })
    const chapter = known[1]!.id
    const start = { bank: bank.uid, mode: 'adaptive' as const, chapter }
    const practice = await client.call('POST /v1/bank_practice_start', start)
    expect(practice).toMatchObject({ title: '智能练习：乙', count: each })
    expect(await client.call('POST /v1/bank_practice_start', start)).toMatchObject({ id: practice.id, resumed: true })
    const { stems } = await practise(client, { mode: 'adaptive', chapter })
    expect(new Set(stems).size).toBe(each)
    for (const stem of stems) expect(stem).toContain('第 1-')
  })

  it('asks easier questions after wrong answers than after right ones', async () => {
    const levelOf = (stem: string) => Number(/-(\d+)/.exec(stem)![1]) % 5
    const levels = async (knows: () => boolean) => {
      const { stems } = await practise(await owner(), { mode: 'adaptive' }, knows)
      expect(stems).toHaveLength(20)
      return stems.slice(2, 10).reduce((sum, stem) => sum + levelOf(stem), 0)
    }
    expect(await levels(() => true)).toBeGreaterThan((await levels(() => false)) + 4)
  })

  it('start and mastery are refused without an entitlement', async () => {
    const stranger = await server.as()
    const start = { bank: bank.uid, mode: 'adaptive' as const }
    expect((await stranger.send('POST /v1/bank_practice_start', start)).code).toBe(7)
    expect((await stranger.send('GET /v1/bank_mastery', { id: bank.uid })).code).toBe(7)
  })
})
