import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { CheckMark } from '../../../kit/check-mark'
import { PersonAvatar } from '../../../kit/face'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { levelOf, levels } from './levels'

type Map = StaffData<'GET /staff/v1/class_heatmap'>
type Student = Map['students'][number]

interface HeatmapProps {
  classId: string
  curriculum: string
  keyword: string
  /** Numbers of students with overdue homework or without study for a week. */
  behind: ReadonlySet<string>
  onlyBehind: boolean
  /** Student numbers. */
  chosen: ReadonlySet<string>
  /** Without it, students cannot be chosen. */
  onChoose?(chosen: ReadonlySet<string>): void
}

/** Students and chapters; each cell is the share that is read and watched. */
export function Heatmap({ classId, curriculum, keyword, behind, onlyBehind, chosen, onChoose }: HeatmapProps) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/class_heatmap', { id: classId, curriculum })
  if (error) return <Failure error={error} noun="进度" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={40} />
  const students = data.students.filter(
    ({ name, studentNo }) =>
      (keyword === '' || name.includes(keyword) || studentNo.includes(keyword)) &&
      (!onlyBehind || behind.has(studentNo)),
  )
  if (students.length === 0) {
    const filters = [keyword && `“${keyword}”`, onlyBehind && '落后的'].filter(Boolean).join('，')
    return <RegionState tone="grey" icon="–" title="没有符合条件的学生" text={filters} />
  }
  const toggle = (studentNo: string) => {
    const next = new Set(chosen)
    if (!next.delete(studentNo)) next.add(studentNo)
    onChoose?.(next)
  }
  const withAccount = students.filter(({ user }) => user !== null)
  const isAll = withAccount.length > 0 && withAccount.every(({ studentNo }) => chosen.has(studentNo))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll the table */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto -outline-offset-2">
        <table className="w-full border-separate border-spacing-0">
          <thead className="text-12 text-ink-3">
            <tr className="*:sticky *:top-0 *:z-10 *:h-9 *:bg-fill *:font-normal">
              <th scope="col" className="left-0 z-20! px-4 text-left">
                <span className="flex items-center gap-3">
                  {onChoose && (
                    <CheckMark
                      label="选择全部学生"
                      checked={isAll}
                      some={chosen.size > 0}
                      onChange={() => onChoose(new Set(isAll ? [] : withAccount.map(({ studentNo }) => studentNo)))}
                    />
                  )}
                  学生
                </span>
              </th>
              <th scope="col" className="px-2 text-left max-desk:hidden">
                最近学习
              </th>
              <th scope="col" className="px-2 text-right whitespace-nowrap max-desk:hidden">
                近 7 天分钟
              </th>
              <th scope="col" className="px-2 text-right whitespace-nowrap">
                总进度
              </th>
              {data.chapters.map(({ id, title }) => (
                <th key={id} scope="col" title={title} className="max-w-20 min-w-14 truncate px-1 text-center">
                  {shortTitle(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <Row
                key={student.studentNo}
                student={student}
                chapters={data.chapters}
                isBehind={behind.has(student.studentNo)}
                chosen={chosen.has(student.studentNo)}
                canChoose={onChoose !== undefined}
                onToggle={onChoose && student.user !== null ? () => toggle(student.studentNo) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Legend average={data.average} count={students.length} />
    </>
  )
}

/** Title without its number, because columns are narrow: 第三章 栈与队列 becomes 栈与队列. */
const shortTitle = (title: string) => title.replace(/^(第\s*\S+\s*[章节课讲]|\d+(\.\d+)*)[\s、.：:]*/, '') || title

interface RowProps {
  student: Student
  chapters: Map['chapters']
  isBehind: boolean
  chosen: boolean
  /** Rows of students without an account have no check box, but leave its place free. */
  canChoose: boolean
  onToggle?: () => void
}

function Row({ student, chapters, isBehind, chosen, canChoose, onToggle }: RowProps) {
  const { studentNo, name, user, avatar, studiedAt, weekMinutes, percent, percents } = student
  return (
    <tr className="*:h-10 *:border-t *:border-line">
      <th
        scope="row"
        className={cx('sticky left-0 px-4 text-left font-normal', chosen ? 'bg-primary-soft' : 'bg-card')}
      >
        <span className="flex items-center gap-3">
          {onToggle ? (
            <CheckMark label={`选择${name}`} checked={chosen} onChange={onToggle} />
          ) : (
            canChoose && <span className="size-4" />
          )}
          <span className="flex min-w-28 items-center gap-2">
            <PersonAvatar id={user ?? studentNo} name={name} src={avatar} size={24} />
            <span className="min-w-0">
              <b className="block truncate font-semibold">{name}</b>
              <span className="block text-11 tabular-nums text-ink-3">{studentNo}</span>
            </span>
          </span>
        </span>
      </th>
      <td className={cx('px-2 text-12 whitespace-nowrap max-desk:hidden', isBehind ? 'text-danger' : 'text-ink-2')}>
        {user === null ? '没有账号' : studiedAt === null ? '还没有' : timeText(studiedAt)}
      </td>
      <td className="px-2 text-right tabular-nums text-ink-2 max-desk:hidden">{weekMinutes}</td>
      <td className={cx('px-2 text-right font-semibold tabular-nums', isBehind && 'text-danger')}>
        {percent}%{isBehind && <span className="sr-only">，落后</span>}
      </td>
      {percents.map((value, at) => (
        <td key={chapters[at]!.id} className="p-0.5">
          <span
            className={cx('grid h-7 place-items-center rounded-tag text-12 tabular-nums', levels[levelOf(value)]!.look)}
          >
            {value === 0 ? '–' : value}
          </span>
        </td>
      ))}
    </tr>
  )
}

function Legend({ average, count }: { average: number; count: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-2 text-12 text-ink-3">
      <span>完成 %</span>
      {levels.map(({ name, look }) => (
        <span key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('h-4 w-6 rounded-tag', look)} />
          {name}
        </span>
      ))}
      <span className="ml-auto">
        平均进度 <b className="font-semibold text-ink">{average}%</b> · 共 {count} 人
      </span>
    </div>
  )
}
