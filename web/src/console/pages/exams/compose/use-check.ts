import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callStaff } from '../../../api/client'
import { useOpenDraft } from './use-draft'

/** Check of the saved version; the previous one stays until the new one arrives. */
export function useDraftCheck(): DraftCheck | undefined {
  const { id, view } = useOpenDraft()
  const name = 'GET /staff/v1/exam_draft_check'
  const { data } = useQuery({
    // Each saved version is checked once.
    queryKey: [name, id, view.version],
    queryFn: ({ signal }) => callStaff(name, { id }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data
}
