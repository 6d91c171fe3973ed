import { expect, it } from 'vitest'
import { visit } from './browser'
import { tooSmall } from './touch'

it('whatever can be tapped has 44 px for the finger', async () => {
  const visitor = await visit({ route: 'pages/test/test' })
  await visitor.page.getByRole('heading', { name: '分页列表' }).waitFor()
  expect(await tooSmall(visitor.page)).toEqual([])
  await visitor.context.close()
})
