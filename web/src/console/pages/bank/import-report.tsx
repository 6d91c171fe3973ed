import type { QuestionImport } from '@dxx/contract/calls/staff/bank'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField } from '../../kit/fields'
import { saveText } from '../../kit/save-text'
import { formatOptions, type QuestionFormat } from './import-formats'

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

/** Shows the result of a check with the format; the staff member imports the file or has it read in another format. */
export function ImportReport({ id, onClose }: { id: string; onClose(): void }) {
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
  const recheck = useStaffAction('POST /staff/v1/bank_import_check', { changes: ['GET /staff/v1/bank_import'] })
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
          {(data.state === 'checked' || data.state === 'failed') && (
            <div className="mb-3">
              <SelectField
                label="读取的格式"
                hint="读错了可以换一种，文件会重新检查"
                value={data.format ?? ''}
                onChange={(format) => void recheck.run({ id, format: format as QuestionFormat })}
                options={[...(data.format ? [] : [{ value: '', label: '没有认出来' }]), ...formatOptions]}
              />
            </div>
          )}
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
