import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffData } from '../../api/client'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField } from '../../kit/fields'
import { questionTypes } from '../exams/compose/question-types'

interface CreateQuestionProps {
  banks: StaffData<'GET /staff/v1/bank_list'>
  /** Bank that the list shows; empty for all. */
  bank: string
  onClose(): void
}

/** Chooses bank, chapter and type of a new question, and then opens its editor. */
export function CreateQuestionDialog({ banks, bank: shown, onClose }: CreateQuestionProps) {
  const [, go] = useLocation()
  const [picked, setBank] = useState('')
  // Derived, because the dialog can open before the list of banks has arrived.
  const bank = picked || shown || (banks[0]?.id ?? '')
  const [chapter, setChapter] = useState('')
  const [type, setType] = useState<QuestionType>('single')
  const create = useStaffAction('POST /staff/v1/bank_create', {
    changes: ['GET /staff/v1/bank_questions', 'GET /staff/v1/bank_list'],
    onDone: ({ id }) => go(`/bank/${id}`),
  })
  const chosen = banks.find(({ id }) => id === bank)
  const chapters = chosen?.kind === 'bank' ? chosen.chapters : []
  return (
    <Dialog
      open
      onClose={onClose}
      title="新建题目"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="primary"
            disabled={!bank}
            loading={create.running}
            onClick={() => void create.run({ bank, chapter: chapter || (chapters[0]?.id ?? null), type })}
          >
            新建
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        <SelectField
          label="题库或教材"
          value={bank}
          onChange={(next) => {
            setBank(next)
            setChapter('')
          }}
          options={banks.map(({ id, title }) => ({ value: id, label: title }))}
        />
        {chapters.length > 0 && (
          <SelectField
            label="章节"
            value={chapter || chapters[0]!.id}
            onChange={setChapter}
            options={chapters.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
        <SelectField
          label="题型"
          value={type}
          onChange={(next) => setType(next as QuestionType)}
          options={questionTypes.map((one) => ({ value: one, label: typeNames[one] }))}
        />
      </div>
    </Dialog>
  )
}
