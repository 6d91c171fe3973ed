import type { AuditEntry } from '@dxx/contract/calls/staff/audit'
import { formatExactTime } from '@dxx/contract/rules/time-from'
import { ConsoleButton } from '../../kit/button'
import { DetailPane } from '../../kit/detail-pane'
import { shortNumber } from '../../kit/states'
import { changedFields } from './changed-fields'
import { Actor } from './columns'

interface EntryPaneProps {
  open: boolean
  entry: AuditEntry | undefined
  loading: boolean
  onClose(): void
  onSameTarget(entry: AuditEntry): void
}

/** One audit entry: what changed, the reason, and the IP address. */
export function EntryPane({ open, entry, loading, onClose, onSameTarget }: EntryPaneProps) {
  return (
    <DetailPane
      open={open}
      onClose={onClose}
      title={entry?.callName ?? '操作记录'}
      actions={
        entry && (
          <ConsoleButton kind="line" size="small" onClick={() => onSameTarget(entry)}>
            看“{entry.target.name || entry.target.kindName}”的全部记录
          </ConsoleButton>
        )
      }
    >
      {entry ? (
        <Entry entry={entry} />
      ) : (
        <p className="text-ink-3">
          {loading ? '正在加载…' : '这条记录不在当前的筛选结果里，清除条件或往下翻可以找到。'}
        </p>
      )}
    </DetailPane>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry.before, entry.after, entry.students)
  const facts = [
    ['时间', formatExactTime(entry.at)],
    ['角色', entry.actor.id === null ? '命令行' : entry.roles],
    ['手机', entry.actor.mobile],
    ['对象', `${entry.target.kindName} ${entry.target.name}`],
    ['原因', entry.reason],
    ['网络地址', entry.address],
    ['记录号', String(entry.id)],
    ['请求编号', shortNumber(entry.requestId)],
    ['校验值', entry.hash.slice(0, 16)],
  ].filter(([, value]) => value)
  return (
    <div className="space-y-4">
      <Actor {...entry} />
      {fields.length > 0 && (
        <table className="w-full table-fixed text-12">
          <caption className="sr-only">改动</caption>
          <thead className="text-left text-ink-3">
            <tr>
              <th scope="col" className="w-1/4 py-1 font-normal">
                字段
              </th>
              <th scope="col" className="py-1 font-normal">
                改之前
              </th>
              <th scope="col" className="py-1 font-normal">
                改之后
              </th>
            </tr>
          </thead>
          <tbody className="align-top">
            {fields.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row" className="py-1 pr-2 text-left font-normal break-all text-ink-2">
                  {name}
                </th>
                <td className="py-0.5 pr-1">
                  {before !== null && (
                    <span className="block rounded-tag bg-danger-soft px-2 py-0.5 break-all text-danger">
                      − {before}
                    </span>
                  )}
                </td>
                <td className="py-0.5">
                  {after !== null && (
                    <span className="block rounded-tag bg-success-soft px-2 py-0.5 break-all text-success">
                      + {after}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-3 py-1.5">
            <dt className="w-18 shrink-0 text-ink-3">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
