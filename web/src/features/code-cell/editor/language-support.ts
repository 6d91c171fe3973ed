import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'

/** Syntax colours and indentation of a language, each in its own chunk. Java and Go use the similar C++ mode. */
export async function languageSupport(language: CodeLanguage): Promise<Extension> {
  if (language === 'python') return (await import('@codemirror/lang-python')).python()
  if (language === 'sql') {
    const { sql, SQLite } = await import('@codemirror/lang-sql')
    return sql({ dialect: SQLite })
  }
  if (language === 'javascript' || language === 'typescript') {
    return (await import('@codemirror/lang-javascript')).javascript({ typescript: language === 'typescript' })
  }
  return (await import('@codemirror/lang-cpp')).cpp()
}
