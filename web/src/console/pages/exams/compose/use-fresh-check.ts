import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../../api/error'
import { callStaff } from '../../../api/client'
import { useOpenDraft } from './use-draft'

type Loaded = { check: DraftCheck } | { problem: string } | null

/** Saves the typed text and loads the check of the saved version; null until the check has arrived. */
export function useFreshCheck(): Loaded {
  const { id, sync } = useOpenDraft()
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    let isHere = true
    const load = async (): Promise<Loaded> => {
      if (!(await sync.flush())) return { problem: '还有内容没有保存，请等保存好再发布' }
      try {
        return { check: await callStaff('GET /staff/v1/exam_draft_check', { id }) }
      } catch (error) {
        if (error instanceof ApiError) return { problem: error.msg }
        throw error
      }
    }
    load().then((next) => isHere && setLoaded(next))
    return () => {
      isHere = false
    }
  }, [id, sync])
  return loaded
}
