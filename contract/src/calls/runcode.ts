import { z } from 'zod'
import { call, calls } from '../call'
import { UnixSeconds } from '../shapes'

/** Java and Go are offered only where a runner with native toolchains is configured. */
export const CodeLanguage = z.enum(['python', 'javascript', 'typescript', 'c', 'cpp', 'sql', 'java', 'go'])
export type CodeLanguage = z.infer<typeof CodeLanguage>

/** How a program ended. `error`: by itself, with an exit code other than 0; `crashed`: the runner could not finish it. */
export const RunReason = z.enum(['ok', 'error', 'compile-error', 'timeout', 'memory', 'output-cut', 'crashed'])
export type RunReason = z.infer<typeof RunReason>

export const Diagnostic = z.object({
  /** Both from 1, in the source as sent. */
  line: z.int(),
  column: z.int(),
  message: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
})
export type Diagnostic = z.infer<typeof Diagnostic>

export const ResultTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  /** Rows were left out because there are too many. */
  cut: z.boolean(),
})
export type ResultTable = z.infer<typeof ResultTable>

export const RunResult = z.object({
  stdout: z.string(),
  stderr: z.string(),
  /** Null when the program did not end by itself. */
  exitCode: z.int().nullable(),
  reason: RunReason,
  diagnostics: z.array(Diagnostic),
  /** Results of SQL queries, the same that stdout shows as text. */
  tables: z.array(ResultTable),
  timeMs: z.int(),
  /** Of the program with its interpreter; 0 where nobody can tell, because it was stopped from outside. */
  memoryKb: z.int(),
  /** The compiled program was still known. */
  cached: z.boolean(),
})
export type RunResult = z.infer<typeof RunResult>

const maxSource = 64 * 1024
const Source = z
  .string()
  .max(maxSource, { error: '代码太长，最多 64 KB' })
  .refine((text) => !text.includes('\0'), { error: '代码里有看不见的空字符，请删除后再试' })

/** Names a place where code is edited: a textbook's cell, a question, the free page. Chosen by the page. */
const Cell = z.string().regex(/^[\w:./-]{1,200}$/, { error: '代码位置无效' })

export const CodeDraft = z.object({ language: CodeLanguage, source: z.string(), updatedAt: UnixSeconds })

export const runcode = calls({
  'POST /v1/runcode': call({
    access: 'user',
    source: 'spec',
    summary: '运行代码，结束后返回结果；排队已满时返回 429 和 retryAfter',
    input: z.object({
      language: CodeLanguage,
      source: Source,
      stdin: z
        .string()
        .max(64 * 1024, { error: '输入太长，最多 64 KB' })
        .default(''),
      /** SQL that makes the sample database before the program runs. */
      setup: z
        .string()
        .max(256 * 1024, { error: '示例数据太大，最多 256 KB' })
        .default(''),
    }),
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
        /** What does not work as elsewhere, said beforehand; empty where nothing is to be said. */
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
    summary: '我的代码在运行队列里的位置',
    input: z.object({}),
    data: z.object({
      running: z.int(),
      waiting: z.int(),
      /** Programs before my next one; null when none of mine waits. */
      ahead: z.int().nullable(),
      /** The one that runs waits for its compiler or interpreter to be loaded. */
      preparing: z.boolean(),
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
