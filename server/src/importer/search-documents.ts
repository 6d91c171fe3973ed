import type { Db } from '../db/connection'
import { indexDocument, learnTerms } from '../modules/search/index-document'
import type { TopicTexts } from '../text/terms'
import { gramsOf } from '../text/text'
import { wordTools } from '../text/words'
import { Grams, upsert } from './upsert'

export interface SearchDocument {
  kind: 'course' | 'ebook' | 'textbook' | 'bank' | 'chapter' | 'teacher' | 'article' | 'help'
  target: string
  curriculumId: number | null
  title: string
  body: string
  /** Names that users can find by their pinyin initials. */
  names: string[]
  /** Title of a chapter's curriculum. */
  book?: string
  /** Texts of a chapter, from which search terms are extracted. */
  topics?: TopicTexts
}

export async function writeSearchDocuments(db: Db, documents: SearchDocument[]): Promise<void> {
  // Loaded lazily, because the dictionary is large and most starts of the server write no documents.
  const { initialsOf } = await import('../text/initials')
  const tools = documents.length > 0 ? await wordTools() : null
  const indexed = documents.map((document) => indexDocument(document, tools!))
  await learnTerms(
    db,
    indexed.flatMap(({ vocabulary }) => vocabulary),
  )
  await upsert(
    db,
    'search_documents',
    ['target'],
    documents.map(({ kind, target, curriculumId, title, body, names }, i) => ({
      kind,
      target,
      curriculum_id: curriculumId,
      title,
      body,
      grams: new Grams(gramsOf(`${title}\n${body}`)),
      initials: [...new Set(names.flatMap(initialsOf))],
      ...indexed[i]!.columns,
    })),
  )
}
