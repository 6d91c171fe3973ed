import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

interface MiniPage {
  data: Record<string, unknown>
  setData(data: Record<string, unknown>): void
  onLoad(options: Record<string, string>): void
  receiveCards(event: { detail: { data: object[] } }): void
  onShareAppMessage(from: { webViewUrl?: string }): { title: string; imageUrl: string; path: string }
  onShareTimeline(): { title: string; imageUrl: string; query: string }
}

const site = 'https://study.example.cn'
const source = readFileSync(fileURLToPath(new URL('../mini/src/pages/web/index.js', import.meta.url)), 'utf8')

/** Creates the page of the mini-program shell like WeChat's runtime, which is stubbed. */
function openShell(options: Record<string, string> = {}, scene = 1001): MiniPage {
  let page!: MiniPage
  runInNewContext(source, {
    decodeURIComponent,
    encodeURIComponent,
    require: () => ({ site }),
    wx: { getLaunchOptionsSync: () => ({ scene }), showShareMenu: () => {} },
    Page: (made: MiniPage) => {
      page = made
    },
  })
  page.setData = (data) => Object.assign(page.data, data)
  page.onLoad(options)
  return page
}

const card = { title: '数据结构', summary: '', image: `${site}/media/share/art/1-rings-textbook.jpg` }

describe('mini-program shell', () => {
  it('shares the card that the page posted, with r=share and without qrcode, to friends and to the timeline', () => {
    const page = openShell()
    page.receiveCards({ detail: { data: [{ ...card, route: 'pages/books/details?id=0&r=share' }] } })
    page.receiveCards({ detail: { data: [{ ...card, route: 'pages/books/details?id=7&r=share' }] } })
    const webViewUrl = `${site}/#/pages/books/details?id=7&qrcode=Q&r=x`
    const path = encodeURIComponent('pages/books/details?id=7&r=share')
    expect(page.onShareAppMessage({ webViewUrl })).toEqual({
      title: '数据结构',
      imageUrl: card.image,
      path: `/pages/web/index?path=${path}`,
    })
    const { query, title, imageUrl } = page.onShareTimeline()
    expect([title, imageUrl]).toEqual(['数据结构', card.image])
    expect(query).toContain(`path=${path}`)
  })

  it('shares the logo if the current page has posted no card', () => {
    const page = openShell()
    page.receiveCards({ detail: { data: [{ ...card, route: 'pages/books/details?id=7&r=share' }] } })
    expect(page.onShareAppMessage({ webViewUrl: `${site}/#/pages/help/index` })).toMatchObject({
      title: '多享学',
      imageUrl: `${site}/icons/512.png`,
      path: `/pages/web/index?path=${encodeURIComponent('pages/help/index?r=share')}`,
    })
  })

  it('opens the route of a shared card, and the home page for a URL of another site', () => {
    expect(openShell({ path: encodeURIComponent('pages/books/details?id=7&r=share') }).data.src).toBe(
      `${site}/#/pages/books/details?id=7&r=share`,
    )
    expect(openShell({ path: encodeURIComponent('https://evil.example/') }).data.src).toBe(`${site}/`)
  })

  it('opened from the timeline, which allows no web view, shows title and image of the card', () => {
    const shared = openShell()
    shared.receiveCards({ detail: { data: [{ ...card, route: 'pages/books/details?id=7&r=share' }] } })
    const options = Object.fromEntries(
      shared
        .onShareTimeline()
        .query.split('&')
        .map((pair) => pair.split('=')),
    )
    expect(openShell(options, 1154).data).toMatchObject({
      fromTimeline: true,
      src: '',
      title: '数据结构',
      image: card.image,
    })
  })
})
