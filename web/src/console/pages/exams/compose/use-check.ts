import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callStaff } from '../../../api/client'
import { useOpenDraft } from './use-draft'

/** Server check of the saved version. The previous result stays until the new result arrives. */
export function useDraftCheck(): DraftCheck | undefined {
  const { id, view } = useOpenDraft()
  const name = 'GET /staff/v1/exam_draft_check'
  const { data } = useQuery({
    // The version in the key makes each saved version load its own check.
    queryKey: [name, id, view.version],
    queryFn: ({ signal }) => callStaff(name, { id }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data
}
