import { useEffect, useState } from 'react'
import { type CallData, useCall } from '../../api/use-call'

export type PracticeItem = CallData<'GET /v1/bank_practice_questions'>[number]

const size = 10

/**
 * Loads the questions of a practice in pages of ten: the current page, and the next one in advance. `chosen` arrived with
 * answers, because they were chosen by them.
 */
export function usePracticeQuestions(id: string, at: number, count: number, chosen: readonly PracticeItem[]) {
  const [items, setItems] = useState<Readonly<Record<number, PracticeItem>>>({})
  const from = Math.floor(at / size) * size
  const next = from + size
  const here = useCall('GET /v1/bank_practice_questions', { id, from, count: size }, { fresh: true })
  const soon = useCall(
    'GET /v1/bank_practice_questions',
    { id, from: next, count: size },
    { fresh: true, enabled: next < count && at >= next - 3 },
  )
  useEffect(() => {
    const arrived = [...chosen, ...(here.data ?? []), ...(soon.data ?? [])]
    // Items fetched first win: the user may already have answered them.
    setItems((before) => ({ ...Object.fromEntries(arrived.map((item) => [item.index, item])), ...before }))
  }, [here.data, soon.data, chosen])
  return { items, error: items[at] ? null : here.error, retry: () => void here.refetch() }
}
