import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { curriculumFolders } from '../importer/curriculum'
import { EpubError, EpubZip } from '../text/epub/zip'

/** Files that archivers and systems add. */
const isForeign = (name: string) =>
  /(^|\/)(__MACOSX|\.git|node_modules)\/|(^|\/)(\.|Thumbs\.db$|desktop\.ini$)/.test(name)

/**
 * Writes the files of an archive below a folder, with the limits that books have: number, size, ratio, no links, no
 * paths outside. Returns the folder with the content: an archive often has one folder around everything.
 */
export async function unpackArchive(path: string, root: string): Promise<string> {
  const zip = await EpubZip.open(path).catch((error) => {
    if (error instanceof EpubError) throw new EpubError(error.message.replace('EPUB 文件', '压缩包'))
    throw error
  })
  try {
    const names = zip.names.filter((name) => !isForeign(name))
    if (names.length === 0) throw new EpubError('压缩包是空的')
    for (const name of names) {
      const target = resolve(root, name)
      if (!target.startsWith(root + sep) || /[\\\p{Cc}]/u.test(name)) throw new EpubError('压缩包里有不合适的文件名')
      const data = await zip.read(name)
      try {
        await mkdir(dirname(target), { recursive: true })
        await writeFile(target, data!, { flag: 'wx' })
      } catch {
        // A name is a file and a folder at once, or too long.
        throw new EpubError('压缩包已损坏', { path: name.slice(0, 200), line: 0 })
      }
    }
    return contentRoot(root, names)
  } finally {
    zip.close()
  }
}

const manifests = new Set([
  'manifest.yaml',
  'mkdocs.yml',
  'mkdocs.yaml',
  'SUMMARY.md',
  ...Object.values(curriculumFolders).map(({ manifest }) => manifest),
])
const ownFolders = new Set(Object.values(curriculumFolders).map(({ folder }) => folder))

/** The folder below `root` with the manifest, or with the folders of a whole site. */
function contentRoot(root: string, names: string[]): string {
  let prefix = ''
  for (let depth = 0; depth < 5; depth++) {
    const below = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split('/'))
    if (below.some(([first = '', ...rest]) => rest.length === 0 && manifests.has(first))) break
    const folders = new Set(below.map(([first]) => first!))
    if (folders.size !== 1 || below.some((parts) => parts.length === 1) || ownFolders.has([...folders][0]!)) break
    prefix += `${[...folders][0]}/`
  }
  return join(root, prefix)
}
