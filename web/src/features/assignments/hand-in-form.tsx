import type { AssignmentItem } from '@dxx/contract/calls/assignments'
import FileText from 'lucide-react/icons/file-text'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import { invalidateCalls } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { bytesText } from '../../ui/bytes-text'
import { Textarea } from '../../ui/textarea'
import { uploadFile } from '../uploads/upload'

interface ChosenFile {
  id: string
  name: string
  bytes: number
}

interface Written {
  text: string
  files: ChosenFile[]
}

const filesMax = 10
const textMax = 20_000

/** Form to hand in text and files. The typed text stays on the device until it is handed in. */
export function HandInForm({ item, onDone }: { item: AssignmentItem; onDone(): void }) {
  const before = item.handIn
  const [written, setWritten, clear] = useDraft<Written>(`hand-in ${item.id}`, {
    text: before?.text ?? '',
    files: before?.files.map(({ id, name, bytes }) => ({ id, name, bytes })) ?? [],
  })
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/hand_in', {
    onDone: () => {
      clear()
      toast('已提交')
      void invalidateCalls('GET /v1/assignment', 'GET /v1/assignments')
      onDone()
    },
    onError: (error) => !error.shown && setProblem(error.msg),
  })

  async function add(files: FileList | null) {
    setProblem('')
    for (const file of [...(files ?? [])].slice(0, filesMax - written.files.length)) {
      setPercent(0)
      try {
        const { id, name, bytes } = await uploadFile('homework', file, setPercent)
        setWritten((now) => ({ ...now, files: [...now.files, { id, name, bytes }] }))
      } catch (error) {
        setProblem(error instanceof ApiError ? error.msg : '文件没有上传成功，请重试')
      }
    }
    setPercent(null)
  }

  function submit() {
    const { text, files } = written
    if (!text.trim() && files.length === 0) return setProblem('请写点什么，或加上文件')
    void run({ item: item.id, text, files: files.map(({ id }) => id) })
  }

  return (
    <div className="space-y-3">
      <Textarea
        label="内容"
        placeholder="可以直接写在这里，也可以交文件"
        rows={5}
        maxLength={textMax}
        value={written.text}
        onChange={(text) => setWritten((now) => ({ ...now, text }))}
      />
      <ul className="space-y-2">
        {written.files.map((file) => (
          <li key={file.id} className="flex min-h-11 items-center gap-2 rounded-cover bg-fill pl-3">
            <FileText aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1 truncate text-14">{file.name}</span>
            <span className="shrink-0 text-12 text-ink-3">{bytesText(file.bytes)}</span>
            <button
              type="button"
              aria-label={`去掉${file.name}`}
              onClick={() => setWritten((now) => ({ ...now, files: now.files.filter(({ id }) => id !== file.id) }))}
              className="grid size-11 shrink-0 place-items-center text-ink-3"
            >
              <X aria-hidden="true" size={18} />
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="选择文件"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void add(event.target.files)
          event.target.value = ''
        }}
      />
      {problem && (
        <p role="alert" className="text-14 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          kind="line"
          disabled={written.files.length >= filesMax || percent !== null}
          onClick={() => input.current?.click()}
        >
          {percent === null ? '添加文件' : `正在上传 ${Math.round(percent)}%`}
        </Button>
        <Button className="flex-1" loading={running} disabled={percent !== null} onClick={submit}>
          {before ? '重新提交' : '提交'}
        </Button>
      </div>
      {before?.score != null && <p className="text-13 text-ink-3">重新提交后，要等老师重新批改。</p>}
    </div>
  )
}
