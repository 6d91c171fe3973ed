import { StudioList } from './studio/list'
import { StudioWorkspace } from './studio/workspace'

/** 内容工作室: the list of curricula, or one curriculum (`/studio/<curriculum>`). */
export function StudioPage({ id }: { id?: string }) {
  return id ? <StudioWorkspace key={id} id={id} /> : <StudioList />
}
