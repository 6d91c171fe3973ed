import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'

/** Colours and indentation of a language, each a chunk of its own. Java and Go borrow C++, whose look is close enough. */
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
