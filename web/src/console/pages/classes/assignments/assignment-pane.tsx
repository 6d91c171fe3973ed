import type { AssignmentRow } from '@dxx/contract/calls/staff/assignments'
import { useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../../state/flash'
import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { useStaffAction, useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { ConsoleButton, consoleButtonClass } from '../../../kit/button'
import { Confirm } from '../../../kit/confirm'
import { DetailPane } from '../../../kit/detail-pane'
import { Failure, TableSkeleton } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import type { ClassDetail } from '../class-detail'
import { MessageDialog } from '../message-dialog'
import { ExtendDialog } from './extend-dialog'
import { itemKinds, lateRules } from './labels'

interface AssignmentPaneProps {
  id: string
  of: ClassDetail
  canAssign: boolean
  onEdit(id: string): void
  onCopy(id: string): void
  onClose(): void
}

/** One assignment: its content, each student's progress, reminding those who are behind, and withdrawing. */
export function AssignmentPane({ id, of, canAssign, onEdit, onCopy, onClose }: AssignmentPaneProps) {
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/assignment_detail',
    { id, class: of.id },
    { enabled: id !== '' },
  )
  return (
    <DetailPane open={id !== ''} onClose={onClose} title={data?.title ?? '作业'}>
      {error ? (
        <Failure error={error} noun="作业" onRetry={() => void refetch()} />
      ) : data ? (
        <Content
          key={data.id}
          data={data}
          of={of}
          canAssign={canAssign}
          onEdit={onEdit}
          onCopy={onCopy}
          onClose={onClose}
        />
      ) : (
        <TableSkeleton height={36} />
      )}
    </DetailPane>
  )
}

type Detail = StaffData<'GET /staff/v1/assignment_detail'>

function Content({ data, of, canAssign, onEdit, onCopy, onClose }: Omit<AssignmentPaneProps, 'id'> & { data: Detail }) {
  const me = useSignedInStaff()
  const [withdrawing, setWithdrawing] = useState(false)
  const [writing, setWriting] = useState(false)
  const withdraw = useStaffAction('POST /staff/v1/assignment_withdraw', {
    changes: ['GET /staff/v1/assignment_list'],
    onDone: () => {
      toast('已撤回')
      onClose()
    },
  })
  const behind = data.rows.filter(({ done, user }) => !done && user !== null)
  const hasHandIn = data.content.some(({ kind }) => kind === 'handin')
  return (
    <div className="space-y-4">
      <p className="text-ink-2">
        {timeText(data.startsAt)} 开始，{timeText(data.dueAt)} 截止；迟交{lateRules[data.late]}
        {data.late === 'deduct' && ` ${data.latePercent}%`}
      </p>
      {data.note && <p className="whitespace-pre-wrap text-ink-2">{data.note}</p>}
      <ol className="space-y-1">
        {data.content.map((item, at) => (
          <li key={item.id} className="flex gap-2">
            <span className="w-4 shrink-0 text-right tabular-nums text-ink-3">{at + 1}</span>
            <span className="min-w-0 flex-1">
              {item.title}
              <span className="block text-12 text-ink-3">
                {itemKinds[item.kind]}
                {item.amount > 0 && ` ${item.amount} 题`}
                {item.minPercent > 0 && ` · 至少 ${item.minPercent}%`} · {item.points} 分
              </span>
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {hasHandIn && hasAnyPermission(me, ['exam.grade']) && (
          <Link href={`/grading/hand-ins/${data.id}`} className={consoleButtonClass('primary', 'small')}>
            批改{data.ungraded > 0 ? ` ${data.ungraded} 份` : ''}
          </Link>
        )}
        {hasAnyPermission(me, ['class.message']) && behind.length > 0 && (
          <ConsoleButton size="small" onClick={() => setWriting(true)}>
            提醒没做完的 {behind.length} 人
          </ConsoleButton>
        )}
        {canAssign && (
          <>
            <ConsoleButton size="small" onClick={() => onEdit(data.id)}>
              修改
            </ConsoleButton>
            <ConsoleButton size="small" onClick={() => onCopy(data.id)}>
              布置给别的班…
            </ConsoleButton>
            <ConsoleButton kind="danger" size="small" onClick={() => setWithdrawing(true)}>
              撤回…
            </ConsoleButton>
          </>
        )}
      </div>
      <Students data={data} canExtend={canAssign} />
      <Confirm
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
        title={`撤回《${data.title}》？`}
        effect={`${data.students} 名学生不再看到这份作业；已经开始的会收到消息。做过的记录都留着。`}
        confirm={`撤回，涉及 ${data.students} 人`}
        reason={{ label: '原因', placeholder: '学生会看到' }}
        running={withdraw.running}
        onConfirm={(reason) => void withdraw.run({ id: data.id, reason })}
      />
      {writing && (
        <MessageDialog
          id={of.id}
          name={of.name}
          students={behind.map(({ studentNo }) => studentNo)}
          draft={{
            title: '作业快截止了',
            text: `《${data.title}》${timeText(data.dueAt)} 截止，你还没有做完，请抓紧。`,
          }}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  )
}

/** Students with their progress; selected students can get more time. */
function Students({ data, canExtend }: { data: Detail; canExtend: boolean }) {
  const [chosen, setChosen] = useState<string[]>([])
  const [extending, setExtending] = useState(false)
  const students = data.rows.filter(({ user }) => user !== null && chosen.includes(user))
  return (
    <section aria-label="学生">
      <div className="mb-1 flex min-h-9 flex-wrap items-center gap-2">
        <h3 className="flex-1 text-15 font-semibold">
          学生 <span className="text-12 font-normal text-ink-3">{`${data.done} / ${data.students} 做完`}</span>
        </h3>
        {students.length > 0 && (
          <ConsoleButton size="small" onClick={() => setExtending(true)}>
            延长 {students.length} 人的截止时间…
          </ConsoleButton>
        )}
      </div>
      <ul>
        {data.rows.map((row) => (
          <StudentLine
            key={row.studentNo}
            row={row}
            canChoose={canExtend}
            chosen={row.user !== null && chosen.includes(row.user)}
            onChoose={(on) => setChosen(on ? [...chosen, row.user!] : chosen.filter((one) => one !== row.user))}
          />
        ))}
      </ul>
      {extending && (
        <ExtendDialog
          id={data.id}
          title={data.title}
          dueAt={data.dueAt}
          students={students}
          onClose={() => setExtending(false)}
          onDone={() => {
            setExtending(false)
            setChosen([])
          }}
        />
      )}
    </section>
  )
}

interface StudentLineProps {
  row: AssignmentRow
  canChoose: boolean
  chosen: boolean
  onChoose(on: boolean): void
}

function StudentLine({ row, canChoose, chosen, onChoose }: StudentLineProps) {
  const { name, studentNo, percent, done, late, user, extendedTo } = row
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2 border-t border-line">
      {canChoose && (
        <label className="grid size-11 shrink-0 place-items-center desk:size-6">
          <input
            type="checkbox"
            aria-label={`选择${name}`}
            checked={chosen}
            disabled={user === null}
            onChange={(event) => onChoose(event.target.checked)}
            className="size-4 accent-primary"
          />
        </label>
      )}
      <b className="w-20 shrink-0 truncate font-semibold">{name}</b>
      <span className="w-24 shrink-0 truncate text-12 tabular-nums text-ink-3">{studentNo}</span>
      <span aria-hidden="true" className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-track">
        <span
          className={cx('block h-full rounded-full', done ? 'bg-success' : 'bg-primary')}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="w-16 shrink-0 text-right text-12 tabular-nums">
        {user === null ? '没有账号' : done ? (late ? '迟交' : '做完') : `${percent}%`}
      </span>
      {extendedTo !== null && (
        <span className={cx('basis-full pb-1.5 text-12 text-amber', canChoose && 'pl-13 desk:pl-8')}>
          延到 {timeText(extendedTo)}
        </span>
      )}
    </li>
  )
}
