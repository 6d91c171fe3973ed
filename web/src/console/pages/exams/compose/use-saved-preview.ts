import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../../../api/error'
import { callStaff, type StaffData } from '../../../api/client'
import { useOpenDraft } from './use-draft'

const name = 'GET /staff/v1/exam_draft_preview'

/** Saves the typed text and loads the paper of the draft. If the save fails, the last saved version is shown. */
export function useSavedPreview(seed: number) {
  const { id, sync, view } = useOpenDraft()
  const { data, error, refetch } = useQuery<StaffData<typeof name>, ApiError>({
    queryKey: [name, id, view.version, seed],
    queryFn: async ({ signal }) => {
      await sync.flush()
      return callStaff(name, { id, seed }, { signal })
    },
    placeholderData: keepPreviousData,
  })
  return { data, error, retry: () => void refetch() }
}
