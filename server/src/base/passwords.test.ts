import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './passwords'

it('hashPassword uses the configured cost and a new salt for each hash', async () => {
  const [one, two] = await Promise.all([hashPassword('cloud-Lamp-47'), hashPassword('cloud-Lamp-47')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwordMatches(one, 'cloud-Lamp-47')).toBe(true)
  expect(await passwordMatches(two, 'cloud-Lamp-48')).toBe(false)
})

it('no password matches a missing hash; a malformed hash throws and does not block the queue', async () => {
  expect(await passwordMatches(null, '')).toBe(false)
  expect(await passwordMatches(undefined, 'nobody')).toBe(false)
  await expect(passwordMatches('broken', 'x')).rejects.toThrow()
  expect(await passwordMatches(await hashPassword('cloud-Lamp-47'), 'cloud-Lamp-47')).toBe(true)
})

it('rejects password checks with overloaded while one runs and 200 wait', async () => {
  const cheap = await hash('cloud-Lamp-47', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const tries = Array.from({ length: 206 }, () => passwordMatches(cheap, 'wrong').catch((error) => error.name))
  const results = await Promise.all(tries)
  expect(results.filter((result) => result === 'overloaded')).toHaveLength(5)
  expect(results.filter((result) => result === false)).toHaveLength(201)
})
