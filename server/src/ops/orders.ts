import { formatYuan } from '@dxx/contract/rules/amount'
import { type OrderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { markIssued, waitingInvoices } from '../modules/commerce/invoices'
import { ledgerMismatches } from '../modules/commerce/queries'
import { declineRefundByOrder, listOrders, refundOrder } from '../modules/commerce/staff'
import { type OpsCommands, orFail, UsageError } from './command'

function numberOf(text = ''): string {
  if (!/^\d{20}$/.test(text)) throw new UsageError()
  return text
}

/** Parses an order status, given by name or number. */
function statusOf(text: string): OrderStatus {
  const found = Object.entries(orderStatusText).find(([status, name]) => text === status || text === name)
  if (!found) throw new UsageError()
  return Number(found[0]) as OrderStatus
}

export const orders: OpsCommands = {
  list: {
    usage: 'orders list [状态|手机号]          列出订单，最新的在前；状态如 退款中',
    reads: true,
    async run({ db, print, printPage }, [which]) {
      const filter =
        which === undefined ? {} : /^1\d{10}$/.test(which) ? { mobile: which } : { status: statusOf(which) }
      await printPage({
        read: (page) => listOrders(db, filter, page),
        empty: '没有这样的订单。',
        keyOf: ({ no }) => no,
        print(row) {
          const paid = row.channel ? ` · ${row.channel} ${row.transaction_id}` : ''
          print(
            `${row.no}  ${formatDateTime(row.created_at)}  ${orderStatusText[row.status]}  ¥${formatYuan(row.pay_cents)}`,
          )
          print(`  《${row.title}》 · ${row.nickname} ${row.mobile ?? ''}${paid}`)
          if (row.refund_state === 'asked') print(`  等待审核：${row.refund_reason}（已学 ${row.studied}%）`)
          if (row.refund_state === 'approved' && row.refund_note) print(`  退款受阻：${row.refund_note}`)
        },
      })
    },
  },
  refund: {
    usage: 'orders refund <订单号> [原因]      退款：通过申请，或直接发起；受阻的会重新发送',
    async run({ audited, clock, print }, [text, ...words]) {
      const no = numberOf(text)
      const reason = words.join(' ').trim() || '工作人员退款'
      const done = await audited(
        (tx) => refundOrder(tx, no, reason, clock.now()),
        (refunded) => (refunded ? { target: { kind: 'order', id: no }, after: { refunded: true }, reason } : null),
      )
      orFail(done, '没有这笔订单，或它的状态不能退款。')
      print('已受理，学习权限已收回；服务运行时会在几秒内原路退款。')
    },
  },
  decline: {
    usage: 'orders decline <订单号> <原因>     不同意退款；原因会显示给用户',
    async run({ audited, clock, print }, [text, ...words]) {
      const no = numberOf(text)
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError()
      const done = await audited(
        (tx) => declineRefundByOrder(tx, no, reason, clock.now()),
        (declined) => (declined ? { target: { kind: 'order', id: no }, after: { declined: true }, reason } : null),
      )
      orFail(done, '没有这笔订单，或它不在等待审核。')
      print('已退回申请，并已通知用户。')
    },
  },
  invoices: {
    usage: 'orders invoices [--out <文件>]     待开发票，csv 格式',
    reads: true,
    csv: true,
    async run({ db, csv }) {
      csv(['订单号', '内容', '类型', '抬头', '税号', '邮箱', '金额', '申请时间'])
      for (const row of await waitingInvoices(db)) {
        const kind = row.kind === 'company' ? '单位' : '个人'
        const amount = (row.cents / 100).toFixed(2)
        csv([row.no, row.item, kind, row.title, row.tax_no, row.email, amount, formatDateTime(row.requested_at)])
      }
    },
  },
  invoiced: {
    usage: 'orders invoiced <订单号>           发票已开具并发出',
    async run({ audited, clock, print }, [text]) {
      const no = numberOf(text)
      const done = await audited(
        (tx) => markIssued(tx, no, clock.now()),
        (issued) => (issued ? { target: { kind: 'invoice', id: no }, after: { issued: true } } : null),
      )
      orFail(done, '这笔订单没有待开的发票。')
      print('已记录，并已通知用户。')
    },
  },
  check: {
    usage: 'orders check                      核对账目：收支与订单是否一致',
    reads: true,
    async run({ db, print }) {
      const wrong = await ledgerMismatches(db)
      for (const { no, held, expected } of wrong)
        print(`${no}：账上 ¥${formatYuan(held)}，应为 ¥${formatYuan(expected)}`)
      if (wrong.length > 0) throw new Error(`${wrong.length} 笔订单与账目不符。`)
      print('账目与订单一致。')
    },
  },
}
