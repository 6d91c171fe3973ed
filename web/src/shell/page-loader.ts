import { timing } from '@dxx/contract/rules/constants'
import type { ComponentType } from 'react'
import { pageModuleOf } from '../router/page-modules'
import type { Route } from '../router/routes'
import { reportNoResponse } from '../state/reachability'

/** Thrown if a page's code could not be loaded: no network, a time-out, or a build that is no longer served. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

const loaded = new Map<string, ComponentType>()
const loading = new Map<string, Promise<void>>()

export function loadedPage({ path }: Route): ComponentType | undefined {
  return loaded.get(path)
}

/** Loads a page's code once for all callers. A failed load is retried on the next call. */
export function loadPage({ path }: Route): Promise<void> {
  let page = loading.get(path)
  if (!page) {
    page = inTime(pageModuleOf(path)!()).then(
      (chunk) => void loaded.set(path, chunk.default),
      (cause) => {
        loading.delete(path)
        reportNoResponse()
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
