import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../../server/src/config'
import { connect, type Db } from '../../../server/src/db/connection'
import { migrate } from '../../../server/src/db/migrate'
import { loadSampleData } from '../../../server/src/seed/sample'
import type { VerifyEnvironment } from '../environment'
import { Cluster, type Machine } from './cluster'
import type { Network } from './network'

const log = pino({ level: 'silent' })

interface OpenCluster {
  cluster: Cluster
  db: Db
  /** Settings of a server on this cluster, beside DATABASE_URL; as in deploy/cluster/duoxiangxue.env. */
  variables: Record<string, string>
}

/** Starts a cluster with two HAProxy and a database with the sample data. `prepare` runs before PostgreSQL starts. */
export async function openCluster(
  environment: VerifyEnvironment,
  network: Network,
  prepare?: (machine: Machine) => void,
): Promise<OpenCluster> {
  const cluster = new Cluster(network)
  // Registered before the mounts that `prepare` makes in the folder, so that it runs after they are unmounted.
  environment.onEnd(() => cluster.removeFolder())
  for (const machine of cluster.machines) prepare?.(machine)
  await cluster.start(environment)
  for (const server of [1, 2]) await cluster.startHaproxy(server, environment)
  await createDatabase(cluster)
  const { db, close } = connect(cluster.url(1), { max: 4, log })
  environment.onEnd(close)
  await migrate(db, log)
  await loadSampleData(db, { ...readConfig({ DXX_ENV: 'test' }), dataDir: environment.folder }, () => {})
  const variables = {
    DATABASE_WAIT_MS: '10000',
    DATABASE_READ_URL: cluster.machines.map((machine) => cluster.directUrl(machine)).join(','),
    DXX_TRUST_PROXY: '127.0.0.1',
    DXX_TEST_CASHIER: 'true',
  }
  return { cluster, db, variables }
}

async function createDatabase(cluster: Cluster): Promise<void> {
  const admin = new pg.Client(cluster.url(1, 'postgres', 'postgres'))
  await admin.connect()
  try {
    await admin.query(`create role dxx login password '${cluster.secret('app')}'`)
    await admin.query("create database dxx owner dxx template template0 encoding 'UTF8' locale 'C.UTF-8'")
  } finally {
    await admin.end()
  }
}
