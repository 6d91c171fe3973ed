import { Prose } from '../../ui/prose'
import { optionLetter } from './labels'

interface Item {
  id: string
}

/** Options or items on paper, in two columns. */
export function PrintedRows({
  rows,
  mark = optionLetter,
}: {
  rows: readonly (Item & { html: string })[]
  mark?(index: number): string
}) {
  return (
    <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1">
      {rows.map(({ id, html }, index) => (
        <li key={id} className="flex gap-1.5 text-14">
          {mark(index)}.
          <Prose html={html} className="question-option" />
        </li>
      ))}
    </ul>
  )
}

export const AnswerLine = () => <p className="mt-1 text-14">答：________________</p>

/** Returns the letters of the rows with these ids, in the order of `ids`. */
export const rowLetters = (rows: readonly Item[], ids: readonly string[]) =>
  ids.map((id) => optionLetter(rows.findIndex((row) => row.id === id))).join('')
