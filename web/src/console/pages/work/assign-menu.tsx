import type { WorkItem } from '@dxx/contract/calls/staff/work'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { PopMenu } from '../../kit/menu'
import { useShortcut } from '../../kit/shortcuts'
import { offerUndo } from '../../kit/undo'

/** Menu to take a work item, hand it to a colleague or return it to the queue. */
export function AssignMenu({ item, onChanged }: { item: WorkItem; onChanged(): void }) {
  const me = useSignedInStaff()
  const { data: colleagues } = useStaffCall('GET /staff/v1/work_assignees', { id: item.id })
  const [taking, setTaking] = useState(false)
  const take = useStaffAction('POST /staff/v1/work_take', {
    onDone: () => {
      setTaking(false)
      toast('由你处理')
      onChanged()
    },
    onError: (error) => (error.name === 'work-taken' ? setTaking(true) : toast(error.msg)),
  })
  const assign = useStaffAction('POST /staff/v1/work_assign', { onDone: onChanged })
  const before = item.assignee?.id ?? null

  async function give(assignee: string | null, text: string) {
    const changed = await assign.run({ id: item.id, version: item.version, assignee })
    if (changed) offerUndo(text, () => void assign.run({ id: item.id, version: changed.version, assignee: before }))
  }
  useShortcut('t', '由我处理', () => void take.run({ id: item.id, version: item.version }), { enabled: !item.isMine })
  return (
    <>
      <PopMenu
        heading="谁来处理"
        trigger={
          <ConsoleButton size="small" icon={<UserPlus size={15} />} loading={take.running || assign.running}>
            转交
          </ConsoleButton>
        }
        items={[
          !item.isMine && { label: '由我处理', onSelect: () => void take.run({ id: item.id, version: item.version }) },
          ...(colleagues ?? [])
            .filter(({ id }) => id !== before && id !== me.person.id)
            .map(({ id, nickname }) => ({
              label: `交给${nickname}`,
              onSelect: () => void give(id, `已交给${nickname}`),
            })),
          before !== null && { label: '放回', onSelect: () => void give(null, '已放回，谁都可以处理') },
        ]}
      />
      <Confirm
        open={taking}
        onClose={() => setTaking(false)}
        kind="amber"
        title="同事正在处理这一件"
        effect={`${item.assignee?.nickname ?? '同事'}已经领取。接过来以后由你决定，对方会看到换了人。`}
        confirm="接过来"
        running={take.running}
        onConfirm={() => void take.run({ id: item.id, version: item.version, force: true })}
      />
    </>
  )
}
