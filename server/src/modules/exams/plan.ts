import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { readManifest } from '../../importer/manifest'
import { formatProblem, Problems } from '../../importer/problems'
import { createRenderer } from '../../importer/renderer'
import { type ExamPlan, PlanError } from './publish'

/** `2026-11-20 09:00` in Shanghai, or relative to the publishing: `+2d`, `-90m`, `now`. */
const Moment = z.string().regex(/^(?:now|[+-]\d{1,6}[mhd]|\d{4}-\d{2}-\d{2} \d{2}:\d{2})$/, {
  error: '时间要写成 2026-11-20 09:00，或相对发布时刻的 +2d、-90m、now',
})

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

function secondsAt(moment: string, now: number): number {
  if (moment === 'now') return now
  const [, sign, count, unit] = /^([+-])(\d+)([mhd])$/.exec(moment) ?? []
  if (sign) return now + (sign === '-' ? -1 : 1) * Number(count) * units[unit as keyof typeof units]
  const parsed = Date.parse(`${moment.replace(' ', 'T')}:00+08:00`)
  if (Number.isNaN(parsed)) throw new PlanError(`没有 ${moment} 这个时刻`)
  return parsed / 1000
}

/** Reads an exam's file. Its name is the exam's own. */
export async function readPlan(path: string, now: number): Promise<ExamPlan> {
  const file = basename(path)
  const slug = file.replace(/\.ya?ml$/, '')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new PlanError(`文件名 ${file} 只能用小写字母、数字和连字符`)
  const problems = new Problems()
  const plan = readManifest(await readFile(path, 'utf8'), file, Plan, problems)
  if (!plan || problems.list.length > 0) throw new PlanError(problems.list.map(formatProblem).join('\n'))
  const { starts, ends, duration, questions, shuffle, notice, ...rest } = plan.data
  return {
    ...rest,
    slug,
    notice: await noticeHtml(notice, file),
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

async function noticeHtml(source: string, file: string): Promise<string> {
  if (source.trim() === '') return ''
  const renderer = createRenderer()
  try {
    const { html, problems } = await renderer.markdown({
      source,
      file,
      curriculum: null,
      chapter: '',
      titled: 'optional',
      previous: [],
    })
    if (problems.length > 0) throw new PlanError(problems.map(formatProblem).join('\n'))
    return html.replace(/ data-p="[^"]*"/g, '').trim()
  } finally {
    await renderer.close()
  }
}
