import type { UserRow } from '@dxx/contract/calls/staff/users'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { mayAny, useMe } from '../../frame/me'
import { Act } from '../../kit/button'
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

/** Number, mute, logout and closing of a user; each with a reason, which the user sees unless it only opens the number. */
export function UserActions({ user }: { user: UserRow }) {
  const me = useMe()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [length, setLength] = useState('7')
  const [mobile, setMobile] = useState('')
  const done = (text: string) => () => {
    setAsked(null)
    toast(text)
  }
  const reveal = useStaffAction('POST /staff/v1/user_reveal', {
    onDone: (data) => {
      setAsked(null)
      setMobile(data.mobile)
    },
  })
  const mute = useStaffAction('POST /staff/v1/user_mute', { changes: [...changes], onDone: done('已保存') })
  const out = useStaffAction('POST /staff/v1/user_log_out', { changes: [...changes], onDone: done('已在所有设备退出') })
  const close = useStaffAction('POST /staff/v1/user_close', { changes: [...changes], onDone: done('已保存') })
  const isMuted = user.mutedUntil !== null && user.mutedUntil > Date.now() / 1000
  const cancel = () => setAsked(null)
  const seen = { label: '原因（会告诉这位用户）' }
  const { id, nickname } = user

  return (
    <section aria-label="操作" className="flex flex-wrap gap-2">
      {mobile ? (
        <p className="tabular-nums w-full">手机号 {mobile}</p>
      ) : (
        user.mobile && (
          <Act size="small" onClick={() => setAsked('reveal')}>
            查看 {user.mobile}
          </Act>
        )
      )}
      {mayAny(me, ['user.restrict']) && (
        <>
          <Act size="small" onClick={() => setAsked(isMuted ? 'speak' : 'mute')}>
            {isMuted ? '解除禁言' : '禁言…'}
          </Act>
          <Act size="small" onClick={() => setAsked('out')}>
            全部退出…
          </Act>
          <Act
            kind={user.closed ? 'soft' : 'danger'}
            size="small"
            onClick={() => setAsked(user.closed ? 'reopen' : 'close')}
          >
            {user.closed ? '重新开放…' : '关闭账号…'}
          </Act>
        </>
      )}
      <Confirm
        open={asked === 'reveal'}
        onClose={cancel}
        kind="amber"
        title={`查看${nickname}的手机号？`}
        effect="查看 1 个完整号码，这次查看和原因会记入操作记录。"
        confirm="查看 1 个号码"
        reason={{ label: '原因（记入操作记录）' }}
        running={reveal.running}
        onConfirm={(reason) => void reveal.run({ id, reason })}
      />
      <Confirm
        open={asked === 'mute'}
        onClose={cancel}
        title={`禁言${nickname}？`}
        effect={
          <>
            <p className="mb-2">期间不能评价、讨论、写公开笔记；学习和考试不受影响。</p>
            <SelectField label="时间" value={length} onChange={setLength} options={days} />
          </>
        }
        confirm={`禁言 ${length} 天`}
        reason={seen}
        running={mute.running}
        onConfirm={(reason) =>
          void mute.run({ id, reason, until: Math.floor(Date.now() / 1000) + Number(length) * 86_400 })
        }
      />
      <Confirm
        open={asked === 'speak'}
        onClose={cancel}
        kind="amber"
        title={`解除${nickname}的禁言？`}
        effect="立即可以发言。"
        confirm="解除 1 人的禁言"
        reason={seen}
        running={mute.running}
        onConfirm={(reason) => void mute.run({ id, reason, until: null })}
      />
      <Confirm
        open={asked === 'out'}
        onClose={cancel}
        title={`让${nickname}在所有设备退出？`}
        effect="所有设备立即退出，可以重新登录。正在考试的会中断，答案已保存。"
        confirm="退出 1 人的所有设备"
        reason={seen}
        running={out.running}
        onConfirm={(reason) => void out.run({ id, reason })}
      />
      <Confirm
        open={asked === 'close' || asked === 'reopen'}
        onClose={cancel}
        kind={asked === 'reopen' ? 'amber' : 'danger'}
        title={asked === 'reopen' ? `重新开放${nickname}的账号？` : `关闭${nickname}的账号？`}
        effect={
          asked === 'reopen'
            ? '可以重新登录，数据都在。'
            : '所有设备退出，不能再登录，原因在登录时显示。数据保留，可以重新开放。'
        }
        confirm={asked === 'reopen' ? '开放 1 个账号' : '关闭 1 个账号'}
        reason={seen}
        running={close.running}
        onConfirm={(reason) => void close.run({ id, reason, open: asked === 'reopen' })}
      />
    </section>
  )
}
