import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { timing } from '@dxx/contract/rules/constants'

const megabyte = 1024 * 1024

export interface PurposeRules {
  /** Public (`p`) or behind signed links (`f`). */
  area: 'p' | 'f'
  imageBytes: number
  /** Maximum size of other files; 0: only images are allowed. */
  fileBytes: number
  /** Maximum size of videos; 0: no videos. A minute of full HD from a phone takes about 130 MB. */
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
  homework: { area: 'f', ...attachment },
}

/** Maximum width of stored images, and additional smaller widths for lists and posts. */
export const imageSizes = { max: 4096, sizes: [960, 320] }

/** Types that can be attached besides images. Types that a browser would execute are not allowed. */
export const attachable: ReadonlySet<string> = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'txt', 'csv'],
  ...['mp4', 'mp3', 'm4a', 'zip'],
])

export function maxBytes(purpose: UploadPurpose): number {
  const { imageBytes, fileBytes, videoBytes } = purposes[purpose]
  return Math.max(imageBytes, fileBytes, videoBytes)
}

/** Whether a video is too long. Cameras stop slightly late, so a fraction of a second does not count. */
export const isTooLong = (durationSeconds: number) => Math.floor(durationSeconds) > timing.videoMaxSeconds

/** Lifetime of links; enough for slow connections within the request time-out. */
export const linkSeconds = 600

/** Rate limit of uploads: above the images of many notes; more would be misuse as file storage. */
export const hourly = { name: 'upload', max: 120, windowSeconds: 3600 }

/** Bytes an account may store, and send within any 24 hours. */
export const quota = { account: 500 * megabyte, day: 200 * megabyte }
