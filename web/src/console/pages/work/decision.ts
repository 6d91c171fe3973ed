import { ResponseCode } from '@dxx/contract/envelope'
import type { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { StaffData, StaffInput } from '../../api/client'
import { type ActionOptions, type StaffPost, useStaffAction } from '../../api/hooks'
import { offerUndo } from '../../kit/undo'

interface Ends {
  onDecided(): void
  onCollision(msg: string): void
}

/**
 * Decides a work item, then opens the next one; calls `onCollision` if another staff member has decided it. With
 * `undo` the decision can be undone for eight seconds.
 */
export function useDecision<N extends StaffPost>(
  name: N,
  { onDecided, onCollision }: Ends,
  done: string | ((data: StaffData<N>, input: StaffInput<N>) => string),
  undo?: () => void,
) {
  const options: ActionOptions<N> = {
    onDone: (data, input) => {
      const text = typeof done === 'string' ? done : done(data, input)
      if (undo) offerUndo(text, undo)
      else toast(text)
      onDecided()
    },
    onError: (error: ApiError) => (error.code === ResponseCode.conflict ? onCollision(error.msg) : toast(error.msg)),
  }
  return useStaffAction(name, options)
}
