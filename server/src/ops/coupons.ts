import { inTransaction } from '../db/transaction'
import { listBatches, makeBatch, namedCurricula } from '../modules/commerce/coupon-batches'
import { csvLine } from './csv'
import { UsageError, type Verbs } from './verb'

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
const most = 10_000

/** The end of a day in Shanghai. */
function endOfDay(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59+08:00`) : Number.NaN
  if (Number.isNaN(ms)) throw new UsageError()
  return ms / 1000
}

export const coupons: Verbs = {
  create: {
    usage:
      'coupons create <数量> <到期日> <名称> <类型/标识>…  生成兑换码（csv，只显示这一次），如 coupons create 50 2027-12-31 新生礼包 course/python ebook/study-notes',
    async run({ db, config, clock, say }, [countText = '', until = '', title = '', ...slugs]) {
      const count = Number(countText)
      if (!/^\d+$/.test(countText) || count < 1 || count > most || title.trim() === '' || slugs.length === 0)
        throw new UsageError()
      const expiresAt = endOfDay(until)
      if (expiresAt <= clock.now()) throw new Error('到期日已经过去了。')
      const codes = await inTransaction(db, async (tx) => {
        const curriculumIds = await namedCurricula(tx, slugs)
        const batch = { title: title.trim(), expiresAt, curriculumIds, now: clock.now() }
        return makeBatch(tx, config.secret, batch, count)
      })
      say(csvLine(['兑换码', '链接', '到期日']))
      for (const code of codes) say(csvLine([code, `${config.publicUrl}/#/pages/exchange/index?code=${code}`, until]))
    },
  },
  list: {
    usage: 'coupons list                      列出各批兑换码和使用情况',
    async run({ db, say }) {
      const batches = await listBatches(db)
      if (batches.length === 0) say('还没有兑换码。')
      for (const { title, created_at, expires_at, total, used, items } of batches) {
        const dates = `${day.format(created_at * 1000)} 生成，${day.format(expires_at * 1000)} 到期`
        say(`${title}：共 ${total} 个，已用 ${used} 个，${dates}`)
        say(`  ${items.join('、')}`)
      }
    },
  },
}
