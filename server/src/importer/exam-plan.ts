import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as z from 'zod'
import { noticeHtml } from '../modules/exams/notice'
import { type ExamPlan, PlanError } from '../modules/exams/publish'
import { formatProblem, Problems } from '../text/problems'
import { readManifest } from './manifest'

/** Shanghai time `2026-11-20 09:00`, in exports also with seconds, or relative to publication: `+2d`, `-90m`, `now`. */
const momentPattern = /^(?:now|[+-]\d{1,6}[mhd]|\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?)$/
const Moment = z.string().regex(momentPattern, {
  error: '时间要写成 2026-11-20 09:00，或相对发布时刻的 +2d、-90m、now',
})
export const isMoment = (text: string) => momentPattern.test(text)

const From = z.string().regex(/^(?:bank|textbook)\/[a-z0-9-]+$/, { error: '要写成 bank/pool 的样子' })

const Plan = z.strictObject({
  title: z.string().trim().min(1),
  school: z.string(),
  classes: z.array(z.string()).min(1),
  notice: z.string().default(''),
  starts: Moment,
  ends: Moment,
  /** Minutes. */
  duration: z.int().min(1).max(1440),
  attempts: z.int().min(1).max(20).default(1),
  pass: z.number().min(0),
  analysis: z.enum(['never', 'submitted', 'ended']).default('ended'),
  rank: z.boolean().default(false),
  shuffle: z.array(z.enum(['questions', 'options'])).default(['questions', 'options']),
  questions: z
    .array(z.strictObject({ from: From, chapter: z.string().optional(), slugs: z.array(z.string()).optional() }))
    .min(1),
})

const units = { m: 60, h: 3600, d: 86_400 }

export function secondsAt(moment: string, now: number): number {
  if (moment === 'now') return now
  const [, sign, count, unit] = /^([+-])(\d+)([mhd])$/.exec(moment) ?? []
  if (sign) return now + (sign === '-' ? -1 : 1) * Number(count) * units[unit as keyof typeof units]
  const full = `${moment.replace(' ', 'T')}:00`.slice(0, 19)
  const parsed = Date.parse(`${full}+08:00`)
  // Rejects dates such as 2026-02-30, which would be parsed as 2 March.
  if (Number.isNaN(parsed) || new Date(parsed + 8 * 3_600_000).toJSON().slice(0, 19) !== full)
    throw new PlanError(`没有 ${moment} 这个时刻`)
  return parsed / 1000
}

/** Reads an exam file. The file name is the exam's slug. */
export async function readPlan(path: string, now: number): Promise<ExamPlan> {
  const file = basename(path)
  const slug = file.replace(/\.ya?ml$/, '')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new PlanError(`文件名 ${file} 只能用小写字母、数字和连字符`)
  const problems = new Problems()
  const text = await readFile(path, 'utf8').catch(() => {
    throw new PlanError(`没有文件 ${path}，或它不能读`)
  })
  const plan = readManifest(text, file, Plan, problems)
  if (!plan || problems.list.length > 0) throw new PlanError(problems.list.map(formatProblem).join('\n'))
  const { starts, ends, duration, questions, shuffle, notice, ...rest } = plan.data
  return {
    ...rest,
    slug,
    notice: await noticeHtml(notice, file),
    noticeSource: notice,
    startsAt: secondsAt(starts, now),
    endsAt: secondsAt(ends, now),
    duration: duration * 60,
    shuffle: { questions: shuffle.includes('questions'), options: shuffle.includes('options') },
    questions: questions.map(({ from, ...chosen }) => {
      const [kind = '', name = ''] = from.split('/')
      return { from: { kind, slug: name }, ...chosen }
    }),
  }
}
