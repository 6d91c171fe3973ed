import { afterEach, beforeEach } from 'vitest'
import { readContentFile } from './read-content-file'
import { type Studio, startStudio } from './studio.fixture'
import { partBytes } from './uploads'

const courseFiles = {
  'courses/k/course.yaml':
    'title: 小课\nsubject: computing\nteacher: lin\nprice: 0\npublished: 2026-09-01\nchapters: [{ title: 章, slug: part, lessons: [{ slug: l1, title: 课, notes: lessons/l1.md }] }]\n',
  'courses/k/lessons/l1.md': '讲义。\n',
  'ebooks/e/book.yaml':
    'title: 小电子书\nsubject: computing\nprice: 0\npublished: 2026-09-01\nauthor: 某人\nchapters: [{ slug: c, file: c.md }]\n',
  'ebooks/e/c.md': '# 章\n\n正文。\n',
}

export let studio: Studio
export const open = (id: string) => studio.owner.call('GET /staff/v1/studio_open', { id })

export async function upload(id: string, name: string, data: Buffer) {
  const start = { id, name, bytes: data.length, mark: name }
  let { upload, offset } = await studio.owner.call('POST /staff/v1/studio_upload_start', start)
  while (offset < data.length) {
    const part = { upload, offset, data: data.subarray(offset, offset + partBytes).toString('base64') }
    ;({ offset } = await studio.owner.call('POST /staff/v1/studio_upload_part', part))
  }
  return upload
}

/** Uploads a file, runs the job and returns the task as the studio shows it. */
export async function read(id: string, name: string, data: Buffer, section: string | null = null) {
  const file = await upload(id, name, data)
  await studio.owner.call('POST /staff/v1/studio_import_start', { upload: file, section })
  for (const task of await studio.server.db.selectFrom('content_tasks').select('id').execute())
    await readContentFile(studio.server.env, task)
  return (await open(id)).tasks[0]!
}

/** Starts a studio with content of each kind for each test of a file. */
export function prepareContentFiles(): void {
  beforeEach(async () => {
    studio = await startStudio(courseFiles)
  })
  afterEach(() => studio.close())
}
