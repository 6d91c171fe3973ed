import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import { draftNotice } from '../notice'
import { PlanError } from '../publish'
import type { StaffCtx } from './access'
import { type DraftRow, knownQuestions, scoresOf, sumDraft } from './drafts'
import { nearDuplicates } from './near-duplicates'
import { clashesOf, draftClasses, resolveDraft } from './publish-draft'

function tally<K>(entries: { key: K; points: number }[]): { key: K; count: number; points: number }[] {
  const found = new Map<K, { key: K; count: number; points: number }>()
  for (const { key, points } of entries) {
    const one = found.get(key) ?? { key, count: 0, points: 0 }
    one.count++
    one.points = Math.round((one.points + points) * 100) / 100
    found.set(key, one)
  }
  return [...found.values()]
}

/** Summary of a draft before publishing: points, difficulty, near-duplicates, students, time clashes and problems. */
export async function checkDraft(ctx: StaffCtx, draft: DraftRow): Promise<DraftCheck> {
  const { body } = draft
  const known = await knownQuestions(ctx, body)
  const byId = new Map(known.map((question) => [question.brief.id, question]))
  const asked = body.sections.flatMap(({ questions }) =>
    questions.flatMap(({ question, points }) => {
      const found = byId.get(question)
      return found ? [{ ...found, points: points ?? found.brief.points }] : []
    }),
  )
  const total = asked.reduce((sum, { points }) => sum + points, 0)
  const classes = await draftClasses(ctx, draft)
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
    expected: total === 0 ? null : asked.reduce((sum, { brief, points }) => sum + brief.expected * points, 0) / total,
    measured: asked.filter(({ brief }) => brief.measured).length,
    types: tally(asked.map(({ brief, points }) => ({ key: brief.type, points }))).map(({ key, ...rest }) => ({
      type: key,
      ...rest,
    })),
    difficulties: tally(asked.map(({ brief, points }) => ({ key: brief.difficulty, points })))
      .map(({ key, count }) => ({ difficulty: key, count }))
      .sort((a, b) => a.difficulty - b.difficulty),
    tags: tally(asked.flatMap(({ brief, points }) => brief.tags.map((key) => ({ key, points })))).map(
      ({ key, ...rest }) => ({ tag: key, ...rest }),
    ),
    duplicates: nearDuplicates(asked.map(({ brief, fullText }) => ({ id: brief.id, text: fullText }))),
    classes: classes.map(({ uid, name, students }) => ({ id: uid, name, students })),
    students: classes.reduce((sum, { students }) => sum + students, 0),
    clashes,
    problems: await problemsOf(ctx, draft),
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

async function problemsOf(ctx: StaffCtx, draft: DraftRow): Promise<string[]> {
  try {
    await resolveDraft(ctx, draft)
    return []
  } catch (error) {
    if (error instanceof PlanError) return [error.message]
    throw error
  }
}
