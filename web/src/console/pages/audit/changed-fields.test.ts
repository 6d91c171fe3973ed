import { expect, it } from 'vitest'
import { changedFields } from './changed-fields'

it('lists only fields that differ, absent values as null and objects as JSON', () => {
  expect(changedFields({ role: 'teacher', rows: null, same: 1 }, { role: 'editor', rows: 5, same: 1 })).toEqual([
    { name: 'role', before: 'teacher', after: 'editor' },
    { name: '行数', before: null, after: '5' },
  ])
  expect(changedFields(null, { scope: { kind: 'site' }, live: true })).toEqual([
    { name: 'scope', before: null, after: '{"kind":"site"}' },
    { name: 'live', before: null, after: '是' },
  ])
  expect(changedFields(null, null)).toEqual([])
})

it('names fields in Chinese and formats amounts, times and states', () => {
  const before = { payCents: 5940, status: 1, mutedUntil: null }
  expect(changedFields(before, { cents: 990, needsSecond: false, mutedUntil: 1_800_000_000 })).toEqual([
    { name: '实付', before: '¥59.40', after: null },
    { name: '状态', before: '已完成', after: null },
    { name: '禁言到', before: null, after: '2027-01-15 16:00:00' },
    { name: '退款金额', before: null, after: '¥9.90' },
    { name: '还要一位同事同意', before: null, after: '否' },
  ])
  expect(changedFields({ status: 'pending' }, { status: 'passed', revealed: 'mobile', by: 'code' })).toEqual([
    { name: '状态', before: '待审核', after: '已通过' },
    { name: '查看了', before: null, after: '手机号' },
    { name: '确认方式', before: null, after: '动态验证码' },
  ])
})

it('shows an exam extension in Chinese, with the names of the students instead of their ids', () => {
  const after = { minutes: 10, students: 2, studentIds: ['u1', 'u2'], skippedIds: ['u3'], running: 1 }
  expect(changedFields(null, after, { u1: '周以宁', u2: '许清', u3: '沈岸' })).toEqual([
    { name: '分钟', before: null, after: '10' },
    { name: '学生', before: null, after: '2' },
    { name: '延长给', before: null, after: '周以宁、许清' },
    { name: '已交卷或不能再开始，没有延长', before: null, after: '沈岸' },
    { name: '正在作答', before: null, after: '1' },
  ])
})
