import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { explainIssue } from '../explain-issue'
import type { Problems } from './problems'
import { type Path, Salvage } from './salvage'
import { yamlErrors } from './yaml-errors'

export interface Manifest<T> {
  data: T
  /** The fields of the first level that are not as they were written, because something in them was wrong. */
  lost: ReadonlySet<string>
  /** The line where a value stands. */
  line(...path: Path): number
  /** Every line below these fields of the first level where a key has a value. */
  linesWith(fields: readonly string[], key: string, value: string): number[]
}

/**
 * Reads YAML by a schema. What is wrong is reported with its line, and the rest is answered all the same, so that an
 * author learns of everything at once; stand-ins fill the fields that cannot do without. Fields nobody knows are a doubt,
 * not an error. Null where nothing sensible is left.
 */
export function readManifest<S extends z.ZodType>(
  source: string,
  file: string,
  schema: S,
  problems: Problems,
  standIns: Record<string, unknown> = {},
): Manifest<z.output<S>> | null {
  const lines = new LineCounter()
  const document = parseDocument(source, { schema: 'core', lineCounter: lines, prettyErrors: false })
  for (const { pos, code } of document.errors)
    problems.error(file, lines.linePos(pos[0]).line, `YAML 写法有误：${yamlErrors[code]}`)
  if (document.errors.length > 0) return null
  let data: unknown
  try {
    data = document.toJS({ maxAliasCount: 100 })
  } catch {
    problems.error(file, 0, 'YAML 里的引用太多')
    return null
  }
  const salvage = new Salvage(data, standIns)
  const line = (...path: Path): number => {
    const written = salvage.written(path)
    for (let length = written.length; length > 0; length--) {
      const node = document.getIn(written.slice(0, length), true) as { range?: [number, number, number] } | undefined
      if (node?.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  const linesWith = (fields: readonly string[], name: string, wanted: string): number[] => {
    const found: number[] = []
    for (const field of isMap(document.contents) ? fields : [])
      visit(document.get(field, true) as never, {
        Pair: (_, { key, value }) => {
          if (isScalar(key) && key.value === name && isScalar(value) && value.value === wanted)
            found.push(lines.linePos(value.range?.[0] ?? 0).line)
        },
      })
    return found
  }
  const told = (issue: { path?: PropertyKey[] }) => salvage.written((issue.path ?? []) as Path).join('.') || '清单'
  for (;;) {
    const parsed = schema.safeParse(data, { error: (issue) => `${told(issue)}：${explainIssue(issue)}` })
    if (parsed.success) return { data: parsed.data, lost: salvage.lost, line, linesWith }
    for (const issue of parsed.error.issues) {
      const path = issue.path as Path
      if (issue.code === 'unrecognized_keys')
        for (const key of issue.keys) {
          problems.warning(
            file,
            line(...path, key),
            `不认识的字段 ${[...salvage.written(path), key].join('.')}，已忽略`,
          )
          salvage.ignore([...path, key])
        }
      else if (salvage.repair(path)) problems.error(file, line(...path), issue.message)
    }
    if (!salvage.apply()) return null
  }
}

/** Whether its lists are all there. Where entries were left out, what points at them is not to blame. */
export const isWhole = ({ lost }: Manifest<unknown>) =>
  !['chapters', 'resources', 'expand'].some((list) => lost.has(list))
