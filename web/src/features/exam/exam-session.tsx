import CloudUpload from 'lucide-react/icons/cloud-upload'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/error'
import { navigateBack, redirectTo } from '../../router/navigation'
import { useLeaveGuard } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { notify, toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { OfflineBanner } from '../../ui/offline-banner'
import { flaggedNumbers, unansweredNumbers } from '../questions/answers'
import { confirmSubmitText } from '../questions/labels'
import { QuestionSession } from '../questions/session'
import { SessionFrame, SessionState } from '../questions/session-state'
import { lastQuestion, rememberQuestion } from './attempt-store'
import { AttemptSync } from './attempt-sync'
import type { ExamView } from './exam-view'
import { AllExams, ExamLobby } from './lobby'
import { type ExamRoomNews, noRoomNews } from './room'
import { type QuestionJump, RoomMessages, RoomNotice, RuledNote } from './room-notice'
import { ExamCountdown } from './time-left'
import { useLeaves } from './use-leaves'

/** Exam page: the lobby before the start, then the paper, then the receipt. */
export function ExamSession({ userId, examId }: { userId: string; examId: string }) {
  const [sync] = useState(() => new AttemptSync(userId, examId))
  const view = useSyncExternalStore(sync.subscribe, sync.current)
  const [nothingHere, setNothingHere] = useState(false)
  const { phase } = view

  useEffect(() => {
    let here = true
    sync.resume().then((found) => here && setNothingHere(!found))
    return () => {
      here = false
      sync.stop()
    }
  }, [sync])

  useEffect(() => {
    if (phase.name !== 'done') return
    if (view.late > 0) toast('截止后才送到的作答已留存，不计分')
    redirectTo(pageUrl('pages/exam/result', { id: phase.attempt, from: phase.receipt ? 'submit' : undefined }))
  }, [phase, view.late])

  if (phase.name === 'closed') {
    if (!nothingHere) return <SessionState title="考试" />
    return <ExamLobby examId={examId} onStart={() => void sync.start()} />
  }
  if (phase.name === 'refused') {
    const { error } = phase
    return (
      <SessionState title="考试" error={error.msg} onRetry={error.decided ? undefined : () => void sync.start()}>
        <AllExams />
      </SessionState>
    )
  }
  if (phase.name === 'elsewhere') return <Elsewhere onTakeOver={() => void sync.start(true)} />
  if (!view.paper) return <SessionState title="考试" />
  return <Running sync={sync} view={view} paper={view.paper} />
}

function Elsewhere({ onTakeOver }: { onTakeOver(): void }) {
  return (
    <SessionFrame title="考试">
      <Empty text="这场考试正在另一台设备上作答。转到这里后，那台设备会变成只读，已保存的作答都在。">
        <Button className="min-w-36" onClick={onTakeOver}>
          转到这里继续
        </Button>
      </Empty>
    </SessionFrame>
  )
}

interface RunningProps {
  sync: AttemptSync
  view: ExamView
  paper: NonNullable<ExamView['paper']>
}

function leaveQuestion(unsaved: number): string {
  const saved =
    unsaved > 0
      ? `有 ${unsaved} 题的作答还没有保存到云端，只存在这台设备上。离开后不会自动送出，请在截止前回到这里，联网后自动保存。`
      : '作答已经保存，截止前可以回来继续。'
  return `考试还在计时。${saved}确定离开吗？`
}

function Running({ sync, view, paper }: RunningProps) {
  const { phase, given, refused } = view
  const [at, setAt] = useQuestionAt(paper)
  const running = phase.name === 'running'
  const { questions, room = noRoomNews } = paper
  const answers = useMemo(
    () => Object.fromEntries(Object.entries(given).map(([id, { answer }]) => [id, answer])),
    [given],
  )
  const jump: QuestionJump = {
    numberOf: (id) => questions.findIndex((one) => one.id === id) + 1 || undefined,
    go: (id) => setAt(questions.findIndex((one) => one.id === id)),
  }
  const flags = useMemo(() => new Set(Object.keys(given).filter((id) => given[id]!.flagged)), [given])

  useLeaveGuard(running, async () => {
    return (
      (await showModal({ content: leaveQuestion(view.unsaved), confirmText: '离开', cancelText: '继续作答' })) ===
      'confirm'
    )
  })
  useEffect(() => {
    if (!running) return
    const signs = ['pointerdown', 'keydown', 'focus'] as const
    for (const sign of signs) addEventListener(sign, sync.look, { capture: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, sync.look, { capture: true })
    }
  }, [running, sync])
  useLeaves(paper.attempt, running, (since, seconds) => {
    sync.noteLeave(since, seconds)
    notify(`你离开了考试页面 ${seconds} 秒，已记录在案，成绩页可以看到`)
  })

  async function confirmAndSubmit(): Promise<void> {
    // A voided question needs no answer.
    const open = (number: number) => !room.voided.includes(questions[number - 1]!.id)
    const question = confirmSubmitText(
      unansweredNumbers(questions, answers).filter(open),
      flaggedNumbers(questions, flags).filter(open),
    )
    const content = refused.length > 0 ? `有${refused.length}题的作答没有保存。${question}` : question
    if ((await showModal({ content, confirmText: '交卷' })) !== 'confirm') return
    try {
      await sync.submitNow()
    } catch (error) {
      if (error instanceof ApiError && error.shown) return
      const decided = error instanceof ApiError && error.decided
      toast(decided ? error.msg : '没有交上去，作答都在本机；网络恢复后请再交一次')
    }
  }

  return (
    <QuestionSession
      title={paper.title}
      onBack={() => void navigateBack()}
      questions={questions}
      at={at}
      onAt={setAt}
      answers={answers}
      onAnswer={(id, answer) => sync.answer(id, answer)}
      voided={room.voided}
      tools={paper.paperNumbers && ((id) => <PaperNumber number={paper.paperNumbers?.[id]} />)}
      readOnly={!running || room.voided.includes(questions[at]?.id ?? '')}
      note={(id) => <RuledNote id={id} room={room} />}
      flags={flags}
      onFlag={running ? (id, on) => sync.flag(id, on) : undefined}
      clock={<ExamCountdown deadline={paper.deadline} stopped={room.paused?.left} />}
      notice={
        <>
          {running && (
            <RoomNotice attempt={paper.attempt} room={room} jump={jump} onRead={() => sync.confirmMessages()} />
          )}
          <Notice view={view} sync={sync} />
        </>
      }
      status={<SaveState view={view} leaves={paper.leaves} messages={room.messages} jump={jump} />}
      finish={
        phase.name === 'lost'
          ? undefined
          : { text: '交卷', running: phase.name === 'submitting', onFinish: () => void confirmAndSubmit() }
      }
    />
  )
}

/**
 * Number of a question on the composed paper. Each student has another order, so staff refer to questions by this
 * number.
 */
function PaperNumber({ number }: { number: number | undefined }) {
  return number === undefined ? null : <span className="mr-2 text-12 text-ink-3">原卷第 {number} 题</span>
}

/** Index of the question shown; restored after a reload. */
function useQuestionAt({ attempt, questions }: NonNullable<ExamView['paper']>) {
  const [at, setAt] = useState(() => {
    const last = lastQuestion(attempt)
    return Math.max(
      0,
      questions.findIndex(({ id }) => id === last),
    )
  })
  function go(next: number): void {
    setAt(next)
    rememberQuestion(attempt, questions[next]!.id)
  }
  return [at, go] as const
}

/** Notice about a problem during the exam, with the possible action. */
function Notice({ view, sync }: { view: ExamView; sync: AttemptSync }) {
  const { phase, unreachable, unsaved, refused, unscored, paper } = view
  const numbersOf = (ids: readonly string[]) =>
    (paper?.questions.flatMap(({ id }, i) => (ids.includes(id) ? [i + 1] : [])) ?? []).join('、')
  const line = 'flex flex-wrap items-center justify-center gap-3 bg-amber-soft px-4 py-2 text-13 text-amber'
  if (phase.name === 'lost') {
    const device = phase.to === 'device'
    return (
      <LostNotice className={line}>
        {device ? '考试已转到另一台设备，这里只能查看' : '考试已在另一个标签页打开，这里只能查看'}
        {unscored.length > 0 && `。第 ${numbersOf(unscored)} 题在这里最后的改动不计分，请到那台设备上核对`}
        <Button size="small" kind="line" onClick={() => void (device ? sync.start(true) : sync.resume())}>
          {device ? '转回这里' : '回到这里继续'}
        </Button>
      </LostNotice>
    )
  }
  if (phase.name === 'submitting' && phase.because === 'time') {
    return <div className={line}>{unreachable ? '时间到。作答都在本机，网络恢复后自动交卷' : '时间到，正在交卷…'}</div>
  }
  if (unreachable && unsaved > 0) {
    return <div className={line}>网络不通，作答已存在本机，恢复后自动保存</div>
  }
  if (refused.length > 0) {
    return <div className={line}>第 {numbersOf(refused)} 题的作答没有保存成功，请重新作答</div>
  }
  return <OfflineBanner />
}

/**
 * Notice that the attempt continues elsewhere. Takes the focus, whose element may be read-only or removed now. The
 * button does not get it: a Space typed for the answer would press the button.
 */
function LostNotice({ className, children }: { className: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={notice} tabIndex={-1} className={`${className} outline-none`}>
      {children}
    </div>
  )
}

interface SaveStateProps extends Pick<ExamRoomNews, 'messages'> {
  view: ExamView
  leaves: number
  jump: QuestionJump
}

function SaveState({ view: { phase, unsaved, unreachable, refused }, leaves, messages, jump }: SaveStateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="inline-flex items-center gap-1.5">
        {phase.name === 'lost' ? (
          '这里不再保存'
        ) : unsaved > 0 ? (
          <>
            <CloudUpload aria-hidden="true" size={14} />
            {unreachable ? `${unsaved} 题的作答等网络恢复后保存` : '正在保存…'}
          </>
        ) : refused.length > 0 ? (
          `${refused.length} 题没有保存，其余已保存`
        ) : (
          <>
            <span aria-hidden="true" className="size-2 rounded-full bg-success" />
            已保存 · 断网也不会丢，恢复后自动提交
          </>
        )}
      </span>
      {leaves > 0 && <span>离开页面 {leaves} 次</span>}
      <RoomMessages messages={messages} jump={jump} />
    </div>
  )
}
