import type { PublicQuestion } from '@dxx/contract/questions'
import type { Environment } from '../context'
import type { Db } from '../db/connection'
import { withMediaUrls } from '../modules/media/public'
import { newSeed, PaperIds, versionsById } from '../modules/questions/public'
import { inAuthoredOrder, publicQuestion } from '../questions/present'
import { fileOf } from './files'

type PreviewEnv = Pick<Environment, 'config' | 'clock'> & { db: Db }

/**
 * Published questions of a curriculum as students see them, in the given order; omits unpublished ones. `user` is the
 * recipient of the links of their pictures.
 */
export async function previewQuestions(
  { db, config, clock }: PreviewEnv,
  id: number,
  slugs: string[],
  user?: string,
): Promise<PublicQuestion[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .selectFrom('questions')
    .select(['slug', 'version_id'])
    .where('curriculum_id', '=', id)
    .where('removed_at', 'is', null)
    .where('slug', 'in', slugs)
    .execute()
  const ids = slugs.flatMap((slug) => rows.find((row) => row.slug === slug)?.version_id ?? [])
  const view = {
    ids: new PaperIds(config.secret, newSeed()),
    link: (html: string) => withMediaUrls(config.secret, html, clock.now(), user ? { user } : {}),
  }
  const versions = await versionsById(db, ids)
  return versions.map((version) => inAuthoredOrder(version, publicQuestion(version, view), view))
}

/** Statements that create the sample databases of a draft's code cells, by name; missing ones are omitted. */
export async function previewDatasets(db: Db, id: number, slugs: string[]): Promise<Record<string, string>> {
  const datasets: Record<string, string> = {}
  for (const slug of new Set(slugs)) {
    const text = (await fileOf(db, id, `resources/${slug}.sql`))?.text
    if (text != null) datasets[slug] = text
  }
  return datasets
}
