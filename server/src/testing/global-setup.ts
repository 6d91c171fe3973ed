import { mkdtemp, rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connection'
import { startEmbedded } from '../db/embedded'
import { migrate } from '../db/migrate'
import { ownFolder, removeAbandoned } from './abandoned'
import { bundlesFolder } from './bundle'
import { silent, template, testUrl } from './database'

declare module 'vitest' {
  interface ProvidedContext {
    pgUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const folder = await mkdtemp(ownFolder())
  const bundles = await bundlesFolder()
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
    await rm(bundles, { recursive: true })
  }
}
