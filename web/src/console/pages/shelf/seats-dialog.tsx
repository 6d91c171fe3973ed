import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { TimeField } from '../../kit/time-field'
import { ItemPicker } from '../coupons/item-picker'

export type Seats = StaffData<'GET /staff/v1/seats_list'>['list'][number]

const mostSeats = 1_000_000

interface SeatsDialogProps {
  /** Seats to change; null: new ones. */
  stored: Seats | null
  schools: { id: string; name: string }[]
  onClose(): void
}

/** Sets the seats of a school for one item, and until when. */
export function SeatsDialog({ stored, schools, onClose }: SeatsDialogProps) {
  const [school, setSchool] = useState(stored?.school.id ?? schools[0]?.id ?? '')
  const [items, setItems] = useState<ItemBrief[]>([])
  const [seats, setSeats] = useState(stored ? String(stored.seats) : '')
  const [endsAt, setEndsAt] = useState<number | null>(stored?.endsAt ?? null)
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/school_seats_set', {
    changes: ['GET /staff/v1/seats_list', 'GET /staff/v1/school_seats'],
    onDone: () => {
      toast('已保存，学校现在可以授予班级')
      onClose()
    },
  })
  const curriculum = stored?.curriculum.id ?? items[0]?.id
  const count = Number(seats)
  const isNumber = seats !== '' && count <= mostSeats
  const isBelow = stored !== null && isNumber && count < stored.granted
  const submit = () => {
    setTried(true)
    if (curriculum && school && isNumber) void save.run({ schoolId: school, curriculum, seats: count, endsAt })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={stored ? `${stored.school.name}的名额` : '增加名额'}
      note={
        stored ? `《${stored.curriculum.title}》已授予班级 ${stored.granted} 个，在学 ${stored.used} 人` : undefined
      }
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="amber" loading={save.running} onClick={submit}>
            保存名额
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        {!stored && (
          <>
            <SelectField
              label="学校"
              value={school}
              onChange={setSchool}
              options={schools.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ItemPicker
              label="内容"
              hint="选一项"
              call="GET /staff/v1/shelf_items"
              items={items}
              onChange={(next) => setItems(next.slice(-1))}
              error={tried && !curriculum ? '请选一项内容' : undefined}
            />
          </>
        )}
        <TextField
          label="名额"
          inputMode="numeric"
          maxLength={7}
          value={seats}
          onChange={(text) => setSeats(text.replace(/\D/g, ''))}
          hint={isBelow ? '比已授予的少：班级里的学生暂时保留，学校不能再授予新的' : undefined}
          error={tried && !isNumber ? '请写 0 到 1000000 的数' : undefined}
          data-autofocus
        />
        <TimeField label="到什么时候（可以不填）" value={endsAt} onChange={setEndsAt} />
      </div>
    </Dialog>
  )
}
