import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { cx } from '../../../ui/cx'
import type { EditorPlace } from '../../kit/followed-editor'
import type { MarkdownEditor, MarkdownEditorEvents, SlashWord } from './create-markdown-editor'
import { MarkdownToolbar } from './markdown-toolbar'
import { markdownOfPasted } from './pasted-html'
import { findSnippets, placeCursor, type Snippet } from './snippets'
import { uploadContentFile, uploadPlaceholder } from './upload-content'

export interface MarkdownEditorHandle {
  go(line: number): void
}

interface MarkdownEditorFieldProps {
  ref?: Ref<MarkdownEditorHandle>
  /** Curriculum whose draft gets the uploaded files. */
  curriculum?: string
  /** Uploads a file if the text does not belong to a curriculum. */
  upload?: UploadFile
  /** Adds a file that is not a picture. Returns the text that refers to it. */
  addFile?(file: File, uploaded: Uploaded): Promise<string>
  /** Replaces a text in the saved draft; called if an upload ends after the editor was closed. */
  swapSaved?(old: string, next: string): Promise<void>
  /** Snippets of the curriculum's questions and resources. */
  snippets?: readonly Snippet[]
  /** Called when the slash menu opens. */
  onMenu?(): void
  label: string
  value: string
  onChange(text: string): void
  /** Called when the editor scrolls or its cursor moves. */
  onPlace(place: EditorPlace): void
  onSave(): void
}

interface Uploaded {
  path: string
  kind: string
  notes: string[]
}

type UploadFile = (file: File, onProgress: (share: number) => void) => Promise<Uploaded>

/** Files above this number of bytes show the progress of their upload. */
const largeFile = 2_000_000

/** Markdown editor with a slash menu. Pictures upload by themselves; text from Word keeps its structure. */
export function MarkdownEditorField(props: MarkdownEditorFieldProps) {
  const { ref, curriculum = '', upload, addFile, swapSaved, snippets, onMenu, label, value } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<MarkdownEditor | null>(null)
  const [isPlain, setPlain] = useState(false)
  const [slash, setSlash] = useState<SlashWord | null>(null)
  const [at, setAt] = useState(0)
  const found = slash ? findSnippets(slash.word, snippets) : []
  const holder = useUploads(
    upload ?? ((file, onProgress) => uploadContentFile(curriculum, file, onProgress)),
    addFile,
    (old, next) => {
      if (editor.current) editor.current.swap(old, next)
      // If the replacement fails, the check before publishing reports the line with the placeholder.
      else void swapSaved?.(old, next).catch(() => {})
    },
  )
  const close = () => setSlash(null)

  function choose(snippet: Snippet) {
    if (!slash) return
    const { text, cursor } = placeCursor(snippet.text)
    editor.current?.insert(text, slash, cursor)
    close()
  }

  const events = useRef<MarkdownEditorEvents>(null as never)
  events.current = {
    onChange: props.onChange,
    onPlace: props.onPlace,
    onSave: props.onSave,
    onSlash: (next) => {
      if (next) onMenu?.()
      setSlash(next)
      setAt(0)
    },
    onFiles: (files) => {
      editor.current?.insertBlock(`${files.map(holder).join('\n\n')}▮`)
      return true
    },
    onHtml: (pasted) => {
      const converted = markdownOfPasted(pasted, holder)
      if (converted && converted.missing > 0)
        toast(`${converted.missing} 张图没有带过来，原处留了说明：请在原文里单独复制图片再粘贴`)
      return converted?.text ?? null
    },
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
        onChange={(event) => props.onChange(event.target.value)}
        className="min-h-96 w-full resize-none rounded-card bg-card p-4 font-mono text-14"
      />
    )
  return (
    <div className="relative flex min-h-96 flex-col overflow-hidden rounded-card bg-card">
      <MarkdownToolbar
        hasCells={curriculum !== ''}
        editor={() => editor.current}
        onFiles={(files) => files.length > 0 && events.current.onFiles(files)}
      />
      <div ref={host} className="studio-editor min-h-0 flex-1 overflow-auto text-14" />
      <p className="border-t border-line px-3.5 py-1.5 text-11 text-ink-3 max-desk:hidden">
        行首输入 / 插入公式、表格、提示框等，可以写中文、英文或拼音首字母，如 /公式 /gs；从 Word
        粘贴保留结构，图片可以直接粘贴或拖进来
      </p>
      {slash && found.length > 0 && <SlashMenu slash={slash} found={found} at={at} onChoose={choose} />}
    </div>
  )
}

/** Uploads files. Returns a function that starts an upload and returns a placeholder text for the file. */
function useUploads(
  send: UploadFile,
  addFile: MarkdownEditorFieldProps['addFile'],
  swap: (old: string, next: string) => void,
): (file: File) => string {
  async function upload(file: File, placeholder: string) {
    try {
      const uploaded = await send(file, (share) => {
        if (file.size > largeFile) toast(`正在上传 ${file.name} ${Math.round(share * 100)}%`)
      })
      const { path, kind, notes } = uploaded
      const name = file.name.replace(/\.\w+$/, '').replace(/[[\]]/g, '')
      if (kind === 'image') swap(placeholder, `![${name}](${path})`)
      else if (addFile) swap(placeholder, await addFile(file, uploaded))
      else {
        swap(placeholder, '')
        toast(`${file.name} 不是图片，没有放进正文`)
      }
      for (const note of notes) toast(note)
    } catch (error) {
      swap(placeholder, '')
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(`${file.name}：${error.msg}`)
    }
  }
  return (file) => {
    const text = uploadPlaceholder()
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
          // Keeps the focus in the editor.
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
