import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Environment } from '../context'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { MediaError, storeImage } from '../modules/media/public'
import { storeBytes } from '../modules/media/store'
import type { Problem } from '../text/problems'
import { fileOf, saveDraftFile } from './files'
import { isFirstText } from './first-files'
import { manifestOf } from './item'
import { renderPreview } from './preview'
import type { takeTask } from './tasks'
import { ManifestTree } from './tree'

type DocumentEnv = Pick<Environment, 'db' | 'storage' | 'clock' | 'config'>
type TakenTask = NonNullable<Awaited<ReturnType<typeof takeTask>>>

interface Section {
  title: string
  /** Text whose pictures are named as in the converted folder. */
  text: string
}

/** Adds the sections of a converted document to the draft, after the section where staff were, with its pictures. */
export async function addDocument(
  env: DocumentEnv,
  { task, curriculum }: TakenTask,
  folder: string,
): Promise<{ sections: number; problems: Problem[] }> {
  const { db, storage, clock } = env
  const problems: Problem[] = []
  const sections = await readSections(folder)
  // Two documents may both have a picture image1.png, so that each document's pictures have a prefix.
  const prefix = `d${task.uid.slice(0, 8)}-`
  const pictures = new Map<string, string>()
  for (const name of await readdir(join(folder, 'figures')).catch(() => [])) {
    const data = await readFile(join(folder, 'figures', name))
    try {
      // Decodes the picture now, to refuse one that could not be published.
      await storeImage(storage, data, { area: 'f', max: 1600, sizes: [800], trusted: true })
      pictures.set(name, (await storeBytes(storage, data, name, 'f')).key)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      problems.push({ file: name, line: 0, level: 'warning', text: `图片没有带入：${error.message}` })
    }
  }
  const named = (text: string) =>
    text.replace(/(!\[[^\]\n]*\]\()figures\/([^)\s"]+)/g, (all, before: string, name: string) =>
      pictures.has(name) ? `${before}figures/${prefix}${name}` : all,
    )
  const added = await inTransaction(db, async (tx) => {
    await tx.selectFrom('curricula').select('id').where('id', '=', curriculum.id).forUpdate().execute()
    const now = clock.now()
    const by = task.created_by
    const manifest = await manifestOf(tx, curriculum)
    const tree = new ManifestTree(curriculum.kind, manifest.text)
    const texts: { slug: string; path: string; text: string }[] = []
    let after = task.slug
    for (const { title, text } of sections) {
      const kind = curriculum.kind === 'course' ? 'lesson' : 'text'
      const { slug, newFile } = tree.apply({ op: 'add', kind, title, ...placeAfter(tree, after) })
      texts.push({ slug, path: newFile!.path, text: named(text) })
      after = slug
    }
    await dropFirstText(tx, curriculum, tree)
    for (const [name, key] of pictures)
      await saveDraftFile(tx, curriculum.id, { path: `figures/${prefix}${name}`, text: null, mediaKey: key }, by, now)
    for (const { path, text } of texts) await saveDraftFile(tx, curriculum.id, { path, text, mediaKey: null }, by, now)
    await saveDraftFile(tx, curriculum.id, { path: manifest.path, text: tree.text(), mediaKey: null }, by, now)
    return { texts, manifest: tree.text() }
  })
  for (const { slug, path, text } of added.texts) {
    const rendered = await renderPreview(env, curriculum, { path, text, chapter: slug }, added.manifest)
    problems.push(...rendered.problems)
  }
  return { sections: sections.length, problems }
}

/** Removes the first text of a new curriculum: if unchanged, a document replaces it. */
async function dropFirstText(tx: Db, { id, source_hash }: TakenTask['curriculum'], tree: ManifestTree): Promise<void> {
  const [first] = tree.nodes(new Map()).filter(({ path }) => path !== null)
  if (source_hash !== null || !first?.path || first.video !== null) return
  const file = await fileOf(tx, id, first.path)
  if (file?.text == null || !isFirstText(file.text)) return
  tree.apply({ op: 'remove', slug: first.slug })
  await tx.deleteFrom('content_draft_files').where('curriculum_id', '=', id).where('path', '=', first.path).execute()
}

/** Sections of a converted folder in reading order. */
async function readSections(folder: string): Promise<Section[]> {
  const manifest = parse(await readFile(join(folder, 'textbook.yaml'), 'utf8')) as { chapters: Entry[] }
  const files = manifest.chapters.flatMap(({ file, sections }) =>
    sections ? sections.map((one) => one.file) : [file!],
  )
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const title =
        /^#[ \t]+(.+)$/m
          .exec(text)?.[1]
          ?.replace(/\s*\{#[\w-]+\}\s*$/, '')
          .trim() ?? ''
      return { title: title.slice(0, 100) || '新的一节', text }
    }),
  )
}

interface Entry {
  file?: string
  sections?: { file: string }[]
}

/** Position of a new section: after the given section, at the end of the given part, else at the end. */
function placeAfter(tree: ManifestTree, after: string | null): { parent: string | null; index?: number } {
  const nodes = tree.nodes(new Map()).filter(({ kind }) => kind !== 'expand')
  const node = nodes.find(({ slug }) => slug === after)
  if (node?.kind === 'part') return { parent: node.slug }
  if (node) {
    const siblings = nodes.filter(({ parent }) => parent === node.parent)
    return { parent: node.parent, index: siblings.indexOf(node) + 1 }
  }
  // A lesson of a course needs a chapter around it.
  const last = nodes.findLast(({ kind }) => kind === 'part' || kind === 'lesson')
  return { parent: last?.kind === 'part' ? last.slug : (last?.parent ?? null) }
}
