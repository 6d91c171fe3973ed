import { useState } from 'react'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { useShortcut } from '../../kit/shortcuts'
import { useDecision } from './decision'
import { Decisions } from './facts'
import type { ItemProps } from './item-props'
import { PictureThumbnail } from './pictures'
import { Reject } from './reject'
import { RosterComparison } from './roster-comparison'
import { undoStudents } from './undo-decision'

const usual = [
  '学生证照片不清楚，请重新拍一张',
  '填写的信息与学生证不一致，请核对后重新提交',
  '学校名册里没有这个学号，请联系班主任',
]

const usualReopenings = ['之前核对有误', '收到了新的情况，需要再核对']

/** Student authentication: compares the entered data with the roster and the student card. */
export function StudentItem({ item, detail, ...ends }: ItemProps<'student'>) {
  const [rejecting, setRejecting] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const [reopening, setReopening] = useState(false)
  const undo = () => undoStudents([item])
  const approve = useDecision('POST /staff/v1/student_approve', ends, '已通过', undo)
  const reject = useDecision('POST /staff/v1/student_reject', ends, '已退回', undo)
  const reopen = useDecision('POST /staff/v1/student_reopen', ends, '已回到待办')
  const isOpen = item.closedAt === null
  const claimed = detail.roster?.claimedBy
  const approveNow = () => void approve.run({ items: [{ id: item.id, version: item.version }] })
  // If another student has claimed the roster entry, approving ends that claim, so ask for confirmation.
  const pass = claimed ? () => setReplacing(true) : approveNow
  useShortcut('a', '通过认证', pass, { enabled: isOpen })
  useShortcut('r', '退回认证', () => setRejecting(true), { enabled: isOpen })

  return (
    <>
      <div className="flex flex-wrap gap-5">
        <Comparison detail={detail} />
        <section aria-label="学生证" className="w-57">
          <h3 className="mb-1 text-15 font-semibold">学生证</h3>
          {detail.photo ? (
            <>
              <PictureThumbnail url={detail.photo} label="学生证" className="h-36 w-full" />
              <p className="mt-1 text-12 text-ink-3">照片只供核对，处理后 30 天删除</p>
            </>
          ) : (
            <p className="text-ink-3">没有上传照片</p>
          )}
        </section>
      </div>
      {isOpen && (
        <Decisions>
          <ConsoleButton kind="primary" size="large" hotkey="A" loading={approve.running} onClick={pass}>
            {claimed ? '通过，并收回旧认领…' : '通过'}
          </ConsoleButton>
          <ConsoleButton kind="danger" size="large" hotkey="R" onClick={() => setRejecting(true)}>
            退回…
          </ConsoleButton>
        </Decisions>
      )}
      {!isOpen && (
        <Decisions>
          <ConsoleButton size="large" onClick={() => setReopening(true)}>
            重新审核…
          </ConsoleButton>
        </Decisions>
      )}
      {claimed && (
        <Confirm
          open={replacing}
          onClose={() => setReplacing(false)}
          title={`学号已被${claimed.nickname}认领，改归这位同学？`}
          effect={`${claimed.nickname}（${claimed.mobile || '没有手机号'}）的 1 份学生认证会失效，不能再参加学校的考试。`}
          confirm="通过，收回 1 份旧认领"
          running={approve.running}
          onConfirm={approveNow}
        />
      )}
      <Reject
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="退回这份认证"
        usual={usual}
        confirm="确认，退回"
        running={reject.running}
        onConfirm={(reason) => void reject.run({ id: item.id, version: item.version, reason })}
      />
      <Reject
        open={reopening}
        onClose={() => setReopening(false)}
        title="撤销决定，重新审核？"
        usual={usualReopenings}
        confirm="确认，重新审核"
        running={reopen.running}
        onConfirm={(reason) => void reopen.run({ items: [{ id: item.id, version: item.version }], reason })}
      />
    </>
  )
}

/** Compares what the student entered with the roster. */
function Comparison({ detail }: Pick<ItemProps<'student'>, 'detail'>) {
  const { given, roster } = detail
  return (
    <section aria-label="信息核对" className="min-w-70 flex-1">
      <h3 className="mb-1 text-15 font-semibold">
        信息核对 <span className="text-12 font-normal text-ink-3">{given.school}</span>
      </h3>
      <RosterComparison given={given} roster={roster} />
      {!roster && <p className="mt-2 text-12 text-amber">名册里没有这个学号，请按照片核对。</p>}
    </section>
  )
}
