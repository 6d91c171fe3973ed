import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { ConsoleButton } from './button'
import { useShortcut } from './shortcuts'

/** Returns the button of a list that creates an item, and makes the key N do the same. */
export function useNewButton(label: string, onNew: () => void, icon: ReactNode = <Plus size={16} />): ReactNode {
  useShortcut('n', label, onNew)
  return (
    <ConsoleButton kind="primary" icon={icon} hotkey="N" onClick={onNew}>
      {label}
    </ConsoleButton>
  )
}
