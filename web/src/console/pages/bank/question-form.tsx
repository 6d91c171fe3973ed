import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../ui/cx'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { SelectField, TextField } from '../../kit/fields'
import { difficultyNames } from '../exams/compose/draft-figures'
import { questionTypes } from '../exams/compose/question-types'
import { MarkdownField } from './markdown-field'
import {
  bodyHints,
  type ChoiceOption,
  isChoice,
  joinQuestion,
  keyValue,
  type QuestionFields,
  splitQuestion,
  toggleOption,
  withKeyValue,
  withType,
} from './question-text'

interface QuestionFormProps {
  fields: QuestionFields
  bank: string
  isNew: boolean
  onChange(fields: QuestionFields): void
}

/** Form of a question: labels, stem, options or answer, analysis; or its whole Markdown. */
export function QuestionForm({ fields, bank, onChange }: QuestionFormProps) {
  const [isSource, setSource] = useState(false)
  const type = keyValue(fields, 'type') as QuestionType
  if (isSource)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <FormHead isSource onSource={setSource} />
        <MarkdownField
          label="整道题的文字"
          bank={bank}
          rows={26}
          value={joinQuestion(fields)}
          onChange={(text) => onChange(splitQuestion(text))}
        />
      </div>
    )
  const set = (name: string, value: string) => onChange(withKeyValue(fields, name, value))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <FormHead onSource={setSource} />
      <Labels fields={fields} bank={bank} onChange={onChange} />
      <MarkdownField
        label={type === 'material' ? '材料和小题' : '题干'}
        hint={bodyHints[type]}
        bank={bank}
        rows={type === 'material' || type === 'code' ? 16 : 6}
        value={fields.stem}
        onChange={(stem) => onChange({ ...fields, stem })}
      />
      {isChoice(type) && (
        <Options
          options={fields.options}
          isSingle={type === 'single'}
          onChange={(options) => onChange({ ...fields, options })}
        />
      )}
      {type === 'judge' && (
        <SelectField
          label="答案"
          value={keyValue(fields, 'answer')}
          onChange={(value) => set('answer', value)}
          options={[
            { value: 'true', label: '对' },
            { value: 'false', label: '错' },
          ]}
        />
      )}
      {type === 'number' && (
        <TextField
          label="答案"
          hint="9.8±0.1 m/s²；容差、单位、只对数不对单位的分都写在这里"
          value={keyValue(fields, 'answer')}
          onChange={(value) => set('answer', value)}
        />
      )}
      {type === 'blank' && (
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            checked={keyValue(fields, 'case') === 'true'}
            onChange={(event) => set('case', event.target.checked ? 'true' : '')}
          />
          区分大小写
        </label>
      )}
      {type !== 'material' && (
        <MarkdownField
          label={type === 'short' ? '参考答案和得分点（参考答案：… 后用 - (2) 列出得分点）' : '解析'}
          bank={bank}
          rows={4}
          value={fields.analysis}
          onChange={(analysis) => onChange({ ...fields, analysis })}
        />
      )}
    </div>
  )
}

function FormHead({ isSource = false, onSource }: { isSource?: boolean; onSource(on: boolean): void }) {
  return (
    <div className="flex items-center gap-2">
      <h2 className="mr-auto text-15 font-semibold">题目</h2>
      <ConsoleButton kind="quiet" size="small" aria-pressed={isSource} onClick={() => onSource(!isSource)}>
        {isSource ? '回到表单' : '编辑文字'}
      </ConsoleButton>
    </div>
  )
}

