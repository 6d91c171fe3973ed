import type { Draft, DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { callStaff } from '../../../api/client'
import { useSignedInStaff } from '../../../frame/me'
import { type LoadedVersion, useLoadedVersion } from '../../../kit/use-text-sync'
import { DraftSync, type DraftView } from './draft-sync'

export interface OpenDraft {
  id: string
  /** Published exam that the draft corrects, as it was when the page opened. */
  exam: Draft['exam']
  sync: DraftSync
  view: DraftView
  edit(change: (body: DraftBody) => DraftBody, added?: readonly QuestionBrief[]): void
}

export const DraftContext = createContext<OpenDraft | null>(null)

export function useOpenDraft(): OpenDraft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('outside of a draft')
  return draft
}

/** Milliseconds between two presence calls, which report that the draft is open here. */
const checkInEvery = 20_000

export type LoadedDraft = LoadedVersion<Draft>

/** Loads a draft. Never from the cache, because an older version would be reported as a conflict. */
export function useExamDraft(id: string) {
  const person = useSignedInStaff().person.id
  return useLoadedVersion(person, id, (options) => callStaff('GET /staff/v1/exam_draft_info', { id }, options))
}

/** Synchronises a loaded draft with the server while the draft is shown. */
export function useDraftSync({ first, slot }: LoadedDraft): OpenDraft {
  const { id } = first
  const [sync] = useState(
    () =>
      new DraftSync(first, slot, {
        info: () => callStaff('GET /staff/v1/exam_draft_info', { id }),
        save: (input) => callStaff('POST /staff/v1/exam_draft_save', { id, ...input }),
        presence: () => callStaff('POST /staff/v1/exam_draft_presence', { id }),
      }),
  )
  const view = useSyncExternalStore(sync.subscribe, sync.current)
  useEffect(() => sync.start(), [sync])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (sync.isUnstored()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sync])
  useEffect(() => {
    const checkIn = () => {
      // Errors are ignored here; the next save reports them.
      if (document.visibilityState === 'visible') sync.checkIn().catch(() => {})
    }
    checkIn()
    const timer = setInterval(checkIn, checkInEvery)
    document.addEventListener('visibilitychange', checkIn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkIn)
    }
  }, [sync])
  return { id, exam: first.exam, sync, view, edit: (change, added) => sync.edit(change, added) }
}
