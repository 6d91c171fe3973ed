import { Sheet } from '../../ui/sheet'
import type { Example } from './examples'

export interface ExamplesSheetProps {
  open: boolean
  onClose(): void
  examples: readonly Example[]
  onTake(example: Example): void
}

export function ExamplesSheet({ open, onClose, examples, onTake }: ExamplesSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="示例代码">
      <p className="pb-2 text-13 text-ink-2">选一个替换现在的代码，可以撤销，也能从历史里找回。</p>
      <ul>
        {examples.map((example) => (
          <li key={example.title} className="not-first:hairline-t">
            <button
              type="button"
              onClick={() => onTake(example)}
              className="hover-row block min-h-12 w-full py-2 text-left text-15 -outline-offset-2 active:bg-fill"
            >
              {example.title}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
