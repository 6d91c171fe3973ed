import { coresFor, type Work } from './simulate'

/** Machines of the model. A process of the server uses one core; one core is left to the system. */
const serverMachine = { cores: 8, processes: 7 }
/** Cores of the largest machine that is assumed to be available for the primary. */
const primaryCores = 64
/**
 * Connections of a process (default of DATABASE_POOL) and of one primary (deploy/cluster/patroni.yml), minus those for
 * staff.
 */
const connections = { perProcess: 10, most: 200 - 10 }
/** Seconds that a student may wait in the worst second. */
const maxWait = 1

export interface Size {
  serverCores: number
  databaseCores: number
  serverMachines: number
  connections: number
  /** Limits of one primary that the work exceeds. */
  walls: ('connections' | 'primary')[]
  /** Number of databases that are needed if every school has its own and students are spread evenly. */
  databases: number
}

/** Returns how many machines the work needs. */
export function sizeFor(work: Work): Size {
  const serverCores = coresFor(work.server, maxWait)
  const databaseCores = coresFor(work.database, maxWait)
  const processes = Math.max(2, serverCores)
  const used = processes * connections.perProcess
  const walls: Size['walls'] = []
  if (used > connections.most) walls.push('connections')
  if (databaseCores > primaryCores) walls.push('primary')
  return {
    serverCores,
    databaseCores,
    serverMachines: Math.max(2, Math.ceil(processes / serverMachine.processes)),
    connections: used,
    walls,
    databases: Math.max(1, Math.ceil(databaseCores / primaryCores), Math.ceil(used / connections.most)),
  }
}
