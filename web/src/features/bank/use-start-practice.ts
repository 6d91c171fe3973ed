import { useAction } from '../../api/use-action'
import { type CallInput, invalidateCalls } from '../../api/use-call'
import { navigateTo } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'

/** Starts or resumes a practice and opens it. */
export function useStartPractice() {
  const { run, running } = useAction('POST /v1/bank_practice_start', {
    onDone: ({ id, resumed, position }) => {
      if (resumed && position > 0) toast(`接着上次，从第 ${position + 1} 题继续`)
      navigateTo(pageUrl('pages/exam/answer', { practice: id }))
      void invalidateCalls('GET /v1/bank_home')
    },
  })
  const start = (input: CallInput<'POST /v1/bank_practice_start'>) => void run(input)
  return { start, running }
}
