import { formatClock, formatTime } from '@dxx/contract/rules/format'
import { typeNames } from '@dxx/contract/rules/question-names'
import { useEffect, useId, useRef, useState } from 'react'
import { type CallData, useCall } from '../../api/use-call'
import { navigateBack } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Checkbox } from '../../ui/checkbox'
import { cx } from '../../ui/cx'
import { NavBar } from '../../ui/nav-bar'
import { Prose } from '../../ui/prose'
import { useSecondsLeft } from '../checkout/order-watch'
import { pointsOf } from '../questions/labels'
import { SessionState } from '../questions/session-state'
import { attemptLabel, formatDuration, timeOf } from './labels'

const analysisTexts = { never: '不公开解析', submitted: '交卷后可看解析', ended: '考试结束后可看解析' }

const ownPaperText = (range: number) =>
  `每人的题不完全相同，但一样难：按这些题以往的作答估计，同一水平的学生在任何两份卷子上的期望得分最多差满分的 ${Math.max(0.1, Math.round(range * 1000) / 10)}%`

const pollEvery = 10_000

/** Loads the exam, and again while it is paused, so that the start button comes back when the exam goes on. */
function useExamInfo(id: string) {
  const asked = useCall('GET /v1/examination_info', { id }, { fresh: true })
  const isPaused = asked.data?.permission.reason === 'paused'
  useCall('GET /v1/examination_info', { id }, { fresh: true, enabled: isPaused, refetchInterval: pollEvery })
  return asked
}

