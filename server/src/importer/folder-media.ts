import { join, posix } from 'node:path'
import type { Storage } from '../adapters/storage/storage'
import { cutFrame } from '../modules/media/frame'
import { MediaError } from '../modules/media/images'
import { sniffHead } from '../modules/media/sniff'
import { type Area, type StoredMedia, storeBytes, storeFile, storeImage, storeStream } from '../modules/media/store'
import { unescapeHtml } from '../text/html-text'
import type { Problems } from '../text/problems'
import type { ContentFolder } from './folder'
import type { SourceFile, StagedVideo } from './staged-files'

/** Sizes of images in texts: desktop width, and a size for phones. */
const inText = { max: 1600, sizes: [800], trusted: true }

interface FileLine {
  file: string
  line: number
}

/**
 * Returns the folder with the files of an exported site entry or a set of imported questions. Each has a folder of its
 * own, because two of them may have different files of the same name. Empty for other texts.
 */
export const scopeOf = (path: string) => /^(?:site\/[^/]+|imported)\/[^/]+\//.exec(path)?.[0] ?? ''

/** Stores the images, videos and other files of one folder, each once; reports problems. */
export class FolderMedia {
  private readonly known = new Map<string, Promise<StoredMedia | null>>()

  constructor(
    private readonly folder: ContentFolder,
    private readonly storage: Storage,
    private readonly problems: Problems,
    readonly sources: Map<string, SourceFile>,
  ) {}

  /** Stores an image. Its path in a text is relative to the manifest's folder or, if not found there, to the text. */
  image(path: string, area: Area, at: FileLine, from = ''): Promise<StoredMedia | null> {
    return this.once(`image ${area} ${path} ${from}`, at, async () => {
      const found = await this.locate(path, from)
      const data = found ? await this.folder.bytes(found) : null
      if (!found || !data) throw new MediaError(`找不到图片 ${path}`)
      const media = await storeImage(this.storage, data, { area, ...inText })
      // Stores the original too, for a lossless export; clients never get its URL.
      const original = await storeBytes(this.storage, data, path, 'f')
      this.remember(found, original.key)
      return media
    })
  }

  private async locate(path: string, from: string): Promise<string | null> {
    const inScope = scopeOf(from) ? [posix.join(scopeOf(from), path)] : []
    const beside = from ? [posix.join(posix.dirname(from), path)] : []
    for (const candidate of [...inScope, path, ...beside])
      if ((await this.folder.find(candidate))?.kind === 'file') return candidate
    return null
  }

  /** Stores media of a book: an image, or audio and video unchanged. */
  async bytes(name: string, data: Buffer, area: Area): Promise<StoredMedia> {
    return sniffHead(data.subarray(0, 4096), name).match(/^(mp3|m4a|ogg|wav|flac|mp4|webm)$/)
      ? storeBytes(this.storage, data, name, area)
      : storeImage(this.storage, data, { area, ...inText })
  }

  file(path: string, at: FileLine): Promise<StoredMedia | null> {
    return this.once(`file ${path}`, at, async () => {
      const found = await this.folder.find(path)
      if (found?.kind !== 'file') throw new MediaError(`找不到文件 ${path}`)
      const media = await storeFile(this.storage, found.path, path, 'f')
      this.remember(path, media.key)
      return media
    })
  }

  /** Stores an mp4 or webm, or a folder with master.m3u8, with its poster. */
  async video(path: string, at: FileLine): Promise<StagedVideo | null> {
    const media = await this.once(`video ${path}`, at, async () => {
      const found = await this.folder.find(path)
      if (!found) throw new MediaError(`找不到视频 ${path}`)
      if (found.kind === 'folder') {
        const stored = await storeStream(this.storage, found.path)
        for (const name of await this.folder.files(path))
          this.remember(name, `${posix.dirname(stored.key)}/${posix.relative(path, name)}`)
        return stored
      }
      const stored = await storeFile(this.storage, found.path, path, 'f')
      if (stored.kind !== 'video') throw new MediaError(`${path} 不是视频`)
      this.remember(path, stored.key)
      return stored
    })
    if (!media) return null
    const base = path.replace(/\.[^./]+$/, '')
    for (const ending of ['jpg', 'jpeg', 'png', 'webp']) {
      const poster = `${base}.${ending}`
      if (await this.folder.find(poster)) return { media, poster: await this.image(poster, 'p', at) }
    }
    return { media, poster: await this.cutPoster(path, media, at) }
  }

  /** Makes a poster for a video without an image of the same name: a frame after the opening titles. */
  private async cutPoster(path: string, media: StoredMedia, at: FileLine): Promise<StoredMedia | null> {
    const found = (await this.folder.find(path))!
    const file = found.kind === 'folder' ? join(found.path, 'master.m3u8') : found.path
    const frame = await cutFrame(file, (media.durationSeconds ?? 0) / 10)
    if (frame) return storeImage(this.storage, frame, { area: 'p', ...inText })
    const advice = '播放前只有黑色画面；请在旁边放一张同名的 jpg、png 或 webp'
    this.problems.warning(at.file, at.line, `${path} 没有海报，本机也没有能截取画面的 ffmpeg，${advice}`)
    return null
  }

  private remember(path: string, mediaKey: string): void {
    this.sources.set(path, { path, mediaKey })
  }

  private once(name: string, at: FileLine, store: () => Promise<StoredMedia>): Promise<StoredMedia | null> {
    let media = this.known.get(name)
    if (!media) {
      media = store().then(
        (stored) => {
          for (const doubt of stored.doubts)
            this.problems.warning(at.file, at.line, `${name.split(' ').at(-1)}：${doubt}`)
          return stored
        },
        (error) => {
          if (!(error instanceof MediaError)) throw error
          this.problems.error(at.file, at.line, error.message)
          return null
        },
      )
      this.known.set(name, media)
    }
    return media
  }
}

/** Replaces file names in HTML with stored files; `media:` becomes a URL when the HTML is delivered. */
export function placeFiles(html: string, lookup: ReadonlyMap<string, StoredMedia | null>): string {
  return html.replace(/<(img|audio|video|source) data-file="([^"]*)"/g, (_, tag: string, name: string) => {
    const media = lookup.get(unescapeHtml(name))
    if (!media) return `<${tag}`
    if (tag !== 'img') return `<${tag} src="media:${media.key}"`
    return `<img src="media:${media.key}"${sizesOf(media)} loading="lazy"`
  })
}

function sizesOf({ key, width, height, sizes }: StoredMedia): string {
  const measure = width && height ? ` width="${width}" height="${height}"` : ''
  const smaller = sizes.filter((size) => width && size < width)
  if (smaller.length === 0) return measure
  const versions = smaller.map((size) => `media:${key.replace(/\.webp$/, `-${size}.webp`)} ${size}w`)
  return `${measure} srcset="${[`media:${key} ${width}w`, ...versions].join(', ')}" sizes="(max-width: 760px) 100vw, 760px"`
}
