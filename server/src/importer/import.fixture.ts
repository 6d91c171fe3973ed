import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { localStorage } from '../adapters/storage/local'
import type { Db } from '../db/connection'
import { formatProblem } from '../text/problems'
import { type ImportOptions, type ImportReport, importContent } from './import'

type Files = Record<string, string | Buffer | null>

export const site = `
subjects: [{ slug: computing, name: 计算机, colour: blue }]
teachers: [{ slug: lin, name: 林晚舟, title: 讲师, intro: teachers/lin.md }]
`

export const textbook = `
title: 小教材
subject: computing
price: 39.5
published: 2026-09-01
author: 某人
chapters:
  - title: 第 1 章
    sections:
      - { slug: one, file: chapters/one.md, free: true }
      - { slug: two, file: chapters/two.md }
`

/** A content folder that a test writes file by file, with its own storage. */
export async function contentFolder(files: Files = {}) {
  const root = await mkdtemp(join(tmpdir(), 'dxx-content-'))
  const path = join(root, 'content')
  const storage = localStorage({ dataDir: join(root, 'data'), secret: 'secret' })
  const write = async (changed: Files) => {
    for (const [name, body] of Object.entries(changed)) {
      const file = join(path, name)
      if (body === null) await rm(file)
      else {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, body)
      }
    }
  }
  await mkdir(path)
  await write({ 'manifest.yaml': site, 'teachers/lin.md': '教书的人。', ...files })
  return {
    path,
    root,
    storage,
    write,
    run: (db: Db | null, now = 1_800_000_000, options: Partial<ImportOptions> = {}): Promise<ImportReport> =>
      importContent(db, path, { storage, now, ...options }),
    /** Returns the problems of the folder as lines. */
    check: async () => (await importContent(null, path, { storage, now: 0 })).problems.map(formatProblem),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** A textbook with two sections. */
export const smallTextbook = (one: string, two = '# 二\n\n第二节。'): Files => ({
  'textbooks/small/textbook.yaml': textbook,
  'textbooks/small/chapters/one.md': one,
  'textbooks/small/chapters/two.md': two,
})
