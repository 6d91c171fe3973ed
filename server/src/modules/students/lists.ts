import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { University } from '@dxx/contract/calls/students'
import { serverRoot } from '../../base/paths'

/** Reads a national list (see server/lists/NOTICE). Lists are read on first use and do not change at run time. */
function readList(file: string): string[][] {
  const [, ...lines] = readFileSync(join(serverRoot, 'lists', file), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => line.split('\t'))
}

function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

interface ListedUniversity extends University {
  /** Pinyin initials of the name. */
  initials: string
}

const universities = once(() =>
  readList('universities.tsv').map(
    ([code = '', name = '', province = '', city = '', level = '', initials = '']): ListedUniversity => ({
      code,
      name,
      province,
      city,
      level,
      initials,
    }),
  ),
)

export const universityByCode = (code: string) => universities().find((university) => university.code === code)

export const provinces = once(() => [...new Set(universities().map(({ province }) => province))])

/** Returns how well a keyword matches a name: smaller is better, null is no match. 北大 and bjdx find 北京大学. */
function fit({ name, initials }: ListedUniversity, keyword: string): number | null {
  if (name === keyword) return 0
  if (name.startsWith(keyword)) return 1
  if (/^[a-z]+$/.test(keyword)) return initials === keyword ? 1 : initials.startsWith(keyword) ? 3 : null
  const spread = isSpreadOver(keyword, name)
  // An abbreviation has the first character of the name; among several names the shorter is more likely.
  if (spread && name.startsWith(keyword[0]!)) return 1 + name.length / 100
  return name.includes(keyword) ? 2 : spread ? 4 : null
}

function isSpreadOver(keyword: string, name: string): boolean {
  let at = 0
  for (const character of name) if (character === keyword[at]) at++
  return at === keyword.length
}

export function findUniversities({ province, keyword }: { province?: string; keyword?: string }): ListedUniversity[] {
  const there = province
    ? universities().filter((university) => university.province.startsWith(province))
    : universities()
  const wanted = keyword?.replace(/\s+/g, '').toLowerCase()
  if (!wanted) return there
  return there
    .flatMap((university) => {
      const rank = fit(university, wanted)
      return rank === null ? [] : [{ university, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ university }) => university)
}

interface Division {
  code: string
  name: string
  hasMore: boolean
}

/** Administrative divisions by the code of their parent; '' is the parent of provinces. */
const divisions = once(() => {
  const rows = readList('divisions.tsv')
  const parents = new Set(rows.map(([, parent = '']) => parent))
  const byParent = new Map<string, Division[]>()
  for (const [code = '', parent = '', name = ''] of rows) {
    const siblings = byParent.get(parent) ?? []
    siblings.push({ code, name, hasMore: parents.has(code) })
    byParent.set(parent, siblings)
  }
  return byParent
})

export const divisionsBelow = (parent: string) => divisions().get(parent) ?? []

const mostFound = 20

/** Every division with its full name, for example 湖北省 武汉市 洪山区. */
const places = once(() => {
  const found: { code: string; name: string; place: string }[] = []
  const walk = (parent: string, above: string[]) => {
    for (const { code, name, hasMore } of divisionsBelow(parent)) {
      found.push({ code, name, place: [...above, name].join(' ') })
      if (hasMore) walk(code, [...above, name])
    }
  }
  walk('', [])
  return found
})

/** Finds divisions by name: exact matches first, then prefixes, then other matches. */
export function findDivisions(keyword: string): { code: string; place: string }[] {
  const rank = (name: string) =>
    name === keyword ? 0 : name.startsWith(keyword) ? 1 + name.length / 100 : name.includes(keyword) ? 2 : 3
  return places()
    .filter(({ name }) => name.includes(keyword))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .slice(0, mostFound)
    .map(({ code, place }) => ({ code, place }))
}
