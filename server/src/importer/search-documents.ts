import type { Db } from '../db/connection'
import { gramsOf } from '../text/text'
import { Grams, upsert } from './upsert'

export interface SearchDocument {
  kind: 'course' | 'ebook' | 'textbook' | 'bank' | 'chapter' | 'teacher' | 'article' | 'help'
  target: string
  curriculumId: number | null
  title: string
  body: string
  /** Names that users type by their pinyin initials. */
  names: string[]
}

export async function writeSearchDocuments(db: Db, documents: SearchDocument[]): Promise<void> {
  // Loaded lazily: the dictionary is large, and most starts write nothing.
  const { initialsOf } = await import('../text/initials')
  await upsert(
    db,
    'search_documents',
    ['target'],
    documents.map(({ kind, target, curriculumId, title, body, names }) => ({
      kind,
      target,
      curriculum_id: curriculumId,
      title,
      body,
      grams: new Grams(gramsOf(`${title}\n${body}`)),
      initials: [...new Set(names.flatMap(initialsOf))],
    })),
  )
}
