import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'

type ExamEvent = StaffExam['events'][number]
type Values = Record<string, unknown> | null

interface Row {
  at: number
  call: string
  before: Values
  after: Values
  reason: string
  by: string
}

/** Kind of event by call of the console and by command of the shell. */
const kinds: Record<string, ExamEvent['kind']> = {
  exam_publish: 'publish',
  exam_reschedule: 'reschedule',
  exam_extend: 'extend',
  exam_pause: 'pause',
  exam_resume: 'resume',
  exam_end: 'end',
  exam_withdraw: 'withdraw',
  exam_regrade: 'regrade',
  'exams publish': 'publish',
  'exams correct': 'correct',
  'exams reschedule': 'reschedule',
  'exams extend': 'extend',
  'exams pause': 'pause',
  'exams resume': 'resume',
  'exams end': 'end',
  'exams withdraw': 'withdraw',
  'exams regrade': 'regrade',
}

const mostEvents = 100
const rulingNames: Record<string, string> = { void: '作废', give: '送分', key: '接受更多答案', original: '恢复原评分' }

const timesText = (values: Values): string =>
  [values?.startsAt, values?.endsAt].map((at) => (typeof at === 'number' ? formatChineseTime(at) : '–')).join(' 到 ')

function textOf(kind: ExamEvent['kind'], { before, after }: Row): string {
  switch (kind) {
    case 'publish':
      return `发给 ${after?.students ?? 0} 人`
    case 'reschedule':
      return `由 ${timesText(before)} 改为 ${timesText(after)}`
    case 'extend':
      return `${after?.minutes ?? '–'} 分钟，${typeof after?.students === 'number' ? `${after.students} 人` : '所有人'}`
    case 'resume':
      return typeof after?.seconds === 'number' ? `顺延 ${after.seconds} 秒` : ''
    case 'regrade':
      return `第 ${after?.question ?? '–'} 题${rulingNames[String(after?.kind)] ?? ''}`
    default:
      return ''
  }
}

/** Reads the actions of staff on an exam from the audit log, newest first. */
export async function readEvents(db: Db, examUid: string): Promise<ExamEvent[]> {
  const { rows } = await sql<Row>`
    select a.at, a.call, a.before, a.after, a.reason, coalesce(u.nickname, '命令行') as by
    from audit a left join users u on u.id = a.user_id
    where a.target_kind = 'exam' and a.target_id = ${examUid} and a.call = any(${Object.keys(kinds)}::text[])
    order by a.id desc limit ${mostEvents}`.execute(db)
  return rows.map((row) => {
    const kind = row.call === 'exam_publish' && row.before ? 'correct' : kinds[row.call]!
    return { at: row.at, kind, text: textOf(kind, row), reason: row.reason, by: row.by }
  })
}
