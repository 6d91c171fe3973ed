import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { sharePage } from '../../router/share'

export interface ShareData {
  title: string
  text: string
  url: string
  image: string
}

/** What others see of the page shown now. */
export function shareData({ title, summary, subtitle, cover }: CurriculumInfo): ShareData {
  const image = cover ? new URL(cover, location.href).href : ''
  return { title, text: summary || subtitle || title, url: sharePage(), image }
}
