import type { StaffExamBrief } from '@dxx/contract/calls/staff/exam-control'
import { describe, expect, it } from 'vitest'
import { secondsOf } from '../../kit/time-field'
import { formatExamTime } from './list-columns'
import { splitSections } from './print/split-sections'
import { countExamProgress, progressText } from './progress-bar'

const exam = (more: Partial<StaffExamBrief>) =>
  ({ state: 'running', students: 86, submitted: 31, running: 52, ...more }) as StaffExamBrief

describe('progress of an exam', () => {
  it('counts students without an attempt as 未进入 while the exam runs, and as 缺考 after its end', () => {
    expect(progressText(countExamProgress(exam({})))).toBe('已交 31 · 作答 52 · 未进入 3')
    expect(progressText(countExamProgress(exam({ state: 'finished', submitted: 84, running: 0 })))).toBe(
      '已交 84 · 缺考 2',
    )
    expect(progressText(countExamProgress(exam({ state: 'finished', submitted: 90, running: 0 })))).toBe('已交 90')
  })
})

describe('times of an exam', () => {
  it('formatExamTime writes the date of the end only if it differs from the date of the start', () => {
    const at = (text: string) => Date.parse(`${text}+08:00`) / 1000
    const from = at('2025-04-09T10:00')
    expect(formatExamTime(from, at('2025-04-09T10:40'))).toBe('2025 年 4 月 9 日 10:00 – 10:40')
    expect(formatExamTime(from, at('2025-04-10T10:40'))).toBe('2025 年 4 月 9 日 10:00 – 2025 年 4 月 10 日 10:40')
  })

  it('secondsOf reads a typed time in Asia/Shanghai, and returns null for an invalid one', () => {
    expect(secondsOf('2026-04-28T14:00')).toBe(Date.parse('2026-04-28T06:00Z') / 1000)
    expect(['', '2026-04-28', '2026-13-40T99:99'].map(secondsOf)).toEqual([null, null, null])
  })
})

describe('splitSections', () => {
  it('numbers the questions across sections and omits empty sections', () => {
    const section = (title: string, count: number) => ({ title, count, points: count })
    expect(splitSections(['a', 'b', 'c'], [section('一', 1), section('空', 0), section('二', 2)])).toEqual([
      { title: '一', points: 1, from: 0, items: ['a'] },
      { title: '二', points: 2, from: 1, items: ['b', 'c'] },
    ])
  })
})
