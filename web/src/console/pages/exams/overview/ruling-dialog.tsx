import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../../../api/error'
import { callStaff, type StaffData } from '../../../api/client'
import { useRegrade } from '../regrade/use-regrade'
import { ReasonDialog } from './reason-dialog'

const texts = {
  void: { title: '作废', effect: '这道题不再显示和计分，其余题按比例折算到原来的满分。' },
  give: { title: '送分', effect: '所有学生得到这道题的满分，没有作答的也一样。' },
  original: { title: '恢复原样', effect: '按发布时的答案和分值重新计分。' },
}

interface RulingDialogProps {
  exam: StaffExam
  question: string
  number: number
  kind: keyof typeof texts
  onClose(): void
}

/** Voids a question, scores it as right for all, or undoes that; first shows whose scores would change. */
export function RulingDialog({ exam, question, number, kind, onClose }: RulingDialogProps) {
  const [problem, setProblem] = useState('')
  const name = 'POST /staff/v1/exam_regrade_preview'
  const ruling = { exam: exam.id, question, kind }
  const {
    data: preview,
    error,
    refetch,
  } = useQuery<StaffData<typeof name>, ApiError>({
    queryKey: [name, ruling],
    queryFn: ({ signal }) => callStaff(name, ruling, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const regrade = useRegrade({
    exam,
    question,
    number,
    onDone: onClose,
    onError: ({ msg, name: refusal }) => {
      setProblem(msg)
      if (refusal === 'preview-outdated') void refetch()
    },
  })
  function decide(reason: string) {
    setProblem('')
    void regrade.run({ ...ruling, reason, mark: preview?.mark })
  }
  const isRunning = exam.state === 'running'
  return (
    <ReasonDialog
      title={`第 ${number} 题${texts[kind].title}？`}
      effect={texts[kind].effect}
      confirm={isRunning ? `对 ${exam.students} 人生效` : `改 ${preview?.changed ?? 0} 人的成绩`}
      kind="amber"
      problem={problem}
      isReady={preview !== undefined}
      running={regrade.running}
      onClose={onClose}
      onConfirm={decide}
    >
      {error ? (
        <p role="alert" className="rounded-cover bg-danger-soft px-3 py-2 text-danger">
          {error.msg}
        </p>
      ) : (
        <Effect preview={preview} isRunning={isRunning} />
      )}
    </ReasonDialog>
  )
}

type Preview = StaffData<'POST /staff/v1/exam_regrade_preview'>

function Effect({ preview, isRunning }: { preview: Preview | undefined; isRunning: boolean }) {
  if (!preview) {
    return (
      <p role="status" className="text-ink-3">
        正在计算影响…
      </p>
    )
  }
  const { attempts, open, students, changed, up, down, passing, failing, averageBefore, averageAfter } = preview
  return (
    <div className="rounded-cover bg-fill px-3 py-2 text-ink-2">
      {attempts === 0 ? (
        <p>还没有交卷的学生{isRunning && '，交卷后按新的规则计分'}。</p>
      ) : (
        <>
          <p>
            {students} 名已出分的学生里 <b className="text-ink">{changed}</b> 人的成绩会变：{up} 人升，{down} 人降
            {open > 0 && `；另有 ${open} 份成绩没有定的答卷也按新的规则算`}
          </p>
          <p>
            平均分 {averageBefore ?? '–'} → {averageAfter ?? '–'}
            {passing > 0 && `，${passing} 人变为及格`}
            {failing > 0 && `，${failing} 人变为不及格`}
          </p>
          <p>成绩变了的学生会收到消息，旧成绩留底。</p>
        </>
      )}
    </div>
  )
}
