import type { SiteConfig } from '@dxx/contract/calls/content'
import * as z from 'zod'

/** Settings sent to the client: contacts, hosts of external pages, maps, apps. */
export type SiteSettings = Pick<SiteConfig, 'contact' | 'webHosts' | 'map' | 'apps'>

const text = z.string().trim().default('')

const address = z
  .url({ protocol: /^https?$/, error: '请填写完整网址，如 https://study.example.cn/app.apk' })
  .or(z.literal(''))
  .default('')

export const siteEnvironment = {
  DXX_CS_PHONE: text,
  DXX_CS_EMAIL: text,
  DXX_CS_WECHAT: text,
  DXX_CS_HOURS: text,
  /**
   * Hosts that open inside the product without a warning, separated by commas; `*.example.cn` matches all subdomains.
   */
  DXX_WEB_HOSTS: z
    .string()
    .trim()
    .regex(/^((\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*|$))*$/i, {
      error: '请填写域名，用逗号分隔，如 edu.cn,*.example.cn',
    })
    .default(''),
  /** URL of map tiles, `https://…/{z}/{x}/{y}.png`; without it, users choose places from lists. */
  DXX_MAP_TILES: z
    .string()
    .trim()
    .regex(/^https?:\/\/[\w.:-]+\/\S*\{z\}\S*$/, {
      error: '请填写瓦片地址，如 https://tiles.example.cn/{z}/{x}/{y}.png',
    })
    .or(z.literal(''))
    .default(''),
  DXX_MAP_ATTRIBUTION: text,
  /** URLs of the Android package and the App Store page; without them, the download page offers the web app. */
  DXX_APP_ANDROID_URL: address,
  DXX_APP_IOS_URL: address,
}

export function readSite(read: z.output<z.ZodObject<typeof siteEnvironment>>): SiteSettings {
  return {
    contact: {
      phone: read.DXX_CS_PHONE,
      email: read.DXX_CS_EMAIL,
      wechat: read.DXX_CS_WECHAT,
      hours: read.DXX_CS_HOURS,
    },
    webHosts: read.DXX_WEB_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    map: { tiles: read.DXX_MAP_TILES, attribution: read.DXX_MAP_ATTRIBUTION },
    apps: { android: read.DXX_APP_ANDROID_URL, ios: read.DXX_APP_IOS_URL },
  }
}
