import { expect, it } from 'vitest'
import { Endings } from './endings'

it('ends the last first, and the others although one fails and one hangs', async () => {
  const endings = new Endings(50)
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
