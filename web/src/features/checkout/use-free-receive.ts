import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { openLoginPage } from '../../router/navigation'
import { toast } from '../../state/flash'
import { getToken } from '../../state/token'
import { refreshEntitlements } from './ownership'

/** Claims a free item; `onDone` navigates to it. */
export function useFreeReceive(onDone: () => void) {
  const { run, running } = useAction('POST /v1/free_receive', {
    onDone: () => {
      void refreshEntitlements()
      toast('领取成功')
      onDone()
    },
    onError: ({ name, msg, shown }) => {
      // If the item is no longer free, its price has changed since the page loaded.
      if (name === 'item-not-free') void refreshEntitlements()
      if (!shown) toast(msg)
    },
  })
  return {
    running,
    receive(curriculumId: string) {
      if (!getToken()) openLoginPage()
      else if (!requireMobile()) void run({ curriculumId })
    },
  }
}
