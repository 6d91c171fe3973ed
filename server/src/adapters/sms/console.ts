import type { Clock } from '../../base/clock'
import type { CodeMessage, Sms } from './sms'

const mostMessages = 20

/** For development: prints verification codes to the terminal and shows them on the page pages/test/test. */
export function consoleSms(clock: Clock, print: (line: string) => void): Sms {
  const messages: (CodeMessage & { sentAt: number })[] = []
  return {
    async send(message) {
      messages.unshift({ ...message, sentAt: clock.now() })
      messages.length = Math.min(messages.length, mostMessages)
      print(`[短信] ${message.mobile} 的验证码：${message.code}`)
    },
    sent: () => messages,
  }
}
