import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../../../api/error'
import { toast } from '../../../../state/flash'
import { callStaff } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { Act } from '../../../kit/button'
import { CheckMark } from '../../../kit/check-mark'
import { Dialog } from '../../../kit/dialog'
import { timeText } from '../../../kit/time'
import { useOpenDraft } from './use-draft'

type Loaded = { check: DraftCheck } | { problem: string } | null

/** Saves what is typed and checks the saved version. */
function useFreshCheck(): Loaded {
  const { id, sync } = useOpenDraft()
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    let isHere = true
    const load = async (): Promise<Loaded> => {
      if (!(await sync.flush())) return { problem: '还有内容没有保存，请等保存好再发布' }
      try {
        return { check: await callStaff('GET /staff/v1/exam_draft_check', { id }) }
      } catch (error) {
        if (error instanceof ApiError) return { problem: error.msg }
        throw error
      }
    }
    load().then((next) => isHere && setLoaded(next))
    return () => {
      isHere = false
    }
  }, [id, sync])
  return loaded
}

/** Publishing: who gets it and how many, and what else these classes take at that time. */
export function PublishDialog({ onClose }: { onClose(): void }) {
  const { id, exam, view } = useOpenDraft()
  const [, go] = useLocation()
  const loaded = useFreshCheck()
  const [accepted, setAccepted] = useState(false)
  const [problem, setProblem] = useState('')
  const publish = useStaffAction('POST /staff/v1/exam_publish', {
    changes: ['GET /staff/v1/exam_list', 'GET /staff/v1/exam_draft_list', 'GET /staff/v1/exam_info'],
    onDone: ({ exam: examId, students }) => {
      toast(`${exam ? '已修改，通知了' : '已发布给'} ${students} 人`)
      go(`/exams/${examId}`)
    },
    onError: ({ msg }) => setProblem(msg),
  })
  const check = loaded && 'check' in loaded ? loaded.check : null
  const problems = [problem, ...(check?.problems ?? []), loaded && 'problem' in loaded ? loaded.problem : ''].filter(
    Boolean,
  )
  const clashes = check?.clashes ?? []
  const canPublish = check !== null && check.problems.length === 0 && (clashes.length === 0 || accepted)
  const { startsAt, endsAt, durationMinutes } = view.body
  const label = `${exam ? '发布修改并通知' : '发布给'} ${check?.students ?? 0} 人`
  return (
    <Dialog
      open
      onClose={onClose}
      title={exam ? '发布修改？' : '发布这场考试？'}
      note={view.body.title || '未命名考试'}
      actions={
        <>
          <Act onClick={onClose} data-autofocus>
            再看看
          </Act>
          <Act
            kind="amber"
            disabled={!canPublish}
            loading={publish.running}
            onClick={() => {
              setProblem('')
              void publish.run({ draft: id, version: view.version, acceptClashes: accepted })
            }}
          >
            {label}
          </Act>
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
      {check && (
        <dl className="grid grid-cols-[64px_1fr] gap-y-2">
          <dt className="text-ink-3">发给</dt>
          <dd>
            {check.classes.map(({ id: key, name, students }) => (
              <span key={key} className="mr-3 inline-block">
                {name} <b className="tabular-nums">{students}</b> 人
              </span>
            ))}
            {check.classes.length === 0 && '还没有班级'}
          </dd>
          <dt className="text-ink-3">时间</dt>
          <dd>
            {startsAt === null ? '开始时间没有填' : timeText(startsAt)} 到{' '}
            {endsAt === null ? '结束时间没有填' : timeText(endsAt)}，作答 {durationMinutes ?? '–'} 分钟
          </dd>
          <dt className="text-ink-3">试卷</dt>
          <dd>
            {check.questions} 题，{check.points} 分
            {check.duplicates.length > 0 && `，${check.duplicates.length} 对题近似`}
          </dd>
        </dl>
      )}
      {clashes.length > 0 && (
        <section aria-label="时间冲突" className="mt-3 rounded-cover bg-amber-soft px-3 py-2.5 text-amber">
          <p className="flex items-center gap-1.5 font-semibold">
            <TriangleAlert size={15} />
            同一时间还有 {clashes.length} 场考试
          </p>
          <ul className="my-1.5 space-y-1">
            {clashes.map((clash) => (
              <li key={clash.id}>
                《{clash.title}》{timeText(clash.startsAt)} 到 {timeText(clash.endsAt)}，{clash.classes.join('、')}
              </li>
            ))}
          </ul>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the check mark is the control */}
          <label className="flex items-center gap-2">
            <CheckMark label="我知道时间冲突，仍然发布" checked={accepted} onChange={() => setAccepted(!accepted)} />
            <span aria-hidden="true">我知道时间冲突，仍然发布</span>
          </label>
        </section>
      )}
      {check && problems.length === 0 && (
        <p className="mt-3 text-12 text-ink-3">
          {exam ? '学生会收到修改的通知和原因。' : '发布后题目定版，学生会收到通知；开考前可以修改、改时间或撤回。'}
        </p>
      )}
    </Dialog>
  )
}
