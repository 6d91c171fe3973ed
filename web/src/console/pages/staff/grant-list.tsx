import type { Grant } from '@dxx/contract/calls/staff/shapes'
import type { StaffPerson } from '@dxx/contract/calls/staff/staff'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { Confirm } from '../../kit/confirm'
import { PopMenu } from '../../kit/menu'
import { StateTag } from '../../kit/tag'
import { lastDayText, timeText } from '../../kit/time'
import { offerUndo } from '../../kit/undo'
import { EndDialog } from './end-dialog'
import { roleTones } from './labels'

const changes = ['GET /staff/v1/person_info', 'GET /staff/v1/people_list'] as const

/** Current grants of a staff member with their end. The user can change or revoke those they may manage. */
export function GrantList({ person, grants }: { person: StaffPerson; grants: Grant[] }) {
  const [revoking, setRevoking] = useState<Grant | null>(null)
  const [ending, setEnding] = useState<Grant | null>(null)
  const revoke = useStaffAction('POST /staff/v1/grant_revoke', {
    changes: [...changes],
    onDone: ({ roleName }) => {
      setRevoking(null)
      toast(`已收回“${roleName}”`)
    },
  })
  const change = useStaffAction('POST /staff/v1/grant_create', { changes: [...changes] })

  const setEnd = async (grant: Grant, endsAt: number | null, reason: string) =>
    change.run({
      userId: person.id,
      role: grant.role,
      scope: { kind: grant.scope.kind, id: grant.scope.id },
      endsAt,
      reason,
    })
  async function changeEnd(grant: Grant, endsAt: number | null) {
    setEnding(null)
    if (!(await setEnd(grant, endsAt, '改到期时间'))) return
    const text = endsAt === null ? '改为长期有效' : `到期改为 ${lastDayText(endsAt)}`
    offerUndo(`“${grant.roleName}”${text}`, () => void setEnd(grant, grant.endsAt, '撤销：恢复原来的到期时间'))
  }

  if (grants.length === 0) return <p className="text-ink-3">没有在用的授权，不能进入管理台</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-cover bg-fill px-3">
        {grants.map((grant) => (
          <li key={grant.id} className="flex items-start gap-2 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2">
                <StateTag tone={roleTones[grant.role]}>{grant.roleName}</StateTag>
                <span className="min-w-0 truncate">{grant.scope.name}</span>
              </p>
              <p className="mt-0.5 text-12 text-ink-3">
                {grant.endsAt === null ? '长期有效' : `有效到 ${lastDayText(grant.endsAt)}`} ·{' '}
                {timeText(grant.createdAt)} 由 {grant.grantedBy} 授权
              </p>
            </div>
            {grant.manageable && (
              <PopMenu
                trigger={
                  <button
                    type="button"
                    aria-label={`“${grant.roleName} · ${grant.scope.name}”的操作`}
                    className="tap grid size-7 place-items-center rounded-full text-ink-2 hover:bg-track"
                  >
                    <Ellipsis size={16} />
                  </button>
                }
                items={[
                  { label: '改到期时间', onSelect: () => setEnding(grant) },
                  { label: '收回…', onSelect: () => setRevoking(grant), danger: true },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <EndDialog grant={ending} onClose={() => setEnding(null)} onChoose={(end) => void changeEnd(ending, end)} />
      )}
      <Confirm
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`收回${person.nickname}的“${revoking?.roleName ?? ''}”？`}
        effect={
          <>
            范围 <b className="text-ink">{revoking?.scope.name}</b>
            ，立即生效。
            {grants.length === 1 ? '这是最后一项授权，收回后不能再进入管理台。' : `还剩 ${grants.length - 1} 项授权。`}
          </>
        }
        confirm="收回 1 项授权"
        reason={{ label: '原因（记入操作记录）', placeholder: '例如：不再任课' }}
        running={revoke.running}
        onConfirm={(reason) => revoking && void revoke.run({ id: revoking.id, reason })}
      />
    </>
  )
}
