import { allCalls, type Name } from '@dxx/contract/calls'
import { shapeOf } from '../testing/inputs'
import { asksFor } from './matrix'
import type { Readings } from './readings'

/** Calls that somebody could be refused: gated ones, and those that ask for something by its id. */
export const refusable = (Object.keys(allCalls) as Name[]).filter(
  (name) => allCalls[name].access !== 'public' || asksFor(shapeOf(name)),
)

/** Those that nobody in the matrix is answered, and what shows that they answer at all. */
const content = 'Public, and of content that only a site has: content/content.test.ts and support/support.test.ts.'
const runs = 'Programs run where a runner is: runcode/runcode.test.ts.'
export const unanswered: Partial<Record<Name, string>> = {
  'GET /v1/article_info': content,
  'GET /v1/help_info': content,
  'GET /v130/banner_info': content,
  'POST /v1/runcode': runs,
  'POST /v1/runcode_prepare': runs,
  'POST /v1/upload_complete': 'Needs a real picture in the quarantine: uploads/uploads.test.ts.',
}

/** Which calls gave something to those who may have it: while they lived there, and when they read what is theirs. */
export function answered(heard: string[], readings: Readings): Set<Name> {
  const names = new Set<Name>()
  for (const said of heard) {
    const [, name] = /^(\S+ \S+) .*"code":1,/s.exec(said) ?? []
    // What is read has to hold something; what is done may have nothing to say.
    if (name?.startsWith('POST')) names.add(name as Name)
    else if (name && !/"list":\[\]/.test(said)) names.add(name as Name)
  }
  for (const [what, text] of readings) {
    const [, name] = /^\w+ (\S+ \S+) /.exec(what) ?? []
    if (name && holdsSomething(text)) names.add(name as Name)
  }
  return names
}

function holdsSomething(text: string): boolean {
  if (!text.startsWith('{"code":1,')) return false
  const { data } = JSON.parse(text) as { data: unknown }
  if (data === null || typeof data !== 'object') return false
  return Array.isArray(data) ? data.length > 0 : 'list' in data ? !empty(data.list) : Object.keys(data).length > 0
}

const empty = (list: unknown) => Array.isArray(list) && list.length === 0
