import type { Answer } from '@dxx/contract/questions'
import { arrangePaper } from '@dxx/contract/rules/exam-order'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Monitor from 'lucide-react/icons/monitor'
import Shuffle from 'lucide-react/icons/shuffle'
import Smartphone from 'lucide-react/icons/smartphone'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { useMemo, useState } from 'react'
import { serverNow } from '../../../../api/clock'
import { ApiError } from '../../../../api/error'
import { ProgramRunner } from '../../../../features/code-cell/program-runner'
import { ExamCountdown } from '../../../../features/exam/time-left'
import { QuestionSession } from '../../../../features/questions/session'
import { PageContext } from '../../../../router/page-context'
import { toast } from '../../../../state/flash'
import { cx } from '../../../../ui/cx'
import { Prose } from '../../../../ui/prose'
import { useDesktop } from '../../../../ui/use-media'
import type { StaffData } from '../../../api/client'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { studentTotals } from '../print/split-sections'
import { DocumentFrame } from './document-frame'
import { ProgramRuns, programsOf } from './program-runs'
import { samplePaper } from './sample-paper'
import { useSavedPreview } from './use-saved-preview'

type Preview = StaffData<'GET /staff/v1/exam_draft_preview'>

/** The paper as a student sees it, on a phone or a computer. Each seed shows the shuffling of another student. */
export function PreviewPage({ onClose }: { onClose(): void }) {
  const isWide = useDesktop()
  const [{ device }, setAddress] = useUrlState(['device'])
  const [seed, setSeed] = useState(1)
  const [answers, setAnswers] = useState<Record<string, Answer>>({})
  const [isRunning, setRunning] = useState(false)
  const { data, error, retry } = useSavedPreview(seed)
  const isPhone = device !== 'desktop' || !isWide
  useShortcut('escape', '返回组卷', onClose)
  if (error && !data) return <Failure error={error} noun="预览" onRetry={retry} />
  if (!data) return <TableSkeleton height={56} />
  const programs = programsOf(data)
  const isDrawn = data.sections.some(({ draw }) => draw !== undefined)
  const isMixed = data.shuffle.questions || data.shuffle.options || isDrawn
  return (
    <section aria-label="预览" className="flex min-h-0 flex-1 flex-col gap-3.5">
      <h1 className="sr-only">预览：{data.title || '未命名考试'}</h1>
      <div className="flex flex-wrap items-center gap-2">
        <ConsoleButton kind="page" icon={<ArrowLeft size={16} />} onClick={onClose}>
          返回
        </ConsoleButton>
        {isWide && (
          <fieldset aria-label="设备" className="flex rounded-full bg-card p-0.5">
            {(['phone', 'desktop'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={isPhone === (one === 'phone')}
                onClick={() => setAddress({ device: one }, { replace: true })}
                className={cx(
                  'flex h-8 items-center gap-1.5 rounded-full px-4',
                  isPhone === (one === 'phone') ? 'bg-primary-soft font-semibold text-primary' : 'text-ink-2',
                )}
              >
                {one === 'phone' ? <Smartphone size={15} /> : <Monitor size={15} />}
                {one === 'phone' ? '手机' : '电脑'}
              </button>
            ))}
          </fieldset>
        )}
        <p className="min-w-0 text-12 text-ink-3 max-desk:order-last max-desk:w-full desk:flex-1 desk:truncate">
          {isDrawn ? '一位学生看到的样子，题是试抽的；' : '与学生看到的一样，'}这里的作答不会保存
        </p>
        {programs.length > 0 && (
          <ConsoleButton kind="page" icon={<SquareTerminal size={16} />} onClick={() => setRunning(true)}>
            试运行编程题
          </ConsoleButton>
        )}
        {isMixed && (
          <ConsoleButton kind="page" icon={<Shuffle size={16} />} onClick={() => setSeed(seed + 1)}>
            换一位学生的{isDrawn ? '卷子' : '顺序'}
          </ConsoleButton>
        )}
      </div>
      {data.questions.length === 0 ? (
        <RegionState tone="blue" icon={<Smartphone size={24} />} title="试卷还是空的" text="加入题目后再预览" />
      ) : (
        <div className={cx('flex min-h-0 flex-1 gap-4', isPhone ? 'justify-center' : '')}>
          <DocumentFrame
            key={isPhone ? 'phone' : 'desktop'}
            title={isPhone ? '手机预览' : '电脑预览'}
            className={
              !isWide
                ? 'h-[70dvh] w-full rounded-card'
                : isPhone
                  ? 'h-full max-h-211 w-97.5 rounded-[28px] inset-ring-0 shadow-float'
                  : 'h-full w-full min-w-240 rounded-card shadow-float'
            }
          >
            <StudentView key={seed} preview={data} answers={answers} onAnswers={setAnswers} />
          </DocumentFrame>
          {isPhone && isWide && <Facts preview={data} />}
        </div>
      )}
      {isRunning && <ProgramRuns programs={programs} answers={answers} onClose={() => setRunning(false)} />}
    </section>
  )
}

function Facts({ preview: { notice, durationMinutes, sections } }: { preview: Preview }) {
  const { count, points } = studentTotals(sections)
  return (
    <aside aria-label="开考前看到的说明" className="w-80 self-start rounded-card bg-card p-4">
      <h2 className="text-15 font-semibold">开考前的说明</h2>
      <p className="mt-1 text-ink-2">
        {count} 题，{points} 分{durationMinutes !== null && `，${durationMinutes} 分钟`}
      </p>
      {notice ? (
        <Prose html={notice} className="mt-2 text-13! leading-[1.7]!" />
      ) : (
        <p className="mt-2 text-ink-3">没有考试须知</p>
      )}
    </aside>
  )
}

const page = { path: '', query: {}, key: 'preview', active: true }

interface StudentViewProps {
  preview: Preview
  answers: Record<string, Answer>
  onAnswers(answers: Record<string, Answer>): void
}

/** Rejects program runs in the preview, which need a student; `ProgramRuns` runs programs for staff. */
const noRuns = async () => {
  throw new ApiError('preview', -1, '预览里请用页面上方的“试运行编程题”')
}

function StudentView({ preview, answers, onAnswers }: StudentViewProps) {
  const { seed, shuffle, fixed, title, durationMinutes } = preview
  const questions = useMemo(
    () => arrangePaper(samplePaper(preview), { seed, shuffle, fixed }),
    [preview, seed, shuffle, fixed],
  )
  const [at, setAt] = useState(0)
  const [flags, setFlags] = useState<ReadonlySet<string>>(new Set())
  const [deadline] = useState(() => serverNow() + (durationMinutes ?? 60) * 60)
  function answer(id: string, given: Answer | null): void {
    const { [id]: _, ...others } = answers
    onAnswers(given ? { ...others, [id]: given } : others)
  }
  return (
    <PageContext value={page}>
      <ProgramRunner value={noRuns}>
        <div className="relative h-dvh overflow-hidden">
          <QuestionSession
            title={title || '未命名考试'}
            onBack={() => toast('预览里不能离开考试')}
            questions={questions}
            at={Math.min(at, questions.length - 1)}
            onAt={setAt}
            answers={answers}
            onAnswer={answer}
            flags={flags}
            onFlag={(id, on) => setFlags(new Set(on ? [...flags, id] : [...flags].filter((one) => one !== id)))}
            clock={<ExamCountdown deadline={deadline} />}
            finish={{ text: '交卷', running: false, onFinish: () => toast('预览里不会交卷') }}
          />
        </div>
      </ProgramRunner>
    </PageContext>
  )
}
