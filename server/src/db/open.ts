import { ConfigError } from '../base/config-error'
import type { Log } from '../base/log-type'
import { type Connection, connect } from './connection'
import { startEmbedded } from './embedded'

/** Database settings of Config. */
interface DatabaseSettings {
  databaseUrl: string | undefined
  dataDir: string
  databasePool: number
}

export interface OpenDatabase extends Connection {
  url: string
}

/** Maximum pool size on the embedded server, whose 100 connections the app shares with concurrent commands. */
const maxEmbedded = 40

/** Opens the database of DATABASE_URL, or an embedded one in the data folder if it is not set. */
export async function openDatabase(config: DatabaseSettings, log: Log): Promise<OpenDatabase> {
  const { databaseUrl, databasePool } = config
  if (databaseUrl) {
    const connection = connect(databaseUrl, { max: databasePool, log })
    await checkServer(connection)
    return { ...connection, url: databaseUrl }
  }
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

async function checkServer({ pool, close }: Connection): Promise<void> {
  const settings = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`
  try {
    const { rows } = await pool.query<{ version: number; encoding: string }>(settings)
    const { version, encoding } = rows[0]!
    if (version < 150_000) throw new Error('需要 PostgreSQL 15 或更高版本')
    if (encoding !== 'UTF8') throw new Error(`数据库的编码应为 UTF8，现在是 ${encoding}`)
  } catch (error) {
    await close()
    const { message, code } = error as NodeJS.ErrnoException
    throw new ConfigError(`DATABASE_URL 指定的数据库无法使用，请检查地址、账号和网络：${message || code}`)
  }
}
