import { Code } from '@dxx/contract/envelope'
import type { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { Data, Input } from '../../api/client'
import { type ActionOptions, type StaffPost, useStaffAction } from '../../api/hooks'

interface Ends {
  onDecided(): void
  onCollision(msg: string): void
}

/** Decides a case, then opens the next one; calls `onCollision` if another staff member has decided it already. */
export function useDecision<N extends StaffPost>(
  name: N,
  { onDecided, onCollision }: Ends,
  done: string | ((data: Data<N>, input: Input<N>) => string),
) {
  const options: ActionOptions<N> = {
    onDone: (data, input) => {
      toast(typeof done === 'string' ? done : done(data, input))
      onDecided()
    },
    onError: (error: ApiError) => (error.code === Code.conflict ? onCollision(error.msg) : toast(error.msg)),
  }
  return useStaffAction(name, options)
}
