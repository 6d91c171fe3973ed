import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import type { Problems } from './problems'

export interface Manifest<T> {
  data: T
  /** The line where a value stands. */
  line(...path: (string | number)[]): number
}

const chinese = z.locales.zhCN().localeError

/** Reads YAML by a schema. What is wrong is reported with its line; fields nobody knows are a doubt, not an error. */
export function readManifest<S extends z.ZodType>(
  source: string,
  file: string,
  schema: S,
  problems: Problems,
): Manifest<z.output<S>> | null {
  const lines = new LineCounter()
  const document = parseDocument(source, { schema: 'core', lineCounter: lines, prettyErrors: false })
  for (const error of document.errors)
    problems.error(file, lines.linePos(error.pos[0]).line, `YAML 写法有误：${error.message}`)
  if (document.errors.length > 0) return null
  const line = (...path: (string | number)[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined
      if (node?.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  let data: unknown
  try {
    data = document.toJS({ maxAliasCount: 100 })
  } catch {
    problems.error(file, 0, 'YAML 里的引用太多')
    return null
  }
  let parsed = schema.safeParse(data, { error: (issue) => `${issue.path?.join('.') || '清单'}：${sentence(issue)}` })
  if (!parsed.success) {
    let stripped = false
    for (const issue of parsed.error.issues) {
      if (issue.code !== 'unrecognized_keys') continue
      for (const key of issue.keys) {
        const path = issue.path as (string | number)[]
        problems.warning(file, line(...path, key), `不认识的字段 ${[...path, key].join('.')}，已忽略`)
        delete (path.reduce((value: unknown, step) => (value as never)[step], data) as Record<string, unknown>)[key]
        stripped = true
      }
    }
    if (stripped)
      parsed = schema.safeParse(data, { error: (issue) => `${issue.path?.join('.') || '清单'}：${sentence(issue)}` })
  }
  if (parsed.success) return { data: parsed.data, line }
  for (const issue of parsed.error.issues)
    problems.error(file, line(...(issue.path as (string | number)[])), issue.message)
  return null
}

function sentence(issue: Parameters<typeof chinese>[0]): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return '没有填写'
  const said = chinese(issue)
  return typeof said === 'string' ? said : (said?.message ?? '格式不正确')
}
