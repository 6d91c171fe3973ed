import X from 'lucide-react/icons/x'
import { pageUrl } from '../../../router/page-url'
import { buttonClass } from '../../../ui/button'
import { DiscussList } from '../../community/discuss-list'
import type { TextKind } from '../kinds'

interface DiscussPanelProps {
  kind: TextKind
  curriculumId: string
  chapterId: string
  /** Paragraph with its text; null for the whole chapter. */
  about: { pid: string; quote: string } | null
  onWhole(): void
}

/** Discussion of the chapter or one of its paragraphs. */
export function DiscussPanel({ kind, curriculumId, chapterId, about, onWhole }: DiscussPanelProps) {
  const publish = pageUrl('pages/digital-textbooks/publish', {
    ...{ id: curriculumId, kind, chapter: chapterId },
    ...(about && { pid: about.pid, quote: about.quote.slice(0, 120) }),
  })
  return (
    <div className="space-y-3 px-4 pb-6">
      {about && (
        <div className="flex items-start gap-2 rounded-item bg-fill p-2.5">
          <blockquote className="line-clamp-3 min-w-0 flex-1 text-13 text-ink-2">{about.quote}</blockquote>
          <button type="button" aria-label="看整章的讨论" onClick={onWhole} className="tap text-ink-3">
            <X aria-hidden="true" size={16} />
          </button>
        </div>
      )}
      <DiscussList
        key={`${chapterId} ${about?.pid}`}
        curriculumId={curriculumId}
        chapterId={chapterId}
        pid={about?.pid}
        quote={about?.quote.slice(0, 300)}
      />
      <a href={`#${publish}`} className={buttonClass('plain', 'small')}>
        带图发表
      </a>
    </div>
  )
}
