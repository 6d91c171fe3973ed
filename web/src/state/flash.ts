import { timing } from '@dxx/contract/rules/constants'
import { create } from 'zustand'

/** A text that goes away by itself; `id` tells two equal texts apart. */
interface Flash {
  id: number
  text: string
}

function flashes(duration: number) {
  const use = create<Flash>()(() => ({ id: 0, text: '' }))
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (text: string): void => {
    clearTimeout(timer)
    use.setState(({ id }) => ({ id: id + 1, text }))
    timer = setTimeout(() => use.setState({ text: '' }), duration)
  }
  return { use, show }
}

/** `useToast()` answers what to show now; an empty text shows nothing. */
export const { use: useToast, show: toast } = flashes(timing.toast)
export const { use: useNotify, show: notify } = flashes(timing.notify)
