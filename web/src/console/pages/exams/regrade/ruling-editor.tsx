import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useState } from 'react'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { TextArea } from '../../../kit/fields'
import { useShortcut } from '../../../kit/shortcuts'
import { useSessionDraft } from '../session-draft'
import { currentRuling } from './accepted-answers'
import { RegradePreview } from './preview'
import { RulingForm } from './ruling-form'
import { useRegrade } from './use-regrade'

type Paper = StaffData<'GET /staff/v1/exam_paper'>

/** Text with the number of students that the change affects: changed scores, and all students of a running exam. */
function applyText(changed: number, inExam: number): string {
  const scores = changed > 0 ? `，改 ${changed} 人的成绩` : ''
  return inExam > 0 ? `对 ${inExam} 人生效${scores}` : `生效${scores || '，没有成绩会变'}`
}

interface RulingEditorProps {
  exam: StaffExam
  paper: Paper
  question: Paper['questions'][number]
  number: number
}

/** Edits the ruling of a question: form, preview, reason and applying. */
export function RulingEditor({ exam, paper, question, number }: RulingEditorProps) {
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
