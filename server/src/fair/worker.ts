import { parentPort, workerData } from 'node:worker_threads'
import { calibrate } from './calibrate'
import type { CalibrationJob } from './calibrate-in-thread'

/**
 * Calibrates in a separate thread, because it takes seconds of CPU time, during which the server must handle requests.
 */
const { responses, options } = workerData as CalibrationJob
parentPort?.postMessage(calibrate(responses, options))
