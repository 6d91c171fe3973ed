import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { turns } from '../../turns'

/** Argon2id at 19 MiB, two passes, one lane: about 35 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Task = { name: 'hash'; password: string } | { name: 'verify'; against: string; password: string }

/**
 * One thread of its own that gives way to everybody who reads: on Linux a thread has a priority of its own. Elsewhere
 * the call would slow down the whole process, so it is left out.
 */
const source = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { hashSync, verifySync } = require(workerData.argon2)
  if (process.platform === 'linux') require('node:os').setPriority(10)
  parentPort.on('message', ({ name, password, against }) => {
    try {
      parentPort.postMessage(name === 'hash' ? hashSync(password, workerData.cost) : verifySync(against, password))
    } catch (error) {
      parentPort.postMessage(error)
    }
  })`

let worker: Worker | undefined

function start(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2')
  return new Worker(source, { eval: true, workerData: { argon2, cost } })
}

/** About seven seconds of work may wait. */
const inTurn = turns({ running: 1, waiting: 200 })

function run<T extends string | boolean>(task: Task): Promise<T> {
  return inTurn(() => {
    worker ??= start()
    const thread = worker
    // Only while it works does the thread keep the process alive.
    thread.ref()
    return new Promise<T>((resolve, reject) => {
      const failed = (error: Error) => {
        worker = undefined
        reject(error)
      }
      thread.once('error', failed)
      thread.once('message', (result: T | Error) => {
        thread.off('error', failed)
        thread.unref()
        if (result instanceof Error) reject(result)
        else resolve(result)
      })
      thread.postMessage(task)
    })
  })
}

export function hashPassword(password: string): Promise<string> {
  return run<string>({ name: 'hash', password })
}

/** A hash that no password of a person has. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$HWbmNGF5ySIp8MnLUvxZkrTRdpYKIvQqQPLDG4OFUa4'

/** Takes equally long whether there is a hash to compare with or not, so that time does not tell who has an account. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await run<boolean>({ name: 'verify', against: stored ?? nobody, password })
  return matches && stored != null
}
