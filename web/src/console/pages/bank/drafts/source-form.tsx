import type { DraftType } from '@dxx/contract/calls/staff/ai'
import { typeNames } from '@dxx/contract/rules/question-names'
import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import type { StaffData, StaffInput } from '../../../api/client'
import { ConsoleButton } from '../../../kit/button'
import { SelectField } from '../../../kit/fields'

const types: readonly DraftType[] = ['single', 'judge', 'blank']
const counts = [1, 2, 3, 4, 5]

interface SourceFormProps {
  sources: StaffData<'GET /staff/v1/ai_draft_sources'>['sources']
  banks: StaffData<'GET /staff/v1/bank_list'>
  running: boolean
  /** `bank` and `chapter` say where chosen drafts go; `chapter` is empty for a textbook. */
  onDraft(asked: StaffInput<'GET /staff/v1/ai_question_drafts'>, bank: string, chapter: string): void
  onStop(): void
}

/** Chooses the chapter, type and number of drafts, and the bank that takes them. */
export function SourceForm({ sources, banks, running, onDraft, onStop }: SourceFormProps) {
  const [source, setSource] = useState(sources[0]!.id)
  const [chapter, setChapter] = useState('')
  const [type, setType] = useState<DraftType>('single')
  const [count, setCount] = useState(3)
  const [bank, setBank] = useState('')
  const [place, setPlace] = useState('')
  const { chapters } = sources.find(({ id }) => id === source) ?? sources[0]!
  // Questions usually belong to the book that they are drawn from.
  const target = banks.find(({ id }) => id === (bank || source)) ?? banks[0]!
  const places = target.kind === 'bank' ? target.chapters : []
  return (
    <form
      aria-label="起草什么"
      className="grid content-start gap-3 self-start rounded-card bg-card p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (running) return
        const input = { chapter: chapter || chapters[0]!.id, type, count }
        onDraft(input, target.id, place || (places[0]?.id ?? ''))
      }}
    >
      <SelectField
        label="书或课"
        value={source}
        onChange={(next) => {
          setSource(next)
          setChapter('')
        }}
        options={sources.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <SelectField
        label="章节"
        value={chapter || chapters[0]!.id}
        onChange={setChapter}
        options={chapters.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="题型"
          value={type}
          onChange={(next) => setType(next as DraftType)}
          options={types.map((one) => ({ value: one, label: typeNames[one] }))}
        />
        <SelectField
          label="几道"
          value={String(count)}
          onChange={(next) => setCount(Number(next))}
          options={counts.map((one) => ({ value: String(one), label: `${one} 道` }))}
        />
      </div>
      <SelectField
        label="选中的放进"
        value={target.id}
        onChange={(next) => {
          setBank(next)
          setPlace('')
        }}
        options={banks.map(({ id, title }) => ({ value: id, label: title }))}
      />
      {places.length > 0 && (
        <SelectField
          label="题库的章节"
          value={place || places[0]!.id}
          onChange={setPlace}
          options={places.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {running ? (
        <ConsoleButton kind="soft" onClick={onStop}>
          停止
        </ConsoleButton>
      ) : (
        <ConsoleButton kind="primary" type="submit" icon={<Sparkles size={16} />}>
          起草
        </ConsoleButton>
      )}
    </form>
  )
}
