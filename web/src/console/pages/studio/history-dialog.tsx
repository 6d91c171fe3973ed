import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall, useStaffList } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { LineDifference } from '../../kit/line-difference'
import { Failure, TableSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'

const origins = { files: '导入', console: '管理台', start: '最初' } as const

interface HistoryDialogProps {
  item: StudioItem
  onClose(): void
}

/** Revisions of a curriculum: their changes, a comparison with the draft, and a button that restores a revision. */
export function HistoryDialog({ item, onClose }: HistoryDialogProps) {
  const list = useStaffList('GET /staff/v1/studio_revisions', { id: item.id })
  // Revision to compare with; 0 compares the draft with the published version.
  const [chosen, setChosen] = useState(0)
  const restore = useStaffAction('POST /staff/v1/studio_restore', {
    changes: ['GET /staff/v1/studio_open', 'GET /staff/v1/studio_text', 'GET /staff/v1/studio_list'],
    onDone: ({ files }) => {
      toast(files === 0 ? '草稿和这个版本一样' : `${files} 个文件已放进草稿，发布后生效`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="版本"
      note="题目有自己的版本，在“题库”页里看"
      actions={
        chosen > 0 && (
          <ConsoleButton
            kind="primary"
            loading={restore.running}
            onClick={() => void restore.run({ id: item.id, revision: chosen })}
          >
            把版本 {chosen} 放进草稿
          </ConsoleButton>
        )
      }
    >
      <div className="grid gap-4 desk:grid-cols-[220px_minmax(0,1fr)]">
        <ol className="max-h-100 space-y-1 overflow-y-auto">
          <Row
            isChosen={chosen === 0}
            onChoose={() => setChosen(0)}
            title="草稿"
            note={`${item.changes.length} 个文件没有发布`}
          />
          {list.rows.map((revision) => (
            <Row
              key={revision.number}
              isChosen={chosen === revision.number}
              onChoose={() => setChosen(revision.number)}
              title={`版本 ${revision.number}`}
              note={`${timeText(revision.at)} ${revision.by || origins[revision.origin]}${revision.note ? `：${revision.note}` : ''}`}
            />
          ))}
          {list.hasMore && (
            <ConsoleButton kind="quiet" size="small" loading={list.isLoadingMore} onClick={list.loadMore}>
              更早的
            </ConsoleButton>
          )}
          {list.rows.length === 0 && !list.isPending && (
            <li className="px-2 text-ink-3">还没有更早的版本：再发布一次，现在的这一版就记在这里</li>
          )}
        </ol>
        <Compared item={item} revision={chosen} />
      </div>
    </Dialog>
  )
}

interface RowProps {
  isChosen: boolean
  onChoose(): void
  title: string
  note: string
}

const Row = ({ isChosen, onChoose, title, note }: RowProps) => (
  <li>
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`w-full rounded-item px-2 py-1.5 text-left ${isChosen ? 'bg-primary-soft text-primary' : 'hover:bg-fill'}`}
    >
      <span className="block font-semibold">{title}</span>
      <span className="block truncate text-12 text-ink-3">{note}</span>
    </button>
  </li>
)

function Compared({ item: { id, tree }, revision }: { item: StudioItem; revision: number }) {
  const titleOf = (path: string) =>
    tree.find((node) => node.path === path)?.title ?? (/^[a-z]+\.yaml$/.test(path) ? '目录和基本信息' : null)
  const { data, error, refetch, isFetching } = useStaffCall(
    'GET /staff/v1/studio_compare',
    { id, from: revision === 0 ? undefined : revision },
    { staleTime: 0 },
  )
  if (error) return <Failure error={error} noun="比较" onRetry={() => void refetch()} />
  if (!data || isFetching) return <TableSkeleton height={36} count={4} />
  if (data.files.length === 0) return <p className="text-ink-3">和草稿一样</p>
  return (
    <div className="min-w-0 space-y-3">
      <p className="text-12 text-ink-3">{revision === 0 ? '已发布的 → 草稿' : `版本 ${revision} → 草稿`}</p>
      {data.files.map(({ path, before, after, isText }) => (
        <section key={path} aria-label={path}>
          <h3 className="mb-1 font-semibold break-all">
            {titleOf(path) ?? path}
            {titleOf(path) && <span className="ml-2 text-12 font-normal text-ink-3">{path}</span>}
            <span className="ml-2 text-12 font-normal text-ink-3">
              {before === null ? '新增' : after === null ? '移除' : ''}
            </span>
          </h3>
          {isText ? (
            <LineDifference before={before ?? ''} after={after ?? ''} />
          ) : (
            <p className="text-ink-3">文件换了</p>
          )}
        </section>
      ))}
      {data.more > 0 && <p className="text-ink-3">另有 {data.more} 个文件</p>}
    </div>
  )
}