function Labels({ fields, bank, onChange }: Omit<QuestionFormProps, 'isNew'>) {
  const { data: banks } = useStaffCall('GET /staff/v1/bank_list', {}, { staleTime: 60_000 })
  const home = banks?.find(({ id }) => id === bank)
  const set = (name: string, value: string) => onChange(withKeyValue(fields, name, value))
  const type = keyValue(fields, 'type')
  return (
    <div className="grid grid-cols-2 gap-3 desk:grid-cols-4">
      <SelectField
        label="题型"
        value={type}
        onChange={(next) => onChange(withType(fields, next as QuestionType))}
        options={questionTypes.map((one) => ({ value: one, label: typeNames[one] }))}
      />
      {type !== 'material' && (
        <TextField
          label="分值"
          inputMode="decimal"
          value={keyValue(fields, 'score')}
          onChange={(value) => set('score', value)}
        />
      )}
      <SelectField
        label="难度"
        value={keyValue(fields, 'difficulty') || '3'}
        onChange={(value) => set('difficulty', value)}
        options={difficultyNames.map((label, at) => ({ value: String(at + 1), label }))}
      />
      {home?.kind === 'bank' && home.chapters.length > 0 && (
        <SelectField
          label="章节"
          value={keyValue(fields, 'chapter')}
          onChange={(value) => set('chapter', value)}
          options={[
            { value: '', label: '请选择' },
            ...home.chapters.map(({ slug, title }) => ({ value: slug, label: title })),
          ]}
        />
      )}
      <div className="col-span-2 desk:col-span-4">
        <TextField
          label="标签与知识点"
          hint="用逗号分开"
          value={keyValue(fields, 'tags')}
          onChange={(value) => set('tags', value)}
        />
      </div>
    </div>
  )
}

interface OptionsProps {
  options: ChoiceOption[]
  isSingle: boolean
  onChange(options: ChoiceOption[]): void
}

const letterOf = (at: number) => String.fromCharCode(65 + at)

function Options({ options, isSingle, onChange }: OptionsProps) {
  const replace = (at: number, text: string) => onChange(options.map((one, i) => (i === at ? { ...one, text } : one)))
  const move = (at: number, by: number) => {
    const next = [...options]
    const [one] = next.splice(at, 1)
    next.splice(at + by, 0, one!)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="mb-1 text-12 text-ink-3">选项（点字母标出正确的）</legend>
      <ul className="grid gap-2">
        {options.map(({ mark, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no other name than their place
          <li key={at} className="flex items-start gap-2">
            <button
              type="button"
              aria-pressed={mark === 'x'}
              aria-label={`选项 ${letterOf(at)}${mark === 'x' ? '，正确' : ''}`}
              onClick={() => onChange(toggleOption(options, at, isSingle))}
              className={cx(
                'tap mt-0.5 grid size-8 shrink-0 place-items-center rounded-full font-semibold',
                mark === 'x' ? 'bg-success-soft text-success' : 'bg-fill text-ink-2 hover:bg-track',
              )}
            >
              {mark === 'x' ? (
                <Check size={16} />
              ) : /%/.test(mark) ? (
                <span className="text-11">{mark}</span>
              ) : (
                letterOf(at)
              )}
            </button>
            <textarea
              aria-label={`选项 ${letterOf(at)} 的文字`}
              rows={Math.max(1, text.split('\n').length)}
              value={text}
              onChange={(event) => replace(at, event.target.value)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                const by = event.key === 'ArrowUp' ? -1 : 1
                if (options[at + by]) move(at, by)
              }}
              className="min-h-9 min-w-0 flex-1 resize-y rounded-cover bg-fill px-3 py-2 text-[1rem] desk:text-13"
            />
            <IconButton label={`把选项 ${letterOf(at)} 上移`} disabled={at === 0} onClick={() => move(at, -1)}>
              <ArrowUp size={15} />
            </IconButton>
            <IconButton
              label={`把选项 ${letterOf(at)} 下移`}
              disabled={at === options.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown size={15} />
            </IconButton>
            <IconButton
              label={`删除选项 ${letterOf(at)}`}
              disabled={options.length <= 2}
              onClick={() => onChange(options.filter((_, i) => i !== at))}
            >
              <X size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConsoleButton
        kind="quiet"
        size="small"
        icon={<Plus size={15} />}
        disabled={options.length >= 26}
        onClick={() => onChange([...options, { mark: ' ', text: '' }])}
      >
        加一个选项
      </ConsoleButton>
    </fieldset>
  )
}

interface IconButtonProps {
  label: string
  disabled: boolean
  onClick(): void
  children: ReactNode
}

const IconButton = ({ label, disabled, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className="tap mt-1 grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill disabled:opacity-30"
  >
    {children}
  </button>
)
