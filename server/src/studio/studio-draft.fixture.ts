import { afterEach, beforeEach } from 'vitest'
import { type Studio, startStudio } from './studio.fixture'

export let studio: Studio

export const one = 'chapters/one.md'
export const save = 'POST /staff/v1/studio_save'
export const textOf = (path = one) => studio.editor.call('GET /staff/v1/studio_text', { id: studio.book.uid, path })

export async function write(text: string, path = one) {
  const { hash } = await textOf(path)
  return studio.editor.call(save, { id: studio.book.uid, path, text, base: hash })
}

export async function publish(at: number | null = null) {
  await studio.editor.call('POST /staff/v1/studio_publish', { id: studio.book.uid, at, note: '改了一处' })
  await studio.publishDue()
}

/** Uploads a small file in one part. Returns its path in the draft. */
export async function upload(data: Buffer, name: string): Promise<string> {
  const { editor, book } = studio
  const input = { id: book.uid, name, bytes: data.length, mark: name }
  const { upload: id } = await editor.call('POST /staff/v1/studio_upload_start', input)
  await editor.call('POST /staff/v1/studio_upload_part', { upload: id, offset: 0, data: data.toString('base64') })
  return (await editor.call('POST /staff/v1/studio_upload_finish', { upload: id })).path
}

export const html = async (slug = 'one') =>
  (await studio.server.db.selectFrom('chapters').select('html').where('slug', '=', slug).executeTakeFirst())?.html

/** Starts a studio for each test of a file. */
export function prepareStudio(): void {
  beforeEach(async () => {
    studio = await startStudio()
  })
  afterEach(() => studio.close())
}
