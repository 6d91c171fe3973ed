import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { staffQueryClient, useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { LineDifference } from '../../kit/line-difference'
import { timeText } from '../../kit/time'
import { ItemStatisticsView } from '../exams/compose/item-statistics'

type Question = StaffData<'GET /staff/v1/bank_question'>

interface AboutPanelProps {
  id: string
  question: Question
  /** The text in the editor. */
  text: string
  onRestored(): void
}

/** Panel beside a question: where it is used, similar questions, versions. */
export function AboutPanel({ id, question, text, onRestored }: AboutPanelProps) {
  const { brief, exams, examsElsewhere, chapters, statistics, parameters } = question
  return (
    <aside aria-label="关于这道题" className="flex min-h-0 flex-col gap-3.5 wide:overflow-y-auto">
      <Card title="用在哪里">
        {exams.length + examsElsewhere + chapters.length === 0 && <p className="text-ink-3">还没有用过</p>}
        <ul className="space-y-1">
          {exams.map((exam) => (
            <li key={exam.id}>
              <Link href={`/exams/${exam.id}`} className="text-primary hover:underline">
                {exam.title}
              </Link>
              <span className="text-12 text-ink-3"> {timeText(exam.startsAt)}</span>
            </li>
          ))}
          {examsElsewhere > 0 && <li className="text-ink-3">另有 {examsElsewhere} 场不归我管的考试</li>}
          {chapters.map((title) => (
            <li key={title}>正文：{title}</li>
          ))}
        </ul>
        {exams.length > 0 && <p className="mt-1.5 text-12 text-ink-3">考过的试卷保留当时的版本</p>}
      </Card>
      <Card title="作答统计">
        <ItemStatisticsView statistics={statistics} parameters={parameters} level={brief.difficulty} />
      </Card>
      <Duplicates id={id} />
      <Versions id={id} question={question} text={text} onRestored={onRestored} />
    </aside>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card bg-card py-2 wide:p-3.5">
      <h2 className="mb-1.5 text-15 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Duplicates({ id }: { id: string }) {
  const { data } = useStaffCall('GET /staff/v1/bank_duplicates', { id }, { staleTime: 60_000 })
  if (!data || data.length === 0) return null
  return (
    <Card title="相近的题">
      <ul className="space-y-1.5">
        {data.slice(0, 5).map((one) => (
          <li key={one.id} className="min-w-0">
            <Link href={`/bank/${one.id}`} className="line-clamp-2 text-primary hover:underline">
              {one.text}
            </Link>
            <span className="text-12 text-ink-3">相同 {Math.round(one.similarity * 100)}%</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Versions({ id, question, text, onRestored }: AboutPanelProps) {
  const [compared, setCompared] = useState<Question['versions'][number] | null>(null)
  const restore = useStaffAction('POST /staff/v1/bank_restore', {
    changes: ['GET /staff/v1/bank_questions'],
    onDone: () => {
      setCompared(null)
      toast('已放进草稿，发布后生效')
      onRestored()
      void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/bank_question'] })
    },
  })
  if (question.versions.length === 0) return null
  return (
    <Card title="版本">
      <ol className="space-y-1">
        {question.versions.map((version, at) => (
          <li key={version.id}>
            <button
              type="button"
              onClick={() => setCompared(version)}
              className="flex min-h-8 w-full items-center gap-2 rounded-item text-left hover:bg-fill"
            >
              <span className="font-semibold">v{question.versions.length - at}</span>
              <span className="min-w-0 flex-1 truncate text-ink-2">{version.by || '导入'}</span>
              <span className="text-12 text-ink-3">{version.current ? '现在' : timeText(version.at)}</span>
            </button>
          </li>
        ))}
      </ol>
      <Dialog
        open={compared !== null}
        onClose={() => setCompared(null)}
        wide
        title="与编辑中的不同"
        note={compared ? `${compared.by || '导入'}，${timeText(compared.at)}` : undefined}
        actions={
          <ConsoleButton
            kind="primary"
            loading={restore.running}
            onClick={() => void restore.run({ id, version: compared!.id })}
          >
            把这个版本放进草稿
          </ConsoleButton>
        }
      >
        {compared && <LineDifference before={compared.text} after={text} />}
      </Dialog>
    </Card>
  )
}
