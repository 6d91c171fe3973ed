import QrCodeIcon from 'lucide-react/icons/qr-code'
import { Link } from 'wouter'
import { useStaffCall } from '../api/hooks'
import { PageHead } from '../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../kit/states'
import { CodeBook } from './codes/code-book'

/** 书内码: QR codes printed in textbooks, and how often they are scanned. */
export function CodesPage({ id }: { id?: string }) {
  return id ? <CodeBook id={id} /> : <Books />
}

function Books() {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/code_books', {})
  return (
    <>
      <PageHead title="书内码" facts="印在教材里的二维码，扫一扫打开对应的章节、段落或资源" />
      <section aria-label="教材" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card">
        {!data ? (
          error ? (
            <Failure error={error} noun="教材" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={56} />
          )
        ) : data.list.length === 0 ? (
          <RegionState
            tone="blue"
            icon={<QrCodeIcon size={24} />}
            title="还没有教材"
            text="导入数字教材后，每一章和每个资源都会有码"
          />
        ) : (
          <ul className="divide-y divide-line">
            {data.list.map(({ id, title, codes, scans }) => (
              <li key={id}>
                <Link
                  href={`/codes/${id}`}
                  className="flex min-h-14 items-center gap-3 px-5 -outline-offset-2 hover:bg-fill"
                >
                  <b className="min-w-0 flex-1 truncate font-semibold">{title}</b>
                  <span className="shrink-0 tabular-nums text-12 text-ink-2">
                    {codes} 个码 · 扫过 {scans} 次
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
