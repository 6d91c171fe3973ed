import type { Answer, PublicPart } from '@dxx/contract/questions'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { languageNames } from '../../../../features/code-cell/languages'
import { CodeTests } from '../../../../features/questions/code/tests'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { StateTag } from '../../../kit/tag'
import { useOpenDraft } from './use-draft'

type CodePart = Extract<PublicPart, { type: 'code' }>

interface DraftProgram {
  question: string
  part: number | null
  /** Question number on the paper: 5, or 5.2 for a question part. */
  number: string
  code: CodePart
  hasSolution: boolean
}

/** Programming questions on the paper of a draft, in the author's order. */
export function programsOf({ questions, keys }: StaffData<'GET /staff/v1/exam_draft_preview'>): DraftProgram[] {
  return questions.flatMap((question, at) => {
    const parts = question.type === 'material' ? question.parts : [question]
    return parts.flatMap((code, index) => {
      if (code.type !== 'code') return []
      const key = keys[at]?.keys[index]
      const part = question.type === 'material' ? index : null
      const number = part === null ? String(at + 1) : `${at + 1}.${index + 1}`
      return [{ question: question.id, part, number, code, hasSolution: key?.type === 'code' && key.solution !== '' }]
    })
  })
}

/** Program typed into the preview as the answer to a question. */
function typedSource({ question, part, code }: DraftProgram, answers: Record<string, Answer>): string | undefined {
  const answer = answers[question]
  if (answer?.type === 'code' && part === null) return answer.source
  if (answer?.type !== 'material') return undefined
  const partAnswer = answer.parts.find(({ id }) => id === code.id)?.answer
  return partAnswer?.type === 'code' ? partAnswer.source : undefined
}

interface ProgramRunsProps {
  programs: DraftProgram[]
  answers: Record<string, Answer>
  onClose(): void
}

/** Runs the reference program, or the program typed into the preview, against all test cases of a question. */
export function ProgramRuns({ programs, answers, onClose }: ProgramRunsProps) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="试运行编程题"
      note="与交卷后的评测一样，不公开的测试也显示；什么也不保存"
    >
      <ul className="divide-y divide-line">
        {programs.map((program) => (
          <ProgramRun
            key={`${program.question} ${program.part}`}
            program={program}
            source={typedSource(program, answers)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

function ProgramRun({ program, source }: { program: DraftProgram; source: string | undefined }) {
  const { id } = useOpenDraft()
  const { question, part, number, code, hasSolution } = program
  const [result, setResult] = useState<StaffData<'POST /staff/v1/exam_draft_run'> | null>(null)
  const [problem, setProblem] = useState('')
  const run = useStaffAction('POST /staff/v1/exam_draft_run', {
    onDone: setResult,
    onError: ({ msg }) => setProblem(msg),
  })
  const start = (otherSource?: string) => {
    setResult(null)
    setProblem('')
    void run.run({ id, question, part, source: otherSource })
  }
  const isRight = result !== null && result.points === result.maxPoints
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">第 {number} 题</b>
        <span className="mr-auto text-12 text-ink-3">
          {languageNames[code.language]} · {code.samples.length + code.hiddenTests} 个测试
        </span>
        <ConsoleButton
          size="small"
          kind="line"
          icon={<Play size={14} />}
          disabled={!hasSolution}
          loading={run.running}
          onClick={() => start()}
        >
          {hasSolution ? '运行参考程序' : '没有参考程序'}
        </ConsoleButton>
        <ConsoleButton
          size="small"
          icon={<Play size={14} />}
          disabled={source === undefined}
          loading={run.running}
          onClick={() => start(source)}
        >
          {source === undefined ? '预览里还没有写代码' : '运行预览里写的代码'}
        </ConsoleButton>
      </div>
      <div role="status">
        {run.running && <p className="text-ink-3">正在运行…</p>}
        {problem && <p className="rounded-cover bg-danger-soft px-3 py-2 text-danger">{problem}</p>}
        {result && (
          <div className="space-y-2">
            <p className="flex items-center gap-2">
              <StateTag tone={isRight ? 'green' : 'amber'}>
                {result.points} / {result.maxPoints} 分
              </StateTag>
              {result.manual && '测试没有跑完，学生的作答会转人工批阅'}
            </p>
            <CodeTests answerKey={{ type: 'code', solution: '', ...result }} />
          </div>
        )}
      </div>
    </li>
  )
}
