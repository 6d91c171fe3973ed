import type { Chapter, Resource } from '@dxx/contract/calls/study'
import { formatClock } from '@dxx/contract/rules/format'
import ExternalLink from 'lucide-react/icons/external-link'
import FileText from 'lucide-react/icons/file-text'
import Headphones from 'lucide-react/icons/headphones'
import Lock from 'lucide-react/icons/lock'
import Play from 'lucide-react/icons/play'
import { pageUrl } from '../../../router/page-url'
import { bytesText } from '../../../ui/bytes-text'

export const resourceIcons = { video: Play, audio: Headphones, file: FileText, link: ExternalLink }
export const resourceKinds = { video: '视频', audio: '音频', file: '文件', link: '链接' } as const

/** Page URL of a resource: videos have their own page, all others the preview. */
export function resourceHref({ id, kind }: Pick<Resource, 'id' | 'kind'>, curriculumId: string): string {
  if (kind === 'video') return `#${pageUrl('pages/digital-textbooks/video', { id: curriculumId, resource: id })}`
  return `#${pageUrl('pages/filePreview/index', { resource: id })}`
}

/** Length and file size, as far as they are known: 03:20 · 12.4 MB. */
export function resourceSize({ bytes, durationSeconds }: Pick<Resource, 'bytes' | 'durationSeconds'>): string {
  return [durationSeconds > 0 && formatClock(durationSeconds), bytes > 0 && bytesText(bytes)]
    .filter(Boolean)
    .join(' · ')
}

/** Card of a resource, in the text or in a list. */
export function ResourceCard({
  resource,
  chapter,
}: {
  resource: Resource
  chapter: { curriculum: Pick<Chapter['curriculum'], 'id'> }
}) {
  const { kind, title, locked, url } = resource
  const Icon = locked ? Lock : resourceIcons[kind]
  const note = [resourceKinds[kind], resourceSize(resource), locked && '购买后可看'].filter(Boolean).join(' · ')
  const inside = (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-item bg-primary-soft text-primary">
        <Icon aria-hidden="true" size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold text-ink">{title}</span>
        <span className="block text-12 text-ink-3">{note}</span>
      </span>
    </>
  )
  const look = 'reader-card flex min-h-16 items-center gap-3 rounded-card px-3.5 py-2.5 no-underline'
  if (locked) return <div className={look}>{inside}</div>
  // The web view page shows allowed sites, and a warning before all others.
  if (kind === 'link') {
    return (
      <a href={`#${pageUrl('pages/webview/index', { url: url ?? '', title })}`} className={look}>
        {inside}
      </a>
    )
  }
  return (
    <a href={resourceHref(resource, chapter.curriculum.id)} className={look}>
      {inside}
    </a>
  )
}
