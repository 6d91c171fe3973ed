import type { SiteSection } from '@dxx/contract/calls/staff/site-texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ApiError } from '../../../api/error'
import { Prose } from '../../../ui/prose'
import { callStaff, type StaffData } from '../../api/client'
import { Failure, TableSkeleton } from '../../kit/states'
import { useSettled } from '../bank/question-preview'

const name = 'POST /staff/v1/site_text_preview'

interface SiteTextPreviewProps {
  section: SiteSection
  slug: string
  title: string
  text: string
  /** Opens a line of the text in the editor. */
  onLine(line: number): void
}

/** The text as the importer renders it, with its problems by line. */
export function SiteTextPreview({ section, slug, title, text, onLine }: SiteTextPreviewProps) {
  const settled = useSettled(text, 400)
  const { data, error, refetch } = useQuery<StaffData<typeof name>, ApiError>({
    queryKey: [name, section, slug, settled],
    queryFn: ({ signal }) => callStaff(name, { section, slug, text: settled }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (error && !data) return <Failure error={error} noun="预览" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={40} />
  return (
    <section aria-label="预览" className="flex min-h-0 flex-col overflow-hidden rounded-card bg-card">
      <p className="flex items-center gap-2 border-b border-line px-4 py-2 text-12 text-ink-3">
        学生看到的样子
        <span className="ml-auto">
          {data.words} 字，约 {data.minutes} 分钟
        </span>
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <h2 className="mb-3 text-23 leading-tight font-semibold">{title}</h2>
        {settled.trim() === '' ? <p className="text-ink-3">还没有正文</p> : <Prose html={data.html} />}
      </div>
      {data.problems.length > 0 && (
        <ul aria-label="问题" className="max-h-36 shrink-0 space-y-1 overflow-y-auto border-t border-line px-4 py-2.5">
          {data.problems.map(({ line, level, text: problem }) => (
            <li key={`${line} ${problem}`}>
              <button
                type="button"
                onClick={() => onLine(line)}
                className={`tap flex gap-1.5 rounded-item text-left ${level === 'error' ? 'text-danger' : 'text-amber'}`}
              >
                {level === 'error' ? (
                  <CircleAlert size={15} className="mt-0.5 shrink-0" />
                ) : (
                  <TriangleAlert size={15} className="mt-0.5 shrink-0" />
                )}
                <span>
                  {line > 0 && `第 ${line} 行：`}
                  {problem}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
