import { ScrollingPre } from '../../../ui/scrolling-pre'

/** Labelled input or output of a program. */
export function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="text-12 text-ink-3">{label}</p>
      <ScrollingPre className="max-h-40 overflow-auto rounded-item bg-card p-2 font-mono text-13">
        {text || '（空）'}
      </ScrollingPre>
    </div>
  )
}
