import { expect, it } from 'vitest'
import { api, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { soon } from './player'
import { chaptersOf } from './reader'
import { serviceWorkerControls, withServiceWorker } from './service-worker'

it('recently opened chapters are readable offline after a reload, and the offline page lists them', {
  timeout: 180_000,
}, async () => {
  const book = await curriculum('ebook', '怎样自学一门课')
  const course = await curriculum('course', 'Python 程序设计')
  const token = await registerOwner('地铁里的人', book.id, course.id)
  const chapters = (await chaptersOf('ebook', book.id)).slice(1, 4)
  const lesson = (await api(token).call('GET /v1/course_chapter', { id: course.id })).find(
    ({ kind }) => kind !== 'part',
  )!
  const visitor = await visit({ options: withServiceWorker, token })
  const { page, context } = visitor
  await serviceWorkerControls(page)
  const read = (id: string) => `pages/books/read?id=${book.id}&chapter=${id}`
  const text = page.locator('.reader-text [data-p]').filter({ visible: true }).first()
  const words: string[] = []
  for (const { id } of chapters) {
    await page.goto('about:blank')
    await visitor.goto(read(id))
    await text.waitFor(soon)
    words.push((await text.textContent())!)
  }
  await visitor.goto(`pages/course/study?id=${course.id}&chapter=${lesson.id}`)
  await page.getByRole('heading', { name: lesson.title }).waitFor(soon)
  await page.waitForTimeout(1000)

  await context.setOffline(true)
  // Clears the response cache: recent chapters must not depend on it, because it is limited and cleared at logout.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('dxx-cache')
        opening.onsuccess = () => {
          const change = opening.result.transaction('answers', 'readwrite')
          change.objectStore('answers').clear()
          change.oncomplete = () => resolve()
        }
      }),
  )
  await visitor.goto('pages/study/offline')
  await page.reload()
  const section = page.getByRole('region', { name: '最近打开' })
  await section.getByRole('link', { name: new RegExp(chapters[0]!.title) }).tap(soon)
  await text.waitFor(soon)
  expect(await text.textContent()).toBe(words[0])
  await visitor.goto(`pages/course/study?id=${course.id}&chapter=${lesson.id}`)
  await page.reload()
  await page.getByRole('heading', { name: lesson.title }).waitFor(soon)

  // A chapter that was never opened shows an error and links to the offline page.
  const other = (await chaptersOf('ebook', book.id)).at(-1)!
  await visitor.goto(read(other.id))
  await page.getByRole('link', { name: '去离线书架' }).filter({ visible: true }).tap(soon)
  await section.waitFor(soon)
})
