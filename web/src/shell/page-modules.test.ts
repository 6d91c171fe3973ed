import { expect, test } from 'vitest'
import { routes } from '../router/routes'
import { pageModules } from './page-modules'

test('every page loads and is a component', { timeout: 60_000 }, async () => {
  expect(Object.keys(pageModules)).toEqual(routes.map(({ path }) => path))
  for (const [path, load] of Object.entries(pageModules)) {
    // The source of a loader names its file.
    expect(String(load)).toContain(`/${path}.`)
    expect(await load()).toHaveProperty('default', expect.any(Function))
  }
})
