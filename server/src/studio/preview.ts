import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { chapterUid, resourceUid } from '../base/stable-ids'
import type { Environment } from '../context'
import type { Db } from '../db/connection'
import { storedParagraphs } from '../importer/chapters'
import { signedUrl } from '../modules/media/public'
import { escapeHtml, unescapeHtml } from '../text/html-text'
import type { Problem } from '../text/problems'
import { createRenderer, type Renderer } from '../text/renderer'
import { fileOf } from './files'
import { readContents } from './tree'

let renderer: Renderer | null = null
/** The renderer of previews, started with the first one. Its threads do not keep the process alive. */
export const previewRenderer = () => (renderer ??= createRenderer({ background: true }))

interface PreviewOf {
  id: number
  kind: CurriculumKind
  slug: string
}

type PreviewEnv = Pick<Environment, 'config' | 'clock'> & { db: Db }

/**
 * Renders a text of a curriculum as an import does; pictures come from the draft. `user` is the recipient of the links.
 */
export async function renderPreview(
  { db, config, clock }: PreviewEnv,
  { id, kind, slug }: PreviewOf,
  { path, text, chapter }: { path: string; text: string; chapter: string },
  manifest: string,
  user?: string,
) {
  const ref = { kind, slug }
  const rendered = await previewRenderer().markdown({
    source: text,
    file: path,
    curriculum: ref,
    chapter,
    titled: 'optional',
    previous: await storedParagraphs(db, chapterUid(ref, chapter)),
  })
  const problems: Problem[] = [...rendered.problems]
  const urls = new Map<string, string>()
  for (const { path: name, line } of rendered.files) {
    const found = await pictureOf(db, id, name, path)
    if (found) urls.set(name, signedUrl(config.secret, found, clock.now(), user ? { user } : {}))
    else problems.push({ file: path, line, level: 'error', text: `找不到图片 ${name}` })
  }
  const html = rendered.html.replace(
    /<(img|audio|video|source) data-file="([^"]*)"/g,
    (_, tag: string, name: string) => {
      const url = urls.get(unescapeHtml(name))
      return url ? `<${tag} src="${escapeHtml(url)}"` : `<${tag}`
    },
  )
  return {
    html,
    title: rendered.title,
    words: rendered.words,
    minutes: rendered.minutes,
    blockLines: rendered.blockLines,
    problems,
    /** Slugs of the embedded questions, and of the datasets of code cells. */
    questions: rendered.questions.map((one) => one.slug),
    datasets: rendered.datasets.map((one) => one.slug),
    resources: readContents(kind, manifest)
      .resources.filter((one) => rendered.resources.some((pointer) => pointer.slug === one.slug))
      .map((one) => ({ id: resourceUid(ref, one.slug), slug: one.slug, title: one.title, kind: one.kind })),
  }
}

/** Storage key of a picture, whose path is relative to the curriculum's folder, else to the text. */
async function pictureOf(db: Db, id: number, name: string, from: string): Promise<string | null> {
  const beside = from.includes('/') ? `${from.slice(0, from.lastIndexOf('/'))}/${name}` : name
  for (const path of [name, normalise(beside)]) {
    const file = await fileOf(db, id, path)
    if (file?.mediaKey) return file.mediaKey
  }
  return null
}

function normalise(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const signature = (secret: string, uid: string, expiresAt: number) =>
  createHmac('sha256', secret).update(`content preview ${expiresAt} ${uid}`).digest('base64url').slice(0, 32)

/**
 * Token of a preview link: a person with the link may read the draft of one curriculum until the link expires. Contains
 * no dots, because a path with a dot is served as a file.
 */
export const previewToken = (secret: string, uid: string, expiresAt: number) =>
  `${uid}~${expiresAt}~${signature(secret, uid, expiresAt)}`

/** Returns the curriculum that a token opens, and until when; null if the token is forged or expired. */
export function readPreviewToken(secret: string, token: string, now: number) {
  const [uid = '', expires = '', given = ''] = token.split('~')
  const expiresAt = Number(expires)
  if (!/^[0-9a-f-]{36}$/.test(uid) || !/^\d{1,12}$/.test(expires) || expiresAt <= now) return null
  const expected = Buffer.from(signature(secret, uid, expiresAt))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? { uid, expiresAt } : null
}
