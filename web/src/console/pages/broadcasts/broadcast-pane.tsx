import type { Broadcast } from '@dxx/contract/calls/staff/broadcasts'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { DetailPane } from '../../kit/detail-pane'
import { timeText } from '../../kit/time'
import { Facts } from '../work/facts'

interface BroadcastPaneProps {
  message: Broadcast | undefined
  state: ReactNode
  onClose(): void
}

/** One message to many users, with cancelling before and recalling after it was sent. */
export function BroadcastPane({ message, state, onClose }: BroadcastPaneProps) {
  const [recalling, setRecalling] = useState(false)
  const changes = ['GET /staff/v1/broadcast_list' as const]
  const cancel = useStaffAction('POST /staff/v1/broadcast_cancel', { changes, onDone: () => toast('已取消，不会发送') })
  const recall = useStaffAction('POST /staff/v1/broadcast_recall', {
    changes,
    onDone: ({ recalled }) => {
      setRecalling(false)
      toast(`已从 ${recalled} 人那里撤回`)
    },
  })
  const unread = (message?.recipients ?? 0) - (message?.read ?? 0)
  const isSent = message?.state === 'sent' || message?.state === 'sending'
  const actions =
    message?.state === 'planned' ? (
      <ConsoleButton kind="danger" loading={cancel.running} onClick={() => void cancel.run({ id: message.id })}>
        取消发送
      </ConsoleButton>
    ) : isSent && unread > 0 ? (
      <ConsoleButton kind="danger" onClick={() => setRecalling(true)}>
        撤回没读过的 {unread} 份…
      </ConsoleButton>
    ) : undefined
  return (
    <DetailPane open={message !== undefined} onClose={onClose} title={message?.title ?? '消息'} actions={actions}>
      {message && (
        <div className="space-y-4">
          {state}
          <p className="user-text rounded-cover bg-fill p-3">{message.body}</p>
          <Facts
            rows={[
              ['发给', message.audience],
              ['发送时间', timeText(message.sendAt)],
              ['收到', `${message.recipients} 人`],
              ['读过', `${message.read} 人`],
              ...(message.recalled > 0 ? [['撤回', `${message.recalled} 份`] as [string, string]] : []),
              ['点开后', message.link || '没有链接'],
              ['发送人', message.by || '–'],
            ]}
          />
        </div>
      )}
      <Confirm
        open={recalling}
        onClose={() => setRecalling(false)}
        title="撤回这条消息？"
        effect={`没读过的约 ${unread} 人不再看到它，不能恢复；读过的 ${message?.read ?? 0} 人仍然看得到。`}
        confirm={`撤回 ${unread} 份`}
        reason={{ label: '原因（只记在操作记录里）' }}
        running={recall.running}
        onConfirm={(reason) => message && void recall.run({ id: message.id, reason })}
      />
    </DetailPane>
  )
}
