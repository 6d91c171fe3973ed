import * as z from 'zod'

/** Java and Go are available only if a runner with native toolchains is configured. */
export const CodeLanguage = z.enum(['python', 'javascript', 'typescript', 'c', 'cpp', 'sql', 'java', 'go'])

export type CodeLanguage = z.infer<typeof CodeLanguage>

export const Diagnostic = z.object({
  /** `line` and `column` count from 1 in the submitted source. */
  line: z.int(),
  column: z.int(),
  message: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
})

export type Diagnostic = z.infer<typeof Diagnostic>
