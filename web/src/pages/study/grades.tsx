import type { Grade, GradeColumn } from '@dxx/contract/calls/gradebook'
import { gradeCategories, gradeTotal } from '@dxx/contract/rules/gradebook'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { type CallData, useCall } from '../../api/use-call'
import { usePage, usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { TabPanel, Tabs } from '../../ui/tabs'

/** 成绩: scores in the class of `?class=`. Without it the student chooses one of the own classes. */
export default function GradesPage() {
  const { query } = usePage()
  return query.class ? <ClassGrades key={query.class} id={query.class} /> : <ChosenClass />
}

const waiting = (
  <div className="side-by-side px-4 pt-2">
    <Skeleton className="h-24 rounded-card" />
    <Skeleton className="h-48 rounded-card" />
  </div>
)

function ChosenClass() {
  const { data, error, refetch } = useCall('GET /v1/my_classes', {}, { fresh: true })
  if (!data) return error ? <Empty type="error" text={error.msg} onRetry={() => refetch()} /> : waiting
  const [only, ...others] = data.classes
  if (!only)
    return (
      <Empty hint="加入班级后，作业和考试的得分会出现在这里">
        <a href={`#${pageUrl('pages/study/class')}`} className={`${buttonClass('line')} min-w-36`}>
          我的班级
        </a>
      </Empty>
    )
  if (others.length === 0) return <ClassGrades id={only.id} />
  return (
    <nav aria-label="选择班级" className="text-column px-4 pt-2 pb-10">
      <ul className="rounded-card bg-card px-4">
        {data.classes.map(({ id, name, school }) => (
          <li key={id} className="border-t border-line first:border-0">
            <a
              href={`#${pageUrl('pages/study/grades', { class: id })}`}
              className="flex min-h-16 items-center gap-3 py-2"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold">{name}</span>
                <span className="block text-12 text-ink-3">{school}</span>
              </span>
              <ChevronRight size={16} className="shrink-0 text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scores of a class by term: `?term=`, or the current one. */
function ClassGrades({ id }: { id: string }) {
  const [{ term }, changeQuery] = usePageQuery()
  const { data, error, refetch } = useCall('GET /v1/my_grades', { class: id, term }, { fresh: true })
  usePageTitle(data && `${data.className}成绩`)
  if (!data) return error ? <Empty type="error" text={error.msg} onRetry={() => refetch()} /> : waiting
  const { terms } = data
  const shown = data.term ?? 'all'
  const body =
    data.columns.length === 0 ? (
      <Empty hint="作业截止、考试结束以后，得分会出现在这里" />
    ) : (
      <Scores key={shown} data={data} />
    )
  return (
    <div className="space-y-3 px-4 pt-2 pb-10">
      {terms.length > 1 && (
        <Tabs
          id="terms"
          label="学期"
          items={[...terms.map(({ id: value, name }) => ({ id: value, title: name })), { id: 'all', title: '全部' }]}
          value={shown}
          hrefOf={(next) => `#${pageUrl('pages/study/grades', { class: id, term: next })}`}
          onChange={(next) => changeQuery({ term: next })}
        />
      )}
      {terms.length > 1 ? (
        <TabPanel tabs="terms" value={shown}>
          {body}
        </TabPanel>
      ) : (
        body
      )}
    </div>
  )
}

/** Scores with their weights. Scores can be tried out; nothing of it is stored. */
function Scores({ data }: { data: CallData<'GET /v1/my_grades'> }) {
  const [tried, setTried] = useState<Record<string, string>>({})
  const cells = data.columns.map(({ id: column, category }, at) => ({
    category,
    percent: tried[column] ? Math.min(100, Number(tried[column])) : data.grades[at]!.percent,
  }))
  const { total, dropped } = gradeTotal(cells, data.settings)
  const isTrying = Object.values(tried).some(Boolean)
  const facts = Object.entries(gradeCategories).map(
    ([name, title]) => `${title} ${data.settings[name as keyof typeof gradeCategories].weight}%`,
  )
  return (
    <div className="side-by-side">
      <Card className="tablet:sticky tablet:top-2">
        <p className="text-13 text-ink-2">{isTrying ? '试算的总评' : '现在的总评'}</p>
        <p role="status" className="text-28 font-bold tabular-nums">
          {total ?? '–'}
        </p>
        <p className="text-13 text-ink-3">{facts.join('，')}。改下面的数可以试算，不会保存。</p>
        {isTrying && (
          <Button kind="line" size="small" className="mt-3" onClick={() => setTried({})}>
            恢复真实得分
          </Button>
        )}
      </Card>
      <ul className="rounded-card bg-card px-4">
        {data.columns.map((column, at) => (
          <GradeLine
            key={column.id}
            column={column}
            grade={data.grades[at]!}
            dropped={dropped.includes(at)}
            tried={tried[column.id] ?? ''}
            onTry={(text) => setTried({ ...tried, [column.id]: text })}
          />
        ))}
      </ul>
    </div>
  )
}

/** The longest beginning of a text that is a score with at most one decimal. */
const scoreText = (text: string) => /^\d{1,3}(?:\.\d?)?/.exec(text)?.[0] ?? ''

interface GradeLineProps {
  column: GradeColumn
  grade: Grade
  dropped: boolean
  tried: string
  onTry(text: string): void
}

function GradeLine({ column, grade, dropped, tried, onTry }: GradeLineProps) {
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-line py-2 first:border-0">
      <span className="min-w-0 flex-1">
        <span className={cx('line-clamp-2 font-semibold', dropped && 'text-ink-3')}>{column.title}</span>
        <span className="block text-12 text-ink-3">
          {gradeCategories[column.category]}
          {dropped && ' · 最低的一次，不计入'}
          {grade.override !== null && ` · 老师改过：${grade.override}`}
        </span>
      </span>
      <input
        aria-label={`试算${column.title}的得分`}
        inputMode="decimal"
        maxLength={5}
        placeholder={grade.percent === null ? '未出' : String(grade.percent)}
        value={tried}
        onChange={(event) => onTry(scoreText(event.target.value))}
        className="h-11 w-20 shrink-0 rounded-cover bg-fill px-3 text-right text-17 tabular-nums"
      />
    </li>
  )
}
