import type { RosterChange, RosterImport, RosterRow } from '@dxx/contract/calls/staff/classes'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../../ui/cx'
import { Spinner } from '../../../../ui/spinner'
import { useStaffAction, useStaffCall, useStaffList } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import type { Column } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { PageHead } from '../../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import { timeText } from '../../../kit/time'
import { ApplyDialog } from './apply-dialog'
import { changeNames, importStates } from './labels'
import { RosterProblems } from './problems'

/** Milliseconds between two looks at a file that is read or applied. */
const interval = 1000

/** A roster file: the changes that it would make, and their confirmation. */
export function RosterImportPage({ id }: { id: string }) {
  const [applying, setApplying] = useState(false)
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/roster_import',
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.state === 'reading' || state.data?.state === 'applying' ? interval : false,
    },
  )
  const cancel = useStaffAction('POST /staff/v1/roster_cancel', {
    changes: ['GET /staff/v1/roster_import', 'GET /staff/v1/roster_list'],
  })
  if (error) return <Failure error={error} noun="名册" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={40} />
  const { name, tone } = importStates[data.state]
  return (
    <>
      <PageHead
        title={data.fileName}
        state={<StateTag tone={tone}>{name}</StateTag>}
        facts={`${data.createdBy} 上传于 ${timeText(data.createdAt)}${data.finishedAt ? `，${name}于 ${timeText(data.finishedAt)}` : ''}`}
        actions={
          data.state === 'ready' && (
            <>
              <ConsoleButton kind="page" loading={cancel.running} onClick={() => void cancel.run({ id })}>
                放弃
              </ConsoleButton>
              <ConsoleButton kind="amber" onClick={() => setApplying(true)}>
                更新名册…
              </ConsoleButton>
            </>
          )
        }
      />
      <Body data={data} />
      {applying && <ApplyDialog data={data} onClose={() => setApplying(false)} />}
    </>
  )
}

function Body({ data }: { data: RosterImport }) {
  if (data.state === 'reading' || data.state === 'applying')
    return (
      <section role="status" className="grid flex-1 place-items-center rounded-card bg-card">
        <p className="flex items-center gap-2 text-ink-2">
          <Spinner />
          {data.state === 'reading' ? '正在读名册并比较，可以先离开这一页' : '正在更新名册，可以先离开这一页'}
        </p>
      </section>
    )
  if (data.state === 'failed') return <RosterProblems problems={data.problems} failed />
  if (data.state === 'done')
    return (
      <section className="flex flex-1 flex-col rounded-card bg-card">
        <RegionState tone="green" icon={<CircleCheck size={24} />} title="名册已更新" text={doneText(data)}>
          <Link href="/classes" className="font-semibold text-primary">
            看班级
          </Link>
        </RegionState>
      </section>
    )
  return (
    <>
      {data.problems.length > 0 && <RosterProblems problems={data.problems} />}
      <Facts data={data} />
      <Difference data={data} />
    </>
  )
}

function doneText({ counts }: RosterImport): string {
  return [
    `新增 ${counts.new} 人`,
    `改名 ${counts.changed} 人`,
    `转班 ${counts.moved} 人`,
    counts.removed > 0 && `移出 ${counts.removed} 人`,
    counts.newClasses > 0 && `新建 ${counts.newClasses} 个班`,
    counts.newMembers > 0 && `教学班加入 ${counts.newMembers} 人次`,
  ]
    .filter(Boolean)
    .join('，')
}

/** Classes, terms and teachers of the file. */
function Facts({ data: { counts, newClassNames } }: { data: RosterImport }) {
  const facts = [
    `${counts.classes} 个班${counts.newClasses > 0 ? `，其中 ${counts.newClasses} 个要新建：${newClassNames.join('、')}` : '，都已经有了'}`,
    counts.terms > 0 && `${counts.terms} 个学期，${counts.newTerms} 个是新的`,
    counts.newMembers > 0 && `教学班加入 ${counts.newMembers} 人次`,
    counts.teachers > 0 && `${counts.teachers} 位教师会得到班级的授权`,
    counts.unknownTeachers > 0 && `${counts.unknownTeachers} 位教师还没有账号，请他们注册后再授权`,
  ].filter((text): text is string => Boolean(text))
  return (
    <ul className="rounded-card bg-card px-5 py-3 text-ink-2">
      {facts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

const kinds: RosterChange[] = ['new', 'changed', 'moved', 'joined', 'missing', 'same']

const countOf = ({ counts }: RosterImport, kind: RosterChange) => (kind === 'joined' ? counts.newMembers : counts[kind])

const columns: Column<RosterRow>[] = [
  {
    id: 'no',
    title: '学号',
    width: 130,
    fixed: true,
    card: 'line',
    cell: ({ studentNo }) => <span className="tabular-nums">{studentNo}</span>,
  },
  {
    id: 'name',
    title: '姓名',
    width: 180,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ name, beforeName, change }) =>
      change === 'changed' ? (
        <Changed before={beforeName ?? ''} after={name} />
      ) : (
        <b className="font-semibold">{name}</b>
      ),
  },
  {
    id: 'class',
    title: '班级',
    width: 240,
    grows: true,
    card: 'line',
    cell: ({ className, beforeClass, change }) =>
      change === 'moved' ? <Changed before={beforeClass ?? ''} after={className} /> : className,
  },
  {
    id: 'account',
    title: '账号',
    width: 90,
    card: 'side',
    cell: ({ verified }) =>
      verified ? <StateTag tone="green">已认证</StateTag> : <span className="text-ink-3">–</span>,
  },
  {
    id: 'line',
    title: '行',
    width: 60,
    align: 'right',
    cell: ({ line }) => <span className="tabular-nums text-12 text-ink-3">{line || '–'}</span>,
  },
]

function Changed({ before, after }: { before: string; after: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <s className="truncate text-ink-3">{before}</s>
      <ArrowRight size={13} aria-label="改为" className="shrink-0 text-ink-3" />
      <b className="truncate font-semibold">{after}</b>
    </span>
  )
}

/** Students by kind of change. */
function Difference({ data }: { data: RosterImport }) {
  const [{ change }, set] = useUrlState(['change'])
  const first = kinds.find((kind) => countOf(data, kind) > 0) ?? 'new'
  const shown = kinds.includes(change as RosterChange) ? (change as RosterChange) : first
  const list = useStaffList('GET /staff/v1/roster_rows', { id: data.id, change: shown })
  return (
    <DataTable
      id="roster"
      noun="学生"
      list={list}
      columns={columns}
      rowId={({ studentNo, className }) => `${studentNo} ${className}`}
      empty={
        <RegionState
          tone="grey"
          icon={<CircleCheck size={24} />}
          title={`没有${changeNames[shown]}的学生`}
          text="看看别的差别"
        />
      }
      bar={() => (
        <nav aria-label="差别" className="no-scrollbar flex gap-5 overflow-x-auto px-5 pt-3">
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === shown}
              onClick={() => set({ change: kind })}
              className={cx(
                'min-h-11 shrink-0 border-b-2 text-14 desk:min-h-9',
                kind === shown ? 'border-primary font-semibold text-primary' : 'border-transparent text-ink-2',
              )}
            >
              {changeNames[kind]} <span className="tabular-nums">{countOf(data, kind)}</span>
            </button>
          ))}
        </nav>
      )}
    />
  )
}
