import { expect, it } from 'vitest'
import { visit } from './browser'
import { tooSmall } from './touch'

it('every tap target of the component gallery has at least 44 px', async () => {
  const visitor = await visit({ route: 'pages/test/test' })
  await visitor.page.getByRole('heading', { name: '分页列表' }).waitFor()
  expect(await tooSmall(visitor.page)).toEqual([])
})
