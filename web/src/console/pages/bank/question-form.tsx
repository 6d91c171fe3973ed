import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { OutputComparison, QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { useState } from 'react'
import { languageNames } from '../../../features/code-cell/languages'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { SelectField, TextField } from '../../kit/fields'
import { offerUndo } from '../../kit/undo'
import { difficultyNames } from '../exams/compose/draft-figures'
import { questionTypes } from '../exams/compose/question-types'
import { withLanguage, withType } from './change-type'
import { MarkdownField } from './markdown-field'
import { OptionsField } from './options-field'
import { bodyHints, isChoice, keyValue, type QuestionFields, withKeyValue } from './question-text'

interface QuestionFormProps {
  fields: QuestionFields
  /** The Markdown of the question. */
  text: string
  bank: string
  onChange(fields: QuestionFields): void
  onText(text: string): void
}

/** Form of a question: labels, stem, options or answer, analysis; or its whole Markdown. */
export function QuestionForm({ fields, text, bank, onChange, onText }: QuestionFormProps) {
  const [isSource, setSource] = useState(false)
  const type = keyValue(fields, 'type') as QuestionType
  if (isSource)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <FormHead isSource onSource={setSource} />
        <MarkdownField label="整道题的文字" bank={bank} rows={26} value={text} onChange={onText} />
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
        <OptionsField
          bank={bank}
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
      {type === 'code' && <CodeKeys fields={fields} onChange={onChange} />}
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

function Labels({ fields, bank, onChange }: Pick<QuestionFormProps, 'fields' | 'bank' | 'onChange'>) {
  const { data: banks } = useStaffCall('GET /staff/v1/bank_list', {}, { staleTime: 60_000 })
  const home = banks?.find(({ id }) => id === bank)
  const set = (name: string, value: string) => onChange(withKeyValue(fields, name, value))
  const type = keyValue(fields, 'type')
  return (
    <div className="grid grid-cols-2 gap-3 desk:grid-cols-4">
      <SelectField
        label="题型"
        value={type}
        onChange={(next) => {
          onChange(withType(fields, next as QuestionType))
          if (fields.options.length > 0 && !isChoice(next))
            offerUndo(`题型改成${typeNames[next as QuestionType]}，选项没有了`, () => onChange(fields))
        }}
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

const comparisonNames: Record<OutputComparison, string> = {
  trim: '行末空白不计',
  exact: '一字不差',
  tokens: '逐个词相同',
  numeric: '数允许误差',
  checker: '检查程序判断',
}

/** Language of a 编程题, and how outputs are compared. */
function CodeKeys({ fields, onChange }: Pick<QuestionFormProps, 'fields' | 'onChange'>) {
  const set = (name: string, value: string) => onChange(withKeyValue(fields, name, value))
  const language = keyValue(fields, 'language')
  const compare = keyValue(fields, 'compare') || 'trim'
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="语言"
        value={language}
        onChange={(next) => onChange(withLanguage(fields, next as CodeLanguage))}
        options={[
          ...(language in languageNames ? [] : [{ value: language, label: language || '请选择' }]),
          ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SelectField
        label="输出比较"
        value={compare}
        onChange={(next) => {
          const compared = withKeyValue(fields, 'compare', next === 'trim' ? '' : next)
          onChange(
            withKeyValue(compared, 'tolerance', next === 'numeric' ? keyValue(fields, 'tolerance') || '0.001' : ''),
          )
        }}
        options={Object.entries(comparisonNames).map(([value, label]) => ({ value, label }))}
      />
      {compare === 'numeric' && (
        <TextField
          label="误差"
          hint="0.001 或 0.1%"
          value={keyValue(fields, 'tolerance')}
          onChange={(value) => set('tolerance', value)}
        />
      )}
      {language === 'sql' && (
        <TextField
          label="数据库"
          hint="resources 里的 .sql 文件名，不带后缀"
          value={keyValue(fields, 'db')}
          onChange={(value) => set('db', value)}
        />
      )}
    </div>
  )
}
