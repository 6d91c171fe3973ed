import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { serverNow } from '../../api/clock'
import { ApiError } from '../../api/error'
import { useCall } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { getToken } from '../../state/token'
import { editDraft, type LocalDraft, mergeDraft, savedDraft, type Version } from './draft-merge'

const saveDelay = 1200

export interface CellSource {
  source: string
  edit(source: string): void
  /** Why the last edits are not saved on the server; empty if they are. */
  trouble: string
  /** Versions that exist only on this device. */
  lost: Version[]
}

/**
 * Source of a code cell: every edit is stored on this device at once and on the server shortly after. Edits of another
 * tab arrive through storage, those of another device when the page becomes visible again.
 */
export function useCellSource(cell: string, language: CodeLanguage, original: string): CellSource {
  const [draft, setDraft] = useDraft<LocalDraft | null>(`code:${cell}`, null)
  const { data: remote } = useCall('GET /v1/runcode_draft', { cell }, { fresh: true, refetchOnWindowFocus: true })
  const [trouble, setTrouble] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useRef(false)
  const latest = useRef(draft)
  latest.current = draft

  async function save(): Promise<void> {
    clearTimeout(timer.current)
    timer.current = undefined
    const now = latest.current
    const token = getToken()
    if (!now || now.saved || busy.current || !token) return
    busy.current = true
    let again = false
    try {
      const { updatedAt } = await callApi('POST /v1/runcode_draft', { cell, language, source: now.source })
      // If another user has logged in meanwhile, the current draft belongs to that user.
      if (getToken() !== token) return
      setTrouble('')
      setDraft((draft) => savedDraft(draft, now.source, updatedAt))
      again = latest.current?.source !== now.source
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Without a response, the save is retried when back online or with the next edit.
      if (!error.shown) setTrouble(error.decided ? error.msg : '只存在本机，联网后自动同步')
    } finally {
      busy.current = false
    }
    if (again) saveSoon()
  }
  const saveNow = useRef(save)
  saveNow.current = save

  function saveSoon(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNow.current(), saveDelay)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: merges each server response once
  useEffect(() => {
    if (remote === undefined) return
    const remoteDraft = remote?.language === language ? remote : null
    const before = latest.current
    const merged = mergeDraft(before, remoteDraft)
    if (merged !== before) {
      setDraft(merged)
      latest.current = merged
    }
    if (before && merged && merged.lost.length > before.lost.length)
      toast('已换成另一台设备上更新的代码，这里的版本在历史里')
    if (merged && !merged.saved) saveSoon()
  }, [remote])

  useEffect(() => {
    const save = () => void saveNow.current()
    const leave = () => {
      if (document.hidden && timer.current) save()
    }
    addEventListener('online', save)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('online', save)
      document.removeEventListener('visibilitychange', leave)
      if (timer.current) save()
    }
  }, [])

  return {
    source: draft?.source ?? original,
    edit: (source) => {
      if (source === (latest.current?.source ?? original)) return
      // Updated immediately, because more edits may come before the next render.
      latest.current = editDraft(latest.current, source, serverNow())
      setDraft(latest.current)
      saveSoon()
    },
    trouble: draft && !draft.saved ? trouble : '',
    lost: draft?.lost ?? [],
  }
}
