import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { visibleTexts } from '../../questions/present'
import type { Body } from '../../questions/rubric'
import { parseHtml, readableText } from '../../text/document'
import { gramsOf } from '../../text/text'

const chunk = 500

/** Converts HTML to the format of paragraph text, with formulas as TeX. */
export const paragraphPlainText = (html: string) =>
  parseHtml(html).children.map(readableText).join('').replace(/\s+/g, ' ').trim()

/** Returns the visible text of a question. The rubric is not read here. */
export const stemText = (body: Body) => visibleTexts(body, paragraphPlainText)

/** Updates the search texts of questions; cheap if nothing changed. */
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
