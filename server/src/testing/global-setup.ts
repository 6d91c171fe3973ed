import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connection'
import { startEmbedded } from '../db/embedded'
import { isAlive, readPostmaster, runsOn } from '../db/embedded-postmaster'
import { migrate } from '../db/migrate'
import { silent, template, testUrl } from './database'

declare module 'vitest' {
  interface ProvidedContext {
    pgUrl: string
  }
}

const prefix = 'dxx-test-'

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const embedded = await startEmbedded({ dataDir: folder, log: silent, fsync: false })
  const admin = new pg.Client(embedded.url)
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  const connection = connect(testUrl(embedded.url, template), { max: 1, log: silent })
  await migrate(connection.db, silent)
  await connection.close()
  project.provide('pgUrl', embedded.url)
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true })
  }
}

/** Runs that were killed leave their PostgreSQL behind. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const cluster = join(tmpdir(), name, 'postgres')
    const left = await readPostmaster(cluster).catch(() => null)
    if (left && (await runsOn(cluster, left.pid))) process.kill(left.pid, 'SIGQUIT')
    await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 10 })
  }
}
