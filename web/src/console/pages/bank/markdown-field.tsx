import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useRef } from 'react'
import { usePaste } from './use-paste'

interface MarkdownFieldProps {
  label: string
  hint?: string
  /** Curriculum that pictures are uploaded to. */
  bank: string
  rows: number
  value: string
  onChange(value: string): void
}

/** Text field for Markdown that takes pasted and dropped pictures and text of Word. */
export function MarkdownField({ label, hint, bank, rows, value, onChange }: MarkdownFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { percent, add, handlers } = usePaste(bank, field, value, onChange)
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center gap-2 text-12 text-ink-3">
        <label htmlFor={id} className="mr-auto">
          {label}
        </label>
        {percent !== null && <span role="status">正在上传图片 {percent}%</span>}
        <button
          type="button"
          onClick={() => picker.current?.click()}
          className="tap flex items-center gap-1 rounded-item text-primary hover:bg-primary-soft"
        >
          <ImagePlus size={14} />
          插入图片
        </button>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <textarea
        ref={field}
        id={id}
        rows={rows}
        value={value}
        spellCheck={false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
        {...handlers}
        className="block w-full resize-y rounded-cover bg-fill px-3 py-2 font-mono text-[1rem] leading-relaxed desk:text-13"
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-12 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
