import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField } from '../../kit/fields'
import { uploadContentParts } from '../studio/upload-content'
import { formatOptions, type QuestionFormat } from './import-formats'
import { ImportReport } from './import-report'

interface ImportQuestionsProps {
  banks: StaffData<'GET /staff/v1/bank_list'>
  bank: string
  onClose(): void
}

/** Uploads a file of questions, shows its check report, and imports the file after a confirmation. */
export function ImportQuestionsDialog({ banks, bank: shown, onClose }: ImportQuestionsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [picked, setBank] = useState('')
  // Derived, because the dialog can open before the list of banks has arrived.
  const bank = picked || shown || (banks[0]?.id ?? '')
  const [chapter, setChapter] = useState('')
  const [format, setFormat] = useState<QuestionFormat | ''>('')
  const [percent, setPercent] = useState<number | null>(null)
  const [id, setId] = useState('')
  const start = useStaffAction('POST /staff/v1/bank_import_start', { onDone: (made) => setId(made.id) })
  const chosen = banks.find((one) => one.id === bank)
  const chapters = chosen?.kind === 'bank' ? chosen.chapters : []

  async function send(file: File) {
    if (file.size === 0) {
      toast('这个文件是空的，请换一个')
      return
    }
    try {
      setPercent(0)
      const upload = await uploadContentParts(bank, file, (share) => setPercent(Math.round(share * 100)))
      await start.run({ upload, chapter: chapter || (chapters[0]?.id ?? null), format: format || null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setPercent(null)
    }
  }

  if (id) return <ImportReport id={id} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="从文件导入题目"
      note="Word、Excel、Moodle XML、GIFT、QTI、Aiken 和我们的 Markdown；先检查，再决定导入"
      actions={
        <ConsoleButton
          kind="primary"
          icon={<Upload size={16} />}
          disabled={!bank}
          loading={percent !== null || start.running}
          onClick={() => picker.current?.click()}
        >
          选择文件
        </ConsoleButton>
      }
    >
      <div className="grid gap-3">
        <SelectField
          label="题库或教材"
          value={bank}
          onChange={(next) => {
            setBank(next)
            setChapter('')
          }}
          options={banks.map((one) => ({ value: one.id, label: one.title }))}
        />
        {chapters.length > 0 && (
          <SelectField
            label="没有写章节的题放在"
            value={chapter || chapters[0]!.id}
            onChange={setChapter}
            options={chapters.map((one) => ({ value: one.id, label: one.title }))}
          />
        )}
        <SelectField
          label="文件的格式"
          value={format}
          onChange={(next) => setFormat(next as QuestionFormat | '')}
          options={[{ value: '', label: '自动识别' }, ...formatOptions]}
        />
        {percent !== null && <p role="status">正在上传 {percent}%，断了会接着传</p>}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".docx,.xlsx,.csv,.xml,.gift,.txt,.zip,.imscc,.md"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void send(file)
          event.target.value = ''
        }}
      />
    </Dialog>
  )
}
