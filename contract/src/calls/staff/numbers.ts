import * as z from 'zod'
import { call, calls } from '../../call'
import { UnixSeconds } from '../../shapes'

/** Numbers of one day in Asia/Shanghai. */
const DayNumbers = z.object({
  /** yyyy-mm-dd. */
  day: z.string(),
  /** Number of users who opened the product, each counted once. */
  activeUsers: z.int(),
  newUsers: z.int(),
  studySeconds: z.int(),
  orders: z.int(),
  payments: z.int(),
  revenueCents: z.int(),
  refunds: z.int(),
  refundCents: z.int(),
  /** Largest number of exams that were open at the same time. */
  exams: z.int(),
})
export type DayNumbers = z.infer<typeof DayNumbers>

export const numbers = calls({
  'GET /staff/v1/numbers': call({
    access: { staff: 'numbers.read', quiet: true },
    source: 'added',
    summary: '概览：今天和最近 30 天的运营数字；页面定时询问，不延长登录',
    input: z.object({}),
    data: z.object({
      /** `at`: time of this response; `countedAt`: when the numbers were last computed. */
      at: UnixSeconds,
      countedAt: UnixSeconds.nullable(),
      /** The last 30 days, oldest first; the last one is today. */
      days: z.array(DayNumbers),
      examsRunning: z.int(),
    }),
  }),
})
