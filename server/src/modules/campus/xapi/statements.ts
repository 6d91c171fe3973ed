import { stableId } from '../../../base/stable-ids'

interface Learnt {
  userUid: string
  /** Public address of this site. */
  site: string
  at: number
}

interface ChapterDone extends Learnt {
  chapterUid: string
  chapter: string
  curriculumUid: string
  curriculum: string
  seconds: number
}

interface ExamScored extends Learnt {
  attemptUid: string
  examUid: string
  exam: string
  /** Hundredths of a point. */
  score: number
  max: number
  passScore: number
}

const common = ({ userUid, site, at }: Learnt, id: string) => ({
  // The same event always has the same id, so that a statement sent twice is stored once.
  id: stableId('xapi', id),
  // The account's id instead of name or number: the store receives no personal data from this server.
  actor: { objectType: 'Agent', account: { homePage: site, name: userUid } },
  timestamp: new Date(at * 1000).toISOString(),
})

const named = (text: string) => ({ 'zh-CN': text })

/** A chapter or lesson was read or watched to the end. */
export const chapterStatement = (done: ChapterDone) => ({
  ...common(done, `chapter ${done.userUid} ${done.chapterUid}`),
  verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: named('学完') },
  object: {
    id: `${done.site}/xapi/chapter/${done.chapterUid}`,
    definition: { type: 'http://adlnet.gov/expapi/activities/lesson', name: named(done.chapter) },
  },
  result: { completion: true, duration: `PT${Math.max(0, Math.round(done.seconds))}S` },
  context: {
    platform: '多享学',
    contextActivities: {
      parent: [
        {
          id: `${done.site}/xapi/curriculum/${done.curriculumUid}`,
          definition: { type: 'http://adlnet.gov/expapi/activities/course', name: named(done.curriculum) },
        },
      ],
    },
  },
})

/** An attempt at an exam was scored and its result released. */
export function examStatement(scored: ExamScored) {
  const passed = scored.score >= scored.passScore
  const verb = passed ? 'passed' : 'failed'
  return {
    ...common(scored, `exam ${scored.attemptUid}`),
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: named(passed ? '通过' : '未通过') },
    object: {
      id: `${scored.site}/xapi/exam/${scored.examUid}`,
      definition: { type: 'http://adlnet.gov/expapi/activities/assessment', name: named(scored.exam) },
    },
    result: {
      completion: true,
      success: passed,
      score: {
        scaled: Math.min(1, Math.max(0, scored.score / Math.max(scored.max, 1))),
        raw: scored.score / 100,
        min: 0,
        max: scored.max / 100,
      },
    },
    context: { platform: '多享学' },
  }
}
