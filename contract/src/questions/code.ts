import * as z from 'zod'
import { CodeLanguage, Diagnostic } from '../code'
import { commonQuestionFields, Html } from './shared'

/**
 * How a program's output is compared with the expected output. `checker`: by a checker program, which is not sent.
 */
export const OutputComparison = z.enum(['exact', 'trim', 'tokens', 'numeric', 'checker'])
export type OutputComparison = z.infer<typeof OutputComparison>

/** A test of a program that students may see before they submit. */
const SampleTest = z.object({ input: z.string(), output: z.string() })

export const PublicCode = z.object({
  type: z.literal('code'),
  ...commonQuestionFields,
  language: CodeLanguage,
  starter: z.string(),
  samples: z.array(SampleTest),
  hiddenTests: z.int(),
  /** `tolerance` is null unless `mode` is `numeric`. */
  compare: z.object({ mode: OutputComparison, tolerance: z.string().nullable() }),
  /** SQL that creates the program's database, for trial runs with runcode. */
  setup: z.string(),
})

export const CodeAnswer = z.object({
  type: z.literal('code'),
  source: z.string().max(64 * 1024, { error: '代码太长，最多 64 KB' }),
})

/**
 * Result of one test. `memory`, `output`: limit exceeded; `skipped`: not run, because the program does not compile or
 * timed out too often; `unchecked`: the checker program failed.
 */
export const GradedTestVerdict = z.enum([
  'passed',
  'wrong',
  'timeout',
  'memory',
  'output',
  'error',
  'skipped',
  'unchecked',
])
export type GradedTestVerdict = z.infer<typeof GradedTestVerdict>

/** Why a program is graded manually: the runner could not finish it, or the question's checker program failed. */
export const ManualReason = z.enum(['runner', 'checker'])
export type ManualReason = z.infer<typeof ManualReason>

const GradedTest = z.object({
  verdict: GradedTestVerdict,
  hidden: z.boolean(),
  /** Absent for hidden tests. */
  shown: z.object({ input: z.string(), expected: z.string(), actual: z.string(), stderr: z.string() }).optional(),
})

export const CodeKey = z.object({
  type: z.literal('code'),
  solution: Html,
  tests: z.array(GradedTest),
  compileError: z.object({ stderr: z.string(), diagnostics: z.array(Diagnostic) }).nullable(),
  /** Null if the tests decided the score. */
  manual: ManualReason.nullable(),
})
