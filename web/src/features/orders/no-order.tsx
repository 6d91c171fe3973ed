import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'

/** Placeholder for an order that does not exist or belongs to another user. */
export function NoOrder({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <LinkButton to={pageUrl('pages/order/index')}>我的订单</LinkButton>
    </Empty>
  )
}
