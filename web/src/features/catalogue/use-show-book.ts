import type { CurriculumKind } from '@dxx/contract/shapes'
import { useStore } from '../../state/store'

/** Whether e-books and textbooks are shown; an app store review may require hiding them. */
export function useShowBook(): boolean {
  return useStore(({ showBook }) => showBook)
}

export const isBook = ({ kind }: { kind: CurriculumKind }): boolean => kind === 'ebook' || kind === 'textbook'
