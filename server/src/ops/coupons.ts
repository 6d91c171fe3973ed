import { formatDate } from '@dxx/contract/rules/time-from'
import { listBatches, makeBatch, namedCurricula } from '../modules/commerce/coupon-batches'
import { type OpsCommands, UsageError } from './command'
import { endOfDay } from './end-of-day'

const most = 10_000

export const coupons: OpsCommands = {
  create: {
    usage:
      'coupons create <数量> <到期日> <名称> <类型/标识>… [--out <文件>]  生成兑换码（csv，只显示这一次），如 coupons create 50 2027-12-31 新生礼包 course/python ebook/study-notes',
    csv: true,
    async run({ audited, config, clock, csv }, [countText = '', until = '', title = '', ...slugs]) {
      const count = Number(countText)
      if (!/^\d+$/.test(countText) || count < 1 || count > most || title.trim() === '' || slugs.length === 0)
        throw new UsageError()
      const expiresAt = endOfDay(until)
      if (expiresAt <= clock.now()) throw new Error('到期日已经过去了。')
      const codes = await audited(
        async (tx) => {
          const curriculumIds = await namedCurricula(tx, slugs)
          const batch = { title: title.trim(), expiresAt, curriculumIds, now: clock.now() }
          return makeBatch(tx, config.secret, batch, count)
        },
        () => ({ target: { kind: 'coupon', id: '', name: title.trim() }, after: { count, until, items: slugs } }),
      )
      csv(['兑换码', '链接', '到期日'])
      for (const code of codes) csv([code, `${config.publicUrl}/#/pages/exchange/index?code=${code}`, until])
    },
  },
  list: {
    usage: 'coupons list                      列出各批兑换码和使用情况',
    reads: true,
    run: ({ db, print, printPage }) =>
      printPage({
        read: (page) => listBatches(db, page),
        empty: '还没有兑换码。',
        keyOf: ({ id }) => id,
        print({ title, created_at, expires_at, total, used, items }) {
          const dates = `${formatDate(created_at)} 生成，${formatDate(expires_at)} 到期`
          print(`${title}：共 ${total} 个，已用 ${used} 个，${dates}`)
          print(`  ${items.join('、')}`)
        },
      }),
  },
}
