import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cx } from '../../ui/cx'
import { useContainingDialog } from './use-containing-dialog'

interface MenuItem {
  label: ReactNode
  icon?: ReactNode
  onSelect(): void
  /** The action removes something: shown in red. */
  danger?: boolean
  disabled?: boolean
}

interface ChoiceItem {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
}

interface PopMenuProps {
  /** Button that opens the menu; base-ui adds its ARIA state and key handlers. */
  trigger: ReactElement
  items?: (MenuItem | false | null | undefined)[]
  /** Items with a check mark; the menu stays open when one is clicked. */
  choices?: ChoiceItem[]
  heading?: string
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
}

const rowClass =
  'flex min-h-11 desk:min-h-8.5 items-center gap-2.5 rounded-item px-2.5 text-13 outline-none select-none cursor-default data-highlighted:bg-fill data-disabled:opacity-40'

type SurfaceProps = Omit<PopMenuProps, 'trigger'> & {
  dialog: HTMLDialogElement | undefined
  /** Element beside which the menu opens and that gets the focus afterwards; by default the trigger. */
  anchor?: HTMLElement
}

function Surface({ items = [], choices = [], heading, side = 'bottom', align = 'end', dialog, anchor }: SurfaceProps) {
  return (
    <Menu.Portal container={dialog}>
      <Menu.Positioner
        anchor={anchor}
        side={side}
        align={align}
        sideOffset={6}
        // Fixed, so that the edge of the dialog does not cut the menu off.
        positionMethod={dialog ? 'fixed' : 'absolute'}
        className="z-40 outline-none"
      >
        <Menu.Popup
          finalFocus={anchor && (() => anchor)}
          className="max-h-(--available-height) min-w-44 animate-rise overflow-y-auto rounded-card bg-card p-1.5 shadow-float inset-ring inset-ring-line outline-none"
        >
          {heading && <p className="px-2.5 pt-1 pb-1.5 text-11 text-ink-3">{heading}</p>}
          {items.map((item, at) =>
            item ? (
              <Menu.Item
                // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items keep their order
                key={at}
                disabled={item.disabled}
                onClick={item.onSelect}
                className={cx(rowClass, item.danger && 'text-danger')}
              >
                {item.icon}
                {item.label}
              </Menu.Item>
            ) : null,
          )}
          {choices.map(({ label, checked, onChange, disabled }) => (
            <Menu.CheckboxItem
              key={label}
              checked={checked}
              onCheckedChange={onChange}
              disabled={disabled}
              closeOnClick={false}
              className={rowClass}
            >
              <span className="grid w-4 place-items-center text-primary">{checked && <Check size={14} />}</span>
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

/** Menu of further actions or of items with check marks. */
export function PopMenu({ trigger, ...surface }: PopMenuProps) {
  const [triggerRef, dialog] = useContainingDialog()
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} ref={triggerRef} />
      <Surface {...surface} dialog={dialog} />
    </Menu.Root>
  )
}

interface OpenMenuProps {
  /** Button that was pressed. */
  anchor: HTMLElement
  items: PopMenuProps['items']
  onClose(): void
}

/** Open menu of one button in a long list: a closed menu for each of a thousand rows takes most of their rendering. */
export function OpenMenu({ anchor, items, onClose }: OpenMenuProps) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen} onOpenChangeComplete={(open) => open || onClose()}>
      <Surface items={items} anchor={anchor} dialog={anchor.closest('dialog') ?? undefined} />
    </Menu.Root>
  )
}
