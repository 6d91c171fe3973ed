import { useState } from 'react'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextField } from '../../../kit/fields'
import { parseNumber } from './number-input'

interface DrawDialogProps {
  title: string
  /** Number of questions in the section. */
  count: number
  initial: number | undefined
  onClose(): void
  /** Undefined: every student gets all questions. */
  onChoose(draw: number | undefined): void
}

/** Dialog that sets how many questions of a section each student gets. */
export function DrawDialog({ title, count, initial, onClose, onChoose }: DrawDialogProps) {
  const [text, setText] = useState(initial === undefined ? '' : String(initial))
  const draw = parseNumber(text, { min: 1, max: count - 1, step: 1 })
  const choose = () => draw !== undefined && onChoose(draw ?? undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" disabled={draw === undefined} onClick={choose}>
            {draw ? `每人抽 ${draw} 题` : `每人都做 ${count} 题`}
          </ConsoleButton>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose()
        }}
      >
        <TextField
          label="每人抽几题"
          inputMode="numeric"
          value={text}
          onChange={setText}
          error={draw === undefined ? `请填 1 到 ${count - 1} 的整数` : undefined}
          hint="不填就每人都做全部。每人的题不同，但各份卷子一样难、一样准：任何水平的学生，期望得分和测量误差都相近。这个大题里每题的分值要相同；备选的题至少是抽的两三倍，差别才小。"
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
