import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type * as z from 'zod'
import { explainIssue } from '../base/explain-issue'
import type { Problems } from '../text/problems'
import { yamlErrors } from '../text/yaml-errors'
import { InvalidDropper, type Path } from './drop-invalid'

export interface Manifest<T> {
  data: T
  /** Top-level fields that differ from the source because they contained errors. */
  lost: ReadonlySet<string>
  /** Returns the line of a value. */
  line(...path: Path): number
  /** Returns every line below these top-level fields on which `key` has this value. */
  linesWith(fields: readonly string[], key: string, value: string): number[]
}

/**
 * Parses YAML by a schema. Reports problems with their lines and still returns the valid rest, so that an author sees
 * all problems at once; defaults replace required fields that are invalid. Unknown fields cause a warning, not an
 * error. Returns null if the rest is unusable.
 */
export function readManifest<S extends z.ZodType>(
  source: string,
  file: string,
  schema: S,
  problems: Problems,
  manifestDefaults: Record<string, unknown> = {},
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
  const salvage = new InvalidDropper(data, manifestDefaults)
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
  const pathText = (issue: { path?: PropertyKey[] }) => salvage.written((issue.path ?? []) as Path).join('.') || '清单'
  for (;;) {
    const parsed = schema.safeParse(data, { error: (issue) => `${pathText(issue)}：${explainIssue(issue)}` })
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

/** Whether the lists of a manifest are complete. If entries were dropped, missing references are not reported. */
export const isWhole = ({ lost }: Manifest<unknown>) =>
  !['chapters', 'resources', 'expand'].some((list) => lost.has(list))
