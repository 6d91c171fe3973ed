import type { Permission } from '@dxx/contract/staff'
import Plus from 'lucide-react/icons/plus'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import Send from 'lucide-react/icons/send-horizontal'
import Settings2 from 'lucide-react/icons/settings-2'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../ui/cx'
import { useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { PageHead } from '../../kit/page-head'
import { useShortcut } from '../../kit/shortcuts'
import { Failure, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import type { ClassDetail } from './class-detail'
import { ClassSettings } from './class-settings'
import { JoinCode } from './join-code'
import { MessageDialog } from './message-dialog'

interface ClassTab {
  /** Last URL segment; empty for the first tab. */
  path: string
  title: string
  permissions: readonly Permission[]
  Tab: ComponentType<{ of: ClassDetail }>
}

const tabs: readonly ClassTab[] = [
  {
    path: '',
    title: '名册与进度',
    permissions: ['class.view'],
    Tab: lazy(async () => ({ default: (await import('./progress/progress-tab')).ProgressTab })),
  },
  {
    path: 'students',
    title: '学生',
    permissions: ['class.view'],
    Tab: lazy(async () => ({ default: (await import('./students-tab')).StudentsTab })),
  },
  {
    path: 'assignments',
    title: '作业',
    permissions: ['class.view'],
    Tab: lazy(async () => ({ default: (await import('./assignments/assignments-tab')).AssignmentsTab })),
  },
  {
    path: 'grades',
    title: '成绩',
    permissions: ['class.view'],
    Tab: lazy(async () => ({ default: (await import('./grades/grades-tab')).GradesTab })),
  },
  {
    path: 'weak',
    title: '错题',
    permissions: ['class.view'],
    Tab: lazy(async () => ({ default: (await import('./progress/weak-tab')).WeakTab })),
  },
]

const AssignmentDialog = lazy(async () => ({
  default: (await import('./assignments/assignment-dialog')).AssignmentDialog,
}))

/** One class: facts, code to join, and tabs. */
export function ClassPage({ id, tab = '' }: { id: string; tab?: string }) {
  const me = useSignedInStaff()
  const [dialog, setDialog] = useState<'code' | 'settings' | 'message' | 'assign' | null>(null)
  const close = () => setDialog(null)
  const { data, error, refetch } = useStaffCall('GET /staff/v1/class_detail', { id })
  const isActive = data?.archivedAt === null
  const canAssign = isActive && hasAnyPermission(me, ['class.assign'])
  const canWrite = isActive && hasAnyPermission(me, ['class.message'])
  useShortcut('n', '布置作业', () => setDialog('assign'), { enabled: canAssign })
  useShortcut('m', '给全班发消息', () => setDialog('message'), { enabled: canWrite })
  if (error) return <Failure error={error} noun="班级" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={56} />
  const open = tabs.filter(({ permissions }) => hasAnyPermission(me, permissions))
  const here = open.find(({ path }) => path === tab) ?? open[0]
  const facts = [
    data.college,
    `${data.students} 人，已认证 ${data.verified} 人`,
    data.teachers.length > 0 ? `教师 ${data.teachers.join('、')}` : '还没有教师',
    data.term?.name,
  ].filter(Boolean)
  const state =
    data.archivedAt !== null ? (
      <StateTag tone="grey">已归档</StateTag>
    ) : (
      data.kind === 'course' && <StateTag tone="violet">教学班</StateTag>
    )
  return (
    <>
      <PageHead
        title={data.name}
        state={state}
        facts={
          <>
            {/* On phones the page heading is visually hidden, so the name of the class is shown here. */}
            <span
              className="mb-0.5 flex items-center gap-2 text-17 font-semibold text-ink desk:hidden"
              aria-hidden="true"
            >
              <span className="min-w-0 truncate">{data.name}</span>
              {state}
            </span>
            {facts.join(' · ')}
          </>
        }
        actions={
          <>
            {isActive && (
              <ConsoleButton kind="page" icon={<QrCodeIcon size={16} />} onClick={() => setDialog('code')}>
                班级码{data.waitingJoins > 0 && ` · ${data.waitingJoins} 人等待`}
              </ConsoleButton>
            )}
            {hasAnyPermission(me, ['class.manage']) && (
              <ConsoleButton kind="page" icon={<Settings2 size={16} />} onClick={() => setDialog('settings')}>
                设置
              </ConsoleButton>
            )}
            {canWrite && (
              <ConsoleButton kind="page" icon={<Send size={16} />} hotkey="M" onClick={() => setDialog('message')}>
                发消息
              </ConsoleButton>
            )}
            {canAssign && (
              <ConsoleButton kind="primary" icon={<Plus size={16} />} hotkey="N" onClick={() => setDialog('assign')}>
                布置作业
              </ConsoleButton>
            )}
          </>
        }
      />
      <nav aria-label="这个班级" className="no-scrollbar flex shrink-0 gap-5 overflow-x-auto border-b border-line">
        {open.map(({ path, title }) => (
          <Link
            key={path}
            href={`/classes/${id}${path && `/${path}`}`}
            aria-current={path === here?.path ? 'page' : undefined}
            className={cx(
              'flex min-h-11 shrink-0 items-end border-b-2 pb-2 text-14 -outline-offset-2 desk:min-h-0',
              path === here?.path ? 'border-primary font-semibold text-primary' : 'border-transparent text-ink-2',
            )}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<TableSkeleton height={40} />}>{here && <here.Tab of={data} />}</Suspense>
      {dialog === 'code' && <JoinCode of={data} onClose={close} />}
      {dialog === 'settings' && <ClassSettings of={data} onClose={close} />}
      {dialog === 'message' && (
        <MessageDialog id={id} name={data.name} students={null} count={data.verified} onClose={close} />
      )}
      {dialog === 'assign' && (
        <Suspense>
          <AssignmentDialog of={data} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
