import type { ClassStudent } from '@dxx/contract/calls/staff/classes'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Send from 'lucide-react/icons/send-horizontal'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffList } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { useUrlState } from '../../kit/address'
import { ConsoleButton } from '../../kit/button'
import { CardLabel } from '../../kit/card-label'
import type { Column } from '../../kit/columns'
import { Confirm } from '../../kit/confirm'
import { DataTable } from '../../kit/data-table'
import { PersonAvatar } from '../../kit/face'
import { FilterBar } from '../../kit/filter-bar'
import { EmptyList } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { AddStudents } from './add-students'
import type { ClassDetail } from './class-detail'
import { MessageDialog } from './message-dialog'
import { MoveStudents } from './move-students'

const columns: Column<ClassStudent>[] = [
  {
    id: 'name',
    title: '姓名',
    width: 160,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ studentNo, name, person }) => (
      <span className="flex min-w-0 items-center gap-2">
        <PersonAvatar id={person?.id ?? studentNo} name={name} src={person?.avatar} />
        <b className="truncate font-semibold">{name}</b>
      </span>
    ),
  },
  {
    id: 'no',
    title: '学号',
    width: 130,
    fixed: true,
    card: 'line',
    cell: ({ studentNo }) => <span className="tabular-nums">{studentNo}</span>,
  },
  {
    id: 'state',
    title: '账号',
    width: 100,
    card: 'side',
    cell: ({ person }) =>
      person ? <StateTag tone="green">已认证</StateTag> : <StateTag tone="grey">没有账号</StateTag>,
  },
  {
    id: 'mobile',
    title: '手机号',
    width: 120,
    cell: ({ person }) => <span className="text-12 tabular-nums text-ink-2">{person?.mobile || '–'}</span>,
  },
  {
    id: 'studied',
    title: '最近学习',
    width: 140,
    card: 'line',
    cell: ({ studiedAt }) => (
      <span className="text-12 text-ink-2">
        <CardLabel>最近学习</CardLabel>
        {studiedAt === null ? '还没有' : timeText(studiedAt)}
      </span>
    ),
  },
  {
    id: 'week',
    title: '近 7 天分钟',
    width: 110,
    align: 'right',
    cell: ({ weekMinutes }) => <span className="tabular-nums">{weekMinutes}</span>,
  },
]

type Act = 'move' | 'remove' | 'write'

/** Students of a class: added by hand, moved, taken out, written to. */
export function StudentsTab({ of }: { of: ClassDetail }) {
  const me = useSignedInStaff()
  const canManage = hasAnyPermission(me, ['class.manage'])
  const canWrite = hasAnyPermission(me, ['class.message'])
  const [{ keyword }, set] = useUrlState(['keyword'])
  const list = useStaffList('GET /staff/v1/class_students', { id: of.id, keyword: keyword || undefined })
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<{ act: Act; rows: ClassStudent[]; clear(): void }>()
  const close = () => setChosen(undefined)
  const done = () => {
    chosen?.clear()
    close()
  }
  const remove = useStaffAction('POST /staff/v1/class_students_remove', {
    changes: ['GET /staff/v1/class_students', 'GET /staff/v1/class_detail'],
    onDone: ({ removed }) => {
      toast(`已移出 ${removed} 人`)
      done()
    },
  })
  const numbers = chosen?.rows.map(({ studentNo }) => studentNo) ?? []
  return (
    <>
      <DataTable
        id="class-students"
        noun="学生"
        list={list}
        columns={columns}
        rowId={({ studentNo }) => studentNo}
        selectionBar={
          canManage || canWrite
            ? (rows, clear) => (
                <SelectionBar
                  count={rows.length}
                  canManage={canManage}
                  canWrite={canWrite}
                  onAct={(act) => setChosen({ act, rows, clear })}
                />
              )
            : undefined
        }
        empty={
          <NoStudents
            keyword={keyword}
            onClear={() => set({ keyword: '' })}
            onAdd={canManage ? () => setAdding(true) : undefined}
          />
        }
        bar={(columnMenu) => (
          <FilterBar
            search={{
              label: '姓名或学号',
              placeholder: '姓名、学号',
              value: keyword,
              onChange: (next) => set({ keyword: next }, { replace: true }),
            }}
            tools={
              <>
                {canManage && (
                  <ConsoleButton kind="soft" size="small" icon={<UserPlus size={15} />} onClick={() => setAdding(true)}>
                    添加
                  </ConsoleButton>
                )}
                {columnMenu}
              </>
            }
          />
        )}
      />
      {adding && <AddStudents id={of.id} onClose={() => setAdding(false)} />}
      {chosen?.act === 'move' && <MoveStudents of={of} students={numbers} onClose={close} onDone={done} />}
      {chosen?.act === 'write' && (
        <MessageDialog id={of.id} name={of.name} students={numbers} onClose={close} onDone={done} />
      )}
      <Confirm
        open={chosen?.act === 'remove'}
        onClose={close}
        title={`把 ${numbers.length} 人移出${of.name}？`}
        effect={
          of.kind === 'home'
            ? '他们会离开学校名册和本校的教学班，学习记录都留着；有账号的会收到消息。'
            : '他们不再是这个教学班的学生，行政班不变；有账号的会收到消息。'
        }
        confirm={`移出 ${numbers.length} 人`}
        reason={{ label: '原因', placeholder: '退学、转专业……' }}
        running={remove.running}
        onConfirm={(reason) => void remove.run({ id: of.id, students: numbers, reason })}
      />
    </>
  )
}

interface SelectionBarProps {
  count: number
  canManage: boolean
  canWrite: boolean
  onAct(act: Act): void
}

/** Actions for the selected students. */
function SelectionBar({ count, canManage, canWrite, onAct }: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-primary-soft px-5 py-2">
      <span className="flex-1 font-semibold text-primary">已选 {count} 人</span>
      {canWrite && (
        <ConsoleButton kind="page" size="small" icon={<Send size={15} />} onClick={() => onAct('write')}>
          发消息
        </ConsoleButton>
      )}
      {canManage && (
        <>
          <ConsoleButton kind="page" size="small" icon={<ArrowRightLeft size={15} />} onClick={() => onAct('move')}>
            转班
          </ConsoleButton>
          <ConsoleButton kind="danger" size="small" icon={<UserMinus size={15} />} onClick={() => onAct('remove')}>
            移出
          </ConsoleButton>
        </>
      )}
    </div>
  )
}

interface NoStudentsProps {
  keyword: string
  onClear(): void
  onAdd?: () => void
}

function NoStudents({ keyword, onClear, onAdd }: NoStudentsProps) {
  return (
    <EmptyList
      noun="学生"
      filters={keyword ? [`“${keyword}”`] : []}
      onClear={onClear}
      icon={<Users size={24} />}
      title="班里还没有学生"
      text="导入名册、手动添加，或让学生用班级码加入"
    >
      {onAdd && (
        <ConsoleButton kind="primary" size="small" onClick={onAdd}>
          添加学生
        </ConsoleButton>
      )}
    </EmptyList>
  )
}
