import { expect, it } from 'vitest'
import { CleanupStack } from './cleanup-stack'

it('runs cleanups last in first out, and continues if one fails and one hangs', async () => {
  const endings = new CleanupStack(50)
  const ended: string[] = []
  endings.add(() => ended.push('database'))
  endings.add(() => Promise.reject(new Error('the server is gone')))
  endings.add(() => ended.push('front'))
  endings.add(() => new Promise(() => {}))
  endings.add(() => ended.push('load'))
  await expect(endings.all()).rejects.toThrow('could not be ended: not in 0.05 s; the server is gone')
  expect(ended).toEqual(['load', 'front', 'database'])
  await endings.all()
  expect(ended.length).toBe(3)
})
