import { type LookupAddress, lookup as lookupAll } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** Rules for requests to URLs that staff of a school have entered. */
export interface OutboundRules {
  /** Whether plain HTTP is allowed; in development only. */
  allowHttp: boolean
  /** Whether addresses of private networks and of this machine are allowed. */
  allowPrivate: boolean
}

interface OutboundInit {
  method?: string
  headers?: Record<string, string> | Headers
  body?: string | URLSearchParams | null
}

export type OutboundFetch = (url: string | URL, init?: OutboundInit) => Promise<Response>

/** A URL that the rules forbid. The message names no address, because staff of a school read it. */
export class OutboundRefused extends Error {}

const timeoutMs = 10_000
/** Maximum size of a response, far above that of a key set, a ticket response or a page of a roster. */
const maxBytes = 2 * 1024 * 1024

const blocked = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blocked.addSubnet(net, bits, 'ipv4')
// Of IPv6 only global unicast is public. 2001::/23, 2002::/16 and 64:ff9b::/96 contain or translate to IPv4 addresses.
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  blocked.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is reachable from the whole internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** Returns a URL that may be requested, or throws `OutboundRefused` with the reason in Chinese. */
export function checkOutboundUrl(address: string | URL, { allowHttp, allowPrivate }: OutboundRules): URL {
  if (!URL.canParse(String(address))) throw new OutboundRefused('网址无效，请填写完整网址')
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw new OutboundRefused('网址要以 https:// 开头')
  if (url.username || url.password) throw new OutboundRefused('网址里不能有用户名和密码')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new OutboundRefused('网址不能指向内网地址')
  return url
}

/**
 * Creates a fetch for URLs entered in the console. It checks the address that it connects to, so that a name that later
 * resolves to another address cannot reach a private network. It follows no redirects, ends after ten seconds and
 * limits the size of the response.
 */
export function createOutboundFetch(rules: OutboundRules): OutboundFetch {
  return (address, { method = 'GET', headers = {}, body } = {}) => {
    const url = checkOutboundUrl(address, rules)
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          signal: AbortSignal.timeout(timeoutMs),
          agent: false,
          ...(!rules.allowPrivate && { lookup: publicLookup }),
        },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('error', reject)
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > maxBytes) sent.destroy(new Error('the response is too large'))
            else chunks.push(chunk)
          })
          response.on('end', () => resolve(toResponse(response.statusCode ?? 0, response.headersDistinct, chunks)))
        },
      )
      sent.on('error', reject)
      sent.end(body == null ? undefined : String(body))
    })
  }
}

function toResponse(status: number, given: NodeJS.Dict<string[]>, chunks: Buffer[]): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(given)) for (const value of values ?? []) headers.append(name, value)
  // These statuses have no body, which `Response` enforces.
  const body = [204, 205, 304].includes(status) || status < 200 ? null : new Uint8Array(Buffer.concat(chunks))
  return new Response(body, { status: status < 200 ? 502 : status, headers })
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Like the system's look-up, but fails if any of the addresses is not public. */
function publicLookup(host: string, options: object, found: Found): void {
  lookupAll(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return found(new OutboundRefused('网址不能指向内网地址'), [])
    if ('all' in options && options.all) return found(null, addresses)
    return found(null, addresses[0]!.address, addresses[0]!.family)
  })
}
