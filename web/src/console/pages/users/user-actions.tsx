import type { UserRow } from '@dxx/contract/calls/staff/users'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { SelectField } from '../../kit/fields'

const changes = ['GET /staff/v1/user_info', 'GET /staff/v1/user_search'] as const
const days = [
  { value: '1', label: '1 天' },
  { value: '7', label: '7 天' },
  { value: '30', label: '30 天' },
  { value: '365', label: '一年' },
]

type Asked = 'reveal' | 'mute' | 'speak' | 'out' | 'close' | 'reopen'

/**
 * Reveals the mobile number, mutes, logs out or closes a user. The user sees the reason for each action except
 * revealing.
 */
export function UserActions({ user }: { user: UserRow }) {
  const me = useSignedInStaff()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [mobile, setMobile] = useState('')
  const isMuted = user.mutedUntil !== null && user.mutedUntil > Date.now() / 1000
  const ends = { user, onClose: () => setAsked(null) }
  return (
    <section aria-label="操作" className="flex flex-wrap gap-2">
      {mobile ? (
        <p className="tabular-nums w-full">手机号 {mobile}</p>
      ) : (
        user.mobile && (
          <ConsoleButton size="small" onClick={() => setAsked('reveal')}>
            查看 {user.mobile}
          </ConsoleButton>
        )
      )}
      {hasAnyPermission(me, ['user.restrict']) && (
        <>
          <ConsoleButton size="small" onClick={() => setAsked(isMuted ? 'speak' : 'mute')}>
            {isMuted ? '解除禁言' : '禁言…'}
          </ConsoleButton>
          <ConsoleButton size="small" onClick={() => setAsked('out')}>
            全部退出…
          </ConsoleButton>
          <ConsoleButton
            kind={user.closed ? 'soft' : 'danger'}
            size="small"
            onClick={() => setAsked(user.closed ? 'reopen' : 'close')}
          >
            {user.closed ? '重新开放…' : '关闭账号…'}
          </ConsoleButton>
        </>
      )}
      <Reveal {...ends} open={asked === 'reveal'} onMobile={setMobile} />
      <Mute {...ends} asked={asked === 'mute' || asked === 'speak' ? asked : null} />
      <LogOutUser {...ends} open={asked === 'out'} />
      <CloseUser {...ends} asked={asked === 'close' || asked === 'reopen' ? asked : null} />
    </section>
  )
}

interface ActionProps {
  user: UserRow
  onClose(): void
}

const seen = { label: '原因（会告诉这位用户）' }

function Reveal({ user, open, onClose, onMobile }: ActionProps & { open: boolean; onMobile(mobile: string): void }) {
  const { run, running } = useStaffAction('POST /staff/v1/user_reveal', {
    onDone: ({ mobile }) => {
      onClose()
      onMobile(mobile)
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      kind="amber"
      title={`查看${user.nickname}的手机号？`}
      effect="查看 1 个完整号码，这次查看和原因会记入操作记录。"
      confirm="查看 1 个号码"
      reason={{ label: '原因（记入操作记录）' }}
      running={running}
      onConfirm={(reason) => void run({ id: user.id, reason })}
    />
  )
}

function Mute({ user, asked, onClose }: ActionProps & { asked: 'mute' | 'speak' | null }) {
  const [length, setLength] = useState('7')
  const { run, running } = useStaffAction('POST /staff/v1/user_mute', {
    changes: [...changes],
    onDone: () => {
      onClose()
      toast('已保存')
    },
  })
  const { id, nickname } = user
  return (
    <>
      <Confirm
        open={asked === 'mute'}
        onClose={onClose}
        title={`禁言${nickname}？`}
        effect={
          <>
            <p className="mb-2">期间不能评价、讨论、写公开笔记；学习和考试不受影响。</p>
            <SelectField label="时间" value={length} onChange={setLength} options={days} />
          </>
        }
        confirm={`禁言 ${length} 天`}
        reason={seen}
        running={running}
        onConfirm={(reason) => void run({ id, reason, until: Math.floor(Date.now() / 1000) + Number(length) * 86_400 })}
      />
      <Confirm
        open={asked === 'speak'}
        onClose={onClose}
        kind="amber"
        title={`解除${nickname}的禁言？`}
        effect="立即可以发言。"
        confirm="解除 1 人的禁言"
        reason={seen}
        running={running}
        onConfirm={(reason) => void run({ id, reason, until: null })}
      />
    </>
  )
}

function LogOutUser({ user, open, onClose }: ActionProps & { open: boolean }) {
  const { run, running } = useStaffAction('POST /staff/v1/user_log_out', {
    changes: [...changes],
    onDone: () => {
      onClose()
      toast('已在所有设备退出')
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`让${user.nickname}在所有设备退出？`}
      effect="所有设备立即退出，可以重新登录。正在考试的会中断，答案已保存。"
      confirm="退出 1 人的所有设备"
      reason={seen}
      running={running}
      onConfirm={(reason) => void run({ id: user.id, reason })}
    />
  )
}

function CloseUser({ user, asked, onClose }: ActionProps & { asked: 'close' | 'reopen' | null }) {
  const { run, running } = useStaffAction('POST /staff/v1/user_close', {
    changes: [...changes],
    onDone: () => {
      onClose()
      toast('已保存')
    },
  })
  const reopens = asked === 'reopen'
  return (
    <Confirm
      open={asked !== null}
      onClose={onClose}
      kind={reopens ? 'amber' : 'danger'}
      title={reopens ? `重新开放${user.nickname}的账号？` : `关闭${user.nickname}的账号？`}
      effect={
        reopens ? '可以重新登录，数据都在。' : '所有设备退出，不能再登录，原因在登录时显示。数据保留，可以重新开放。'
      }
      confirm={reopens ? '开放 1 个账号' : '关闭 1 个账号'}
      reason={seen}
      running={running}
      onConfirm={(reason) => void run({ id: user.id, reason, open: reopens })}
    />
  )
}
