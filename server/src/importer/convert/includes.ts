import type { Page } from './page'

const maxIncludes = 5

const oneLine = /^([ \t]*)(?:-{1,}8<-{1,}\s+["']([^"'\n]+)["']|\{!\s*([^!\n]+?)\s*!\})[ \t]*$/gm
/** Files between two lines with scissors, one per line. */
const listed = /^([ \t]*)-{1,}8<-{1,}[ \t]*\n([\s\S]*?)^[ \t]*-{1,}8<-{1,}[ \t]*$/gm

/** Writes the block form of an include, a list of files between two lines with scissors, as one include per line. */
const asLines = (text: string) =>
  text.replace(listed, (_, indent: string, files: string) =>
    files
      .split('\n')
      .map((file) => file.trim())
      .filter((file) => file !== '' && !file.startsWith(';'))
      .map((file) => `${indent}--8<-- "${file}"`)
      .join('\n'),
  )

/** Paths of the files that a text includes, without sections and lines. */
export const includedPaths = (text: string): string[] =>
  Array.from(asLines(text).matchAll(oneLine), ([, , a, b]) => fileOf(a ?? b ?? ''))

const fileOf = (path: string) => path.replace(/:.*$/, '')

/** Replaces includes by the text of the file: `--8<-- "file"`, `--8<-- "file:section"`, `--8<-- "file:2:5"` and `{!file!}`. */
export function replaceIncludes(text: string, page: Page, depth = 0): string {
  return asLines(text).replace(oneLine, (_, indent: string, a: string | undefined, b: string | undefined) => {
    const path = a ?? b ?? ''
    const found = depth < maxIncludes ? page.include(fileOf(path)) : null
    const chosen = found === null ? null : partOf(found, path.slice(fileOf(path).length + 1))
    if (chosen === null) {
      page.report.lost(page.file, `没有带入引入的文件 ${path.slice(0, 80)}`)
      return ''
    }
    page.report.mapped('引入的文件')
    return replaceIncludes(chosen.replace(/\n$/, ''), page, depth + 1).replace(/^(?=.)/gm, indent)
  })
}

/** Returns the lines `2:5`, or a section between `--8<-- [start:name]` and `[end:name]`; all for an empty name. */
function partOf(text: string, part: string): string | null {
  if (part === '') return withoutMarks(text)
  const lines = text.split('\n')
  const [, from, to] = /^(\d*)(?::(\d*))?$/.exec(part) ?? []
  if (from !== undefined) return lines.slice(Number(from || 1) - 1, to ? Number(to) : undefined).join('\n')
  const at = (mark: string) => lines.findIndex((line) => line.includes(`[${mark}:${part}]`))
  const [start, end] = [at('start'), at('end')]
  return start < 0 ? null : withoutMarks(lines.slice(start + 1, end < 0 ? undefined : end).join('\n'))
}

const withoutMarks = (text: string) => text.replace(/^.*-{1,}8<-{1,}\s*\[(?:start|end):[^\]]*\].*\n?/gm, '')
