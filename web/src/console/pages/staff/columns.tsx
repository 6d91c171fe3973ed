import type { StaffPerson } from '@dxx/contract/calls/staff/staff'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import CircleSlash from 'lucide-react/icons/circle-slash'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { Column } from '../../kit/columns'
import { PersonAvatar } from '../../kit/face'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { roleTones, stateNames } from './labels'

/** State of a staff member as word, icon and colour. */
export function PersonState({ state }: { state: StaffPerson['state'] }) {
  const look = {
    live: { tone: 'green', Icon: CircleCheck },
    resting: { tone: 'amber', Icon: CirclePause },
    ended: { tone: 'grey', Icon: CircleSlash },
  } as const
  const { tone, Icon } = look[state]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {stateNames[state]}
    </StateTag>
  )
}

/** Tags of the roles of a staff member, each role once. */
function RoleTags({ grants }: Pick<StaffPerson, 'grants'>) {
  const roles = [...new Map(grants.map((grant) => [grant.role, grant.roleName]))]
  if (roles.length === 0) return <span className="text-ink-3">没有授权</span>
  return (
    <span className="inline-flex max-w-full gap-1.5 overflow-hidden">
      {roles.map(([role, name]) => (
        <StateTag key={role} tone={roleTones[role]}>
          {name}
        </StateTag>
      ))}
    </span>
  )
}

const scopes = ({ grants }: StaffPerson) => [...new Set(grants.map(({ scope }) => scope.name))]

export const staffColumns: Column<StaffPerson>[] = [
  {
    id: 'name',
    title: '姓名',
    width: 150,
    grows: true,
    fixed: true,
    card: 'title',
    sortBy: ({ nickname }) => nickname,
    cell: ({ id, nickname, avatar, isMe }) => (
      <span className="flex min-w-0 items-center gap-2">
        <PersonAvatar id={id} name={nickname} src={avatar} />
        <b className="truncate font-semibold">{nickname}</b>
        {isMe && <StateTag tone="grey">我</StateTag>}
      </span>
    ),
  },
  {
    id: 'roles',
    title: '角色',
    width: 190,
    fixed: true,
    card: 'line',
    sortBy: ({ grants }) => grants[0]?.roleName ?? '',
    cell: ({ grants }) => <RoleTags grants={grants} />,
  },
  {
    id: 'scope',
    title: '范围',
    width: 160,
    grows: true,
    card: 'line',
    cell: (person) => <span className="text-12 text-ink-2">{scopes(person).join('、') || '–'}</span>,
  },
  {
    id: 'state',
    title: '状态',
    width: 96,
    card: 'side',
    sortBy: ({ state }) => state,
    cell: ({ state }) => <PersonState state={state} />,
  },
  {
    id: 'seen',
    title: '最近登录',
    width: 130,
    sortBy: ({ lastLoginAt }) => lastLoginAt ?? 0,
    cell: ({ lastLoginAt }) => (
      <span className="text-12 text-ink-2">{lastLoginAt === null ? '还没有登录过' : timeText(lastLoginAt)}</span>
    ),
  },
  {
    id: 'factor',
    title: '二次验证',
    width: 100,
    sortBy: ({ secondFactor }) => (secondFactor ? 1 : 0),
    cell: ({ secondFactor }) => <FactorState on={secondFactor} />,
  },
  {
    id: 'mobile',
    title: '手机号',
    width: 120,
    cell: ({ mobile }) => <span className="tabular-nums text-12 text-ink-2">{mobile || '未绑定'}</span>,
  },
]

export function FactorState({ on }: { on: boolean }) {
  return (
    <span className={`inline-flex items-center gap-1 text-12 ${on ? 'text-success' : 'text-ink-3'}`}>
      {on ? <ShieldCheck size={14} /> : <ShieldOff size={14} />}
      {on ? '已开启' : '未开启'}
    </span>
  )
}
