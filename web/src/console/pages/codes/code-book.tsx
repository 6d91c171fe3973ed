import '../../../styles/print-sheet.css'
import type { StaffPrintedCode } from '@dxx/contract/calls/staff/codes'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { QrCode } from '../../../features/account/qr-code'
import { usePrint } from '../../../ui/use-print'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { csvText } from '../../kit/csv'
import { FilterSelect } from '../../kit/fields'
import { PageHead } from '../../kit/page-head'
import { saveText } from '../../kit/save-text'
import { Failure, TableSkeleton } from '../../kit/states'

const kindLabels: Record<StaffPrintedCode['kind'], string> = { chapter: '章节', paragraph: '段落', resource: '资源' }

const kinds = [{ value: '', label: '全部' }, ...Object.entries(kindLabels).map(([value, label]) => ({ value, label }))]

const rowsOf = (codes: readonly StaffPrintedCode[]) => [
  ['类型', '章节', '名称', '编码', '网址', '扫码次数', '近 30 天'],
  ...codes.map((one) => [kindLabels[one.kind], one.chapter, one.title, one.code, one.url, one.scans, one.recentScans]),
]

/** All codes of a textbook, with their scans; printed three per row on A4, none split across pages. */
export function CodeBook({ id }: { id: string }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/printed_codes', { id })
  const { printing, print } = usePrint()
  const [kind, setKind] = useState('')
  if (!data)
    return error ? (
      <Failure error={error} noun="书内码" onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton height={56} />
    )
  const shown = data.codes.filter((code) => kind === '' || code.kind === kind)
  return (
    <>
      <PageHead
        title={`《${data.title}》的书内码`}
        facts={`${data.codes.length} 个码，共扫过 ${data.codes.reduce((sum, { scans }) => sum + scans, 0)} 次`}
        actions={
          <>
            <Link href="/codes" className={consoleButtonClass('page')}>
              全部教材
            </Link>
            <ConsoleButton
              icon={<Download size={16} />}
              onClick={() => saveText(`${data.title} 书内码.csv`, csvText(rowsOf(shown)), 'text/csv')}
            >
              下载 csv
            </ConsoleButton>
            <ConsoleButton kind="primary" icon={<Printer size={16} />} onClick={print}>
              打印 {shown.length} 个
            </ConsoleButton>
          </>
        }
      />
      <section aria-label="书内码" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card p-5">
        <div className="pb-4">
          <FilterSelect label="种类" value={kind} onChange={setKind} options={kinds} />
        </div>
        <ul className="grid grid-cols-2 gap-4 tablet:grid-cols-3 wide:grid-cols-5">
          {shown.map((code) => (
            <Code key={code.code} code={code}>
              扫过 {code.scans} 次{code.scans > 0 ? `，近 30 天 ${code.recentScans} 次` : ''}
            </Code>
          ))}
        </ul>
      </section>
      {printing &&
        createPortal(
          <div className="print-sheet paper-colors">
            <h1 className="pb-3 text-19 font-bold">{data.title}</h1>
            <ul className="grid grid-cols-3 gap-4">
              {shown.map((code) => (
                <Code key={code.code} code={code} />
              ))}
            </ul>
          </div>,
          document.body,
        )}
    </>
  )
}

function Code({ code, children }: { code: StaffPrintedCode; children?: ReactNode }) {
  const { kind, chapter, title, code: text, url } = code
  return (
    <li className="flex break-inside-avoid flex-col items-center rounded-cover border border-line p-3 text-center">
      <QrCode text={url} label={`${title}的二维码`} className="w-full max-w-32" />
      <b className="mt-2 max-w-full break-words">{title}</b>
      <span className="max-w-full truncate text-12 text-ink-3">
        {kindLabels[kind]}
        {chapter && chapter !== title ? ` · ${chapter}` : ''}
      </span>
      <code className="max-w-full truncate text-12">{text}</code>
      {children && <span className="text-12 tabular-nums text-ink-2">{children}</span>}
    </li>
  )
}
