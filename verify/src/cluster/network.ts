import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import type { VerifyEnvironment } from '../environment'

/** Addresses of the machines of a cluster, and how a program is started on one of them. */
export interface Network {
  /** Address of machine 1, 2 or 3. */
  address(machine: number): string
  /** Address of the HAProxy that server 1 or 2 connects to. */
  haproxy(server: number): string
  /** Addresses that the machines connect from, as in pg_hba.conf. */
  subnet: string
  /** Words before a command that runs on a machine. */
  prefix(machine: number): string[]
  /** Cuts the connection between two machines, or joins them again. Null on loopback. */
  cut: ((one: number, other: number, cut: boolean) => void) | null
}

/** A network in which every machine is an address of loopback, with the ports of a real machine. */
export function loopbackNetwork(): Network {
  const net = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`
  return {
    address: (machine) => `${net}.${10 + machine}`,
    haproxy: (server) => `${net}.${20 + server}`,
    subnet: '127.0.0.0/8',
    prefix: () => [],
    cut: null,
  }
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`)
}

/**
 * A network in which every machine is a network namespace; a bridge, which this process reaches too, joins them.
 * Interface names have at most 15 characters.
 */
export function namespaceNetwork(environment: Pick<VerifyEnvironment, 'onEnd'>): Network {
  const tag = `dxx${randomInt(1000, 9999)}`
  const net = `10.${randomInt(200, 250)}.${randomInt(0, 255)}`
  const address = (machine: number) => `${net}.${10 + machine}`
  const space = (machine: number) => `${tag}-${machine}`
  ip('link', 'add', tag, 'type', 'bridge')
  environment.onEnd(() => spawnSync('ip', ['link', 'del', tag]))
  ip('addr', 'add', `${net}.1/24`, 'dev', tag)
  ip('link', 'set', tag, 'up')
  for (const machine of [1, 2, 3]) {
    const name = space(machine)
    ip('netns', 'add', name)
    environment.onEnd(() => spawnSync('ip', ['netns', 'del', name]))
    ip('link', 'add', `${tag}v${machine}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', `${tag}v${machine}`, 'master', tag, 'up')
    ip('-n', name, 'addr', 'add', `${address(machine)}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }
  const haproxyNet = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`
  return {
    address,
    haproxy: (server) => `${haproxyNet}.${20 + server}`,
    subnet: `${net}.0/24`,
    prefix: (machine) => ['ip', 'netns', 'exec', space(machine)],
    cut: (one, other, cut) => {
      const verb = cut ? 'add' : 'del'
      ip('-n', space(one), 'route', verb, 'blackhole', `${address(other)}/32`)
      ip('-n', space(other), 'route', verb, 'blackhole', `${address(one)}/32`)
    },
  }
}
