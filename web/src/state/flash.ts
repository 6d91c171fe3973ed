import { timing } from '@dxx/contract/rules/constants'
import { create } from 'zustand'

/** Text that disappears by itself; a new `id` shows that the same text was sent again. */
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

/** `useToast()` returns the text to show; nothing is shown for an empty text. */
export const { use: useToast, show: toast } = flashes(timing.toast)
export const { use: useNotify, show: notify } = flashes(timing.notify)
