import type { TestRow } from '@dxx/contract/calls/questions'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Lock from 'lucide-react/icons/lock'
import { useCall } from '../../api/use-call'
import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { ListRow } from '../../ui/list-row'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { Tag } from '../../ui/tag'
import { NeedsNetwork } from './embedded-question'
import { pointsOf } from './labels'

export interface ChapterTestProps {
  textbookId: string
  /** Shows only the test of this chapter, or nothing if it has none. */
  chapterId?: string
}

/** Tests of a textbook or of one chapter, with their results. They are taken on a separate page. */
export function ChapterTest({ textbookId, chapterId }: ChapterTestProps) {
  const { data, error, refetch } = useCall('GET /v1/textbooks_test_list', { id: textbookId }, { staleTime: 0 })
  if (!data) {
    if (!error) return chapterId ? null : <SkeletonRows count={3} />
    if (chapterId && !error.decided) return <NeedsNetwork label="章末测验" onRetry={() => void refetch()} />
    return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void refetch()} />
  }
  const rows = chapterId ? data.filter(({ id }) => id === chapterId) : data
  if (rows.length === 0) return chapterId ? null : <Empty hint="这本教材还没有章末测验，先去读书吧" />
  return (
    <ul className="space-y-2.5">
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} textbookId={textbookId} />
        </li>
      ))}
    </ul>
  )
}

function Row({ row, textbookId }: { row: TestRow; textbookId: string }) {
  const { id, title, count, score, locked, attempts, best, last } = row
  const href = locked
    ? pageUrl('pages/digital-textbooks/details', { id: textbookId })
    : pageUrl('pages/exam/answer', { chapter: id })
  return (
    <div>
      <ListRow
        media={
          <span className="grid size-11 place-items-center rounded-cover bg-violet-soft text-violet">
            {locked ? <Lock aria-hidden="true" size={20} /> : <ClipboardCheck aria-hidden="true" size={22} />}
          </span>
        }
        title={title}
        aside={locked ? '购买后可做' : `${count} 题 · ${pointsOf(score)} 分`}
        note={attempts === 0 ? '章末测验，还没有做过' : `做过 ${attempts} 次`}
        href={`#${href}`}
      >
        {best && (
          <span className="flex flex-wrap gap-2">
            <Tag tone="green">
              最好 {pointsOf(best.score)}/{pointsOf(best.maxScore)}
            </Tag>
            {last && (
              <Tag tone="grey">
                最近 {pointsOf(last.score)}/{pointsOf(last.maxScore)}
              </Tag>
            )}
          </span>
        )}
      </ListRow>
      {last && (
        <a
          href={`#${pageUrl('pages/exam/result', { test: last.id })}`}
          className="mt-1 inline-flex min-h-11 items-center px-3.5 text-13 text-primary"
        >
          查看最近一次的解析
        </a>
      )}
    </div>
  )
}
