import type { Diagnostic } from '@dxx/contract/calls/runcode'

/** Where in the student's own file an error lies, read from what compilers and interpreters print. */

/** `main.c:3:5: error: …` of GCC and Clang, `Main.java:3: error: …` of javac, `./main.go:3:5: …` of Go. */
export function compilerDiagnostics(text: string): Diagnostic[] {
  const line = /^(?:\.\/)?main\.\w+:(\d+):(?:(\d+):)? (?:(fatal error|error|warning|note): )?(.*)$/gim
  return [...text.matchAll(line)].map(([, at, column = '1', kind = 'error', message]) => ({
    line: Number(at),
    column: Number(column),
    message: message!,
    severity: kind === 'warning' || kind === 'note' ? kind : 'error',
  }))
}

/** The line of the student's own code that the last error names. */
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

/** A syntax error shows the line, without its own indentation but shifted by four, and a caret below it. */
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

/** Of a toolchain that kept the program as a file in some folder. */
export function nativeDiagnostics(language: string, stderr: string, source: string): Diagnostic[] {
  if (language === 'python') return pythonDiagnostics(stderr.replace(/File ".*\/main\.py"/g, 'File "main.py"'), source)
  return language === 'javascript' ? javascriptDiagnostics(stderr) : compilerDiagnostics(stderr)
}
