import type { SiteRevision, SiteText } from '@dxx/contract/calls/staff/site-texts'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall, useStaffList } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { LineDifference } from '../../kit/line-difference'
import { Failure, TableSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'

const origins: Record<SiteRevision['origin'], string> = { files: '文件导入', console: '', start: '最初的内容' }

interface TextHistoryDialogProps {
  text: SiteText
  onClose(): void
  onRestored(): void
}

/** Published revisions, each compared with the draft; any of them can be put into the draft. */
export function TextHistoryDialog({ text, onClose, onRestored }: TextHistoryDialogProps) {
  const { section, slug } = text
  const list = useStaffList('GET /staff/v1/site_text_revisions', { section, slug })
  const [asked, setAsked] = useState(0)
  const chosen = asked || (list.rows[0]?.number ?? 0)
  const restore = useStaffAction('POST /staff/v1/site_text_restore', {
    changes: ['GET /staff/v1/site_text_open', 'GET /staff/v1/site_text_list'],
    onDone: () => {
      toast('已放进草稿，发布后生效')
      onRestored()
      onClose()
    },
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="版本"
      actions={
        chosen > 0 && (
          <ConsoleButton
            kind="primary"
            loading={restore.running}
            onClick={() => void restore.run({ section, slug, revision: chosen })}
          >
            把版本 {chosen} 放进草稿
          </ConsoleButton>
        )
      }
    >
      {list.rows.length === 0 && !list.isPending ? (
        <p className="text-ink-3">在这里发布过一次以后，每一版都在这里，可以比较和放回来。</p>
      ) : (
        <div className="grid gap-4 desk:grid-cols-[220px_minmax(0,1fr)]">
          <ol className="max-h-100 space-y-1 overflow-y-auto">
            {list.rows.map(({ number, origin, by, at, note }) => (
              <li key={number}>
                <button
                  type="button"
                  aria-pressed={chosen === number}
                  onClick={() => setAsked(number)}
                  className={`min-h-11 w-full rounded-item px-2 py-1.5 text-left ${chosen === number ? 'bg-primary-soft text-primary' : 'hover:bg-fill'}`}
                >
                  <span className="block font-semibold">版本 {number}</span>
                  <span className="block truncate text-12 text-ink-3">
                    {timeText(at)} {by || origins[origin]}
                    {note && `：${note}`}
                  </span>
                </button>
              </li>
            ))}
            {list.hasMore && (
              <li>
                <ConsoleButton kind="quiet" size="small" loading={list.isLoadingMore} onClick={list.loadMore}>
                  更早的
                </ConsoleButton>
              </li>
            )}
          </ol>
          {chosen > 0 && <Compared text={text} revision={chosen} />}
        </div>
      )}
    </Dialog>
  )
}

function Compared({ text, revision }: { text: SiteText; revision: number }) {
  const { section, slug } = text
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/site_text_revision',
    { section, slug, revision },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (error) return <Failure error={error} noun="版本" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={36} count={4} />
  const values = ({ title, summary }: { title: string; summary: string }) => [title, summary].filter(Boolean).join('\n')
  return (
    <div className="min-w-0 space-y-3">
      <p className="text-12 text-ink-3">版本 {revision} → 现在的草稿</p>
      {values(data) !== values(text.fields) && (
        <section aria-label="标题和摘要">
          <h3 className="mb-1 font-semibold">标题和摘要</h3>
          <LineDifference before={values(data)} after={values(text.fields)} />
        </section>
      )}
      <section aria-label="正文">
        <h3 className="mb-1 font-semibold">正文</h3>
        <LineDifference before={data.text} after={text.text} />
      </section>
    </div>
  )
}
