import * as z from 'zod'
import { BlankAnswer, BlankKey, PublicBlank } from './questions/blank'
import { ChoiceAnswer, ChoiceKey, PublicChoice } from './questions/choice'
import { CodeAnswer, CodeKey, PublicCode } from './questions/code'
import { JudgeAnswer, JudgeKey, PublicJudge } from './questions/judge'
import { MatchAnswer, MatchKey, PublicMatch } from './questions/match'
import { MaterialKey, materialAnswer, publicMaterial } from './questions/material'
import { NumberAnswer, NumberKey, PublicNumber } from './questions/number'
import { OrderAnswer, OrderKey, PublicOrder } from './questions/order'
import { Html, OptionId, Points } from './questions/shared'
import { PublicShort, ShortAnswer, ShortKey } from './questions/short'
import { Id } from './shapes'

export { GradedTestVerdict, ManualReason, OutputComparison } from './questions/code'

/**
 * All question types. This file joins their schemas: a question as a student sees it, the student's answer, and the
 * result of scoring. The rubric that answers are scored by is not here, because it never leaves the server.
 */
export const QuestionType = z.enum([
  'single',
  'multiple',
  'indefinite',
  'judge',
  'blank',
  'short',
  'material',
  'order',
  'match',
  'code',
  'number',
])
export type QuestionType = z.infer<typeof QuestionType>

export const PublicPart = z.discriminatedUnion('type', [
  PublicChoice,
  PublicJudge,
  PublicBlank,
  PublicShort,
  PublicOrder,
  PublicMatch,
  PublicCode,
  PublicNumber,
])
export type PublicPart = z.infer<typeof PublicPart>

const about = { difficulty: z.int(), tags: z.array(z.string()) }

export const PublicQuestion = z.discriminatedUnion('type', [
  PublicChoice.extend(about),
  PublicJudge.extend(about),
  PublicBlank.extend(about),
  PublicShort.extend(about),
  PublicOrder.extend(about),
  PublicMatch.extend(about),
  PublicCode.extend(about),
  PublicNumber.extend(about),
  publicMaterial(PublicPart).extend(about),
])
export type PublicQuestion = z.infer<typeof PublicQuestion>

export const PartAnswer = z.discriminatedUnion('type', [
  ChoiceAnswer,
  JudgeAnswer,
  BlankAnswer,
  ShortAnswer,
  OrderAnswer,
  MatchAnswer,
  CodeAnswer,
  NumberAnswer,
])
export type PartAnswer = z.infer<typeof PartAnswer>

export const Answer = z.discriminatedUnion('type', [...PartAnswer.options, materialAnswer(PartAnswer)])
export type Answer = z.infer<typeof Answer>

/** The correct answer, sent after scoring. */
export const AnswerKey = z.discriminatedUnion('type', [
  ChoiceKey,
  JudgeKey,
  BlankKey,
  ShortKey,
  OrderKey,
  MatchKey,
  CodeKey,
  NumberKey,
  MaterialKey,
])
export type AnswerKey = z.infer<typeof AnswerKey>

type Missing = Exclude<QuestionType, PublicQuestion['type'] & Answer['type'] & AnswerKey['type']>
type Complete<T extends never> = T

/** Types of a question part of a 材料题. Does not compile if one of the unions above lacks a type of QuestionType. */
export type PartType = Exclude<QuestionType | Complete<Missing>, 'material'>

/** `marking`: awaits manual grading; `grading`: the program is still being run. */
export const Verdict = z.enum(['right', 'partial', 'wrong', 'unanswered', 'marking', 'grading'])
export type Verdict = z.infer<typeof Verdict>

const scored = {
  verdict: Verdict,
  score: Points,
  maxScore: Points,
  /** Null while a program is being graded. */
  key: AnswerKey.nullable(),
  analysis: Html,
}

export const ScoredPart = z.object({ id: z.string(), answer: PartAnswer.nullable(), ...scored })
export type ScoredPart = z.infer<typeof ScoredPart>

/** First answers of all users to a question, in exams, chapter tests and practice. */
export const SiteAnswers = z.object({
  answers: z.int(),
  /** Share of answers with all points, 0 to 1. */
  right: z.number(),
  /**
   * The most chosen wrong option and its share of the answers; null if there are no options or if few users chose one.
   */
  trap: z.object({ option: OptionId, share: z.number() }).nullable(),
})
export type SiteAnswers = z.infer<typeof SiteAnswers>

export const ScoredQuestion = z.object({
  question: PublicQuestion,
  answer: Answer.nullable(),
  ...scored,
  /** Results of a 材料题, in the order of its question parts. */
  parts: z.array(ScoredPart),
  /** Omitted below 30 first answers, and for staff. */
  site: SiteAnswers.optional(),
})
export type ScoredQuestion = z.infer<typeof ScoredQuestion>

/** Opaque token of a paper: received together with the questions, and sent back with the answers. */
export const PaperToken = z.string().min(1).max(20_000, { error: '试卷无效，请刷新后重新作答' })

export const AnsweredQuestion = z.object({ id: Id, answer: Answer })
