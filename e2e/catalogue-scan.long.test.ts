import { randomUUID } from 'node:crypto'
import { encodeQR } from 'qr'
import { expect, inject, it } from 'vitest'
import { api, visit } from './browser'
import { curriculum, registerOwner } from './catalogue'
import { chaptersOf, inSight, ready, withDb } from './reader'

const photo = (text: string) => ({
  name: 'code.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from(encodeQR(text, 'gif', { scale: 6 })),
})

/** Opens the scanner without a camera and uploads a photo of the code. */
async function scan(text: string, as?: string, token?: string) {
  const visitor = await visit({ as, token })
  const { page } = visitor
  await page.getByRole('button', { name: '扫一扫' }).click()
  await page.getByRole('button', { name: '暂不允许' }).click()
  await page.getByLabel('从相册选择').setInputFiles(photo(text))
  return visitor
}

it('a scanned login code opens the login confirmation', async () => {
  const visitor = await scan(
    'https://somewhere.example/#/pages/login/scan?id=00000000-0000-4000-8000-000000000000',
    '13800000001',
  )
  await visitor.page.getByText('二维码已失效，请在电脑上刷新后重新扫描').waitFor()
  expect(visitor.route()).toBe('pages/login/scan?id=00000000-0000-4000-8000-000000000000')
})

it('a scanned coupon opens the exchange page', async () => {
  const visitor = await scan('ABCD-EFGH-JKMN-PQRS', '13800000001')
  await visitor.page.waitForURL(/pages\/exchange\/index\?code=ABCDEFGHJKMNPQRS/)
})

it('a scanned link of this site opens its page', async () => {
  const { id } = await curriculum('ebook', '怎样自学一门课')
  const visitor = await scan(`${inject('base')}/#/pages/books/details?id=${id}`)
  await visitor.page.getByRole('heading', { level: 1, name: /^怎样自学一门课/ }).waitFor()
})

it('a scanned book code asks a guest to log in, and shows an error if it is unknown', async () => {
  const guest = await scan('ABCD2345')
  await guest.page.getByLabel('手机号').waitFor()
  expect(guest.route()).toContain(encodeURIComponent('/pages/resource/index?qrcode=ABCD2345'))
  const visitor = await scan('ABCD2345', '13800000001')
  await visitor.page.getByText('这个码无法识别，请对准书上的二维码再试').waitFor()
})

/** Text in the middle of a chapter, which is only visible after scrolling to it. */
const deep = '运行时请跟着看“加入 1”的那一行'

it('a scanned book code opens its resource or paragraph, also if the printed URL has another host', async () => {
  const { id } = await curriculum('textbook', '数据结构与算法')
  const token = await registerOwner('翻书的人', id)
  const [film, paragraph] = await withDb((db) =>
    Promise.all([
      db
        .selectFrom('resources as r')
        .innerJoin('curricula as c', 'c.id', 'r.curriculum_id')
        .select('r.code')
        .where('c.uid', '=', id)
        .where('r.title', '=', '栈的动画')
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('paragraphs as p')
        .innerJoin('chapters as ch', 'ch.id', 'p.chapter_id')
        .select((eb) => ['p.pid', eb.fn<string>('printed_code', ['ch.uid']).as('code')])
        .where('p.text', 'like', `${deep}%`)
        .executeTakeFirstOrThrow(),
    ]),
  )
  const one = await scan(film.code, undefined, token)
  await one.page.getByRole('heading', { name: '栈的动画', level: 2 }).waitFor()
  await one.page.getByRole('link', { name: '打开' }).click()
  await one.page.getByLabel('视频播放器').waitFor()
  expect(one.problems).toEqual([])

  const printed = `https://moved-away.example/#/pages/resource/index?qrcode=${paragraph.code}.${paragraph.pid}`
  const place = async () => (await api(token).call('GET /v1/textbooks_info', { id })).progress?.chapterId
  const [first] = await chaptersOf('textbook', id)
  await api(token).call('POST /v1/textbooks_speed', {
    ...{ id, chapterId: first!.id, session: randomUUID(), seconds: 3, at: Math.floor(Date.now() / 1000), reached: '' },
    locator: { pid: '', start: 0, end: 0, exact: '', prefix: '', suffix: '' },
  })
  expect(await place()).toBe(first!.id)
  const other = await scan(printed, undefined, token)
  const heartbeat = other.page.waitForResponse((response) => response.url().includes('/v1/textbooks_speed'))
  await ready(other.page)
  await expect.poll(() => inSight(other.page, deep)).toBe(true)
  expect(other.problems).toEqual([])
  // A passage opened by its code does not change the reading position of 继续学习.
  expect((await heartbeat).request().postDataJSON().locator).toBeNull()
  expect(await place()).toBe(first!.id)
})

it('a scanned link to another site is shown as text and not opened', async () => {
  const visitor = await scan('https://evil.example/#/pages/my/index')
  const { page } = visitor
  await page.getByText('这不是多享学的码').waitFor()
  await page.getByText('https://evil.example/#/pages/my/index').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(visitor.route()).toBe('pages/index/index')
})
