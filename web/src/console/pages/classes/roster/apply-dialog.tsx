import type { RosterImport } from '@dxx/contract/calls/staff/classes'
import { useState } from 'react'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { KeyLabel } from '../../../kit/key'

type Remove = 'none' | 'unclaimed' | 'all'

/**
 * Confirms a roster file with its numbers. Students who are not in the file stay unless staff choose to remove them.
 */
export function ApplyDialog({ data, onClose }: { data: RosterImport; onClose(): void }) {
  const { counts } = data
  const [remove, setRemove] = useState<Remove>('none')
  const removing = { none: 0, unclaimed: counts.missing - counts.missingVerified, all: counts.missing }[remove]
  const apply = useStaffAction('POST /staff/v1/roster_apply', {
    changes: ['GET /staff/v1/roster_import', 'GET /staff/v1/roster_list', 'GET /staff/v1/class_list'],
    onDone: onClose,
  })
  const choices: [Remove, string][] = [
    ['none', '都留着（默认）'],
    ['unclaimed', `移出没有账号的 ${counts.missing - counts.missingVerified} 人`],
    ['all', `全部移出 ${counts.missing} 人，其中 ${counts.missingVerified} 人已认证`],
  ]
  const total = counts.new + counts.changed + counts.moved + counts.newMembers + removing
  return (
    <Dialog
      open
      onClose={onClose}
      title="更新名册？"
      actions={
        <>
          <ConsoleButton onClick={onClose} data-autofocus>
            再看看 <KeyLabel>Esc</KeyLabel>
          </ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={apply.running}
            onClick={() => void apply.run({ id: data.id, remove, removing })}
          >
            更新 {total} 人{counts.newMembers > 0 && '次'}
          </ConsoleButton>
        </>
      }
    >
      <p className="text-ink-2">
        新增 {counts.new} 人，改名 {counts.changed} 人，转班 {counts.moved} 人
        {counts.newMembers > 0 && `，进教学班 ${counts.newMembers} 人次`}
        {counts.newClasses > 0 && `，新建 ${counts.newClasses} 个班`}。转班和移出的同学如果有账号，会收到消息。
      </p>
      {counts.missing > 0 && (
        <fieldset className="mt-3">
          <legend className="mb-1 text-12 text-ink-3">这些班里有 {counts.missing} 人不在文件里</legend>
          {choices.map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-center gap-2.5 desk:min-h-9">
              <input
                type="radio"
                name="remove"
                value={value}
                checked={remove === value}
                onChange={() => setRemove(value)}
                className="size-4 accent-primary"
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}
