import type { CodeLanguage } from '@dxx/contract/calls/runcode'

export const languageNames: Record<CodeLanguage, string> = {
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  c: 'C',
  cpp: 'C++',
  sql: 'SQL',
  java: 'Java',
  go: 'Go',
}

/** Text inserted by the Tab key. */
export const indents: Record<CodeLanguage, string> = {
  python: '    ',
  javascript: '  ',
  typescript: '  ',
  c: '    ',
  cpp: '    ',
  sql: '  ',
  java: '    ',
  go: '\t',
}

/** Languages that run in the browser. */
export type LocalLanguage = 'javascript' | 'sql'

export function runsLocally(language: CodeLanguage): language is LocalLanguage {
  return language === 'javascript' || language === 'sql'
}
