import { randomUUID } from 'node:crypto'
import type { DataOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { questionUid, stableId } from '../../base/stable-ids'
import { contentFolder } from '../../importer/import.fixture'
import type { TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { examJobs } from './jobs'
import { type ExamPlan, publishExam } from './publish'

/** Texts that no response may contain before the analysis is released. */
export const secrets = ['解析秘密', '空的秘密', '参考秘密', '要点秘密']

const bank = (title: string, more = '') =>
  `title: ${title}\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: all, title: 全部 }, { slug: rest, title: 其余 }]\n${more}`

const questions = `
## single
type: single
chapter: all
score: 2

单选？

- [ ] 甲
- [x] 乙
- [ ] 丙
- [ ] 以上都不对 {fixed}

> 解析秘密一。

## multiple
type: multiple
chapter: all
score: 4

多选？

- [x] 甲
- [x] 乙
- [ ] 丙
- [ ] 丁

> 解析秘密二。

## judge
type: judge
chapter: all
score: 1
answer: false

判断。

> 解析秘密三。

## blank
type: blank
chapter: all
score: 3

填 {{空的秘密|空的秘密二}}。

> 解析秘密四。
`

const withShort = `${questions}
## short
type: short
chapter: rest
score: 5

为什么？

> 参考答案：参考秘密。
> - (2) 要点秘密一
> - (3) 要点秘密二
`

/** Text that every question of the exam pool contains. */
export const stemMark = '考场上问'

const files = {
  'banks/pool/bank.yaml': bank('考题', 'hidden: true\n'),
  'banks/pool/questions/all.md': withShort.replace(/^(?=单选？|多选？|判断。|填 |为什么？)/gm, stemMark),
  'banks/drill/bank.yaml': bank('小题库'),
  'banks/drill/questions/all.md': questions.replace('判断。', '判断 $x^2$。'),
}

export const uidOf = (slug: string, from = 'pool') => questionUid({ kind: 'bank', slug: from }, slug)

type Paper = DataOf<StudentCalls['GET /v1/exam_start']>

/** Creates a school with two classes and questions, and functions to publish and take exams. */
export async function withSchool(server: TestApp) {
  const { db, clock } = server
  const folder = await contentFolder(files)
  const report = await folder.run(db)
  if (report.refused.length > 0) throw new Error(JSON.stringify(report.problems))
  const addSchool = async (slug: string) => {
    const school = await db
      .insertInto('schools')
      .values({
        uid: stableId('school', slug),
        slug,
        name: `${slug}大学`,
        province: '某省',
        city: '某市',
        address: '',
        latitude: null,
        longitude: null,
        has_roster: false,
        position: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const classes = await db
      .insertInto('classes')
      .values(
        ['one', 'two'].map((name, position) => ({
          uid: stableId('class', `${slug}/${name}`),
          school_id: school.id,
          slug: name,
          name: `${name} 班`,
          college: '',
          year: 2026,
          position,
        })),
      )
      .returning('id')
      .execute()
    return { id: school.id, classes: classes.map(({ id }) => id) }
  }
  const schools = { here: await addSchool('here'), there: await addSchool('there') }

  async function student(school: keyof typeof schools = 'here', classNo = 0) {
    const user = await server.createUser({ studentStatus: 'passed' })
    await db
      .insertInto('student_applications')
      .values({
        user_id: user.id,
        school_id: schools[school].id,
        school_name: school,
        class_id: schools[school].classes[classNo]!,
        class_name: '班',
        student_no: String(user.id),
        name: '某人',
        submitted_at: clock.now(),
        reviewed_at: clock.now(),
      })
      .execute()
    return { user, client: await server.as(user) }
  }

  let made = 0
  /** Defaults to an exam running now for an hour, forty minutes per attempt; times are relative to now. */
  const publish = (plan: Partial<ExamPlan> = {}) => {
    const now = clock.now()
    return publishExam(
      db,
      {
        slug: `exam-${++made}`,
        title: '期中考试',
        school: 'here',
        classes: ['one'],
        notice: '<p>请独立完成。</p>',
        startsAt: now - 60,
        endsAt: now + 3600,
        duration: 2400,
        attempts: 1,
        pass: 6,
        analysis: 'ended',
        rank: true,
        shuffle: { questions: true, options: true },
        questions: [{ from: { kind: 'bank', slug: 'pool' }, chapter: 'all' }],
        ...plan,
      },
      now,
    )
  }

  const jobs = examJobs(server.env)
  return {
    folder,
    schools,
    student,
    publish,
    jobs,
    /** Runs the recurring jobs. */
    tick: async () => {
      await jobs.prepare_exams()
      await jobs.close_exams()
    },
  }
}

export const start = (client: Client, id: string, device: string = randomUUID(), takeOver = false) =>
  client.call('GET /v1/exam_start', { id, device, takeOver })

const options = (question: PublicQuestion) => (question as Extract<PublicQuestion, { options: unknown }>).options

/** Returns the right or a wrong answer to a question of the fixture's paper. */
export function fixtureAnswer(question: PublicQuestion, right = true): Answer {
  const pick = (...texts: string[]) =>
    texts.map((text) => options(question).find(({ html }) => html === `<p>${text}</p>` || html === text)!.id)
  switch (question.type) {
    case 'single':
      return { type: 'single', options: pick(right ? '乙' : '丙') }
    case 'multiple':
      return { type: 'multiple', options: right ? pick('甲', '乙') : pick('丁') }
    case 'judge':
      return { type: 'judge', value: !right }
    case 'blank':
      return { type: 'blank', blanks: [right ? '空的秘密' : '不知道'] }
    default:
      return { type: 'short', text: right ? '因为如此。' : '' }
  }
}

/** Returns steps that answer all questions of a paper. */
export const stepsFor = (paper: Paper, right = true, from = 1) =>
  paper.questions.map((question, i) => ({
    seq: from + i,
    question: question.id,
    answer: fixtureAnswer(question, right),
    at: paper.now,
  }))
