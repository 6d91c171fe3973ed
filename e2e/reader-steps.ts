import type { BrowserContextOptions } from 'playwright-core'
import { beforeEach } from 'vitest'
import { phone, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf } from './reader'

export let textbook: string
export let ebook: string
export let token: string
export const read = (id: string, chapter?: string) =>
  `pages/digital-textbooks/read?id=${id}${chapter ? `&chapter=${chapter}` : ''}`
export const book = (id: string, chapter?: string) => `pages/books/read?id=${id}${chapter ? `&chapter=${chapter}` : ''}`

export async function open(route: string, options: BrowserContextOptions = phone, as = token) {
  const visitor = await visit({ options, token: as })
  await visitor.goto(route)
  return visitor
}

export async function stackChapter(): Promise<string> {
  return (await chaptersOf('textbook', textbook)).find(({ title }) => title.includes('栈：后进先出'))!.id
}

/** Creates a user who owns both books before the first test, because only a test can wait for the login code. */
export function prepareReader(): void {
  beforeEach(async () => {
    textbook ||= (await curriculum('textbook', '数据结构与算法')).id
    ebook ||= (await curriculum('ebook', '概率论的十二堂课')).id
    token ||= await registerOwner('读书的人', textbook, ebook)
  })
}
