import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { invalidateCalls } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { Button } from '../../ui/button'
import { NumberBox } from '../../ui/number-box'
import { Ring } from '../../ui/progress-ring'
import { Sheet } from '../../ui/sheet'

const least = 1
const most = 500

/** Progress towards the daily goal, with a button to change the goal. */
export function GoalCard({ today: { done, goal } }: { today: { done: number; goal: number } }) {
  const [open, setOpen] = useState(false)
  const [next, setNext, clearNext] = useDraft('practice-goal', goal)
  const save = useAction('POST /v1/practice_goal', {
    onDone: () => {
      setOpen(false)
      clearNext()
      void invalidateCalls('GET /v1/bank_home')
    },
  })
  const reached = done >= goal
  return (
    <section className="flex items-center gap-4 rounded-card bg-card p-4">
      <Ring value={(done / goal) * 100} label="今日目标" size={64}>
        {done}
      </Ring>
      <div className="min-w-0 flex-1">
        <h2 className="text-15 font-semibold">{reached ? '今日目标完成' : '今日目标'}</h2>
        <p className="tabular-nums text-13 text-ink-2">
          已答 {done} / {goal} 题{!reached && `，还差 ${goal - done} 题`}
        </p>
      </div>
      <Button kind="text" size="small" onClick={() => setOpen(true)}>
        调整<span className="sr-only">每天的目标</span>
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="每天答多少题"
        footer={
          <Button block loading={save.running} onClick={() => void save.run({ goal: next })}>
            保存
          </Button>
        }
      >
        <div className="flex items-center justify-between py-2">
          <span className="text-14 text-ink-2">
            题数
            <span className="block text-12 text-ink-3">
              {least} 到 {most} 题{next !== goal && `，现在是 ${goal} 题`}
            </span>
          </span>
          <NumberBox label="每天的题数" value={next} onChange={setNext} min={least} max={most} />
        </div>
      </Sheet>
    </section>
  )
}
