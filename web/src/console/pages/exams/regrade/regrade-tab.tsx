import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import Lock from 'lucide-react/icons/lock'
import { PrintedAnswer } from '../../../../features/questions/printed-question'
import { QuestionView } from '../../../../features/questions/question-view'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { useUrlState } from '../../../kit/address'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { pointsText } from '../figures'
import { RulingTag } from '../ruling-tag'
import { RegradeHistory, useRegrades } from './history'
import { toKeyedQuestion } from './paper-question'
import { QuestionChoice } from './question-choice'
import { RulingEditor } from './ruling-editor'

type Paper = StaffData<'GET /staff/v1/exam_paper'>

/** 改评分: changes the scoring of one question, and shows the effect before it is applied. */
export function RegradeTab({ exam }: { exam: StaffExam }) {
  const mayRegrade = hasAnyPermission(useSignedInStaff(), ['exam.manage'])
  const [{ question }, setAddress] = useUrlState(['question'])
  const paper = useStaffCall('GET /staff/v1/exam_paper', { id: exam.id }, { enabled: mayRegrade })
  const regrades = useRegrades(exam.id)
  return (
    <>
      {!mayRegrade ? (
        <section className="flex shrink-0 rounded-card bg-card">
          <RegionState
            tone="amber"
            icon={<Lock size={24} />}
            title="你可以看改评分的记录，不能改评分"
            text="改评分需要“教师”角色，所有者或学校管理员可以开通。"
          />
        </section>
      ) : !paper.data ? (
        <section className="flex min-h-60 shrink-0 flex-col rounded-card bg-card">
          {paper.error ? (
            <Failure error={paper.error} noun="试卷" onRetry={() => void paper.refetch()} />
          ) : (
            <TableSkeleton height={56} count={5} />
          )}
        </section>
      ) : (
        <div className="grid shrink-0 gap-3.5 wide:grid-cols-[18rem_minmax(0,1fr)] wide:items-start">
          <QuestionChoice
            exam={exam}
            paper={paper.data}
            chosen={question}
            onChoose={(id) => setAddress({ question: id })}
          />
          <Workplace key={question} exam={exam} paper={paper.data} question={question} running={regrades.running} />
        </div>
      )}
      <RegradeHistory exam={exam} regrades={regrades} />
    </>
  )
}

/** Options to accept as right after a change of the key. */
function AcceptedKeys({ paper, at }: { paper: Paper; at: number }) {
  const question = paper.questions[at]!
  const ruling = paper.rulings.find((one) => one.question === question.id)
  if (ruling?.kind !== 'key') return null
  return (
    <section aria-label="现在算对的答案" className="mb-2 rounded-cover bg-fill px-3 py-2">
      <p className="text-12 text-ink-2">
        现在算对的答案{ruling.keepKey ? '（下面发布时的答案仍然算对）' : '（发布时的答案不再算对）'}：
      </p>
      <ol>
        {ruling.accepted.map((keys, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: accepted answers have no id and keep their order
          <PrintedAnswer key={index} question={question} keys={keys} analysis={[]} />
        ))}
      </ol>
    </section>
  )
}

interface WorkplaceProps {
  exam: StaffExam
  paper: Paper
  question: string
  running: boolean
}

function Workplace({ exam, paper, question: id, running }: WorkplaceProps) {
  const at = paper.questions.findIndex((one) => one.id === id)
  const question = paper.questions[at]
  if (!question)
    return (
      <section className="flex min-h-60 rounded-card bg-card">
        <RegionState
          tone="blue"
          icon={<span className="text-19 font-bold">?</span>}
          title="先选一题"
          text="题目分析里有提示的题，可以从那里直接过来。改之前会先算出谁的成绩会变。"
        />
      </section>
    )
  const ruling = exam.rulings.find((one) => one.question === id)
  return (
    <section aria-label={`第 ${at + 1} 题`} className="min-w-0 space-y-5 rounded-card bg-card p-4 desk:p-5">
      <details open>
        <summary className="mb-2 text-15 font-semibold">
          第 {at + 1} 题{' '}
          <span className="text-12 font-normal text-ink-3">{pointsText(question.score)} 分，发布时的答案</span>
        </summary>
        {ruling && (
          <p className="mb-2 flex flex-wrap items-center gap-2 rounded-cover bg-fill px-3 py-2">
            <RulingTag kind={ruling.kind} />
            现在按改动评分：{ruling.reason}（{ruling.by}）
          </p>
        )}
        <AcceptedKeys paper={paper} at={at} />
        <QuestionView
          question={question}
          answer={null}
          onAnswer={() => {}}
          result={toKeyedQuestion(question, paper.keys[at]!)}
          readOnly
          quiet
          recite
        />
      </details>
      {running ? (
        <p role="status" className="rounded-cover bg-primary-soft px-3 py-2 text-primary">
          上一次改评分还在重新计算，完成以后可以继续。进度在下面的改评分记录里。
        </p>
      ) : (
        <RulingEditor key={ruling?.at} exam={exam} paper={paper} question={question} number={at + 1} />
      )}
    </section>
  )
}
