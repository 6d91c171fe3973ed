import { Code } from '@dxx/contract/envelope'

/** A call that brought no data: refused by the server (its code and msg), or code -1 when no answer arrived. */
export class ApiError extends Error {
  readonly code: number
  readonly data: Record<string, unknown>
  /** The HTTP status; 0 when no answer arrived. */
  readonly status: number

  constructor(name: string, code: number, msg: string, data: Record<string, unknown> = {}, status = 0) {
    super(msg)
    this.name = name
    this.code = code
    this.data = data
    this.status = status
  }

  /** What to tell the user. */
  get msg(): string {
    return this.message
  }

  /** Whether the server has decided. Otherwise nobody knows whether the call was carried out. */
  get decided(): boolean {
    return this.status >= 200 && this.status < 500
  }

  /** Whether the user is already being told: sent to login, or asked for a mobile number or student authentication. */
  get shown(): boolean {
    return this.code === Code.login || this.code === Code.mobile || this.code === Code.student
  }
}

export function networkError(): ApiError {
  return new ApiError('network', -1, '网络信号丢失，请检查网络后重试')
}

export function timeoutError(): ApiError {
  return new ApiError('timeout', -1, '网络较慢，请求超时，请检查网络后重试')
}

/** Whether the item has to be bought first: the page decides what it shows then. */
export function needsPurchase(error: unknown): boolean {
  return error instanceof ApiError && error.code === Code.purchase
}
