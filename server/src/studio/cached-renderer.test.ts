import { expect, it } from 'vitest'
import { createRenderer } from '../text/renderer'
import { cachedRenderer } from './cached-renderer'

const curriculum = { kind: 'textbook' as const, slug: 'cache' }
const job = (source: string) => ({
  source,
  file: 'a.md',
  curriculum,
  chapter: 'a',
  titled: 'required' as const,
  previous: [],
})

it('an unchanged text is not rendered again, and the result is the same', async () => {
  const real = createRenderer()
  let renders = 0
  const counting = {
    ...real,
    markdown: (one: Parameters<typeof real.markdown>[0]) => {
      renders++
      return real.markdown(one)
    },
  }
  const renderer = cachedRenderer(counting)
  const text = '# 栈\n\n公式 $a^2$，图 ![](a.png)，代码：\n\n```python run id=x\nprint(1)\n```\n'
  const first = await renderer.markdown(job(text))
  expect(await renderer.markdown(job(text))).toEqual(first)
  expect(await real.markdown(job(text))).toEqual(first)
  expect(renders).toBe(1)
  // If a caller changes a result, the cached one must stay unchanged.
  first.paragraphs.length = 0
  expect((await renderer.markdown(job(text))).paragraphs.length).toBeGreaterThan(0)
  await renderer.markdown(job(`${text}\n另一段。`))
  await renderer.markdown({ ...job(text), previous: [{ pid: 'p1', text: '公式' }] })
  expect(renders).toBe(3)
  await real.close()
})
