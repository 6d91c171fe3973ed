import type { Highlight } from '@dxx/contract/calls/reading'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import { serverNow } from '../../../api/clock'
import { Button } from '../../../ui/button'
import { Sheet } from '../../../ui/sheet'

interface ThoughtSheetProps {
  thought: Highlight
  onEdit(): void
  /** Opens the menu with colours and actions of the highlight. */
  onMore(): void
  onClose(): void
}

/** The user's thought on a passage, opened by a tap on its mark in the text. */
export function ThoughtSheet({ thought, onEdit, onMore, onClose }: ThoughtSheetProps) {
  const { locator, note, updatedAt } = thought
  return (
    <Sheet
      open
      onClose={onClose}
      title="我的想法"
      footer={
        <>
          <Button kind="plain" className="flex-1" onClick={onMore}>
            更多
          </Button>
          <Button className="flex-2" onClick={onEdit}>
            修改
          </Button>
        </>
      }
    >
      <blockquote className="mb-3 line-clamp-4 border-l-3 border-amber pl-2.5 text-13 text-ink-2">
        {locator.exact}
      </blockquote>
      <p className="text-15 user-text">{note}</p>
      <p className="mt-2 text-12 text-ink-3">{formatTimeAgo(updatedAt, serverNow())} · 仅自己可见</p>
    </Sheet>
  )
}
