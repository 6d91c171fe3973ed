import type { WorkKind } from '@dxx/contract/staff'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import Flag from 'lucide-react/icons/flag'
import Headset from 'lucide-react/icons/headset'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Scale from 'lucide-react/icons/scale'
import Undo2 from 'lucide-react/icons/undo-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { TintIcon, type Tone } from '../../kit/tag'

const looks: Record<WorkKind, { tone: Tone; Icon: typeof Flag }> = {
  student: { tone: 'blue', Icon: BadgeCheck },
  refund: { tone: 'rose', Icon: Undo2 },
  invoice: { tone: 'teal', Icon: FileText },
  support: { tone: 'violet', Icon: Headset },
  feedback: { tone: 'amber', Icon: MessageSquareText },
  report: { tone: 'red', Icon: Flag },
  appeal: { tone: 'blue', Icon: Scale },
  join: { tone: 'teal', Icon: UserPlus },
  question: { tone: 'violet', Icon: CircleHelp },
}

export function KindIcon({ kind }: { kind: WorkKind }) {
  const { tone, Icon } = looks[kind]
  return (
    <TintIcon tone={tone}>
      <Icon size={17} />
    </TintIcon>
  )
}
