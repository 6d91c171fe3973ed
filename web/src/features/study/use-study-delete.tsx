import type { StudyCard } from '@dxx/contract/calls/study'
import { type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { toast } from '../../state/flash'

const studyLists = [
  'GET /v130/study_afoot',
  'GET /v130/recently_study',
  'GET /v130/study_course',
  'GET /v130/study_library',
] as const

/** Milliseconds during which a deletion can be undone. */
const regret = 6000

/** Removes an item from the study records at once and shows an undo bar. */
export function useStudyDelete(): { remove(item: StudyCard): void; undoBar: ReactNode } {
  const [removed, setRemoved] = useState<StudyCard | null>(null)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => setRemoved(null), regret)
    return () => clearTimeout(timer)
  }, [removed])

  async function tell(item: StudyCard, undo: boolean, back: () => void) {
    try {
      await callApi('POST /v130/study_delete', { ids: [item.id], undo })
    } catch (error) {
      back()
      setRemoved(null)
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    }
    void invalidateCalls(...studyLists)
  }

  function remove(item: StudyCard) {
    const ways = studyLists.map((name) =>
      changeAnswers(name, (page) => {
        const list = page.list.filter(({ id }) => id !== item.id)
        return list.length === page.list.length ? page : { ...page, list, total: Math.max(0, page.total - 1) }
      }),
    )
    setRemoved(item)
    void tell(item, false, () => {
      for (const way of ways) way()
    })
  }

  function undo() {
    if (!removed) return
    setRemoved(null)
    void tell(removed, true, () => {})
  }

  const undoBar = (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-30 flex justify-center px-4 desk:bottom-8"
    >
      {removed && (
        <p className="pointer-events-auto flex min-h-12 max-w-full animate-rise items-center gap-3 rounded-full bg-toast pr-2 pl-5 text-14 text-white shadow-float">
          <span className="truncate">已删除《{removed.title}》的记录</span>
          <button
            type="button"
            onClick={undo}
            className="min-h-11 shrink-0 rounded-full px-3 font-semibold text-amber focus-visible:outline-white"
          >
            撤销
          </button>
        </p>
      )}
    </div>
  )
  return { remove, undoBar }
}
