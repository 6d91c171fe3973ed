import { useState } from 'react'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextField } from '../../../kit/fields'
import { parseNumber } from './number-input'

interface PointsDialogProps {
  title: string
  count: number
  initial: number | null
  onClose(): void
  /** Null: the points of the question bank. */
  onChoose(points: number | null): void
}

/** Dialog that sets the same points for all questions of a section. */
export function PointsDialog({ title, count, initial, onClose, onChoose }: PointsDialogProps) {
  const [text, setText] = useState(initial === null ? '' : String(initial))
  const points = parseNumber(text, { min: 0.01, max: 1000, step: 0.01 })
  const choose = () => points !== undefined && onChoose(points)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" disabled={points === undefined} onClick={choose}>
            {points === null
              ? `${count} 题用题库的分值`
              : `${count} 题共 ${Math.round((points ?? 0) * count * 100) / 100} 分`}
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
          label="每题分值"
          inputMode="decimal"
          value={text}
          onChange={setText}
          error={points === undefined ? '请填 0.01 到 1000 的数，最多两位小数' : undefined}
          hint="不填就用题库里的分值"
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
