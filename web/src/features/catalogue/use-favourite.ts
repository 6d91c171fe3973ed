import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { useRef } from 'react'
import { useAction } from '../../api/use-action'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { haptic } from '../../platform/haptic'
import { getCurrentPage, openLoginPage } from '../../router/navigation'
import { formatPageUrl } from '../../router/page-url'
import { storeDeferredAction } from '../../state/deferred-action'
import { toast } from '../../state/flash'
import { getToken } from '../../state/token'
import { kindCalls } from './kind-calls'

/** Toggles the favourite optimistically; for a guest it is added after the login. */
export function useFavourite(info: CurriculumInfo): () => void {
  const calls = kindCalls[info.kind]
  const undo = useRef(() => {})
  const { run, running } = useAction(calls.favourite, {
    onDone: ({ on, count }, { id }) => {
      show(id, on, count)
      toast(on ? '已收藏' : '已取消收藏')
      void invalidateCalls('GET /v1/user_collection_list', 'GET /v1/my_counts')
    },
    onError: (error) => {
      undo.current()
      if (!error.shown) toast(error.msg)
    },
  })

  const show = (id: string, favourite: boolean, favouriteCount: number) =>
    changeAnswers(calls.info, (data) => (data.id === id ? { ...data, favourite, favouriteCount } : data))

  return () => {
    if (!getToken()) {
      storeDeferredAction({
        call: calls.favourite,
        id: info.id,
        title: `收藏《${info.title}》`,
        page: formatPageUrl(getCurrentPage()),
      })
      return void openLoginPage()
    }
    if (running) return
    haptic()
    const on = !info.favourite
    undo.current = show(info.id, on, info.favouriteCount + (on ? 1 : -1))
    void run({ id: info.id, on })
  }
}
