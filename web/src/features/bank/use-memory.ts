import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { useAction } from '../../api/use-action'
import { type CallData, invalidateCalls } from '../../api/use-call'
import { toast } from '../../state/flash'

/** Loads 错题本 again after one of its questions changed. */
export const changed = () => void invalidateCalls('GET /v1/wrong_list', 'GET /v1/wrong_summary')

/** Text on the effect of a self-assessment: when the question is due again, or why nothing changed. */
export function memoryText({ counted, mastered, dueAt }: CallData<'POST /v1/wrong_review'>, knew: boolean): string {
  if (mastered) return '已掌握，移出错题本'
  if (!counted) return `还没到复习的日子，${dayOf(dueAt)}再答对才算`
  return knew ? `记住了，${dayOf(dueAt)}再复习` : '没关系，明天再来一次'
}

/** 11月20日 */
const dayOf = (at: number) => formatChineseTime(at).split(' ')[0]

/** Hook for the student's own judgement of a wrong question. */
export function useMemory() {
  const { run, running } = useAction('POST /v1/wrong_review', {
    onDone: (data, { knew }) => {
      toast(memoryText(data, knew))
      changed()
    },
  })
  return { judge: (id: string, knew: boolean) => void run({ id, knew }), running }
}
