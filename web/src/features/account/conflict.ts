import type { ApiError } from '../../api/error'
import { showModal } from '../../state/store'
import { switchAccount } from './complete-login'

const mergeExplained =
  '如果两个账号都是你的，可以合并成一个：没有订单和学习记录的账号会关闭，以后用手机号和微信都能登录。'

/** Asks whether to merge two accounts. Resolves with the decision. */
export async function confirmMerge(msg: string): Promise<boolean> {
  const answer = await showModal({
    content: `${msg}。\n${mergeExplained}`,
    confirmText: '合并账号',
    cancelText: '不合并',
  })
  return answer === 'confirm'
}

/** Modal for code 4 as specified: the server's text, a button to switch accounts, and ×. */
export async function offerSwitch({ msg, data }: ApiError): Promise<void> {
  const answer = await showModal({
    content: msg,
    confirmText: `切换到 ${String(data.nickname ?? '')}`,
    showCancel: false,
    showClose: true,
  })
  if (answer === 'confirm') switchAccount()
}

/** Handles code 4 (number bound to another account): offers a merge where it loses no data, otherwise a switch. */
export async function settleConflict(error: ApiError, merge: () => void): Promise<void> {
  if (error.data.canMerge === true && (await confirmMerge(error.msg))) merge()
  else await offerSwitch(error)
}
