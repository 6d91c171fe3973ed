import { type DestinationStream, type Logger, pino } from 'pino'

/** Name fragments whose values must never be logged, at any depth and in any spelling. */
const secretNames =
  /password|token|ticket|secret|authori[sz]ation|cookie|signature|api-?_?key|session-?_?key|openid|unionid|mobile|phone|dxx-device/i
/** `code`, `sign` and `key` are secret only as whole names, because errcode and statusCode may be logged. */
const isSecret = (name: string) => secretNames.test(name) || /^(code|sign|key)$/i.test(name)

const hidden = '[hidden]'
const deepest = 8

/** Selects the fields of an error to log: not PostgreSQL's `detail`, whose quoted rows may contain mobile numbers. */
function describe(error: Error, depth: number): object {
  const { code, cause } = error as NodeJS.ErrnoException
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { errorCode: code }),
    ...(cause !== undefined && { cause: withoutSecrets(cause, depth + 1) }),
    ...(error instanceof AggregateError && { errors: withoutSecrets(error.errors, depth + 1) }),
  }
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return '[deeper]'
  if (value instanceof Error) return describe(value, depth)
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  if (ArrayBuffer.isView(value)) return '[bytes]'
  if (value instanceof Map || value instanceof Headers) return withoutSecrets(Object.fromEntries(value), depth)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? hidden : withoutSecrets(inner, depth + 1)]),
  )
}

const inWords = 'password|token|ticket|secret|code|openid|unionid|session_key|signature'
/** Replaces secrets inside texts: query parameters of URLs, fields of quoted JSON, bearer tokens, mobile numbers. */
const inTexts: [RegExp, string][] = [
  [new RegExp(`([\\w-]*(?:${inWords})=)[^&\\s"'\\\\]+`, 'gi'), `$1${hidden}`],
  [new RegExp(`(\\\\+"[\\w-]*(?:${inWords})\\\\+"\\s*:\\s*\\\\+")[^"\\\\]+`, 'gi'), `$1${hidden}`],
  [/(bearer\s+)[\w.~+/=-]+/gi, `$1${hidden}`],
  [/(?<![\w.-])1[3-9]\d{9}(?!\w)/g, '1**********'],
]

export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    formatters: { log: (line: object) => withoutSecrets(line, 0) as Record<string, unknown> },
    // Disables pino's own error serialiser, because `log` above has already selected the fields.
    serializers: { err: (error: unknown) => error },
    hooks: { streamWrite: (line: string) => inTexts.reduce((text, [found, put]) => text.replace(found, put), line) },
  }
  return to ? pino(options, to) : pino(options)
}
