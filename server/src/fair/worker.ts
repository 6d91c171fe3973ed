import { parentPort, workerData } from 'node:worker_threads'
import { calibrate } from './calibrate'
import type { CalibrationJob } from './calibrate-in-thread'

/** Calibrates in a thread of its own: it takes seconds of CPU time, and the server may be handling requests. */
const { responses, options } = workerData as CalibrationJob
parentPort?.postMessage(calibrate(responses, options))
