import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serverRoot } from '../base/paths'
import { type Calibration, calibrate } from './calibrate'
import type { CalibrationOptions } from './em-state'
import type { Responses } from './responses'

export interface CalibrationJob {
  responses: Responses
  options: CalibrationOptions
}

/** Built by scripts/lib.mjs. Without this file, when tests run from the sources, the calling thread calibrates. */
const workerFile = join(serverRoot, 'dist/fair/worker.js')

export async function calibrateInThread(job: CalibrationJob): Promise<Calibration> {
  if (!import.meta.url.endsWith('.js') || !existsSync(workerFile)) return calibrate(job.responses, job.options)
  const worker = new Worker(workerFile, { workerData: job })
  // The process may end before the calibration; the job then runs again.
  worker.unref()
  try {
    return await new Promise<Calibration>((resolve, reject) => {
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('the calibrating thread ended')))
    })
  } finally {
    await worker.terminate()
  }
}
