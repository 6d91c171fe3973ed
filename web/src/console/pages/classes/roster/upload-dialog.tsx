import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { useRef, useState } from 'react'
import { ApiError } from '../../../../api/error'
import { useStaffAction, useStaffCall } from '../../../api/hooks'
import { uploadFile } from '../../../api/upload'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { timeText } from '../../../kit/time'
import { SchoolField, useManagedSchool } from '../school-field'
import { importStates } from './labels'

interface UploadRosterProps {
  onClose(): void
  onRead(id: string): void
}

const accepted = '.xlsx,.csv,.txt,.zip'

/** Uploads a roster file. The file is read and compared; nothing changes until the difference is confirmed. */
export function UploadRoster({ onClose, onRead }: UploadRosterProps) {
  const { school, setSchool } = useManagedSchool()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  const { data: earlier = [] } = useStaffCall('GET /staff/v1/roster_list', { schoolId: school || undefined })
  const check = useStaffAction('POST /staff/v1/roster_check', { onDone: ({ id }) => onRead(id) })
  const send = async (file: File | undefined) => {
    if (!file) return
    setError('')
    setSending(true)
    try {
      const { id } = await uploadFile(file)
      await check.run({ schoolId: school, upload: id })
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.msg : '文件没有上传成功，请重试')
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="导入名册"
      note="先看差别，再决定；没有勾选就不会移出任何人"
      actions={
        <ConsoleButton
          kind="primary"
          loading={isSending || check.running}
          onClick={() => input.current?.click()}
          data-autofocus
        >
          选择文件…
        </ConsoleButton>
      }
    >
      <div className="grid gap-3">
        <SchoolField value={school} onChange={setSchool} />
        <input
          ref={input}
          type="file"
          accept={accepted}
          aria-label="名册文件"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <ul className="list-disc space-y-1 pl-5 text-ink-2">
          <li>表格（xlsx 或 csv）：第一行有学号、姓名、班级；可以再有学院、年级、教学班。</li>
          <li>OneRoster 1.2 的 zip：学期、行政班、教学班、学生和教师一起读。</li>
          <li>编码是 UTF-8 或 GB18030 都可以。</li>
        </ul>
        {error && (
          <p role="alert" className="rounded-cover bg-danger-soft px-3 py-2 text-danger">
            {error}
          </p>
        )}
        {earlier.length > 0 && (
          <section aria-label="最近的导入">
            <h3 className="mb-1 text-12 text-ink-3">最近的导入</h3>
            <ul>
              {earlier.slice(0, 5).map((one) => (
                <li key={one.id} className="border-t border-line">
                  <button
                    type="button"
                    onClick={() => onRead(one.id)}
                    className="flex min-h-11 w-full items-center gap-2 text-left hover:text-primary desk:min-h-9"
                  >
                    <FileSpreadsheet size={15} className="shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1 truncate">{one.fileName}</span>
                    <span className="shrink-0 text-12 text-ink-3">
                      {timeText(one.createdAt)} · {importStates[one.state].name}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
