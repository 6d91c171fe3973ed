/** Codes of the envelope. Any code except `ok` is a refusal whose `msg` is shown to the user. */
export const ResponseCode = {
  ok: 1,
  business: 0,
  login: 3,
  conflict: 4,
  mobile: 5,
  student: 6,
  purchase: 7,
  signature: 8,
  /** Staff: the permission is missing. */
  permission: 9,
  /** Staff: a second factor or a new confirmation of identity is needed; `data.need` says which. */
  proof: 10,
  tooMany: 429,
} as const
export type ResponseCode = (typeof ResponseCode)[keyof typeof ResponseCode]

/** Response body of every call. Not in errors.ts, so that the browser bundle contains no error messages. */
export interface Envelope<T> {
  code: number
  msg: string
  data: T
}
