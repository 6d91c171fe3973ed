import type { EmbeddedLanguage } from './program'

/** What the embedded runner offers, in the versions that the packages bring. */
export const embeddedLanguages: { language: EmbeddedLanguage; name: string; version: string }[] = [
  { language: 'python', name: 'Python', version: '3.12' },
  { language: 'javascript', name: 'JavaScript', version: 'ES2023' },
  { language: 'typescript', name: 'TypeScript', version: 'ES2023' },
  { language: 'c', name: 'C', version: 'C17' },
  { language: 'cpp', name: 'C++', version: 'C++17' },
  { language: 'sql', name: 'SQL', version: 'SQLite' },
]

/** Changes whenever precompiled headers made before would no longer fit. */
export const compilerBuild = '@yowasp/clang 22.0.0-git20542-10, headers 1'
