import type { ReactNode } from 'react'

/** Kinds of messages on the left, messages on the right; phones show one of them. */
export function MessageColumns({ kinds, list }: { kinds: ReactNode; list: ReactNode }) {
  return (
    <div className="px-4 pt-2 pb-8 desk:grid desk:grid-cols-[300px_minmax(0,1fr)] desk:items-start desk:gap-6">
      {kinds && (
        <section aria-label="消息的种类" className="desk:sticky desk:top-2">
          {kinds}
        </section>
      )}
      {list && <section aria-label="消息">{list}</section>}
    </div>
  )
}
