import type { Grant } from '@dxx/contract/calls/staff/shapes'
import type { StaffPerson } from '@dxx/contract/calls/staff/staff'
import LogOut from 'lucide-react/icons/log-out'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { DetailPane } from '../../kit/detail-pane'
import { PersonAvatar } from '../../kit/face'
import { Failure, PaneSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'
import { FactorState, PersonState } from './columns'
import { GrantDialog } from './grant-dialog'
import { GrantList } from './grant-list'

const changes = ['GET /staff/v1/person_info', 'GET /staff/v1/people_list'] as const

/** Details of one staff member: grants, history, sessions and actions. */
export function PersonPane({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/person_info', { id: id ?? '' }, { enabled: Boolean(id) })
  const [granting, setGranting] = useState(false)
  return (
    <>
      <DetailPane
        open={Boolean(id)}
        onClose={onClose}
        title={data && id ? data.person.nickname : '员工'}
        actions={
          data && (
            <ConsoleButton kind="line" size="small" icon={<UserPlus size={15} />} onClick={() => setGranting(true)}>
              再授权一个角色
            </ConsoleButton>
          )
        }
      >
        {data ? (
          <PersonDetails key={id} {...data} />
        ) : error ? (
          <Failure error={error} noun="这位员工" onRetry={() => void refetch()} />
        ) : (
          <PaneSkeleton />
        )}
      </DetailPane>
      {data && <GrantDialog open={granting} onClose={() => setGranting(false)} person={data.person} />}
    </>
  )
}

function PersonDetails({ person, history, sessions }: StaffData<'GET /staff/v1/person_info'>) {
  const past = history.filter(({ live }) => !live)
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-3">
        <PersonAvatar id={person.id} name={person.nickname} src={person.avatar} size={44} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <PersonState state={person.state} />
            <FactorState on={person.secondFactor} />
          </p>
          <p className="text-12 text-ink-3">
            手机 {person.mobile || '未绑定'} ·{' '}
            {person.lastLoginAt === null ? '还没有登录过管理台' : `最近登录 ${timeText(person.lastLoginAt)}`}
          </p>
        </div>
      </div>
      <section aria-label="授权">
        <h3 className="mb-1.5 font-semibold">授权</h3>
        <GrantList person={person} grants={person.grants} />
      </section>
      {past.length > 0 && <Past grants={past} />}
      <section aria-label="管理台登录">
        <h3 className="mb-1.5 font-semibold">管理台登录</h3>
        {sessions === null ? (
          <p className="text-ink-3">这位员工还有不归你管理的授权，登录情况只有所有者能看</p>
        ) : sessions.length === 0 ? (
          <p className="text-ink-3">现在没有登录</p>
        ) : (
          <ul className="divide-y divide-line rounded-cover bg-fill px-3">
            {sessions.map((session) => (
              <li key={session.id} className="py-2">
                {session.device}
                <span className="block text-12 text-ink-3">
                  {session.address} · 最近 {timeText(session.seenAt)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <PersonActions person={person} sessions={sessions?.length} />
    </div>
  )
}

function Past({ grants }: { grants: Grant[] }) {
  return (
    <details>
      <summary className="rounded-item py-1 text-ink-2">以前的授权（{grants.length}）</summary>
      <ul className="mt-1 space-y-1.5 text-12 text-ink-2">
        {grants.map((grant) => (
          <li key={grant.id}>
            {grant.roleName} · {grant.scope.name}
            <span className="block text-ink-3">
              {timeText(grant.createdAt)} 由 {grant.grantedBy} 授权，
              {grant.revokedAt === null ? '已到期' : `${timeText(grant.revokedAt)} 收回`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Facts to identify the staff member before their second factor is reset. */
const whoAsks = ({ nickname, mobile, grants, lastLoginAt }: StaffPerson): [string, string][] => [
  ['姓名', nickname],
  ['手机', mobile || '未绑定'],
  ['角色', [...new Set(grants.map(({ roleName }) => roleName))].join('、') || '没有在用的授权'],
  ['最近登录', lastLoginAt === null ? '还没有登录过' : timeText(lastLoginAt)],
]

function PersonActions({ person, sessions }: { person: StaffPerson; sessions: number | undefined }) {
  const me = useSignedInStaff()
  const [asked, setAsked] = useState<'out' | 'factor' | null>(null)
  const close = () => setAsked(null)
  const out = useStaffAction('POST /staff/v1/person_log_out', {
    changes: [...changes],
    onDone: ({ ended }) => {
      close()
      toast(ended > 0 ? `已让 ${ended} 处登录失效` : '没有需要退出的登录')
    },
  })
  const reset = useStaffAction('POST /staff/v1/factor_reset', {
    changes: [...changes],
    onDone: () => {
      close()
      toast('已重置，下次登录时重新开启')
    },
  })
  if (person.isMe) return null
  return (
    <section aria-label="账号安全" className="flex flex-wrap gap-2">
      {sessions !== undefined && (
        <ConsoleButton kind="soft" size="small" icon={<LogOut size={15} />} onClick={() => setAsked('out')}>
          让其退出登录
        </ConsoleButton>
      )}
      {hasAnyPermission(me, ['staff.reset']) && person.secondFactor && (
        <ConsoleButton kind="danger" size="small" icon={<ShieldOff size={15} />} onClick={() => setAsked('factor')}>
          重置二次验证
        </ConsoleButton>
      )}
      <Confirm
        open={asked === 'out'}
        onClose={close}
        title={`让${person.nickname}退出管理台？`}
        effect={`${sessions} 处登录立即失效，没有保存的内容会丢失；授权不变，可以重新登录。`}
        confirm={`退出 ${sessions} 处登录`}
        reason={{ label: '原因（记入操作记录）', placeholder: '例如：电脑遗失' }}
        running={out.running}
        onConfirm={(reason) => void out.run({ id: person.id, reason })}
      />
      <Confirm
        open={asked === 'factor'}
        onClose={close}
        title={`重置${person.nickname}的二次验证？`}
        effect={
          <>
            <dl className="mb-2 rounded-cover bg-fill px-3 py-2">
              {whoAsks(person).map(([name, value]) => (
                <div key={name} className="flex gap-3 py-0.5">
                  <dt className="w-18 shrink-0 text-ink-3">{name}</dt>
                  <dd className="min-w-0 text-ink">{value}</dd>
                </div>
              ))}
            </dl>
            请先当面，或打这个号码确认是本人提出（
            <Link href={`/users/${person.id}`} className="text-primary underline">
              查看完整号码
            </Link>
            ，会被记录）。重置后 1 人的所有登录失效，验证器和恢复码作废，本人会收到消息。
          </>
        }
        confirm="重置 1 人的二次验证"
        reason={{ label: '原因（记入操作记录）', placeholder: '例如：手机丢失，已电话核实' }}
        running={reset.running}
        onConfirm={(reason) => void reset.run({ id: person.id, reason })}
      />
    </section>
  )
}
