import type { ClassGrant } from '@dxx/contract/calls/staff/classes'
import { useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Dialog } from '../../kit/dialog'
import { SelectField } from '../../kit/fields'
import { timeText } from '../../kit/time'
import { TimeField } from '../../kit/time-field'
import { SmallNumber } from './assignments/small-number'
import type { ClassDetail } from './class-detail'

const changes = ['GET /staff/v1/class_grants' as const, 'GET /staff/v1/school_seats' as const]

/** Content that the school grants to the class, with seats and end. */
export function GrantsDialog({ of, onClose }: { of: ClassDetail; onClose(): void }) {
  const { data: grants = [] } = useStaffCall('GET /staff/v1/class_grants', { class: of.id })
  const { data: bought = [] } = useStaffCall('GET /staff/v1/school_seats', { schoolId: of.school.id })
  const [curriculum, setCurriculum] = useState('')
  const [seats, setSeats] = useState(Math.max(1, of.students))
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const [revoking, setRevoking] = useState<ClassGrant | null>(null)
  const grant = useStaffAction('POST /staff/v1/class_grant', { changes })
  const revoke = useStaffAction('POST /staff/v1/class_grant_revoke', { changes, onDone: () => setRevoking(null) })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`授予${of.name}的内容`}
      note="名额按学号先后给有账号的学生，给了的不变；自己买过的不占名额，转走的让出名额"
      actions={
        <ConsoleButton
          kind="amber"
          loading={grant.running}
          disabled={!curriculum}
          onClick={() => void grant.run({ class: of.id, curriculum, seats, endsAt })}
        >
          授予 {seats} 个名额
        </ConsoleButton>
      }
    >
      <ul>
        {grants.map((one) => (
          <li key={one.id} className="flex min-h-11 items-center gap-2 border-t border-line first:border-0">
            <span className="min-w-0 flex-1">
              <b className="block truncate font-semibold">{one.curriculum.title}</b>
              <span className="text-12 text-ink-3">
                用了 {one.used} / {one.seats}，{one.endsAt === null ? '没有期限' : `到 ${timeText(one.endsAt)}`}
                {one.without > 0 && <span className="text-amber">，还有 {one.without} 人没有名额</span>}
              </span>
            </span>
            <ConsoleButton kind="danger" size="small" onClick={() => setRevoking(one)}>
              收回…
            </ConsoleButton>
          </li>
        ))}
      </ul>
      {grants.length === 0 && <p className="text-ink-3">还没有授予内容</p>}
      <div className="mt-4 grid gap-3">
        <SelectField
          label="学校买的内容"
          value={curriculum}
          onChange={setCurriculum}
          hint={bought.length === 0 ? '学校还没有名额，请联系运营购买' : undefined}
          options={[
            { value: '', label: '请选择' },
            ...bought.map((one) => ({
              value: one.curriculum.id,
              label: `${one.curriculum.title}（还剩 ${one.seats - one.granted}）`,
            })),
          ]}
        />
        <div className="flex flex-wrap items-end gap-4">
          <SmallNumber label="名额" prefix="名额" unit="人" least={1} most={9999} value={seats} onChange={setSeats} />
          <TimeField label="到什么时候（可以不填）" value={endsAt} onChange={setEndsAt} />
        </div>
      </div>
      <Confirm
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`收回《${revoking?.curriculum.title}》？`}
        effect={`${revoking?.used ?? 0} 名学生不能再学；自己买的不受影响，学习记录都留着。`}
        confirm={`收回 ${revoking?.used ?? 0} 人的内容`}
        reason={{ label: '原因' }}
        running={revoke.running}
        onConfirm={(reason) => revoking && void revoke.run({ id: revoking.id, reason })}
      />
    </Dialog>
  )
}
