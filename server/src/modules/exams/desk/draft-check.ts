import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import { drawnShare } from '@dxx/contract/rules/drawn-share'
import { summariseForms } from '../forms'
import { draftNotice } from '../notice'
import { PlanError } from '../publish'
import type { StaffCtx } from './access'
import { type DraftRow, knownQuestions, scoresOf, sumDraft } from './drafts'
import { nearDuplicates } from './near-duplicates'
import { clashesOf, countForms, countStudents, draftClasses, resolveDraft } from './publish-draft'

function tally<K>(entries: { key: K; points: number }[]): { key: K; count: number; points: number }[] {
  const found = new Map<K, { key: K; count: number; points: number }>()
  for (const { key, points } of entries) {
    const one = found.get(key) ?? { key, count: 0, points: 0 }
    one.count++
    one.points += points
    found.set(key, one)
  }
  return [...found.values()].map((one) => ({ ...one, points: Math.round(one.points * 100) / 100 }))
}

/** Summary of a draft before publishing: points, difficulty, near-duplicates, students, time clashes and problems. */
export async function checkDraft(ctx: StaffCtx, draft: DraftRow): Promise<DraftCheck> {
  const { body } = draft
  const known = await knownQuestions(ctx, body)
  const byId = new Map(known.map((question) => [question.brief.id, question]))
  const draftQuestions = body.sections.flatMap((section) =>
    section.questions.flatMap(({ question, points }) => {
      const found = byId.get(question)
      return found ? [{ ...found, points: (points ?? found.brief.points) * drawnShare(section) }] : []
    }),
  )
  const total = draftQuestions.reduce((sum, { points }) => sum + points, 0)
  const classes = await draftClasses(ctx, draft)
  const students = await countStudents(ctx.db, classes)
  const clashes =
    body.startsAt === null || body.endsAt === null || classes.length === 0
      ? []
      : await clashesOf(ctx.db, {
          classIds: classes.map(({ id }) => id),
          startsAt: body.startsAt,
          endsAt: body.endsAt,
          apart: draft.examId,
        })
  return {
    version: draft.version,
    ...sumDraft(body, scoresOf(known)),
    expected:
      total === 0 ? null : draftQuestions.reduce((sum, { brief, points }) => sum + brief.expected * points, 0) / total,
    measured: draftQuestions.filter(({ brief }) => brief.measured).length,
    types: tally(draftQuestions.map(({ brief, points }) => ({ key: brief.type, points }))).map(({ key, ...rest }) => ({
      type: key,
      ...rest,
    })),
    difficulties: tally(draftQuestions.map(({ brief, points }) => ({ key: brief.difficulty, points })))
      .map(({ key, count }) => ({ difficulty: key, count }))
      .sort((a, b) => a.difficulty - b.difficulty),
    tags: tally(draftQuestions.flatMap(({ brief, points }) => brief.tags.map((key) => ({ key, points })))).map(
      ({ key, ...rest }) => ({ tag: key, ...rest }),
    ),
    duplicates: nearDuplicates(draftQuestions.map(({ brief, fullText }) => ({ id: brief.id, text: fullText }))),
    classes: classes.map(({ uid, name, students }) => ({ id: uid, name, students })),
    students,
    clashes,
    ...(await tryToResolve(ctx, draft, students)),
    warnings: await warningsOf(draft),
  }
}

/** Warnings of the notice; its errors are among the problems. */
async function warningsOf({ body }: DraftRow): Promise<string[]> {
  try {
    return (await draftNotice(body.notice)).warnings
  } catch (error) {
    if (error instanceof PlanError) return []
    throw error
  }
}

/**
 * A check draws fewer papers than the exam will have, because it runs after each change and a few papers show the
 * differences.
 */
const samplePapers = 8

async function tryToResolve(
  ctx: StaffCtx,
  draft: DraftRow,
  students: number,
): Promise<Pick<DraftCheck, 'problems' | 'forms'>> {
  try {
    const { forms } = await resolveDraft(ctx, draft, samplePapers)
    return { problems: [], forms: summariseForms(forms, countForms(students)) }
  } catch (error) {
    if (error instanceof PlanError) return { problems: [error.message], forms: null }
    throw error
  }
}
