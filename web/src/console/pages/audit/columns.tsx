import type { AuditEntry } from '@dxx/contract/calls/staff/audit'
import { formatExactTime } from '@dxx/contract/rules/time-from'
import Terminal from 'lucide-react/icons/terminal'
import type { Column } from '../../kit/columns'
import { PersonAvatar } from '../../kit/face'
import { timeText } from '../../kit/time'

/** Staff member who acted, or the terminal for a command run on the server. */
export const Actor = ({ actor }: Pick<AuditEntry, 'actor'>) => (
  <span className="flex min-w-0 items-center gap-2">
    {actor.id === null ? (
      <span aria-hidden="true" className="grid size-5.5 place-items-center rounded-full bg-track text-ink-2">
        <Terminal size={12} />
      </span>
    ) : (
      <PersonAvatar id={actor.id} name={actor.name} size={22} />
    )}
    <b className="truncate font-semibold">{actor.name}</b>
  </span>
)

export const auditColumns: Column<AuditEntry>[] = [
  {
    id: 'at',
    title: '时间',
    width: 136,
    fixed: true,
    card: 'side',
    cell: ({ at }) => (
      <span title={formatExactTime(at)} className="tabular-nums text-12 text-ink-2">
        {timeText(at)}
      </span>
    ),
  },
  { id: 'actor', title: '人', width: 130, fixed: true, card: 'line', cell: (entry) => <Actor {...entry} /> },
  {
    id: 'call',
    title: '操作',
    width: 170,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ callName }) => callName,
  },
  {
    id: 'target',
    title: '对象',
    width: 150,
    grows: true,
    card: 'line',
    cell: ({ target }) => (
      <span className="text-ink-2">
        <span className="text-ink-3">{target.kindName}</span> {target.name}
      </span>
    ),
  },
  {
    id: 'reason',
    title: '原因',
    width: 140,
    grows: true,
    cell: ({ reason }) => <span className="text-ink-2">{reason || '–'}</span>,
  },
  { id: 'roles', title: '角色', width: 110, cell: ({ roles }) => <span className="text-12 text-ink-2">{roles}</span> },
  {
    id: 'address',
    title: '网络地址',
    width: 120,
    cell: ({ address }) => <span className="tabular-nums text-12 text-ink-3">{address}</span>,
  },
]
