import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionUid } from '../../base/stable-ids'
import { createTestDatabase, type TestDatabase } from '../../testing/database'
import type { ImportedPaper } from './paper'
import { draftOf, draftOwner, draftPapers } from './paper-drafts'

const now = 1_800_000_000
const to = { kind: 'bank', slug: 'drill' }
const paper: ImportedPaper = {
  title: '期中',
  duration: 60,
  instructions: ['闭卷'],
  notes: [],
  sections: [
    {
      title: '一、判断',
      questions: [
        { slug: 'a', points: null },
        { slug: 'b', points: 250 },
      ],
      missing: 0,
    },
    { title: '空的一节', questions: [], missing: 0 },
  ],
}

let database: TestDatabase
let teacher: number
beforeAll(async () => {
  database = await createTestDatabase()
  const add = async (mobile: string) =>
    (
      await database.db
        .insertInto('users')
        .values({ mobile, nickname: mobile, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  teacher = await add('13900000001')
  await add('13900000002')
  await database.db
    .insertInto('staff_grants')
    .values({ user_id: teacher, role: 'owner', scope_kind: 'site', created_at: now, renewed_at: now })
    .execute()
})
afterAll(() => database.drop())

describe('papers of a question file as exam drafts', () => {
  it('a paper becomes a draft of the teacher with its sections; importing it again does not change the draft', async () => {
    const { db } = database
    const owner = await draftOwner(db, '13900000001', now)
    expect(owner).toBe(teacher)
    const target = { to, name: 'a.zip', owner, now }
    expect(await draftPapers(db, [paper], target)).toEqual([{ title: '期中', created: true, notes: [] }])
    expect(await draftPapers(db, [paper], target)).toEqual([{ title: '期中', created: false, notes: [] }])
    const drafts = await db.selectFrom('exam_drafts').select(['body', 'created_by', 'version']).execute()
    expect(drafts).toMatchObject([
      {
        created_by: teacher,
        body: {
          title: '期中',
          notice: '闭卷',
          durationMinutes: 60,
          sections: [
            {
              title: '一、判断',
              questions: [
                { question: questionUid(to, 'a'), points: null },
                { question: questionUid(to, 'b'), points: 2.5 },
              ],
            },
          ],
        },
      },
    ])
  })

  it('rejects a mobile number without the permission to organise exams', async () => {
    for (const mobile of ['13900000002', '13900000003'])
      await expect(draftOwner(database.db, mobile, now)).rejects.toThrow('不是能组织考试的工作人员')
  })

  it('reports the parts of a paper that a draft cannot contain', () => {
    const sections = Array.from({ length: 52 }, (_, i) => ({
      title: `第${i}节`,
      questions: [{ slug: 'a', points: null }],
      missing: i === 0 ? 2 : 0,
    }))
    const rules = ['没有带入随机抽题']
    const { body, notes } = draftOf({ ...paper, duration: 5000, notes: rules, sections }, to)
    expect(body.sections).toHaveLength(50)
    expect(body.durationMinutes).toBeNull()
    expect(notes).toEqual([
      '没有带入随机抽题',
      '有 2 题没有导入，不在草稿里',
      '时限超过一天，没有带入',
      '大题多于 50 个，后面的 2 题没有放进草稿',
    ])
  })
})
