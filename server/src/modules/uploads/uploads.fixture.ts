import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { hasRadosgw, startRadosgw } from '../../adapters/storage/radosgw.fixture'
import { startS3 } from '../../adapters/storage/s3-simulator.fixture'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'

/** Storage types under test; radosgw only if installed. */
export const storages = ['local', 's3', ...(hasRadosgw ? ['radosgw'] : [])]

/** Starts a server for each storage type. */
export async function startServers() {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-uploads-'))
  const simulator = await startS3()
  const radosgw = hasRadosgw ? await startRadosgw() : undefined
  const servers: Record<string, TestApp> = {
    local: await startTestApp({ dataDir: folder }),
    s3: await startTestApp({ dataDir: folder, storage: { kind: 's3', ...simulator.settings } }),
  }
  if (radosgw) servers.radosgw = await startTestApp({ dataDir: folder, storage: { kind: 's3', ...radosgw.settings } })
  const stop = async () => {
    for (const server of Object.values(servers)) await server.close()
    await simulator.close()
    await radosgw?.close()
    await rm(folder, { recursive: true })
  }
  return { servers, folder, stop }
}

export const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6bff' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '30/1 30/1 0/1' } })
    .toBuffer()

export async function put(server: TestApp, url: string, body: Buffer | string, headers: Record<string, string> = {}) {
  return fetch(url.startsWith('/') ? `${server.base}${url}` : url, {
    method: 'PUT',
    body: new Uint8Array(Buffer.from(body)),
    headers,
  })
}

export async function sendUpload(
  server: TestApp,
  client: Client,
  purpose: string,
  name: string,
  body: Buffer | string,
) {
  const size = Buffer.byteLength(body)
  const link = await client.call('GET /v1/zos_generate_object_upload_link', { purpose: purpose as 'image', name, size })
  expect((await put(server, link.url, body, link.headers)).ok).toBe(true)
  return client.send('POST /v1/upload_complete', { id: link.id })
}

export const bytesAt = async (server: TestApp, url: string) =>
  Buffer.from(await (await fetch(`${server.base}${url}`)).arrayBuffer())

/** Returns the keys of a URL: the full image and its smaller sizes. */
export const keysAt = (url: unknown) => {
  const key = String(url).replace(/^\/media\/(s\/[^/]+\/)?/, '')
  return key.endsWith('.webp') ? [key, key.replace('.webp', '-960.webp'), key.replace('.webp', '-320.webp')] : [key]
}

export async function lying(server: TestApp, keys: string[]) {
  const sizes = await Promise.all(keys.map((key) => server.env.storage.size(key)))
  return keys.filter((_, at) => sizes[at] !== null)
}
