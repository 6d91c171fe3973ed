import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password'

describe('passwordProblem', () => {
  it.each([
    '1234567',
    '12345678',
    'aaaaaaaa',
    'abababab',
    '11223344',
    '5201314520',
    '19980512',
    '2003-05-12',
    'qwertyuiop',
    '1234qwer',
    '1qaz2wsx',
    'Password1',
    'P@ssw0rd',
    'password123!',
    'woaini1314',
    '520woaini',
    'woshishui',
    'helloworld'.slice(0, 5).repeat(2),
    'iloveyou2024',
    '13800000001',
    'duoxiangxue8',
    'zhang123456',
    '密码密码密码密码',
    '',
  ])('the password %j is rejected', (password) => {
    expect(passwordProblem(password)).toMatch(/\p{Script=Han}/u)
  })

  it.each([
    'cloud-Lamp-47',
    'mf7Kp2xQ',
    '春眠不觉晓处处闻啼鸟',
    'tianqi buCuo 3',
    '836192750148',
    'correct horse battery',
    'Jx#92kd!',
  ])('the password %j is accepted', (password) => {
    expect(passwordProblem(password)).toBeNull()
  })

  it("rejects a password that contains the user's own mobile number", () => {
    expect(passwordProblem('x13812345678x', '13812345678')).toContain('手机号')
    expect(passwordProblem('x13812345678x', '13812345679')).toBeNull()
  })

  it('the password length counts characters, not UTF-16 code units', () => {
    expect(passwordProblem('😀😁😂😃')).toContain('8')
  })
})
