import { create } from 'zustand'
import { readStored, writeStored } from '../../state/local-storage'
import { useSignedInStaff } from './me'

const storeKey = 'dxx-console-school'

const useChosen = create<{ id: string | null }>()(() => ({ id: readStored(storeKey) }))

/** Limits lists to one school; null: all schools of the staff member. */
export function chooseSchool(id: string | null): void {
  writeStored(storeKey, id)
  useChosen.setState({ id })
}

/** School chosen by a staff member of several schools; undefined: all schools. */
export function useSchool(): { id: string; name: string } | undefined {
  const { schools } = useSignedInStaff()
  const chosen = useChosen(({ id }) => id)
  return schools.length > 1 ? schools.find(({ id }) => id === chosen) : undefined
}
