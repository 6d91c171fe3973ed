import type { Reply } from '@dxx/contract/calls/community'
import { useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { type CallInput, invalidateCalls } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { openLoginPage } from '../../router/navigation'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { getToken } from '../../state/token'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Sheet } from '../../ui/sheet'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { Textarea } from '../../ui/textarea'
import { PersonLine } from './person-line'
import { ReportSheet } from './report-sheet'
import { TextButton } from './text-button'

type Target = Pick<CallInput<'POST /v131/push_reply'>, 'target' | 'id'>

interface ReplySheetProps extends Target {
  /** Whether the discussion is closed: it takes no replies. */
  closed?: boolean
  acceptedId?: string | null
  /** Whether the reader may accept a reply as the answer. */
  canAccept?: boolean
  /** Called with the change of the reply count. */
  onChanged(by: 1 | -1): void
  onClose(): void
}

/** Replies to a post, with a form to reply. */
export function ReplySheet({ target, id, closed, acceptedId, canAccept, onChanged, onClose }: ReplySheetProps) {
  const replies = usePagedCall('GET /v131/reply_list', { target, id })
  const [to, setTo] = useState<Reply | null>(null)
  const [text, setText, clearText] = useDraft(`reply:${target}:${id}`, '')
  const push = useAction('POST /v131/push_reply', {
    onDone: () => {
      clearText()
      setTo(null)
      onChanged(1)
      toast('回复已发出')
      void replies.refresh()
    },
  })

  const [accepted, setAccepted] = useState(acceptedId ?? null)
  const accept = useAction('POST /v131/discuss_accept', {
    onDone: (next) => {
      setAccepted(next.acceptedId)
      void invalidateCalls('GET /v131/get_discuss')
    },
  })

  function send() {
    if (!getToken()) return void openLoginPage()
    if (requireMobile()) return
    void push.run({ target, id, text, to: to?.author.id })
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={replies.total ? `${replies.total} 条回复` : '回复'}
      footer={
        closed ? (
          <p className="w-full text-center text-14 text-ink-3">这条讨论已经关闭</p>
        ) : (
          <form
            className="flex w-full items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <div className="min-w-0 flex-1">
              <Textarea
                label={to ? `回复 ${to.author.nickname}` : '写回复'}
                hideLabel={!to}
                placeholder="友善地说说你的看法"
                rows={1}
                maxLength={500}
                value={text}
                onChange={setText}
              />
            </div>
            <Button type="submit" loading={push.running} disabled={!text.trim()}>
              发送
            </Button>
          </form>
        )
      }
    >
      <PagedList
        {...replies}
        itemKey={(reply) => reply.id}
        renderItem={(reply) => (
          <ReplyItem
            reply={reply}
            accepted={reply.id === accepted}
            onAccept={
              canAccept ? () => void accept.run({ id, reply: reply.id === accepted ? null : reply.id }) : undefined
            }
            onReply={() => setTo(reply)}
            onDeleted={() => {
              onChanged(-1)
              void replies.refresh()
            }}
          />
        )}
        empty={<Empty hint="还没有回复，来说第一句" />}
        skeleton={<SkeletonCards avatar />}
      />
    </Sheet>
  )
}

interface ReplyItemProps {
  reply: Reply
  /** Whether this reply is the accepted answer of the discussion. */
  accepted: boolean
  onAccept?: () => void
  onReply(): void
  onDeleted(): void
}

function ReplyItem({ reply, accepted, onAccept, onReply, onDeleted }: ReplyItemProps) {
  const [reporting, setReporting] = useState(false)
  const remove = useAction('POST /v131/delete_reply', { onDone: onDeleted })

  async function askRemove() {
    const answer = await showModal({ content: '删除这条回复？', confirmText: '删除', type: 2 })
    if (answer === 'confirm') void remove.run({ id: reply.id })
  }

  return (
    <article className="py-1">
      <PersonLine author={reply.author} at={reply.createdAt}>
        {accepted && <span className="rounded-tag bg-success-soft px-1.5 py-0.5 text-11 text-success">答案</span>}
      </PersonLine>
      <p className="mt-1 pl-11 text-14 user-text">
        {reply.to && (
          <span className="text-ink-3">
            回复 <bdi>{reply.to.nickname}</bdi>：
          </span>
        )}
        {reply.text}
      </p>
      <div className="flex gap-3 pl-10">
        <TextButton onClick={onReply}>回复</TextButton>
        {onAccept && <TextButton onClick={onAccept}>{accepted ? '取消采纳' : '采纳'}</TextButton>}
        {reply.mine ? (
          <TextButton onClick={askRemove}>删除</TextButton>
        ) : (
          <TextButton onClick={() => (getToken() ? setReporting(true) : openLoginPage())}>举报</TextButton>
        )}
      </div>
      {reporting && <ReportSheet target="reply" id={reply.id} onClose={() => setReporting(false)} />}
    </article>
  )
}
