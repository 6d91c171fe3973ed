import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { StaffData } from '../../../api/client'
import { useStaffAction, useStaffCall } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { SelectField } from '../../../kit/fields'
import { offerUndo } from '../../../kit/undo'
import { addQuestions, listDraftQuestions, placeOf, removeQuestion } from './draft-edits'
import { difficultyNames } from './draft-figures'
import { NumberField } from './number-field'
import { questionTypeOf } from './question-types'
import { QuestionTypeTag } from './type-tag'
import { useOpenDraft } from './use-draft'

type Banks = StaffData<'GET /staff/v1/exam_bank_list'>
type Drawn = StaffData<'POST /staff/v1/exam_blueprint'>

interface Row {
  key: number
  bank: string
  chapter: string
  type: string
  difficulty: string
  count: number
  /** Whether the typed count is a valid number. */
  isCounted: boolean
}

/** 双向细目表: draws questions by chapter, type, difficulty and count, and shows them before they are added. */
export function BlueprintDialog({ onClose }: { onClose(): void }) {
  const { data: banks, error } = useStaffCall('GET /staff/v1/exam_bank_list', {}, { staleTime: 300_000 })
  if (!banks) {
    return (
      <Dialog open wide onClose={onClose} title="按条件抽题">
        <p className="py-6 text-center text-ink-3">{error ? `题库没有载入：${error.msg}` : '正在载入题库…'}</p>
      </Dialog>
    )
  }
  return <BlueprintForm banks={banks} onClose={onClose} />
}

