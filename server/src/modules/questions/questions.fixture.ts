import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { questionUid } from '../../base/stable-ids'
import { contentFolder } from '../../importer/import.fixture'
import type { TestApp } from '../../testing/app'
import { grantEntitlement } from '../access/public'
import { files } from './small-textbook.fixture'

/** Texts that no response may contain before an answer is scored. */
export const secrets = [
  '解析秘密',
  '空的秘密',
  '参考秘密',
  '要点秘密',
  '答案代码秘密',
  '隐藏输入秘密',
  '隐藏输出秘密',
  '小题解析秘密',
]

export const uid = (slug: string, kind = 'textbook', curriculum = 'small') =>
  questionUid({ kind, slug: curriculum }, slug)

/** Imports the small textbook and returns helpers for it. */
export async function withTextbook(server: TestApp) {
  const folder = await contentFolder(files)
  const report = await folder.run(server.db)
  if (report.refused.length > 0) throw new Error(JSON.stringify(report.problems))
  const { id: textbookId, uid: textbook } = await server.db
    .selectFrom('curricula')
    .select(['id', 'uid'])
    .where('kind', '=', 'textbook')
    .where('slug', '=', 'small')
    .executeTakeFirstOrThrow()
  const chapters = await server.db
    .selectFrom('chapters')
    .select(['uid', 'test_slug'])
    .where('curriculum_id', '=', textbookId)
    .where('test_slug', 'is not', null)
    .orderBy('position')
    .execute()
  return {
    folder,
    textbook,
    textbookId,
    /** Chapters with tests: the first requires an entitlement, the second is free. */
    tests: chapters.map((chapter) => chapter.uid),
    /** Creates a client that owns the textbook. */
    async owner() {
      const user = await server.createUser()
      const now = server.clock.now()
      await grantEntitlement(server.db, { userId: user.id, curriculumId: textbookId, source: 'order 1', now })
      return { user, client: await server.as(user) }
    },
  }
}

type Of<T extends PublicQuestion['type']> = Extract<PublicQuestion, { type: T }>

/** Returns an answer with the options that show these texts. */
export const choose = (question: PublicQuestion, ...texts: string[]): Answer => {
  const { type, options } = question as Extract<PublicQuestion, { options: unknown }>
  return { type, options: texts.map((text) => options.find(({ html }) => html === text)!.id) }
}
const put = (question: PublicQuestion, ...texts: string[]): Answer => ({
  type: 'order',
  items: texts.map((text) => (question as Of<'order'>).items.find(({ html }) => html === text)!.id),
})
const pair = (question: PublicQuestion, pairs: Record<string, string>): Answer => {
  const { lefts, rights } = question as Of<'match'>
  const find = (list: typeof lefts, text: string) => list.find(({ html }) => html === text)!.id
  return {
    type: 'match',
    pairs: Object.entries(pairs).map(([left, right]) => ({ left: find(lefts, left), right: find(rights, right) })),
  }
}

/** Returns right answers to all automatically scored questions of the first test. */
export function allRight(questions: PublicQuestion[]): { id: string; answer: Answer }[] {
  return questions.map((question) => {
    const { id } = question
    switch (question.type) {
      case 'judge':
        return { id, answer: { type: 'judge', value: false } }
      case 'blank':
        return { id, answer: { type: 'blank', blanks: [' 空的秘密', '3.145'] } }
      case 'short':
        return { id, answer: { type: 'short', text: '因为栈后进先出。' } }
      case 'order':
        return { id, answer: put(question, '第一', '第二', '第三', '第四') }
      case 'match':
        return { id, answer: pair(question, { 栈: '后进先出', 队列: '先进先出' }) }
      case 'material': {
        const [first, last] = question.parts
        const chosen = (first as Extract<typeof first, { options: unknown }>).options.find(
          ({ html }) => html === '对的',
        )!
        return {
          id,
          answer: {
            type: 'material',
            parts: [
              { id: first!.id, answer: { type: 'single', options: [chosen.id] } },
              { id: last!.id, answer: { type: 'blank', blanks: ['空的秘密三'] } },
            ],
          },
        }
      }
      default:
        return { id, answer: choose(question, '乙') }
    }
  })
}
