import type { UploadPurpose } from '@dxx/contract/calls/uploads'

const megabyte = 1024 * 1024

export interface PurposeRules {
  /** Whether anybody may see it, or only whom we give a link. */
  area: 'p' | 'f'
  imageBytes: number
  /** Zero: pictures only. */
  fileBytes: number
}

const picture = { imageBytes: 10 * megabyte, fileBytes: 0 }
const attachment = { imageBytes: 10 * megabyte, fileBytes: 50 * megabyte }

export const purposes: Record<UploadPurpose, PurposeRules> = {
  avatar: { area: 'p', ...picture },
  image: { area: 'p', ...picture },
  'student-card': { area: 'f', ...picture },
  feedback: { area: 'f', ...attachment },
  cs: { area: 'f', ...attachment },
}

/** Pictures are stored in these widths too: lists and posts do not load the whole. */
export const imageSizes = { max: 4096, sizes: [960, 320] }

/** What may be attached besides pictures; nothing that a browser would run. */
export const attachable: ReadonlySet<string> = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'txt', 'csv'],
  ...['mp4', 'mp3', 'm4a', 'zip'],
])

export const maxBytes = (purpose: UploadPurpose) => Math.max(purposes[purpose].imageBytes, purposes[purpose].fileBytes)

/** Links live this long; slow connections get the time a request may take. */
export const linkSeconds = 600

/** A whole album of notes and more; beyond that somebody uses us as a store. */
export const hourly = { name: 'upload', max: 120, windowSeconds: 3600 }
