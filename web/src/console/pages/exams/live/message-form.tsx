import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffAction, useStaffCall } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { SelectField, TextArea } from '../../../kit/fields'
import { plainStem } from '../plain-stem'

/** Students whom an action concerns; null: all students of the exam. */
export type Addressed = { ids: string[]; name: string } | null

interface MessageFormProps {
  exam: StaffExam
  to: Addressed
  rows?: number
  onSent(): void
}

const namesNumber = (text: string) => /第\s*[\d一二三四五六七八九十]+\s*题/.test(text)

/** Writes a message to students in the exam. It can quote a question, because shuffled papers have different numbers. */
export function MessageForm({ exam, to, rows = 2, onSent }: MessageFormProps) {
  const [body, setBody] = useState('')
  const [question, setQuestion] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const send = useStaffAction('POST /staff/v1/exam_message', {
    changes: ['GET /staff/v1/exam_info'],
    onDone: ({ students, offline }) => {
      toast(`已发给 ${students} 人${offline > 0 ? `，其中 ${offline} 人断线，回来以后看到` : ''}`)
      setBody('')
      setQuestion(null)
      setTried(false)
      onSent()
    },
  })
  // Papers with different questions have different numbers as well.
  const isMixed = exam.shuffle.questions || exam.forms !== null
  const isAmbiguous = isMixed && !question && namesNumber(body)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (body.trim())
          void send.run({ exam: exam.id, body: body.trim(), students: to?.ids, question: question || undefined })
      }}
    >
      {question !== null && <QuestionField exam={exam} value={question} onChange={setQuestion} />}
      <TextArea
        label={to ? `内容，只有${to.name}看得到` : '内容，考场里的人都看得到'}
        maxLength={500}
        rows={rows}
        value={body}
        onChange={setBody}
        error={isTried && !body.trim() ? '请写消息内容' : undefined}
      />
      {isAmbiguous && (
        <p role="status" className="rounded-cover bg-amber-soft px-3 py-2 text-12 text-amber">
          这场考试{exam.shuffle.questions ? '题目乱序' : '每人的题不同'}
          ，每位学生的第几题不一样。请“引用一道题”，学生会看到题干和他自己的题号。
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {question === null && (
          <ConsoleButton kind="quiet" size="small" onClick={() => setQuestion('')}>
            引用一道题
          </ConsoleButton>
        )}
        <ConsoleButton type="submit" kind="amber" size="small" loading={send.running}>
          {to ? `发给 ${to.ids.length} 人` : '发给正在考试的人'}
        </ConsoleButton>
      </div>
    </form>
  )
}

interface QuestionFieldProps {
  exam: StaffExam
  value: string
  onChange(question: string): void
}

function QuestionField({ exam, value, onChange }: QuestionFieldProps) {
  const { data: paper, error } = useStaffCall('GET /staff/v1/exam_paper', { id: exam.id })
  const questions = paper?.questions ?? []
  return (
    <SelectField
      label="关于哪道题"
      value={value}
      onChange={onChange}
      error={error ? `题目没有载入：${error.msg}` : undefined}
      options={[
        { value: '', label: paper ? '不引用题目' : '正在载入题目…' },
        ...questions.map(({ id, stem }, at) => ({
          value: id,
          label: `第 ${at + 1} 题 ${plainStem(stem).slice(0, 40) || '（图片题）'}`,
        })),
      ]}
    />
  )
}
