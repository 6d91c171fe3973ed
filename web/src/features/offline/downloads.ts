import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { callApi } from '../../api/client'
import { serverNow } from '../../api/clock'
import { download } from '../../api/download'
import { ApiError } from '../../api/error'
import { fromSite } from '../../platform/site'
import { currentUserId as currentUser } from '../../state/owner'
import { chapterCalls } from './chapter-calls'
import { offlinePlaylist } from './hls-files'
import {
  type ChapterRef,
  dropChapter,
  mediaKey,
  type OfflineChapter,
  readChapters,
  readFile,
  responseFileName,
  writeChapter,
  writeFile,
} from './offline-store'

const listeners = new Set<() => void>()
/** Runs downloads one after another: parallel downloads would only share the bandwidth. */
let queue: Promise<unknown> = Promise.resolve()
const aborts = new Map<string, AbortController>()

/** Registers a listener for changes of the offline copies. */
export function subscribeOffline(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const announce = () => {
  for (const listener of [...listeners]) listener()
}

/** Lists the user's downloads; those interrupted in an earlier visit are `stopped`. */
export async function offlineChapters(userId: string): Promise<OfflineChapter[]> {
  const all = await readChapters(userId).catch(() => [])
  return all.map((record) => (isStranded(record) ? { ...record, state: 'stopped', problem: '下载中断了' } : record))
}

const isStranded = ({ userId, chapter, state }: OfflineChapter) =>
  (state === 'waiting' || state === 'loading') && !aborts.has(`${userId}/${chapter.id}`)

export interface OfflineItem {
  curriculum: CurriculumCard
  chapter: ChapterRef
}

/**
 * Downloads a chapter: the response its page renders and every file in that response. A repeated call loads what is
 * missing. Resolves when complete, or with the failure in the record.
 */
export function downloadChapter(item: OfflineItem): Promise<void> {
  const userId = currentUser()
  if (!userId) return Promise.resolve()
  const slot = `${userId}/${item.chapter.id}`
  if (aborts.has(slot)) return queue.then(() => {})
  const abort = new AbortController()
  aborts.set(slot, abort)
  const record: OfflineChapter = {
    ...item,
    userId,
    state: 'waiting',
    problem: '',
    percent: 0,
    bytes: 0,
    at: serverNow(),
  }
  const run = async () => {
    try {
      await keepChapter(record, abort.signal)
    } finally {
      // Another controller means that the chapter was removed and downloaded again meanwhile.
      if (aborts.get(slot) === abort) aborts.delete(slot)
      announce()
    }
  }
  void save(record, abort.signal).catch(() => {})
  const done = queue.then(run)
  queue = done.catch(() => {})
  return done
}

export async function removeOffline(userId: string, chapterIds: readonly string[]): Promise<void> {
  for (const id of chapterIds) {
    const slot = `${userId}/${id}`
    aborts.get(slot)?.abort()
    aborts.delete(slot)
    await dropChapter(userId, id).catch(() => {})
  }
  announce()
}

async function save(record: OfflineChapter, signal: AbortSignal): Promise<void> {
  // If the chapter was removed meanwhile, writing would restore it.
  if (signal.aborted) return
  await writeChapter(record)
  announce()
}

async function keepChapter(record: OfflineChapter, signal: AbortSignal): Promise<void> {
  const { userId, chapter, curriculum } = record
  if (signal.aborted) return
  try {
    // Asks the browser not to evict the data when storage is short.
    void navigator.storage?.persist?.().catch(() => {})
    record.state = 'loading'
    const name = chapterCalls[curriculum.kind]
    if (!name) throw new KeepProblem('这类内容还不能离线使用')
    const answer = JSON.stringify(await callApi(name, { id: chapter.id }, { signal }))
    const wanted = filesIn(answer)
    const content = new Blob([answer], { type: 'application/json' })
    await writeFile(userId, chapter.id, responseFileName, content)
    record.bytes = content.size
    for (let at = 0; at < wanted.length; at += 1) {
      const show = (part: number) => {
        record.percent = Math.floor(((at + part) / wanted.length) * 100)
        return save(record, signal)
      }
      const { size, more } = await keepFile(record, wanted[at]!, signal, show)
      wanted.push(...more.filter((url) => !wanted.some((known) => mediaKey(known) === mediaKey(url))))
      record.bytes += size
      await show(1)
    }
    Object.assign(record, { state: 'kept', percent: 100 })
  } catch (error) {
    if (signal.aborted) return
    Object.assign(record, { state: 'stopped', problem: reasonOf(error) })
  }
  await save(record, signal).catch(() => {})
}

/** Returns the URLs of all media files in a response, in any field. */
export function filesIn(answer: string): string[] {
  const found = answer.match(/\/media\/(?:s|p)\/[A-Za-z0-9._/-]+/g) ?? []
  return [...new Map(found.map((path) => [mediaKey(path), fromSite(path)])).values()]
}

class KeepProblem extends Error {}

/** Downloads one file unless it is stored. A playlist is read again in any case, because its files may be missing. */
async function keepFile(
  { userId, chapter }: OfflineChapter,
  url: string,
  signal: AbortSignal,
  show: (part: number) => Promise<void>,
): Promise<{ size: number; more: string[] }> {
  const name = mediaKey(url)
  const isPlaylist = name.endsWith('.m3u8')
  const had = isPlaylist ? undefined : await readFile(userId, chapter.id, name)
  if (had) return { size: had.size, more: [] }
  const got = await fetchFile(url, signal, show)
  const list = isPlaylist ? offlinePlaylist(await got.text(), new URL(url, location.href).href) : null
  const content = list ? new Blob([list.text], { type: got.type }) : got
  signal.throwIfAborted()
  await writeFile(userId, chapter.id, name, content)
  return { size: content.size, more: list?.files ?? [] }
}

async function fetchFile(url: string, signal: AbortSignal, show: (part: number) => Promise<void>): Promise<Blob> {
  let shown = 0
  return download(url, {
    signal,
    check: ({ ok, status }) => {
      if (!ok) throw new KeepProblem(status === 403 ? '链接过期了，请重试' : '有文件下载失败，请重试')
    },
    onProgress: (bytes, total) => {
      // No progress updates for small files or small steps.
      if (total < 500_000 || bytes - shown <= total / 50) return
      shown = bytes
      void show(bytes / total).catch(() => {})
    },
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.name === 'timeout') return '60 秒没有收到数据，请检查网络后重试'
  if (error instanceof KeepProblem || error instanceof ApiError) return error.message
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return '设备空间不足，请先删掉一些再试'
  return '下载中断了，请检查网络后重试'
}

/** Storage used and available, in bytes; null where the browser does not report it. */
export async function deviceSpace(): Promise<{ used: number; free: number } | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    return usage === undefined || quota === undefined ? null : { used: usage, free: Math.max(0, quota - usage) }
  } catch {
    return null
  }
}
