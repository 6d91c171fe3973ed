import { useStore } from '../../state/store'

/** Whether e-books and textbooks are shown at all: a review may ask to leave them out. */
export function useShowBook(): boolean {
  return useStore(({ showBook }) => showBook)
}
