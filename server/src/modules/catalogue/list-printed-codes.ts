import { sql } from 'kysely'
import { printedCode } from '../../base/stable-ids'
import type { Db } from '../../db/connection'

export interface PrintedCode {
  kind: 'resource' | 'chapter' | 'paragraph'
  chapter: string
  title: string
  code: string
  url: string
}

export interface CodedBook {
  title: string
  codes: PrintedCode[]
}

/** Pattern of paragraph ids that the importer generated; all other ids are anchors that the author wrote. */
export const generatedPid = '^p[0-9a-f]{10}$'
const isGenerated = (pid: string) => new RegExp(generatedPid).test(pid)

/** Lists the codes of a textbook, by slug or id, in book order: chapters, their anchored paragraphs, resources. */
export async function listCodes(db: Db, book: string, site: string): Promise<CodedBook> {
  const found = await db
    .selectFrom('curricula')
    .select(['id', 'title'])
    .where('kind', '=', 'textbook')
    .where((eb) => eb.or([eb('slug', '=', book), eb(sql<string>`uid::text`, '=', book)]))
    .executeTakeFirst()
  if (!found) throw new Error(`没有教材 ${book}。用 npm run content -- list 看看有哪些，填写 textbook/ 后面的名字。`)
  const urlOf = (code: string) => `${site}/#/pages/resource/index?qrcode=${encodeURIComponent(code)}`
  const chapters = await db
    .selectFrom('chapters')
    .select(['id', 'uid', 'title'])
    .where('curriculum_id', '=', found.id)
    .where('removed_at', 'is', null)
    .where('kind', '<>', 'part')
    .orderBy('position')
    .execute()
  const paragraphs = await db
    .selectFrom('paragraphs as p')
    .innerJoin('chapters as ch', 'ch.id', 'p.chapter_id')
    .select(['p.chapter_id', 'p.pid', 'p.text'])
    .where('ch.curriculum_id', '=', found.id)
    .orderBy('p.position')
    .execute()
  const codes: PrintedCode[] = []
  for (const { id, uid, title } of chapters) {
    const code = printedCode(uid)
    codes.push({ kind: 'chapter', chapter: title, title, code, url: urlOf(code) })
    for (const { pid, text } of paragraphs.filter((one) => one.chapter_id === id && !isGenerated(one.pid))) {
      const paragraphCode = `${code}.${pid}`
      codes.push({
        kind: 'paragraph',
        chapter: title,
        title: shorten(text),
        code: paragraphCode,
        url: urlOf(paragraphCode),
      })
    }
  }
  const resources = await db
    .selectFrom('resources as r')
    .leftJoin('chapters as ch', 'ch.id', 'r.chapter_id')
    .select(['r.title', 'r.code', 'ch.title as chapter'])
    .where('r.curriculum_id', '=', found.id)
    .where('r.removed_at', 'is', null)
    .where('r.kind', '<>', 'dataset')
    .orderBy('r.position')
    .execute()
  for (const { title, code, chapter } of resources)
    codes.push({ kind: 'resource', chapter: chapter ?? '', title, code, url: urlOf(code) })
  return { title: found.title, codes }
}

const shorten = (text: string) => ([...text].length > 30 ? `${[...text].slice(0, 29).join('')}…` : text)
