import { afterAll, beforeAll, inject } from 'vitest'
import { startWechatSimulator } from '../server/src/testing/simulators/wechat'
import { phone, visit } from './browser'

export let wechat: Awaited<ReturnType<typeof startWechatSimulator>>

const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36 MicroMessenger/8.0.49'
export const inWechat = { ...phone, userAgent }
export const person = (nickname: string) => ({ openid: `o-${nickname}-${Math.random()}`, nickname })

export async function loginByWechat(route: string) {
  const visitor = await visit({ route, options: inWechat })
  await visitor.page.getByRole('button', { name: '微信登录' }).click()
  return visitor
}

/** Starts the simulated WeChat for the tests of a file. */
export function startWechat(): void {
  beforeAll(async () => {
    wechat = await startWechatSimulator({ port: inject('wechatPort') })
  })
  afterAll(() => wechat?.close())
}
