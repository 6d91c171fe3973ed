import { ResponseCode } from '@dxx/contract/envelope'

/** Failed call: a refusal with the server's code and msg, or code -1 if there was no response. */
export class ApiError extends Error {
  readonly code: number
  readonly data: Record<string, unknown>
  /** HTTP status; 0 without a response. */
  readonly status: number

  constructor(name: string, code: number, msg: string, data: Record<string, unknown> = {}, status = 0) {
    super(msg)
    this.name = name
    this.code = code
    this.data = data
    this.status = status
  }

  /** Message for the user. */
  get msg(): string {
    return this.message
  }

  /** Whether the server has responded with a decision; if not, the call may or may not have been executed. */
  get decided(): boolean {
    return this.status >= 200 && this.status < 500
  }

  /** Whether the user already sees this error as the login page or a prompt for mobile number or student status. */
  get shown(): boolean {
    return this.code === ResponseCode.login || this.code === ResponseCode.mobile || this.code === ResponseCode.student
  }
}

/** Error for a missing response: the device is offline, or the server cannot be reached. */
export function networkError(): ApiError {
  return new ApiError('network', -1, navigator.onLine ? '连不上服务器，请稍后再试' : '网络信号丢失，请检查网络后重试')
}

export function timeoutError(): ApiError {
  return new ApiError('timeout', -1, '网络较慢，请求超时，请检查网络后重试')
}

/** Whether the item must be purchased first; the page decides what to show. */
export function needsPurchase(error: unknown): boolean {
  return error instanceof ApiError && error.code === ResponseCode.purchase
}
