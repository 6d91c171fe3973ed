import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { toast } from '../../state/flash'
import { useStaffAction, useStaffCall } from '../api/hooks'
import { ConsoleButton } from '../kit/button'
import { Confirm } from '../kit/confirm'
import { PageHead } from '../kit/page-head'
import { useShortcut } from '../kit/shortcuts'
import { Failure, RegionState, TableSkeleton } from '../kit/states'
import { type CannedReply, ReplyDialog } from './replies/reply-dialog'
import { PictureThumbnail } from './work/pictures'

/** 常用回复: canned replies of customer service, with text and pictures. */
export function RepliesPage() {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/reply_list', {})
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null)
  const [deleted, setDeleted] = useState<CannedReply | null>(null)
  const remove = useStaffAction('POST /staff/v1/reply_delete', {
    changes: ['GET /staff/v1/reply_list'],
    onDone: () => {
      setDeleted(null)
      toast('已删除')
    },
  })
  useShortcut('n', '新增常用回复', () => setEdited('new'))
  const add = (
    <ConsoleButton kind="primary" icon={<Plus size={16} />} hotkey="N" onClick={() => setEdited('new')}>
      新增
    </ConsoleButton>
  )
  return (
    <>
      <PageHead title="常用回复" facts="所有客服共用；回复时一键填入，发送前还可以改" actions={add} />
      <section aria-label="常用回复" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card">
        {!data ? (
          error ? (
            <Failure error={error} noun="常用回复" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={84} />
          )
        ) : data.length === 0 ? (
          <RegionState
            tone="blue"
            icon={<MessageSquarePlus size={24} />}
            title="还没有常用回复"
            text="把常说的话存下来，回复时一键填入"
          >
            {add}
          </RegionState>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((reply) => (
              <li key={reply.id} className="flex flex-wrap items-start gap-3 px-5 py-3.5">
                <div className="min-w-60 flex-1">
                  <h2 className="text-14 font-semibold">{reply.title}</h2>
                  <p className="user-text text-ink-2">{reply.text}</p>
                  {reply.images.length > 0 && (
                    <div className="mt-1.5 flex flex-wrap gap-2">
                      {reply.images.map(({ id, url }) => (
                        <PictureThumbnail key={id} url={url} label={`${reply.title}的图片`} className="size-16" />
                      ))}
                    </div>
                  )}
                </div>
                <div className="flex gap-2">
                  <ConsoleButton size="small" aria-label={`修改${reply.title}`} onClick={() => setEdited(reply)}>
                    修改
                  </ConsoleButton>
                  <ConsoleButton
                    kind="danger"
                    size="small"
                    aria-label={`删除${reply.title}`}
                    onClick={() => setDeleted(reply)}
                  >
                    删除…
                  </ConsoleButton>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      {edited && <ReplyDialog reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <Confirm
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`删除“${deleted?.title ?? ''}”？`}
        effect="所有客服都不能再用这 1 条；已经发出的回复不受影响。"
        confirm="删除 1 条"
        running={remove.running}
        onConfirm={() => deleted && void remove.run({ id: deleted.id })}
      />
    </>
  )
}
