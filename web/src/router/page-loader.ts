import { timing } from '@dxx/contract/rules/constants'
import type { ComponentType } from 'react'
import type { Route } from '../routes'

/** The page's code did not come: no network, a time-out, or a build that is no longer served. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

const loaded = new Map<string, ComponentType>()
const loading = new Map<string, Promise<void>>()

export function loadedPage({ path }: Route): ComponentType | undefined {
  return loaded.get(path)
}

/** Fetches a page's code once, however many ask. What failed is asked for again the next time. */
export function loadPage({ path, load }: Route): Promise<void> {
  let page = loading.get(path)
  if (!page) {
    page = inTime(load()).then(
      (chunk) => void loaded.set(path, chunk.default),
      (cause) => {
        loading.delete(path)
        throw new ChunkError(path, { cause })
      },
    )
    loading.set(path, page)
  }
  return page
}

function inTime<T>(chunk: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('time-out')), timing.chunk)
    chunk.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
