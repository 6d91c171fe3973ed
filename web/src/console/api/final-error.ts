import { Code } from '@dxx/contract/envelope'
import type { ApiError } from '../../api/error'

const passing: number[] = [Code.login, Code.proof, Code.tooMany, Code.signature]

/** Whether trying again cannot help. An ended session, a missing proof and a busy server pass. */
export const isFinal = ({ decided, code, name }: Pick<ApiError, 'decided' | 'code' | 'name'>): boolean =>
  decided && name !== 'overloaded' && !passing.includes(code)
