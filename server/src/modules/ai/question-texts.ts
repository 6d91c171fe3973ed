import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { parseHtml, textOf } from '../../importer/document'
import { gramsOf } from '../../importer/text'
import type { Body } from '../questions/public'

const chunk = 500

/** As the text of paragraphs has it: formulas as TeX. */
export const plainText = (html: string) => parseHtml(html).children.map(textOf).join('').replace(/\s+/g, ' ').trim()

/** What a student may see of a question, as text. Its rubric is not even read here. */
export function stemText(body: Body): string {
  const own = plainText(body.stem)
  if (body.type === 'material') return [own, ...body.parts.map(stemText)].join('\n')
  if ('options' in body) return [own, ...body.options.map(({ html }) => plainText(html))].join('\n')
  return own
}

/** Brings the texts that questions are found by up to date with the questions; cheap where nothing changed. */
export async function refreshQuestionTexts(db: Db): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('questions as q')
      .innerJoin('question_versions as v', 'v.id', 'q.version_id')
      .leftJoin('question_texts as t', 't.question_id', 'q.id')
      .select(['q.id', 'v.id as versionId', 'v.body'])
      .where('q.removed_at', 'is', null)
      .where((eb) => eb.or([eb('t.version_id', 'is', null), eb('t.version_id', '<>', eb.ref('v.id'))]))
      .limit(chunk)
      .execute()
    if (rows.length === 0) return
    for (const { id, versionId, body } of rows) {
      const text = stemText(body)
      await sql`
        insert into question_texts (question_id, version_id, text, grams)
        values (${id}, ${versionId}, ${text}, array_to_tsvector(${gramsOf(text)}::text[]))
        on conflict (question_id) do update set version_id = excluded.version_id, text = excluded.text,
          grams = excluded.grams`.execute(db)
    }
  }
}
