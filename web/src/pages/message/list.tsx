import { isMessageKind, messageKinds } from '../../features/messages/kinds'
import { MessageKindsList } from '../../features/messages/message-kinds-list'
import { MessageList } from '../../features/messages/message-list'
import { usePage, usePageTitle } from '../../router/page-context'
import { useTopBar } from '../../ui/use-media'
import { MessageColumns } from './columns'

/** `?kind=` shows messages of one kind; without it, all messages. */
export default function MessageListPage() {
  const { query } = usePage()
  const kind = isMessageKind(query.kind) ? query.kind : undefined
  const beside = useTopBar()
  usePageTitle(kind && messageKinds[kind].title)
  return <MessageColumns kinds={beside && <MessageKindsList current={kind} />} list={<MessageList kind={kind} />} />
}
