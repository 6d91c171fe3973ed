import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import type { CodeQueue } from '../../adapters/runner/queue'
import { shorten } from './sources'

const aliases: Record<string, CodeLanguage> = {
  py: 'python',
  python3: 'python',
  js: 'javascript',
  ts: 'typescript',
  'c++': 'cpp',
}
const runnable = new Set<string>(['python', 'javascript', 'typescript', 'c', 'cpp', 'sql', 'java', 'go'])

/** Maximum milliseconds that an answer waits for a program. */
const patience = 20_000
const mostLines = 30
const mostCharacters = 1500

export const languageOf = (name: string): CodeLanguage | null => {
  const language = aliases[name] ?? name
  return runnable.has(language) ? (language as CodeLanguage) : null
}

/** Output of a program as shortened text, followed by its errors. */
export function outputText({ stdout, stderr, diagnostics, reason, exitCode }: RunResult): string {
  const ending: Record<RunResult['reason'], string> = {
    ok: '',
    error: `程序出错，退出码 ${exitCode ?? '未知'}`,
    'compile-error': '编译错误',
    timeout: '超时，程序已停止',
    memory: '内存超限，程序已停止',
    'output-cut': '输出过长，程序已停止',
    crashed: '运行中断',
  }
  const problems = diagnostics
    .filter(({ severity }) => severity !== 'note')
    .slice(0, 5)
    .map(({ line, message }) => `第 ${line} 行：${message}`)
  const lines = [stdout.trimEnd(), ...problems, stderr.trimEnd(), ending[reason]].filter(Boolean).join('\n').split('\n')
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines
  return shorten(shown.join('\n'), mostCharacters)
}

/** Runs a program in the queue of the user's own programs; null if it cannot be run now. */
export async function runForAnswer(
  queue: CodeQueue,
  userId: number,
  program: { language: CodeLanguage; source: string; stdin?: string; setup?: string },
  signal: AbortSignal,
): Promise<RunResult | null> {
  const offered = await queue.languages().catch(() => [])
  if (signal.aborted || !offered.some(({ language }) => language === program.language)) return null
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience)
  })
  // A full queue must not fail the answer: the program is then shown without its output.
  const result = queue.run(userId, { stdin: '', setup: '', ...program }).catch(() => null)
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

const fenced = (text: string) => {
  const fence = text.includes('```') ? '~~~~' : '```'
  return `${fence}text\n${text}\n${fence}`
}

/** Actual output of a program as Markdown, below the program in an answer. */
export function outputMarkdown(result: RunResult): string {
  const text = outputText(result)
  if (result.reason === 'ok') return text ? `实际运行的输出：\n\n${fenced(text)}` : '实际运行过，程序没有输出。'
  return `这段程序实际运行时出错，不能照抄：\n\n${fenced(text)}`
}
