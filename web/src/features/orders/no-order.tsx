import { pageUrl } from '../../router/place'
import { Empty } from '../../ui/empty'
import { WayOn } from '../../ui/way-on'

/** In place of an order that was not named, or is not one's own. */
export function NoOrder({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <WayOn to={pageUrl('pages/order/index')}>我的订单</WayOn>
    </Empty>
  )
}
