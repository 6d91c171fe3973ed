import { ConsoleButton } from '../../../kit/button'

interface SelectionBarProps {
  count: number
  /** Whether the exam can still be extended and students can still get messages. */
  isOpen: boolean
  onExtend(): void
  onMessage(): void
  onClear(): void
}

/** Actions for the selected students. */
export function SelectionBar({ count, isOpen, onExtend, onMessage, onClear }: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-primary-soft px-5 py-2">
      <span className="mr-auto font-semibold text-primary">已选 {count} 人</span>
      {isOpen ? (
        <>
          <ConsoleButton kind="line" size="small" onClick={onExtend}>
            延长时间
          </ConsoleButton>
          <ConsoleButton kind="line" size="small" onClick={onMessage}>
            发消息
          </ConsoleButton>
        </>
      ) : (
        <span className="text-12 text-ink-2">考试已结束，不能再延长或发消息</span>
      )}
      <ConsoleButton kind="quiet" size="small" onClick={onClear}>
        取消选择
      </ConsoleButton>
    </div>
  )
}
