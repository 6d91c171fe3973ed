import type { Resource } from '@dxx/contract/calls/study'
import { formatClock } from '@dxx/contract/rules/format'
import ExternalLink from 'lucide-react/icons/external-link'
import FileText from 'lucide-react/icons/file-text'
import FileVideo from 'lucide-react/icons/film'
import Music from 'lucide-react/icons/music'
import { pageUrl } from '../../router/page-url'
import { bytesText } from '../../ui/bytes-text'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'

const icons = {
  file: <FileText aria-hidden="true" size={20} />,
  video: <FileVideo aria-hidden="true" size={20} />,
  audio: <Music aria-hidden="true" size={20} />,
  link: <ExternalLink aria-hidden="true" size={20} />,
}

/** Attached materials of a lesson. */
export function Materials({ list }: { list: readonly Resource[] }) {
  if (list.length === 0) return <Empty hint="这一讲没有附带资料" />
  return (
    <CellGroup>
      {list.map((resource) => (
        <Cell
          key={resource.id}
          icon={icons[resource.kind]}
          title={resource.title}
          note={noteOf(resource)}
          href={`#${pageUrl('pages/filePreview/index', { resource: resource.id })}`}
        />
      ))}
    </CellGroup>
  )
}

function noteOf({ kind, name, bytes, durationSeconds }: Resource): string {
  const size = bytes > 0 ? bytesText(bytes) : ''
  return [kind === 'link' ? '网页' : name, durationSeconds > 0 && formatClock(durationSeconds), size]
    .filter(Boolean)
    .join(' · ')
}