/** Text of a row: 线性表 · 单选题 · 适中. */
function rowText({ bank, chapter, type, difficulty }: Row, banks: Banks): string {
  const from = banks.find(({ id }) => id === bank)
  return [
    from?.chapters.find(({ id }) => id === chapter)?.title ?? from?.title,
    type && typeNames[type as QuestionType],
    difficulty && difficultyNames[Number(difficulty) - 1],
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Rows of the table and the questions drawn for them. A change to a row discards the drawn questions. */
function useBlueprint(banks: Banks) {
  const { view } = useOpenDraft()
  // The first row starts with the filters of the bank beside the dialog.
  const [shown] = useUrlState(['bank', 'chapter', 'type', 'difficulty'])
  const bank = banks.find(({ id }) => id === shown.bank) ?? banks[0]
  const blank: Row = {
    key: 0,
    bank: bank?.id ?? '',
    chapter: bank?.chapters.some(({ id }) => id === shown.chapter) ? shown.chapter : '',
    type: bank?.types.some(({ type }) => type === shown.type) ? shown.type : '',
    difficulty: /^[1-5]$/.test(shown.difficulty) ? shown.difficulty : '',
    count: 5,
    isCounted: true,
  }
  const [rows, setRows] = useState<Row[]>([blank])
  const [seed, setSeed] = useState(1)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const draw = useStaffAction('POST /staff/v1/exam_blueprint', { onDone: setDrawn })
  const replace = (next: Row[]) => {
    setRows(next)
    setDrawn(null)
  }
  return {
    rows,
    drawn,
    isReady: rows.every(({ isCounted }) => isCounted),
    running: draw.running,
    change: (key: number, part: Partial<Row>) =>
      replace(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: number) => replace(rows.filter((row) => row.key !== key)),
    add() {
      const last = rows.at(-1)!
      replace([...rows, { ...last, key: last.key + 1, type: '', difficulty: '', count: 5, isCounted: true }])
    },
    draw(isAnother: boolean) {
      const next = isAnother ? seed + 1 : seed
      setSeed(next)
      void draw.run({
        seed: next,
        except: listDraftQuestions(view.body).map(({ question }) => question),
        rows: rows.map(({ bank, chapter, type, difficulty, count }) => ({
          bank,
          chapter: chapter || null,
          type: questionTypeOf(type) ?? null,
          difficulty: difficulty ? Number(difficulty) : null,
          count,
        })),
      })
    },
  }
}

function BlueprintForm({ banks, onClose }: { banks: Banks; onClose(): void }) {
  const { sync, view, edit } = useOpenDraft()
  const { rows, drawn, isReady, running, change, remove, add, draw } = useBlueprint(banks)
  const found: QuestionBrief[] = drawn?.rows.flatMap(({ questions }) => questions) ?? []
  function accept() {
    edit((body) => addQuestions(body, found, view.briefs), found)
    onClose()
    offerUndo(`已加入 ${found.length} 题`, () =>
      sync.edit((body) =>
        found.reduce((now, { id }) => {
          const place = placeOf(now, id)
          return place ? removeQuestion(now, place) : now
        }, body),
      ),
    )
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="按条件抽题"
      note="少用过的题先抽，不会与卷上的题重复"
      actions={
        <>
          {drawn && (
            <ConsoleButton kind="line" icon={<RotateCw size={15} />} loading={running} onClick={() => draw(true)}>
              换一批
            </ConsoleButton>
          )}
          {drawn ? (
            <ConsoleButton kind="primary" disabled={found.length === 0} onClick={accept}>
              {found.length} 题加入试卷
            </ConsoleButton>
          ) : (
            <ConsoleButton
              kind="primary"
              loading={running}
              disabled={banks.length === 0 || !isReady}
              onClick={() => draw(false)}
            >
              {isReady ? `抽 ${rows.reduce((sum, { count }) => sum + count, 0)} 题` : '请先填好题数'}
            </ConsoleButton>
          )}
        </>
      }
    >
      <ul className="space-y-3">
        {rows.map((row, at) => (
          <BlueprintRow
            key={row.key}
            row={row}
            number={at + 1}
            banks={banks}
            onChange={(part) => change(row.key, part)}
            onRemove={rows.length > 1 ? () => remove(row.key) : undefined}
          />
        ))}
      </ul>
      <ConsoleButton
        size="small"
        className="mt-3"
        icon={<Plus size={15} />}
        disabled={rows.length >= 100}
        onClick={add}
      >
        加一行
      </ConsoleButton>
      {drawn && <DrawnQuestions drawn={drawn} rows={rows} banks={banks} />}
    </Dialog>
  )
}

function DrawnQuestions({ drawn, rows, banks }: { drawn: Drawn; rows: Row[]; banks: Banks }) {
  return (
    <section aria-label="抽到的题" className="mt-4 space-y-3 border-t border-line pt-3">
      {drawn.rows.map(({ questions, missing }, at) => (
        <div key={rows[at]?.key ?? at}>
          <p role={missing > 0 ? 'alert' : undefined} className="text-12 text-ink-3">
            第 {at + 1} 行，{rows[at] && rowText(rows[at], banks)}：抽到 {questions.length} 题
            {missing > 0 && <b className="text-amber">，缺 {missing} 题，题库里不够</b>}
          </p>
          <ol className="divide-y divide-line">
            {questions.map(({ id, type, text }) => (
              <li key={id} className="flex items-center gap-2 py-1.5">
                <QuestionTypeTag type={type} />
                <span className="min-w-0 truncate">{text}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

interface BlueprintRowProps {
  row: Row
  number: number
  banks: Banks
  onChange(part: Partial<Row>): void
  onRemove?(): void
}

function BlueprintRow({ row, number, banks, onChange, onRemove }: BlueprintRowProps) {
  const any = { value: '', label: '不限' }
  const bank = banks.find(({ id }) => id === row.bank)
  return (
    <li
      aria-label={`第 ${number} 行`}
      className="grid grid-cols-2 items-start gap-2 desk:grid-cols-[1.4fr_1.2fr_1fr_0.9fr_84px_28px]"
    >
      <SelectField
        label="题库"
        value={row.bank}
        options={banks.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(next) => onChange({ bank: next, chapter: '', type: '' })}
      />
      <SelectField
        label="章节"
        value={row.chapter}
        options={[any, ...(bank?.chapters ?? []).map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(chapter) => onChange({ chapter })}
      />
      <SelectField
        label="题型"
        value={row.type}
        options={[any, ...(bank?.types ?? []).map(({ type }) => ({ value: type, label: typeNames[type] }))]}
        onChange={(type) => onChange({ type })}
      />
      <SelectField
        label="难度"
        value={row.difficulty}
        options={[any, ...difficultyNames.map((label, at) => ({ value: String(at + 1), label }))]}
        onChange={(difficulty) => onChange({ difficulty })}
      />
      <NumberField
        label="题数"
        value={row.count}
        min={1}
        max={200}
        onChange={(count) => count !== null && onChange({ count, isCounted: true })}
        onValid={(isCounted) => isCounted !== row.isCounted && onChange({ isCounted })}
      />
      {onRemove ? (
        <button
          type="button"
          aria-label={`删除第 ${number} 行`}
          onClick={onRemove}
          className="mt-5.5 grid size-9 place-items-center rounded-full text-ink-3 hover:bg-fill"
        >
          <X size={16} />
        </button>
      ) : (
        <span />
      )}
    </li>
  )
}
