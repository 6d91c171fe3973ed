import * as z from 'zod'
import { call, calls } from '../call'
import { CodeLanguage, Diagnostic } from '../code'
import { UnixSeconds } from '../shapes'

export { CodeLanguage, Diagnostic }

/** How a program ended. `error`: exit code other than 0; `crashed`: the runner could not finish it. */
export const RunReason = z.enum(['ok', 'error', 'compile-error', 'timeout', 'memory', 'output-cut', 'crashed'])
export type RunReason = z.infer<typeof RunReason>

export const ResultTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  /** Whether rows were omitted because there were too many. */
  cut: z.boolean(),
})
export type ResultTable = z.infer<typeof ResultTable>

export const RunResult = z.object({
  stdout: z.string(),
  stderr: z.string(),
  /** Null if the program did not exit by itself. */
  exitCode: z.int().nullable(),
  reason: RunReason,
  diagnostics: z.array(Diagnostic),
  /** Results of SQL queries, the same as the text in stdout. */
  tables: z.array(ResultTable),
  timeMs: z.int(),
  /** Memory of the program with its interpreter; 0 if unknown because the runner terminated the program. */
  memoryKb: z.int(),
  /** Whether the compiled program came from the cache. */
  cached: z.boolean(),
})
export type RunResult = z.infer<typeof RunResult>

const maxSource = 64 * 1024
const Source = z
  .string()
  .max(maxSource, { error: '代码太长，最多 64 KB' })
  .refine((text) => !text.includes('\0'), { error: '代码里有看不见的空字符，请删除后再试' })

/** A program with its input. */
export const Program = z.object({
  language: CodeLanguage,
  source: Source,
  stdin: z
    .string()
    .max(64 * 1024, { error: '输入太长，最多 64 KB' })
    .default(''),
  /** SQL that creates the sample database before the program runs. */
  setup: z
    .string()
    .max(256 * 1024, { error: '示例数据太大，最多 256 KB' })
    .default(''),
})

/** Id of a code editor: a textbook's cell, a question, or the standalone page. Chosen by the page. */
const Cell = z.string().regex(/^[\w:./-]{1,200}$/, { error: '代码位置无效' })

/** Client-generated id of a run, used to query its state; not the id of a stored row. */
const RunId = z.string().regex(/^[\w-]{8,40}$/, { error: '运行编号无效' })

/** `unknown`: the run has ended, or is on another server. `preparing`: the C or C++ compiler is being loaded. */
export const RunPhase = z.enum(['unknown', 'waiting', 'preparing', 'running'])
export type RunPhase = z.infer<typeof RunPhase>

export const CodeDraft = z.object({ language: CodeLanguage, source: z.string(), updatedAt: UnixSeconds })

export const runcode = calls({
  'POST /v1/runcode': call({
    access: 'user',
    source: 'spec',
    summary: '运行代码，结束后返回结果；排队已满时返回 429 和 retryAfter',
    input: Program.extend({ run: RunId.optional() }),
    data: RunResult,
  }),
  'GET /v1/runcode_languages': call({
    access: 'public',
    source: 'added',
    summary: '可以运行的编程语言',
    input: z.object({}),
    data: z.array(
      z.object({
        language: CodeLanguage,
        name: z.string(),
        version: z.string(),
        /** Known differences to other implementations; empty if none. */
        note: z.string(),
      }),
    ),
  }),
  'POST /v1/runcode_prepare': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '先把一种语言的编译器准备好，第一次运行就不用等',
    input: z.object({ language: CodeLanguage }),
    data: z.object({}),
  }),
  'GET /v1/runcode_queue': call({
    access: 'user',
    source: 'added',
    summary: '我的代码在运行队列里的位置；给出 run 时是那一次运行的',
    input: z.object({ run: RunId.optional() }),
    data: z.object({
      running: z.int(),
      waiting: z.int(),
      /** Programs queued before this run, or before the user's next run; null if the run is not queued. */
      ahead: z.int().nullable(),
      /** Whether the current run waits for its compiler to be loaded. */
      preparing: z.boolean(),
      /** Phase of the requested run. */
      phase: RunPhase,
    }),
  }),
  'GET /v1/runcode_draft': call({
    access: 'user',
    source: 'added',
    summary: '我在某处写的代码',
    input: z.object({ cell: Cell }),
    data: CodeDraft.nullable(),
  }),
  'POST /v1/runcode_draft': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '保存我写的代码，旧版本留在历史里',
    input: z.object({ cell: Cell, language: CodeLanguage, source: Source }),
    data: z.object({ updatedAt: UnixSeconds }),
  }),
  'GET /v1/runcode_history': call({
    access: 'user',
    source: 'added',
    summary: '某处代码的历史版本，新的在前，最多 50 个',
    input: z.object({ cell: Cell }),
    data: z.array(CodeDraft),
  }),
})
