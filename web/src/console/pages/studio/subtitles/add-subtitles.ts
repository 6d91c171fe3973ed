import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import { ApiError } from '../../../../api/error'
import { callStaff } from '../../../api/client'
import { reloadStudio } from '../reload'
import { readSubtitles, writeSubtitles } from './subtitle-file'

/** Bytes of a subtitle file; an hour of talk has about 100 KB. */
const mostBytes = 300_000

/** Reads a file as UTF-8, or as GB 18030, which older Chinese tools write. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

export class UnreadableSubtitles extends Error {}

/** Reads a .vtt or .srt file. Returns it as WebVTT. */
export async function readSubtitleFile(file: File): Promise<string> {
  if (file.size > mostBytes) throw new UnreadableSubtitles('字幕文件太大，最多 300 KB')
  const subtitles = readSubtitles(await readText(file))
  if (subtitles.cues.length === 0) throw new UnreadableSubtitles(`${file.name} 里没有字幕，请选 .vtt 或 .srt 文件`)
  return writeSubtitles(subtitles)
}

/**
 * Path of a lesson's subtitles: the current one, or one named after the lesson. The players of students read WebVTT
 * only.
 */
const pathOf = ({ subtitles, slug }: TreeNode) => (subtitles?.endsWith('.vtt') ? subtitles : `videos/${slug}.vtt`)

/**
 * Puts subtitles into the draft and names them in the lesson. Without `text`, uses the existing file or creates an
 * empty one. Resolves with a function that restores the replaced text; null if there was none.
 */
export async function setSubtitles(item: StudioItem, node: TreeNode, text?: string): Promise<(() => void) | null> {
  const { id } = item
  const path = pathOf(node)
  const present = await callStaff('GET /staff/v1/studio_text', { id, path }).catch((error) => {
    if (error instanceof ApiError && error.name === 'file-not-found') return null
    throw error
  })
  const written = text ?? present?.text ?? 'WEBVTT\n'
  const saved = await callStaff('POST /staff/v1/studio_save', { id, path, text: written, base: present?.hash ?? '' })
  if (node.subtitles !== path)
    await callStaff('POST /staff/v1/studio_tree', { id, change: { op: 'media', slug: node.slug, subtitles: path } })
  await reloadStudio()
  if (!present || present.text === written) return null
  return () => {
    void callStaff('POST /staff/v1/studio_save', { id, path, text: present.text, base: saved.hash }).then(reloadStudio)
  }
}
