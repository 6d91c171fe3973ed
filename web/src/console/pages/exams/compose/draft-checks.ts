import type { DraftBody, DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import type { FormsSummary } from '@dxx/contract/calls/staff/exam-shapes'
import { areFair, differenceText } from '../forms-text'
import { type Briefs, listDraftQuestions, placeOf, questionNumberAt } from './draft-edits'
import type { DraftStatistics } from './draft-figures'
import { goalText } from './goal-text'

/** `bad` prevents publishing, `warn` does not. */
export interface CheckLine {
  key: string
  tone: 'ok' | 'warn' | 'bad'
  text: string
  /** Id of the question that a click on the line scrolls to. */
  question?: string
}

/** Checks before publishing: those of the browser on the typed text, and those of the server on the saved version. */
export function checkLines(
  body: DraftBody,
  briefs: Briefs,
  figures: DraftStatistics,
  check: DraftCheck | undefined,
): CheckLine[] {
  const lines: CheckLine[] = []
  const need = (key: string, isMet: boolean, ok: string, bad: string) =>
    lines.push({ key, tone: isMet ? 'ok' : 'bad', text: isMet ? ok : bad })
  need('title', body.title.trim() !== '', '有名称', '请填写考试名称')
  need('questions', figures.questions > 0, `${figures.questions} 题，${figures.points} 分`, '试卷还没有题')
  need(
    'time',
    body.startsAt !== null && body.endsAt !== null && body.durationMinutes !== null,
    '时间和时长齐全',
    '请填写开始、结束时间和时长',
  )
  if (check) need('students', check.students > 0, `发给 ${check.students} 人`, '请选择有学生的班级')
  if (check?.forms) lines.push(formsLine(check.forms))
  const removed = listDraftQuestions(body).filter(({ question }) => briefs.get(question)?.removed ?? true)
  for (const { question } of removed)
    lines.push({
      key: `gone-${question}`,
      tone: 'bad',
      text: `${named(body, question)}已从题库移除，请换一题`,
      question,
    })
  const goal = goalText(figures.points, body.goal.points)
  if (figures.questions > 0 && !goal.isMet) lines.push({ key: 'goal', tone: 'warn', text: `总分${goal.text}` })
  if (body.pass !== null && body.pass > figures.points)
    lines.push({ key: 'pass', tone: 'bad', text: `及格线 ${body.pass} 分超过总分` })
  for (const { first, second } of check?.duplicates ?? [])
    if (placeOf(body, first) && placeOf(body, second))
      lines.push({
        key: `twin-${first}-${second}`,
        tone: 'warn',
        text: `${named(body, first)}与${named(body, second)}近似`,
        question: second,
      })
  for (const clash of check?.clashes ?? [])
    lines.push({ key: `clash-${clash.id}`, tone: 'warn', text: `${clash.classes.join('、')}同时有《${clash.title}》` })
  for (const text of check?.warnings ?? []) lines.push({ key: `warning-${text}`, tone: 'warn', text })
  for (const problem of check?.problems ?? [])
    if (!lines.some(({ tone }) => tone === 'bad')) lines.push({ key: 'problem', tone: 'bad', text: problem })
  return lines
}

function formsLine(forms: FormsSummary): CheckLine {
  const isFair = areFair(forms)
  const text = `每人一卷，共 ${forms.count} 份，试排的卷子：${differenceText(forms)}`
  return { key: 'forms', tone: isFair ? 'ok' : 'warn', text: isFair ? text : `${text}。多选一些备选的题，差别会更小` }
}

function named(body: DraftBody, question: string): string {
  const place = placeOf(body, question)
  return place ? `第 ${questionNumberAt(body, place)} 题` : ''
}
