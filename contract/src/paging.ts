import * as z from 'zod'
import { appLimits } from './rules/constants'

/**
 * Input of every list call. `lastItem` is the keyset cursor of the previous page and takes precedence over `pageNo`.
 */
export const Paging = z.object({
  pageNo: z.int().min(1).max(10_000).default(appLimits.firstPage),
  pageSize: z.int().min(1).max(appLimits.pageSizeMax).default(appLimits.pageSize),
  from: z.enum(['first', 'refresh', 'more']).default('first'),
  lastItem: z.string().max(200).optional(),
})

/** Response of every list call. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    list: z.array(item),
    total: z.int(),
    pageNo: z.int(),
    pageSize: z.int(),
    hasMore: z.boolean(),
    lastItem: z.string().nullable(),
  })

export type PageInput = z.output<typeof Paging>
export interface Page<T> {
  list: T[]
  total: number
  pageNo: number
  pageSize: number
  hasMore: boolean
  lastItem: string | null
}
