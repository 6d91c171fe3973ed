import type { Grade, GradeColumn } from '@dxx/contract/calls/gradebook'
import { gradeCategories, gradeTotal } from '@dxx/contract/rules/gradebook'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { usePage, usePageTitle } from '../../router/page-context'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

/** 成绩: scores in a class with their weights. Scores can be tried out; nothing of it is stored. */
export default function GradesPage() {
  const { query } = usePage()
  const { data, error, refetch } = useCall('GET /v1/my_grades', { class: query.class ?? '' }, { fresh: true })
  const [tried, setTried] = useState<Record<string, string>>({})
  usePageTitle(data && `${data.className}成绩`)
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="text-column space-y-3 px-4 pt-2">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  }
  if (data.columns.length === 0) return <Empty hint="作业截止、考试结束以后，得分会出现在这里" />
  const cells = data.columns.map(({ id, category }, at) => ({
    category,
    percent: tried[id] ? Math.min(100, Number(tried[id])) : data.grades[at]!.percent,
  }))
  const { total, dropped } = gradeTotal(cells, data.settings)
  const isTrying = Object.values(tried).some(Boolean)
  const facts = Object.entries(gradeCategories).map(
    ([name, title]) => `${title} ${data.settings[name as keyof typeof gradeCategories].weight}%`,
  )
  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10 desk:pt-6">
      <Card>
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
        onChange={(event) => onTry(event.target.value.replace(/[^\d.]/g, ''))}
        className="h-11 w-20 shrink-0 rounded-cover bg-fill px-3 text-right text-17 tabular-nums"
      />
    </li>
  )
}
