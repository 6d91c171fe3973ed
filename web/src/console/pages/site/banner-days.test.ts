import { parseDate } from '@dxx/contract/rules/time-from'
import { expect, it } from 'vitest'
import { planDays } from './banner-days'

const day = (text: string) => parseDate(`2026-11-${text}`)
const banner = (title: string, startsAt: number | null, endsAt: number | null) => ({
  id: title,
  title,
  startsAt,
  endsAt,
})

it('a banner without dates covers every day and leaves no gap', () => {
  const { bars, gaps, counts } = planDays([banner('一直', null, null)], day('10') + 3600, 7)
  expect(bars).toEqual([{ id: '一直', title: '一直', from: 0, to: 6, isCut: { start: true, end: true } }])
  expect(gaps).toEqual([])
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1])
})

it('days between two banners are a gap, and days with both banners have a count of two', () => {
  const list = [
    banner('甲', day('10'), day('12')),
    banner('乙', day('14'), day('16')),
    banner('丙', day('15'), day('17')),
    banner('已结束', day('01'), day('05')),
  ]
  const { bars, gaps, counts } = planDays(list, day('10'), 7)
  expect(bars.map(({ title, from, to }) => [title, from, to])).toEqual([
    ['甲', 0, 1],
    ['乙', 4, 5],
    ['丙', 5, 6],
  ])
  expect(gaps).toEqual([{ from: 2, to: 3 }])
  expect(counts).toEqual([1, 1, 0, 0, 1, 2, 1])
})

it('a day without a banner for some hours is a gap, unless these hours have passed', () => {
  const list = [banner('上午', null, day('11') + 43_200), banner('晚上', day('11') + 64_800, null)]
  expect(planDays(list, day('10'), 3).gaps).toEqual([{ from: 1, to: 1 }])
  expect(planDays(list, day('11') + 64_800, 2).gaps).toEqual([])
})
