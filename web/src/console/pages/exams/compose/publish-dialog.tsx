import type { DraftBody, DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextArea } from '../../../kit/fields'
import { timeText } from '../../../kit/time'
import { ClashNotice } from './clash-notice'
import { useOpenDraft } from './use-draft'
import { useFreshCheck } from './use-fresh-check'

/** Dialog that publishes an exam: shows the classes, the number of students, and clashes with other exams. */
export function PublishDialog({ onClose }: { onClose(): void }) {
  const { id, exam, view } = useOpenDraft()
  const [, go] = useLocation()
  const loaded = useFreshCheck()
  const [accepted, setAccepted] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [problem, setProblem] = useState('')
  const publish = useStaffAction('POST /staff/v1/exam_publish', {
    changes: [
      'GET /staff/v1/exam_list',
      'GET /staff/v1/exam_draft_list',
      'GET /staff/v1/exam_info',
      'GET /staff/v1/exam_paper',
    ],
    onDone: ({ exam: examId, students }) => {
      toast(`${exam ? '已修改，通知了' : '已发布给'} ${students} 人`)
      go(`/exams/${examId}`)
    },
    onError: ({ msg }) => setProblem(msg),
  })
  const check = loaded && 'check' in loaded ? loaded.check : null
  const refused = loaded && 'problem' in loaded ? loaded.problem : ''
  const problems = [problem, ...(check?.problems ?? []), refused].filter(Boolean)
  const clashes = check?.clashes ?? []
  const canPublish = check !== null && check.problems.length === 0 && (clashes.length === 0 || accepted)
  const isMissing = exam !== null && reason.trim() === ''
  const submit = () => {
    setTried(true)
    setProblem('')
    if (isMissing) return
    void publish.run({
      draft: id,
      version: view.version,
      acceptClashes: accepted,
      ...(exam && { reason: reason.trim() }),
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={exam ? '发布修改？' : '发布这场考试？'}
      note={view.body.title || '未命名考试'}
      actions={
        <>
          <ConsoleButton onClick={onClose} data-autofocus>
            再看看
          </ConsoleButton>
          <ConsoleButton kind="amber" disabled={!canPublish} loading={publish.running} onClick={submit}>
            {check ? `${exam ? '发布修改并通知' : '发布给'} ${check.students} 人` : loaded ? '不能发布' : '正在检查…'}
          </ConsoleButton>
        </>
      }
    >
      {!loaded && (
        <p role="status" className="py-4 text-ink-3">
          正在检查…
        </p>
      )}
      {problems.map((text) => (
        <p key={text} role="alert" className="mb-2 rounded-cover bg-danger-soft px-3 py-2 text-danger">
          {text}
        </p>
      ))}
      {check?.warnings.map((text) => (
        <p key={text} className="mb-2 rounded-cover bg-amber-soft px-3 py-2 text-amber">
          {text}
        </p>
      ))}
      {check && <Summary check={check} body={view.body} />}
      <ClashNotice clashes={clashes} label="我知道时间冲突，仍然发布" accepted={accepted} onAccept={setAccepted} />
      {exam && check && (
        <div className="mt-3">
          <TextArea
            label="修改的原因，学生会看到"
            maxLength={200}
            rows={2}
            value={reason}
            onChange={setReason}
            error={isTried && isMissing ? '请写明原因' : undefined}
          />
        </div>
      )}
      {check && problems.length === 0 && (
        <p className="mt-3 text-12 text-ink-3">
          {exam ? '学生会收到修改的通知和原因。' : '发布后题目定版，学生会收到通知；开考前可以修改、改时间或撤回。'}
        </p>
      )}
    </Dialog>
  )
}

/** Classes and students of the exam, its times, and the number of questions and points. */
function Summary({ check, body }: { check: DraftCheck; body: DraftBody }) {
  const { startsAt, endsAt, durationMinutes } = body
  return (
    <dl className="grid grid-cols-[64px_1fr] gap-y-2">
      <dt className="text-ink-3">发给</dt>
      <dd>
        {check.classes.map(({ id, name, students }) => (
          <span key={id} className="mr-3 inline-block">
            {name} <b className="tabular-nums">{students}</b> 人
          </span>
        ))}
        {check.classes.length === 0 && '还没有班级'}
      </dd>
      <dt className="text-ink-3">时间</dt>
      <dd>
        {timesText(startsAt, endsAt)}，{durationMinutes === null ? '作答时长没有填' : `作答 ${durationMinutes} 分钟`}
      </dd>
      <dt className="text-ink-3">试卷</dt>
      <dd>
        {check.questions} 题，{check.points} 分{check.duplicates.length > 0 && `，${check.duplicates.length} 对题近似`}
      </dd>
    </dl>
  )
}

function timesText(startsAt: number | null, endsAt: number | null): string {
  if (startsAt === null) return endsAt === null ? '开始和结束时间没有填' : `开始时间没有填，${timeText(endsAt)} 结束`
  return endsAt === null ? `${timeText(startsAt)} 开始，结束时间没有填` : `${timeText(startsAt)} 到 ${timeText(endsAt)}`
}
