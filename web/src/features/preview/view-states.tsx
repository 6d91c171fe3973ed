import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { Spinner } from '../../ui/spinner'
import type { FileProblem } from './load-file'

export interface ViewProps {
  url: string
  name: string
  /** Requests a new link and restarts the viewer. */
  onRetry(): void
}

export function Opening() {
  return (
    <p role="status" className="flex min-h-60 items-center justify-center gap-2 text-14 text-ink-2">
      <Spinner className="text-primary" />
      正在打开文件…
    </p>
  )
}

export function FileProblemView({ problem, onRetry }: { problem: FileProblem; onRetry(): void }) {
  return <Empty type="error" text={problem.message} onRetry={problem.passing ? onRetry : undefined} />
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

export function nextZoom(zoom: number, step: 1 | -1): number {
  const at = zooms.findIndex((one) => one >= zoom)
  return zooms[Math.min(zooms.length - 1, Math.max(0, at + step))]!
}

/** Floating bar with zoom and the viewer's own controls. */
export function ViewBar({
  zoom,
  onZoom,
  children,
}: {
  zoom: number
  onZoom(zoom: number): void
  children?: ReactNode
}) {
  return (
    <div
      role="toolbar"
      aria-label="查看文件"
      className="pointer-events-none sticky bottom-4 z-10 mt-3 flex justify-center"
    >
      <div className="pointer-events-auto flex items-center rounded-full bg-toast px-1 text-white shadow-float">
        {children}
        <IconButton
          label="缩小"
          disabled={zoom <= zooms[0]}
          onClick={() => onZoom(nextZoom(zoom, -1))}
          className="active:bg-white/20"
        >
          <Minus aria-hidden="true" size={18} />
        </IconButton>
        <span className="tabular-nums w-12 text-center text-13">{Math.round(zoom * 100)}%</span>
        <IconButton
          label="放大"
          disabled={zoom >= zooms[zooms.length - 1]!}
          onClick={() => onZoom(nextZoom(zoom, 1))}
          className="active:bg-white/20"
        >
          <Plus aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </div>
  )
}
