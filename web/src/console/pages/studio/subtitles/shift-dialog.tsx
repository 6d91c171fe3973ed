import { useState } from 'react'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextField } from '../../../kit/fields'

interface ShiftDialogProps {
  /** Number of the first cue that moves; null for all. */
  from: number | null
  onClose(): void
  onShift(ms: number): void
}

/** Seconds by which subtitles can be moved at once. */
const mostSeconds = 36_000

/** Dialog that asks by how many seconds the subtitles move. */
export function ShiftDialog({ from, onClose, onShift }: ShiftDialogProps) {
  const [typed, setTyped] = useState('')
  const seconds = /^[+-]?\d{1,5}(\.\d{1,3})?$/.test(typed.trim()) ? Number(typed) : Number.NaN
  const isValid = Math.abs(seconds) <= mostSeconds && seconds !== 0
  const move = () => isValid && onShift(Math.round(seconds * 1000))
  return (
    <Dialog
      open
      onClose={onClose}
      title={from === null ? '全部平移' : `从第 ${from} 条起平移`}
      note="字幕比声音早就往后移（正数），晚就往前移（负数）；移到 0 以前的停在 0"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" disabled={!isValid} onClick={move}>
            平移
          </ConsoleButton>
        </>
      }
    >
      <TextField
        data-autofocus
        label="秒"
        value={typed}
        placeholder="例如 1.5 或 -0.8"
        inputMode="text"
        maxLength={10}
        error={typed !== '' && !isValid && !/^[+-]?$/.test(typed) ? '请写秒数，最多三位小数' : undefined}
        onChange={setTyped}
        onKeyDown={(event) => event.key === 'Enter' && move()}
      />
    </Dialog>
  )
}
