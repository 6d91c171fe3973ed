import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { useEffect } from 'react'
import { siteOrigin } from '../../platform/site'
import { usePage } from '../../router/page-context'
import { sharePage } from '../../router/share'
import { currentPage } from '../../router/stack'
import { windowTitle } from '../../router/title'
import { getView } from '../../router/view'
import { useStore } from '../../state/store'
import { coverArt } from '../../ui/cover-art'

/** Preview data of a shared page. */
export interface ShareCard {
  title: string
  summary: string
  /** Path of a square PNG or JPEG. */
  image: string
}

const cards = new Map<string, ShareCard>()
const listeners = new Set<() => void>()

export function subscribeShareCards(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the share card of a page while the page is in the stack; the default is the page's title and our logo. */
export function useShareCard(card: ShareCard | undefined): void {
  const { key } = usePage()
  const { title, summary, image } = card ?? {}
  useEffect(() => {
    if (!title || !image) return
    cards.set(key, { title, summary: summary || ownSummary(), image })
    for (const listener of [...listeners]) listener()
    return () => {
      cards.delete(key)
    }
  }, [key, title, summary, image])
}

const ownSummary = () =>
  useStore.getState().showBook ? '课程、电子书、数字教材和考试，都在多享学' : '课程、题库和考试，都在多享学'
export const logo = '/icons/512.png'

type Shared = Pick<CurriculumCard, 'title' | 'kind'> &
  Partial<Pick<CurriculumCard, 'summary' | 'subtitle' | 'cover' | 'subject'>>

/** Path of a curriculum's square picture: cropped from its cover, or a drawn one without a cover. */
function shareImageOf({ cover, title, subject, kind }: Shared) {
  const { colour, motif } = coverArt(title, subject?.colour ?? subject?.name)
  return squareOf(cover) ?? `/media/share/art/${colour}-${motif}-${kind}.jpg`
}

/** Square version of a public picture; undefined for pictures that are not our content, such as user uploads. */
export function squareOf(picture: string | null | undefined): string | undefined {
  const [, path] = /\/media\/(p\/(?!u)[\w.-]+)$/.exec(picture ?? '') ?? []
  return path && `/media/share/${path}.jpg`
}

export const curriculumShareCard = (item: Shared | undefined, chapter?: string): ShareCard | undefined =>
  item && {
    title: chapter ? `${chapter} - ${item.title}` : item.title,
    summary: item.summary || item.subtitle || '',
    image: shareImageOf(item),
  }

/** Share card of the current page, with absolute URLs. */
export function currentShareCard(): ShareCard & { url: string } {
  const { stack, titles } = getView()
  const page = currentPage(stack)
  const pageCard = cards.get(page.key)
  const title = pageCard?.title ?? windowTitle(page, titles)
  const image = new URL(pageCard?.image ?? logo, `${siteOrigin()}/`).href
  return { title, summary: pageCard?.summary ?? ownSummary(), image, url: sharePage() }
}
