import { Code } from '@dxx/contract/envelope'
import type { ApiError } from '../../api/error'

const passing: number[] = [Code.login, Code.proof, Code.tooMany, Code.signature]

/** Whether a retry cannot succeed. After a login, an identity proof or a wait for a busy server, a retry can. */
export const isFinal = ({ decided, code, name }: Pick<ApiError, 'decided' | 'code' | 'name'>): boolean =>
  decided && name !== 'overloaded' && !passing.includes(code)
