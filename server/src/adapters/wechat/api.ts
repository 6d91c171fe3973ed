import type { WechatApp } from '@dxx/contract/calls/wechat'
import { CircuitBreaker } from '../../base/circuit-breaker'
import type { Log } from '../../base/log-type'
import { fail } from '../../base/refusal'
import type { AppSettings, WechatSettings } from './settings'

/** Error codes of WeChat for a used, expired or invalid login code. */
const codeErrors = new Set([40029, 40163, 42003, 41008])

/** Calls of a process that may wait for WeChat at once. */
const waiting = 50

export interface WechatResponse {
  errcode?: number
  errmsg?: string
}

export type WechatApi = ReturnType<typeof wechatApi>

/** Sends requests to WeChat. Failures are logged and thrown as `wechat-…` refusals. */
export function wechatApi({ apiUrl, openUrl: _, ...apps }: WechatSettings, log: Log) {
  const breaker = new CircuitBreaker({ name: 'WeChat', atOnce: waiting, isFailure: () => true })
  return {
    settingsOf(app: WechatApp): AppSettings {
      if (!apps[app].appId || !apps[app].secret) fail('wechat-off')
      return apps[app]
    },

    async request<T extends WechatResponse>(path: string, query: Record<string, string>, body?: object): Promise<T> {
      const search = new URLSearchParams(query).toString()
      try {
        return await breaker.run(async () => {
          const response = await fetch(`${apiUrl}${path}${search && `?${search}`}`, {
            // The query carries our secret, which a redirect could send to another host.
            redirect: 'error',
            ...(body && {
              method: 'POST',
              body: JSON.stringify(body),
              headers: { 'content-type': 'application/json' },
            }),
            signal: AbortSignal.timeout(10_000),
          })
          return (await response.json()) as T
        })
      } catch (error) {
        log.error({ err: error, path }, 'WeChat does not answer')
        return fail('wechat-failed')
      }
    },

    refuse(path: string, { errcode, errmsg }: WechatResponse): never {
      if (codeErrors.has(errcode ?? 0)) fail('wechat-expired')
      log.error({ errcode, errmsg, path }, 'WeChat refused')
      return fail('wechat-failed')
    },
  }
}
