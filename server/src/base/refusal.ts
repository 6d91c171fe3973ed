import { commonErrors, type ErrorName, refusals } from '@dxx/contract/errors'

/** A refusal with an error name from the contract. Can be thrown anywhere; http/mount.ts returns it as an envelope. */
export class Refusal extends Error {
  override readonly name: ErrorName
  readonly data: Record<string, unknown>

  constructor(name: ErrorName, { msg, data = {} }: { msg?: string; data?: Record<string, unknown> } = {}) {
    super(msg ?? refusals[name].msg)
    this.name = name
    this.data = data
  }
}

/** Throws a refusal, for expressions such as `courseById(…) ?? fail('course-not-found')`. */
export function fail(name: ErrorName, detail?: { msg?: string; data?: Record<string, unknown> }): never {
  throw new Refusal(name, detail)
}

export function refusalBody(refusal: Refusal) {
  return {
    code: refusals[refusal.name].code,
    msg: refusal.message,
    data: { ...refusal.data, error: refusal.name },
  }
}

/** Whether a call may return this error: any call may return common errors, and otherwise only errors it declares. */
export function canReturnError(declared: readonly ErrorName[], name: ErrorName): boolean {
  return declared.includes(name) || (commonErrors as readonly ErrorName[]).includes(name)
}
