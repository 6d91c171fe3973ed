import { z } from 'zod'
import { CodeLanguage, Diagnostic } from './calls/runcode'
import { Id } from './shapes'

/**
 * A question as a student sees it, what the student answers, and what is told after scoring. What the answers are
 * scored by (the rubric) is not here: it never leaves the server.
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
])
export type QuestionType = z.infer<typeof QuestionType>

/** Names an option, item or part within one paper; the same thing has another id in every other paper. */
const OptionId = z.string().regex(/^[a-z2-7]{10}$/, { error: '选项无效，请刷新后重新作答' })
const Choice = z.enum(['single', 'multiple', 'indefinite'])
/** HTML made safe by the importer. */
const Html = z.string()
/** Points with at most two decimals. */
const Points = z.number()

const Option = z.object({ id: OptionId, html: Html })

/** A test of a program that students may see before they hand in. */
const SampleTest = z.object({ input: z.string(), output: z.string() })

const common = {
  /** Of the question; a part of a 材料题 has one within the paper instead. */
  id: z.string(),
  score: Points,
  stem: Html,
}

const PublicChoice = z.object({ type: Choice, ...common, options: z.array(Option) })
const PublicJudge = z.object({ type: z.literal('judge'), ...common })
/** Each blank stands in the stem as `<span data-blank="0">`, counted from 0. */
const PublicBlank = z.object({ type: z.literal('blank'), ...common, blanks: z.int() })
const PublicShort = z.object({ type: z.literal('short'), ...common })
const PublicOrder = z.object({ type: z.literal('order'), ...common, items: z.array(Option) })
/** One on the right may belong to several on the left, or to none. */
const PublicMatch = z.object({ type: z.literal('match'), ...common, lefts: z.array(Option), rights: z.array(Option) })
const PublicCode = z.object({
  type: z.literal('code'),
  ...common,
  language: CodeLanguage,
  starter: z.string(),
  samples: z.array(SampleTest),
  hiddenTests: z.int(),
  /** SQL that makes the database the program works on; for trying it out with runcode. */
  setup: z.string(),
})

export const PublicPart = z.discriminatedUnion('type', [
  PublicChoice,
  PublicJudge,
  PublicBlank,
  PublicShort,
  PublicOrder,
  PublicMatch,
  PublicCode,
])
export type PublicPart = z.infer<typeof PublicPart>

const PublicMaterial = z.object({ type: z.literal('material'), ...common, parts: z.array(PublicPart) })

const about = { difficulty: z.int(), tags: z.array(z.string()) }

export const PublicQuestion = z.discriminatedUnion('type', [
  PublicChoice.extend(about),
  PublicJudge.extend(about),
  PublicBlank.extend(about),
  PublicShort.extend(about),
  PublicOrder.extend(about),
  PublicMatch.extend(about),
  PublicCode.extend(about),
  PublicMaterial.extend(about),
])
export type PublicQuestion = z.infer<typeof PublicQuestion>

const few = <T extends z.ZodType>(item: T) => z.array(item).max(100, { error: '作答的项数太多，请刷新后重新作答' })

export const PartAnswer = z.discriminatedUnion('type', [
  z.object({ type: Choice, options: few(OptionId) }),
  z.object({ type: z.literal('judge'), value: z.boolean() }),
  z.object({ type: z.literal('blank'), blanks: few(z.string().max(500, { error: '一个空最多填 500 字' })) }),
  z.object({ type: z.literal('short'), text: z.string().max(10_000, { error: '简答最多写 10000 字' }) }),
  z.object({ type: z.literal('order'), items: few(OptionId) }),
  z.object({ type: z.literal('match'), pairs: few(z.object({ left: OptionId, right: OptionId })) }),
  z.object({ type: z.literal('code'), source: z.string().max(64 * 1024, { error: '代码太长，最多 64 KB' }) }),
])
export type PartAnswer = z.infer<typeof PartAnswer>

export const Answer = z.discriminatedUnion('type', [
  ...PartAnswer.options,
  z.object({ type: z.literal('material'), parts: few(z.object({ id: OptionId, answer: PartAnswer })) }),
])
export type Answer = z.infer<typeof Answer>

/** `marking`: a teacher has yet to read it; `grading`: the program is still being run. */
export const Verdict = z.enum(['right', 'partial', 'wrong', 'unanswered', 'marking', 'grading'])
export type Verdict = z.infer<typeof Verdict>

const GradedTest = z.object({
  verdict: z.enum(['passed', 'wrong', 'timeout', 'error']),
  hidden: z.boolean(),
  /** Absent for hidden tests. */
  shown: z.object({ input: z.string(), expected: z.string(), actual: z.string(), stderr: z.string() }).optional(),
})

/** What is right, told after scoring. */
export const AnswerKey = z.discriminatedUnion('type', [
  z.object({ type: Choice, options: z.array(OptionId) }),
  z.object({ type: z.literal('judge'), value: z.boolean() }),
  z.object({
    type: z.literal('blank'),
    /** What each blank accepts, and whether what was filled in is right. */
    blanks: z.array(z.object({ accepted: z.array(z.string()), verdict: z.enum(['right', 'partial', 'wrong']) })),
  }),
  z.object({
    type: z.literal('short'),
    reference: Html,
    points: z.array(z.object({ score: Points, html: Html })),
  }),
  z.object({ type: z.literal('order'), items: z.array(OptionId) }),
  z.object({ type: z.literal('match'), pairs: z.array(z.object({ left: OptionId, right: OptionId })) }),
  z.object({
    type: z.literal('code'),
    solution: Html,
    tests: z.array(GradedTest),
    compileError: z.object({ stderr: z.string(), diagnostics: z.array(Diagnostic) }).nullable(),
  }),
  z.object({ type: z.literal('material') }),
])
export type AnswerKey = z.infer<typeof AnswerKey>

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

export const ScoredQuestion = z.object({
  question: PublicQuestion,
  answer: Answer.nullable(),
  ...scored,
  /** Of a 材料题, in the order of its parts. */
  parts: z.array(ScoredPart),
})
export type ScoredQuestion = z.infer<typeof ScoredQuestion>

/** Carries a paper from the call that showed it to the one that hands it in; opaque to the client. */
export const PaperToken = z.string().min(1).max(20_000, { error: '试卷无效，请刷新后重新作答' })

export const AnsweredQuestion = z.object({ id: Id, answer: Answer })
