import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCall } from '../../api/use-call'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Sheet } from '../../ui/sheet'
import { Skeleton } from '../../ui/skeleton'
import { Tag } from '../../ui/tag'
import type { Version } from './draft-merge'

export interface HistorySheetProps {
  open: boolean
  onClose(): void
  cell: string
  language: CodeLanguage
  /** Source shown in the cell. */
  source: string
  /** Versions that exist only on this device. */
  lost: Version[]
  onRestore(source: string): void
}

interface Listed extends Version {
  onlyHere: boolean
}

export function CodeHistorySheet(props: HistorySheetProps) {
  const { open, onClose, onRestore, source } = props
  const [viewed, setViewed] = useState<Listed | null>(null)

  function close(): void {
    setViewed(null)
    onClose()
  }

  return (
    <Sheet
      open={open}
      onClose={close}
      title="历史版本"
      footer={
        viewed && (
          <>
            <Button kind="plain" className="flex-1" onClick={() => setViewed(null)}>
              <ChevronLeft aria-hidden="true" size={18} />
              返回列表
            </Button>
            <Button
              kind="amber"
              className="flex-1"
              disabled={viewed.source === source}
              onClick={() => {
                onRestore(viewed.source)
                close()
              }}
            >
              恢复这一版
            </Button>
          </>
        )
      }
    >
      {viewed ? <Preview version={viewed} /> : <Versions {...props} onView={setViewed} />}
    </Sheet>
  )
}

function Preview({ version }: { version: Listed }) {
  return (
    <>
      <p className="pb-2 text-13 text-ink-2">{formatTimeAgo(version.at, serverNow())}</p>
      <section
        aria-label="这一版的代码"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card bg-[#101828] p-3.5 text-13 text-[#e4e7ec]"
      >
        <pre className="w-fit font-mono leading-[1.7]">{version.source}</pre>
      </section>
    </>
  )
}

/** Separate component, so that the history is requested only while the sheet is open. */
function Versions({ cell, language, source, lost, onView }: HistorySheetProps & { onView(version: Listed): void }) {
  const { data, error, refetch } = useCall('GET /v1/runcode_history', { cell }, { fresh: true })
  const here = lost.map((version) => ({ ...version, onlyHere: true }))
  const saved = (data ?? [])
    .filter((step) => step.language === language)
    .map((step) => ({ source: step.source, at: step.updatedAt, onlyHere: false }))
  const list = [...here, ...saved].sort((a, b) => b.at - a.at)

  if (!data && !error) return <Skeleton className="h-40 rounded-card" />
  if (list.length === 0) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
    return <Empty hint="还没有历史版本，改动会自动留在这里" />
  }
  return (
    <>
      {error && <p className="pb-2 text-13 text-ink-2">没有网络，只列出本机的版本</p>}
      <ul>
        {list.map((version, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: versions have no identity of their own
          <li key={index} className="not-first:hairline-t">
            <button
              type="button"
              onClick={() => onView(version)}
              className="hover-row block min-h-14 w-full py-2 text-left -outline-offset-2 active:bg-fill"
            >
              <span className="flex items-center gap-2 text-14">
                {formatTimeAgo(version.at, serverNow())}
                {version.source === source && <Tag tone="green">当前</Tag>}
                {version.onlyHere && <Tag tone="amber">只在本机</Tag>}
              </span>
              <span className="block truncate font-mono text-12 text-ink-3">{summary(version.source)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function summary(source: string): string {
  const lines = source.split('\n')
  const last = [...lines].reverse().find((line) => line.trim()) ?? '（空白）'
  return `${lines.length} 行 · ${last.trim()}`
}
