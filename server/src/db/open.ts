import type { Config } from '../config'
import { type Connection, connect } from './connection'
import { startEmbedded } from './embedded'
import type { Log } from './log'

export interface OpenDatabase extends Connection {
  url: string
}

/** Our own server takes 100 connections, shared by the app and commands that run beside it. */
const maxEmbedded = 40

/** The database of DATABASE_URL, or our own in the data folder where none is set. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePool'>,
  log: Log,
): Promise<OpenDatabase> {
  const { databaseUrl, databasePool } = config
  if (databaseUrl) return { ...connect(databaseUrl, { max: databasePool, log }), url: databaseUrl }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  const connection = connect(embedded.url, { max: Math.min(databasePool, maxEmbedded), log })
  return {
    ...connection,
    url: embedded.url,
    close: async () => {
      await connection.close()
      await embedded.stop()
    },
  }
}
