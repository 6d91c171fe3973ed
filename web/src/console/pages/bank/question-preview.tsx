import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../../api/error'
import { ProgramRunner } from '../../../features/code-cell/program-runner'
import { QuestionSession } from '../../../features/questions/session'
import { PageContext } from '../../../router/page-context'
import { toast } from '../../../state/flash'
import { callStaff, type StaffData } from '../../api/client'
import { runAsStaff } from '../../kit/run-as-staff'
import { Failure, TableSkeleton } from '../../kit/states'
import { DocumentFrame } from '../exams/compose/document-frame'

const name = 'POST /staff/v1/bank_preview'

/** Returns a value once it has not changed for a moment. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/** The question as a student sees it on a phone, updated while it is typed, with its problems below. */
export function QuestionPreview({ bank, text }: { bank: string; text: string }) {
  const settled = useSettled(text, 500)
  const { data, error, refetch } = useQuery<StaffData<typeof name>, ApiError>({
    queryKey: [name, bank, settled],
    queryFn: ({ signal }) => callStaff(name, { bank, text: settled }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  // While the text has an error, the last valid question stays visible.
  const [shown, setShown] = useState<PublicQuestion | null>(null)
  useEffect(() => {
    if (data?.question) setShown(data.question)
  }, [data])
  if (error && !data) return <Failure error={error} noun="预览" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={56} count={4} />
  const question = data.question ?? shown
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {question && (
        <DocumentFrame title="学生在手机上看到的" className="min-h-96 w-full flex-1 rounded-[28px] shadow-float">
          <StudentView question={question} />
        </DocumentFrame>
      )}
      <ul
        aria-label="检查"
        aria-live="polite"
        className="max-h-40 shrink-0 space-y-1 overflow-y-auto rounded-card bg-card p-3"
      >
        {data.flaws.length === 0 && (
          <li className="flex items-center gap-1.5 text-success">
            <CircleCheck size={15} />
            可以发布
          </li>
        )}
        {data.flaws.map(({ level, text: flaw }) => (
          <li key={flaw} className={level === 'error' ? 'flex gap-1.5 text-danger' : 'flex gap-1.5 text-amber'}>
            {level === 'error' ? (
              <CircleAlert size={15} className="mt-0.5 shrink-0" />
            ) : (
              <TriangleAlert size={15} className="mt-0.5 shrink-0" />
            )}
            <span>{flaw}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const page = { path: '', query: {}, key: 'preview', active: true }

function StudentView({ question }: { question: PublicQuestion }) {
  const [answers, setAnswers] = useState<Record<string, Answer>>({})
  return (
    <PageContext value={page}>
      <ProgramRunner value={runAsStaff}>
        <div className="relative h-dvh overflow-hidden">
          <QuestionSession
            title="预览"
            onBack={() => toast('这里只是预览')}
            questions={[question]}
            at={0}
            onAt={() => {}}
            answers={answers}
            onAnswer={(id, given) => setAnswers(given ? { [id]: given } : {})}
            flags={new Set()}
            onFlag={() => {}}
            finish={{ text: '完成', running: false, onFinish: () => toast('预览里的作答不会保存') }}
          />
        </div>
      </ProgramRunner>
    </PageContext>
  )
}
