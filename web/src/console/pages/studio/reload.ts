import { staffQueryClient } from '../../api/hooks'

/** Loads the tree and the list of changes again. */
export const reloadStudio = () => staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/studio_open'] })
