import { expect, it } from 'vitest'
import { whoCanGrant } from './who-can-grant'

it('whoCanGrant names the roles that have a permission and the roles that may grant them', () => {
  expect(whoCanGrant(['order.refund'])).toBe('需要“财务”角色，所有者可以开通')
  expect(whoCanGrant(['exam.grade'])).toBe('需要“教师”或“阅卷人”角色，所有者或学校管理员可以开通')
  expect(whoCanGrant(['audit.read'])).toBe('需要“所有者”角色，所有者可以开通')
})
