import { expect, test } from 'vitest'
import { routes } from '../router/routes'
import { pageModules } from './page-modules'

test('every route loads the component of its own file', { timeout: 60_000 }, async () => {
  expect(Object.keys(pageModules)).toEqual(routes.map(({ path }) => path))
  for (const [path, load] of Object.entries(pageModules)) {
    // The source text of a loader contains the path of its file.
    expect(String(load)).toContain(`/${path}.`)
    expect(await load()).toHaveProperty('default', expect.any(Function))
  }
})
