import { MessageKindsList } from '../../features/messages/message-kinds-list'
import { MessageList } from '../../features/messages/message-list'
import { useTopBar } from '../../ui/use-media'
import { MessageColumns } from './columns'

/** Lists the kinds of messages. From 641 px all messages are beside them. */
export default function MessagePage() {
  return <MessageColumns kinds={<MessageKindsList />} list={useTopBar() && <MessageList />} />
}
