import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import History from 'lucide-react/icons/history'
import { Link } from 'wouter'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { RegionState } from '../../kit/states'

interface EmptyQueueProps {
  /** Number of answers that wait for a score; undefined if the user may not grade. */
  grading: number | undefined
  onClosed(): void
}

/** Shown if no work item waits; links to 批阅室 if answers wait there. */
export function EmptyQueue({ grading = 0, onClosed }: EmptyQueueProps) {
  return (
    <RegionState
      tone="green"
      icon={<CircleCheck size={24} />}
      title={grading > 0 ? '待办处理完了，还有作答等着批阅' : '都处理完了'}
      text={grading > 0 ? `批阅室里有 ${grading} 份；有新的待办会自己出现在这里` : '有新的会自己出现在这里'}
    >
      {grading > 0 && (
        <Link href="/grading" className={consoleButtonClass('primary', 'small')}>
          去批阅室
          <ArrowRight size={15} />
        </Link>
      )}
      <ConsoleButton kind="line" size="small" onClick={onClosed}>
        看处理过的
      </ConsoleButton>
    </RegionState>
  )
}

/** Shown in the list of closed work items if no work item was decided yet. */
export function NothingDecided() {
  return (
    <RegionState
      tone="blue"
      icon={<History size={24} />}
      title="还没有处理过的待办"
      text="处理好的会列在这里，可以回看经过和便签"
    />
  )
}
