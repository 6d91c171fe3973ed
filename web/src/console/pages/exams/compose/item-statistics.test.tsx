import type { ItemParameters, ItemStatistics } from '@dxx/contract/calls/staff/exam-shapes'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ItemStatisticsView } from './item-statistics'

afterEach(cleanup)

const practice: ItemStatistics = {
  kind: 'practice',
  answers: 40,
  share: 0.625,
  interval: { low: 0.47, high: 0.758 },
  discrimination: null,
  discriminationInterval: null,
  medianSeconds: 75,
  options: [
    { part: null, label: 'A', text: '队列', right: false, share: 0.375 },
    { part: null, label: 'B', text: '栈', right: true, share: 0.625 },
  ],
}
const exam: ItemStatistics = {
  ...practice,
  kind: 'exam',
  discrimination: -0.12,
  discriminationInterval: { low: -0.4, high: 0.2 },
}
const parameters: ItemParameters = {
  ...{ difficulty: 0.7, difficultyError: 0.12, discrimination: 1.1, discriminationError: 0.2 },
  ...{ answers: 300, infit: 1, outfit: 1.02, at: 1_793_000_000 },
}

it('exams and practice are shown apart, each with its interval, time and options', () => {
  render(<ItemStatisticsView statistics={[exam, practice]} parameters={null} level={3} />)
  const inPractice = within(screen.getByRole('region', { name: '练习里的第一次作答' }))
  expect(inPractice.getByText('得分率').nextSibling?.textContent).toMatch(/^63%/)
  inPractice.getByText('（47% 至 76%）')
  inPractice.getByText('1 分 15 秒')
  expect(inPractice.queryByText('区分度')).toBeNull()
  within(screen.getByRole('region', { name: '考试里的第一次作答' })).getByText('-0.12')
})

it('a difficulty that certainly differs from the level of the author is pointed out', () => {
  const { rerender } = render(<ItemStatisticsView statistics={[practice]} parameters={parameters} level={3} />)
  screen.getByText('标为“适中”，实际相当于“难”', { exact: false })
  rerender(
    <ItemStatisticsView statistics={[practice]} parameters={{ ...parameters, difficultyError: 0.9 }} level={3} />,
  )
  expect(screen.queryByText('实际相当于', { exact: false })).toBeNull()
})

it('a version without answers shows that it has no answers', () => {
  render(<ItemStatisticsView statistics={[]} parameters={null} level={3} />)
  screen.getByText('还没有人答过这个版本')
})
