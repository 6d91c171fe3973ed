import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'

/** Facts of a work item, one per line. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className="divide-y divide-line">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-2">
          <dt className="shrink-0 text-ink-3">{name}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Buttons that decide a work item, always visible; at the bottom of the screen on phones. */
export function Decisions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-5 flex flex-wrap gap-2.5 border-t border-line bg-card px-5 py-3 max-desk:order-last max-desk:mt-auto max-desk:*:flex-1">
      {children}
    </div>
  )
}

/** Number of a purchase order; with the permission, a link to its payments and refunds. */
export function OrderNumber({ no }: { no: string }) {
  const me = useSignedInStaff()
  if (!hasAnyPermission(me, ['ledger.read'])) return no
  return (
    <Link href={`/orders/${no}`} className="rounded-tag text-primary hover:underline">
      {no}
    </Link>
  )
}
