import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { engineLimits } from './limits'

/** Limits the size of diagnostics, which a hostile program controls. */
export function boundedDiagnostics(diagnostics: Diagnostic[] = []): Diagnostic[] {
  return diagnostics.slice(0, engineLimits.diagnostics).map((diagnostic) => {
    const { message } = diagnostic
    if (message.length <= engineLimits.diagnosticChars) return diagnostic
    return { ...diagnostic, message: `${message.slice(0, engineLimits.diagnosticChars)}…` }
  })
}

/** The following functions parse error positions from the output of compilers and interpreters. */

/** Parses `main.c:3:5: error: …` (GCC, Clang), `Main.java:3: error: …` (javac) and `./main.go:3:5: …` (Go). */
export function compilerDiagnostics(text: string): Diagnostic[] {
  const line = /^(?:\.\/)?main\.\w+:(\d+):(?:(\d+):)? (?:(fatal error|error|warning|note): )?(.*)$/gim
  return [...text.matchAll(line)].map(([, at, column = '1', kind = 'error', message]) => ({
    line: Number(at),
    column: Number(column),
    message: message!,
    severity: kind === 'warning' || kind === 'note' ? kind : 'error',
  }))
}

/** Finds the line of the student's code to which the last error refers. */
export function pythonDiagnostics(stderr: string, source: string): Diagnostic[] {
  const lines = stderr.trimEnd().split('\n')
  const at = lines.findLastIndex((line) => /^\s*File "main\.py", line \d+/.test(line))
  const message = lines.at(-1)?.trim()
  if (at < 0 || !message || !/^[\w.]*(Error|Exception|Exit|Interrupt|Iteration|Warning)\b/.test(message)) return []
  const line = Number(/line (\d+)/.exec(lines[at]!)![1])
  return [
    { line, column: caretColumn(lines.slice(at, at + 3), source.split('\n')[line - 1]), message, severity: 'error' },
  ]
}

/**
 * Computes the column of a syntax error: Python prints the line with its indentation replaced by four spaces, and a
 * caret below it.
 */
function caretColumn([place = '', , carets = '']: string[], sourceLine = ''): number {
  const caret = /^ {4}(\s*)\^/.exec(carets)
  if (!caret || place.includes(', in ')) return 1
  return /^\s*/.exec(sourceLine)![0].length + caret[1]!.length + 1
}

export function javascriptDiagnostics(text: string): Diagnostic[] {
  const at = /\bmain\.js:(\d+)(?::(\d+))?/.exec(text)
  if (!at) return []
  const message = text.split('\n')[0]!
  return [{ line: Number(at[1]), column: Number(at[2] ?? 1), message, severity: 'error' }]
}

/** Parses errors of native toolchains, which compile the program from a file in some folder. */
export function nativeDiagnostics(language: string, stderr: string, source: string): Diagnostic[] {
  if (language === 'python') return pythonDiagnostics(stderr.replace(/File ".*\/main\.py"/g, 'File "main.py"'), source)
  return language === 'javascript' ? javascriptDiagnostics(stderr) : compilerDiagnostics(stderr)
}
