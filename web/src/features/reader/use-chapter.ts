import type { Chapter } from '@dxx/contract/calls/study'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/error'
import { cachedAnswer, type Load, requestResponse } from '../../api/query'
import { readCall } from '../../api/read-call'
import { answerKey, staleTimeDefault, useAnswer, useScope } from '../../api/use-call'
import { openOffline } from '../offline/open-offline'
import { rememberOpened } from '../offline/recent-chapters'
import { type TextKind, textCalls } from './kinds'

interface OpenedChapter {
  chapter: Chapter | undefined
  error: ApiError | null
  retry(): void
}

/** Loads the text once per revision: the request names the cached revision, and the server omits an unchanged text. */
function useChapterAnswer(kind: TextKind, id: string | undefined, staleTime = staleTimeDefault) {
  useScope()
  const name = textCalls[kind].chapter
  const key = answerKey(name, { id: id ?? '' })
  const load: Load = async (signal) => {
    const here = await cachedAnswer<Chapter>(key)
    const known = here?.html ? here.revision : undefined
    const answer = await readCall(name, { id: id ?? '', known }, signal)
    return answer.html === null && here ? { ...answer, html: here.html } : answer
  }
  const { data, error } = useAnswer<Chapter>(key, {
    load,
    enabled: id !== undefined && key[0] !== 'guest',
    staleTime,
    interval: false,
    onFocus: false,
  })
  return { data, error, refetch: () => requestResponse(key, load, 'load', data !== undefined) }
}

/** Loads a chapter from the server, the cache or the offline copy. */
export function useChapter(kind: TextKind, id: string | undefined): OpenedChapter {
  const { data, error, refetch } = useChapterAnswer(kind, id)
  const [offlineCopy, setOfflineCopy] = useState<Chapter | null>(null)
  const missing = !data && error !== null && !error.decided

  useEffect(() => {
    if (!missing || !id) return
    let close: (() => void) | undefined
    let here = true
    void openOffline<Chapter>(id).then((opened) => {
      close = opened?.close
      if (!here) close?.()
      else if (opened) setOfflineCopy(opened.answer)
    })
    return () => {
      here = false
      close?.()
      setOfflineCopy(null)
    }
  }, [missing, id])

  const fresh = data?.id === id && data?.html ? data : undefined
  useEffect(() => {
    if (fresh) void rememberOpened(fresh)
  }, [fresh])

  // Ignores a response that belongs to the previous chapter.
  const chapter = data?.id === id ? data : offlineCopy?.id === id ? offlineCopy : undefined
  return { chapter: chapter ?? undefined, error: chapter ? null : error, retry: () => void refetch() }
}

/** Prefetches the next chapter, so that turning the last page is instant. */
export function usePrefetch(kind: TextKind, next: Chapter['next'] | undefined): void {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 1200)
    return () => clearTimeout(timer)
  }, [])
  const wanted = ready && next && !next.locked ? next.id : undefined
  useChapterAnswer(kind, wanted, 10 * 60_000)
}
