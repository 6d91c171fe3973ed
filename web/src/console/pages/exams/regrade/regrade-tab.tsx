import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { typeNames } from '@dxx/contract/rules/question-names'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { PrintedAnswer } from '../../../../features/questions/printed-question'
import { QuestionView } from '../../../../features/questions/question-view'
import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { useStaffAction, useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { SelectField, TextArea } from '../../../kit/fields'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { pointsText } from '../figures'
import { plainStem } from '../plain-stem'
import { RulingTag } from '../ruling-tag'
import { useSessionDraft } from '../session-draft'
import { currentRuling } from './accepted-answers'
import { RegradeHistory, useRegrades } from './history'
import { toKeyedQuestion } from './paper-question'
import { RegradePreview } from './preview'
import { RulingForm } from './ruling-form'
import { useRegrade } from './use-regrade'

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

interface ChoiceProps {
  exam: StaffExam
  paper: Paper
  chosen: string
  onChoose(id: string): void
}

function QuestionChoice({ exam, paper, chosen, onChoose }: ChoiceProps) {
  const rulingOf = (id: string) => exam.rulings.find(({ question }) => question === id)?.kind
  const step = (by: 1 | -1) => {
    const at = paper.questions.findIndex(({ id }) => id === chosen)
    const next = paper.questions[at < 0 ? 0 : at + by]
    if (next) onChoose(next.id)
  }
  useShortcut('j', '下一题', () => step(1), { group: '列表' })
  useShortcut('k', '上一题', () => step(-1), { group: '列表' })
  const lineOf = (at: number) => `${at + 1}. ${plainStem(paper.questions[at]!.stem).slice(0, 60) || '（图片题）'}`
  return (
    <section aria-label="选题" className="rounded-card bg-card p-4 wide:sticky wide:top-0">
      <div className="wide:hidden">
        <SelectField
          label="改哪一题的评分"
          value={chosen}
          onChange={onChoose}
          options={[
            { value: '', label: '请选一题' },
            ...paper.questions.map(({ id }, at) => ({ value: id, label: lineOf(at) })),
          ]}
        />
      </div>
      <h2 className="mb-2 text-15 font-semibold max-wide:hidden">改哪一题的评分</h2>
      <ol className="-mx-2 max-h-130 overflow-y-auto max-wide:hidden">
        {paper.questions.map(({ id, type }, at) => {
          const ruling = rulingOf(id)
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen || undefined}
                onClick={() => onChoose(id)}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2 rounded-item px-2 text-left -outline-offset-2',
                  id === chosen ? 'bg-primary-soft text-primary' : 'hover:bg-fill',
                )}
              >
                <span className="min-w-0 flex-1 truncate">{lineOf(at)}</span>
                {ruling ? (
                  <RulingTag kind={ruling} />
                ) : (
                  <span className={cx('shrink-0 text-12', id !== chosen && 'text-ink-3')}>
                    {typeNames[type].replace('题', '')}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </section>
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
        <Ruling key={ruling?.at} exam={exam} paper={paper} question={question} number={at + 1} />
      )}
    </section>
  )
}

/** Text with the number of students that the change affects: changed scores, and all students of a running exam. */
function applyText(changed: number, inExam: number): string {
  const scores = changed > 0 ? `，改 ${changed} 人的成绩` : ''
  return inExam > 0 ? `对 ${inExam} 人生效${scores}` : `生效${scores || '，没有成绩会变'}`
}

type PaperQuestion = Paper['questions'][number]

interface RulingProps {
  exam: StaffExam
  paper: Paper
  question: PaperQuestion
  number: number
}

function Ruling({ exam, paper, question, number }: RulingProps) {
  const ruling = exam.rulings.find((one) => one.question === question.id)
  const current = currentRuling(exam, paper, question)
  // A draft from before the newest ruling lacks the answers that this accepted.
  const key = `ruling ${exam.id} ${question.id} ${ruling?.at ?? ''}`
  const [draft, setDraft, clearDraft] = useSessionDraft(key, current)
  const [seen, setSeen] = useState<{ input: string; preview: StaffData<'POST /staff/v1/exam_regrade_preview'> } | null>(
    null,
  )
  const [missing, setMissing] = useState('')
  const answers = draft.kind === 'key' ? draft.answers.filter((answer) => answer !== null) : []
  const input = { exam: exam.id, question: question.id, kind: draft.kind, answers, keepKey: draft.keepKey }
  const preview = useStaffAction('POST /staff/v1/exam_regrade_preview')
  const apply = useRegrade({
    exam,
    question: question.id,
    number,
    before: current,
    onDone: () => {
      clearDraft()
      setSeen(null)
    },
  })
  // Voiding a question a second time would only send the students another message; so would a second 送分.
  const isSame =
    ruling?.kind === draft.kind &&
    (draft.kind !== 'key' ||
      (draft.keepKey === current.keepKey && JSON.stringify(answers) === JSON.stringify(current.answers)))
  // A preview is shown only for the exact input it was computed for.
  const shown = seen?.input === JSON.stringify(input) ? seen.preview : null
  const look = async () => {
    if (isSame) return
    if (draft.kind === 'key' && answers.length === 0) return setMissing('请先作答，给出也算对的答案')
    setMissing('')
    const data = await preview.run(input)
    if (data) setSeen({ input: JSON.stringify(input), preview: data })
  }
  const confirm = () => {
    if (!shown) return
    if (!draft.reason.trim()) return setMissing('请写明原因，学生会看到')
    void apply.run({ ...input, reason: draft.reason.trim(), mark: shown.mark })
  }
  useShortcut('p', '预览改评分的影响', () => void look())
  const isOpen = exam.state === 'running'
  return (
    <>
      <RulingForm exam={exam} question={question} draft={draft} onChange={setDraft} />
      {shown && <RegradePreview preview={shown} />}
      {shown && (
        <TextArea
          label="原因（学生会看到）"
          maxLength={200}
          value={draft.reason}
          onChange={(reason) => setDraft({ ...draft, reason })}
          placeholder="如：B 和 C 两种说法教材里都有，都算对"
          hint={
            isOpen
              ? '考场里的学生马上会在考试页面看到说明；评分时生效。'
              : '成绩变了的学生会收到消息：原来多少分、现在多少分和这个原因；错题本一并改正，旧成绩留在记录里。'
          }
        />
      )}
      {missing && (
        <p role="alert" className="text-danger">
          {missing}
        </p>
      )}
      {isSame && (
        <p role="status" className="text-ink-2">
          这道题现在就是这样评分的；要改，请{draft.kind === 'key' && '改上面的答案，或'}选另一种。
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-desk:*:flex-1">
        <ConsoleButton
          kind={shown ? 'soft' : 'primary'}
          hotkey="P"
          disabled={isSame}
          loading={preview.running}
          onClick={() => void look()}
        >
          {shown ? '重新预览' : '看看影响'}
        </ConsoleButton>
        {shown && (
          <ConsoleButton kind="amber" loading={apply.running} onClick={confirm}>
            {applyText(shown.changed, isOpen ? exam.students : 0)}
          </ConsoleButton>
        )}
      </div>
    </>
  )
}
