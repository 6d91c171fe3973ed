import type { ReactNode } from 'react'

/** Kinds of messages on the left, messages on the right; phones show one of them. */
export function MessageColumns({ kinds, list }: { kinds: ReactNode; list: ReactNode }) {
  return (
    <div className="px-4 pt-2 pb-8 tablet:grid tablet:grid-cols-[240px_minmax(0,1fr)] tablet:items-start tablet:gap-4 desk:grid-cols-[300px_minmax(0,1fr)] desk:gap-6">
      {kinds && (
        <section aria-label="消息的种类" className="tablet:sticky tablet:top-2">
          {kinds}
        </section>
      )}
      {list && <section aria-label="消息">{list}</section>}
    </div>
  )
}
