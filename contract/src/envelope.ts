/** The envelope's codes. Anything but `ok` is a refusal whose `msg` is shown to the user. */
export const Code = {
  ok: 1,
  business: 0,
  login: 3,
  conflict: 4,
  mobile: 5,
  student: 6,
  purchase: 7,
  signature: 8,
  tooMany: 429,
} as const
export type Code = (typeof Code)[keyof typeof Code]

/** What every call answers with. Apart from the refusals' texts, which the browser gets from the server. */
export interface Envelope<T> {
  code: number
  msg: string
  data: T
}
