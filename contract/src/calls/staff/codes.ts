import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, Id } from '../../shapes'

export const StaffPrintedCode = z.object({
  kind: z.enum(['resource', 'chapter', 'paragraph']),
  /** Title of the chapter; empty for a resource without one. */
  chapter: z.string(),
  title: z.string(),
  code: z.string(),
  url: z.string(),
  /** Scans so far, and during the last 30 days. */
  scans: Count,
  recentScans: Count,
})
export type StaffPrintedCode = z.infer<typeof StaffPrintedCode>

export const codes = calls({
  'GET /staff/v1/code_books': call({
    access: { staff: 'content.publish' },
    source: 'added',
    summary: '有书内码的教材，以及被扫的次数',
    input: z.object({}),
    data: z.object({ list: z.array(z.object({ id: Id, title: z.string(), codes: Count, scans: Count })) }),
  }),
  'GET /staff/v1/printed_codes': call({
    access: { staff: 'content.publish' },
    source: 'added',
    summary: '一本教材的全部书内码：章节、作者标记的段落和资源，带扫码次数',
    input: z.object({ id: Id }),
    data: z.object({ title: z.string(), codes: z.array(StaffPrintedCode) }),
    errors: ['curriculum-not-found'],
  }),
})
