import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import { callStaff } from '../../api/client'
import { reloadStudio } from './reload'

interface UploadedFile {
  path: string
  kind: string
}

/** Returns an unused name for a resource: that of the file if it contains Latin letters. */
export function freeSlug(path: string, taken: readonly string[]): string {
  const base =
    path
      .replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'file'
  for (let i = 1; ; i++) {
    const slug = i === 1 ? base : `${base}-${i}`
    if (!taken.includes(slug)) return slug
  }
}

const started = new Map<string, string[]>()

/** Lists an uploaded file as a resource of a textbook; an mp4 is converted for streaming. Returns the resource's slug. */
export async function addResource(
  { id, resources, canConvert }: Pick<StudioItem, 'id' | 'resources' | 'canConvert'>,
  file: File,
  { path, kind }: UploadedFile,
): Promise<string> {
  // Files that are dropped together must not get the same slug before the list is loaded again.
  const taken = started.get(id) ?? []
  const slug = freeSlug(path, [...resources.map((one) => one.slug), ...taken])
  started.set(id, [...taken, slug])
  const title = file.name.replace(/\.\w+$/, '').slice(0, 100) || '资源'
  const resourceKind = kind === 'video' || kind === 'audio' ? kind : 'file'
  const change = {
    op: 'resource' as const,
    slug,
    title,
    kind: resourceKind as 'video' | 'audio' | 'file',
    path,
    url: null,
  }
  await callStaff('POST /staff/v1/studio_tree', { id, change })
  if (kind === 'video' && canConvert && path.endsWith('.mp4'))
    await callStaff('POST /staff/v1/studio_video_convert', { id, slug })
  await reloadStudio()
  return slug
}
