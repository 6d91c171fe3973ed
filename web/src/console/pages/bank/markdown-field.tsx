import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { uploadContentFile } from '../studio/upload-content'

interface MarkdownFieldProps {
  label: string
  hint?: string
  /** Curriculum that pictures are uploaded to. */
  bank: string
  rows: number
  value: string
  onChange(value: string): void
}

/** Text field for Markdown. Pictures that are pasted or dropped upload by themselves and appear in the text. */
export function MarkdownField({ label, hint, bank, rows, value, onChange }: MarkdownFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)

  async function add(files: FileList | File[] | null | undefined) {
    const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
    for (const file of pictures) {
      try {
        setPercent(0)
        const { path } = await uploadContentFile(bank, file, (share) => setPercent(Math.round(share * 100)))
        const box = field.current
        const at = box?.selectionStart ?? value.length
        const now = box?.value ?? value
        onChange(`${now.slice(0, at)}![${file.name.replace(/\.\w+$/, '')}](${path})${now.slice(at)}`)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!error.shown) toast(error.msg)
      } finally {
        setPercent(null)
      }
    }
    return pictures.length > 0
  }

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
            void add(event.target.files)
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
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          void add(files)
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void add(event.dataTransfer.files)
        }}
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
