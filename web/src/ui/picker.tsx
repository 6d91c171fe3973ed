import { texts } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import { Button } from './button'
import { type PickerColumn, PickerWheel } from './picker-column'
import { Sheet } from './sheet'

export interface PickerProps {
  open: boolean
  onClose(): void
  title: string
  /** Returns the wheels for the current values; later wheels may depend on earlier values, like days on the month. */
  columns(values: readonly string[]): readonly PickerColumn[]
  /** One value per column. */
  value: readonly string[]
  onConfirm(values: string[]): void
}

/**
 * Returns `wanted`, with values that no longer exist replaced by those at the same wheel position: 31 日 becomes the
 * last day of a shorter month, and the first city of a province becomes the first city of the next province.
 */
function fitting(columns: PickerProps['columns'], wanted: readonly string[], before: readonly string[]): string[] {
  const old = columns(before)
  const fitted: string[] = []
  for (let index = 0; index < old.length; index++) {
    const options = columns([...fitted, ...wanted.slice(index)])[index]?.options ?? []
    const place = old[index]?.options.findIndex((option) => option.value === before[index]) ?? 0
    const there = options[Math.min(options.length - 1, Math.max(0, place))]?.value ?? ''
    fitted.push(options.find((option) => option.value === wanted[index])?.value ?? there)
  }
  return fitted
}

/** Picker wheels in a sheet; the values are applied only by 确认. */
export function Picker({ open, onClose, title, columns, value, onConfirm }: PickerProps) {
  const [turned, setTurned] = useState<string[] | null>(null)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setTurned(null)
  }
  const values = turned ?? fitting(columns, value, value)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button kind="plain" className="flex-1" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            kind="amber"
            className="flex-1"
            onClick={() => {
              onConfirm(values)
              onClose()
            }}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className="relative flex gap-1">
        <div className="pointer-events-none absolute inset-x-0 top-22 h-11 rounded-item bg-fill" />
        {columns(values).map((column, index) => (
          <PickerWheel
            key={column.label}
            {...column}
            value={values[index] ?? ''}
            onChange={(next) =>
              setTurned(
                fitting(
                  columns,
                  values.map((old, place) => (place === index ? next : old)),
                  values,
                ),
              )
            }
          />
        ))}
      </div>
    </Sheet>
  )
}
