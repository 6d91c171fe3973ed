import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { Chapter } from '@dxx/contract/calls/study'
import Pencil from 'lucide-react/icons/pencil'
import Share from 'lucide-react/icons/share-2'
import { useCall } from '../../api/use-call'
import { navigateTo } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { useDraft } from '../../state/drafts'
import { Button, buttonClass } from '../../ui/button'
import { RateInput } from '../../ui/rate'
import { CurriculumRow } from '../catalogue/curriculum-row'
import { kindCalls } from '../catalogue/kind-calls'
import { useShare } from '../share/use-share'

interface BookEndProps {
  chapter: Chapter
}

/** Number of offered books. */
const most = 3

/** Percent from which a book counts as read: readers often skip the last line of a chapter. */
const readFrom = 95

/** Heading of the last page. Without praise if the reader jumped there without reading the book. */
export function endHeading(percent: number | undefined): string {
  if (percent === undefined) return '到最后一章了'
  return percent >= readFrom ? '全书读完了，真不错' : `到最后一章了，全书读了 ${percent}%`
}

/** End of a book: rating, sharing, own notes, and what to read next. */
export function BookEnd({ chapter }: BookEndProps) {
  const { id, kind, title } = chapter.curriculum
  const { data: info } = useCall(kindCalls[kind].info, { id }, { supporting: true })
  const { data: related = [] } = useCall('GET /v1/course_ebook', { id }, { supporting: true })
  // The number on the button that opens 我的笔记: highlights, thoughts, notes and bookmarks.
  const { data: summary } = useCall('GET /v1/my_notes_summary', {}, { staleTime: 0, supporting: true })
  const notes = summary?.curricula.find((one) => one.id === id)?.count
  const { share, overlay } = useShare(info)
  return (
    <section aria-label="全书末尾" className="space-y-4">
      <div className="reader-card space-y-3 rounded-card px-4 py-5 text-center">
        <p className="text-17 font-bold">{endHeading(info?.progress?.percent)}</p>
        <p className="text-13 text-ink-2">《{title}》</p>
        {info?.owned && <Rating info={info} />}
        <div className="flex flex-wrap justify-center gap-2.5">
          <a
            href={`#${pageUrl('pages/my/notes', { curriculum: notes ? id : undefined })}`}
            className={buttonClass('plain', 'small')}
          >
            <Pencil aria-hidden="true" size={15} />
            {notes ? `我的笔记 ${notes}` : '我的笔记'}
          </a>
          <Button kind="plain" size="small" onClick={share}>
            <Share aria-hidden="true" size={15} />
            分享给朋友
          </Button>
        </div>
      </div>
      {related.length > 0 && (
        <section aria-label="接着读" className="space-y-2">
          <h2 className="text-15 font-bold">接着读</h2>
          <ul className="space-y-2.5">
            {related.slice(0, most).map((item) => (
              <li key={item.id}>
                <CurriculumRow item={item} mixed />
              </li>
            ))}
          </ul>
        </section>
      )}
      {overlay}
    </section>
  )
}

/**
 * Stars that open the comment form with this rating; if the user has commented already, they open the comment for a
 * change.
 */
function Rating({ info: { id, kind, myCommentId } }: { info: CurriculumInfo }) {
  const page = pageUrl('pages/evaluate/index', { id, kind })
  const [written, setWritten] = useDraft(`comment:${id}`, { stars: 0, text: '', images: [] as never[] })
  if (myCommentId) {
    return (
      <a href={`#${page}`} className={buttonClass('line', 'small')}>
        看我的评价
      </a>
    )
  }
  return (
    <div className="flex justify-center">
      <RateInput
        label="给这本书打分"
        value={written.stars}
        onChange={(stars) => {
          setWritten((now) => ({ ...now, stars }))
          navigateTo(page)
        }}
      />
    </div>
  )
}
