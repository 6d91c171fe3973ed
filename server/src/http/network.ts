import { isIPv6 } from 'node:net'

/**
 * Network of an IP address, for limits on attempts: IP addresses of one /24 (IPv4) or /48 (IPv6) usually belong to one
 * party, so switching between them must not give new attempts.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(address)) return address.replace(/\.\d+$/, '.0/24')
  const [head = '', tail] = address.split('::') as [string, string?]
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? 0 : tail.split(':').length
    while (groups.length < 8 - rest) groups.push('0')
  }
  const first = groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/48`
}
