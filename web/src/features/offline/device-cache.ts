import { clear, entries } from 'idb-keyval'
import { store as responses } from '../../api/response-cache'
import { store as recent } from './recent-chapters'

/** Bytes of a stored value as text. */
const bytesOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length

/** Size of the data that is stored to open pages faster, without downloads, drafts and unsent changes. */
export async function cacheBytes(): Promise<number> {
  const stored = await Promise.all([entries(responses), entries(recent)])
  return stored.flat().reduce<number>((sum, [, value]) => sum + bytesOf(value), 0)
}

/** Removes what cacheBytes counts; everything can be fetched again. */
export async function clearCache(): Promise<void> {
  await Promise.all([clear(responses), clear(recent)])
}
