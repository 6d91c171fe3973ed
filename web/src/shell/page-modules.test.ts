import { expect, test } from 'vitest'
import { routes } from '../router/routes'
import { pageModules } from './page-modules'

test('every route loads the component of its own file', { timeout: 60_000 }, async () => {
  expect(Object.keys(pageModules)).toEqual(routes.map(({ path }) => path))
  for (const [path, load] of Object.entries(pageModules)) {
    const file = path.includes('/') ? path : `pages/${path}`
    const module = (await import(/* @vite-ignore */ `../${file}.tsx`)) as { default: unknown }
    expect(module.default, path).toBeTypeOf('function')
    expect((await load()).default, path).toBe(module.default)
  }
})
