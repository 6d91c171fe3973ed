import { isInMiniProgram, isInWechat } from '../../platform/wechat'
import { postToMiniProgram, shareInWechat } from '../../platform/wechat-share'
import { subscribeView } from '../../router/view'
import { currentShareCard, subscribeShareCards } from './share-card'

/** Delay in milliseconds, because a new page often sets its title and card shortly after opening. */
const restMs = 300

/** Updates the share data of WeChat's menu, for friends and timeline, to the current page. */
export function followPages(): void {
  if (!isInWechat()) return
  let last = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendCard = () => {
    const card = currentShareCard()
    const text = JSON.stringify(card)
    if (text === last) return
    last = text
    // Failures are silent; the next page retries.
    const sent = isInMiniProgram() ? postToMiniProgram(card) : shareInWechat(card, () => last === text)
    sent.catch(() => {
      last = ''
    })
  }
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(sendCard, restMs)
  }
  subscribeView(changed)
  subscribeShareCards(changed)
  changed()
}
