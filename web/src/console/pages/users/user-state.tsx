import type { UserRow } from '@dxx/contract/calls/staff/users'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import UserRound from 'lucide-react/icons/user-round'
import { StateTag } from '../../kit/tag'

/** Most severe restriction of a user as word, icon and colour. */
export function UserState({ user }: { user: UserRow }) {
  const isMuted = user.mutedUntil !== null && user.mutedUntil > Date.now() / 1000
  if (user.closed)
    return (
      <StateTag tone="red" icon={<CircleSlash size={12} />}>
        已关闭
      </StateTag>
    )
  if (isMuted)
    return (
      <StateTag tone="amber" icon={<MessageCircleOff size={12} />}>
        禁言中
      </StateTag>
    )
  if (user.studentStatus === 'passed')
    return (
      <StateTag tone="green" icon={<BadgeCheck size={12} />}>
        已认证
      </StateTag>
    )
  if (user.studentStatus === 'pending')
    return (
      <StateTag tone="amber" icon={<Clock size={12} />}>
        认证待审核
      </StateTag>
    )
  return (
    <StateTag tone="grey" icon={<UserRound size={12} />}>
      未认证
    </StateTag>
  )
}
