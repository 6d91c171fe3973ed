import { RadioGroup, type RadioGroupProps } from './radio-group'
import { Sheet } from './sheet'

export interface ListPickerProps<Value extends string> extends RadioGroupProps<Value> {
  open: boolean
  onClose(): void
}

/** Single-choice list in a sheet, which closes when an item is chosen. */
export function ListPicker<Value extends string>({ open, onClose, label, onChange, ...rest }: ListPickerProps<Value>) {
  return (
    <Sheet open={open} onClose={onClose} title={label} flush>
      <RadioGroup
        {...rest}
        label={label}
        onChange={(value) => {
          onChange(value)
          onClose()
        }}
      />
    </Sheet>
  )
}
