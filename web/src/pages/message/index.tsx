import { MessageKindsList } from '../../features/messages/message-kinds-list'
import { MessageList } from '../../features/messages/message-list'
import { useDesktop } from '../../ui/use-media'
import { MessageColumns } from './columns'

/** Lists the kinds of messages. On desktop all messages are beside them. */
export default function MessagePage() {
  return <MessageColumns kinds={<MessageKindsList />} list={useDesktop() && <MessageList />} />
}
