import { create } from 'zustand'
import { readStored, writeStored } from '../../state/local-storage'

const key = 'dxx-code-wrap'

/** Whether long lines of code and output are wrapped; one choice for all editors. */
export const useCodeWrap = create<{ wrap: boolean }>()(() => ({ wrap: readStored(key) === 'on' }))

export function toggleCodeWrap(): void {
  const wrap = !useCodeWrap.getState().wrap
  useCodeWrap.setState({ wrap })
  writeStored(key, wrap ? 'on' : null)
}
