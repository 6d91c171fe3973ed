import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePage } from '../router/page-context'
import { toast } from '../state/flash'
import { hasModifier } from './key-target'

/** Fields of `usePagedCall`. */
interface Listed<Item> {
  list: readonly Item[]
  total: number | undefined
  readAll(): Promise<Item[]>
}

/**
 * Items of a paged list for its printed document, and the function that prints all of them. Ctrl+P prints all of them
 * too. The print command of the browser's menu does not wait for a request: it prints the items that are loaded.
 */
export function usePrintedList<Item>({ list, total, readAll }: Listed<Item>) {
  const { active } = usePage()
  const [all, setAll] = useState<readonly Item[] | null>(null)
  const busy = useRef(false)
  const isPartial = total !== undefined && total > list.length

  async function print(): Promise<void> {
    if (busy.current) return
    if (!isPartial) return window.print()
    busy.current = true
    toast(`正在准备全部 ${total} 条…`)
    try {
      const items = await readAll()
      // The browser renders the paper while `print` runs.
      flushSync(() => setAll(items))
      window.print()
    } catch {
      toast('没能读出全部内容，请检查网络后再打印')
    } finally {
      busy.current = false
    }
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || !hasModifier(event) || event.altKey || event.shiftKey) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    if (!active || !isPartial) return
    const onKeyDown = (event: KeyboardEvent) => press(event)
    const done = () => setAll(null)
    addEventListener('keydown', onKeyDown)
    addEventListener('afterprint', done)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('afterprint', done)
    }
  }, [active, isPartial])

  return { items: all ?? list, print }
}
