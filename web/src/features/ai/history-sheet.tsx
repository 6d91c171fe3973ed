import { Sheet } from '../../ui/sheet'
import { Conversations, type ConversationsProps } from './conversations'

/** Sheet with the earlier conversations, for windows without a column for them. */
export function ConversationsSheet({ onClose, ...list }: ConversationsProps & { onClose(): void }) {
  return (
    <Sheet open onClose={onClose} title="对话记录">
      <Conversations {...list} />
    </Sheet>
  )
}
