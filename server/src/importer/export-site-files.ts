import { posix } from 'node:path'
import type { Db } from '../db/connection'
import type { ExportFolder } from './export-folder'
import { htmlToMarkdown } from './questions/html-to-markdown'
import { entryFolder, mainFolder } from './site'

interface StoredFile {
  path: string
  text: string | null
  media_key: string | null
}

/**
 * Source files of site entries. For an entry without source files (imported by an earlier version, or created in the
 * database), the text is written from its rendered HTML.
 */
export class SiteFiles {
  private constructor(
    private readonly folder: ExportFolder,
    private readonly byEntry: ReadonlyMap<string, StoredFile[]>,
  ) {}

  static async open(db: Db, folder: ExportFolder): Promise<SiteFiles> {
    const byEntry = new Map<string, StoredFile[]>()
    const rows = await db
      .selectFrom('source_files')
      .select(['path', 'text', 'media_key'])
      .where('curriculum_id', 'is', null)
      .where('path', 'like', 'site/%')
      .orderBy('path')
      .execute()
    for (const row of rows) {
      const entry = row.path.split('/').slice(0, 3).join('/')
      byEntry.set(`${entry}/`, [...(byEntry.get(`${entry}/`) ?? []), row])
    }
    return new SiteFiles(folder, byEntry)
  }

  /** Writes the text of an entry with its images; returns the path. */
  async text(section: string, slug: string, html: string): Promise<string> {
    const entry = entryFolder(section, slug)
    const files = this.byEntry.get(entry) ?? []
    const source = files.find(({ text }) => text !== null)
    if (!source) return this.fromHtml(entry, html)
    for (const { path, text, media_key: key } of files) {
      if (path.startsWith(entry + mainFolder)) continue
      if (key) await this.folder.media(path, key)
      else await this.folder.text(path, text ?? '')
    }
    return source.path
  }

  /** Writes the main image of an entry; `key` is its current storage key. */
  async main(section: string, slug: string, key: string | null): Promise<string | null> {
    if (key === null) return null
    const imageFolder = entryFolder(section, slug) + mainFolder
    const original = this.byEntry.get(entryFolder(section, slug))?.find(({ path }) => path.startsWith(imageFolder))
    const path = original?.path ?? imageFolder + posix.basename(key)
    await this.folder.media(path, original?.media_key ?? key)
    return path
  }

  private async fromHtml(entry: string, html: string): Promise<string> {
    const path = `${entry}text.md`
    const images = new Map<string, string>()
    const notes = new Set<string>()
    const text = htmlToMarkdown(html, {
      image: (src) => {
        const key = src.startsWith('/media/') ? src.slice('/media/'.length) : null
        if (key) images.set(posix.basename(key), key)
        return key && posix.basename(key)
      },
      lost: (what) => notes.add(what),
    })
    for (const [name, key] of images) await this.folder.media(entry + name, key)
    await this.folder.text(path, `${text}\n`)
    const lost = notes.size > 0 ? `，没有带出：${[...notes].join('、')}` : ''
    this.folder.report.notes.push(`${path} 没有原文，由显示的内容转成${lost}`)
    return path
  }
}
