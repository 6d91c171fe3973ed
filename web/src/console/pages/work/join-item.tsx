import { useState } from 'react'
import { ConsoleButton } from '../../kit/button'
import { useShortcut } from '../../kit/shortcuts'
import { useDecision } from './decision'
import { Decisions } from './facts'
import type { ItemProps } from './item-props'
import { Reject } from './reject'
import { RosterComparison } from './roster-comparison'

const usual = ['学号或姓名与名册不一致，请核对后重新申请', '你不在这个班，请向老师要你们班的班级码']

/** A student who wants to join a class by its code: compares the entered data with the roster. */
export function JoinItem({ item, detail, ...ends }: ItemProps<'join'>) {
  const [rejecting, setRejecting] = useState(false)
  const approve = useDecision('POST /staff/v1/join_approve', ends, '已同意加入')
  const reject = useDecision('POST /staff/v1/join_reject', ends, '已退回')
  const isOpen = item.closedAt === null
  const { given, roster, className, currentClass } = detail
  const claimed = roster?.claimedBy
  const pass = () => void approve.run({ items: [{ id: item.id, version: item.version }] })
  useShortcut('a', '同意加入', pass, { enabled: isOpen && !claimed })
  useShortcut('r', '退回申请', () => setRejecting(true), { enabled: isOpen })
  return (
    <>
      <section aria-label="信息核对" className="min-w-70">
        <h3 className="mb-1 text-15 font-semibold">
          申请加入{className} <span className="text-12 font-normal text-ink-3">用班级码</span>
        </h3>
        <RosterComparison given={{ ...given, className }} roster={roster} />
        <p className="mt-2 text-12 text-ink-3">
          {claimed
            ? '这个学号已被别的账号认证，不能在这里同意。请让同学走学生认证，由学校核对。'
            : roster
              ? '同意后，这位同学转到这个班，并通过学生认证。'
              : '名册里没有这个学号。同意后会加到名册里，并通过学生认证。'}
          {currentClass && ` 现在在${currentClass}。`}
        </p>
      </section>
      {isOpen && (
        <Decisions>
          <ConsoleButton
            kind="primary"
            size="large"
            hotkey="A"
            disabled={Boolean(claimed)}
            loading={approve.running}
            onClick={pass}
          >
            同意加入
          </ConsoleButton>
          <ConsoleButton kind="danger" size="large" hotkey="R" onClick={() => setRejecting(true)}>
            退回…
          </ConsoleButton>
        </Decisions>
      )}
      <Reject
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="退回这份申请"
        usual={usual}
        confirm="确认，退回"
        running={reject.running}
        onConfirm={(reason) => void reject.run({ id: item.id, version: item.version, reason })}
      />
    </>
  )
}
