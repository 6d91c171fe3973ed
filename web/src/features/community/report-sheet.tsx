import { useState } from 'react'
import { useAction } from '../../api/use-action'
import type { CallInput } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/radio-group'
import { Sheet } from '../../ui/sheet'
import { Textarea } from '../../ui/textarea'

const reasons = ['广告或垃圾信息', '辱骂、人身攻击', '违法或不良内容', '泄露他人隐私', '其他'] as const
type Reason = (typeof reasons)[number]

type Reported = Pick<CallInput<'POST /v131/report'>, 'target' | 'id'>

/** Form to report inappropriate content. */
export function ReportSheet({ target, id, onClose }: Reported & { onClose(): void }) {
  const [reason, setReason] = useState<Reason>('广告或垃圾信息')
  const [more, setMore, clearMore] = useDraft(`report:${target}:${id}`, '')
  const { run, running } = useAction('POST /v131/report', {
    onDone: () => {
      clearMore()
      onClose()
      toast('已收到举报，我们会尽快核实')
    },
  })
  const words = more.trim()
  return (
    <Sheet
      open
      onClose={onClose}
      title="举报"
      footer={
        <Button
          block
          loading={running}
          disabled={reason === '其他' && !words}
          onClick={() => void run({ target, id, reason: words ? `${reason}：${words}` : reason })}
        >
          提交举报
        </Button>
      }
    >
      <RadioGroup
        label="举报的原因"
        value={reason}
        onChange={setReason}
        options={reasons.map((value) => ({ value, title: value }))}
      />
      <div className="mt-3">
        <Textarea
          label={reason === '其他' ? '请说明原因' : '补充说明（选填）'}
          value={more}
          onChange={setMore}
          maxLength={150}
        />
      </div>
    </Sheet>
  )
}
