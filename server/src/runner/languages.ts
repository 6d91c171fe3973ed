import type { EmbeddedLanguage } from './program'

/** What the embedded runner offers, in the versions that the packages bring. */
export const embeddedLanguages: { language: EmbeddedLanguage; name: string; version: string; note: string }[] = [
  { language: 'python', name: 'Python', version: '3.12', note: '' },
  { language: 'javascript', name: 'JavaScript', version: 'ES2023', note: '' },
  { language: 'typescript', name: 'TypeScript', version: 'ES2023', note: '只去掉类型再运行，不检查类型' },
  { language: 'c', name: 'C', version: 'C17', note: '' },
  { language: 'cpp', name: 'C++', version: 'C++17', note: '不支持异常（try、catch），throw 会结束程序' },
  { language: 'sql', name: 'SQL', version: 'SQLite', note: '' },
]

/** Changes whenever precompiled headers made before would no longer fit. */
export const compilerBuild = '@yowasp/clang 22.0.0-git20542-10, headers 1'
