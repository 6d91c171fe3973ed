import { createStore, del, delMany, get, keys, set } from 'idb-keyval'
import { useEffect } from 'react'
import { currentUserId, sessionScope } from '../../state/owner'
import type { FinishedRun } from './run-program'

/** Last output of each code cell on this device. */
const storage = createStore('dxx-outputs', 'outputs')
const most = 300
/** Longer outputs, in characters, are not stored. */
const longest = 100_000

interface Remembered extends FinishedRun {
  /** When the program ran, in milliseconds. */
  at: number
  /** The program that was run. */
  source: string
}

const slotOf = (cell: string) => `${currentUserId() ?? sessionScope()} ${cell}`

export async function rememberOutput(cell: string, source: string, finished: FinishedRun): Promise<void> {
  const { stdout, stderr } = finished.result
  if (stdout.length + stderr.length + source.length > longest) return forgetOutput(cell)
  try {
    await set(slotOf(cell), { ...finished, at: Date.now(), source } satisfies Remembered, storage)
    const all = await keys<string>(storage)
    if (all.length > most) await dropOldest(all)
  } catch {
    // Storage is full or forbidden: the output is lost when the user leaves the page.
  }
}

export async function forgetOutput(cell: string): Promise<void> {
  try {
    await del(slotOf(cell), storage)
  } catch {
    // Without storage no output is remembered.
  }
}

export async function rememberedOutput(cell: string): Promise<Remembered | undefined> {
  try {
    return await get<Remembered>(slotOf(cell), storage)
  } catch {
    return undefined
  }
}

async function dropOldest(all: readonly string[]): Promise<void> {
  const aged = await Promise.all(
    all.map(async (slot) => ({ slot, at: (await get<Remembered>(slot, storage))?.at ?? 0 })),
  )
  aged.sort((a, b) => a.at - b.at)
  await delMany(
    aged.slice(0, all.length - most).map(({ slot }) => slot),
    storage,
  )
}

/** Shows the remembered output of a cell when it appears. */
export function useRememberedOutput(cell: string, show: (finished: FinishedRun) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once per cell; `show` is new in every render
  useEffect(() => {
    let isHere = true
    void rememberedOutput(cell).then((found) => {
      if (isHere && found) show({ result: found.result, place: found.place })
    })
    return () => {
      isHere = false
    }
  }, [cell])
}

/** Number of code cells per chapter whose last run on this device ended without an error. */
export async function successfulCells(): Promise<Map<string, number>> {
  const start = `${currentUserId() ?? sessionScope()} `
  const counts = new Map<string, number>()
  try {
    for (const slot of await keys<string>(storage)) {
      if (!slot.startsWith(start)) continue
      const [chapterId = ''] = slot.slice(start.length).split(':')
      const found = await get<Remembered>(slot, storage)
      if (found?.result.reason === 'ok') counts.set(chapterId, (counts.get(chapterId) ?? 0) + 1)
    }
  } catch {
    // Without storage the number is unknown.
  }
  return counts
}
