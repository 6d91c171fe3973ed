import type { ApiError } from '../../api/error'
import { showModal } from '../../state/store'
import { switchAccount } from './enter'

/**
 * The number or the WeChat account belongs to another account of ours (code 4): offers to make one of both where that
 * loses nothing, else to log in as the other. `merge` gets the ticket where the server gave one.
 */
export async function settleConflict({ msg, data }: ApiError, merge: (ticket?: string) => void): Promise<void> {
  if (data.canMerge === true) {
    const answer = await showModal({
      content: `${msg}。\n如果两个账号都是你的，可以合并成一个：没有订单和学习记录的账号会关闭，以后用手机号和微信都能登录。`,
      confirmText: '合并账号',
      cancelText: '不合并',
    })
    if (answer === 'confirm') {
      merge(typeof data.mergeTicket === 'string' ? data.mergeTicket : undefined)
      return
    }
  }
  const answer = await showModal({
    content: msg,
    confirmText: `切换到 ${String(data.nickname ?? '')}`,
    showCancel: false,
    showClose: true,
  })
  if (answer === 'confirm') switchAccount()
}
