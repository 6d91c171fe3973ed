import { ResponseCode } from '@dxx/contract/envelope'
import CloudAlert from 'lucide-react/icons/cloud-alert'
import Lock from 'lucide-react/icons/lock'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import SearchX from 'lucide-react/icons/search-x'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { ApiError } from '../../api/error'
import { useReach } from '../../state/reachability'
import { OfflineLine } from '../../ui/offline-line'
import { Skeleton } from '../../ui/skeleton'
import { StaffError } from '../api/client'
import { ConsoleButton, consoleButtonClass } from './button'
import { TintIcon, type Tone } from './tag'

interface StateProps {
  tone: Tone
  icon: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
  alert?: boolean
  /** Element of the title: h1 if the page has no other heading. */
  heading?: 'p' | 'h1'
}

/** Icon, title and text shown in place of the content of a region: empty, failed or not permitted. */
export function RegionState({ tone, icon, title, text, children, alert, heading: Title = 'p' }: StateProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="flex flex-1 flex-col items-center justify-center px-7 py-12 text-center"
    >
      <TintIcon tone={tone} large>
        {icon}
      </TintIcon>
      <Title className="mt-3 text-15 font-semibold">{title}</Title>
      {text && <p className="mt-0.5 max-w-100 text-ink-3">{text}</p>}
      {children && <div className="mt-3.5 flex flex-wrap items-center justify-center gap-2">{children}</div>}
    </div>
  )
}

interface NoHitProps {
  /** Noun for the rows: 员工. */
  noun: string
  /** Set filters as text: 角色“财务”. */
  filters: string[]
  onClear(): void
}

/** Shown if no row fits the filters: lists the filters, with a button that clears them. */
export function NoMatchingRows({ noun, filters, onClear }: NoHitProps) {
  return (
    <RegionState tone="violet" icon={<SearchX size={24} />} title={`没有符合条件的${noun}`} text={filters.join('，')}>
      <ConsoleButton kind="line" size="small" onClick={onClear}>
        清除 {filters.length} 个条件
      </ConsoleButton>
    </RegionState>
  )
}

interface EmptyListProps extends NoHitProps {
  icon: ReactNode
  title: string
  text: string
  children?: ReactNode
}

/** Shown for a list without rows: either no row fits the filters, or there are no rows yet. */
export function EmptyList({ noun, filters, onClear, icon, title, text, children }: EmptyListProps) {
  if (filters.length > 0) return <NoMatchingRows noun={noun} filters={filters} onClear={onClear} />
  return (
    <RegionState tone="blue" icon={icon} title={title} text={text}>
      {children}
    </RegionState>
  )
}

/** First 8 characters of a request id, for support to find the call in the log. */
export const shortNumber = (id: string): string => id.replaceAll('-', '').slice(0, 8).toUpperCase()

interface FailureProps {
  error: ApiError
  /** Noun for what did not load: 操作记录. */
  noun: string
  onRetry(): void
}

/** Shown if a region failed to load: reason, retry and request id; without the permission, who can grant it. */
export function Failure({ error, noun, onRetry }: FailureProps) {
  if (error.code === ResponseCode.permission) return <NoPermission noun={noun} text={error.msg} />
  if (error.name === 'invalid-input') return <NotFound noun={noun} text="链接里的编号或条件不对，可能没有复制完整" />
  if (error.name.endsWith('-not-found')) return <NotFound noun={noun} text={error.msg} />
  const isOffline = error.name === 'network'
  const number = error instanceof StaffError ? shortNumber(error.requestId) : ''
  return (
    <RegionState
      alert
      tone="red"
      icon={isOffline ? <WifiOff size={24} /> : <CloudAlert size={24} />}
      title={`${noun}没有载入`}
      text={error.msg}
    >
      <ConsoleButton kind="line" size="small" icon={<RotateCcw size={15} />} onClick={onRetry}>
        重新加载
      </ConsoleButton>
      {number && <span className="text-12 text-ink-3">编号 {number}</span>}
    </RegionState>
  )
}

/**
 * Shown if the URL names something that does not exist or is outside the scope. A retry could not help, so it links to
 * the list of the page.
 */
function NotFound({ noun, text }: { noun: string; text: string }) {
  const [path] = useLocation()
  return (
    <RegionState alert heading="h1" tone="violet" icon={<SearchX size={24} />} title={`没有找到${noun}`} text={text}>
      <Link href={`/${path.split('/')[1]}`} className={consoleButtonClass('line', 'small')}>
        回到列表
      </Link>
    </RegionState>
  )
}

/** Shown if the role does not include a page; the text names who can grant the permission. */
export function NoPermission({ noun, text, children }: { noun: string; text: string; children?: ReactNode }) {
  return (
    <RegionState tone="amber" icon={<Lock size={24} />} title={`你的角色看不到${noun}`} text={text}>
      {children}
    </RegionState>
  )
}

/** Placeholder of a pane with details while they load. */
export const PaneSkeleton = () => (
  <div className="space-y-3 pt-2">
    <Skeleton className="h-12" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
)

/** Skeleton rows as high as the real ones. */
export function TableSkeleton({ count = 8, height }: { count?: number; height: number }) {
  return (
    <div role="status" className="flex-1 overflow-hidden">
      <span className="sr-only">正在加载</span>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <div
          key={at}
          aria-hidden="true"
          style={{ height }}
          className="flex items-center gap-3 border-t border-line px-5"
        >
          <Skeleton className="size-6.5 shrink-0 rounded-full!" />
          <span className={at % 3 === 0 ? 'w-44' : at % 3 === 1 ? 'w-36' : 'w-52'}>
            <Skeleton className="h-3" />
          </span>
          <span className="flex-1" />
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-5 w-11 max-desk:hidden" />
        </div>
      ))}
    </div>
  )
}

/** Bar above the page while the network or the server cannot be reached. */
export function OfflineBar() {
  const reach = useReach()
  return (
    <div role="status" className="max-desk:pt-safe">
      {reach !== 'ok' && <OfflineLine down={reach === 'down'} text="网络断开了，恢复后自动继续" />}
    </div>
  )
}
