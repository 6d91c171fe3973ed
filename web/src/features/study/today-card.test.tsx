import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { dayName, TodayCard } from './today-card'

afterEach(cleanup)

const week = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']
const data = {
  todayMinutes: 46,
  streak: 12,
  longestStreak: 12,
  totalMinutes: 688,
  totalDays: 22,
  week: week.map((day, index) => ({ day, minutes: index * 10 })),
  examsDue: [],
  wrongDue: 0,
}
const refetch = vi.fn(async () => true)

it('labels the days of the chart 周一, 二, 三 … 今天', () => {
  expect(week.map(dayName)).toEqual(['周一', '二', '三', '四', '五', '六', '今天'])
})

it("gives screen readers the chart's minutes as table rows", () => {
  render(<TodayCard query={{ data, error: null, isPending: false, isFetching: false, refetch }} />)
  expect(screen.getByRole('region', { name: '学习时长' }).textContent).toContain('46 分钟')
  screen.getByRole('row', { name: '今天 60 分钟' })
})

it('shows no numbers while loading and offers a retry after a failure', () => {
  const waiting = { data: undefined, error: null, isPending: true, isFetching: true, refetch }
  const { rerender } = render(<TodayCard query={waiting} />)
  expect(screen.queryByText('0')).toBeNull()
  const error = Object.assign(new Error('网络信号丢失'), { msg: '网络信号丢失' }) as never
  rerender(<TodayCard query={{ ...waiting, error, isPending: false, isFetching: false }} />)
  screen.getByRole('button', { name: /重试/ }).click()
  expect(refetch).toHaveBeenCalledOnce()
})
