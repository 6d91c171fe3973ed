import Copy from 'lucide-react/icons/copy'
import { toast } from '../../../state/flash'

/** A value to register at another system, with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast('已复制')
    } catch {
      toast('没有复制成功，请手动选择')
    }
  }
  return (
    <div className="flex min-h-9 items-center gap-2">
      <span className="w-24 shrink-0 text-12 text-ink-3">{label}</span>
      <code className="min-w-0 flex-1 text-12 wrap-anywhere">{value}</code>
      <button
        type="button"
        aria-label={`复制${label}`}
        onClick={() => void copy()}
        className="tap grid size-8 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
      >
        <Copy size={16} />
      </button>
    </div>
  )
}
