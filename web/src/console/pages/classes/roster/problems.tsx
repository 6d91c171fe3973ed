import type { RosterImport } from '@dxx/contract/calls/staff/classes'
import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

interface RosterProblemsProps {
  problems: RosterImport['problems']
  /** The file cannot be applied. */
  failed?: boolean
}

/** Problems of a roster file with their lines. */
export function RosterProblems({ problems, failed }: RosterProblemsProps) {
  return (
    <section aria-label="名册里的问题" className="rounded-card bg-card px-5 py-4">
      <h2 className="text-15 font-semibold">
        {failed ? '名册有错误，没有更新任何内容' : `有 ${problems.length} 处请留意，不影响更新`}
      </h2>
      {failed && <p className="text-ink-2">请在表格里改好，再上传一次。</p>}
      <ul className="mt-2 max-h-72 overflow-y-auto">
        {problems.map(({ line, text, fatal }) => (
          <li key={`${line} ${text}`} className="flex items-start gap-2 border-t border-line py-1.5">
            {fatal ? (
              <CircleAlert size={15} aria-label="错误" className="mt-0.5 shrink-0 text-danger" />
            ) : (
              <TriangleAlert size={15} aria-label="提醒" className="mt-0.5 shrink-0 text-amber" />
            )}
            <span className="w-16 shrink-0 tabular-nums text-ink-3">{line > 0 ? `第 ${line} 行` : '整个文件'}</span>
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
