import type { QuestionImport } from '@dxx/contract/calls/staff/bank'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField } from '../../kit/fields'
import { saveText } from '../../kit/save-text'
import { uploadContentParts } from '../studio/upload-content'

interface ImportQuestionsProps {
  banks: StaffData<'GET /staff/v1/bank_list'>
  bank: string
  onClose(): void
}

/** Uploads a file of questions, shows its check report, and imports it when the reader decides to. */
export function ImportQuestionsDialog({ banks, bank: shown, onClose }: ImportQuestionsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [picked, setBank] = useState('')
  // Derived, because the dialog can open before the list of banks has arrived.
  const bank = picked || shown || (banks[0]?.id ?? '')
  const [chapter, setChapter] = useState('')
  const [percent, setPercent] = useState<number | null>(null)
  const [id, setId] = useState('')
  const start = useStaffAction('POST /staff/v1/bank_import_start', { onDone: (made) => setId(made.id) })
  const chosen = banks.find((one) => one.id === bank)
  const chapters = chosen?.kind === 'bank' ? chosen.chapters : []

  async function send(file: File) {
    try {
      setPercent(0)
      const upload = await uploadContentParts(bank, file, (share) => setPercent(Math.round(share * 100)))
      await start.run({ upload, chapter: chapter || (chapters[0]?.id ?? null) })
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

const icon = { size: 15, className: 'mt-0.5 shrink-0' }
const levels: Record<QuestionImport['report'][number]['level'], { name: string; colour: string; icon: ReactNode }> = {
  error: { name: '错误', colour: 'text-danger', icon: <CircleAlert {...icon} /> },
  warning: { name: '提醒', colour: 'text-amber', icon: <TriangleAlert {...icon} /> },
  info: { name: '说明', colour: '', icon: <Info {...icon} /> },
}

const stateTexts: Record<QuestionImport['state'], string> = {
  checking: '正在检查…',
  checked: '检查完毕',
  importing: '正在导入，可以关闭这个窗口…',
  done: '导入完毕',
  failed: '读不了这个文件',
}

function ImportReport({ id, onClose }: { id: string; onClose(): void }) {
  const { data } = useStaffCall(
    'GET /staff/v1/bank_import',
    { id },
    {
      staleTime: 0,
      refetchInterval: (query) => (/ing$/.test(query.state.data?.state ?? 'checking') ? 1500 : false),
    },
  )
  const run = useStaffAction('POST /staff/v1/bank_import_run', {
    changes: ['GET /staff/v1/bank_import', 'GET /staff/v1/bank_questions', 'GET /staff/v1/bank_list'],
  })
  const warnings = data?.report.filter(({ level }) => level === 'warning') ?? []
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={data?.name ?? '导入题目'}
      note={data ? `${data.bank.title}：${stateTexts[data.state]}` : undefined}
      actions={
        data && (
          <>
            <ConsoleButton onClick={() => saveReport(data)}>下载报告</ConsoleButton>
            {data.state === 'checked' && data.accepted > 0 ? (
              <ConsoleButton kind="amber" loading={run.running} onClick={() => void run.run({ id })}>
                导入 {data.accepted} 题
              </ConsoleButton>
            ) : (
              <ConsoleButton kind="primary" onClick={onClose}>
                关闭
              </ConsoleButton>
            )}
          </>
        )
      }
    >
      {data && (
        <>
          <p role="status" className="font-semibold">
            {data.state === 'checking'
              ? '正在检查…'
              : `${data.state === 'done' ? '已导入' : '可以导入'} ${data.accepted} 题，不能导入 ${data.refused} 题，${warnings.length} 条提醒`}
          </p>
          <ul className="mt-2 max-h-100 space-y-1 overflow-y-auto">
            {data.report.map(({ line, item, level, text }) => (
              <li key={`${line} ${item} ${text}`} className={`flex gap-1.5 ${levels[level].colour}`}>
                {levels[level].icon}
                <span className="min-w-0 break-words">
                  {line > 0 && `第 ${line} 行 `}
                  {item && `${item}：`}
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function saveReport({ name, report }: QuestionImport): void {
  const lines = report.map(({ line, item, level, text }) => `${line}\t${levels[level].name}\t${item}\t${text}`)
  // The byte order mark makes Windows editors read it as UTF-8.
  saveText(`${name}-报告.txt`, `\uFEFF${lines.join('\r\n')}`)
}
