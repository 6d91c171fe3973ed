import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { timing } from '@dxx/contract/rules/constants'

const megabyte = 1024 * 1024

export interface PurposeRules {
  /** Public (`p`) or behind signed links (`f`). */
  area: 'p' | 'f'
  imageBytes: number
  /** 0: images only. */
  fileBytes: number
  /** 0: no videos. A minute of full HD from a phone takes about 130 MB. */
  videoBytes: number
}

const picture = { imageBytes: 10 * megabyte, fileBytes: 0, videoBytes: 0 }
const attachment = { imageBytes: 10 * megabyte, fileBytes: 50 * megabyte, videoBytes: 200 * megabyte }

export const purposes: Record<UploadPurpose, PurposeRules> = {
  avatar: { area: 'p', ...picture },
  image: { area: 'p', ...picture },
  'student-card': { area: 'f', ...picture },
  feedback: { area: 'f', ...attachment },
  cs: { area: 'f', ...attachment },
}

/** Additional widths of images, so that lists and posts load small ones. */
export const imageSizes = { max: 4096, sizes: [960, 320] }

/** Attachable types besides images; none that a browser would run. */
export const attachable: ReadonlySet<string> = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'txt', 'csv'],
  ...['mp4', 'mp3', 'm4a', 'zip'],
])

export function maxBytes(purpose: UploadPurpose): number {
  const { imageBytes, fileBytes, videoBytes } = purposes[purpose]
  return Math.max(imageBytes, fileBytes, videoBytes)
}

/** Cameras stop slightly late, so a started second does not count. */
export const isTooLong = (durationSeconds: number) => Math.floor(durationSeconds) > timing.videoMaxSeconds

/** Lifetime of links; enough for slow connections within the request time-out. */
export const linkSeconds = 600

/** Rate limit: more than a whole album of notes; beyond that it is misuse as storage. */
export const hourly = { name: 'upload', max: 120, windowSeconds: 3600 }

/** Bytes an account may store, and send within any 24 hours. */
export const quota = { account: 500 * megabyte, day: 200 * megabyte }
