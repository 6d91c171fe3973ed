import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { concurrencyLimit } from './concurrency-limit'

/** Argon2id with 19 MiB of memory, two passes and one lane: about 35 ms of one core per hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Task = { name: 'hash'; password: string } | { name: 'verify'; against: string; password: string }

/**
 * Source of a worker thread with low priority. Only Linux has a priority per thread; on other systems setPriority would
 * slow down the whole process, so it is not called.
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

/** The length of the queue is about seven seconds of work. */
const withTransactionSlot = concurrencyLimit({ running: 1, waiting: 200 })

function run<T extends string | boolean>(task: Task): Promise<T> {
  return withTransactionSlot(() => {
    worker ??= start()
    const thread = worker
    // The thread keeps the process alive only while it has work.
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

/** Hash to compare with when an account has no password; matches no real password. */
const unknownUserHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$HWbmNGF5ySIp8MnLUvxZkrTRdpYKIvQqQPLDG4OFUa4'

/** Takes the same time with and without a stored hash, so that timing does not reveal whether an account exists. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await run<boolean>({ name: 'verify', against: stored ?? unknownUserHash, password })
  return matches && stored != null
}
