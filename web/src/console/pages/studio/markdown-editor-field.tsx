import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { cx } from '../../../ui/cx'
import type { MarkdownEditor, MarkdownEditorEvents, SlashWord } from './create-markdown-editor'
import { htmlToMarkdown } from './html-to-markdown'
import { findSnippets, placeCursor, type Snippet } from './snippets'
import { uploadContentFile } from './upload-content'

export interface MarkdownEditorHandle {
  go(line: number): void
}

interface MarkdownEditorFieldProps {
  ref?: Ref<MarkdownEditorHandle>
  /** Curriculum whose draft gets the uploaded files. */
  curriculum?: string
  /** Uploads a file elsewhere than to a curriculum. */
  upload?: UploadFile
  /** Snippets of the curriculum's questions and resources. */
  snippets?: readonly Snippet[]
  /** Called when the slash menu opens. */
  onMenu?(): void
  label: string
  value: string
  onChange(text: string): void
  onSave(): void
}

type UploadFile = (
  file: File,
  onProgress: (share: number) => void,
) => Promise<{ path: string; kind: string; notes: string[] }>

/** Name of the text that stands for a picture while it uploads. */
let uploads = 0
/** Files above this many bytes show how far their upload is. */
const largeFile = 2_000_000

/** HTML from an editor, not a page with structure we would only flatten: `code` from an IDE stays plain text. */
const hasStructure = (html: string) =>
  /<(h[1-6]|p|ul|ol|table|img|b|strong)\b/i.test(html) && !/vscode|monaco|jetbrains/i.test(html)

/** Markdown editor with a slash menu. Pictures upload by themselves; text from Word keeps its structure. */
export function MarkdownEditorField(props: MarkdownEditorFieldProps) {
  const { ref, curriculum = '', upload, snippets, onMenu, label, value, onChange, onSave } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<MarkdownEditor | null>(null)
  const [isPlain, setPlain] = useState(false)
  const [slash, setSlash] = useState<SlashWord | null>(null)
  const [at, setAt] = useState(0)
  const found = slash ? findSnippets(slash.word, snippets) : []
  const holder = useUploads(upload ?? ((file, told) => uploadContentFile(curriculum, file, told)), editor)
  const close = () => setSlash(null)

  function choose(snippet: Snippet) {
    if (!slash) return
    const { text, cursor } = placeCursor(snippet.text)
    editor.current?.insert(text, slash, cursor)
    close()
  }

  const events = useRef<MarkdownEditorEvents>(null as never)
  events.current = {
    onChange,
    onSave,
    onSlash: (next) => {
      if (next) onMenu?.()
      setSlash(next)
      setAt(0)
    },
    onFiles: (files) => {
      editor.current?.insert(files.map(holder).join('\n\n'))
      return true
    },
    onHtml: (html) =>
      hasStructure(html)
        ? htmlToMarkdown(html, (image) => {
            const file = fileOf(image.src)
            return file ? holder(file) : image.alt ? `（图：${image.alt}）` : ''
          })
        : null,
    onMenuKey: (key) => {
      if (!slash || found.length === 0) return false
      if (key === 'Escape') close()
      else if (key === 'Enter') choose(found[at] ?? found[0]!)
      else setAt((at + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
      return true
    },
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once; later values replace its text
  useEffect(() => {
    let ended = false
    import('./create-markdown-editor')
      .then(({ openMarkdownEditor }) => {
        if (ended || !host.current) return
        editor.current = openMarkdownEditor(host.current, value, label, events)
      })
      .catch(() => setPlain(true))
    return () => {
      ended = true
      editor.current?.close()
      editor.current = null
    }
  }, [])
  useEffect(() => editor.current?.replace(value), [value])
  useImperativeHandle(ref, () => ({ go: (line) => editor.current?.go(line) }))

  if (isPlain)
    return (
      <textarea
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-96 w-full resize-none rounded-card bg-card p-4 font-mono text-14"
      />
    )
  return (
    <div className="relative min-h-0 overflow-hidden rounded-card bg-card">
      <div ref={host} className="studio-editor h-full overflow-auto text-14" />
      {slash && found.length > 0 && <SlashMenu slash={slash} found={found} at={at} onChoose={choose} />}
    </div>
  )
}

/** Uploads files. Returns a function that starts an upload and returns the text that stands for the file meanwhile. */
function useUploads(send: UploadFile, editor: RefObject<MarkdownEditor | null>): (file: File) => string {
  async function upload(file: File, placeholder: string) {
    try {
      const { path, kind, notes } = await send(file, (share) => {
        if (file.size > largeFile) toast(`正在上传 ${file.name} ${Math.round(share * 100)}%`)
      })
      const name = file.name.replace(/\.\w+$/, '')
      const text = kind === 'image' ? `![${name}](${path})` : `（已上传 ${path}，请在“资源”里登记）`
      editor.current?.swap(placeholder, text)
      for (const note of notes) toast(note)
    } catch (error) {
      editor.current?.swap(placeholder, '')
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(`${file.name}：${error.msg}`)
    }
  }
  return (file) => {
    const text = `![正在上传 ${++uploads}…]()`
    void upload(file, text)
    return text
  }
}

interface SlashMenuProps {
  slash: SlashWord
  found: Snippet[]
  /** Index of the snippet that Enter inserts. */
  at: number
  onChoose(snippet: Snippet): void
}

const SlashMenu = ({ slash, found, at, onChoose }: SlashMenuProps) => (
  <ul
    aria-label="插入"
    className="fixed z-40 max-h-72 w-72 max-w-[calc(100vw-24px)] overflow-y-auto rounded-card bg-card p-1.5 shadow-float inset-ring inset-ring-line"
    style={{
      left: Math.max(12, Math.min(slash.left, innerWidth - 300)),
      top: Math.min(slash.top + 4, innerHeight - 300),
    }}
  >
    {found.map((snippet, i) => (
      <li key={snippet.text}>
        <button
          type="button"
          tabIndex={-1}
          aria-current={i === at}
          // The editor keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(snippet)
          }}
          ref={i === at ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
          className={cx(
            'flex min-h-11 w-full items-center rounded-item px-2.5 text-left desk:min-h-9',
            i === at && 'bg-fill',
          )}
        >
          <span className="truncate">{snippet.label}</span>
        </button>
      </li>
    ))}
  </ul>
)

/** The picture of a data URL as a file; null for any other address, which the browser may not read. */
function fileOf(url: string): File | null {
  const [, type = '', data] = /^data:(image\/[a-z+.-]+);base64,(.*)$/i.exec(url) ?? []
  if (data === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    return new File([bytes], `图.${type.split('/')[1]?.replace('+xml', '') ?? 'png'}`, {
      type,
      lastModified: bytes.length,
    })
  } catch {
    return null
  }
}
