import type { AssignmentBrief } from '@dxx/contract/calls/staff/assignments'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useState } from 'react'
import { useStaffCall } from '../../../api/hooks'
import { wholeList } from '../../../api/whole-list'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { CardLabel } from '../../../kit/card-label'
import type { Column } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { RegionState } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import { timeText } from '../../../kit/time'
import type { ClassDetail } from '../class-detail'
import { AssignmentDialog } from './assignment-dialog'
import { AssignmentPane } from './assignment-pane'

const now = () => Date.now() / 1000

function StateOf({ startsAt, dueAt }: AssignmentBrief) {
  if (startsAt > now()) return <StateTag tone="grey">未开始</StateTag>
  return dueAt > now() ? <StateTag tone="blue">进行中</StateTag> : <StateTag tone="violet">已截止</StateTag>
}

const columns: Column<AssignmentBrief>[] = [
  {
    id: 'title',
    title: '作业',
    width: 220,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ title, classes, items }) => (
      <span className="min-w-0">
        <b className="block truncate font-semibold">{title}</b>
        <span className="block truncate text-12 text-ink-3">
          {items} 项 · {classes.map(({ name }) => name).join('、')}
        </span>
      </span>
    ),
  },
  { id: 'state', title: '状态', width: 90, fixed: true, card: 'side', cell: (row) => <StateOf {...row} /> },
  {
    id: 'due',
    title: '截止',
    width: 150,
    card: 'line',
    cell: ({ dueAt }) => (
      <span className="text-12 text-ink-2">
        <CardLabel>截止</CardLabel>
        {timeText(dueAt)}
      </span>
    ),
  },
  {
    id: 'done',
    title: '做完',
    width: 110,
    align: 'right',
    card: 'line',
    cell: ({ done, students }) => (
      <span className="tabular-nums">
        <CardLabel>做完</CardLabel>
        {done} / {students}
      </span>
    ),
  },
  {
    id: 'ungraded',
    title: '待批',
    width: 80,
    align: 'right',
    cell: ({ ungraded }) =>
      ungraded > 0 ? <StateTag tone="amber">{ungraded} 份</StateTag> : <span className="text-ink-3">–</span>,
  },
]

/** 作业: homework of the class with its completion by student. */
export function AssignmentsTab({ of }: { of: ClassDetail }) {
  const me = useSignedInStaff()
  const canAssign = hasAnyPermission(me, ['class.assign']) && of.archivedAt === null
  const [{ open }, set] = useUrlState(['open'])
  const [editing, setEditing] = useState<string | null>(null)
  const [copying, setCopying] = useState<string | null>(null)
  const query = useStaffCall('GET /staff/v1/assignment_list', { class: of.id })
  return (
    <div className="flex min-h-0 flex-1 gap-4">
      <DataTable
        id="assignments"
        noun="作业"
        list={wholeList(query, query.data)}
        columns={columns}
        rowHeight={56}
        rowId={({ id }) => id}
        openId={open}
        onOpen={({ id }) => set({ open: id })}
        empty={
          <RegionState
            tone="blue"
            icon={<ClipboardList size={24} />}
            title="还没有作业"
            text="布置章节、视频、测验、练习、编程或考试，也可以让学生交文件"
          >
            {canAssign && (
              <ConsoleButton kind="primary" size="small" onClick={() => setEditing('')}>
                布置第一份作业
              </ConsoleButton>
            )}
          </RegionState>
        }
      />
      <AssignmentPane
        id={open}
        of={of}
        canAssign={canAssign}
        onEdit={setEditing}
        onCopy={setCopying}
        onClose={() => set({ open: '' })}
      />
      {copying !== null && <AssignmentDialog id={copying} copies of={of} onClose={() => setCopying(null)} />}
      {editing !== null && <AssignmentDialog id={editing || undefined} of={of} onClose={() => setEditing(null)} />}
    </div>
  )
}
