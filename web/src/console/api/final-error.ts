import { ResponseCode } from '@dxx/contract/envelope'
import type { ApiError } from '../../api/error'

const passing: number[] = [ResponseCode.login, ResponseCode.proof, ResponseCode.tooMany, ResponseCode.signature]

/** Whether a retry cannot succeed. After a login, an identity proof or a wait for a busy server, a retry can. */
export const isFinalError = ({ decided, code, name }: Pick<ApiError, 'decided' | 'code' | 'name'>): boolean =>
  decided && name !== 'overloaded' && !passing.includes(code)
