import type { Order } from '@dxx/contract/calls/commerce'
import { useAction } from '../../api/use-action'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { refreshEntitlements } from '../checkout/ownership'

export type OrderActions = ReturnType<typeof useOrderActions>

/** Order actions that need one confirmation; `onGone` is called after the order is removed. */
export function useOrderActions({ onGone }: { onGone?: () => void } = {}) {
  const onError = ({ msg, shown }: { msg: string; shown: boolean }) => {
    // The order was probably changed elsewhere: reload its state.
    void refreshEntitlements()
    if (!shown) toast(msg)
  }
  const cancelled = useAction('POST /v1/order_cancel', {
    onError,
    onDone: () => {
      toast('订单已取消')
      void refreshEntitlements()
    },
  })
  const deleted = useAction('POST /v1/order_delete', {
    onError,
    onDone: () => {
      toast('订单已删除')
      onGone?.()
      void refreshEntitlements()
    },
  })

  async function cancel({ id }: Pick<Order, 'id'>) {
    const content = '取消这笔订单吗？取消后可以重新购买。'
    const modal = { content, confirmText: '取消订单', cancelText: '再想想' }
    if ((await showModal(modal)) === 'confirm') void cancelled.run({ id })
  }

  async function remove({ id }: Pick<Order, 'id'>) {
    const content = '删除后订单不再显示，已购内容不受影响。'
    if ((await showModal({ content, confirmText: '删除', type: 2 })) === 'confirm') void deleted.run({ id })
  }

  return { cancel, remove, busy: cancelled.running || deleted.running }
}