/** Exam information and the start button. A running attempt continues automatically. */
export function ExamLobby({ examId, onStart }: { examId: string; onStart(): void }) {
  const { data, error, refetch } = useExamInfo(examId)
  const started = useRef(false)
  const goesOn = data?.permission.action === 'resume'
  useEffect(() => {
    if (!goesOn || started.current) return
    started.current = true
    onStart()
  }, [goesOn, onStart])

  if (!data || goesOn) {
    return (
      <SessionState title="考试" error={error?.msg} onRetry={error?.decided ? undefined : () => void refetch()}>
        <AllExams />
      </SessionState>
    )
  }
  const facts: [string, string][] = [
    ['时间', `${timeOf(data.examination_start)} 至 ${timeOf(data.examination_end)}`],
    ['时长', formatDuration(data.durationSeconds)],
    ['总分', `${pointsOf(data.score)} 分，${pointsOf(data.passScore)} 分及格`],
    ['次数', `最多 ${data.attemptsAllowed} 次，已用 ${data.attemptsUsed} 次`],
    ['题型', data.types.map(({ type, count }) => `${typeNames[type]} ${count} 题`).join('、')],
    ...(data.scoreRange === null ? [] : [['试卷', ownPaperText(data.scoreRange)] as [string, string]]),
    ...(data.equated
      ? [['换算', '总分按各卷的难度换算到同一尺度，成绩页写出你这份卷的换算方法'] as [string, string]]
      : []),
    ['解析', analysisTexts[data.analysis]],
  ]
  return (
    <div className="px-4 pb-28 tablet:pb-8 desk:mx-auto desk:max-w-288 wide:max-w-338">
      <div className="-mx-4">
        <NavBar title="考试说明" back={() => void navigateBack()} />
      </div>
      <div className="side-by-side">
        <div className="space-y-3">
          <section className="rounded-card bg-card p-4">
            <h2 className="text-19 font-bold">{data.title}</h2>
            <p className="mt-0.5 text-13 text-ink-3">{data.school}</p>
            <dl className="mt-3 space-y-2 text-14">
              {facts.map(([name, value]) => (
                <div key={name} className="flex gap-4">
                  <dt className="shrink-0 text-ink-3">{name}</dt>
                  <dd className="tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <OwnAttempts attempts={data.attempts} />
        </div>
        <div className="space-y-3">
          {data.notice && (
            <section className="rounded-card bg-card p-4">
              <h2 className="mb-1 text-15 font-semibold">考试须知</h2>
              <Prose html={data.notice} className="text-14! leading-[1.8]!" />
            </section>
          )}
          <section className="rounded-card bg-card p-4 text-14 text-ink-2">
            <h2 className="mb-1 text-15 font-semibold text-ink">作答时会发生什么</h2>
            <ul className="list-disc space-y-1 pl-5">
              <li>每次作答都存在本机，并在两秒内保存到云端；断网也能继续答，恢复后自动补上。</li>
              <li>计时以考试系统的时间为准，到时自动交卷。</li>
              <li>离开考试页面会被记录，你也能在成绩页看到；不会因此自动扣分。</li>
              <li>换一台设备打开会转移过去，原来的设备变成只读。</li>
            </ul>
          </section>
          <Foot exam={data} onStart={onStart} />
        </div>
      </div>
    </div>
  )
}

/** Submitted attempts of this exam, the newest first, with links to their results. */
function OwnAttempts({ attempts }: Pick<CallData<'GET /v1/examination_info'>, 'attempts'>) {
  const submitted = attempts.filter(({ state }) => state !== 'running').toReversed()
  if (submitted.length === 0) return null
  return (
    <CellGroup title="我的作答">
      {submitted.map((attempt) => (
        <Cell
          key={attempt.id}
          title={`第 ${attempt.number} 次`}
          note={attempt.submittedAt === null ? undefined : `${timeOf(attempt.submittedAt)} 交卷`}
          value={attemptLabel(attempt).text}
          href={`#${pageUrl('pages/exam/result', { id: attempt.id })}`}
        />
      ))}
    </CellGroup>
  )
}

/**
 * Start button, or the reason why the exam cannot be started. The button appears by itself at the start time: below the
 * rules in wide windows, at the bottom of the window on phones.
 */
function Foot({ exam, onStart }: { exam: CallData<'GET /v1/examination_info'>; onStart(): void }) {
  const [read, setRead] = useState(false)
  const { id, permission, attempts, examination_start: startsAt, now_date: now } = exam
  const left = useSecondsLeft(startsAt, now)
  const waits = permission.reason === 'not-started'
  const open = permission.allowed || (waits && left === 0)
  const why = useId()
  const box = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  function start(): void {
    if (read) {
      onStart()
      return
    }
    setAsked(true)
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div className="max-tablet:pb-safe max-tablet:px-safe max-tablet:hairline-t z-20 bg-card max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 tablet:sticky tablet:bottom-4 tablet:rounded-card">
      <div className="space-y-1 px-4 py-2.5 tablet:py-4">
        {open ? (
          <>
            <div ref={box}>
              <Checkbox checked={read} onChange={setRead}>
                我已阅读考试须知
              </Checkbox>
            </div>
            {/* Not disabled: a tap on it shows what is missing. */}
            <Button block aria-disabled={!read || undefined} aria-describedby={read ? undefined : why} onClick={start}>
              开始考试
            </Button>
            {!read && (
              <p
                id={why}
                role={asked ? 'alert' : undefined}
                className={cx('text-center text-12', asked ? 'text-danger' : 'text-ink-3')}
              >
                请先阅读并勾选，再开始
              </p>
            )}
          </>
        ) : (
          <>
            <p id={why} className="py-1.5 text-center text-13 text-ink-2">
              {permission.msg}
            </p>
            {waits ? (
              <Button block disabled aria-describedby={why}>
                <span className="tabular-nums">{untilStart(left)}后开始</span>
              </Button>
            ) : attempts.length > 0 ? (
              <a
                href={`#${pageUrl('pages/exam/record', { exam: id })}`}
                className={`${buttonClass('primary', 'large', true)}`}
              >
                看我的作答
              </a>
            ) : (
              <AllExams />
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Formats the time until the start: 9天2小时, with seconds on the last day. */
const untilStart = (seconds: number) =>
  seconds < 86_400 ? `${formatClock(seconds)} ` : formatTime(Math.floor(seconds / 3600) * 3600)

export function AllExams() {
  return (
    <a href={`#${pageUrl('pages/exam/index')}`} className={buttonClass('line', 'large', true)}>
      全部考试
    </a>
  )
}
