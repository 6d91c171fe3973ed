import type { MessageKind } from '@dxx/contract/calls/messages'
import Bell from 'lucide-react/icons/bell'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Headset from 'lucide-react/icons/headset'
import MessageCircle from 'lucide-react/icons/message-circle'
import ReceiptText from 'lucide-react/icons/receipt-text'

const size = { 'aria-hidden': true, size: 22, strokeWidth: 1.8 } as const

/** Title and icon of each message kind. */
export const messageKinds: Record<MessageKind | 'cs', { title: string; icon: React.ReactNode; tone: string }> = {
  system: { title: '系统通知', icon: <Bell {...size} />, tone: 'bg-primary-soft text-primary' },
  order: { title: '订单消息', icon: <ReceiptText {...size} />, tone: 'bg-amber-soft text-amber' },
  study: { title: '学习提醒', icon: <GraduationCap {...size} />, tone: 'bg-teal-soft text-teal' },
  social: { title: '互动消息', icon: <MessageCircle {...size} />, tone: 'bg-rose-soft text-rose' },
  cs: { title: '客服消息', icon: <Headset {...size} />, tone: 'bg-violet-soft text-violet' },
}

export const isMessageKind = (value = ''): value is MessageKind => value !== 'cs' && Object.hasOwn(messageKinds, value)
