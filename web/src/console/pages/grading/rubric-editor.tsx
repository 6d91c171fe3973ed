import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { ConsoleButton } from '../../kit/button'

export interface RubricRow {
  id: number
  score: string
  text: string
}

/** Converts the HTML of a rubric to the plain text in which it is edited. */
export function rubricPlainText(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return text.replace(/\s+/g, ' ').trim()
}

/** Why a row cannot be stored; empty if it can. */
export function rowProblem({ score, text }: Pick<RubricRow, 'score' | 'text'>): string {
  if (!/^[-−]?\d{1,4}(\.\d{1,2})?$/.test(score.trim())) return '分值是数字，最多两位小数，扣分写负数'
  if (Math.abs(parseRubricScore(score)) > 1000) return '分值在 −1000 到 1000 之间'
  if (!text.trim()) return '请写评分要点'
  return text.length > 300 ? '评分要点最多 300 个字' : ''
}

export const parseRubricScore = (score: string): number => Number(score.trim().replace('−', '-'))

const mostRows = 30

interface RubricEditorProps {
  rows: RubricRow[]
  maxScore: number
  onEdit(change: (rows: RubricRow[]) => RubricRow[]): void
}

/** Editor of the rubric: one row with score and text per rubric point. */
export function RubricEditor({ rows, maxScore, onEdit }: RubricEditorProps) {
  const sum = rows.reduce((total, { score }) => total + Math.max(0, parseRubricScore(score) || 0), 0)
  const change = (id: number, changed: Partial<RubricRow>) =>
    onEdit((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  const add = () =>
    onEdit((all) => [...all, { id: Math.max(-1, ...all.map(({ id }) => id)) + 1, score: '1', text: '' }])
  return (
    <fieldset>
      <legend className="mb-1.5 flex w-full items-center justify-between text-12 text-ink-3">
        评分点（满分 {maxScore} 分，加分合计 {Math.round(sum * 100) / 100} 分）
      </legend>
      <ul className="flex flex-col gap-2">
        {rows.map((row, at) => (
          <li key={row.id} className="flex gap-2">
            <input
              aria-label={`第 ${at + 1} 个评分点的分值`}
              inputMode="decimal"
              value={row.score}
              onChange={(event) => change(row.id, { score: event.target.value })}
              className="h-11 w-16 shrink-0 rounded-cover bg-fill px-2 text-right text-[1rem] tabular-nums desk:h-9 desk:text-13"
            />
            <input
              aria-label={`第 ${at + 1} 个评分点`}
              maxLength={300}
              value={row.text}
              onChange={(event) => change(row.id, { text: event.target.value })}
              className="h-11 min-w-0 flex-1 rounded-cover bg-fill px-3 text-[1rem] desk:h-9 desk:text-13"
            />
            <button
              type="button"
              aria-label={`删除第 ${at + 1} 个评分点`}
              onClick={() => onEdit((all) => all.filter((one) => one.id !== row.id))}
              className="tap grid size-9 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
            >
              <Trash2 size={16} />
            </button>
          </li>
        ))}
      </ul>
      {rows.length < mostRows && (
        <ConsoleButton kind="quiet" size="small" icon={<Plus size={15} />} className="mt-1.5" onClick={add}>
          加一个评分点
        </ConsoleButton>
      )}
    </fieldset>
  )
}
