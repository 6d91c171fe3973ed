import { fail } from '../../base/refusal'
import type { Config } from '../../config'

/**
 * Returns a URL of this site as parsed, without its hash; rejects URLs of other sites, which would receive login codes.
 * Never returns the raw input, because the parser of the service may read it differently.
 */
export function parseSiteUrl({ publicUrl, env }: Config, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : fail('redirect-refused')
  const development = env !== 'production' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  const isOwnOrigin = publicUrl !== '' && url.origin === new URL(publicUrl).origin
  if ((!isOwnOrigin && !development) || !/^https?:$/.test(url.protocol) || url.username || url.password)
    fail('redirect-refused')
  url.hash = ''
  return url.href
}
